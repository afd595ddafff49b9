"""Which place a telephone number is of, and with what its number begins there. Called by
`place_codes`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.prefixes import every_phone, phones_of
from surrogates.numbers.identifiers.phone_classes import TRUNK, dialled_in, set_apart
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import neighbour_land
from surrogates.things.geography.areas import area_of
from surrogates.things.geography.regions import regions
from surrogates.things.groups import thing_key
from surrogates.things.telephones.phone_starts import ANY, landline_start, mobile_abroad

Coded = tuple[Item, tuple[str, str]]  # a place, and what its codes begin with
WHOLE_NUMBER = 9  # digits of a telephone number from which on its start is a prefix
_DUBLIN = ("en", "01")  # British numbers begin so, too, and have more than nine figures
_AMERICAN = "US"  # whose codes are a table of their own


@dataclass(frozen=True, slots=True)
class Dialled:
    """The digits of a number as they are dialled in its country, and what stands there instead."""

    digits: str
    abroad: str = ""  # the code of its country, before
    trunk: int = 0  # zeros that are dialled at home alone

    def pair(self, old: str, new: str) -> tuple[str, str]:
        """What the number begins with now and then, for what it begins with at home."""
        return self.abroad + old[self.trunk :], ANY * len(self.abroad) + new[self.trunk :]


def at_home(scene: Scene, item: Item, digits: str) -> Dialled:
    """A number without the code of its country: "+49 561 772418" is 0561 772418."""
    number = dialled_in(item.text, scene.dialogue.lang)
    if number is None or not number.code or number.country == _AMERICAN:
        return Dialled(digits)
    return Dialled(number.national, digits[: number.code], int(number.country in TRUNK))


def owner_of(
    scene: Scene,
    item: Item,
    digits: str,
    places: Sequence[Sequence[Coded]],
    unknown: Sequence[Item],
    homes: Collection[str],
) -> tuple[str, str] | None:
    """The folded place that a number is of, and the digits of the place's code; or None.

    `places`: those that may be it, in rows of which the first with one of that code counts;
    `unknown`: towns that no table has; `homes`: folded towns where somebody lives.
    """
    lexicon = scene.lexicon
    if mobile_abroad(scene, item):
        return None
    for row in places:
        near = [place for place in row if _code_dialled(lexicon, item, digits, place[1][1])]
        if near:
            place = min(near, key=partial(_apart, scene, item, homes))
            code = _code_dialled(lexicon, item, digits, place[1][1])
            # "prefijo 94" of a province whose numbers begin with 944.
            return thing_key(scene, place[0]), min(code, digits, key=len)
    apart = landline_start(scene, item) if unknown else ""
    abroad = apart if apart and neighbour_land(scene) else ""
    prefix = (abroad or _start(lexicon, digits) or apart) if unknown else ""
    if prefix and (_dialled(digits, prefix) or prefix == set_apart(item.text)):
        town = min(unknown, key=lambda place: abs(place.index - item.index))
        return thing_key(scene, town), prefix
    return None


def towns_dialled_alike(
    scene: Scene, item: Item, digits: str, places: Sequence[Coded]
) -> frozenset[str]:
    """The folded towns of one province that a number may be of."""
    lexicon = scene.lexicon
    near = [p for p in places if _code_dialled(lexicon, item, digits, p[1][1])]
    keys = {key for place, _ in near if (key := thing_key(scene, place)) in lexicon.place_by_key}
    areas = {area_of(lexicon, key) for key in keys} if regions(lexicon) else {""}
    return frozenset(keys) if len(areas) == 1 and "" not in areas else frozenset()


def _apart(
    scene: Scene, phone: Item, homes: Collection[str], place: Coded
) -> tuple[bool, int, bool, int]:
    """How far a place is from a telephone: in its turn, or where somebody lives, before others."""
    town = place[0]
    lived_in = thing_key(scene, town) in homes
    elsewhere = town.turn != phone.turn
    away = abs(town.index - phone.index)
    return elsewhere and not lived_in, away, elsewhere, abs(town.start - phone.start)


def _start(lexicon: Lexicon, digits: str) -> str:
    """The telephone code of some province that digits begin with; or ""."""
    every = (code for code in every_phone(lexicon) if code and digits.startswith(code))
    fits = (code for code in every if not _is_british(lexicon, code, digits))
    return max(fits, key=len, default="")


def _is_british(lexicon: Lexicon, code: str, digits: str) -> bool:
    """Whether digits begin with a code that is Dublin's in shorter numbers alone."""
    return (lexicon.lang, code) == _DUBLIN and len(digits) > WHOLE_NUMBER


def _dialled(digits: str, prefix: str) -> bool:
    """Whether digits are a prefix alone (or its start), or a whole number that begins with it."""
    whole = len(digits) <= len(prefix) + 1 or len(digits) >= WHOLE_NUMBER
    begins = digits.startswith(prefix) or prefix.startswith(digits)
    return len(digits) > 1 and bool(prefix) and begins and whole


def _code_dialled(lexicon: Lexicon, item: Item, digits: str, main: str) -> str:
    """Which of the codes of a place, known by its first one, digits begin with; or ""."""
    if _is_british(lexicon, main, digits):
        return ""
    every = phones_of(lexicon).get(main, (main,))
    # "0561 98-0": not every number is long, where a blank shows what its code is.
    apart = set_apart(item.text) if item.kind is Kind.PHONE else ""
    return next((c for c in every if _dialled(digits, c) or (c and c == apart)), "")
