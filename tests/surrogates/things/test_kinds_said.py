"""An organisation stays of the kind that the word before it says, or that it ends with."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.common_parts import head_of
from surrogates.languages.lexicon import name_key
from surrogates.things.geography.hubs import hubs_of
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import outs


@pytest.mark.parametrize(
    ("lang", "line", "sector"),
    [
        ("ca", "A: a l'hospital [Josep Trueta:ORG]", "health"),
        ("ca", "A: al col·legi [Sagrat Cor:ORG]", "school"),
        ("es", "A: en el colegio [Sagrado Corazón:ORG]", "school"),
        ("fr", "A: à l'hôpital [Bellevue:ORG]", "health"),
    ],
)
def test_the_word_before_says_what_it_is(lang: str, line: str, sector: str) -> None:
    """So no other kind is in its name: "al hospital Muebles Trébol"."""
    sectors = load_lexicon(lang).sector_of_head
    for (made,) in outs(lang, line):
        kinds = {sectors[word] for word in fold(made).split() if word in sectors}
        assert kinds <= {sector}, made


@pytest.mark.parametrize("name", ["Stadtsparkasse München", "Waldorfschule Mainz"])
def test_a_german_compound_is_what_it_ends_with(name: str) -> None:
    kind = name.split()[0]
    assert head_of(load_lexicon("de"), fold(kind))
    for (made,) in outs("de", f"A: bei der [{name}:ORG]"):
        assert made.startswith(f"{kind} ") and made != name


@pytest.mark.parametrize(
    ("lang", "text", "kept"),
    [
        ("ca", "Registre Civil de Lleida", "Registre Civil d"),
        ("es", "Registro Civil de Lugo", "Registro Civil de"),
        ("fr", "Hôpitaux universitaires de Lyon", "Hôpitaux universitaires d"),
        ("fr", "Athénée Royal de Namur", "Athénée Royal d"),
        ("de", "LKH-Univ. Klinikum Linz", "LKH-Univ. Klinikum "),
        ("de", "Bezirksamt Spandau", "Bezirksamt "),
        ("en", "Virginia Tech", ""),
    ],
)
def test_a_body_stays_what_it_is(lang: str, text: str, kept: str) -> None:
    for n in range(3):
        (new,) = texts(run(dialogue(f"A: [{text}:ORGANISATION].", lang=lang), key=bytes([n, 5])))
        assert new.startswith(kept) and new != text
        assert lang != "en" or new.endswith(" Tech")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: An der [Universität Bamberg:ORGANISATION], ich wohne in [Bamberg:CITY]."),
        ("de", "A: An der [Universität Basel:ORGANISATION], ich wohne in [Basel:CITY]."),
        ("fr", "A: Je suis à l'[Université de Caen:ORGANISATION], j'habite [Caen:CITY]."),
        ("es", "A: Estudio en la [Universidad de Huelva:ORGANISATION] y vivo en [Huelva:CITY]."),
        ("en", "A: I'm at the [University of Hull:ORGANISATION], I live in [Hull:CITY]."),
    ],
)  # fmt: skip
def test_a_university_is_in_a_town_that_has_one(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    towns = hubs_of(lexicon).universities
    for n in range(4):
        university, town = texts(run(dialogue(line, lang=lang), key=bytes([n, 6])))
        assert name_key(town) in towns
        assert name_key(town) in name_key(university)


@pytest.mark.parametrize(
    ("lang", "text"), [("ca", "UPC"), ("fr", "ONG"), ("en", "MRI"), ("es", "CSIC")]
)
def test_capitals_begin_as_their_article_asks(lang: str, text: str) -> None:
    kinds = ("AEO", "IU", "FLMNRS", "BCDGJPTV")
    for n in range(6):
        (new,) = texts(run(dialogue(f"A: [{text}:ORGANISATION].", lang=lang), key=bytes([n, 7])))
        assert next(k for k in kinds if new[0] in k) == next(k for k in kinds if text[0] in k)
