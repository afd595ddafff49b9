"""Cuts a local part or user name into what stands for something: names, numbers, letters."""

import re
from dataclasses import dataclass, field

from surrogates.addresses.owners import Owners
from surrogates.folding import fold
from surrogates.languages.cardinals import parse
from surrogates.languages.letters import Token, reader
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys
from surrogates.rewrite import Item

_PIECE = re.compile(r"\d+|[^\W\d_]+")


@dataclass
class Piece:
    """A word, number or row of letters at [start, end) of a text."""

    start: int
    end: int
    text: str
    key: str
    style: str  # "word", "digits", "number" (spoken), "letters" (spelled) or "kept"
    tokens: list[Token] = field(default_factory=list)


def pieces_of(
    lexicon: Lexicon, owners: Owners, item: Item, text: str, *, spoken: bool
) -> list[Piece]:
    """The parts of a local part that stand for something; signs between them are none."""
    plain = {"mailto"}
    if spoken:
        kinds = ("dot", "hyphen", "underscore", "slash", "plain", "case", "at")
        plain |= {w for kind in kinds for sign in lexicon.signs(kind) for w in sign.split()}
        plain |= {w for sign in lexicon.signs("joiner") for w in sign.split()}
    pieces: list[Piece] = []
    for match in _PIECE.finditer(text):
        key = fold(match.group())
        style = "digits" if match.group().isdecimal() else "word"
        if style == "word" and spoken and key in number_keys(lexicon):
            style = "number"
        elif style == "word" and key in plain and not owners.candidates([key]):
            style = "kept"
        pieces.append(Piece(match.start(), match.end(), match.group(), key, style))
    if spoken:
        pieces = _joined_letters(
            lexicon, owners, item, text, _joined_numbers(lexicon, text, pieces)
        )
    return pieces


def _joined_letters(
    lexicon: Lexicon, owners: Owners, item: Item, text: str, pieces: list[Piece]
) -> list[Piece]:
    """Spoken letters in a row are one piece: "ele a u erre a"; one letter is an initial."""
    read = reader(lexicon)
    keys = [p.key for p in pieces]
    joined: list[Piece] = []
    i = 0
    while i < len(pieces):
        named = bool(owners.candidates([keys[i]])) and len(keys[i]) > 1
        match = None if named or pieces[i].style in ("digits", "number") else read.match(keys, i)
        if match is None or (pieces[i].style == "kept" and len(keys[i]) > 2):
            joined.append(pieces[i])
            i += 1
            continue
        style, letters, size, repeat = match
        start, end = pieces[i].start, pieces[i + size - 1].end
        token = Token(item, start, end, letters, style, "", repeat)
        last = joined[-1] if joined and joined[-1].style == "letters" else None
        if last is not None and not text[last.end : start].strip(" ,"):
            last.end, last.key = end, last.key + fold(letters)
            last.tokens.append(token)
        else:
            word = text[start:end]
            joined.append(Piece(start, end, word, fold(letters), "letters", [token]))
        i += size
    return joined


def _joined_numbers(lexicon: Lexicon, text: str, pieces: list[Piece]) -> list[Piece]:
    """Number words in a row are one number, with what joins them: "setenta y cinco"."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if piece.style != "number" or last is None:
            joined.append(piece)
            continue
        if last.style == "number":
            last.end, last.text = piece.end, text[last.start : piece.end]
            continue
        first = joined[-2] if len(joined) > 1 else None
        if first is not None and first.style == "number":
            whole = text[first.start : piece.end]
            if parse(lexicon, whole) is not None:
                joined.pop()
                first.end, first.text = piece.end, whole
                continue
        joined.append(piece)
    return joined
