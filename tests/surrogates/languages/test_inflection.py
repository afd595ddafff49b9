"""Endings: what a language puts on a stem, it takes off again; and the forms that grammars give."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surrogates.languages.inflection import basque, catalan, inflection_of
from tests.effort import tries

ENDINGS = {
    "ca": ["en", "na", "el", "la", "de", "n'", "al", "del", "pel"],
    "de": ["s", "'s", "er", "erin", "ers", "ern", "isch", "ische", "in", "innen"],
    "en": ["'s", "'", "plural", "a"],
    "es": ["y", "o"],
    "eu": [*basque.ENDINGS, "-erg", "-ine", "-rel", "-art"],
    "fr": ["de", "que", "à", "le", "la"],
}
STEMS = [
    "Mikel", "Jon", "Ane", "Xabier", "Iker", "Maite", "Irun", "Bilbo", "Donostia", "Gasteiz",
    "Zarautz", "Eibar", "Madril", "Paris", "Klaus", "Peter", "Max", "Fritz", "Weiß", "Alice",
    "Berlin", "Kiel", "Göttingen", "Darmstadt", "Karlsruhe", "Hannover", "Bremen", "Dresden",
    "Hélène", "Hugo", "Paul", "Yves", "Oriol", "Anna", "Jaume", "Irene", "Inés", "Óscar", "Juan",
    "James", "Smith", "Jones", "Olot", "Telefonica", "Frankreich", "Portugal", "Türkei",
]  # fmt: skip


@pytest.mark.parametrize("lang", sorted(ENDINGS))
def test_cut_takes_off_what_put_puts_on(lang: str) -> None:
    module = inflection_of(lang)
    assert module is not None
    for stem in STEMS:
        for ending in ENDINGS[lang]:
            for place in (False, True):
                word = module.put(stem, ending)
                assert (stem, ending) in set(module.cut(word, place=place)), (word, stem, ending)
                for cut in module.cut(word, place=place):
                    assert module.put(*cut).casefold() == word.casefold(), cut


LETTERS = st.text("abcdefghijklmnoprstuvzäöüßñçáéíóú", min_size=3, max_size=9).map(str.capitalize)


@settings(max_examples=tries(75, 1500), deadline=None)
@given(LETTERS, st.sampled_from(sorted(ENDINGS)), st.integers(0, 99))
def test_any_stem_comes_back(stem: str, lang: str, pick: int) -> None:
    module = inflection_of(lang)
    assert module is not None
    ending = ENDINGS[lang][pick % len(ENDINGS[lang])]
    assert (stem, ending) in set(module.cut(module.put(stem, ending)))


@pytest.mark.parametrize(
    ("stem", "ending", "written"),
    [
        ("Ameriketako Estatu Batuak", "rel+a", "Ameriketako Estatu Batuetakoa"),
        ("Ameriketako Estatu Batuak", "inh+ra", "Estatubatuarra"),
        ("Filipinak", "ine", "Filipinetan"),
        ("Herbehereak", "abl", "Herbehereetatik"),
    ],
)
def test_basque_countries_of_a_plural_name(stem: str, ending: str, written: str) -> None:
    assert basque.put(stem, ending) == written
    assert (stem, ending) in basque.cut(written, place=True)


@pytest.mark.parametrize(
    ("stem", "written"),
    [("el Masnou", "al Masnou"), ("els Poblets", "als Poblets"), ("Olot", "a Olot")],
)
def test_a_catalan_preposition_takes_the_article_in(stem: str, written: str) -> None:
    assert catalan.put(stem, "a") == written
    assert catalan.regular(stem, "a") == (stem == "Olot")


@pytest.mark.parametrize("name", ["Honfleur", "Houilles", "Hambourg", "Haguenau", "Hamza"])
def test_nothing_elides_before_a_french_aspirated_h(name: str) -> None:
    assert inflection_of("fr").put(name, "de") == f"de {name}"
