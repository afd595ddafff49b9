"""British postal codes: "SK4 3JN" begins with a district of Stockport, of which a town has its own.

The new town's may have more letters or figures, or fewer, so a code that is written as a whole, or
as far as its district, gets another of its own form here; one that is spelled or said in words is
for `numbers`, which keeps its form. Called by `policies.entity`, once towns have their surrogates.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from surrogates import draw
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_CODE = re.compile(r"(?P<district>[A-Z]{1,2}\d[A-Z\d]?)(?:(?P<gap>[ -]?)(?P<rest>\d[A-Z]{2}))?")
_FIGURES, _LETTERS = "0123456789", "ABDEFGHJLNPQRSTUWXYZ"  # of what follows a district


@lru_cache(maxsize=16)
def districts_of(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """Folded town -> its districts, of codes that begin with letters."""
    rows = ((fold(row["name"]), row["start"].split()) for row in lexicon.rows("postcodes"))
    return {town: tuple(starts) for town, starts in rows if starts[0][0].isalpha()}


def district_said(signs: str) -> str:
    """The district that a whole code without gaps begins with; "" for what is no such code."""
    match = _CODE.fullmatch(signs)
    return match["district"] if match is not None and match["rest"] else ""


def district_of_form(scene: Scene, town: str, old: str) -> str:
    """A district of a folded town with as many letters and figures as another one; or ""."""
    alike = [d for d in _choices(scene, town) if _form(d) == _form(old) and d != old]
    return draw.Stream(scene.seed("district", old)).choice(alike) if alike else ""


def replace_codes(
    scene: Scene,
    codes: Sequence[Item],
    owners: Mapping[int, tuple[str, str]],
    now: Mapping[str, str],
) -> frozenset[int]:
    """Writes codes anew; returns the items that have one.

    `owners`: item index -> (folded place that the code is of, its first signs); `now`: what places
    became. Where one code is not written out, all are left to be drawn letter by letter.
    """
    said = [(item, match) for item in codes if (match := _CODE.fullmatch(item.text.upper()))]
    if not districts_of(scene.lexicon) or len(said) < len(codes):
        return frozenset()
    taken = {match["district"] for _, match in said}
    moved: dict[str, str] = {}
    rests: dict[str, str] = {}
    by_signs: dict[str, list[Item]] = {}
    for item, match in said:
        old, rest = match["district"], match["rest"] or ""
        if old not in moved:
            town = fold(now.get(owners.get(item.index, ("", ""))[0], ""))
            stream = draw.Stream(scene.seed("district", old))
            free = stream.shuffled(_choices(scene, town))
            moved[old] = next((d for d in free if d not in taken), free[0])
            taken.add(moved[old])
        if rest and rest not in rests:
            others = {*rests, *rests.values(), rest}
            rests[rest] = next(r for r in _rests(scene, rest) if r not in others)
        new = moved[old] + (match["gap"] or "") + rests.get(rest, "")
        scene.surrogates[item.index] = new if item.text.isupper() else new.lower()
        by_signs.setdefault(old + rest, []).append(item)
    for items in by_signs.values():
        links = ("same_value",) if len(items) > 1 else ()
        scene.add_card("zip", items, scene.surrogates[items[0].index], links)
    return frozenset(item.index for item, _ in said)


def _choices(scene: Scene, town: str) -> list[str]:
    """The districts of a folded town; of a place that has none, those that its province's codes
    begin with the letters of, else all."""
    known = districts_of(scene.lexicon)
    if town in known:
        return list(known[town])
    entry = scene.lexicon.place_by_key.get(town)
    letters = scene.lexicon.province_codes.get(entry.province, ("", ""))[0] if entry else ""
    every = sorted(set(chain.from_iterable(known.values())))
    return [d for d in every if letters and d.rstrip(_FIGURES) == letters] or every


def _form(district: str) -> tuple[int, int]:
    letters = len(district.rstrip(_FIGURES))
    return letters, len(district) - letters


def _rests(scene: Scene, old: str) -> Iterator[str]:
    stream = draw.Stream(scene.seed("end of a postal code", old))
    while True:
        yield stream.choice(_FIGURES) + stream.choice(_LETTERS) + stream.choice(_LETTERS)
