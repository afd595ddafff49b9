"""Districts that are told by their number: "le [15e arrondissement]", "im [3. Bezirk]".

Each becomes another number, the same wherever it is said. Called by `replacement`.
"""

import re

from surrogates import draw
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_MOST = 20  # Paris has as many; few towns have more
_NUMBER = re.compile(r"\d{1,2}")
_ORDINAL = re.compile(r"\d{1,2}\s?(?:e|er|ère|ème|è|\.?[ºª°]|\.|st|nd|rd|th)", re.IGNORECASE)


def replace_districts(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of numbered districts; returns the items that are none."""
    districts = [i for i in items if i.kind is Kind.PLACE and is_district(i.text, scene.lexicon)]
    for item in districts:
        new = _NUMBER.sub(lambda match: _another(scene, match.group()), item.text)
        scene.surrogates[item.index] = new
        scene.told[item.index] = frozenset(words(new))
        scene.add_card(str(Kind.PLACE), [item], new)
    return [item for item in items if item not in districts]


def _another(scene: Scene, digits: str) -> str:
    numbers = range(1, 10) if len(digits) == 1 else range(10, _MOST + 1)
    stream = draw.Stream(scene.seed("district", digits))
    return str(stream.choice([number for number in numbers if number != int(digits)]))


def is_district(text: str, lexicon: Lexicon) -> bool:
    """Whether a place is an ordinal alone, or a number beside a word for a district."""
    if _ORDINAL.fullmatch(text.strip()):
        return True
    said = words(_ORDINAL.sub("", text, count=1) if _ORDINAL.match(text) else text)
    named = [word for word in said if not word.isdecimal()]
    return (
        bool(_NUMBER.search(text))
        and bool(named)
        and lexicon.signs("district").keys() >= set(named)
    )
