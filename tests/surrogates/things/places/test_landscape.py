"""A river becomes a river, a region a region, with the article that stands before it."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.places.landscape import landscape_names
from tests.surrogates import packs
from tests.surrogates.dialogues import texts
from tests.surrogates.people.test_people import outs


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Al norte de [Extremadura:LOC], junto al [Guadiana:LOC], en el [Bierzo:LOC]."),
        ("ca", "A: Al [Bages:LOC], a la [Segarra:LOC], vora el [Llobregat:LOC]."),
        ("eu", "A: [Sakana:LOC] eta [Bidasoa:LOC] ibaia."),
        ("de", "A: Durch das [Vogtland:LOC], in der [Eifel:LOC], an der [Mosel:LOC]."),
        ("en", "A: In the [Fens:LOC], by the [Severn:LOC], then [Cornwall:LOC]."),
        ("fr", "A: En [Touraine:LOC], dans l'[Alsace:LOC], au bord de la [Meuse:LOC]."),
    ],
)
def test_each_stays_of_its_kind_and_article(lang: str, line: str) -> None:
    kinds: dict[str, set[tuple[str, str]]] = {}  # the Dordogne is a region and a river
    for row in load_lexicon(lang).all_rows("landscape"):
        kind = (row["kind"].removeprefix("known_"), row["value"])
        kinds.setdefault(fold(row["name"]), set()).add(kind)
    said = [part.split(":")[0] for part in line.split("[")[1:]]
    for made in outs(lang, line):
        assert all(kinds[fold(new)] & kinds[fold(old)] for new, old in zip(made, said, strict=True))


def test_the_word_before_says_what_it_is() -> None:
    names = landscape_names(load_lexicon("es"))
    for (river,) in outs("es", "A: Vivo junto al río [Valdeza:LOC]."):
        assert names[fold(river)][0] == "river"


def test_a_code_of_another_country_finds_a_town_there() -> None:
    """Cambridge is a town of Great Britain, too; 02139 is none of its codes."""
    codes = load_lexicon("en").province_codes
    places = load_lexicon("en").place_by_key
    for town, code in outs("en", "A: In [Cambridge:CITY], [02139:ZIP]."):
        begins = codes[places[fold(town)].province][0]
        assert begins.isdecimal() and code.startswith(begins)
    for town, code in outs("en", "A: In [Cambridge:CITY], [CB2 1TN:ZIP]."):
        assert code.startswith(codes[places[fold(town)].province][0])


def test_a_department_becomes_one_that_takes_its_article_and_its_town_goes_along() -> None:
    lexicon = load_lexicon("fr")
    names = landscape_names(lexicon)
    for area, again, town in outs(
        "fr",
        "A: Je suis en [Haute-Garonne:LOC].",
        "B: En [Haute-Garonne:LOC], à [Toulouse:LOC] ?",
    ):
        assert area == again
        assert names[fold(area)][1] == "la"
        assert lexicon.place_by_key[fold(town)].province == area
    for (area,) in outs("fr", "A: Je vis dans le [Gers:LOC]."):
        assert names[fold(area)][1] == "le"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Soy de [Cazorla:LOC], en la sierra de [Cazorla:LOC]."),
        ("ca", "A: Soc de [Berga:LOC], a la comarca de [Berga:LOC]."),
    ],
)
def test_mountains_that_are_called_after_a_town_of_the_dialogue_follow_it(
    lang: str, line: str
) -> None:
    for result in packs.results(line, lang=lang):
        town, range_ = texts(result)
        assert town == range_ and fold(town) in load_lexicon(lang).place_by_key
