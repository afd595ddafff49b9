"""The large model of a project: trained behind the CRF's rounds, and in charge of the proposals as
long as it is surely better.

The CRF selects and proposes at once, so nobody waits; then, while nothing else is to be done, the
large model learns from the same labels [Nguyen22]. A run of it gives way to every other run: it is
cancelled, its child process ends, and after the next round it goes on from where it was.
"""

import logging
import shutil
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop

from annotation.convert import instance
from annotation.models import Dialogue, JobStatus, Project, QueryItem, TrainingRun, Turn
from annotation.models.run_records import Transfer
from annotation.refusals import Refused
from annotation.services.corpus.best_spans import gold_spans, utterances_of
from annotation.services.jobs.lifecycle import finish_job
from annotation.services.runs.batches import spare_turns
from annotation.services.runs.current import ACTIVE, model_in_charge, newest_measured
from annotation.services.runs.proposal_visibility import AUDIT
from annotation.services.runs.starting import start_run
from annotation.services.runs.transfers import is_same_source
from annotation.services.storage.local import model_folder
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.training.costs import BY_CHANCE
from annotation.services.training.encoders import large_settings
from annotation.services.training.proposals import save_proposals
from learning.errors import (
    EmptyPool,
    ExtraMissing,
    LearningError,
    MemoryShort,
    ModelDamaged,
    OneClassOnly,
    TooFewDrawn,
    WeightsMissing,
)
from learning.large.process import LargeJob, LargeResult, run_apart
from learning.types import Utterance

log = logging.getLogger("antifaz.large")
Report = Callable[[float, str], None]

LEAST_TURNS = 60  # labelled turns before a large model is tried
UNREAD = 5_000  # turns nobody has labelled, of which the CRF beside it makes its first reading
KEPT = 2  # large models of a project that stay on the disk: each is some hundred megabytes

# What a failed run says; a person can act on each. The loop goes on with the CRF.
SENTENCES: dict[type[LearningError], str] = {
    ExtraMissing: gettext_noop(
        "The large model needs packages that are not installed: run make setup EXTRAS=bert. "
        "Until then the small model goes on alone."
    ),
    WeightsMissing: gettext_noop(
        "The weights of the large model were not found or cannot be read: look at its name in the "
        "settings, and at docs/taggers.md. Until then the small model goes on alone."
    ),
    MemoryShort: gettext_noop(
        "There was not enough memory for the large model: choose a smaller one. "
        "Until then the small model goes on alone."
    ),
    OneClassOnly: gettext_noop(
        "Too little is labelled for the large model: it is tried again after the next batch."
    ),
    EmptyPool: gettext_noop(
        "Too little is labelled for the large model: it is tried again after the next batch."
    ),
    TooFewDrawn: gettext_noop(
        "Whether the large model is better can only be told on turns that nobody chose: at least "
        "30, with 20 labelled words in them, must be read of the turns drawn by chance or of the "
        "test dialogues. Until then the small model goes on alone."
    ),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Turns of the batch that wait for a reader, and they as instances."""

    turns: list[int]
    utterances: list[Utterance]


def queue_large(project: Project) -> TrainingRun | None:
    """Queue the training of the large model where the project has one, its labels suffice, and the
    newest round has not had its turn; None otherwise, and while anything else is active."""
    project = Project.objects.get(pk=project.pk)  # the settings may have changed meanwhile
    newest = newest_measured(project, TrainingRun.Kind.ROUND)
    if not project.encoder or newest is None or newest.labelled_turns < LEAST_TURNS:
        return None
    if project.runs.filter(status__in=ACTIVE).exists():
        return None
    done = project.runs.filter(kind=TrainingRun.Kind.LARGE).exclude(status=JobStatus.CANCELLED)
    if done.filter(pk__gt=newest.pk).exists():
        return None
    return start_run(project, kind=TrainingRun.Kind.LARGE)


def work_on_large(run: TrainingRun, report: Report) -> None:
    """Propose with the large model there is, train the next one, and let it take over if it is
    surely better. Raises Refused with a sentence for people, or JobLost."""
    project = run.project
    job = _job_of(run)
    waiting = _asked(project)
    try:
        _propose(project, run, job, waiting, report)
        result = run_apart("learn", _with(job, ask=waiting.utterances), report)
    except tuple(SENTENCES) as error:
        sentence = next(text for kind, text in SENTENCES.items() if isinstance(error, kind))
        raise Refused(sentence, code=error.code) from error
    _finish(run, job, waiting, result)


def _propose(
    project: Project, run: TrainingRun, job: LargeJob, asked: Asked, report: Report
) -> None:
    """The new batch has the CRF's proposals; where a large model is in charge it gives its own."""
    large = model_in_charge(project)
    if large is None or not asked.turns or project.model_id not in {None, large.pk}:
        return
    folder = model_folder(large.folder)
    try:
        answer = run_apart("propose", _with(job, folder=str(folder), ask=asked.utterances), report)
    except ModelDamaged:
        log.warning("large model %s is damaged; the next one is trained", large.pk)
        TrainingRun.objects.filter(pk=large.pk).update(folder="")
        return
    report(0.0, "training")  # still ours?
    with transaction.atomic():
        save_proposals(large, dict(zip(asked.turns, answer.proposals, strict=True)))


def _finish(run: TrainingRun, job: LargeJob, asked: Asked, result: LargeResult) -> None:
    folder = Path(job.folder)
    labelled, tokens = len(job.labelled), result.card.get("tokens")
    try:
        with transaction.atomic():
            finish_job(
                run,
                folder=str(folder.relative_to(settings.ANTIFAZ_DATA)) if result.better else "",
                labelled_turns=labelled,
                labelled_tokens=tokens if isinstance(tokens, int) else 0,
                metrics=result.metrics,
                card={key: value for key, value in result.card.items() if key != "files"},
            )
            pinned = Project.objects.values_list("model", flat=True).get(pk=run.project_id)
            if result.better and pinned is None:
                save_proposals(run, dict(zip(asked.turns, result.proposals, strict=True)))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    _forget_old(run.project)


def _job_of(run: TrainingRun) -> LargeJob:
    """What is labelled, and how the project wants the large model to be trained."""
    project = run.project
    pool, test = Dialogue.Split.POOL, Dialogue.Split.TEST
    with one_snapshot():
        rows = utterances_of(project, pool, gold_spans(project, pool))
        measured = [each for _, each in utterances_of(project, test, gold_spans(project, test))]
    models = settings.ANTIFAZ_DATA / "models" / f"project-{project.pk}"
    models.mkdir(mode=0o700, parents=True, exist_ok=True)
    small, prior = _small(project)
    chance = _drawn(project)
    return LargeJob(
        kind=project.large_kind,
        settings=large_settings(project.encoder),
        folder=str(models / f"large-{run.number}-{run.claim[:8]}"),
        labelled=[each for _, each in rows],
        test=measured,
        drawn=[place for place, (pk, _) in enumerate(rows) if pk in chance],
        unread=_unread(project, {pk for pk, _ in rows}),
        unfinished=str(models / "large-unfinished"),
        small=small,
        prior=prior,
    )


def _drawn(project: Project) -> set[int]:
    """The turns that chance drew, no strategy."""
    items = QueryItem.objects.filter(batch__project=project, reason__in=BY_CHANCE)
    return set(items.values_list("turn_id", flat=True))


def _unread(project: Project, labelled: Set[int]) -> list[Utterance]:
    """Some of the turns that nobody has labelled, spread over the pool."""
    pool = Turn.objects.filter(dialogue__project=project, dialogue__split=Dialogue.Split.POOL)
    keys = [pk for pk in pool.order_by("pk").values_list("pk", flat=True) if pk not in labelled]
    some = keys[:: len(keys) // UNREAD + 1]
    rows = Turn.objects.filter(pk__in=some).order_by("pk").values_list("text", "speaker")
    return [instance(text, speaker=speaker) for text, speaker in rows if text.strip()]


def _small(project: Project) -> tuple[str, str]:
    """Where the newest round's CRF lies, which the large one is to beat, and the source model that
    whose prior it has, as long as the project still has that one; "" for what is not there."""
    rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
    newest = rounds.exclude(folder="").order_by("-pk").first()
    if newest is None:
        return "", ""
    small, source = str(model_folder(newest.folder)), project.source_model
    if source and Transfer.from_json(newest.transfer).leans and is_same_source(newest, source):
        return small, str(model_folder(source.folder))
    return small, ""


def _asked(project: Project) -> Asked:
    """The turns of the newest batch that nobody has begun, and those that come next, except those
    drawn by chance: these measure the small model, and keep its proposals."""
    batch = project.batches.order_by("-number").first()
    if batch is None:
        return Asked([], [])
    items = batch.items.filter(status=QueryItem.Status.OPEN, assignments__isnull=True)
    turns = list(items.exclude(reason=AUDIT).values_list("turn_id", flat=True))
    turns += spare_turns(batch).values_list("pk", flat=True)
    rows = Turn.objects.filter(pk__in=turns).select_related("dialogue").order_by("pk")
    instances = [(each.pk, instance(each.text, speaker=each.speaker)) for each in rows]
    return Asked([pk for pk, _ in instances], [each for _, each in instances])


def _with(job: LargeJob, *, ask: Sequence[Utterance], folder: str = "") -> LargeJob:
    values: dict[str, Any] = {**vars(job), "ask": ask}
    if folder:  # to propose, nothing is learnt
        values |= {"folder": folder, "labelled": (), "test": (), "drawn": (), "unread": ()}
    return LargeJob(**values)


def _forget_old(project: Project) -> None:
    """Delete the folders of older large models; their rows and scores stay."""
    large = project.runs.filter(kind=TrainingRun.Kind.LARGE).exclude(folder="").order_by("-pk")
    pinned = Project.objects.values_list("model", flat=True).get(pk=project.pk)
    for old in large[KEPT:]:
        if old.pk != pinned:
            TrainingRun.objects.filter(pk=old.pk).update(folder="")
            shutil.rmtree(settings.ANTIFAZ_DATA / old.folder, ignore_errors=True)
