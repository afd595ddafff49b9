"""Places that are said to lie near each other stay near, whatever the words and their order."""

from itertools import pairwise

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.distances import way
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts

NEAR = [
    ("fr", "A: Samedi à [Bergues:LOC], près de [Dunkerque:LOC]."),
    ("fr", "A: On habite à [Salers:LOC], le village d'à côté, c'est [Mauriac:LOC]."),
    ("de", "A: Ich wohne in [Haslach:LOC], bei [Offenburg:LOC]."),
    ("de", "A: Wir wohnen in der Nähe von [Bautzen:LOC], in [Wilthen:LOC]."),
    ("en", "A: I live in [Corbridge:LOC].\nB: Where is that?\nA: Near [Hexham:LOC]."),
    ("en", "A: She's in [Denbigh:LOC], next to [Ruthin:LOC], not far from [Mold:LOC]."),
    ("es", "A: Soy de [Coria:LOC], al lado de [Plasencia:LOC]."),
    ("ca", "A: És a [Tiana:LOC], tocant a [Badalona:LOC]."),
    ("de", "A: Ich bin zwischen [Celle:LOC] und [Uelzen:LOC], bei [Eschede:LOC]."),
    ("eu", "A: [Orion:LOC] bizi naiz, [Zarautz:LOC] ondoan."),
]


@pytest.mark.parametrize(("lang", "line"), NEAR)
def test_places_that_are_near_stay_near(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for result in packs.results(*line.split("\n"), lang=lang):
        assert "RELATION_LOST" not in codes(result)
        towns = [text.removesuffix("n") if lang == "eu" else text for text in texts(result)]
        for one, other in pairwise(towns):
            found = way(lexicon, one, other) or way(lexicon, f"{one}n", other)
            assert found is not None
            assert found.km < (80 if "zwischen" in line else 43)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: I live in [Leeds:LOC] near a park, my son is in [London:LOC]."),
        ("es", "A: Vivo en [Madrid:LOC], cerca del metro, y trabajo en [Vigo:LOC]."),
        ("de", "A: Ich war bei meiner Tante in [Kiel:LOC] und bin aus [Köln:LOC]."),
    ],
)
def test_what_else_is_near_says_nothing_of_two_towns(lang: str, line: str) -> None:
    for result in packs.results(line, lang=lang):
        assert "RELATION_LOST" not in codes(result)


TOWN_KEYS = [bytes([n, 91]) for n in range(6)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Solo urgencias, en el hospital de [Jaén:PLACE]."),
        ("ca", "A: Vagi a l'hospital de [Lleida:PLACE]."),
        ("fr", "A: Allez au CHU de [Nantes:PLACE]."),
        ("de", "A: Sie liegt im Krankenhaus in [Kassel:PLACE]."),
        ("en", "A: He's in hospital in [Leeds:PLACE]."),
    ],
)
def test_a_town_with_a_hospital_is_large(lang: str, line: str) -> None:
    places = load_lexicon(lang).place_by_key
    for key in TOWN_KEYS:
        (town,) = texts(run(dialogue(line, lang=lang), key=key))
        assert places[fold(town)].type == "city", town


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vivo en [Getafe:PLACE] y trabajo en [Leganés:PLACE], que está al lado."),
        ("ca", "A: Visc a [Cardedeu:PLACE], aquí al costat de [Granollers:PLACE]."),
    ],
)
def test_what_is_next_door_stays_there(lang: str, line: str) -> None:
    for key in TOWN_KEYS:
        one, two = texts(run(dialogue(line, lang=lang), key=key))
        lies = way(load_lexicon(lang), one, two)
        assert lies is not None and lies.km <= 18, (one, two)


def test_towns_of_two_sentences_that_lie_near_stay_near() -> None:
    line = "A: Estoy en [Alcorcón:PLACE]. ¿Vendría desde [Móstoles:PLACE]?"
    for key in TOWN_KEYS:
        one, two = texts(run(dialogue(line), key=key))
        lies = way(load_lexicon("es"), one, two)
        assert lies is not None and lies.km <= 40, (one, two)
