"""A test file that overlaps the training file is refused; what people say alike is not."""

from dataclasses import replace

import pytest

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.overlap import overlapping, refuse_overlap
from annotation.evidence.utility.types import Example
from surrogates.types import Dialogue, Turn
from tests.annotation.evidence.utility.corpora import calls


def said(name: str, *texts: str) -> Example:
    return Example(Dialogue(name, "es", tuple(Turn("client", text) for text in texts)))


def test_the_sentence_names_how_many_turns() -> None:
    train, test = calls(0, 6), (*calls(10, 4), *calls(2, 3))
    with pytest.raises(EvidenceError) as refused:
        refuse_overlap(train, test, "t.jsonl")
    assert str(refused.value) == (
        "t.jsonl: 6 turns of 3 dialogues stand in the training file as well; expected dialogues "
        "that are in one of the two"
    )


def test_other_dialogues_are_fine() -> None:
    refuse_overlap(calls(0, 6), calls(6, 4), "t.jsonl")


def test_a_short_request_that_two_people_make_is_no_overlap() -> None:
    train = [said("a", "pon música"), said("b", "qué hora es")]
    test = [said("x", "pon música"), said("y", "llama a casa"), said("z", "apaga la luz")]
    assert overlapping(train, test) == []


def test_a_long_dialogue_under_another_name_is_one() -> None:
    texts = ["palabra " * 20, "y otra " * 10]
    test = [said("x", *texts), said("y", "hola"), said("z", "adiós")]
    assert overlapping([said("a", *texts)], test) == test[:1]


def test_more_than_half_of_the_test_is_no_chance() -> None:
    train = [said(f"a{n}", f"pide {n}") for n in range(4)]
    test = [replace(each, dialogue=replace(each.dialogue, id="x")) for each in train[:2]]
    assert overlapping(train, [*test, said("y", "nada")]) == test
