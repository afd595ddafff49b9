"""Mentions as a reader of the release meets them: replaced, left in part, left whole."""

import pytest

from annotation.evidence.attacks.mentions import aligned_turns, left_outside, mentions_in
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Pair
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from tests.annotation.evidence.attacks.bracketed import pair


def test_what_was_replaced_and_what_stayed() -> None:
    made = pair("soy [Ana|PER|Leonor] de [Vigo|LOC] y [Gil|FAM|Mora]", "adiós [Ana|PER|Leonor]")
    assert [(m.turn, m.label, m.original, m.released, m.stays) for m in mentions_in(made)] == [
        (0, "PER", "Ana", "Leonor", False),
        (0, "LOC", "Vigo", "Vigo", True),
        (0, "FAM", "Gil", "Mora", False),
        (1, "PER", "Ana", "Leonor", False),
    ]
    released = made.released.turns[0].text
    for mention in mentions_in(made)[:3]:
        assert released.startswith(mention.released, mention.start)


def test_what_is_left_of_an_item_is_a_mention_of_its_own() -> None:
    original = TurnValue("", "soy Ana Gil", (SpanValue(4, 11, "PER"),))
    released = TurnValue("", "soy Eva Gil", (SpanValue(4, 7, "PER"),))
    made = Pair(DialogueValue("a", "es", (original,)), DialogueValue("d", "es", (released,)))
    found = [(m.original, m.released) for m in mentions_in(made)]
    assert found == [("Ana", "Eva"), (" Gil", " Gil")]


def test_a_surrogate_that_says_the_original_stays() -> None:
    assert mentions_in(pair("soy [ANA|PER|Ana]"))[0].stays


def test_a_turn_without_what_was_replaced() -> None:
    made = pair("soy [Ana|PER|Leonor] de Vigo")
    ((_before, after, stretches),) = aligned_turns(made)
    assert left_outside(after.text, stretches).split() == ["soy", "de", "Vigo"]


def test_dialogues_that_do_not_align_are_named_by_number() -> None:
    made = pair("hola", "adiós")
    short = Pair(made.original, DialogueValue("d", "es", made.released.turns[:1]))
    with pytest.raises(EvidenceError, match=r"^Dialogue 7 has 2 turns before and 1 after"):
        mentions_in(short, 7)
