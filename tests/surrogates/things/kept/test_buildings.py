"""Churches, parks, pools and the like under a label of places stay what they are."""

import pytest

from surrogates.folding import fold
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 63]) for n in range(3)]


@pytest.mark.parametrize(
    ("lang", "line", "head", "name"),
    [
        ("fr", "en l'[église Saint-Martin:PLACE]", "église saint-", "martin"),
        ("es", "en la [parroquia de San Mateo:PLACE]", "parroquia de san ", "mateo"),
        ("es", "junto al [parque de la Alameda:PLACE]", "parque de", "alameda"),
        ("ca", "a l'[església de Santa Anna:PLACE]", "església de santa ", "anna"),
        ("ca", "a la [parròquia de Sant Medir:PLACE]", "parròquia de sant ", "medir"),
        ("en", "at [St Swithin's Church:PLACE]", "church", "swithin"),
        ("de", "in der [Lutherkirche:PLACE]", "kirche", "luther"),
        ("eu", "[San Nikolas elizan:PLACE] izango da", "san ", "nikolas"),
        ("fr", "à la [piscine des Sources:PLACE]", "piscine", "sources"),
    ],
)
def test_a_building_stays_one(lang: str, line: str, head: str, name: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}.", lang=lang), key=key)
        (new,) = texts(result)
        assert head in new.lower() and name not in fold(new)
        assert "RELATION_LOST" not in codes(result)


def test_a_town_that_is_called_after_one_stays_a_town() -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue("A: Vivo en [Museros:PLACE].", lang="es"), key=key))
        assert "museo" not in fold(new)
