"""Words of kinship inside a span are like titles: they stay, and tell a given name's gender."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.titles import kin_titles
from tests.surrogates.people.test_people import outs

BEFORE = [
    ("de", "A: Wir fahren zu [Opa Herbert:PER].", "Opa", "m"),
    ("de", "A: Sie ist bei [Tante Uschi:PER].", "Tante", "f"),
    ("de", "A: [Onkel Wernher:PER] ruft an.", "Onkel", "m"),
    ("es", "A: Viene mi [tía Conchi:PER].", "tía", "f"),
    ("es", "A: Viene el [primo Kevin:PER].", "primo", "m"),
    ("en", "A: It is for [Auntie Joanie:PER].", "Auntie", "f"),
    ("en", "A: [Grandad Szilard:PER] rang.", "Grandad", "m"),
    ("fr", "A: On va chez [tonton Gégé:PER].", "tonton", "m"),
    ("fr", "A: On va chez [Mamie Jeanne:PER].", "Mamie", "f"),
    ("ca", "A: Ve la [tieta Mercè:PER].", "tieta", "f"),
    ("eu", "A: [Osaba Mikel:PER] dator.", "Osaba", "m"),
]


@pytest.mark.parametrize(("lang", "line", "word", "gender"), BEFORE)
def test_a_word_of_kinship_stays_before_a_given_name_of_its_gender(
    lang: str, line: str, word: str, gender: str
) -> None:
    lexicon = load_lexicon(lang)
    for (out,) in outs(lang, line):
        kin, _, name = out.partition(" ")
        assert kin == word
        listed = lexicon.name_by_key.get(name.casefold().replace("é", "e"))
        forms = lexicon.fulls_of.get(name.casefold(), ())
        genders = {form.gender for form in forms} | ({listed.gender} if listed else set())
        assert not genders or gender in genders, out


BEHIND = [
    ("eu", "A: [Mikel osabaren:PER] etxea.", "osabaren"),
    ("fr", "A: Voici [Jean Dupont fils:PER].", "fils"),
    ("es", "A: Soy [Juan Pérez hijo:PER].", "hijo"),
    ("es", "A: Soy [Juan Pérez Senior:PER].", "Senior"),
]


@pytest.mark.parametrize(("lang", "line", "word"), BEHIND)
def test_a_word_of_kinship_stays_behind_a_name(lang: str, line: str, word: str) -> None:
    for (out,) in outs(lang, line):
        assert out.endswith(f" {word}")


def test_who_has_a_short_form_is_one_person_under_a_word_of_kinship() -> None:
    for aunt, name in outs("de", "A: Bei [Tante Uschi:PER].", "B: Grüß die [Ursula:PER]!"):
        assert aunt.startswith("Tante ")
        lexicon = load_lexicon("de")
        shorts = {form.short for form in lexicon.shorts_of.get(name.casefold(), ())}
        assert aunt.removeprefix("Tante ") in shorts


@pytest.mark.parametrize(
    ("lang", "text"),
    [("de", "Vetter, Hans"), ("fr", "Cousin Victor"), ("es", "Prima"), ("ca", "Nora Puig")],
)
def test_a_name_is_no_word_of_kinship(lang: str, text: str) -> None:
    assert not kin_titles(text, load_lexicon(lang))
