"""Labels that were saved and are gone raise one alarm, without a word of text."""

import logging
import uuid
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from annotation.models import Alarm, Label, Project, Reading, Span, SpanRow, Step, Turn
from annotation.services.corpus import integrity
from annotation.services.labelling import spans, steps

TEXT = "Soy Francisco Olabarri, de Bilbao"


@pytest.fixture
def turn(project: Project, annotator: Any) -> Turn:
    """A turn with two labels of the annotator."""
    turn = Turn.objects.select_related("dialogue__project").get(text=TEXT)
    for version, (start, end, key) in enumerate([(4, 13, "M"), (14, 22, "S")]):
        label = Label.objects.get(project=project, key=key)
        step = {"op_id": uuid.uuid4(), "version": version, "label": label}
        spans.add_span(turn, annotator, start=start, end=end, **step)
    return turn


def lose(turn: Turn, start: int) -> None:
    Span.objects.filter(turn=turn, start=start).delete()


def test_what_is_whole_raises_nothing(turn: Turn, django_assert_num_queries: Any) -> None:
    Span.objects.create(turn=turn, start=0, end=3, label=Label.objects.all()[0], status="proposed")
    with django_assert_num_queries(2):
        assert integrity.check_project() == []
    assert not Alarm.objects.exists()


def test_a_lost_label_raises_one_alarm(
    turn: Turn, project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    lose(turn, 4)
    with caplog.at_level(logging.ERROR, logger="antifaz.integrity"):
        (lack,) = integrity.check_project(project)
        integrity.check_project(project)
    assert (lack.saved, lack.found, lack.missing, lack.number) == (2, 1, 1, 2)
    alarm = Alarm.objects.get()
    assert (alarm.project, alarm.detail["missing"], alarm.detail["readings"]) == (project, 1, 1)
    assert alarm.detail["named"][0]["turn"] == turn.pk
    assert len(caplog.records) == 1
    for word in TEXT.split():
        assert word not in caplog.text and word not in str(alarm.detail)


def test_a_later_step_does_not_hide_what_is_missing(
    turn: Turn, project: Project, annotator: Any
) -> None:
    lose(turn, 4)
    label = Label.objects.get(project=project, key="P")
    step = {"op_id": uuid.uuid4(), "version": 2, "label": label}
    spans.add_span(turn, annotator, start=27, end=33, **step)
    (lack,) = integrity.find_lacks(project)
    assert (lack.saved, lack.found) == (3, 2)


def test_a_reading_that_is_gone_takes_its_count_along_and_is_missed(
    turn: Turn, project: Project, annotator: Any
) -> None:
    Reading.objects.all().delete()
    (lack,) = integrity.check_project()
    assert (lack.turn, lack.number, lack.dialogue) == (turn.pk, 2, turn.dialogue_id)
    assert (lack.reading, lack.saved, lack.found) == (None, 2, 0)
    assert Alarm.objects.get().detail["missing"] == 2
    assert integrity.find_lacks(Project.objects.create(slug="other", name="Other")) == []
    label = Label.objects.get(project=project, key="P")
    step = {"op_id": uuid.uuid4(), "version": 0, "label": label}
    spans.add_span(turn, annotator, start=27, end=33, **step)  # a reading begun anew
    (lack,) = integrity.find_lacks(project)
    assert (lack.saved, lack.found) == (2, 1)


def test_one_reading_of_a_step_on_many_turns_is_missed(
    project: Project, annotator: Any, curator: Any
) -> None:
    turns = list(Turn.objects.filter(dialogue__external_id="call-1").select_related("dialogue"))
    label = Label.objects.get(project=project, key="P")
    rows = [SpanRow(0, 3, label.pk, "accepted", None)]
    for user, layer in ((annotator, "reader"), (curator, "gold")):
        steps.take_step(
            turns[0].dialogue, user, "propagate", {turn: lambda _rows: rows for turn in turns},
            op_id=uuid.uuid4(), request={}, terms=steps.Terms(layer=layer),
        )  # fmt: skip
    Reading.objects.get(turn=turns[2], layer="reader").delete()
    Reading.objects.get(turn=turns[3], layer="gold").delete()
    lacks = integrity.find_lacks(project)
    assert [(lack.number, lack.saved, lack.found) for lack in lacks] == [(3, 1, 0), (4, 1, 0)]


def test_what_was_taken_back_or_goes_with_its_turn_is_not_missed(
    turn: Turn, annotator: Any
) -> None:
    for version in (2, 3):
        steps.undo_step(turn, annotator, op_id=uuid.uuid4(), version=version)
    Reading.objects.all().delete()
    assert integrity.find_lacks() == []
    label = Label.objects.get(project=turn.dialogue.project, key="P")
    step = {"op_id": uuid.uuid4(), "version": 0, "label": label}
    spans.add_span(turn, annotator, start=27, end=33, **step)
    turn.delete()
    assert integrity.find_lacks() == []


def test_steps_of_an_older_release_are_told_what_they_changed(turn: Turn, annotator: Any) -> None:
    step = {"op_id": uuid.uuid4(), "version": 2}
    spans.clear_span(turn, annotator, start=4, end=13, **step)
    told = list(Step.objects.values_list("touched", flat=True))
    assert told == [[[turn.pk, 1]], [[turn.pk, 2]], [[turn.pk, 1]]]
    Step.objects.update(touched=[])
    import_module("annotation.migrations.0010_touched").tell_steps(apps, None)
    assert list(Step.objects.values_list("touched", flat=True)) == told


def test_more_that_is_lost_joins_the_open_alarm_and_reopens_a_closed_one(
    turn: Turn, manager: Any, annotator: Any
) -> None:
    lose(turn, 4)
    integrity.check_project()
    lose(turn, 14)
    integrity.check_project()
    alarm = Alarm.objects.get()
    assert alarm.detail["missing"] == 2
    integrity.close_alarm(alarm, manager)
    integrity.check_project()  # the same lack: somebody has seen to it
    assert not integrity.open_alarms(alarm.project).exists()
    integrity.close_alarm(alarm, annotator)  # closed already
    alarm.refresh_from_db()
    assert alarm.closed_by == manager


def test_a_worker_looks_at_most_every_ten_minutes(
    turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = integrity.Watch()
    now = timezone.now()
    looked = []
    for minutes in (0, 1, 9, 10, 15, 20):
        monkeypatch.setattr(integrity.timezone, "now", lambda m=minutes: now + timedelta(minutes=m))
        looked.append(watch.look())
    assert looked == [True, False, False, True, False, True]


def test_the_command_tells_and_raises(turn: Turn, project: Project) -> None:
    lose(turn, 4)
    out = StringIO()
    call_command("check_labels", "support", stdout=out)
    assert "1 labels are missing" in out.getvalue() and "1 of 2 labels" in out.getvalue()
    assert Alarm.objects.count() == 1
    Reading.objects.all().delete()
    out = StringIO()
    call_command("check_labels", "support", stdout=out)
    assert "0 of 2 labels, the reading is gone: only a backup has them" in out.getvalue()
    with pytest.raises(SystemExit):
        call_command("check_labels", "nothing", stderr=StringIO())


def test_a_manager_sees_the_alarm_and_closes_it(
    turn: Turn, project: Project, manager: Any, annotator: Any, client_of: Any
) -> None:
    lose(turn, 4)
    integrity.check_project()
    page = client_of(manager).get("/p/support/").content.decode()
    assert "1 label that was saved is not there" in page
    assert f"/p/support/dialogues/{turn.dialogue_id}/history?turn={turn.pk}" in page
    assert "is not there" not in client_of(annotator).get("/p/support/").content.decode()
    alarm = Alarm.objects.get()
    assert client_of(manager).post(f"/p/support/alarms/{alarm.pk}/close").status_code == 302
    assert "is not there" not in client_of(manager).get("/p/support/").content.decode()
