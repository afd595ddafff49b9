"""What a model proposes: opens it, lets it read the corpus, and saves its spans.

Called by `loop`, whose runs read the corpus, and by `large_model`.
"""

import contextlib
import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_noop

from annotation.convert import found_beside
from annotation.models import Assignment, JobStatus, Project, QueryItem, Reading, Span, TrainingRun
from annotation.refusals import Refused
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.jobs.lifecycle import finish_job
from annotation.services.runs.chosen_model import mark_broken
from annotation.services.runs.current import current_model
from annotation.services.runs.proposal_visibility import AUDIT, review_shown
from annotation.services.runs.quality import known_f1
from annotation.services.storage.local import model_folder
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.training.pools import pool_of
from learning.crf.probe import probe_model
from learning.crf.tagger import MODEL_FILE, CrfTagger
from learning.errors import LearningError, ModelDamaged
from learning.large.kinds import open_tagger
from learning.rounds.possible import possible_words
from learning.rounds.run import propose
from learning.tagger import Tagger
from learning.types import Bounds, overlaps
from learning.types import Span as LearningSpan

log = logging.getLogger("antifaz.training")
Report = Callable[[float, str], None]


def load_tagger(folder: Path) -> Tagger:
    """A tagger from disk, probed in a child process first: a damaged file kills who loads it.

    Once for as long as the file stays as it is: every round asks the same source. That a file has
    answered is noted beside the pools, since each round has a process of its own.
    """
    try:
        state = (folder / MODEL_FILE).stat()
    except OSError:
        probe_model(folder)  # it says what is wrong
        return open_tagger(folder)
    mark = f"{folder}\0{state.st_mtime_ns}\0{state.st_size}\0{state.st_ino}"
    name = hashlib.sha256(mark.encode()).hexdigest()
    proven: Path = settings.ANTIFAZ_DATA / "cache" / "proven" / name
    if not proven.exists():
        probe_model(folder)
        with contextlib.suppress(OSError):  # a full disk: it is asked again
            proven.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            proven.touch()
    return open_tagger(folder)


def save_proposals(
    run: TrainingRun,
    proposals: Mapping[int, Sequence[LearningSpan]],
    *,
    model: TrainingRun | None = None,
) -> None:
    """Replace the models' spans on these turns, except where a person has read, has decided on one
    or has them before her; and say anew whether they may be seen. `model`: who proposes, if not
    the run's."""
    labels = {label.name: label for label in run.project.labels.all()}
    f1 = _quality(model or run)
    pks = list(proposals)
    for first in range(0, len(pks), 500):
        chunk = pks[first : first + 500]
        read = _begun(chunk)
        free = [pk for pk in chunk if pk not in read]
        review_shown(run.project, free, f1)
        Span.objects.filter(turn__in=free, reading=None, run__isnull=False).delete()
        # Another tool's work is to be reviewed as it was: nothing that it overlaps is proposed.
        foreign: dict[int, list[Bounds]] = {}
        for pk, start, end in Span.objects.filter(turn__in=free, reading=None).values_list(
            "turn", "start", "end"
        ):
            foreign.setdefault(pk, []).append(Bounds(start, end))
        Span.objects.bulk_create(
            Span(
                turn_id=pk,
                start=s.start,
                end=s.end,
                label=labels[s.label],
                run=run,
                status=Span.Status.PROPOSED,
                confidence=s.confidence,
                extra=found_beside(s),
            )
            for pk in free
            for s in proposals[pk]
            if s.label in labels and not any(overlaps(s, other) for other in foreign.get(pk, ()))
        )


def save_possible(words: Mapping[int, Sequence[Bounds]]) -> None:
    """Keep what a model thinks possible on these turns (by id), where nobody holds them yet. On
    turns drawn by chance nothing is kept: they tell what the model misses."""
    items = list(
        QueryItem.objects.filter(turn__in=words, assignments__isnull=True).exclude(reason=AUDIT)
    )
    for item in items:
        item.possible = [list(each) for each in words[item.turn_id]]
    QueryItem.objects.bulk_update(items, ["possible"], batch_size=500)


def _begun(turns: Sequence[int]) -> set[int]:
    """Those of the turns (ids) that somebody was given or has ended, or where a model's proposal
    was decided, so that the answer stays and is not asked for again."""
    # A label that was carried over from another turn is no reading yet.
    decided = Exists(Span.objects.filter(reading=OuterRef("pk"), origin__run__isnull=False))
    readings = Reading.objects.filter(
        decided | ~Q(status=Reading.Status.OPEN), turn__in=turns
    ).values_list("turn_id", flat=True)
    # Before there were proposals to show, a model reads it all the same: it shows nothing there,
    # and what it finds must not leave if nobody ends the turn.
    given = Assignment.objects.filter(item__turn__in=turns).exclude(
        item__proposals=QueryItem.Proposals.EARLY
    )
    return {*readings, *given.values_list("item__turn", flat=True)}


def _quality(model: TrainingRun) -> float | None:
    """What the model finds by all that is known, read anew: its run may have ended a moment ago."""
    return known_f1(TrainingRun.objects.only("metrics", "advice").get(pk=model.pk))


def open_current(project: Project) -> tuple[TrainingRun, Tagger]:
    """The model that proposes; in place of a large one that cannot be opened, the newest round's.

    Raises: Refused without a model; ModelDamaged.
    """
    model = current_model(project)
    if model is None:
        raise Refused(gettext_noop("There is no model yet: label a batch first."), code="no_model")
    try:
        return model, load_tagger(model_folder(model.folder))
    except LearningError as error:
        rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
        small = rounds.exclude(folder="").order_by("-pk").first()
        if model.kind != TrainingRun.Kind.LARGE or small is None:
            if model.pk == project.model_id and isinstance(error, ModelDamaged):
                mark_broken(model, broken=True)
            raise
        log.warning("large model %s cannot be opened (%s)", model.pk, type(error).__name__)
        return small, load_tagger(model_folder(small.folder))


def read_corpus(run: TrainingRun, report: Report) -> None:
    """Let the model that proposes read every turn that no person has read."""
    model, tagger = open_current(run.project)
    with one_snapshot():
        read = set(gold_spans(run.project))
        rows = pool_of(run.project)
    unread = [i for i, pk in enumerate(rows.turns) if pk not in read]
    proposals: dict[int, tuple[LearningSpan, ...]] = {}
    size = 5_000 if isinstance(tagger, CrfTagger) else 250  # some seconds' work
    for begin in range(0, len(unread), size):
        chunk = unread[begin : begin + size]
        spans = propose(tagger, rows.read(chunk))
        proposals |= {rows.turns[i]: each for i, each in zip(chunk, spans, strict=True)}
        report(len(proposals) / len(unread), "scoring")
    waiting = QueryItem.objects.filter(batch__project=run.project, status=QueryItem.Status.OPEN)
    asked = set(waiting.values_list("turn", flat=True))
    indices = [i for i in unread if rows.turns[i] in asked]
    possible = possible_words(tagger, rows.read(indices))
    with transaction.atomic():
        finish_job(run, number=model.number)
        save_proposals(run, proposals, model=model)
        save_possible({rows.turns[i]: each for i, each in zip(indices, possible, strict=True)})
