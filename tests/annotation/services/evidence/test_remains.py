"""What stays and tells of a project: measured by a job, kept in numbers, read for page and gate."""

import json
from typing import Any

import pytest

from annotation.models import Dialogue, Label, Measurement, Reading, Turn
from annotation.refusals import Refused
from annotation.services.evidence import measurements
from annotation.services.evidence.remains import measuring as remains
from annotation.services.evidence.remains.reading import ask_for_reading, turns_to_ask
from annotation.services.jobs.lifecycle import run_job
from annotation.services.labelling import queue
from annotation.services.release.now import Now
from tests.labelled import ORIGINALS, call, read
from webapp.views.evidence.parts import read_sections

pytestmark = pytest.mark.usefixtures("data_dir")


def measured(project: Any) -> Measurement:
    row = measurements.start_measurement(project, None, "remains")
    run_job(Measurement, row.pk, measurements.work_on_measurement)
    row.refresh_from_db()
    assert row.status == "done", row.error
    return row


def old_woman(project: Any, reader: Any, name: str = "old") -> Dialogue:
    """A read dialogue that says without a label how old somebody is, and where."""
    made = Dialogue.objects.create(project=project, external_id=name, position=9)
    turn = Turn.objects.create(
        dialogue=made, position=0, speaker="a", text="Tengo 103 años y vivo en Ceuta"
    )
    read(turn, reader)
    return made


def test_figures_hold_numbers_and_no_text(labelled: Any) -> None:
    row = measured(labelled)
    kept = json.dumps(row.figures)
    assert row.figures["dialogues"] == 2
    assert row.figures["counted"] == 2
    assert not any(word in kept for word in ORIGINALS)
    assert not any(turn.text in kept for turn in Turn.objects.exclude(text=""))
    assert "call-1" not in kept
    assert row.figures["sources"][0]["name"] == "INE"


def test_the_sex_of_names_is_told(labelled: Any) -> None:
    """Marta and Francisco in one call: nobody knows which, so it fits everybody."""
    row = measured(labelled)
    assert row.figures["told"] == {"sexes": 1}
    assert row.figures["fits"] == {}
    assert row.figures["silent"] == 1


def test_what_fits_too_few_blocks(labelled: Any, annotator: Any) -> None:
    """Ceuta has 18 women and 5 men of 100 and more: of 103 years a tenth of them, 2.3."""
    made = old_woman(labelled, annotator)
    measured(labelled)
    state = remains.remains_state(labelled)
    assert (state.state, state.below) == ("block", (made.pk,))
    assert state.sentence == "1 dialogue fits fewer than 3 people."
    remains.set_fewest_people(labelled, 0)
    assert remains.remains_state(labelled).state == "ok"
    assert state.figures["fits"] == {str(made.pk): 2.3}
    remains.set_fewest_people(labelled, 2)
    assert remains.remains_state(labelled).state == "ok"


def test_a_limit_is_from_0_to_100(labelled: Any) -> None:
    with pytest.raises(Refused, match="from 0 to 100"):
        remains.set_fewest_people(labelled, 101)


def test_without_a_measurement_it_warns(labelled: Any) -> None:
    assert remains.remains_state(labelled).state == "warn"


def test_a_change_makes_it_stale(labelled: Any) -> None:
    measured(labelled)
    assert remains.remains_state(labelled).state == "ok"
    Label.objects.filter(project=labelled, name="place").update(identifier="none")
    state = remains.remains_state(labelled)
    assert (state.state, state.sentence) == ("warn", "Changed since it was measured.")


def test_without_a_table_it_warns(labelled: Any) -> None:
    labelled.dialogues.update(lang="en")
    measured(labelled)
    state = remains.remains_state(labelled)
    assert state.state == "warn"
    assert "no public table" in state.sentence
    assert sum(state.figures["bars"]) == 0


def test_what_is_held_back_is_not_measured(labelled: Any) -> None:
    Turn.objects.filter(dialogue=call(labelled), position=0).update(
        text="Buenos días, le atiende Marta, de Olabarri"
    )
    assert measured(labelled).figures["dialogues"] == 1


def test_where_nothing_may_leave_the_job_says_so(labelled: Any) -> None:
    labelled.dialogues.all().delete()
    row = measurements.start_measurement(labelled, None, "remains")
    run_job(Measurement, row.pk, measurements.work_on_measurement)
    row.refresh_from_db()
    assert row.status == "failed"
    assert "expected one or more" in row.error


def test_the_page_names_turns_to_read_first(labelled: Any, annotator: Any) -> None:
    made = old_woman(labelled, annotator)
    measured(labelled)
    parts = [shown for _section, some in read_sections(Now(labelled)) for shown in some]
    (shown,) = [each for each in parts if each.part.name == "remains"]
    seen: Any = shown.seen
    assert seen.below == 1
    assert seen.held == [made]
    assert seen.first[0].dialogue == made
    assert (seen.first[0].number, seen.first[0].details) == (1, 2)


def test_an_erased_dialogue_is_not_listed(labelled: Any, annotator: Any) -> None:
    made = old_woman(labelled, annotator)
    row = measured(labelled)
    made.delete()
    seen = remains.read_remains(Now(labelled), row.figures)
    assert seen is not None
    assert seen.held == []
    assert all(each.dialogue.pk != made.pk for each in seen.first)


def test_turns_to_read_first_are_asked_of_readers(labelled: Any, annotator: Any) -> None:
    made = old_woman(labelled, annotator)
    Reading.objects.filter(turn__dialogue=made).delete()
    turn = made.turns.first()
    measured(labelled)
    row = measurements.newest(labelled, "remains")
    row.figures["first"] = [{"dialogue": made.pk, "turn": turn.pk, "place": 0}]
    row.save()
    assert turns_to_ask(labelled) == [turn.pk]
    assert ask_for_reading(labelled) == 1
    item = queue.next_item(labelled, annotator)
    assert item is not None
    assert (item.turn_id, item.reason) == (turn.pk, "first")
    with pytest.raises(Refused, match="Every turn of the list is read"):
        ask_for_reading(labelled)
