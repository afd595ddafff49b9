"""A second demo project: invented calls that two people have read, for agreement and adjudication.

Called by `projects`. The calls are invented and so are the differences between the readers: each
misses or mistakes some labels, drawn from a fixed seed. They measure nobody.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from annotation.demo import calls_read_twice
from annotation.formats.corpora.jsonl import write_line
from annotation.models import (
    Assignment,
    Batch,
    Label,
    Member,
    Project,
    QueryItem,
    Reading,
    Span,
    Turn,
    User,
)
from annotation.services.corpus.gold import settle_turn
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.projects.creation import create_project

SLUG = "demo-readers"
SEED = 41
# What readers mix up, in the words of the es-port scheme.
MISTAKEN = {"organisation": "product/service", "product/service": "organisation"}
SLOW = 4.0  # seconds that an invented reader needs for a turn, and for each label in it


@dataclass(frozen=True, slots=True)
class Habit:
    """How often an invented reader overlooks a label, mistakes it, or sets its end a word short."""

    missed: float
    mistaken: float
    shortened: float


HABITS = (Habit(0.05, 0.10, 0.03), Habit(0.03, 0.04, 0.05))


def make_double_read(people: dict[str, User]) -> Project:
    """The project of calls read by the annotator and the curator; made once."""
    project = Project.objects.filter(slug=SLUG).first()
    if project is not None:
        return project
    readers = (people["annotator"], people["curator"])
    with transaction.atomic():
        project = create_project(
            people["manager"],
            slug=SLUG,
            name="Demo: two readers",
            description="Invented calls read twice; the readers' differences are invented too.",
            lang="es",
            scheme="es-port",
            batch_size=10,
            shared_percent=100,
            is_invented=True,
        )
        Member.objects.bulk_create(
            Member(project=project, user=people[role], role=role)
            for role in ("curator", "annotator", "reader")
        )
        batch = Batch.objects.create(project=project, number=1, strategy="random")
        data = "".join(write_line(call) for call in calls_read_twice()).encode()
        file = ("calls.jsonl", data)
        import_dialogues(project, [file], ImportOrder(user=readers[0], format="jsonl"))
        _read_twice(batch, readers)
    return project


def _read_twice(batch: Batch, readers: Sequence[User]) -> None:
    """Make of the imported labels what each reader saw of them, and settle where they agree."""
    project = batch.project
    labels = {label.name: label for label in project.labels.all()}
    turns = list(
        Turn.objects.filter(dialogue__project=project)
        .select_related("dialogue__project")
        .order_by("dialogue__position", "position")
    )
    truth: dict[int, list[Span]] = {turn.pk: [] for turn in turns}
    for span in Span.objects.filter(turn__dialogue__project=project).select_related("label"):
        truth[span.turn_id].append(span)
    Reading.objects.filter(turn__dialogue__project=project).delete()
    items = QueryItem.objects.bulk_create(
        QueryItem(batch=batch, turn=turn, rank=rank, readers=2, reason="random", status="done")
        for rank, turn in enumerate(turns)
    )
    for number, (reader, habit) in enumerate(zip(readers, HABITS, strict=True)):
        rng = random.Random(SEED + number)
        clock = timezone.now() - timedelta(days=2, hours=3 * number)
        seen = [_seen(turn, truth[turn.pk], habit, labels, rng) for turn in turns]
        _read(items, reader, seen, clock, rng)
    for turn in turns:
        settle_turn(turn)


def _read(
    items: Sequence[QueryItem],
    reader: User,
    seen: Sequence[list[Span]],
    clock: datetime,
    rng: random.Random,
) -> None:
    """One person reads the items one after the other, and leaves these spans."""
    readings, assignments = [], []
    for item, spans in zip(items, seen, strict=True):
        seconds = SLOW * (1 + len(spans)) * rng.uniform(0.5, 1.5)
        assignments.append(Assignment(item=item, reader=reader, status="done", assigned_at=clock))
        clock += timedelta(seconds=seconds)
        readings.append(
            Reading(
                turn=item.turn,
                reader=reader,
                status=Reading.Status.DONE,
                done_at=clock,
                seconds=seconds,
                label_count=len(spans),
            )
        )
    Reading.objects.bulk_create(readings)
    for reading, spans in zip(readings, seen, strict=True):
        for span in spans:
            span.reading = reading
    Span.objects.bulk_create(span for spans in seen for span in spans)
    Assignment.objects.bulk_create(assignments)


def _seen(
    turn: Turn, truth: Sequence[Span], habit: Habit, labels: dict[str, Label], rng: random.Random
) -> list[Span]:
    """The labels of a turn as a reader of this habit would have set them."""
    seen = []
    for span in truth:
        if rng.random() < habit.missed:
            continue
        label, end = span.label, span.end
        if rng.random() < habit.mistaken:
            label = labels[MISTAKEN.get(label.name, "other")]
        words = turn.text[span.start : span.end]
        if " " in words and rng.random() < habit.shortened * 5:
            end = span.start + words.rindex(" ")
        seen.append(Span(turn=turn, start=span.start, end=end, label=label))
    return seen
