"""What the learning page says: each round with its cost and score, what chance
would have given, which model proposes, and what is known of it.

Called by `webapp.views.learning.page` and `rows`. The number of queries does not depend on the
corpus nor on the number of rounds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from annotation.models import JobStatus, Project, QueryItem, Span, TrainingRun, Turn, User
from annotation.models.run_records import Advice, Audit, Cost, Details, Metrics, Transfer
from annotation.services.access.reach import within_reach
from annotation.services.runs.current import can_propose, latest_model
from annotation.services.runs.proposal_visibility import is_good
from annotation.services.runs.quality import (
    Figure,
    Score,
    figure_of,
    found_score,
    known_f1,
    named_score,
)
from annotation.services.storage.snapshots import one_snapshot
from learning.metrics.counts import ANY, NAMED, Counts, Difference, compare, most_mistaken, unpack

MODEL_KINDS = (TrainingRun.Kind.ROUND, TrainingRun.Kind.LARGE)
SHOWN_TURNS = 10
LOOKED_AT, OF_A_LABEL = 100, 2  # of the turns it gets most wrong, so many of a label


@dataclass(frozen=True, slots=True)
class Point:
    """What a round measured, and what the labels behind it cost; None where unknown."""

    turns: int  # read, as the tokens
    tokens: int
    edits: int | None  # spans set right
    seconds: float | None  # of people
    f1: float  # of what is found, whatever the label
    low: float | None  # of the 95 % interval; None where the figure is only a lower bound
    high: float | None
    precision: float
    recall: float
    on: str  # "test", "held-out" or "cross-validation"
    n: int  # turns measured
    named: float | None = None  # F1 of what is found and rightly named
    named_low: float | None = None
    named_high: float | None = None

    @property
    def is_bound(self) -> bool:
        return self.found.is_bound

    @property
    def named_recall(self) -> float | None:
        """The share that is found and rightly named: both F1 divide by the same words."""
        if self.named is None or not self.f1:
            return None
        return self.recall * self.named / self.f1

    @property
    def found(self) -> Score:
        return Score(self.f1, self.low, self.high, self.on)


@dataclass(frozen=True, slots=True)
class Model:
    """A finished round: its model, its point on the curve, and what chance gives at that moment."""

    run: TrainingRun
    point: Point | None
    chance: Point | None
    is_current: bool  # it is the one that proposes, as soon as it is good enough
    is_good: bool

    @property
    def proposes(self) -> bool:
        """Readers see its proposals from the next batch on."""
        return self.is_current and self.is_good

    @property
    def figure(self) -> Figure | None:
        return figure_of(self.run)

    @property
    def number(self) -> int:
        return self.run.number

    @property
    def is_large(self) -> bool:
        return self.run.kind == TrainingRun.Kind.LARGE

    @property
    def can_propose(self) -> bool:
        return bool(self.run.folder)

    @property
    def removed(self) -> str:
        """Why its files are gone: "old", "erased", or ""."""
        return "" if self.run.folder else self.details.removed or ""

    @property
    def can_compare(self) -> bool:
        return self.details.counts is not None

    @property
    def details(self) -> Details:
        return Details.from_json(self.run.details)


@dataclass(frozen=True, slots=True)
class HardTurn:
    """A turn on which the model fails or hesitates."""

    turn: Turn
    item: int | None  # opens it, if anything was asked of its dialogue
    is_asked: bool  # the item is the turn itself
    before: Turn | None  # what was said just before it
    spans: list[Span]  # what the model holds possible there, or what people agreed on
    missed: int = 0  # words, of `personal` ones
    personal: int = 0
    alarms: int = 0  # words called personal that are not


@dataclass(frozen=True, slots=True)
class Compared:
    """Two models on the turns that both were measured on."""

    left: Model
    right: Model
    whole: Difference  # of what they find
    named: Difference  # of what they also name rightly
    rows: dict[str, Difference]  # by label
    turns: int

    @property
    def neither(self) -> list[str]:
        """Labels that neither model finds."""
        return [name for name, row in self.rows.items() if row.first == row.second == 0]


@dataclass(frozen=True, slots=True)
class Learning:
    models: list[Model]  # finished rounds, oldest first
    shown: Model | None  # whose details are on the page
    current: Model | None  # proposes where it is good enough
    newest: Model | None  # does unless somebody went back to another
    pinned: bool  # somebody did
    broken: Model | None = None  # the one gone back to, where its files are damaged
    chance: list[Point] = field(default_factory=list)
    unlike: bool = False  # a model of turns drawn by chance was left out: see `_is_alike`

    @property
    def measured(self) -> list[Model]:
        return [model for model in self.models if model.point is not None]

    @property
    def last(self) -> Model | None:
        """The newest measured round: the end of the curve, beside which large models stand."""
        return next((each for each in reversed(self.measured) if not each.is_large), None)

    @property
    def comparable(self) -> list[Model]:
        return [model for model in self.models if model.can_compare]

    def by_id(self, pk: int | None) -> Model | None:
        """The model of a run, None for one that is not of this project or not done."""
        return next((model for model in self.models if model.run.pk == pk), None)


@one_snapshot()
def read_learning(project: Project, shown: int | None = None) -> Learning:
    """The rounds of a project; `shown` names the run whose details are wanted (else the current).

    Two queries, and few more where a large model trains behind.
    """
    runs = list(
        project.runs.filter(kind__in=MODEL_KINDS, status=JobStatus.DONE).order_by("number", "pk")
    )
    newest = latest_model(project) if runs else None
    pinned = next((run for run in runs if run.folder and run.pk == project.model_id), None)
    current = pinned if pinned and can_propose(pinned) else newest
    models = [
        Model(
            run,
            point_of(run),
            _chance(run),
            is_current=current is not None and run.pk == current.pk,
            is_good=is_good(project, known_f1(run)),
        )
        for run in runs
    ]
    by_run = {model.run.pk: model for model in models}
    main = by_run.get(current.pk) if current else None
    drawn = [model for model in models if model.chance]
    alike = [model for model in drawn if _is_alike(model, models)]
    if drawn and drawn[-1] not in alike:
        alike = []  # a line that stops where it begins to matter
    return Learning(
        models=models,
        shown=(by_run.get(shown) if shown else None) or main,
        current=main,
        newest=by_run.get(newest.pk) if newest else None,
        pinned=pinned is not None,
        broken=by_run.get(pinned.pk) if pinned and not can_propose(pinned) else None,
        chance=[model.chance for model in alike if model.chance],
        unlike=len(alike) < len(drawn),
    )


def _is_alike(drawn: Model, models: Iterable[Model]) -> bool:
    """Whether what chance taught can be set beside the curve: the project's models of as many
    turns leant on the source as this one does. Later on a source gives it what they had not."""
    turns = drawn.chance.turns if drawn.chance else 0
    rounds = [model for model in models if model.point is not None and not model.is_large]
    after = next((model for model in rounds if model.run.labelled_turns >= turns), drawn)
    return _leaning(after.run) == _leaning(drawn.run)


def _leaning(run: TrainingRun) -> tuple[bool, bool]:
    transfer = Transfer.from_json(run.transfer)
    return bool(transfer.leans), bool(transfer.listens)


def compare_models(left: Model, right: Model) -> Compared | None:
    """Both on the same turns, by label; None where they share none or were measured otherwise."""
    if left.point is None or right.point is None or left.point.on != right.point.on:
        return None
    first, second = _counts(left.run), _counts(right.run)
    if first is None or second is None:
        return None
    rows = compare(first, second)
    whole, named = rows.pop(ANY, None), rows.pop(NAMED, None)
    if whole is None or named is None:
        return None
    shared = len(set(first.turns.tolist()) & set(second.turns.tolist()))
    return Compared(left, right, whole, named, rows, shared)


def read_hard_turns(
    project: Project, model: Model, only: User | None = None
) -> tuple[list[HardTurn], list[HardTurn]]:
    """Unread turns of which the model is least sure a word, and measured ones that it gets most
    wrong; of the dialogues of one person (`only`), or of all. Six queries."""
    unsure = [int(pk) for pk in model.details.hardest or ()][:SHOWN_TURNS]
    counts = _counts(model.run)
    wrong = most_mistaken(counts, LOOKED_AT) if counts else []
    spans = Span.objects.filter(turn__dialogue__project=project).select_related("label")
    gold = spans.filter(reading__is_gold=True, status=Span.Status.ACCEPTED)
    agreed = _by_turn(gold.filter(turn__in=wrong))
    wrong = _varied(wrong, agreed)[:SHOWN_TURNS]
    words = _words_of(counts) if counts else {}
    turns = Turn.objects.filter(dialogue__project=project, pk__in={*unsure, *wrong})
    if only is not None:
        turns = within_reach(turns, only)
    turns_by_id = {turn.pk: turn for turn in turns.select_related("dialogue")}
    items, near = _items(turns_by_id.values())
    before = _before(turns_by_id.values())
    proposed = spans.filter(reading=None, status=Span.Status.PROPOSED, run__number=model.number)
    guessed = _by_turn(proposed.filter(turn__in=unsure))

    def listed(pks: Iterable[int], spans: dict[int, list[Span]], *, judged: bool) -> list[HardTurn]:
        return [
            HardTurn(
                turns_by_id[pk],
                items.get(pk) or near.get(turns_by_id[pk].dialogue_id),
                pk in items,
                before.get(pk),
                spans.get(pk, []),
                *(words.get(pk, ()) if judged else ()),
            )
            for pk in pks
            if pk in turns_by_id
        ]

    return listed(unsure, guessed, judged=False), listed(wrong, agreed, judged=True)


def _varied(turns: Iterable[int], spans: Mapping[int, Sequence[Span]]) -> list[int]:
    """The turns in their order, of each label at most so many; a turn's label is its most
    frequent."""
    seen: Counter[str] = Counter()
    kept = []
    for pk in turns:
        names = Counter(span.label.name for span in spans.get(pk, ()))
        name = names.most_common(1)[0][0] if names else ""
        seen[name] += 1
        if seen[name] <= OF_A_LABEL:
            kept.append(pk)
    return kept


def _words_of(counts: Counts) -> dict[int, tuple[int, int, int]]:
    """Of each turn: personal words missed, personal words, and others called personal."""
    return {
        int(counts.turns[place]): (int(gold - right), int(gold), int(said - right))
        for place, right, said, gold in counts.table.get(ANY, ())
    }


def _before(turns: Iterable[Turn]) -> dict[int, Turn]:
    """The turn just before each, by the id of the later one."""
    places = {(turn.dialogue_id, turn.position - 1): turn.pk for turn in turns if turn.position}
    wanted = Q(pk=None)
    for dialogue, position in places:
        wanted |= Q(dialogue=dialogue, position=position)
    found = Turn.objects.filter(wanted)
    return {places[turn.dialogue_id, turn.position]: turn for turn in found}


def _by_turn(spans: Iterable[Span]) -> dict[int, list[Span]]:
    by_turn: dict[int, list[Span]] = {}
    for span in spans:
        by_turn.setdefault(span.turn_id, []).append(span)
    return by_turn


def _counts(run: TrainingRun) -> Counts | None:
    """What the model said and missed, turn by turn; None where it was not measured."""
    try:
        return unpack(Details.from_json(run.details).counts or "")
    except ValueError:
        return None


def _items(turns: Iterable[Turn]) -> tuple[dict[int, int], dict[int, int]]:
    """Items by turn, and one item of each dialogue: what opens a turn on the labelling page."""
    dialogues = {turn.dialogue_id for turn in turns}
    items_by_turn: dict[int, int] = {}
    near: dict[int, int] = {}
    items = QueryItem.objects.filter(turn__dialogue__in=dialogues)
    for pk, turn, dialogue in items.values_list("pk", "turn_id", "turn__dialogue_id"):
        items_by_turn[turn] = near[dialogue] = pk
    return items_by_turn, near


def audit_of(run: TrainingRun) -> Audit | None:
    """None where no turn drawn by chance was settled, or an older version wrote no interval."""
    audit = Advice.from_json(run.advice).audit
    return audit if audit is not None and audit.has_interval else None


def point_of(run: TrainingRun) -> Point | None:
    """What a round measured; None where it had nothing to learn from."""
    metrics = Metrics.from_json(run.metrics)
    cost = Details.from_json(run.details).cost or Cost()
    return _make(metrics, run.labelled_turns, run.labelled_tokens, cost)


def _chance(run: TrainingRun) -> Point | None:
    chance = Details.from_json(run.details).random
    return _make(chance, chance.turns or 0, chance.tokens or 0, chance.cost) if chance else None


def _make(metrics: Metrics, turns: int, tokens: int, cost: Cost) -> Point | None:
    found = found_score(metrics, metrics.basis)
    named = named_score(metrics, metrics.basis)
    if found is None:
        return None
    return Point(
        turns=turns,
        tokens=tokens,
        edits=cost.edits,
        seconds=cost.seconds if cost.timed else None,
        f1=found.value,
        low=found.low,
        high=found.high,
        precision=metrics.precision or 0.0,
        recall=metrics.recall or 0.0,
        on=metrics.basis,
        n=metrics.measured_turns,
        named=named.value if named else None,
        named_low=named.low if named else None,
        named_high=named.high if named else None,
    )
