"""Postal codes and telephone prefixes that follow the surrogate of a place."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from surrogates import draw
from surrogates.folding import digits_only, fold
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things import thing_key


@dataclass
class NumberLinks:
    """Which numbers follow which place: item index -> (folded place, original prefix)."""

    zips: dict[int, tuple[str, str]] = field(default_factory=dict)
    phones: dict[int, tuple[str, str]] = field(default_factory=dict)
    loose_zips: list[Item] = field(default_factory=list)

    @property
    def lengths(self) -> dict[str, int]:
        """Folded place -> length of the telephone prefix that is said with it."""
        return {place: len(prefix) for place, prefix in self.phones.values()}

    def prefixes(self, scene: Scene, moved: Mapping[str, str]) -> dict[int, tuple[str, str]]:
        """Item index -> (digits it starts with, digits to start with now)."""
        lexicon = scene.lexicon
        found: dict[int, tuple[str, str]] = {}
        for rank, links in enumerate((self.zips, self.phones)):
            for index, (place, old) in links.items():
                entry = lexicon.place_by_key.get(fold(moved.get(place, "")))
                if entry is not None and entry.province in lexicon.province_codes:
                    new = lexicon.province_codes[entry.province][rank]
                    found[index] = (old, new)
        for item in self.loose_zips:
            stream = draw.Stream(scene.seed("zip", item.text[:2]))
            codes = sorted({z for z, _ in lexicon.province_codes.values()} - {item.text[:2]})
            if codes:
                found[item.index] = (item.text[:2], stream.choice(codes))
        return found


def number_links(scene: Scene, items: list[Item]) -> NumberLinks:
    """Links numbers to the nearest place of the province that they belong to."""
    links = NumberLinks()
    places = [
        (item, code)
        for item in items
        if item.kind is Kind.PLACE and (code := _code(scene, item)) is not None
    ]
    seen: dict[str, int] = {}
    for item in items:
        digits = digits_only(item.text)
        if item.kind is Kind.ZIP and digits in seen:
            # One code, one link: it is one value wherever it is said.
            if seen[digits] in links.zips:
                links.zips[item.index] = links.zips[seen[digits]]
            continue
        if item.kind is Kind.ZIP:
            seen[digits] = item.index
        if item.kind is Kind.ZIP and len(digits) == 5:
            near = [p for p in places if digits.startswith(p[1][0])]
            if near:
                place = min(near, key=lambda p: abs(p[0].index - item.index))
                links.zips[item.index] = (thing_key(place[0]), place[1][0])
            else:
                links.loose_zips.append(item)
        elif item.kind is Kind.PHONE and len(digits) in (2, 3, 9):
            near = [p for p in places if digits.startswith(p[1][1])]
            if near:
                place = min(near, key=lambda p: abs(p[0].index - item.index))
                links.phones[item.index] = (thing_key(place[0]), place[1][1])
    return links


def _code(scene: Scene, item: Item) -> tuple[str, str] | None:
    lexicon = scene.lexicon
    key = thing_key(item)
    entry = lexicon.place_by_key.get(key)
    if entry is None:
        for concept in lexicon.concept_of.get(("place", key), ()):
            entry = lexicon.place_by_key.get(concept.replace("_", " ")) or entry
    return lexicon.province_codes.get(entry.province) if entry is not None else None
