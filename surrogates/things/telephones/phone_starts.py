"""What the digits of a telephone number begin with where nothing else of the dialogue tells it: a
code that towns have, or one that mobiles of the country have. Called by `place_codes`.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from surrogates import draw
from surrogates.folding import digits_only
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.prefixes import SPAIN, every_phone, phones_of
from surrogates.numbers.identifiers.phone_classes import (
    class_of,
    class_said,
    mobile_starts,
    set_apart,
)
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import neighbour_land

ANY = "?"  # a sign of a number that follows nothing
SUBSCRIBER = "n"  # a figure from 2 on, as in the tables of reserved numbers
_WITH_CODES = frozenset({"de", "en"})  # languages of countries whose codes are dialled apart
_SPANISH = re.compile(r"\s*[89](?:[\s.-]*\d){8}\s*")
_SPANISH_START = 3
_LANDS = {"Österreich": "AT", "Schweiz": "CH", "Suisse": "CH", "Belgique": "BE"}
_LANDLINE = "landline"
_MOBILE = 4  # digits that a mobile number begins with
_SHORTEST = 3  # digits of a German code that reserved ranges have, too


def landline_start(scene: Scene, item: Item) -> str:
    """The same of a landline number of the dialogue's country alone."""
    code, digits = set_apart(item.text), digits_only(item.text)
    if code and (land := neighbour_land(scene)):
        return "" if class_of(_LANDS.get(land, ""), code) else code  # a mobile
    landline = class_said(item.text, scene.dialogue.lang) == _LANDLINE
    # Numbers of a small German network are shorter than a table says whole ones are.
    short = scene.lexicon.lang == "de" and class_of("DE", digits) == _LANDLINE
    return code if landline or short else ""


def mobile_abroad(scene: Scene, item: Item) -> str:
    """What a mobile number of the neighbour's land that the dialogue is in begins with; or "".
    There "0476" is no number of Liège, whose code is 04."""
    country, old = _LANDS.get(neighbour_land(scene), ""), set_apart(item.text)
    old = old or digits_only(item.text)[:_MOBILE]
    return old if country and class_of(country, old) == "mobile" else ""


def phone_now(scene: Scene, main: str, old: str) -> str:
    """What numbers of a place with the code `main` begin with, where they began with `old`: its
    first code that is as long, or a shorter one with any digits behind it."""
    every = phones_of(scene.lexicon).get(main, (main,))
    alike = [code for code in every if len(code) == len(old)]
    if alike:
        return alike[0]
    return main.ljust(len(old), ANY) if len(main) < len(old) else ""


def loose_starts(scene: Scene, items: Iterable[Item]) -> dict[int, tuple[str, str]]:
    """Item index -> (digits that a number begins with, digits to begin with now), of the numbers
    that belong to no place that is said."""
    phones = scene.of_kind(items, Kind.PHONE)
    land = neighbour_land(scene) if phones else ""
    starts: dict[int, tuple[str, str]] = {}
    for item in phones:
        old, options = _options(scene, item, land)
        if others := [code for code in options if code != old]:
            new = draw.Stream(scene.seed("code of no place", old)).choice(others)
            starts[item.index] = (old, new)
    return starts


def _options(scene: Scene, item: Item, land: str) -> tuple[str, list[str]]:
    """The code that a number begins with, and those that may stand for it."""
    lexicon, old = scene.lexicon, set_apart(item.text)
    if land:
        country = _LANDS.get(land, "")
        if class_of(country, old) or not old:  # a mobile
            old = old or mobile_abroad(scene, item)
            return old, mobile_starts(country, len(old))
        return old, _neighbours(lexicon, land, len(old))
    if lexicon.lang == "de" and len(old) > _SHORTEST and landline_start(scene, item):
        return old, _towns(lexicon, len(old))
    spanish = lexicon.lang in SPAIN and _SPANISH.fullmatch(item.text)
    if spanish and class_said(item.text, scene.dialogue.lang) == _LANDLINE:
        old = "".join(filter(str.isdecimal, item.text))[:_SPANISH_START]
        return old, _towns(lexicon, _SPANISH_START)
    return "", []


def _neighbours(lexicon: Lexicon, land: str, size: int) -> list[str]:
    rows = (row for row in lexicon.rows("neighbours") if row["country"] == land)
    return sorted({row["phone"] for row in rows if len(row["phone"]) == size})


def _towns(lexicon: Lexicon, size: int) -> list[str]:
    """Codes of this length, of the provinces of the language's own towns; longer where they are
    shorter. One of many towns comes more often."""
    return list(_codes_of_towns(lexicon).get(size, ()))


@lru_cache(maxsize=16)
def _codes_of_towns(lexicon: Lexicon) -> Mapping[int, tuple[str, ...]]:
    phones, codes = phones_of(lexicon), lexicon.province_codes
    sizes: dict[int, list[str]] = {}
    for place in lexicon.place_entries:
        main = codes.get(place.province, ("", ""))[1]
        for code in phones.get(main, ()):
            sizes.setdefault(len(code), []).append(code)
            if lexicon.lang in SPAIN and len(code) < _SPANISH_START:
                sizes.setdefault(_SPANISH_START, []).append(code.ljust(_SPANISH_START, ANY))
    return {size: tuple(sorted(some)) for size, some in sizes.items()}


def own_area(scene: Scene, code: str) -> str:
    """The figure behind a telephone code that other provinces' codes begin with ("96" of Valencia,
    "964" of Castellón) which is none of theirs; or ""."""
    phones = every_phone(scene.lexicon)
    taken = {phone[len(code)] for phone in phones if phone.startswith(code) and phone != code}
    free = [figure for figure in "0123456789" if figure not in taken]
    stream = draw.Stream(scene.seed("area of a code", code))
    return stream.choice("".join(free)) if taken and free and code in phones else ""


def subscriber_start(scene: Scene, item: Item, code: str) -> str:
    """The sign for what a subscriber's number begins with behind the code of a town: neither 0 nor
    1, which lead to codes and services there; "" where codes are dialled as digits of the number,
    as in Spain and France, and of a mobile number."""
    land = neighbour_land(scene)
    if scene.lexicon.lang not in _WITH_CODES and not land:
        return ""
    national = set_apart(item.text) or digits_only(item.text)
    own = class_said(item.text, scene.dialogue.lang)
    mobile = (class_of(_LANDS.get(land, ""), national) if land else own) == "mobile"
    return "" if mobile or code.endswith(ANY) or len(code) < _SHORTEST else SUBSCRIBER
