"""Towns, postal codes and telephones of another country in which the language is at home."""

import pytest

from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run

KEYS = [bytes([n]) * 32 for n in range(5)]


def _towns(lang: str, country: str) -> dict[str, str]:
    rows = load_lexicon(lang).rows("neighbours")
    return {row["name"]: row["start"] for row in rows if row["country"] == country}


@pytest.mark.parametrize(
    ("lang", "country", "code", "town"),
    [("de", "Österreich", "5020", "Salzburg"), ("de", "Schweiz", "8400", "Winterthur"),
     ("fr", "Belgique", "5000", "Namur"), ("fr", "Suisse", "1820", "Montreux")],
)  # fmt: skip
def test_a_town_stays_in_its_country_and_its_code_is_its_own(
    lang: str, country: str, code: str, town: str
) -> None:
    towns = _towns(lang, country)
    for key in KEYS:
        new_code, _, new_town = (
            run(dialogue(f"A: [{code}:POSTCODE] [{town}:TOWN]", lang=lang), key=key)
            .draft.turns[0]
            .text.partition(" ")
        )
        assert new_town in towns and new_town != town
        assert len(new_code) == 4 and new_code.startswith(towns[new_town])


@pytest.mark.parametrize(
    "said", ["[AT61 1904 3002 3457 3201:IBAN]", "[+43 664 5125512:PHONE]", "[3214:POSTCODE]"]
)
def test_what_tells_the_country_tells_it_of_a_town_that_no_table_has(said: str) -> None:
    made = dialogue("A: In [Puchenstuben:TOWN].", f"B: {said}", lang="de")
    for key in KEYS:
        town = run(made, key=key).draft.turns[0].text[3:-1]
        assert town in _towns("de", "Österreich")


def test_the_country_of_a_number_from_abroad_stays_said() -> None:
    made = dialogue("A: [+43 664 5125512:PHONE]", "B: [+32 475 12 34 56:PHONE]", lang="de")
    for key in KEYS:
        first, second = (turn.text for turn in run(made, key=key).draft.turns)
        assert first.startswith("+43 6") and second.startswith("+32 4")
