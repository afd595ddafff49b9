"""Towns said to be in one province stay in one, and a capital becomes a capital."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.areas import area_of, is_capital
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(8)]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: De [Getafe:LOC].", "B: Y yo de [Móstoles:LOC], en la misma provincia."]),
        ("ca", ["A: De [Reus:LOC].", "B: I jo de [Valls:LOC], de la mateixa província."]),
        ("fr", ["A: À [Béthune:LOC].", "B: Et moi à [Lens:LOC], le même département."]),
        ("eu", ["A: [Tolosa:LOC] eta [Azpeitia:LOC], probintzia berean."]),
        ("en", ["A: From [Leeds:LOC].", "B: [Bradford:LOC]'s in the same county."]),
        ("de", ["A: [Emmendingen:LOC] und [Offenburg:LOC], im selben Bundesland."]),
    ],
)
def test_towns_of_one_province_stay_in_one(lang: str, lines: list[str]) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        areas = {area_of(lexicon, fold(text)) for text in texts(result)}
        assert len(areas) == 1 and "" not in areas
        assert "RELATION_LOST" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [("es", "A: Vivo en [Lugo:LOC] capital."), ("ca", "A: A [Girona:LOC] capital.")],
)
def test_a_capital_becomes_one(lang: str, line: str) -> None:
    for key in KEYS:
        (town,) = texts(run(dialogue(line, lang=lang), key=key))
        assert is_capital(load_lexicon(lang), fold(town))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: Del [Vendrell:LOC], i visc al [Masnou:LOC]."),
        ("ca", "A: Som dels [Hostalets de Pierola:LOC]."),
        ("es", "A: Voy al [Puerto de Santa María:LOC]."),
        ("fr", "A: Je viens du [Havre:LOC], je rentre au [Creusot:LOC]."),
        ("fr", "A: Elle est des [Ulis:LOC]."),
    ],
)
def test_towns_with_a_melted_article_have_others_to_become(lang: str, line: str) -> None:
    for key in KEYS:
        assert "CONSTRAINT_RELAXED" not in codes(run(dialogue(line, lang=lang), key=key))


@pytest.mark.parametrize(
    ("lang", "line", "left"),
    [
        (
            "en",
            "A: [Shropshire Council:ORG].\nB: I moved from [Ludlow:LOC] to [Oswestry:LOC].",
            " Council",
        ),
        ("en", "A: [Kent County Council:ORG].\nB: I'm in [Ashford:LOC].", " County Council"),
        ("es", "A: [Diputación de Cuenca:ORG].\nB: Soy de [Tarancón:LOC].", ""),
    ],
)
def test_an_organisation_is_called_after_the_area_of_its_towns(
    lang: str, line: str, left: str
) -> None:
    lexicon = load_lexicon(lang)
    for result in packs.results(*line.split("\n"), lang=lang):
        body, *towns = texts(result)
        areas = {area_of(lexicon, fold(town)) for town in towns}
        assert len(areas) == 1
        assert body.removesuffix(left).endswith(areas.pop())


def test_the_apostrophe_of_a_town_is_no_ending() -> None:
    for result in packs.results("A: I live in [Bishop's Castle:LOC].", lang="en"):
        assert "RELATION_LOST" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ["A: À [Pézenas:LOC] ?", "B: À [Béziers:LOC], même département, l'[Hérault:LOC]."]),
        ("es", ["A: ¿En [Villarejo de Arriba:LOC]?",
                "B: En [Illescas:LOC], en la misma provincia, [Toledo:LOC]."]),
        ("en", ["A: In [Little Snoring:LOC]?",
                "B: In [Cromer:LOC], in the same county, [Norfolk:LOC]."]),
        ("de", ["A: In [Kleinkram:LOC]?", "B: In [Husum:LOC], im selben Landkreis."]),
        ("ca", ["A: A [Montmajor:LOC]?", "B: A [Berga:LOC], de la mateixa província."]),
        ("eu", ["A: [Aizarna:LOC]?", "B: [Zarautz:LOC], probintzia berean."]),
    ],
)  # fmt: skip
def test_a_town_that_no_table_has_is_in_the_others_area(lang: str, lines: list[str]) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS[:4]:
        result = run(dialogue(*lines, lang=lang), key=key)
        one, two, *area = map(fold, texts(result))
        assert area_of(lexicon, one) == area_of(lexicon, two) != "", texts(result)
        assert not area or fold(area_of(lexicon, one)) == area[0], texts(result)


def test_towns_before_the_words_are_in_one_province_not_one_behind_them() -> None:
    line = "A: De [Córdoba:LOC] a [Montilla:LOC], en la misma provincia; luego en [Baena:LOC]."
    lexicon = load_lexicon("es")
    for n in range(3):
        one, other, _ = texts(run(dialogue(line), key=b"key %d" % n))
        at = [lexicon.place_by_key[fold(town)].province for town in (one, other)]
        assert at[0] == at[1]
