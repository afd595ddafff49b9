"""Adjudication: what waits, what a decision makes of the gold layer, and what undo opens again."""

import uuid
from typing import Any

import pytest

from annotation.models import Assignment, Hook, Project, QueryItem, Reading, Span, Step, Turn
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.adjudication import decisions
from annotation.services.corpus.differences import (
    case_of,
    count_waiting,
    waiting_dialogues,
)
from annotation.services.corpus.gold import settle_turn
from annotation.services.labelling import history, queue
from tests.annotation.services.adjudication.curating import (
    BOTH,
    NAME,
    PLACE,
    SURNAME,
    Curator,
    gold,
    reads,
)
from tests.labelled import label


@pytest.fixture
def hands(turn: Turn, curator: Any) -> Curator:
    return Curator(turn, curator)


def test_readers_who_differ_wait_and_one_key_makes_gold(
    two: Turn, hands: Curator, annotator: Any
) -> None:
    project = two.dialogue.project
    assert (count_waiting(project), gold(two)) == (1, None)
    assert [d.pk for d in waiting_dialogues(project)] == [two.dialogue_id]
    hands.take(annotator)
    assert gold(two) == {NAME, SURNAME, PLACE}
    reading = Reading.objects.get(layer="gold")
    assert (reading.status, reading.is_gold, reading.label_count) == ("done", True, 3)
    assert reading.reader == hands.user
    assert count_waiting(project) == 0
    assert not waiting_dialogues(project).exists()


def test_hooks_are_told_when_nothing_waits_in_a_dialogue(
    two: Turn, hands: Curator, annotator: Any
) -> None:
    hook = Hook.objects.create(project=two.dialogue.project, address="https://x/")
    told = hook.deliveries.values_list("event", "body__id")
    hands.take(annotator)
    assert list(told.all()) == [("adjudication.done", two.dialogue_id)]
    hands.clear("Bilbao")  # it was settled before
    hands(decisions.undo_step)
    hands(decisions.undo_step)
    assert told.count() == 1
    hands(decisions.redo_step)
    assert told.count() == 2


def test_the_other_side(two: Turn, hands: Curator, second_annotator: Any) -> None:
    hands.take(second_annotator)
    assert gold(two) == {BOTH, PLACE}


def test_neither_leaves_what_all_agree_on(two: Turn, hands: Curator) -> None:
    hands.take(None)
    assert gold(two) == {PLACE}


def test_a_border_moves_and_the_label_stays(two: Turn, hands: Curator, annotator: Any) -> None:
    hands.take(annotator)
    hands.move("Bilbao", "de Bilbao")  # what all agree on has a border, too
    assert gold(two) == {NAME, SURNAME, ("de Bilbao", "place")}
    hands.move("Francisco", "Francisco Olabarri")
    assert gold(two) == {BOTH, ("de Bilbao", "place")}
    assert Step.objects.latest("pk").kind == "move"
    hands.undo()
    assert gold(two) == {NAME, SURNAME, ("de Bilbao", "place")}
    for words, to in (("Olabarri", "Olabarri"), ("Soy", "Soy Francisco")):
        with pytest.raises(NothingToDo):
            hands.move(words, to)


def test_a_border_that_moves_decides_what_it_touches(
    turn: Turn, hands: Curator, annotator: Any, second_annotator: Any
) -> None:
    reads(turn, annotator, [PLACE, SURNAME])
    reads(turn, second_annotator, [PLACE])
    hands.move("Bilbao", "Olabarri, de Bilbao")
    assert gold(turn) == {("Olabarri, de Bilbao", "place")}


def test_a_merge_by_hand(two: Turn, hands: Curator) -> None:
    hands.label("Francisco", "male name")
    assert gold(two) == {NAME, PLACE}
    hands.label("Olabarri,", "surname")
    assert gold(two) == {NAME, ("Olabarri,", "surname"), PLACE}
    hands.clear("Francisco")
    assert gold(two) == {("Olabarri,", "surname"), PLACE}


def test_what_all_say_can_be_corrected_too(two: Turn, hands: Curator, annotator: Any) -> None:
    hands.label("Bilbao", "organisation")
    assert gold(two) is None  # the names are still open
    hands.take(annotator)
    assert gold(two) == {NAME, SURNAME, ("Bilbao", "organisation")}


def test_agreement_needs_nobody(
    turn: Turn, annotator: Any, second_annotator: Any, hands: Curator
) -> None:
    reads(turn, annotator, [NAME])
    reads(turn, second_annotator, [NAME])
    assert (count_waiting(turn.dialogue.project), gold(turn)) == (0, {NAME})
    hands.label("Bilbao", "place")  # what both overlooked
    assert gold(turn) == {NAME, PLACE}
    hands.undo()
    assert gold(turn) == {NAME}
    assert not Reading.objects.get(layer="gold").is_gold


def test_undo_opens_a_difference_again_and_redo_decides_it(
    two: Turn, hands: Curator, annotator: Any
) -> None:
    hands.take(annotator)
    hands.take(None)
    assert gold(two) == {PLACE}
    hands.undo()
    assert gold(two) == {NAME, SURNAME, PLACE}
    hands.undo()
    assert (gold(two), count_waiting(two.dialogue.project)) == (None, 1)
    assert len(case_of(two).open) == 1
    hands.redo()
    hands.redo()
    assert gold(two) == {PLACE}
    with pytest.raises(NothingToDo):
        hands.redo()


def test_what_is_restored_from_the_history_is_settled_anew(
    two: Turn, hands: Curator, annotator: Any
) -> None:
    first = hands.take(annotator)
    second = hands.take(None)
    moment = {"op_id": uuid.uuid4(), "to": first.pk, "last": second.pk, "layer": "gold"}
    step = history.restore_dialogue(two.dialogue, hands.user, **moment)
    assert gold(two) == {NAME, SURNAME, PLACE}
    moment |= {"op_id": uuid.uuid4(), "to": 0, "last": step.pk}
    history.restore_dialogue(two.dialogue, hands.user, **moment)
    assert (gold(two), count_waiting(two.dialogue.project)) == (None, 1)
    hands.undo()
    assert gold(two) == {NAME, SURNAME, PLACE}


def test_each_difference_of_a_turn_is_decided_on_its_own(
    turn: Turn, hands: Curator, annotator: Any, second_annotator: Any
) -> None:
    reads(turn, annotator, [NAME, PLACE])
    reads(turn, second_annotator, [])
    hands.take(annotator, place=1)
    assert (gold(turn), len(case_of(turn).open)) == (None, 1)
    hands.take(second_annotator, place=0)
    assert gold(turn) == {PLACE}


def test_three_readers(
    turn: Turn, hands: Curator, annotator: Any, second_annotator: Any, manager: Any
) -> None:
    reads(turn, annotator, [NAME, PLACE])
    reads(turn, second_annotator, [NAME, PLACE])
    reads(turn, manager, [BOTH, PLACE])
    (difference,) = case_of(turn).compared.differences
    assert len(difference.said) == 3
    hands.take(manager)
    assert gold(turn) == {BOTH, PLACE}
    with pytest.raises(Refused) as refusal:
        hands(
            decisions.take_reading, start=difference.start, end=difference.end, choice=4
        )  # fmt: skip
    assert refusal.value.code == "unknown_reader"


def test_one_reader_waits_where_her_word_is_not_enough(
    turn: Turn, hands: Curator, annotator: Any
) -> None:
    Project.objects.update(single_is_gold=False)
    turn.dialogue.project.refresh_from_db()
    reads(turn, annotator, [NAME, SURNAME])
    assert (count_waiting(turn.dialogue.project), gold(turn)) == (1, None)
    hands.take(annotator)
    assert gold(turn) == {NAME, SURNAME}
    hands.undo()
    assert gold(turn) is None
    hands.label("Bilbao", "place")  # an edit begins with what she said
    assert gold(turn) == {NAME, SURNAME, PLACE}


def test_one_reader_who_found_nothing_is_confirmed_too(
    turn: Turn, hands: Curator, annotator: Any
) -> None:
    Project.objects.update(single_is_gold=False)
    turn.dialogue.project.refresh_from_db()
    reads(turn, annotator, [])
    assert count_waiting(turn.dialogue.project) == 1
    hands.take(annotator)
    assert (gold(turn), count_waiting(turn.dialogue.project)) == (set(), 0)
    hands.undo()
    assert (gold(turn), count_waiting(turn.dialogue.project)) == (None, 1)


def test_one_reader_does_not_wait_where_her_word_counts(turn: Turn, annotator: Any) -> None:
    reads(turn, annotator, [NAME])
    assert (count_waiting(turn.dialogue.project), gold(turn)) == (0, {NAME})


def test_what_waited_before_one_word_counted_still_waits(
    turn: Turn, hands: Curator, annotator: Any
) -> None:
    Project.objects.update(single_is_gold=False)
    turn.dialogue.project.refresh_from_db()
    reads(turn, annotator, [])
    Project.objects.update(single_is_gold=True)
    turn.dialogue.project.refresh_from_db()
    assert count_waiting(turn.dialogue.project) == 1
    hands.take(annotator)
    assert (gold(turn), count_waiting(turn.dialogue.project)) == (set(), 0)
    hands.label("Bilbao", "place")
    assert gold(turn) == {PLACE}


def test_a_single_readers_gold_can_be_corrected(turn: Turn, hands: Curator, annotator: Any) -> None:
    reads(turn, annotator, [])
    hands.label("Bilbao", "place")
    hands.label("Olabarri", "surname")
    assert gold(turn) == {PLACE, SURNAME}
    hands.undo()
    hands.undo()
    assert gold(turn) == set()


def test_a_turn_with_a_reader_to_come_does_not_wait(
    batch: Any, annotator: Any, second_annotator: Any, manager: Any, hands: Curator
) -> None:
    item = QueryItem.objects.select_related("turn__dialogue__project", "batch__project").get(
        turn__text__startswith="Soy Francisco"
    )
    QueryItem.objects.filter(pk=item.pk).update(readers=3)
    people = ((annotator, [NAME]), (second_annotator, [BOTH]), (manager, [NAME]))
    for place, (user, said) in enumerate(people):
        assert count_waiting(batch.project) == 0
        if place == 2:
            with pytest.raises(Refused) as refusal:
                hands.take(annotator)
            assert refusal.value.code == "not_read"
        label(item.turn, user, said)
        queue.assign_item(item, user)
        queue.finish_item(item, user, version=0)
    assert count_waiting(batch.project) == 1
    assert Assignment.objects.filter(item=item, status="done").count() == 3
    hands.take(annotator)
    assert gold(item.turn) == {NAME}


def test_a_stale_version_changes_nothing(two: Turn, hands: Curator, annotator: Any) -> None:
    hands.take(annotator)
    with pytest.raises(StaleVersion):
        hands.take(None, version=0)
    assert gold(two) == {NAME, SURNAME, PLACE}


def test_a_step_that_is_sent_twice_is_applied_once(
    two: Turn, hands: Curator, annotator: Any
) -> None:
    op_id = uuid.uuid4()
    first = hands.take(annotator, op_id=op_id)
    again = hands.take(annotator, op_id=op_id, version=0)
    assert first == again
    assert Step.objects.filter(layer="gold").count() == 1
    with pytest.raises(Refused) as refusal:
        hands.take(None, op_id=op_id)
    assert refusal.value.code == "key_reuse"


def test_two_curators_share_the_gold_and_each_undoes_her_own(
    turn: Turn, curator: Any, manager: Any, annotator: Any, second_annotator: Any
) -> None:
    reads(turn, annotator, [NAME, PLACE])
    reads(turn, second_annotator, [])
    one, other = Curator(turn, curator), Curator(turn, manager)
    one.take(annotator, place=0)
    with pytest.raises(StaleVersion):
        other.take(annotator, place=1, version=0)
    other.take(annotator, place=1)
    assert Reading.objects.filter(layer="gold").count() == 1
    assert gold(turn) == {NAME, PLACE}
    one.undo()
    assert [(d.start, d.end) for d in case_of(turn).open] == [(4, 13)]
    assert gold(turn) is None
    with pytest.raises(NothingToDo):
        one.undo()


def test_a_reader_who_changes_her_mind_opens_nothing_that_is_gold(
    two: Turn, hands: Curator, annotator: Any
) -> None:
    hands.take(annotator)
    Span.objects.filter(reading__reader=annotator, start=4).delete()
    assert settle_turn(two) == Reading.objects.get(layer="gold")
    assert gold(two) == {NAME, SURNAME, PLACE}
    assert case_of(two).open == []


def test_a_difference_that_is_gone_is_refused(two: Turn, hands: Curator) -> None:
    with pytest.raises(StaleVersion):
        hands(decisions.take_reading, start=0, end=3, choice=0)


def test_all_of_one_readers_as_one_step(
    two: Turn, hands: Curator, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    dialogue = two.dialogue
    other = Turn.objects.select_related("dialogue__project").get(text__startswith="Dígame")
    reads(other, annotator, [("Fran", "male name")])
    reads(other, second_annotator, [])
    hands.take(None)
    place = decisions.dialogue_readers(dialogue).index(second_annotator.pk) + 1
    step = {"op_id": uuid.uuid4(), "version": 1, "place": place}
    with pytest.raises(StaleVersion):
        decisions.take_all(dialogue, curator, **(step | {"version": 0}))
    assert decisions.take_all(dialogue, curator, **step) == decisions.take_all(
        dialogue, curator, **step
    )
    assert gold(two) == {PLACE}  # decided before: it stays
    assert gold(other) == set()
    with pytest.raises(NothingToDo):
        decisions.take_all(dialogue, curator, op_id=uuid.uuid4(), version=2, place=place)
    hands.undo()
    assert (gold(two), gold(other)) == ({PLACE}, None)
