"""The stage's two calls with labels on them: read by a person, or proposed by a model."""

import re
import uuid
from typing import Any

from django.utils import timezone

from annotation.models import Dialogue, Label, Project, Reading, Span, Step, Turn
from annotation.services.labelling.spans import labelled
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
    spans = []
    for word, name in items:
        start = turn.text.index(word)
        spans.append(
            Span.objects.create(
                turn=turn, start=start, end=start + len(word), label=labels[name], reading=reading,
                status=status, confidence=None if user else 0.9,
            )
        )  # fmt: skip
    return spans


def label_gold(turn: Turn, user: Any, start: int, end: int, label: Label) -> Step:
    """A step that labels a stretch in the adjudicated layer, whoever has read the turn."""
    return take_step(
        turn.dialogue,
        user,
        "label",
        {turn: lambda rows: labelled(rows, start, end, label.pk, ())},
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
    for turn in Turn.objects.filter(dialogue__project=project).select_related("dialogue__project"):
        read(turn, user, ITEMS.get((turn.dialogue.external_id, turn.position), []))


def call(project: Project, name: str = "call-1") -> Dialogue:
    return Dialogue.objects.select_related("project").get(project=project, external_id=name)
