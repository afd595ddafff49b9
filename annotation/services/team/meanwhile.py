"""What a reader may do while the model learns: go on with turns that are chosen already, questions
that wait for her, second readings, her own labels that the model reads otherwise, examples.

Called by the labelling pages. Counts and ids only, never words; what a reader may not see while she
reads blind, the labels of others and turns that measure the model, is not asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import (
    AccessEvent,
    Assignment,
    Batch,
    JobStatus,
    LayerKind,
    Project,
    QueryItem,
    Question,
    Reading,
    TrainingRun,
    User,
)
from annotation.models.run_records import Details
from annotation.services.access.reach import not_for_others
from annotation.services.corpus.gold import ENDED
from annotation.services.labelling import queue
from annotation.services.runs.batches import spare_turns
from annotation.services.runs.current import active_run
from annotation.services.runs.proposal_visibility import AUDIT, is_good
from annotation.services.runs.quality import known_f1
from learning.metrics.counts import ANY, NAMED, unpack

MOST = 10  # turns that are to be looked at again


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to do: "next", "questions", "second", "again" or "examples", and how much of it."""

    kind: str
    count: int
    model: int | None = None  # "next": number of the model that chose them, if one did


def is_learning(project: Project) -> bool:
    """Whether a run works, or waits to, that will give the next turns."""
    run = active_run(project)
    return run is not None and run.kind in (TrainingRun.Kind.SEED, TrainingRun.Kind.ROUND)


def is_second(item: QueryItem, user: User) -> bool:
    """Whether somebody else has read the turn, so that hers is a further reading."""
    ended = item.assignments.filter(status__in=ENDED)
    return ended.exclude(reader=user).exists()


def things_to_do(project: Project, user: User, *, answers: bool, examples: int = 0) -> list[Thing]:
    """What there is to do now, the most useful first. `answers`: she may answer questions;
    `examples`: those of the guidelines."""
    things = [
        _next(queue.current_batch(project), user),
        Thing("questions", _questions(project) if answers else 0),
        Thing("second", _seconds(project, user)),
        Thing("again", len(unseen(project, user))),
        Thing("examples", examples),
    ]
    return [thing for thing in things if thing.count]


def batch_waits(project: Project, user: User) -> bool:
    """Whether a batch is here of which she has nothing in hand yet, and of which she may be given
    something."""
    batch = queue.current_batch(project)
    if batch is None or Assignment.objects.filter(item__batch=batch, reader=user).exists():
        return False
    return queue.offered(project, user)[0].exists()


def _next(batch: Batch | None, user: User) -> Thing:
    """Turns that were ranked after those of the batch in hand, as far as she may be given them."""
    if batch is None or not batch.spare:
        return Thing("next", 0)
    run = batch.run
    taught = run is not None and run.kind == TrainingRun.Kind.ROUND and run.folder
    count = not_for_others(spare_turns(batch), user).count()
    return Thing("next", count, model=run.number if run and taught else None)


def _seconds(project: Project, user: User) -> int:
    offered = queue.offered(project, user)
    return offered[1].count() if offered else 0


def _questions(project: Project) -> int:
    return Question.objects.filter(turn__dialogue__project=project, answered_at=None).count()


# --- labels that the model doubts ---------------------------------------------------------------


def doubted(project: Project, user: User) -> QuerySet[QueryItem]:
    """Turns that she alone has read and a model that had not learnt from them (`_last_tried`) reads
    otherwise; in reading order.

    None where the model is not good enough to speak here. Not turns that were drawn by chance or
    whose proposals are hidden: they measure the model, and readers, without it.
    """
    run = _last_tried(project)
    ranked = _otherwise(run) if run and is_good(project, known_f1(run)) else []
    others = Reading.objects.filter(turn=OuterRef("turn")).exclude(
        reader=user, layer=LayerKind.READER
    )
    hers = Reading.objects.filter(
        turn=OuterRef("turn"), reader=user, status=Reading.Status.DONE, layer=LayerKind.READER
    )
    items = QueryItem.objects.filter(
        Exists(hers), ~Exists(others), batch__project=project, turn__in=ranked, readers=1
    ).exclude(reason=AUDIT)
    items = items.exclude(proposals=QueryItem.Proposals.HIDDEN)
    by_turn = dict(items.values_list("turn", "pk"))
    chosen = [by_turn[turn] for turn in ranked if turn in by_turn][:MOST]
    kept = QueryItem.objects.filter(pk__in=chosen, turn__dialogue__split="pool")
    return queue.in_order(kept.select_related("turn__dialogue", "batch"))


def unseen(project: Project, user: User) -> list[QueryItem]:
    """Those of them that she has not looked at since the model ended."""
    items = list(doubted(project, user))
    run = _last_tried(project)
    if not items or run is None or run.finished_at is None:
        return items
    events = AccessEvent.objects.filter(
        user=user,
        project=project,
        purpose=AccessEvent.Purpose.LABEL,
        dialogue__in=[item.turn.dialogue_id for item in items],
        created_at__gte=run.finished_at,
    )
    seen = set(events.values_list("detail__item", flat=True))
    return [item for item in items if item.pk not in seen]


def next_doubted(project: Project, user: User) -> QueryItem | None:
    return next(iter(unseen(project, user)), None)


def _last_tried(project: Project) -> TrainingRun | None:
    """The newest round that was tried on turns of people here, taught without them.

    One that is measured on a test set says nothing of these: its model has learnt from all that was
    read by then, and to try it on them would take another training. What a model proposed before a
    turn was read is no second look either: she saw it and decided, or it was not good enough to be
    shown. So where every round had a test set there is none; where it came later, the last before.
    """
    rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
    tried = rounds.filter(details__has_key="counts", metrics__has_key="on")
    return tried.exclude(metrics__on="test").order_by("-pk").first()


def _otherwise(run: TrainingRun) -> Sequence[int]:
    """Ids of the turns that it read otherwise than their readers: those first where it sees most
    that they left alone."""
    try:
        counts = unpack(Details.from_json(run.details).counts or "")
    except ValueError:
        return []
    named, found = counts.of(NAMED), counts.of(ANY)
    wrong = np.maximum(named[:, 1], named[:, 2]) - named[:, 0]
    beyond = found[:, 1] - found[:, 0]
    order = np.lexsort((counts.turns, -wrong, -beyond))
    return [int(counts.turns[place]) for place in order if wrong[place] > 0]
