"""Measures in two units: "twelve stone four", "five foot six", "7lb 6oz".

All of one kind move by as many of the smaller units, so what somebody lost is that still; what was
lost stays. The units are rows "compound_unit" of cues.tsv. Called by `entity` behind numbers.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from surrogates import draw, notices
from surrogates.folding import cased_like, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals, numerals_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NUMBER = r"\d{1,2}|[a-z]+(?:-[a-z]+)?"
_BARE = re.compile(rf"({_NUMBER})( )({_NUMBER})()", re.I)  # "six two"
_ORDINAL = re.compile(r"\d*1st", re.I)  # no stones
_BEFORE, _AFTER = 4, 2  # words around what was lost or won that say so
_TALL = range(4, 7)  # feet of a grown body
_STEPS = {12: (1, 2), 14: (2, 3, 4, 5), 16: (1, 2, 3, 4)}  # by how many of the smaller units


def move_compounds(scene: Scene, items: Sequence[Item]) -> None:
    """Writes such measures anew."""
    if not _units(scene.lexicon):
        return
    numbers = [item for item in items if item.kind in (Kind.NUMBER, Kind.ID, Kind.OTHER)]
    found = [each for item in numbers if (each := _measure(scene.lexicon, item)) is not None]
    sizes = {size for _, size, _ in found}
    said = {item.index for item, _, _ in found}
    if 12 in sizes:  # "I'm [five foot six]. - He's [six two]."
        numerals = numerals_of(scene.lexicon)
        bare = ((i, _BARE.fullmatch(i.text)) for i in numbers if i.index not in said)
        found += [(i, 12, m) for i, m in bare if m and _value(m[1], numerals) in _TALL]
    for size in sorted(sizes):
        _move(scene, size, [(item, match) for item, each, match in found if each == size])


def _measure(lexicon: Lexicon, item: Item) -> tuple[Item, int, re.Match[str]] | None:
    if _ORDINAL.fullmatch(item.text):
        return None
    found = ((size, form.fullmatch(item.text)) for form, size in _units(lexicon))
    return next(((item, size, match) for size, match in found if match), None)


@lru_cache(maxsize=16)
def _units(lexicon: Lexicon) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Patterns of such measures, and how many of the smaller unit make one of the larger."""
    patterns = []
    for large, value in lexicon.cues("compound_unit").items():
        size, *small = value.split()
        units = "|".join(map(re.escape, small))
        rest = rf"(?:(?:\s|,\s|\sand\s)?({_NUMBER})(\s?(?:{units}))?)?"
        form = re.compile(rf"({_NUMBER})(\s?{re.escape(large)}){rest}", re.I)
        patterns.append((form, int(size)))
    return tuple(patterns)


def _move(scene: Scene, size: int, found: Sequence[tuple[Item, re.Match[str]]]) -> None:
    numerals = numerals_of(scene.lexicon)
    stream = draw.Stream(scene.seed("compound unit", str(size)))
    read = [(i, m, _value(m[1], numerals), _value(m[3] or "0", numerals)) for i, m in found]
    known = [(i, m, big, small) for i, m, big, small in read if small is not None and big]
    known = [(i, m, big, small) for i, m, big, small in known if small < size]
    steps = stream.shuffled([sign * step for step in _STEPS[size] for sign in (1, -1)])
    # Nobody says "six zero".
    spoken = [small for _, m, _, small in known if m[3] is not None]
    step = next((s for s in steps if all((small + s) % size for small in spoken)), steps[0])
    for item, match, large, small in known:
        if _is_difference(scene, item) or large * size + small + step < size:
            scene.told[item.index] = frozenset(words(item.text))
            scene.surrogates[item.index] = item.text
            scene.raise_issue(notices.COUNT_STAYS, item)
            continue
        new = divmod(large * size + small + step, size)
        if match[3] is None:  # said in the larger unit alone: by a whole one, where that is little
            new = (large + (1 if step > 0 else -1), 0)
        text = _write(match[1], new[0], numerals) + match[2]
        if match[3] is not None:
            text += item.text[match.end(2) : match.start(3)]
            text += _write(match[3], new[1], numerals) + (match[4] or "")
        scene.told[item.index] = frozenset(words(text))
        scene.surrogates[item.index] = text


def _value(text: str, numerals: Numerals) -> int | None:
    read = numerals.read(text) if not text.isdecimal() else None
    return int(text) if text.isdecimal() else read.value if read is not None else None


def _write(like: str, number: int, numerals: Numerals) -> str:
    return str(number) if like.isdecimal() else cased_like(numerals.say(number), like)


def _is_difference(scene: Scene, item: Item) -> bool:
    """Whether words around it say that it is what was lost or won."""
    cues = scene.lexicon.cues("unit_difference").keys()
    around = (*words(scene.before(item))[-_BEFORE:], *words(scene.after(item))[:_AFTER])
    return not cues.isdisjoint(around)
