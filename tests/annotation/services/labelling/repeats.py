"""Two calls that repeat a surname; the tests of propagation ask for it everywhere."""

import uuid
from typing import Any

import pytest

from annotation.models import Dialogue, Label, Project, Span, Step, Turn, User
from annotation.services.labelling import spans
from annotation.services.labelling.occurrences import Plan
from annotation.services.labelling.propagation import (
    Choice,
    Matching,
    Question,
    apply_propagation,
)

TEXTS = {
    "call-1": [
        "Soy Itziar Etxeberri, de Bilbao",
        "¿Etxeberri? Diga, señora etxeberri",
        "Talleres ETXEBÉRRI, sí",
        "Los Etxeberris no",
    ],
    "call-2": ["<Etxeberri> otra vez", "Etxeberria no", ""],
}


@pytest.fixture
def project(project: Project) -> Project:
    project.dialogues.all().delete()
    for place, (name, texts) in enumerate(TEXTS.items()):
        dialogue = Dialogue.objects.create(project=project, external_id=name, position=place)
        Turn.objects.bulk_create(
            Turn(dialogue=dialogue, position=position, speaker="caller", text=text)
            for position, text in enumerate(texts)
        )
    return project


def turn_of(project: Project, begin: str) -> Turn:
    turn = Turn.objects.select_related("dialogue__project").get(
        dialogue__project=project, text__startswith=begin
    )
    return turn


@pytest.fixture
def turn(project: Project) -> Turn:
    return turn_of(project, "Soy")


@pytest.fixture
def surname(project: Project) -> Label:
    return project.labels.get(key="S")


def ask(
    turn: Turn,
    label: Label | None,
    scope: str = "project",
    word: str = "Etxeberri",
    **matching: bool,
) -> Question:
    start = turn.text.index(word)
    return Question(start, start + len(word), label, scope, Matching(**matching))


def apply(turn: Turn, user: User, plan: Plan, asked: Question, **more: Any) -> Step:
    given = {"op_id": uuid.uuid4(), "token": plan.token, "kinds": ["new"]} | more
    return apply_propagation(turn, user, asked, Choice(**given))


def seen(plan: Plan) -> list[tuple[str, str]]:
    return [(hit.words, hit.kind) for hit in plan.hits]


def own(user: User) -> list[tuple[str, str]]:
    rows = Span.objects.filter(reading__reader=user, status="accepted").select_related(
        "turn", "label"
    )
    return [
        (span.turn.text[span.start : span.end], span.label.key)
        for span in rows.order_by("turn__dialogue", "turn__position", "start")
    ]


def put(begin: str, word: str, label: Label, user: User | None = None) -> Span:
    """A label of a person on a turn, or a proposal."""
    turn = turn_of(label.project, begin)
    start = turn.text.index(word)
    place = {"start": start, "end": start + len(word), "label": label}
    if user is None:
        return Span.objects.create(turn=turn, status="proposed", confidence=0.8, **place)
    version = spans.layer_of(turn, user).version
    spans.add_span(turn, user, op_id=uuid.uuid4(), version=version, **place)  # type: ignore[arg-type]
    return Span.objects.get(turn=turn, start=start, label=label, reading__reader=user)
