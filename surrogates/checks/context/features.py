"""What a model is told of a word outside the labels: how it is written, its neighbours, what is
labelled in its turn and in the one before.

Where a word stands is not told: whoever writes examples has habits, and a model learns them. Used
by `learned`, and by `benchmarks.dependence`, which finds out what each feature weighs.
"""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from typing import NamedTuple

from surrogates.folding import fold
from surrogates.labels import Kind

_PIECE = re.compile(r"[^\W\d_]+|\d+|[.!?;…]+(?=\s|$)")
_END = "."  # the key of whatever ends a sentence
_EDGE = "^"  # beyond the turn
_BEGINNINGS, _ENDINGS = (3, 4, 5, 6), (3, 4, 6)  # letters
# Kinds that words depend on alike are one group.
_GROUPS = {
    **dict.fromkeys((Kind.GIVEN, Kind.SURNAME, Kind.PERSON), "name"),
    **dict.fromkeys((Kind.PLACE, Kind.COUNTRY), "place"),
    **dict.fromkeys((Kind.ORG, Kind.PRODUCT), "org"),
    **dict.fromkeys((Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP), "digits"),
    **dict.fromkeys((Kind.EMAIL, Kind.USER, Kind.URL, Kind.DOMAIN), "address"),
}


class Piece(NamedTuple):
    """A word, the end of a sentence, or a labelled item, whose `group` is what it depends by."""

    start: int
    end: int
    text: str
    key: str
    group: str = ""

    @property
    def is_word(self) -> bool:
        return not self.group and self.key != _END

    @property
    def ends(self) -> bool:
        """Whether a sentence ends here."""
        return self.key == _END


class Mark(NamedTuple):
    """Where a labelled item stands in its turn."""

    start: int
    end: int
    kind: Kind


def pieces(text: str, marks: Sequence[Mark]) -> list[Piece]:
    """A turn, piece by piece; `marks` in order, none over another."""
    row: list[Piece] = []
    last = 0
    for start, end, kind in marks:
        row += _plain(text, last, start)
        group = group_of(kind)
        row.append(Piece(start, end, "", f"<{group}>", group))
        last = end
    return [*row, *_plain(text, last, len(text))]


def _plain(text: str, start: int, end: int) -> Iterator[Piece]:
    for match in _PIECE.finditer(text, start, end):
        said = match[0]
        yield Piece(*match.span(), said, fold(said) if said.isalnum() else _END)


def group_of(kind: Kind) -> str:
    """What words depend on alike."""
    return _GROUPS.get(kind, str(kind))


def groups_of(row: Sequence[Piece]) -> frozenset[str]:
    """What is labelled in a turn."""
    return frozenset(piece.group for piece in row if piece.group)


def features(
    row: Sequence[Piece],
    at: int,
    here: Collection[str],
    before: Collection[str],
    known: Container[str],
) -> list[str]:
    """The features of one word of a turn.

    `here`, `before`: the groups labelled in its turn and in the turn before. `known`: words that
    people say often; another one is rare, whichever it is, and may well name what is one place's.
    """
    word = row[at].key
    left, right = _key(row, at - 1), _key(row, at + 1)
    beyond, further = _key(row, at - 2), _key(row, at + 2)
    stem, shape = word[:4], _shape(row, at)
    rare = word not in known and not word.isdigit()
    return [
        *(
            (
                f"rare {shape}",
                *(f"rareh {group} {shape}" for group in here),
                *(f"rareb {group} {shape}" for group in before),
            )
            if rare
            else (f"w {word}",)
        ),
        *(f"p {word[:n]}" for n in _BEGINNINGS if len(word) > n),
        *(f"s {word[-n:]}" for n in _ENDINGS if len(word) > n),
        f"l {left}",
        f"r {right}",
        f"ll {beyond}",
        f"rr {further}",
        f"lw {left} {word}",
        f"wr {word} {right}",
        f"lr {left} {right}",
        f"llw {beyond} {left} {word}",
        f"wrr {word} {right} {further}",
        f"shape {shape}",
        *(f"here {group}" for group in here or ("none",)),
        *(f"herew {group} {word}" for group in here),
        *(f"herep {group} {stem}" for group in here),
        *(f"before {group}" for group in before or ("none",)),
        *(f"beforew {group} {word}" for group in before),
    ]


def _key(row: Sequence[Piece], at: int) -> str:
    return row[at].key if 0 <= at < len(row) else _EDGE


def _shape(row: Sequence[Piece], at: int) -> str:
    """Figures, one letter, capitals, a capital that no beginning asks for, or small letters."""
    text = row[at].text
    if text.isdigit():
        return f"figures{min(len(text), 3)}"
    if len(text) == 1:
        return "LETTER" if text.isupper() else "letter"
    if text.isupper():
        return "CAPITALS"
    if not text[0].isupper():
        return "small"
    return "First" if at == 0 or row[at - 1].key == _END else "Capital"
