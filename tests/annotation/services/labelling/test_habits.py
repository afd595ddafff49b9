"""What is known of words before a turn is shown: a reader's own labels, and which are common."""

from typing import Any

import pytest

from annotation.models import Batch, DialogueWords, Reading
from annotation.services.erasing.memory import forget_texts
from annotation.services.labelling import habits, page
from tests.labelled import read


def test_a_page_has_the_candidates_and_the_answer_to_a_step_has_none(
    batch: Batch, annotator: Any
) -> None:
    turn = batch.items.select_related("turn__dialogue__project").get(rank=1).turn
    opened = page.active_turn(turn, annotator)
    said = [turn.text[start:end] for start, end in opened.candidates]
    assert said == ["Francisco Olabarri", "Bilbao"]


def test_what_the_model_thinks_possible_is_a_candidate_unless_it_is_kept_back(
    batch: Batch, annotator: Any, django_assert_num_queries: Any
) -> None:
    items = batch.items.select_related("turn__dialogue__project")
    for proposals, first in (("early", "Soy"), ("shown", "Soy"), ("hidden", "Francisco")):
        batch.items.update(proposals=proposals, possible=[[0, 3]])
        turn = items.get(rank=1).turn
        start, _end = habits.candidates_for(turn, annotator)[0]
        assert turn.text[start:].startswith(first)


def test_only_her_own_finished_turns_count(
    batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    turns = [item.turn for item in batch.items.select_related("turn__dialogue").order_by("rank")]
    for turn in turns[:2]:
        read(turn, annotator, [])
    project = batch.project.pk
    assert habits.habits_of(annotator, project).words["bilbao"] == (0, 1)
    assert habits.habits_of(second_annotator, project).words == {}


def test_habits_are_learned_once_until_she_says_something_else(
    batch: Batch, annotator: Any, django_assert_num_queries: Any
) -> None:
    turns = [item.turn for item in batch.items.select_related("turn__dialogue").order_by("rank")]
    read(turns[0], annotator, [])
    project = batch.project.pk
    first = habits.habits_of(annotator, project)
    with django_assert_num_queries(1):
        assert habits.habits_of(annotator, project) is first
    read(turns[1], annotator, [])
    with django_assert_num_queries(3):
        both = habits.habits_of(annotator, project)
    assert both.words != first.words
    forget_texts()
    assert habits.habits_of(annotator, project) == both
    Reading.objects.filter(turn=turns[1]).delete()
    assert habits.habits_of(annotator, project) == first
    forget_texts()
    with django_assert_num_queries(3):
        habits.habits_of(annotator, project)


def test_words_are_common_from_some_dialogues_on(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = batch.project.pk
    assert habits.words_of(project) is None
    for dialogue in batch.project.dialogues.all():
        DialogueWords.objects.update_or_create(dialogue=dialogue, defaults={"words": "hola soy"})
    assert habits.words_of(project) is None  # a handful says nothing
    habits._common.cache_clear()
    monkeypatch.setattr(habits, "LEAST", 2)
    monkeypatch.setattr(habits, "MANY", 2)
    assert (words := habits.words_of(project)) and words.common == {"hola", "soy"}
    habits._common.cache_clear()
