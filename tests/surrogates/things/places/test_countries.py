"""Countries: the words before them fit their article, and their people have the right name."""

import pytest

from surrogates.folding import fold
from surrogates.languages import languages, load_lexicon
from surrogates.languages.inflection import german, inflection_of
from surrogates.languages.inflection.german import COUNTRIES, ER, WEAK
from surrogates.languages.places.articles import article_of
from surrogates.languages.schema import FOLDER
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts

TABLED = [lang for lang in languages() if (FOLDER / lang / "country_articles.tsv").exists()]


@pytest.mark.parametrize("lang", TABLED)
def test_the_table_says_the_article_of_listed_countries(lang: str) -> None:
    lexicon = load_lexicon(lang)
    rows = lexicon.rows("country_articles")
    countries = [r for r in rows if r["kind"] == "country"]
    assert {r["form"] for r in countries} <= set(lexicon.countries)
    known = {"none", *(r["value"] for r in countries)}
    before = [r for r in rows if r["kind"] == "before"]
    assert all(set(r["value"].split()) <= known for r in before)
    behind = {r["form"] for r in rows if r["kind"] == "en"}
    assert behind <= set(lexicon.provinces)
    assert len(countries) + len(before) + len(behind) == len(rows)


@pytest.mark.parametrize(
    ("lang", "line", "articles"),
    [
        ("fr", "A: en [Suisse:LOC], au [Portugal:LOC], du [Maroc:LOC].", ["la l'", "le", "le"]),
        ("fr", "A: de [France:LOC], aux [États-Unis:LOC].", ["la none", "les"]),
        ("fr", "A: la [Chine:LOC], l'[Inde:LOC], à [Cuba:LOC].", ["la", "l'", "none"]),
        ("de", "A: aus der [Schweiz:LOC], in die [Türkei:LOC].", ["die", "die"]),
        ("de", "A: nach [Italien:LOC], im [Iran:LOC].", ["none", "der"]),
        ("de", "A: aus den [Niederlanden:LOC].", ["plural plural_den"]),
        ("de", "A: die [Niederlande:LOC].", ["plural plural_die"]),
        ("en", "A: from the [UK:LOC] to [France:LOC].", ["the", "none"]),
        ("es", "A: del [Perú:LOC] a los [Estados Unidos:LOC].", ["el", "los"]),
        ("ca", "A: del [Marroc:LOC] a la [Xina:LOC], de [Cuba:LOC].", ["el", "la", "none"]),
        ("ca", "A: als [Estats Units:LOC], a l'[Argentina:LOC].", ["els", "l'"]),
    ],
)
def test_the_word_before_chooses_the_country(lang: str, line: str, articles: list[str]) -> None:
    lexicon = load_lexicon(lang)
    for key in packs.FIVE_KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        for text, asked in zip(texts(result), articles, strict=True):
            country = next(c for c in lexicon.countries if fold(c) == fold(text))
            assert article_of(lexicon, country) in asked.split(), text


NO_TOWN = {
    "es": "A: Nací en [Accra:LOC], en [Ghana:LOC].",
    "ca": "A: Vaig néixer a [Bamako:LOC], a [Mali:LOC].",
    "eu": "A: [Abidjanen:LOC] jaio nintzen, [Boli Kostan:LOC].",
    "de": "A: Geboren in [Abidjan:LOC], in [Côte d'Ivoire:LOC].",
    "en": "A: Born in [Abidjan:LOC], in [Ivory Coast:LOC].",
    "fr": "A: Il est né à [Bouaké:LOC], en [Côte d'Ivoire:LOC].",
}


@pytest.mark.parametrize("lang", NO_TOWN)
def test_no_town_stands_for_a_country(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for result in packs.results(NO_TOWN[lang], lang=lang):
        town, country = texts(result)
        stem = country.removesuffix("n") if lang == "eu" else country
        assert (
            fold(stem) in lexicon.country_keys
            or fold(country) in lexicon.country_keys
            or any(fold(country).startswith(key) for key in lexicon.country_keys)
        )
        assert fold(town) not in lexicon.place_by_key


def test_each_of_two_towns_is_in_its_country() -> None:
    line = "A: Née à [Abidjan:LOC], en [Côte d'Ivoire:LOC], et moi à [Bamako:LOC], au [Mali:LOC]."
    for result in packs.results(line, lang="fr"):
        towns = texts(result)[::2]
        assert not {fold(town) for town in towns} & load_lexicon("fr").place_by_key.keys()


def test_all_mentions_of_a_country_have_a_say() -> None:
    fr = load_lexicon("fr")
    for result in packs.results("A: en [Italie:LOC], oui, d'[Italie:LOC].", lang="fr"):
        one, other = texts(result)
        assert one == other and article_of(fr, one) == "l'"


def test_every_german_country_is_listed_with_its_people() -> None:
    de = load_lexicon("de")
    same = {"Niederlanden", "Vereinigten Arabischen Emiraten"}  # datives
    regions = {row["region"] for row in de.rows("regions_abroad")}
    assert (set(de.countries) | regions) - same == COUNTRIES


@pytest.mark.parametrize(
    ("line", "country", "people"),
    [
        ("A: Ich bin [Österreicher:LOC] aus [Österreich:LOC].", 1, ER),
        ("A: Ein [Franzose:LOC] aus [Frankreich:LOC].", 1, WEAK),
        ("A: Eine [Türkin:LOC] aus der [Türkei:LOC].", 1, WEAK),
        ("A: Ein [Schweizer:LOC] aus der [Schweiz:LOC].", 1, ER),
    ],
)
def test_the_people_of_a_german_country(line: str, country: int, people: dict[str, object]) -> None:
    for result in packs.results(line, lang="de"):
        assert not codes(result) or set(codes(result)) <= {"SINGLETON_STANDS_OUT", "POOL_SMALL"}
        one, other = texts(result)
        assert other in people
        assert (other, one) in {
            (stem, german.put(stem, ending))
            for stem, ending in german.cut(one, place=True)
            if german.regular(stem, ending)
        }


@pytest.mark.parametrize(
    ("stem", "ending", "word"),
    [
        ("Frankreich", "ein", "Französin"),
        ("Frankreich", "en", "Franzosen"),
        ("Ungarn", "e", "Ungar"),
        ("Italien", "erin", "Italienerin"),
        ("Portugal", "isch", "Portugiesisch"),
        ("USA", "er", "Amerikaner"),
    ],
)
def test_words_made_of_german_countries(stem: str, ending: str, word: str) -> None:
    module = inflection_of("de")
    assert module is not None
    assert module.put(stem, ending) == word
    assert (stem, ending) in set(module.cut(word, place=True))
    assert module.regular(stem, ending)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Die [preußische:LOC] Armee."),
        ("fr", "A: Un [Gapençot:LOC]."),
    ],
)
def test_people_that_no_rule_makes_are_reported(lang: str, line: str) -> None:
    assert "CONSTRAINT_RELAXED" in codes(run(dialogue(line, lang=lang)))
