"""A motivated intruder: who may be one, what she gets, what is counted, and how it goes."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import AccessEvent, IntruderTry, Member, Reading
from annotation.refusals import NothingToDo, Refused
from annotation.services.erasing.erasure import erase_dialogues
from annotation.services.erasing.person_search import find_person
from annotation.services.evidence.remains import intruder
from tests.labelled import call, read, shown

pytestmark = pytest.mark.usefixtures("data_dir")
NOTHING = {"who": "", "where": "", "event": "", "sureness": "guess", "used": ""}


@pytest.fixture
def spy(labelled: Any, outsider: Any) -> Any:
    Member.objects.create(project=labelled, user=outsider, role="intruder")
    return outsider


def test_she_gets_replaced_text_and_nothing_else(labelled: Any, spy: Any) -> None:
    row = intruder.take_dialogue(labelled, spy)
    said = intruder.released_text(row)
    assert said is not None
    text = "\n".join(turn.text for turn in said.turns)
    assert shown(text) == []
    assert said.id == ""
    assert not any(turn.spans for turn in said.turns)
    assert row.dialogue.external_id not in repr(said)


def test_one_at_a_time_and_each_once(labelled: Any, spy: Any) -> None:
    one = intruder.take_dialogue(labelled, spy)
    assert intruder.take_dialogue(labelled, spy) == one
    intruder.answer_try(one, NOTHING)
    two = intruder.take_dialogue(labelled, spy)
    assert two.dialogue_id != one.dialogue_id
    intruder.answer_try(two, NOTHING)
    with pytest.raises(NothingToDo):
        intruder.take_dialogue(labelled, spy)


def test_who_has_read_a_text_is_no_intruder(labelled: Any, annotator: Any, outsider: Any) -> None:
    with pytest.raises(Refused, match="proves nothing"):
        intruder.take_dialogue(labelled, annotator)
    AccessEvent.objects.create(
        user=outsider, project=labelled, dialogue=call(labelled), purpose="label"
    )
    with pytest.raises(Refused, match="proves nothing"):
        intruder.take_dialogue(labelled, outsider)


def test_what_she_was_shown_as_an_intruder_does_not_count(labelled: Any, spy: Any) -> None:
    AccessEvent.objects.create(
        user=spy, project=labelled, dialogue=call(labelled), purpose="intrude"
    )
    assert intruder.take_dialogue(labelled, spy).pk


def test_what_may_not_leave_is_not_given(labelled: Any, spy: Any) -> None:
    again = "Buenos días, le atiende Marta, de Olabarri"  # the surname, here without a label
    call(labelled).turns.filter(position=0).update(text=again)
    assert intruder.take_dialogue(labelled, spy).dialogue.external_id == "call-2"


def test_what_nobody_has_read_is_not_given(project: Any, annotator: Any, outsider: Any) -> None:
    """Its originals stand there in clear."""
    Member.objects.create(project=project, user=outsider, role="intruder")
    with pytest.raises(NothingToDo):
        intruder.take_dialogue(project, outsider)
    for turn in call(project, "call-2").turns.all():
        read(turn, annotator)
    row = intruder.take_dialogue(project, outsider)
    assert row.dialogue.external_id == "call-2"
    Reading.objects.all().delete()
    assert intruder.released_text(row) is None


def test_where_nothing_is_replaced_nobody_tries(labelled: Any, spy: Any) -> None:
    row = intruder.take_dialogue(labelled, spy)
    labelled.replacement = "none"
    labelled.save(update_fields=["replacement"])
    row.refresh_from_db()
    assert intruder.released_text(row) is None
    with pytest.raises(Refused, match="replaces nothing"):
        intruder.take_dialogue(labelled, spy)


def test_tried_right_and_minutes(labelled: Any, spy: Any, curator: Any) -> None:
    """Two dialogues, of 90 and 30 seconds: who is right in one, where is near in the other."""
    first, second = (_answered(labelled, spy, seconds) for seconds in (90, 30))
    waiting = intruder.intruder_state(labelled)
    assert (waiting.tried, waiting.scored, waiting.waiting, waiting.right) == (2, 0, 2, 0)
    intruder.score_try(first, {"who": "right", "where": "wrong"}, curator)
    intruder.score_try(second, {"who": "wrong", "where": "near"}, curator)
    state = intruder.intruder_state(labelled)
    assert (state.people, state.tried, state.scored, state.right, state.near) == (1, 2, 2, 1, 1)
    assert (state.who, state.where, state.event) == (1, 0, 0)
    assert state.minutes == pytest.approx(2, abs=0.05)
    assert state.minutes_each == pytest.approx(1, abs=0.03)
    assert state.sure_and_wrong == 0


def _answered(project: Any, spy: Any, seconds: float) -> IntruderTry:
    row = intruder.take_dialogue(project, spy)
    opened = timezone.now() - timedelta(seconds=seconds)
    IntruderTry.objects.filter(pk=row.pk).update(opened_at=opened)
    given = NOTHING | {"who": "Pilar Etxaniz", "where": "Soria", "sureness": "sure"}
    intruder.answer_try(row, given)
    return IntruderTry.objects.get(pk=row.pk)


def test_sure_and_wrong(labelled: Any, spy: Any, curator: Any) -> None:
    row = _answered(labelled, spy, 5)
    intruder.score_try(row, {"who": "wrong", "where": "wrong"}, curator)
    assert intruder.intruder_state(labelled).sure_and_wrong == 1


def test_a_page_that_stays_open_counts_an_hour(labelled: Any, spy: Any) -> None:
    assert _answered(labelled, spy, 50_000).seconds == 3600


def test_nothing_found_needs_no_score(labelled: Any, spy: Any) -> None:
    intruder.answer_try(intruder.take_dialogue(labelled, spy), NOTHING)
    state = intruder.intruder_state(labelled)
    assert (state.tried, state.waiting, state.right) == (1, 0, 0)


def test_an_answer_is_given_once(labelled: Any, spy: Any) -> None:
    row = _answered(labelled, spy, 5)
    with pytest.raises(Refused, match="already"):
        intruder.answer_try(row, NOTHING)


def test_each_answer_needs_a_score_and_nobody_scores_herself(
    labelled: Any, spy: Any, curator: Any
) -> None:
    row = _answered(labelled, spy, 5)
    with pytest.raises(Refused, match="needs a score"):
        intruder.score_try(row, {"who": "right"}, curator)
    with pytest.raises(Refused, match="Somebody else"):
        intruder.score_try(row, {"who": "right", "where": "right"}, spy)
    row.refresh_from_db()
    assert (row.who_score, row.scored_at) == ("", None)


def test_answers_are_erased_with_their_dialogue(labelled: Any, spy: Any, manager: Any) -> None:
    row = _answered(labelled, spy, 5)
    erase_dialogues(labelled, [row.dialogue], user=manager)
    assert not IntruderTry.objects.exists()


def test_a_person_is_found_in_answers(labelled: Any, spy: Any) -> None:
    row = _answered(labelled, spy, 5)
    found = find_person(labelled, ["Etxaniz"])
    assert [each.pk for each in found.dialogues] == [row.dialogue_id]


def test_without_a_try_there_is_nothing(labelled: Any) -> None:
    state = intruder.intruder_state(labelled)
    assert (state.tried, state.minutes_each) == (0, 0.0)
