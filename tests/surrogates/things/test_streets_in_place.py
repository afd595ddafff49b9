"""A street suits the words around it, in its span and before it."""

import re

import pytest

from surrogates.folding import fold, words
from surrogates.languages import load_lexicon
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line", "lead"),
    [
        ("de", "A: Wir wohnen [in der Goethestraße:STREET].", "in der "),
        ("fr", "A: J'habite [dans la rue Monge:STREET].", "dans la rue "),
        ("es", "A: Vivo [en la calle Mayor:STREET].", "en la calle "),
        ("ca", "A: Visc [al carrer Nou:STREET].", "al carrer "),
        ("en", "A: I live [on the Old Kent Road:STREET].", "on the "),
    ],
)
def test_what_a_span_begins_with_stays(lang: str, line: str, lead: str) -> None:
    for (made,) in outs(lang, line):
        assert made.startswith(lead) and len(made) > len(lead) + 3, made


def test_a_street_is_the_same_one_with_its_preposition_and_without() -> None:
    for plain, led in outs(
        "de", "A: In der [Goethestraße:STREET], ja, wir wohnen [in der Goethestraße:STREET]."
    ):
        assert led == f"in der {plain}"


@pytest.mark.parametrize("line", ["en la calle [del Carmen:STREET]", "[calle del Pino:STREET]"])
def test_a_new_name_has_the_gender_of_the_article_in_the_span(line: str) -> None:
    nouns = load_lexicon("es").agreement
    for (made,) in outs("es", f"A: Vivo {line}."):
        name = made.partition("del ")[2]
        assert "ms" in nouns["noun", fold(name).split()[0]], made


def test_the_article_of_a_region_in_its_span_stays() -> None:
    for region, area in outs("ca", "A: Soc de [la Garrotxa:LOC], no de [l'Empordà:LOC]."):
        assert region.startswith("la ") and area.startswith("l'")


@pytest.mark.parametrize(
    ("lang", "line", "kind", "of"),
    [
        ("es", "A: La calle es [Nafarroa kalea 23:STREET].", "kalea", "eu"),
        ("es", "A: Es en el [carrer de Balmes 12:STREET].", "carrer", "ca"),
        ("ca", "A: Visc a la [calle Mayor 5:STREET].", "calle", "es"),
        ("eu", "A: [Calle Mayor 5:STREET] da helbidea.", "Calle", "es"),
        ("de", "A: Das Hotel ist in der [Rue du Moulin 12:STREET].", "Rue", "fr"),
    ],
)
def test_a_street_in_another_language_stays_one(lang: str, line: str, kind: str, of: str) -> None:
    names = load_lexicon(of).streets("name")
    for result in packs.results(line, lang=lang):
        said = texts(result)[0]
        assert kind in said.split()
        assert any(name.lower() in said.lower() for name in names)


@pytest.mark.parametrize(
    ("lang", "line", "form"),
    [
        ("es", "A: Es [Rúa do Vilar, 8:STREET].", r"Rúa do \w+, \d"),
        ("es", "A: En la [rúa das Hortas 12:STREET].", r"rúa das \w+s \d\d"),
        ("es", "A: En la [Praza da Quintana, 3:STREET].", r"Praza da \w+a, \d"),
        ("ca", "A: És [Rúa do Vilar, 8:STREET].", r"Rúa d.*, \d"),
        ("eu", "A: [Rúa do Vilar, 8:STREET] da.", r"Rúa d.*, \d"),
    ],
)
def test_a_galician_street_stays_one(lang: str, line: str, form: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert re.fullmatch(form, texts(result)[0]), texts(result)
        assert "relation_lost" not in map(str.lower, codes(result))


def test_an_address_without_its_kind_is_no_person() -> None:
    given = load_lexicon("es").name_by_key
    for key in KEYS:
        (street,) = texts(run(dialogue("A: Vivo en [Xelmírez Vello, 3:STREET]."), key=key))
        first, *rest = street.partition(",")[0].split()
        assert not (rest and fold(first) in given), street


@pytest.mark.parametrize(
    ("lang", "line", "kept"),
    [
        ("es", "A: Vivo en la [calle Van Gogh 3:STREET].", "van"),
        ("ca", "A: Visc al [carrer Van Eyck, 3:STREET].", "van"),
        ("es", "A: En la [avenida del Gran Almirante 3:STREET].", "almirante"),
    ],
)
def test_no_half_of_a_name_stays(lang: str, line: str, kept: str) -> None:
    for key in KEYS:
        (street,) = texts(run(dialogue(line, lang=lang), key=key))
        assert kept not in words(street), street


def test_the_compass_before_a_street_is_no_door() -> None:
    for key in KEYS:
        (street,) = texts(run(dialogue("A: It's [2100 E Thomas Road:STREET].", lang="en"), key=key))
        assert re.match(r"\d+ E \w", street), street


def test_a_labelled_town_is_no_street_by_its_end() -> None:
    known = load_lexicon("de").place_by_key
    for key in KEYS:
        (town,) = texts(run(dialogue("A: Ich wohne in [Salzweg:CITY].", lang="de"), key=key))
        assert fold(town) in known
