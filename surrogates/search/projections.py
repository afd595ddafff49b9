"""A text as the digits and as the letters that are said in it, each with its place.

Numbers and spellings hide originals from a search for words: "seis uno dos" is 612, and
"ele, a, u, erre, a" is a name.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates.folding import fold
from surrogates.languages.cardinals import parse
from surrogates.languages.letters import reader, said
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys, numerals_of

_TOKEN = re.compile(r"\d+|[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u00ad\u200b-\u200d\u2060])*")
LONGEST = 6  # words of one cardinal that are tried


@dataclass(frozen=True, slots=True)
class Sign:
    """One digit or letter and the token [start, end) of a turn that says it."""

    char: str
    turn: int
    start: int
    end: int


@lru_cache(maxsize=65536)
def _value(lexicon: Lexicon, text: str) -> str:
    """The figures of a number word or cardinal, "" for any other words."""
    value = parse(lexicon, text)
    return str(value) if value is not None else ""


def digits_said(text: str, turn: int, lexicon: Lexicon) -> list[Sign]:
    """Digits of a turn, in figures or words: words that make one cardinal are one number."""
    words = [(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]
    repeats = lexicon.signs("repeat")
    row: list[Sign] = []
    times, i = 1, 0
    while i < len(words):
        start, word = words[i][0], words[i][2]
        if word.isdecimal():
            signs = (Sign(str(int(c)), turn, start + k, start + k + 1) for k, c in enumerate(word))
            row += [*signs] * times
            times, i = 1, i + 1
            continue
        key = fold(word)
        if key in repeats and not _value(lexicon, key) and i + 1 < len(words):
            times, i = int(repeats[key]), i + 1
            continue
        size, digits = 1, _value(lexicon, key) if _may_count(lexicon, key) else ""
        if digits or key in _heads(lexicon):
            # Word by word, "doscientos" would be shared with every number of its class.
            size, digits = _longest(lexicon, text, words, i, digits)
        row += [Sign(c, turn, start, words[i + size - 1][1]) for c in digits * times]
        times, i = 1, i + size
    return row


def _longest(
    lexicon: Lexicon, text: str, words: list[tuple[int, int, str]], i: int, digits: str
) -> tuple[int, str]:
    """The longest cardinal that begins at word i: how many words, and its figures."""
    for size in range(min(LONGEST, len(words) - i), 1, -1):
        start, end = words[i][0], words[i + size - 1][1]
        if not _may_count(lexicon, fold(words[i + size - 1][2])):
            continue
        figures = _value(lexicon, " ".join(fold(text[start:end]).split()))
        if figures:
            return size, figures
    return 1, digits


@lru_cache(maxsize=32)
def _heads(lexicon: Lexicon) -> frozenset[str]:
    """Words that begin numbers and are none alone: "hirurogeita" (73 is "hirurogeita hamahiru")."""
    table = numerals_of(lexicon).table
    return frozenset(key.split()[0] for key in table if " " in key) - table.keys()


@lru_cache(maxsize=65536)
def _may_count(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded word is a number word, or a compound that one begins."""
    keys = number_keys(lexicon)
    return key in keys or (len(key) > 5 and any(key.startswith(k) for k in keys if len(k) > 2))


@lru_cache(maxsize=2048)  # a dialogue that is revised is read again and again
def _keys_in(lexicon: Lexicon, text: str) -> tuple[list[tuple[int, int]], list[str], list[int]]:
    """The places and keys of the words of a text, and with which ones a letter may begin."""
    matches = list(_TOKEN.finditer(text))
    keys = [said(match.group()) for match in matches]
    read = reader(lexicon)
    heads = [at for at, key in enumerate(keys) if len(key) == 1 or key in read.first_words]
    return [match.span() for match in matches], keys, heads


def letters_said(turns: Iterable[tuple[int, str]], lexicon: Lexicon) -> Iterator[list[Sign]]:
    """Rows of letters that one speaker says, over turns: characters, spoken names, key words."""
    read = reader(lexicon)
    row: list[Sign] = []
    for turn, text in turns:
        places, keys, heads = _keys_in(lexicon, text)
        i = 0
        while i < len(keys):
            if not row:
                i = next((at for at in heads if at >= i), len(keys))
                if i == len(keys):
                    break
            key = keys[i]
            joined = read.joins(keys, i) if row and key in read.join_heads else 0
            if joined and keys[i + joined].startswith(row[-1].char):
                if row[-1].turn == turn:  # "G comme Gaston" says one letter
                    row[-1] = replace(row[-1], end=places[i + joined][1])
                i += joined + 1
                continue
            alphabet = read.key_words.get(key, ("common", ""))
            letter = read.match(keys, i) if len(key) == 1 or key in read.heads else None
            if letter is None and alphabet[0] != "common":
                letter = ("word", alphabet[1], 1, "")
            if letter is not None and not key.isdecimal():
                start, end = places[i][0], places[i + letter[2] - 1][1]
                if not (letter[0] == "word" and row and row[-1].char == fold(letter[1])[:1]):
                    row += [Sign(c, turn, start, end) for c in fold(letter[1])]
                i += letter[2]
                continue
            if key not in read.skipped and row:
                yield row
                row = []
            i += 1
    if row:
        yield row


def without_sign_words(gap: str, lexicon: Lexicon) -> str:
    """What stands between two signs of a code, without the name of a hyphen, a point, a slash."""
    if not any(map(str.isalpha, gap)):
        return gap
    return _sign_words(lexicon).sub("", fold(gap))


@lru_cache(maxsize=16)
def _sign_words(lexicon: Lexicon) -> re.Pattern[str]:
    kinds = ("hyphen", "slash", "dot", "underscore")
    forms = sorted({form for kind in kinds for form in lexicon.signs(kind)}, key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, forms))})(?![^\W_])")
