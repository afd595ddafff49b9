"""Notes: left once, changed in versions, taken back; who sees them; no file has them."""

import uuid
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Note, Project, Turn
from annotation.refusals import Refused, SpanRange, StaleVersion
from annotation.services.labelling import notes
from annotation.services.labelling.notes import Place
from tests.annotation.services.release.files import everything, make
from tests.labelled import call

SECRET = "Perhaps two surnames"


@pytest.fixture
def turn(project: Project) -> Turn:
    """Soy Francisco Olabarri, de Bilbao"""
    return call(project).turns.select_related("dialogue").get(position=1)


def leave(turn: Turn, user: Any, text: str = SECRET, **place: Any) -> Note:
    where = Place(turn.dialogue, turn, **place)
    return notes.leave_note(where, user, op_id=uuid.uuid4(), text=text)


def test_at_words_at_a_turn_and_at_the_dialogue(turn: Turn, annotator: Any) -> None:
    whole = Place(turn.dialogue)
    notes.leave_note(whole, annotator, op_id=uuid.uuid4(), text="the call")
    leave(turn, annotator, "the name", start=4, end=22)
    leave(turn, annotator, "the turn")
    leave(turn.dialogue.turns.get(position=0), annotator, "another turn")
    assert [(each.note.text, each.words) for each in notes.own_notes(turn, annotator)] == [
        ("the name", "Francisco Olabarri"), ("the turn", ""), ("the call", ""),
    ]  # fmt: skip
    assert [each.note.text for each in notes.notes_of(turn.dialogue)] == [
        "the call", "another turn", "the name", "the turn",
    ]  # fmt: skip


def test_versions_are_kept_and_the_last_is_shown(turn: Turn, annotator: Any) -> None:
    first = leave(turn, annotator, "one")
    op_id = uuid.uuid4()
    for _twice in range(2):
        second = notes.change_note(first, annotator, op_id=op_id, text=" two ", seen=1)
    assert [each.note for each in notes.own_notes(turn, annotator)] == [second]
    assert list(Note.objects.values_list("version", "text")) == [(1, "one"), (2, "two")]
    with pytest.raises(StaleVersion):
        notes.change_note(first, annotator, op_id=uuid.uuid4(), text="three", seen=1)
    notes.change_note(second, annotator, op_id=uuid.uuid4(), text="", seen=2)
    assert notes.own_notes(turn, annotator) == notes.notes_of(turn.dialogue) == []
    assert Note.objects.count() == 3


def test_what_is_refused(turn: Turn, annotator: Any, second_annotator: Any) -> None:
    with pytest.raises(SpanRange):
        leave(turn, annotator, start=0, end=999)
    with pytest.raises(SpanRange):
        notes.leave_note(Place(turn.dialogue, None, 0, 3), annotator, op_id=uuid.uuid4(), text="x")
    op_id, place = uuid.uuid4(), Place(turn.dialogue, turn)
    for _twice in range(2):
        note = notes.leave_note(place, annotator, op_id=op_id, text="one")
    with pytest.raises(Refused, match="another note"):
        notes.leave_note(place, annotator, op_id=op_id, text="two")
    with pytest.raises(Refused, match="somebody else"):
        notes.change_note(note, second_annotator, op_id=uuid.uuid4(), text="x", seen=1)
    assert Note.objects.count() == 1
    assert notes.own_notes(turn, second_annotator) == []  # nor does she see it


@pytest.mark.parametrize(("format", "strategy"), [("jsonl", "typed"), ("esport", "entity")])
def test_a_note_leaves_with_nothing(
    labelled: Any, annotator: Any, data_dir: Path, format: str, strategy: str
) -> None:
    leave(call(labelled).turns.get(position=1), annotator)
    export = make(labelled, format, strategy)
    assert SECRET not in everything(data_dir / export.path)
