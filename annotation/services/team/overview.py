"""What a project's front page says: how far, how good, what is left, what happened.

`read_overview` costs the same number of queries for any corpus; `training_status` is what pages
that wait for a batch ask again and again.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import (
    Batch,
    Dialogue,
    JobStatus,
    Project,
    QueryItem,
    Reading,
    Span,
    TrainingRun,
    Turn,
    User,
)
from annotation.models.run_records import Advice, LeftItems
from annotation.services.figures import about, grouped, percent
from annotation.services.jobs.phases import PHASES
from annotation.services.jobs.waiting import waiting_line
from annotation.services.jobs.workers import silent, worker_alive
from annotation.services.labelling.pace import pace_of
from annotation.services.labelling.queue import BatchProgress, batch_progress, current_batch, unread
from annotation.services.learning.advice_words import (
    advice_parts,
    advice_reasons,
    price_sentence,
)
from annotation.services.learning.page import Point, point_of
from annotation.services.learning.run_notes import note_sentences
from annotation.services.learning.words import transfer_sentence
from annotation.services.runs.current import behind_status, latest_run
from annotation.services.runs.quality import (
    TEST,
    basis_sentence,
    figure_of,
    is_measured,
    meaning,
)
from annotation.services.runs.transfers import tells_of
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.team.activity import Event, list_activity


@dataclass(frozen=True, slots=True)
class Left:
    """Items that would stay unseen if the model read the rest alone."""

    expected: int
    unread: int
    basis: str  # "test": counted on turns kept to measure; "changes": see `learning.stopping`
    is_known: bool = True  # there were enough models to compare


@dataclass(frozen=True, slots=True)
class Transfer:
    """The source model, and what the last round found it worth in words."""

    name: str
    # In the last round and the first, for strategies that add up what source and target do not
    # know; 1 = the source alone.
    weight: float | None
    start: float | None
    sentence: str = ""

    @property
    def now(self) -> str:
        return percent(self.weight) if self.weight is not None else ""

    @property
    def at_start(self) -> str:
        return percent(self.start) if self.start is not None else ""


@dataclass(frozen=True, slots=True)
class LabelCount:
    name: str
    key: str
    family: str
    count: int


@dataclass(frozen=True, slots=True)
class Counts:
    dialogues: int = 0
    turns: int = 0  # to be labelled
    test_turns: int = 0
    labelled: int = 0  # of those to be labelled, here or before they came
    flagged: int = 0
    aside_turns: int = 0
    came_labelled: int = 0
    differ: int = 0  # read by all who were to, and it is not agreed what they hold

    @property
    def all_turns(self) -> int:
        return self.turns + self.test_turns + self.aside_turns

    @property
    def sum_of_turns(self) -> str:
        """What all turns are for, as a sum; "" where all are to be labelled."""
        parts = [_("%(n)s to label") % {"n": grouped(self.turns)}] if self.turns else []
        if self.test_turns:
            parts.append(_("%(n)s kept to measure") % {"n": grouped(self.test_turns)})
        if self.aside_turns:
            parts.append(_("%(n)s only replaced") % {"n": grouped(self.aside_turns)})
        if self.all_turns == self.turns:
            return ""
        values = {"all": grouped(self.all_turns), "parts": " + ".join(parts)}
        return ngettext("%(all)s turn = %(parts)s", "%(all)s turns = %(parts)s", self.all_turns) % (
            values
        )

    @property
    def is_mixed(self) -> bool:
        """Whether there is more to say of its turns than how many are read."""
        only_read = self.labelled == self.read_here and self.all_turns == self.turns
        return not only_read or bool(self.came_labelled or self.differ or self.flagged)

    @property
    def read_here(self) -> int:
        return self.labelled + self.differ - self.came_labelled

    @property
    def left(self) -> int:
        """Turns to be labelled that not all have read who are to."""
        return max(0, self.turns - self.labelled - self.differ)


@dataclass(frozen=True, slots=True)
class Overview:
    counts: Counts
    verdict: str  # whether to go on; "" before the models can say
    advice: str  # one claim in a sentence or two
    headline: str  # how good the model is, or what happens before there is one
    reasons: list[str]
    curve: list[Point]
    measured_on: str
    curve_on: str  # on what the curve was measured, where the sentence tells of other turns
    left: Left | None
    batch: BatchProgress | None
    transfer: Transfer | None
    labels: list[LabelCount]
    activity: list[Event]


@one_snapshot()
def read_overview(project: Project) -> Overview:
    counts = count_corpus(project)
    rounds = list(
        project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE).order_by("number")
    )
    curve = [point for run in rounds if is_measured(run) and (point := point_of(run))]
    last = next((run for run in reversed(rounds) if is_measured(run)), None)
    left = _left(last) if last else None
    newest = current_batch(project)
    batch = batch_progress(newest) if newest else None
    if batch is not None and (pace := pace_of(project)):
        batch = replace(batch, seconds=pace)  # one pace on all pages that tell of the project
    headline, advice = _sentences(counts, last, left, batch, fruitless=bool(rounds) and not curve)
    verdict, found = advice_parts(last) if last else ("", "")
    if verdict:
        said = (f"{found}." if found else "", price_sentence(last) if last else "")
        advice = " ".join(filter(None, said))
    return Overview(
        counts=counts,
        verdict=verdict,
        advice=advice,
        headline=headline,
        reasons=advice_reasons(last) if last else [],
        curve=curve,
        measured_on=_measured_on(last) if last else "",
        curve_on=_curve_on(last, curve) if last else "",
        left=left,
        batch=batch,
        transfer=_transfer(project, rounds),
        labels=count_labels(project),
        activity=list_activity(project),
    )


def count_corpus(project: Project) -> Counts:
    turns = dict(
        Turn.objects.filter(dialogue__project=project)
        .order_by()
        .values_list("dialogue__split")
        .annotate(n=Count("pk"))
    )
    pool, test, aside = (split.value for split in Dialogue.Split)
    labelled = Reading.objects.filter(
        is_gold=True, turn__dialogue__project=project, turn__dialogue__split=pool
    )
    settled = Reading.objects.filter(turn=OuterRef("turn"), is_gold=True)
    asked = QueryItem.objects.filter(batch__project=project).alias(settled=Exists(settled))
    differ = Q(status=QueryItem.Status.DONE, settled=False, turn__dialogue__split=pool)
    came = Q(turn__query_item=None) | Q(turn__query_item__batch__number=Batch.APART)
    return Counts(
        project.dialogues.count(),
        turns.get(pool, 0),
        turns.get(test, 0),
        **labelled.aggregate(labelled=Count("pk"), came_labelled=Count("pk", filter=came)),
        **asked.aggregate(
            flagged=Count("pk", filter=Q(is_flagged=True)), differ=Count("pk", filter=differ)
        ),
        aside_turns=turns.get(aside, 0),
    )


def count_labels(project: Project) -> list[LabelCount]:
    """How often each label was given by people in turns to be labelled, most frequent first."""
    given = Q(
        spans__status=Span.Status.ACCEPTED,
        spans__turn__dialogue__split=Dialogue.Split.POOL,
        spans__reading__is_gold=True,
    )
    rows = project.labels.annotate(n=Count("spans", filter=given)).order_by("-n", "position")
    return [LabelCount(row.name, row.key, row.family, row.n) for row in rows]


def training_status(project: Project, user: User | None = None) -> dict[str, Any]:
    """Context of `training/_status.html`: the run, how far it is, what it waits for in words for
    this person, and whether workers live."""
    run, batch = latest_run(project), current_batch(project)
    waiting = batch is not None and unread(batch.items.all()).exists()
    used_up = (
        run is not None
        and run.status == JobStatus.DONE
        and LeftItems.from_json(run.left).unread == 0
    )
    return {
        "project": project,
        "run": run,
        "run_error": run.error_words if run else "",
        "notes": note_sentences(run),
        "phase": str(PHASES.get(run.phase, run.phase)) if run else "",
        "percent": round(100 * run.progress) if run else 0,
        "batch_number": batch.number if batch else 0,
        "worker_alive": worker_alive(),
        "waiting": waiting_line(run, user),
        "silent": silent() if run is not None and run.is_active else [],
        "may_start": not waiting and not used_up,
        "behind": behind_status(project),
    }


def _left(run: TrainingRun) -> Left | None:
    left, advice = LeftItems.from_json(run.left), Advice.from_json(run.advice)
    unread = int(left.unread or 0)
    if left.basis == TEST and left.expected is not None:
        return Left(about(left.expected), unread, TEST)
    if advice.left_per_100 is None:
        return None
    items = about(advice.left_per_100 * unread / 100)
    return Left(items, unread, "changes", is_known=advice.loss is not None)


def _transfer(project: Project, rounds: list[TrainingRun]) -> Transfer | None:
    if project.source_model is None:
        return None
    judged = [run for run in rounds if tells_of(run, project.source_model)]
    weights = [run.source_weight for run in judged if run.source_weight is not None]
    first, last = (weights[0], weights[-1]) if weights else (None, None)
    sentence = ""
    is_newest_known = rounds and rounds[-1] in judged and rounds[-1].source_weight is not None
    if rounds and (not is_newest_known or first == last):
        first = last = None  # the last round gave it no share, always the same, or had another
        sentence = transfer_sentence(project.source_model, rounds[-1])
    return Transfer(project.source_model.name, last, first, sentence)


def _measured_on(run: TrainingRun) -> str:
    figure = figure_of(run)
    assert figure is not None  # only measured rounds are asked about
    return f"{meaning()} {basis_sentence(figure.basis, figure.turns)}"


def _curve_on(run: TrainingRun, curve: list[Point]) -> str:
    figure = figure_of(run)
    if figure is None or not curve or figure.basis == curve[-1].on:
        return ""
    return _("The curve: %(sentence)s") % {"sentence": basis_sentence(curve[-1].on, curve[-1].n)}


def _came_labelled(counts: Counts) -> tuple[str, str]:
    """Of a project whose texts were labelled before they came, and no model has learnt yet."""
    values = {"n": grouped(counts.labelled)}
    headline = (
        ngettext("%(n)s turn came labelled", "%(n)s turns came labelled", counts.labelled) % values
    )
    if counts.labelled >= counts.turns:
        return headline, _("The first model learns from them. No turn is left to be labelled.")
    return headline, _(
        "The first model learns from them, and chooses the turns of the first batch."
    )


def _sentences(
    counts: Counts,
    run: TrainingRun | None,
    left: Left | None,
    batch: BatchProgress | None,
    *,
    fruitless: bool,
) -> tuple[str, str]:
    """The headline, and one sentence of advice below it."""
    if run is None:
        if fruitless:
            return _("Nothing to learn from yet"), ngettext(
                "No item was found in %(n)s read turn. More turns are chosen until there is one.",
                "No item was found in %(n)s read turns. More turns are chosen until there is one.",
                counts.labelled,
            ) % {"n": grouped(counts.labelled)}
        if batch is None and counts.labelled:
            return _came_labelled(counts)
        if batch is None:
            return _("The first batch is not chosen yet"), _(
                "It is chosen before anything is labelled, by the texts and the source model."
            )
        if not batch.left:
            return _("The first batch is read"), _(
                "The first model learns from it; then it chooses the turns of the next batch."
            )
        return _("Label the first batch"), ngettext(
            "%(n)s turn waits. The first model learns while it is read.",
            "%(n)s turns wait. The first model learns while they are read.",
            batch.left,
        ) % {"n": grouped(batch.left)}
    figure = figure_of(run)
    figures = figure.text if figure else ""
    headline = ngettext(
        "After %(n)s read turn: %(figures)s",
        "After %(n)s read turns: %(figures)s",
        run.labelled_turns,
    ) % {"n": grouped(run.labelled_turns), "figures": figures}
    if left is None:
        return headline, ""
    if not left.unread:
        return headline, _("Every turn of the corpus was read by a person.")
    if not left.is_known:
        return headline, ""
    return headline, _(
        "If it read the other %(unread)s turns alone, about %(expected)s items would stay unseen."
    ) % {"unread": grouped(left.unread), "expected": grouped(left.expected)}
