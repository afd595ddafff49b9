"""What telephone numbers of a town or a region begin with."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import demonym_of

SPAIN = ("ca", "es", "eu")  # languages whose provinces, codes and plates are those of Spain


@lru_cache(maxsize=16)
def region_phones(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded region -> what the numbers of all its provinces begin with: "bretagne", 02."""
    phones: dict[str, list[str]] = {}
    for row in lexicon.all_rows("wider_places"):
        if (code := lexicon.province_codes.get(row["name"])) is not None:
            phones.setdefault(fold(row["wider"]), []).append(code[1])
    starts = ((region, _shared(codes)) for region, codes in phones.items())
    return {region: start for region, start in starts if len(start) > 1}


def _shared(codes: Iterable[str]) -> str:
    """What all of them begin with."""
    places = takewhile(lambda signs: len(signs) == 1, map(set, zip(*codes, strict=False)))
    return "".join(signs.pop() for signs in places)


@lru_cache(maxsize=16)
def phones_of(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """The first telephone code of a province -> all that it has: "944", "946"."""
    every = (tuple(row["phone"].split()) for row in lexicon.all_rows("provinces"))
    return {codes[0]: codes for codes in every if codes}


@lru_cache(maxsize=16)
def every_phone(lexicon: Lexicon) -> frozenset[str]:
    """The telephone codes of all provinces."""
    return frozenset(code for codes in phones_of(lexicon).values() for code in codes)


def phone_of(lexicon: Lexicon, text: str) -> str:
    """The same of a town, a region or a word for what is of them ("lyonnaise"); "" for unknown."""
    demonym = demonym_of(lexicon, text)
    key = fold(demonym.place if demonym is not None else text)
    place = lexicon.place_by_key.get(key)
    province = place.province if place is not None else lexicon.province_by_key.get(key, "")
    return lexicon.province_codes.get(province, ("", region_phones(lexicon).get(key, "")))[1]
