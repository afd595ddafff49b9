"""Searches a replaced dialogue for its originals: as words, as digits, as spelled letters.

A leak tells where and how, never what. Words of closed classes (uno, mayo, uve) are no leaks by
themselves: they stand in any text.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from surrogates.errors import UnknownLanguage
from surrogates.folding import PARTICLES, WORD, digits_only, fold, words
from surrogates.labels import CLOSED, Kind
from surrogates.languages import load_lexicon
from surrogates.rewrite import collect
from surrogates.types import Dialogue

# The label inside a placeholder may share a word with an original.
_PLACEHOLDER = re.compile(r"\[[A-Z0-9_]+\]")
MIN_DIGITS = 5
SURE_DIGITS = 7
MIN_LETTERS = 4


@dataclass(frozen=True, slots=True)
class Leak:
    """An original found at [start, end) of a turn of the replaced dialogue.

    kind: "word" (a name or a part of it), "homograph" (an ordinary word that is written like one),
    "digits", "letters" (spelled out), "unchanged" (a closed-class mention that was left as it was).
    """

    turn: int
    start: int
    end: int
    kind: str


def scan(original: Dialogue, replaced: Dialogue) -> list[Leak]:
    """Every place in `replaced` that shows an original of `original`, in order of appearance."""
    items, _ = collect(original)
    plain, homographs = _plain_words(original.lang)
    names: set[str] = set()
    lowered: set[str] = set()
    digits: set[str] = set()
    spelled: set[str] = set()
    phrases: set[tuple[str, ...]] = set()
    for item in items:
        number = digits_only(item.text)
        if len(number) >= MIN_DIGITS and item.kind not in (Kind.DATE, Kind.TIME, Kind.AGE):
            digits.add(number)
        if item.kind in CLOSED:
            continue
        if item.kind is Kind.OTHER and len(words(item.text)) > 1:
            phrases.add(words(item.text))  # free text: its words alone are anybody's
            continue
        for match in WORD.finditer(item.text):
            key = fold(match.group())
            if len(key) < 3 or key in PARTICLES or key in plain or key.isdecimal():
                continue
            names.add(key)
            if match.group().islower():
                lowered.add(key)
            if item.kind in (Kind.GIVEN, Kind.SURNAME, Kind.PERSON) and len(key) >= MIN_LETTERS:
                spelled.add(key)
    found: list[Leak] = []
    for number_, turn in enumerate(replaced.turns):
        found += _words(turn.text, number_, names, homographs - lowered)
        found += _phrases(turn.text, number_, phrases)
        found += _digits(turn.text, number_, digits)
        found += _letters(turn.text, number_, spelled)
    return sorted(
        {*found, *_unchanged(original, replaced)}, key=lambda k: (k.turn, k.start, k.kind)
    )


@lru_cache(maxsize=8)
def _plain_words(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words that identify nobody (titles, numbers, providers), and ordinary homographs."""
    fixed = {"com", "net", "org", "www", "http", "https", "punto", "arroba", "guion", "bajo", "dot"}
    try:
        lexicon = load_lexicon(lang)
    except UnknownLanguage:
        return frozenset(fixed), frozenset()
    plain = fixed | set(lexicon.cues("title")) | lexicon.number_keys | set(lexicon.providers)
    return frozenset(plain | {"dra", "prof"}), lexicon.homographs


def _words(text: str, turn: int, names: set[str], homographs: frozenset[str]) -> list[Leak]:
    found: list[Leak] = []
    if not names:
        return found
    masked = _PLACEHOLDER.sub(lambda m: " " * len(m.group()), text)
    for match in WORD.finditer(masked):
        key = fold(match.group())
        if key in names:
            ordinary = match.group().islower() and key in homographs
            kind = "homograph" if ordinary else "word"
            found.append(Leak(turn, match.start(), match.end(), kind))
    return found


def _phrases(text: str, turn: int, phrases: set[tuple[str, ...]]) -> list[Leak]:
    if not phrases:
        return []
    matches = list(WORD.finditer(_PLACEHOLDER.sub(lambda m: " " * len(m.group()), text)))
    keys = [fold(m.group()) for m in matches]
    return [
        Leak(turn, matches[i].start(), matches[i + len(phrase) - 1].end(), "word")
        for phrase in phrases
        for i in range(len(keys) - len(phrase) + 1)
        if tuple(keys[i : i + len(phrase)]) == phrase
    ]


def _digits(text: str, turn: int, numbers: set[str]) -> list[Leak]:
    if not numbers:
        return []
    places = [i for i, c in enumerate(text) if c.isdecimal()]
    projected = "".join(text[i] for i in places)
    found: list[Leak] = []
    for number in numbers:
        at = projected.find(number)
        while at >= 0:
            start, end = places[at], places[at + len(number) - 1] + 1
            inside = text[start - 1 : start].isdecimal() or text[end : end + 1].isdecimal()
            # A short number inside a longer one is chance.
            if not inside or len(number) >= SURE_DIGITS:
                found.append(Leak(turn, start, end, "digits"))
            at = projected.find(number, at + 1)
    return found


def _letters(text: str, turn: int, spelled: set[str]) -> list[Leak]:
    """Names spelled out as single letters: "L, A, U, R, A"."""
    if not spelled:
        return []
    singles = [m for m in WORD.finditer(text) if len(m.group()) == 1 and m.group().isalpha()]
    projected = "".join(fold(m.group())[:1] for m in singles)
    found: list[Leak] = []
    for name in spelled:
        at = projected.find(name) if len(projected) >= len(name) else -1
        if at >= 0:
            last = singles[at + len(name) - 1]
            found.append(Leak(turn, singles[at].start(), last.end(), "letters"))
    return found


def _unchanged(original: Dialogue, replaced: Dialogue) -> list[Leak]:
    """Closed-class mentions whose text is what it was."""
    found: list[Leak] = []
    old, new = collect(original)[0], collect(replaced)[0]
    by_key = {item.key: item for item in old}
    aligned = len(old) == len(new)
    for i, item in enumerate(new):
        before = old[i] if aligned else by_key.get(item.key)
        if before is None or before.kind not in CLOSED or before.kind is Kind.LETTER:
            continue
        if fold(before.text) == fold(item.text):
            found.append(Leak(item.turn, item.start, item.end, "unchanged"))
    return found
