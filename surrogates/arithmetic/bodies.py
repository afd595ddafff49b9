"""What weights and heights make: kilos lost that no label holds, and the index of a body's mass.

`equations` asks for the first; `entity` has the second written anew once both are. The names of the
index are rows "body_mass" of cues.tsv.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

from surrogates.arithmetic.quantities import ONE, Quantity, Sort
from surrogates.arithmetic.ways import Equation, Way
from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.sums.totals import set_text
from surrogates.numbers.sums.values import pieces_of, read_amount, time_words
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene

_NEAR = 4  # turns between a body's measures and its index
_HEAVY = range(20 * ONE, 300 * ONE)  # kilos
_TALL = (range(120, 221), range(120 * ONE, 221 * ONE))  # metres, centimetres, both in hundredths
_INDEX = re.compile(r"\d{1,2}(?:[.,]\d{1,2})?")
_AROUND = 40  # characters beside an index that name it
_OFF = 0.51  # by how much who rounds it is away from it


def measures_apart(scene: Scene, said: Sequence[Quantity]) -> Iterator[Equation]:
    """Two measures, and by how much of their unit they lie apart: "[171] to [164 pounds], so seven
    pounds off"."""
    counts = [q for q in said if q.sort in (Sort.COUNT, Sort.MONEY) and not q.timed]
    units = {q.item.index: _unit(scene, q) for q in counts}
    for turn, _, text in outside(scene.dialogue, scene.items) if any(units.values()) else ():
        near = [q for q in counts if 0 <= turn - q.turn <= 1]
        for piece in (p for n in spoken_in(scene.dialogue.lang, scene.lexicon)
                      for p in pieces_of(text, n)):  # fmt: skip
            behind = next(iter(words_apart(text[piece.end :])), "")
            between = piece.value if piece.point else piece.value * ONE
            pairs = [
                (low, high)
                for low, high in permutations(near, 2)
                if low.old + between == high.old
                and between < low.old
                and behind in {units[low.item.index], units[high.item.index]} - {""}
            ]
            if pairs:
                yield Equation(Way.APART, (pairs[-1][0],), pairs[-1][1], whole=between)


def _unit(scene: Scene, one: Quantity) -> str:
    """The word right behind a number that says what is measured."""
    if one.amount is None or one.numerals is None:
        return ""
    after = one.item.text[one.amount.end :] + scene.after(one.item)[:_AROUND]
    word = next(iter(words_apart(after)), "")
    return word if word in _units(scene.lexicon) | one.numerals.nouns.keys() else ""


@lru_cache(maxsize=16)
def _units(lexicon: Lexicon) -> frozenset[str]:
    """Folded units of measure and money."""
    timed = time_words(lexicon)
    return frozenset(fold(row["form"]) for row in lexicon.all_rows("units")) - timed


def follow_body_mass(scene: Scene) -> None:
    """Writes the index of a body's mass anew as the new weight and height make it."""
    cues = {" ".join(words_apart(cue)) for cue in scene.lexicon.cues("body_mass")}
    for item in scene.items if cues else ():
        if not _INDEX.search(item.text) or not _is_index(scene, item, cues):
            continue
        was = float(_INDEX.findall(item.text)[0].replace(",", "."))
        near = [
            pair
            for other in scene.items
            if abs(other.turn - item.turn) <= _NEAR
            and other is not item
            and (pair := _values(scene, other))
        ]
        weights = [pair for pair in near if pair[0] in _HEAVY]
        heights = [pair for pair in near if _metres(pair[0])]
        for (weight, new_weight), (height, new_height) in product(weights, heights):
            tall = _metres(new_height)
            if tall and abs(weight / ONE / _metres(height) ** 2 - was) < _OFF:
                _write(scene, item, new_weight / ONE / tall**2)
                break


def _is_index(scene: Scene, item: Item, cues: set[str]) -> bool:
    label = " ".join(re.split(r"[\W_]+", fold(item.label)))
    beside = (scene.before(item)[-_AROUND:], item.text, scene.after(item)[:_AROUND])
    said = f" {' '.join(' '.join(words_apart(text)) for text in beside)} "
    return label in cues or any(f" {cue} " in said for cue in cues)


def _values(scene: Scene, item: Item) -> tuple[int, int] | None:
    """The old and the new value of a number, in hundredths."""
    shown = scene.surrogates.get(item.index, "")
    if item.kind is not Kind.NUMBER or not shown:
        return None
    for numerals in spoken_in(scene.dialogue.lang, scene.lexicon):
        old = read_amount(item.text, numerals, scene.lexicon)
        new = read_amount(shown, numerals, scene.lexicon)
        if old is not None and new is not None:
            return old.value, new.value
    return None


def _metres(value: int) -> float:
    """How tall a value is, if it is of a person; else nothing."""
    return value / ONE if value in _TALL[0] else value / ONE**2 if value in _TALL[1] else 0


def _write(scene: Scene, item: Item, index: float) -> None:
    old = _INDEX.findall(item.text)[0]
    mark = next((sign for sign in old if sign in ".,"), "")
    decimals = len(old.partition(mark)[2]) if mark else 0
    text = _INDEX.sub(f"{index:.{decimals}f}".replace(".", mark or "."), item.text, count=1)
    if text == item.text:
        scene.told[item.index] = frozenset(words(text))
    scene.surrogates.setdefault(item.index, "")  # a label of its own has none yet
    set_text(scene, item, text)
