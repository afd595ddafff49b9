"""Where the word for a kind of street stands, and the number behind it."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.places.streets import street_key, type_said
from tests.surrogates.dialogues import dialogue, run, texts


@pytest.mark.parametrize(
    ("lang", "street", "place"),
    [
        ("ca", "carrer de la Creu 5", 0),
        ("en", "Baker Street 5", -2),
        ("es", "Calle Mayor 5", 0),
        ("eu", "Urbieta kalean 5", -2),
        ("fr", "chaussée de Dinant 214", 0),  # in the order of Belgium
    ],
)
def test_the_type_stays_on_its_side(lang: str, street: str, place: int) -> None:
    lexicon = load_lexicon(lang)
    for key in (b"one", b"two", b"three"):
        (out,) = texts(run(dialogue(f"A: [{street}:STREET]", lang=lang), key=key))
        kind, ending = type_said(out, lexicon)
        assert out.split()[place] == kind
        assert ending == type_said(street, lexicon)[1]
        assert kind.istitle() == type_said(street, lexicon)[0].istitle()
        assert out.split()[-1].isdecimal()
        shared = set(out.split()) & set(street.split())
        assert shared - {"de", "la"} == {kind}


def test_a_number_is_no_part_of_the_word_before_it() -> None:
    (out,) = texts(run(dialogue("A: [Urbieta kalean 5:STREET]", lang="eu"), key=b"one"))
    assert out.split()[-2].endswith(("an", "ran"))
    assert not out.split()[-2].endswith("nn")


def test_a_day_in_the_name_of_a_street_is_no_number() -> None:
    lexicon = load_lexicon("es")
    assert street_key("calle 8 de Marzo, 5", lexicon) == "8 de marzo|calle"
    assert street_key("C/ Mayor 5, 3.º B", lexicon) == "mayor|calle"
    for key in (b"one", b"two", b"three"):
        (out,) = texts(run(dialogue("A: [calle 8 de Marzo, 5:STREET]"), key=key))
        assert out.split()[-1] not in ("5", "8") and out.split()[-1].isdecimal()


@pytest.mark.parametrize(
    ("lang", "street", "kind"),
    [
        ("en", "9 Clifton Vale", "Vale"),
        ("en", "4 Juniper Circle", "Circle"),
        ("en", "18 Lakeshore Blvd", "Blvd"),
        ("fr", "8 montée des Oliviers", "montée"),
        ("fr", "5 venelle du Puits", "venelle"),
        ("es", "Cuesta de San Vicente, 8", "Cuesta"),
        ("es", "Plazuela del Carmen 2", "Plazuela"),
        ("ca", "Moll de la Fusta 2", "Moll"),
    ],
)
def test_a_rarer_type_stays_too(lang: str, street: str, kind: str) -> None:
    for key in (b"one", b"two", b"three"):
        (out,) = texts(run(dialogue(f"A: [{street}:STREET]", lang=lang), key=key))
        shared = set(out.replace(",", "").split()) & set(street.replace(",", "").split())
        assert shared - {"de", "del", "des", "du", "la", "San"} == {kind}


def test_a_type_in_short_goes_before_one_in_the_name() -> None:
    lexicon = load_lexicon("fr")
    assert street_key("3 Bd de la Montée", lexicon) == "montee|boulevard"
