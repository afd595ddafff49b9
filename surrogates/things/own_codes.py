"""How the postal codes of a town of the language's own country begin, where that is known."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile

from surrogates import draw, notices
from surrogates.folding import fold, words
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.prefixes import SPAIN
from surrogates.numbers.slots import said_digits
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import is_capital, province_of

_WHOLE = 5  # figures of a code
_ANDORRAN = re.compile(r"AD\d{3}")
_FIGURES = re.compile(r"\d{5,7}")
_DISTRICTS = "123"  # that every town with districts has


def district_of_code(scene: Scene, town: str, old: str) -> str:
    """What follows the two figures of a province: the town's own where they are known; in Spain
    00 in a capital, a third that is not 0 in another town; or ""."""
    place = scene.lexicon.place_by_key.get(town)
    if town and (own := own_starts(scene.lexicon).get(town, "")):
        return own[len(old) :]
    if scene.lexicon.lang not in SPAIN or place is None or len(old) != len("28"):
        return ""
    if is_capital(scene.lexicon, town):
        return "00"  # each has those from 01 on, few have more than 20
    stream = draw.Stream(scene.seed("district of a code", f"{old} {town}"))
    return stream.choice("123456789") if place.type == "town" else ""


@lru_cache(maxsize=16)
def own_starts(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded town -> what its own postal codes begin with."""
    return {town: _shared(codes) for town, codes in own_codes(lexicon).items()}


def _shared(codes: Iterable[str]) -> str:
    """What all codes begin with."""
    return "".join(
        a for a, *_ in takewhile(lambda signs: len(set(signs)) == 1, zip(*codes, strict=False))
    )


@lru_cache(maxsize=16)
def own_codes(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """Folded town -> its own postal codes in figures, or what they begin with."""
    rows = ((fold(row["name"]), tuple(row["start"].split())) for row in lexicon.rows("postcodes"))
    return {town: codes for town, codes in rows if codes[0].isdecimal()}


@lru_cache(maxsize=16)
def whole_codes(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """Folded town -> postal codes that it has, where that is certain: in Spain the first of its
    districts, which count from 1, of a town of which the table has four figures, and of a
    capital."""
    own = own_codes(lexicon)
    whole = {t: codes for t, codes in own.items() if all(len(c) == _WHOLE for c in codes)}
    if lexicon.lang not in SPAIN:
        return whole
    starts = {town: codes[0] for town, codes in own.items() if len(codes[0]) == _WHOLE - 1}
    capitals = (fold(place.name) for place in lexicon.place_entries)
    for key in filter(lambda key: is_capital(lexicon, key), capitals):
        starts.setdefault(key, f"{lexicon.province_codes[province_of(lexicon, key)][0]}00")
    return {t: tuple(start + d for d in _DISTRICTS) for t, start in starts.items()} | whole


@lru_cache(maxsize=16)
def usual_size(lexicon: Lexicon) -> int:
    """How many figures the postal codes of most provinces with codes in figures begin with."""
    sizes = Counter(len(c[0]) for c in lexicon.province_codes.values() if c[0].isdecimal())
    return max(sizes, key=lambda size: sizes[size], default=0)


def is_own(lexicon: Lexicon, town: str, signs: str) -> bool:
    """Whether a postal code is one of those that are known of a folded town."""
    return signs.startswith(own_codes(lexicon).get(town, ()))


def has_own_code(lexicon: Lexicon, town: str) -> bool:
    """Whether it is known how a town's postal codes begin, or of no town of the language."""
    own = own_starts(lexicon)
    return not own or fold(town) in own or is_capital(lexicon, fold(town))


def andorran(text: str) -> str:
    """The postal code of an Andorran parish that a text is; or ""."""
    code = "".join(words(text)).upper()
    return code if _ANDORRAN.fullmatch(code) else ""


def says_any_code(scene: Scene, item: Item) -> bool:
    """Whether a mention could say any other code: in figures, or one digit a word."""
    if _FIGURES.fullmatch(item.text.strip()) or andorran(item.text):
        return True
    return len(item.text.split()) == _digits(scene, item) == _WHOLE


def _digits(scene: Scene, item: Item) -> int:
    return len(said_digits(item, scene.dialogue.lang, scene.lexicon))


def tell_area(scene: Scene, item: Item, town: str) -> None:
    """Says that a code in words is one of its town's area, as other words would say the town's."""
    if town in scene.lexicon.place_by_key and _digits(scene, item) == _WHOLE:
        scene.raise_issue(notices.CODE_OF_AREA, item)
