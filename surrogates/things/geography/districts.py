"""Districts, roads and streets that are told by their number: "le [15e arrondissement]", "im
[3. Bezirk]", "on the [M8]", "[5th Street]".

Each becomes another number, the same wherever it is said. Called by `replacement`.
"""

import re

from surrogates import draw
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers.identifiers.house_numbers import rewritten
from surrogates.rewrite import Item
from surrogates.scene import Scene

_MOST = 20  # Paris has as many; few towns have more
_NUMBER = re.compile(r"\d{1,2}")
_FIGURES = re.compile(r"\d+")
_ROAD = re.compile(r"[A-Z]{1,3}[-\s]?\d{1,4}")
_STREET = re.compile(
    r"(\d{1,5} )?((?:[NSEW]\.?|North|South|East|West) )?(\d{1,3})(?:st|nd|rd|th) .+"
)
_SUFFIXES = {"1": "st", "2": "nd", "3": "rd"}
_ORDINAL = re.compile(r"\d{1,2}\s?(?:e|er|ère|ème|è|\.?[ºª°]|\.|st|nd|rd|th)", re.IGNORECASE)


def replace_numbered(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of numbered districts and roads; returns the items that are none."""
    numbered = [item for item in items if _is_numbered(item, scene.lexicon)]
    for item in numbered:
        new = _street(scene, item)
        new = new or _FIGURES.sub(lambda match: _another(scene, match.group()), item.text)
        scene.surrogates[item.index] = new
        scene.told[item.index] = frozenset(words(new))
        scene.add_card(str(item.kind), [item], new)
    return [item for item in items if item not in numbered]


def _is_numbered(item: Item, lexicon: Lexicon) -> bool:
    if item.kind in (Kind.PLACE, Kind.STREET) and _ROAD.fullmatch(item.text):
        return True
    if item.kind is Kind.STREET and _STREET.fullmatch(item.text):
        return True
    return item.kind is Kind.PLACE and is_district(item.text, lexicon)


def _street(scene: Scene, item: Item) -> str:
    """Another numbered street, with its own house; "" for what is none."""
    said = _STREET.fullmatch(item.text) if item.kind is Kind.STREET else None
    if said is None:
        return ""
    house = rewritten(scene, said[1].strip()) + " " if said[1] else ""
    number = _another(scene, said[3])
    suffix = "th" if number[-2:-1] == "1" else _SUFFIXES.get(number[-1], "th")
    return f"{house}{said[2] or ''}{number}{suffix}{item.text[said.end(3) + 2 :]}"


def _another(scene: Scene, digits: str) -> str:
    most = _MOST if len(digits) == 2 else 10 ** len(digits) - 1
    numbers = range(10 ** (len(digits) - 1), most + 1)
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
