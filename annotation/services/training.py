"""The learning loop on rows: choose the seed, train a round, tag the corpus.

A run is queued here and worked on by a task. What it computes becomes visible in one transaction
at its end: a killed worker leaves the last batch and the last model as they were.
"""

import logging
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from annotation.errors import JobLost, Refused
from annotation.models import (
    Dialogue,
    JobStatus,
    Project,
    QueryItem,
    Reading,
    SourceModel,
    Span,
    TrainingRun,
    User,
)
from annotation.services.batches import save_batch
from annotation.services.corpus import gold_spans, utterances_of
from annotation.services.jobs import finish_job, send_job
from learning.crf import CrfTagger
from learning.errors import EmptyPool, ModelDamaged, NothingLabelled, OneClassOnly
from learning.pool import Pool, open_pool
from learning.probe import probe_model
from learning.rounds import Selection, choose_seed, propose, run_round
from learning.tokens import tokenise
from learning.types import Span as LearningSpan
from learning.types import Utterance

log = logging.getLogger("antifaz.training")
Report = Callable[[float, str], None]

# Without a source model, the same strategy without its source part.
SEEDS_WITHOUT_SOURCE = {"kmeans+source": "kmeans", "source-entropy": "kmeans"}
QUERIES_WITHOUT_SOURCE = {"combined": "target-entropy", "source-entropy": "target-entropy"}


@dataclass(frozen=True, slots=True)
class PoolRows:
    """The pool as the learner sees it; `turns[i]` is the id of instance i."""

    turns: list[int]
    utterances: list[Utterance]

    def index(self) -> dict[int, int]:
        return {pk: place for place, pk in enumerate(self.turns)}


def start_run(
    project: Project, *, user: User | None = None, kind: str | None = None
) -> TrainingRun:
    """Queue the project's next piece of learning; the one that is active, if there is one."""
    if kind is None:
        kind = "round" if project.batches.exists() else "seed"
    number = project.runs.filter(kind="round", status=JobStatus.DONE).count() + (kind == "round")
    try:
        with transaction.atomic():
            run = TrainingRun.objects.create(
                project=project, kind=kind, number=number, requested_by=user
            )
            send_job(run)
    except IntegrityError:
        run = active_run(project) or latest_run(project)  # type: ignore[assignment]
    return run


def active_run(project: Project) -> TrainingRun | None:
    """The run that waits or works, if any (at most one a project)."""
    return project.runs.filter(status__in=[JobStatus.QUEUED, JobStatus.RUNNING]).first()


def latest_run(project: Project) -> TrainingRun | None:
    """The newest run, whatever its state."""
    return project.runs.order_by("-pk").first()


def latest_model(project: Project) -> TrainingRun | None:
    """The newest finished round that left a model."""
    return project.runs.filter(status=JobStatus.DONE).exclude(folder="").order_by("-pk").first()


def work_on_run(run: TrainingRun, report: Report) -> None:
    """Do the run. Raises Refused with a sentence for people, or JobLost."""
    try:
        {"seed": _seed, "round": _round, "tag": _tag}[run.kind](run, report)
    except EmptyPool as error:
        raise Refused(
            gettext_noop(
                "There is no unread turn with text in this project: import dialogues first."
            ),
            code="empty_pool",
        ) from error
    except ModelDamaged as error:
        raise Refused(
            gettext_noop(
                "A model file is damaged and was not loaded: train again, or choose another source."
            ),
            code="model_damaged",
        ) from error


def _seed(run: TrainingRun, report: Report) -> None:
    pool_rows = pool_of(run.project)
    pool = _open(run.project, pool_rows, report)
    selection = _choose_seed(run, pool, pool_rows)
    with transaction.atomic():
        finish_job(run)
        save_batch(run, pool_rows.turns, selection, run.project.seed_strategy)


def _round(run: TrainingRun, report: Report) -> None:
    project = run.project
    rows = pool_of(project)
    place = rows.index()
    labelled = {
        place[pk]: tuple(LearningSpan(s.start, s.end, s.label.name) for s in spans)
        for pk, spans in gold_spans(project, Dialogue.Split.POOL).items()
        if pk in place
    }
    run.labelled_turns = len(labelled)
    pool = _open(project, rows, report)
    source = _source(project)
    strategy = project.query_strategy
    if source is None:
        strategy = QUERIES_WITHOUT_SOURCE.get(strategy, strategy)
    try:
        result = run_round(
            pool,
            labelled,
            round_number=run.number,
            batch_size=project.batch_size,
            query_strategy=strategy,
            source=source,
            rng=np.random.default_rng([project.pk, run.number]),
            test=test_utterances(project),
            exclude=_asked(project, place),
            progress=report,
        )
    except (NothingLabelled, OneClassOnly):
        # Nothing to learn from yet: ask more turns, chosen like a seed, instead of failing.
        selection = _choose_seed(run, pool, rows, exclude=_asked(project, place) | set(labelled))
        with transaction.atomic():
            finish_job(run, labelled_turns=len(labelled), scores={"on": "nothing"})
            save_batch(run, rows.turns, selection, project.seed_strategy)
        return
    folder = _save_model(run, result.tagger)
    try:
        with transaction.atomic():
            finish_job(
                run,
                folder=str(folder.relative_to(settings.ANTIFAZ_DATA)),
                labelled_turns=len(labelled),
                labelled_tokens=sum(len(tokenise(rows.utterances[i].text)) for i in labelled),
                scores=result.scores,
                left=result.left,
                source_weight=result.source_weight if source else None,
                timings=result.timings,
            )
            if result.selection is not None:
                f1 = result.scores.get("f1")
                save_batch(run, rows.turns, result.selection, strategy, f1=f1)
                save_proposals(run, {rows.turns[i]: spans for i, spans in result.proposals.items()})
    except JobLost:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _tag(run: TrainingRun, report: Report) -> None:
    """Let the newest model read every turn that no person has read."""
    model = latest_model(run.project)
    if model is None:
        raise Refused(gettext_noop("There is no model yet: label a batch first."), code="no_model")
    tagger = load_tagger(settings.ANTIFAZ_DATA / model.folder)
    read = set(gold_spans(run.project))
    rows = pool_of(run.project)
    unread = [i for i, pk in enumerate(rows.turns) if pk not in read]
    found = propose(tagger, [rows.utterances[i] for i in unread], progress=report)
    with transaction.atomic():
        finish_job(run, number=model.number)
        save_proposals(run, {rows.turns[i]: spans for i, spans in zip(unread, found, strict=True)})


def pool_of(project: Project) -> PoolRows:
    """Every turn with text of the dialogues to be labelled, in reading order."""
    found = utterances_of(project, Dialogue.Split.POOL)
    return PoolRows([pk for pk, _ in found], [utterance for _, utterance in found])


def test_utterances(project: Project) -> list[Utterance]:
    """The finished turns kept to measure the model."""
    split = Dialogue.Split.TEST
    return [each for _, each in utterances_of(project, split, gold_spans(project, split))]


def load_tagger(folder: Path) -> CrfTagger:
    """A tagger from disk, probed in a child process first: a damaged file kills who loads it."""
    probe_model(folder)
    return CrfTagger.load(folder)


def save_proposals(run: TrainingRun, proposals: dict[int, Sequence[LearningSpan]]) -> None:
    """Replace the machine's spans on these turns, except where a person reads or has read."""
    labels = {label.name: label for label in run.project.labels.all()}
    pks = list(proposals)
    for first in range(0, len(pks), 500):
        some = pks[first : first + 500]
        # A label that was carried over from another turn is no reading yet.
        begun = Q(turn__query_item__assignments__isnull=False) | ~Q(status=Reading.Status.OPEN)
        read = set(Reading.objects.filter(begun, turn__in=some).values_list("turn_id", flat=True))
        free = [pk for pk in some if pk not in read]
        Span.objects.filter(turn__in=free, reading=None).delete()
        Span.objects.bulk_create(
            Span(
                turn_id=pk,
                start=s.start,
                end=s.end,
                label=labels[s.label],
                run=run,
                status=Span.Status.PROPOSED,
                confidence=s.score,
            )
            for pk in free
            for s in proposals[pk]
            if s.label in labels
        )


def _open(project: Project, rows: PoolRows, report: Report) -> Pool:
    if not rows.utterances:
        raise EmptyPool
    cache = settings.ANTIFAZ_DATA / "cache" / f"project-{project.pk}"
    return open_pool(rows.utterances, cache, progress=report)


def _source(project: Project) -> CrfTagger | None:
    source: SourceModel | None = project.source_model
    return load_tagger(settings.ANTIFAZ_DATA / source.folder) if source else None


def _choose_seed(
    run: TrainingRun, pool: Pool, rows: PoolRows, exclude: set[int] | None = None
) -> Selection:
    project, source = run.project, _source(run.project)
    place = rows.index()
    strategy = project.seed_strategy
    if source is None:
        strategy = SEEDS_WITHOUT_SOURCE.get(strategy, strategy)
    done = {place[pk] for pk in gold_spans(project, Dialogue.Split.POOL) if pk in place}
    return choose_seed(
        pool,
        size=project.batch_size,
        strategy=strategy,
        source=source,
        rng=np.random.default_rng([project.pk, run.number]),
        exclude=(exclude or set()) | done | _asked(project, place),
    )


def _asked(project: Project, place: dict[int, int]) -> set[int]:
    asked = QueryItem.objects.filter(batch__project=project).values_list("turn_id", flat=True)
    return {place[pk] for pk in asked if pk in place}


def _save_model(run: TrainingRun, tagger: CrfTagger) -> Path:
    """Write, check and probe the model; its folder has the claim in its name, so two workers never
    write the same one."""
    folder = (
        settings.ANTIFAZ_DATA
        / "models"
        / f"project-{run.project_id}"
        / f"round-{run.number}-{run.claim[:8]}"
    )
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    tagger.save(folder)
    probe_model(folder)
    return folder
