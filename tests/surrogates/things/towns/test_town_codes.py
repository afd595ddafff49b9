"""Codes of towns stay codes: "From BOS" beside Boston."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.things.geography.hubs import hubs_of
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 3]) for n in range(tries(3, 8))]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: From [Boston:LOC] to [Lisbon:LOC], [BOS:LOC], and back to [BOS:LOC]."),
        ("es", "A: De [Bilbao:LOC] a [Madrid:LOC], sale de [BIO:LOC], vuelve a [BIO:LOC]."),
        ("de", "A: Von [Hamburg:LOC] nach [Wien:LOC], ab [HAM:LOC], zurück nach [HAM:LOC]."),
    ],
)
def test_a_code_is_of_what_its_town_became(lang: str, line: str, key: bytes) -> None:
    (turn,) = (made := run(dialogue(line, lang=lang), key=key)).draft.turns
    town, _other, code, again = texts(made)
    assert re.fullmatch(r"[A-Z]{3}", code) and code == again
    assert code not in line and code in turn.text
    letters = iter(re.sub(r"\W", "", town).upper())
    known = hubs_of(load_lexicon(lang)).airport.get(name_key(town))
    assert code == known if known else not town.isascii() or all(c in letters for c in code)


@pytest.mark.parametrize("key", KEYS[:3])
def test_a_code_of_no_town_that_is_named_is_another_code(key: bytes) -> None:
    _town, one, two = texts(run(dialogue("A: De [Vigo:LOC], [LHR:LOC] y [JFK:LOC]"), key=key))
    assert re.fullmatch(r"[A-Z]{3} [A-Z]{3}", f"{one} {two}")
    assert len({one, two, "LHR", "JFK"}) == 4


def test_towns_in_capitals_are_no_codes() -> None:
    for line in ("A: DE [OIA:LOC] A [VIGO:LOC]", "A: De [VIC:LOC] a [Lleida:LOC]"):
        assert not re.fullmatch(r"[A-Z]{3}", texts(run(dialogue(line)))[0]), line


@pytest.mark.parametrize("key", KEYS)
def test_the_code_of_an_airport_that_no_table_has_becomes_that_of_one(key: bytes) -> None:
    known = set(hubs_of(load_lexicon("en")).airport.values())
    made = dialogue("A: From [JFK:LOC] or [LGA:LOC]?", "B: [JFK:LOC], in New York.", lang="en")
    one, other, again = texts(run(made, key=key))
    assert {one, other} <= known and one == again != other
