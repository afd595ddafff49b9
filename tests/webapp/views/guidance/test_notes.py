"""Notes over HTTP: left and changed on the label page, read where a curator decides."""

import logging
import uuid
from typing import Any

import pytest

from annotation.models import Batch, Note, Project, Reading, Turn
from annotation.services.labelling import notes
from tests.labelled import call, label
from tests.webapp.addresses import url

NASTY = "<script>x()</script>\"'><img src=x onerror=x()>"


@pytest.fixture
def turn(project: Project, batch: Batch) -> Turn:
    """Soy Francisco Olabarri, de Bilbao"""
    return call(project).turns.select_related("dialogue__project").get(position=1)


def step(**more: str) -> dict[str, str]:
    return {"op_id": str(uuid.uuid4()), "start": "4", "end": "13", "text": "A secret note"} | more


def test_a_note_is_left_changed_and_taken_back(
    turn: Turn, annotator: Any, client_of: Any, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    client = client_of(annotator)
    html = client.post(url("leave-note", pk=turn.pk), step()).content.decode()
    assert "Your note is kept" in html and "A secret note" in html and "Francisco" in html
    note = Note.objects.get()
    change = url("change-note", pk=turn.pk, note=note.pk)
    html = client.post(change, step(seen="1", text="Another secret")).content.decode()
    assert "Another secret" in html and "A secret note" not in html
    stale = client.post(change, step(seen="1", text="lost"))
    assert (stale.status_code, "another window" in stale.content.decode()) == (409, True)
    html = client.post(change, step(seen="2", text="")).content.decode()
    assert "taken back" in html and "Another secret" not in html
    assert "secret" not in caplog.text


def test_on_the_whole_dialogue(turn: Turn, annotator: Any, client_of: Any) -> None:
    client_of(annotator).post(url("leave-note", pk=turn.pk), step(whole="on"))
    note = Note.objects.get()
    assert (note.dialogue, note.turn, note.start) == (turn.dialogue, None, None)


@pytest.mark.parametrize(
    "values", [{"text": ""}, {"text": "x" * 2001}, {"op_id": "x"}, {"start": "0", "end": "999"}]
)
def test_what_is_refused(
    values: dict[str, str], turn: Turn, annotator: Any, client_of: Any
) -> None:
    answer = client_of(annotator).post(url("leave-note", pk=turn.pk), step(**values))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Note.objects.exists()


def test_nobody_changes_or_sees_another_reader_s_note(
    turn: Turn, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    place = notes.Place(turn.dialogue, turn)
    note = notes.leave_note(place, annotator, op_id=uuid.uuid4(), text="A secret note")
    change = url("change-note", pk=turn.pk, note=note.pk)
    for user in (second_annotator, curator):
        client = client_of(user)
        assert client.post(change, step(seen="1")).status_code == 403
        assert "secret" not in client.get(url("show-questions", pk=turn.pk)).content.decode()
    elsewhere = Turn.objects.filter(dialogue__external_id="call-2")[0]
    away = url("change-note", pk=elsewhere.pk, note=note.pk)
    assert client_of(annotator).post(away, step(seen="1")).status_code == 404


def test_the_curator_reads_it_where_she_decides(
    turn: Turn, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    label(turn, annotator, [("Francisco", "male name")])
    label(turn, second_annotator, [("Francisco Olabarri", "male name")])
    Reading.objects.update(status="done")
    for place, text in ((notes.Place(turn.dialogue, turn, 4, 13), NASTY),
                        (notes.Place(turn.dialogue), "A bad line")):  # fmt: skip
        notes.leave_note(place, annotator, op_id=uuid.uuid4(), text=text)
    html = client_of(curator).get(url("adjudicate-dialogue", pk=turn.dialogue_id)).content.decode()
    assert "A bad line" in html and "Note of " in html
    assert "<script>x()" not in html and "&lt;script&gt;x()" in html
    assert f"Note of {annotator.username}" not in html
