"""A town abroad and its country stay one; inhabitants keep their gender and number."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.places.inhabitants import Demonym, demonym_of
from surrogates.things.geography.areas import areas_of
from tests.surrogates.dialogues import codes
from tests.surrogates.things.test_said_in_part import drawn, run_each


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("ca", ("A: anar a [Tolosa:LOC], a [França:COUNTRY]",)),
        ("es", ("A: voy a [Faro:LOC]", "B: Ya.", "A: en [Portugal:COUNTRY]")),
        ("en", ("A: We flew to [Viseu:LOC].", "B: Nice.", "A: So to [Portugal:COUNTRY]?")),
        ("de", ("A: nach [Viseu:LOC]", "B: also nach [Portugal:COUNTRY]")),
        ("fr", ("A: à [Faro:LOC], au [Portugal:COUNTRY]",)),
        ("eu", ("A: [Viseu:LOC] ikusi nuen", "B: [Portugal:COUNTRY] polita da")),
    ],
)
def test_a_town_lies_in_the_country_that_is_said_with_it(lang: str, lines: tuple[str, ...]) -> None:
    lexicon = load_lexicon(lang)
    areas = areas_of(lexicon)
    for town, country in drawn(lang, *lines):
        at_home = areas.holds(country, lexicon.place_by_key.get(fold(town)))
        assert at_home or town in areas.abroad[country]


def test_a_town_at_home_is_not_taken_abroad() -> None:
    lines = ("A: aus [Oberfichtelau:LOC], [26721:ZIP]", "B: Mein Sohn ist in [Kanada:COUNTRY].")
    areas = areas_of(load_lexicon("de"))
    for town, _, country in drawn("de", *lines):
        assert town not in areas.abroad.get(country, ())


def test_inhabitants_of_a_town_abroad_are_of_the_town_drawn() -> None:
    lines = ("A: a [Tolosa:LOC], a [França:COUNTRY]", "B: Són [tolosans:LOC].")
    lexicon = load_lexicon("ca")
    for result in run_each("ca", *lines):
        town, _, people = [r.surrogate for r in result.replacements]
        assert demonym_of(lexicon, people) == Demonym(town, ("mp",)), people
        assert not {"RELATION_LOST", "CONSTRAINT_RELAXED"} & set(codes(result))


@pytest.mark.parametrize(
    ("lang", "word", "slots"),
    [
        ("es", "alcañizana", ("fs",)),
        ("es", "illescanos", ("mp",)),
        ("ca", "tolosans", ("mp",)),
        ("fr", "romorantinaise", ("fs",)),
    ],
)
def test_a_word_for_inhabitants_shows_its_gender_and_number(
    lang: str, word: str, slots: tuple[str, ...]
) -> None:
    made = demonym_of(load_lexicon(lang), word)
    assert made is None or made.slots == slots
    for (new,) in drawn(lang, f"A: son [{word}:LOC]"):
        said = demonym_of(load_lexicon(lang), new)
        assert made is None or (said is not None and set(slots) <= set(said.slots)), new
