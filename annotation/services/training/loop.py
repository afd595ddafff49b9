"""The learning loop on rows: choose the seed, train a round, tag the corpus.

A run is queued in `starting` and worked on by a task. What it computes becomes visible in one
transaction at its end: a killed worker leaves the last batch and the last model as they were.
"""

import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop

from annotation.models import (
    Dialogue,
    JobStatus,
    Project,
    TrainingRun,
)
from annotation.models.run_records import Details, LeftItems, Metrics
from annotation.refusals import Refused
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.jobs.lifecycle import finish_job
from annotation.services.runs.batches import mix_audit, save_batch
from annotation.services.runs.chosen_model import mark_broken
from annotation.services.runs.quality import known_f1
from annotation.services.runs.transfers import describe_transfer, is_same_source
from annotation.services.storage.leftovers import forget_old_features
from annotation.services.storage.local import model_folder
from annotation.services.storage.old_models import forget_old_models
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.training import large_model
from annotation.services.training.advice import advise_round, audit_proposals
from annotation.services.training.asking import source_of
from annotation.services.training.details import describe_round, note_chance
from annotation.services.training.material import Material, asked_of, gather
from annotation.services.training.notes import take_notes
from annotation.services.training.pools import PoolRows, features_of, pool_of
from annotation.services.training.proposals import (
    load_tagger,
    read_corpus,
    save_possible,
    save_proposals,
)
from annotation.services.training.shapes import shape_of
from annotation.services.training.shards import SharedScoring
from learning.choice.queries import query_named
from learning.choice.seeds import seed_named
from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger, probe_answer
from learning.errors import (
    EmptyPool,
    ModelDamaged,
    NothingLabelled,
    OneClassOnly,
)
from learning.rounds.possible import possible_words
from learning.rounds.run import (
    RoundOrder,
    RoundResult,
    Selection,
    choose_seed,
    propose,
    run_round,
)
from learning.source.transfer import SourceVerdict
from learning.types import Span as LearningSpan

log = logging.getLogger("antifaz.training")
Report = Callable[[float, str], None]

DAMAGED = gettext_noop(
    "A model file is damaged and was not loaded: train again, or choose another source."
)
DAMAGED_PROPOSER = gettext_noop(
    "The files of the model that proposes are damaged: train a new one, or go back to another on "
    "the Learning page."
)


def work_on_run(run: TrainingRun, report: Report) -> None:
    """Do the run. Raises Refused with a sentence for people, or JobLost."""
    try:
        works = {
            "seed": _seed,
            "round": _round,
            "tag": read_corpus,
            "large": large_model.work_on_large,
        }
        works[run.kind](run, report)
    except EmptyPool as error:
        raise Refused(
            gettext_noop(
                "There is no unread turn with text in this project: import dialogues first."
            ),
            code="empty_pool",
        ) from error
    except ModelDamaged as error:
        sentence = DAMAGED_PROPOSER if run.kind == TrainingRun.Kind.TAG else DAMAGED
        raise Refused(sentence, code="model_damaged") from error
    if run.kind != TrainingRun.Kind.LARGE:
        large_model.queue_large(run.project)


def _seed(run: TrainingRun, report: Report) -> None:
    pool_rows = pool_of(run.project)
    pool = features_of(run.project, pool_rows, report)
    selection = mix_audit(run.project, pool_rows.turns, _choose_seed(run, pool, pool_rows, report))
    free = len(pool_rows.turns)
    notes = take_notes(run, pool_rows, chosen=len(selection.indices), free=free)
    with transaction.atomic():
        finish_job(run, details=Details(notes=notes).to_json())
        save_batch(run, pool_rows.turns, selection, run.project.seed_strategy)


def _round(run: TrainingRun, report: Report) -> None:
    material = gather(run, report)
    try:
        result = _learn(run, material, report)
    except (NothingLabelled, OneClassOnly):
        _ask_more(run, material, report)
        return
    _finish_round(run, material, result)
    note_chance(
        run,
        material.pool,
        material.rows.turns,
        material.labelled,
        material.test,
        cost=material.cost_by_chance,
    )
    forget_old_models(run.project)
    forget_old_features(run.project, material.rows.key)


def _learn(run: TrainingRun, material: Material, report: Report) -> RoundResult:
    before = _before(run.project)
    order = RoundOrder(
        number=run.number,
        batch_size=run.project.batch_size,
        strategy=material.strategy,
        rng=np.random.default_rng([run.project_id, run.number]),
        source=material.source,
        test=material.test,
        exclude=material.asked,
        shape=shape_of(run.project),
        start=before.weights if before else None,
        finder_start=before.finder if before else None,
        source_verdict=_last_verdict(run.project),
        scorer=SharedScoring(run),
        spare=run.project.batch_size // 2,
    )
    return run_round(material.pool, material.labelled, order, report)


def _last_verdict(project: Project) -> SourceVerdict | None:
    last = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE).last()
    if last is None or not is_same_source(last, project.source_model):
        return None
    return SourceVerdict.from_json(last.transfer)


def _before(project: Project) -> CrfTagger | None:
    """The tagger of the last round, to go on from; None where there are none, or damaged ones."""
    rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
    model = rounds.exclude(folder="").order_by("-pk").first()
    if model is None:
        return None
    try:
        return CrfTagger.load(model_folder(model.folder))
    except ModelDamaged:
        log.warning("round %s cannot be gone on from; this one begins anew", model.pk)
        return None


def _ask_more(run: TrainingRun, material: Material, report: Report) -> None:
    """Nothing to learn from yet: ask more turns, chosen like a seed, instead of failing."""
    taken = material.asked | set(material.labelled)
    selection = _choose_seed(run, material.pool, material.rows, report, exclude=taken)
    selection = mix_audit(run.project, material.rows.turns, selection)
    chosen, free = len(selection.indices), len(material.rows.turns) - len(taken)
    notes = take_notes(run, material.rows, chosen=chosen, free=free, one_class=True)
    details = Details(notes=notes).to_json()
    metrics = Metrics(on="nothing").to_json()
    with transaction.atomic():
        finish_job(run, labelled_turns=len(material.labelled), metrics=metrics, details=details)
        save_batch(run, material.rows.turns, selection, run.project.seed_strategy)


def _finish_round(run: TrainingRun, material: Material, result: RoundResult) -> None:
    """Make what the round found visible at once; where that fails, its model does not stay."""
    # The claim is in its name, so two workers never write the same one.
    name = f"models/project-{run.project_id}/round-{run.number}-{run.claim[:8]}"
    folder = settings.ANTIFAZ_DATA / name
    try:
        _save_model(folder, result.tagger)
        _show_round(run, material, result, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _show_round(run: TrainingRun, material: Material, result: RoundResult, folder: Path) -> None:
    """In one transaction: model, figures, batch and proposals."""
    result, advice = advise_round(
        run,
        pool=material.pool,
        turns=material.rows.turns,
        labelled=material.labelled,
        result=result,
        folder=folder,
        outcomes=material.outcomes,
    )
    run.advice = advice  # with it, turns drawn by chance tell how good the model is
    by, proposals = _proposals_of(run, material, result)
    chosen = result.selection.indices if result.selection else ()
    words = possible_words(result.tagger, [material.rows.utterances[i] for i in chosen])
    possible = dict(zip(chosen, words, strict=True))
    fields = _figures(run, material, result) | {"advice": advice}
    with transaction.atomic():
        finish_job(run, folder=str(folder.relative_to(settings.ANTIFAZ_DATA)), **fields)
        if result.selection is not None:
            turns = material.rows.turns
            save_batch(run, turns, result.selection, material.strategy, f1=known_f1(by))
            save_proposals(by, {turns[i]: spans for i, spans in proposals.items()})
            save_possible({turns[i]: words for i, words in possible.items()})
            # Audit turns measure the new model, whichever proposes elsewhere.
            audit = audit_proposals(result)
            save_proposals(run, {turns[i]: spans for i, spans in audit.items()})


def _proposals_of(
    run: TrainingRun, material: Material, result: RoundResult
) -> tuple[TrainingRun, dict[int, tuple[LearningSpan, ...]]]:
    """Which model proposes in the new batch, and what: the new one, unless somebody went back."""
    run.metrics = result.metrics
    pinned = Project.objects.select_related("model").get(pk=run.project_id).model
    if pinned is None or not pinned.folder or result.selection is None:
        return run, result.proposals
    if pinned.kind == TrainingRun.Kind.LARGE:
        return run, result.proposals  # it comes after the round, and proposes then
    try:
        tagger = load_tagger(model_folder(pinned.folder))
    except ModelDamaged:
        log.warning("the chosen model %s cannot be opened; the new one proposes", pinned.pk)
        mark_broken(pinned, broken=True)
        return run, result.proposals
    mark_broken(pinned, broken=False)
    indices = (*result.selection.indices, *result.selection.spare)
    proposals = propose(tagger, [material.rows.utterances[index] for index in indices])
    return pinned, dict(zip(indices, proposals, strict=True))


def _figures(run: TrainingRun, material: Material, result: RoundResult) -> dict[str, object]:
    """What is kept of a round beside its model and batch: fields of its row."""
    tagger = result.tagger
    notes = take_notes(
        run,
        material.rows,
        chosen=len(result.selection.indices) if result.selection else 0,
        free=LeftItems.from_json(result.left).unread or 0,
        labelled=material.labelled,
    )
    details = describe_round(result, material.rows.turns, material.test_turns)
    lengths = material.pool.encoding("target").lengths
    source = run.project.source_model if material.source is not None else None
    asks_source = query_named(material.strategy).asks_source
    transfer = describe_transfer(source, result.source_verdict, asked=asks_source)
    return {
        "labelled_turns": len(material.labelled),
        "labelled_tokens": int(lengths[list(material.labelled)].sum()),
        "metrics": result.metrics,
        "left": result.left,
        "source_weight": result.source_weight,
        "timings": result.timings,
        "transfer": transfer.to_json(),
        "details": replace(details, cost=material.cost, notes=notes).to_json(),
        "card": {key: value for key, value in tagger.card.items() if key != "probe"},
    }


def _choose_seed(
    run: TrainingRun, pool: Pool, rows: PoolRows, report: Report, exclude: set[int] | None = None
) -> Selection:
    project, source = run.project, source_of(run.project, pool, report)
    place = rows.index()
    strategy = project.seed_strategy
    if source is None:
        strategy = seed_named(strategy).stand_in
    with one_snapshot():
        done = {place[pk] for pk in gold_spans(project, Dialogue.Split.POOL) if pk in place}
        done |= asked_of(project, place)
    return choose_seed(
        pool,
        size=project.batch_size,
        strategy=strategy,
        source=source,
        rng=np.random.default_rng([project.pk, run.number]),
        exclude=(exclude or set()) | done,
        shape=shape_of(project),
        spare=project.batch_size // 2,
    )


def _save_model(folder: Path, tagger: CrfTagger) -> None:
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    card = tagger.save(folder)
    # What a child could find besides is found when the model is first loaded to tag with.
    if probe_answer(CrfTagger.load(folder)) != card["probe"]:
        raise ModelDamaged("The model does not answer as it did when it was saved.")
