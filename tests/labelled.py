"""The stage's two calls with labels on them: read by a person, or proposed by a model."""

import re
import uuid
from typing import Any

from django.utils import timezone

from annotation.models import Dialogue, Label, Project, QueryItem, Reading, Span, Step, Turn
from annotation.services.labelling import queue, spans
from annotation.services.labelling.steps import Terms, take_step

# Turn (of call-1 or call-2) -> the words labelled in it.
ITEMS: dict[tuple[str, int], list[tuple[str, str]]] = {
    ("call-1", 0): [("Marta", "female name")],
    ("call-1", 1): [("Francisco", "male name"), ("Olabarri", "surname"), ("Bilbao", "place")],
    ("call-1", 2): [("Fran", "male name")],
    ("call-1", 3): [("mayo", "month")],
    ("call-2", 1): [(word, "number") for word in ("seis", "uno", "dos", "tres")],
}
ORIGINALS = ("Marta", "Francisco", "Olabarri", "Bilbao", "Fran")
NAMES = ["Ana", "Luis", "Marta", "Iker", "Rosa", "Juan", "Eva", "Raúl", "Nora", "Hugo"]


def shown(text: str) -> list[str]:
    """The originals that a text shows, as whole words in any case."""
    return [word for word in ORIGINALS if re.search(rf"\b{word}\b", text, re.IGNORECASE)]


def label(turn: Turn, user: Any, items: list[tuple[str, str]]) -> list[Span]:
    """Put labels on words of a turn; the machine's where `user` is None."""
    labels = {each.name: each for each in Label.objects.filter(project=turn.dialogue.project)}
    status = Span.Status.ACCEPTED if user else Span.Status.PROPOSED
    reading = None
    if user:
        reading, _new = Reading.objects.get_or_create(turn=turn, reader=user)
    found = []
    for word, name in items:
        start = turn.text.index(word)
        found.append(
            Span.objects.create(
                turn=turn, start=start, end=start + len(word), label=labels[name], reading=reading,
                status=status, confidence=None if user else 0.9,
            )
        )  # fmt: skip
    return found


def label_gold(turn: Turn, user: Any, start: int, end: int, label: Label) -> Step:
    """A step that labels a stretch in the adjudicated layer, whoever has read the turn."""
    return take_step(
        turn.dialogue,
        user,
        "label",
        {turn: lambda rows: spans.labelled(rows, start, end, label.pk, ())},
        op_id=uuid.uuid4(),
        request={},
        terms=Terms(layer="gold"),
    )


def read(turn: Turn, user: Any, items: list[tuple[str, str]] | None = None) -> Reading:
    """A person reads a turn to the end: these are its items."""
    label(turn, user, items or [])
    values = {"status": "done", "is_gold": True, "done_at": timezone.now()}
    values["label_count"] = len(items or [])
    reading, _new = Reading.objects.update_or_create(turn=turn, reader=user, defaults=values)
    return reading


def read_all(project: Project, user: Any) -> None:
    """A person reads both calls."""
    labels = {each.name: each for each in Label.objects.filter(project=project)}
    turns = Turn.objects.filter(dialogue__project=project).select_related("dialogue__project")
    items = {turn: ITEMS.get((turn.dialogue.external_id, turn.position), []) for turn in turns}
    for begun in Reading.objects.filter(turn__in=items, reader=user):
        read(begun.turn, user, items.pop(begun.turn))
    values = {"reader": user, "status": "done", "is_gold": True, "done_at": timezone.now()}
    readings = Reading.objects.bulk_create(
        Reading(turn=turn, label_count=len(said), **values) for turn, said in items.items()
    )
    Span.objects.bulk_create(
        Span(
            turn=reading.turn, reading=reading, label=labels[name], status=Span.Status.ACCEPTED,
            start=reading.turn.text.index(word), end=reading.turn.text.index(word) + len(word),
        )
        for reading in readings
        for word, name in items[reading.turn]
    )  # fmt: skip


def add_calls(project: Project, number: int, user: Any, *, read: int) -> None:
    """This many short calls more, invented, of which a person has read the first; in each somebody
    says a name. A tagger learns them in a moment."""
    calls = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"c{n}", position=10 + n) for n in range(number)
    )
    said = [(call, NAMES[n % len(NAMES)]) for n, call in enumerate(calls)]
    turns = Turn.objects.bulk_create(
        Turn(dialogue=call, position=position, speaker="a", text=text)
        for call, name in said
        for position, text in enumerate(
            (f"hola me llamo {name} y tengo una avería", "vale un momento por favor")
        )
    )
    readings = Reading.objects.bulk_create(
        Reading(turn=turn, reader=user, status="done", is_gold=True, done_at=timezone.now())
        for turn in turns[: 2 * read]
    )
    label = project.labels.get(name="female name")
    Span.objects.bulk_create(
        Span(turn=own.turn, start=14, end=14 + len(name), label=label, reading=own)
        for own, (_call, name) in zip(readings[::2], said, strict=False)
    )


def finish(item: QueryItem, user: Any, **values: Any) -> None:
    """A person is done with an item, on the version that she sees; `values` say otherwise."""
    version = spans.layer_of(item.turn, user).version
    queue.finish_item(item, user, **{"version": version} | values)


def call(project: Project, name: str = "call-1") -> Dialogue:
    return Dialogue.objects.select_related("project").get(project=project, external_id=name)
