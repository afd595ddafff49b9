"""Letters that words outside the labels say, one by one: "S-T-O-N-E", "ka, ele", "dos bes",
"G comme Gaston", "Yankee Kilo". What may be another word there ("a", "de") is none by itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from surrogates.folding import AND, fold, letters_only, words
from surrogates.languages.letters import LETTERS_AND_WORDS, WORD, Reader, reader, said
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys

_GAP = re.compile(r"[\s,.\-–—·…'\"«»“”„]{0,4}")
_ENDED = re.compile(r"\.\s")
_PARTED = re.compile(r"[^\w\s,…]")
_LISTED = re.compile(r"[,.\-–—·]")
_BESIDE = re.compile(r"[\s,«»\"“”(]{0,3}")
_APOSTROPHES = "'’´`"
_GLUED = re.compile(r"[\d@_+/]")
_UNIT = re.compile(r"\d\s?$")
_VOWELS = frozenset("aeiou")
_ECHOED = 4  # letters at most that are told by as many words behind them
# Names of letters that are words, beside those of `LETTERS_AND_WORDS`.
_WORDS_TEXT = {
    "es": "be ce pe ve ka i",
    "ca": "be ca ce ela ema es ve",
    "eu": "a be ca da de e ere eta i o te u ze",
    "fr": "ce ef el em en er es ka pe qu te u",
    "en": "ar de el em en es see",
    "de": "a ae de en ge ha oe te ue we",
}
_WORDS = {lang: frozenset(text.split()) for lang, text in _WORDS_TEXT.items()}


@dataclass(frozen=True, slots=True)
class Letters:
    """What the words at [start, end) say: a letter, or one that is doubled."""

    start: int
    end: int
    letters: str
    style: str  # "char" | "spoken" | "word"
    sure: bool  # it is no other word
    counted: bool = False  # "two Bs"


def may_spell(text: str, lexicon: Lexicon) -> bool:
    """Whether a word of a text may say a letter and hardly anything else; few texts have one."""
    return not _telling(lexicon).isdisjoint(map(said, WORD.findall(text)))


@lru_cache(maxsize=16)
def _telling(lexicon: Lexicon) -> frozenset[str]:
    read = reader(lexicon)
    letters = {letter for letter in read.spoken.values() if len(letter) == 1}
    loose = {key for key in read.first_words | letters if _may_be_word(lexicon, key)}
    return (read.first_words | letters) - loose - _VOWELS


@lru_cache(maxsize=2048)  # codes and names are looked for in the same text
def letters_in(text: str, lexicon: Lexicon) -> list[Letters]:
    """The letters of a text in order, each with the word that tells it ("B as in Bravo")."""
    read = reader(lexicon)
    places = [match.span() for match in WORD.finditer(text)]
    keys = [said(text[start:end]) for start, end in places]
    found: list[Letters] = []
    at = 0
    while at < len(keys):
        if told := _told(read, text, places, keys, at, found):
            size = told
            end = places[at + size - 1][1]
            found[-1] = replace(found[-1], end=end, sure=True)
        else:
            size, letters = _letters_at(read, text, places, keys, at)
            if letters is not None:
                found.append(letters)
        at += size
    for k, (one, two) in enumerate(pairwise(found)):  # "Lima Papa"
        if one.style == two.style == "word" and _GAP.fullmatch(text[one.end : two.start]):
            found[k : k + 2] = replace(found[k], sure=True), replace(two, sure=True)
    return found


def rows(text: str, some: Sequence[Letters], lexicon: Lexicon) -> Iterator[list[Letters]]:
    """Letters that stand beside each other; first those of two such rows that "and" joins."""
    found: list[list[Letters]] = []
    for each in some:
        if found and _is_beside(text, found[-1][-1], each, lexicon):
            found[-1].append(each)
        else:
            found.append([each])
    for one, two in pairwise(found):
        gap = words(text[one[-1].end : two[0].start])
        if gap and gap[0] in AND and (not gap[1:] or " ".join(gap[1:]) in lexicon.signs("one")):
            yield [*one, *two]
    yield from found


def _is_beside(text: str, one: Letters, two: Letters, lexicon: Lexicon) -> bool:
    gap = text[one.end : two.start]
    if any(map(str.isalpha, gap)):  # "ele, eh, u"
        plain = lexicon.fillers | lexicon.signs("case").keys()
        gap = "," if plain.issuperset(words(gap)) and not _PARTED.search(gap) else gap
    ended = one.style != "char" and _ENDED.match(gap)
    return not ended and _GAP.fullmatch(gap) is not None


def spelled_in(text: str, row: list[Letters]) -> Iterator[list[Letters]]:
    """A row, then it without the words at its ends that may be others, if it spells something."""
    loose = [not each.sure and not _is_listed(text, row, k) for k, each in enumerate(row)]
    lead = next((k for k, each in enumerate(loose) if not each), len(row))
    tail = next((k for k, each in enumerate(reversed(loose)) if not each), 0)
    cuts = ((a, b) for a in range(lead + 1) for b in range(tail + 1) if a + b < len(row))
    for first, last in sorted(cuts, key=sum):
        part = row[first : len(row) - last]
        if _spells(text, part):
            yield part


def _is_listed(text: str, row: Sequence[Letters], at: int) -> bool:
    """Whether a comma or a hyphen stands between a letter and one beside it."""
    pairs = ((row[k - 1], row[k]) for k in (at, at + 1) if 0 < k < len(row))
    return any(_LISTED.search(text[one.end : two.start]) for one, two in pairs)


def _spells(text: str, row: Sequence[Letters]) -> bool:
    sure = [each for each in row if each.sure]
    dots = [text[each.end : each.end + 1] == "." for each in row]
    if all(dots[:-1]) and len(row) > 1 and {each.style for each in row} == {"char"}:
        return False  # an abbreviation: "N.I.E."
    spoken = any(each.style == "spoken" for each in sure)
    short = all(each.sure or len(each.letters) == each.end - each.start for each in row)
    if sum(len(each.letters) for each in sure) > 1 or (spoken and short):
        return True
    return bool(sure) and all(_is_listed(text, row, k) for k in range(len(row)))


def _letters_at(
    read: Reader, text: str, places: Sequence[tuple[int, int]], keys: list[str], at: int
) -> tuple[int, Letters | None]:
    """How many words a letter takes there, and the letter."""
    key, (start, end) = keys[at], places[at]
    if not read.begins(key) or _is_glued(text, start, end):
        return 1, None
    named = read.match(keys, at) if len(key) == 1 or key in read.heads else None
    if named is None:
        letter = read.key_words.get(key, ("", ""))[1]
        if key not in read.fixed or not letter:
            return 1, None
        return 1, Letters(start, end, _plain(letter), "word", sure=False)
    style, letters, size, repeat = named
    if repeat and keys[at] in number_keys(read.lexicon):
        # "zwei L", "dos bes"; but "dos de mayo", and in "six two L" a figure.
        capital = style == "char" and text[places[at + 1][0]].isupper()
        other = not capital and _may_be_word(read.lexicon, keys[at + 1])
        before = keys[at - 1] if at else ""
        figure = before in number_keys(read.lexicon) and before not in AND
        if len(before) == 1 and text[places[at - 1][0]].isupper():
            figure = text[places[at - 1][1] : start].isspace()  # "H deux X"
        if other or figure or _is_glued(text, *places[at + size - 1]):
            return 1, None
    end = places[at + size - 1][1]
    plain = _plain(letters)
    if not plain:
        return size, None
    if style == "char":
        unit = bool(_UNIT.search(text[:start])) and text[start:end].islower()
        sure = bool(repeat) or (plain not in _VOWELS and key not in AND and not unit)
    else:
        sure = size > 1 or not _may_be_word(read.lexicon, key)
    counted = repeat in number_keys(read.lexicon)
    return size, Letters(start, end, plain, style, sure, counted)


def _is_glued(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of another one, or of a number: "l'", "'s", "B12"."""
    beside = text[start - 1 : start], text[end : end + 1]
    quoted = beside[0] in _APOSTROPHES and beside[1] in _APOSTROPHES and all(beside)
    return not quoted and any(c and (c in _APOSTROPHES or _GLUED.match(c)) for c in beside)


def _plain(letters: str) -> str:
    return letters_only(fold(letters))


def _may_be_word(lexicon: Lexicon, key: str) -> bool:
    plain = LETTERS_AND_WORDS.get(lexicon.lang, frozenset())
    return key in plain or key in _WORDS.get(lexicon.lang, ()) or key in AND


def _told(
    read: Reader,
    text: str,
    places: Sequence[tuple[int, int]],
    keys: list[str],
    at: int,
    found: Sequence[Letters],
) -> int:
    """How many words there tell the letters before them: "de Palencia", "Victor"; 0: none."""
    if not found or not _BESIDE.fullmatch(text[found[-1].end : places[at][0]]):
        return 0
    last = found[-1]
    if last.style != "word" and last.letters and len(keys[at]) > 1:
        known = read.key_words.get(keys[at], ("", ""))[1] if keys[at] in read.fixed else ""
        if _plain(known)[:1] == last.letters[-1]:
            return 1
    size = read.joins(keys, at) if keys[at] in read.join_heads else 0
    if not size:
        return 0
    word = keys[at + size]
    if len(word) > 1 and word not in read.spoken and word.startswith(last.letters[-1:]):
        return size + 1
    letters = "".join(each.letters for each in found[-_ECHOED:])  # "de Maria, Teresa, Ramon"
    for many in range(min(len(letters), _ECHOED), 1, -1):
        behind = [k for k in range(at + size, len(keys)) if keys[k] not in AND][:many]
        initials = "".join(keys[k][0] for k in behind if len(keys[k]) > 1)
        if initials == letters[-many:]:
            return behind[-1] + 1 - at
    return 0
