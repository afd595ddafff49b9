"""Quarters of a town become quarters, and capitals with an ampersand the initials of their firm."""

import re

import pytest

from surrogates.languages import lexicon_for
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [b"k%d" % n for n in range(6)]


def quarters(lang: str) -> set[str]:
    rows = lexicon_for(lang).rows("landscape")
    return {row["name"] for row in rows if row["kind"] == "quarter"}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vivo en [Triana:LOC], en [Sevilla:LOC]"),
        ("es", "A: en el barrio de [Pescadores:LOC]"),
        ("ca", "A: al barri de [Gràcia:LOC], a [Barcelona:LOC]"),
        ("de", "A: im Stadtteil [Nippes:LOC] in [Köln:LOC]"),
        ("en", "A: in the borough of [Brooklyn:LOC]"),
        ("fr", "A: le quartier de la [Croix-Rousse:LOC]"),
    ],
)
def test_a_quarter_becomes_one_that_many_towns_have(lang: str, line: str) -> None:
    for key in KEYS:
        out = texts(run(dialogue(line, lang=lang), key=key))[0]
        assert out in quarters(lang), out


def test_a_town_stays_a_town_behind_such_a_word_of_another_thing() -> None:
    for key in KEYS:
        out = texts(run(dialogue("A: el barrio, en [Sevilla:LOC]"), key=key))[0]
        assert out not in quarters("es"), out


@pytest.mark.parametrize("firm", ["Marks and Spencer", "Hobart & Maddox"])
def test_an_acronym_with_an_ampersand_follows_its_firm(firm: str) -> None:
    short = "&".join(re.findall("[A-Z]", firm))
    made = dialogue(f"A: I work at [{firm}:ORG].", f"B: At [{short}:ORG]?", lang="en")
    for key in KEYS:
        whole, part = texts(run(made, key=key))
        first, *_, last = whole.split()
        assert part == f"{first[0]}&{last[0]}", (whole, part)
