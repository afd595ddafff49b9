"""Questions are asked once, on words that exist; their answers bring no originals along."""

import uuid
from typing import Any

import pytest

from annotation.models import Project, Question, Turn
from annotation.refusals import Refused, SpanRange, StaleVersion
from annotation.services.guidance import guidelines, questions
from tests.labelled import call, label


@pytest.fixture
def turn(project: Project) -> Turn:
    """Soy Francisco Olabarri, de Bilbao"""
    dialogue = call(project)
    found = dialogue.turns.get(position=1)
    found.dialogue = dialogue
    return found


def ask(turn: Turn, user: Any, **values: Any) -> Question:
    return questions.ask_question(
        turn, user, **{"op_id": uuid.uuid4(), "text": "Is this one name or two?"} | values
    )


def test_a_question_is_asked_once(turn: Turn, annotator: Any, second_annotator: Any) -> None:
    op = uuid.uuid4()
    first = ask(turn, annotator, op_id=op, start=4, end=22)
    assert ask(turn, annotator, op_id=op, start=4, end=22) == first
    with pytest.raises(Refused) as caught:
        ask(turn, annotator, op_id=op, text="Another?")
    assert (caught.value.code, caught.value.status) == ("key_reuse", 409)
    assert ask(turn, second_annotator, op_id=op) != first
    assert questions.count_open(turn.dialogue.project) == 2


@pytest.mark.parametrize(
    ("start", "end"), [(4, 4), (5, 4), (0, 999), (-1, 3), (3, None), (32, 34), (None, 0)]
)
def test_words_that_are_not_there(start: int, end: int, turn: Turn, annotator: Any) -> None:
    with pytest.raises(SpanRange):
        ask(turn, annotator, start=start, end=end)


def test_places_are_code_points(turn: Turn, annotator: Any) -> None:
    turn.text = "\U0001f600\U0001f600a"
    asked = ask(turn, annotator, start=2, end=3)
    assert (asked.start, asked.end) == (2, 3)
    with pytest.raises(SpanRange):
        ask(turn, annotator, start=2, end=5)


def test_a_reader_sees_her_own(turn: Turn, annotator: Any, second_annotator: Any) -> None:
    mine = ask(turn, annotator, start=4, end=13)
    ask(turn, second_annotator)
    project = turn.dialogue.project
    shown = questions.of_turn(turn, annotator, everybody=False)
    assert [(each.question, each.words) for each in shown] == [(mine, "Francisco")]
    assert len(questions.of_turn(turn, annotator, everybody=True)) == 2
    assert list(questions.questions_of(project, annotator, everybody=False)) == [mine]


def test_open_ones_come_first_with_their_context(
    turn: Turn, annotator: Any, curator: Any, batch: Any, django_assert_num_queries: Any
) -> None:
    done, waiting = ask(turn, annotator), ask(turn, annotator, start=4, end=13)
    questions.answer_question(done, curator, answer="Two.", seen="")
    found = questions.questions_of(turn.dialogue.project, curator, everybody=True)
    with django_assert_num_queries(3):
        rows = questions.show_questions(found)
    assert [row.question for row in rows] == [waiting, done]
    assert [shown.turn.number for shown in rows[0].turns] == [1, 2, 3]
    asked = rows[0].turns[1]
    assert asked.is_asked
    assert [stretch.text for stretch in asked.asked] == ["Francisco"]
    assert rows[0].item is not None
    assert rows[0].item.turn_id == turn.pk


def test_an_answer_becomes_part_of_the_guidelines(turn: Turn, annotator: Any, curator: Any) -> None:
    guidelines.save_version(turn.dialogue.project, curator, text="# Rules", seen=0)
    asked = ask(turn, annotator)
    questions.answer_question(
        asked, curator, answer="Two.", seen="", entry="Given and family name are two spans."
    )
    asked.refresh_from_db()
    assert asked.answer == "Two."
    assert asked.guideline is not None
    assert asked.guideline.version == 2
    assert asked.guideline.text == (
        "# Rules\n\n## Questions and answers\n\nGiven and family name are two spans.\n"
    )
    assert questions.count_open(turn.dialogue.project) == 0


def test_originals_stay_out_of_the_guidelines(turn: Turn, annotator: Any, curator: Any) -> None:
    label(turn, annotator, [("Bilbao", "place")])
    asked = ask(turn, annotator, start=4, end=13)
    step = {"answer": "Yes.", "seen": "", "entry": "FRANCISCO of bilbao is a man; Franciscos not."}
    with pytest.raises(Refused) as caught:
        questions.answer_question(asked, curator, **step)
    assert caught.value.code == "originals"
    assert "“Bilbao”, “Francisco”" in str(caught.value)
    asked.refresh_from_db()
    assert (asked.answer, asked.answered_at) == ("", None)
    assert not turn.dialogue.project.guidelines.exists()
    questions.answer_question(asked, curator, **step, confirmed=True)
    assert turn.dialogue.project.guidelines.count() == 1


def test_two_curators_do_not_write_over_each_other(
    turn: Turn, annotator: Any, curator: Any, manager: Any
) -> None:
    asked = ask(turn, annotator)
    questions.answer_question(asked, curator, answer="One.", seen="")
    with pytest.raises(StaleVersion):
        questions.answer_question(asked, manager, answer="Two.", seen="")
    questions.answer_question(asked, manager, answer="Two.", seen=questions.stamp(asked))
    asked.refresh_from_db()
    assert (asked.answer, asked.answered_by) == ("Two.", manager)
