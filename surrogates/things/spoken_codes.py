"""Postal codes that are said in words or in pieces: "[Innsbruck] [sechzig] [zwanzig]",
"[trente-trois mille] [Bordeaux]".

Which words stand in them is free, so each becomes a code of the new town, written piece by piece.
A row of numbers is such a code, whatever its label, where it is the own code of a town right beside
it (labelled as a code, of any town of the dialogue), and wherever the dialogue says the same digits
again. Called by `policies.entity` once towns have their surrogates; whole codes in figures are for
`place_codes`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from surrogates import draw, notices
from surrogates.folding import cased_like, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.slots import Cut, cuts
from surrogates.numbers.writing import parts
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.own_zips import zips_of
from surrogates.things.groups import thing_key

SIZES = (4, 5)  # figures of a code
_BESIDE = 12  # signs between a town and its code, of one sentence
_LONGEST = 5  # labels of one code
_ENDS = frozenset(".!?;:")

Row = tuple[list[Item], Cut]


def say_codes(scene: Scene, items: Sequence[Item], moved: Mapping[str, str]) -> frozenset[int]:
    """Writes codes in words anew; returns the items that have one.

    `items`: numbers of all kinds; `moved`: folded town -> what it became."""
    rows = list(_rows(scene, items))
    in_words = {cut.said for row, cut in rows if not _is_whole(row)}
    rows = [(row, cut) for row, cut in rows if cut.said in in_words]  # with their figures
    towns = scene.of_kind(scene.items, Kind.PLACE) if rows else []
    owners: dict[str, str] = {}
    for row, cut in rows:
        for town in towns:
            key = thing_key(scene, town)
            known = cut.said in codes_of(scene.lexicon, key)
            if known and (row[0].kind is Kind.ZIP or _is_beside(scene, row, town)):
                owners.setdefault(cut.said, key)
    now: dict[str, str] = {}
    written: set[int] = set()
    for row, cut in sorted(rows, key=lambda row: (-len(row[0]), row[0][0].index)):
        old = cut.said
        if old not in owners or written.intersection(item.index for item in row):
            continue
        if old not in now:
            taken = {*owners, *now.values()}
            own = codes_of(scene.lexicon, _key(moved.get(owners[old], "")))
            own = [c for c in own if c not in taken and len(c) == len(old)]
            same = [c for r, c in rows if c.said == old]
            fits = [code for code in own if all(_texts(c, code) for c in same)]
            if not fits:
                scene.raise_issue(notices.AREA_LOST, row[0], tuple(i.key for i in row))
                del owners[old]
                continue
            least = min(max(_kept(c, code) for c in same) for code in fits)
            fits = [code for code in fits if max(_kept(c, code) for c in same) == least]
            now[old] = draw.Stream(scene.seed("spoken postal code", old)).choice(fits)
        if _kept(cut, now[old]):
            scene.raise_issue(notices.LOW_ENTROPY, row[0], tuple(i.key for i in row))
        _write(scene, row, cut, now[old])
        written |= {item.index for item in row}
    return frozenset(written)


def _rows(scene: Scene, items: Sequence[Item]) -> Iterator[Row]:
    """Numbers right behind each other in a turn that say as many figures as a code has."""
    numbers = [i for i in items if i.kind in (Kind.ZIP, Kind.NUMBER) and not i.cue.startswith("h")]
    texts = [turn.text for turn in scene.dialogue.turns]
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    for start, first in enumerate(numbers):
        for end in range(start + 1, min(start + _LONGEST, len(numbers)) + 1):
            row = numbers[start:end]
            if row[-1].turn != first.turn or (len(row) > 1 and words(scene.between(*row[-2:]))):
                break
            found = cuts(texts, row, Kind.ZIP, spoken, scene.lexicon)
            cut = next((c for c in found if c.said.isdecimal() and len(c.said) in SIZES), None)
            if cut is not None and not cut.odd:
                yield row, cut


def _is_whole(row: Sequence[Item]) -> bool:
    """Whether a row is one code in figures."""
    return len(row) == 1 and row[0].kind is Kind.ZIP and row[0].text.isdecimal()


def _key(name: str) -> str:
    return " ".join(words(name))


@lru_cache(maxsize=16)
def _by_key(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """Town by its words -> its own codes, here and in other countries of the language."""
    known: dict[str, tuple[str, ...]] = {}
    for size in SIZES:
        for town, codes in zips_of(lexicon, size).items():
            known[_key(town)] = (*known.get(_key(town), ()), *codes)
    return known


def codes_of(lexicon: Lexicon, key: str) -> Sequence[str]:
    """A town's own postal codes, here or in another country of the language."""
    return _by_key(lexicon).get(_key(key), ())


def _is_beside(scene: Scene, row: Sequence[Item], town: Item) -> bool:
    if row[0].turn != town.turn:
        return False
    ends = (row[-1], town) if town.start > row[0].start else (town, row[0])
    gap = scene.between(*ends)
    return len(gap) <= _BESIDE and _ENDS.isdisjoint(gap)


def _kept(cut: Cut, code: str) -> int:
    """How many figures are said by words that stay what they were."""
    kept, at = 0, 0
    for slot in cut.slots:
        size = len(slot.was)
        same = slot.style == "word" and code[at : at + size] == slot.was
        kept += size if same else 0
        at += size
    return kept


def _texts(cut: Cut, code: str) -> list[tuple[int, int, int, str]]:
    """(item, start, end, text) of each piece as the new code; none where a piece cannot say it."""
    said: list[tuple[int, int, int, str]] = []
    at = 0
    for slot in cut.slots:
        size, piece = len(slot.was), code[at : at + len(slot.was)]
        at += size
        first, last = slot.tokens[0], slot.tokens[-1]
        if slot.style == "figure":
            said.append((first.item, first.start, first.end, piece))
        elif slot.style != "word" or slot.reading is None or slot.times > 1:
            return []
        else:
            numerals = cut.numerals
            style = min(slot.reading.styles, key=numerals.styles.index)
            whole = numerals.say(int(piece), style)
            if piece[0] == "0" and size > 1:
                whole = " ".join(numerals.say(int(figure)) for figure in piece)
            if slot.whole:
                said.append((first.item, first.start, last.end, cased_like(whole, first.text)))
                continue
            each = parts(numerals, whole)
            if len(each) != len(slot.tokens):
                return []
            said += [
                (token.item, token.start, token.end, cased_like(word, token.text))
                for token, word in zip(slot.tokens, each, strict=True)
                if token.item >= 0
            ]
    return said


def _write(scene: Scene, row: Sequence[Item], cut: Cut, code: str) -> None:
    texts = [item.text for item in row]
    for place, start, end, text in sorted(_texts(cut, code), reverse=True):
        base = row[place].start
        texts[place] = texts[place][: start - base] + text + texts[place][end - base :]
    for item, text in zip(row, texts, strict=True):
        scene.surrogates[item.index] = cut.numerals.mend(text)
    links = ("same_value",) if len(row) > 1 else ()
    said, now = (" ".join(each) for each in ([i.text for i in row], texts))
    scene.add_card("zip", row, now, links, original=said, lang=cut.numerals.lang)
