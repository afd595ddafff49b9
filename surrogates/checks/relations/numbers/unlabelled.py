"""Numbers and phrases outside the labels, with their places and the words beside them.

What the relations of this room compare with the labelled numbers.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from surrogates.checks.relations.spans import Spans
from surrogates.folding import WORD, fold, words
from surrogates.labels import Kind
from surrogates.languages.numerals import Numerals
from surrogates.numbers.sums.values import CENTS, Piece, pieces_of, read_amount

CODES = (Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP)
ENDS = ("tail", "head")
_CLAUSE = re.compile(r"[.,;:!?](?:\s|$)")
_LETTERS = re.compile(r"[^\W\d_]+")
_BEFORE = 4  # words before a number that may say that it is an end of another
_BEHIND = 2
_PART = re.compile(r"[\d:/@#_+\-–]$")  # what a number is a part of
_GOES_ON = re.compile(r"[:/@_\-–]\d|[\-–]?[^\W\d_]|[.,]\d")


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """A number outside the labels."""

    turn: int
    start: int
    end: int
    value: int  # in cents
    before: str  # its clause before it, up to the label that stands there
    after: str  # what is said behind it, up to the next label
    numerals: Numerals

    @property
    def place(self) -> tuple[int, int, int]:
        return self.turn, self.start, self.end

    @property
    def whole(self) -> int:
        """The number where it has no cents, else -1."""
        return self.value // CENTS if self.value % CENTS == 0 else -1

    def is_led(self, *classes: str) -> bool:
        """Whether a word of these classes of numbers.tsv stands right before it, or two words."""
        said = words(self.before)
        near = {*said[-_BEHIND:], *(" ".join(said[-n:]) for n in (2, 3))}
        return any(not self.numerals.forms(klass).isdisjoint(near) for klass in classes)


@dataclass(frozen=True, slots=True)
class End:
    """A number that is said to be the end ("tail") or the beginning ("head") of another one."""

    klass: str
    number: Unlabelled

    @property
    def place(self) -> tuple[int, int, int]:
        return self.number.place


def numbers(spans: Spans, turn: int) -> Iterator[Unlabelled]:
    """Every number outside the labels that is no part of a date, a time or a longer one; where an
    amount is said in two ("forty-two euros fifty") it comes too."""
    for at, text in spans.stretches(turn):
        for numerals in spans.spoken if text.strip() else ():
            for start, end, value in amounts_in(text, numerals, spans):
                before = _CLAUSE.split(text[:start])[-1]
                yield Unlabelled(turn, at + start, at + end, value, before, text[end:], numerals)


def says_one_of(spans: Spans, turn: int, *classes: str) -> bool:
    """Whether a turn has a word of these classes of numbers.tsv, before its numbers are read."""
    said = f" {' '.join(words(spans.turn_text(turn)))} "
    forms = (numerals.forms(klass) for numerals in spans.spoken for klass in classes)
    return any(f" {form} " in said for some in forms for form in some)


def amounts_in(text: str, numerals: Numerals, spans: Spans) -> Iterator[tuple[int, int, int]]:
    """(start, end, cents) of the numbers of a text."""
    said = stems_of_numbers(text, numerals)
    last: Piece | None = None
    for piece in pieces_of(said, numerals):
        if piece.reading is None and (
            _PART.search(text[: piece.start]) or _GOES_ON.match(text[piece.end :])
        ):
            last = None
            continue
        if last is not None and last.value:
            both = read_amount(said[last.start : piece.end], numerals, spans.lexicon)
            if both is not None and len(both.pieces) > 1:
                yield last.start, piece.end, both.value
        end = piece.end
        while end < len(text) and said[end] == " " != text[end]:  # the case of a Basque number
            end += 1
        yield piece.start, end, piece.value if piece.point else piece.value * CENTS
        last = piece


def stems_of_numbers(text: str, numerals: Numerals) -> str:
    """A text of the same length whose inflected number words have lost their endings."""
    if not numerals.endings:
        return text

    def stem(match: re.Match[str]) -> str:
        word = match[0]
        case = numerals.case_of(word)
        return word[: len(word) - len(case)] + " " * len(case)

    return _LETTERS.sub(stem, text)


def ends_said(spans: Spans) -> Iterator[End]:
    """Numbers beside a word that says that another one ends or begins with them."""
    for turn in range(len(spans.scene.dialogue.turns)):
        for number in numbers(spans, turn) if says_one_of(spans, turn, *ENDS) else ():
            for klass in ENDS:
                if is_end(number.before, number.after, klass, number.numerals):
                    yield End(klass, number)
                    break


def is_end(before: str, after: str, klass: str, numerals: Numerals) -> bool:
    """Whether the words beside a number say that it is the end or the beginning of another one."""
    said = words(_CLAUSE.split(before)[-1])[-_BEFORE:]
    behind = words(_CLAUSE.split(after)[0])[:_BEHIND] if numerals.endings else ()
    return not numerals.forms(klass).isdisjoint((*said, *behind))


Phrases = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]


def phrases(forms: Mapping[str, str]) -> Phrases:
    """First word of each phrase -> the words of those that begin so, and their values."""
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for form, value in forms.items():
        said = words(form)
        by_first.setdefault(said[0], []).append((said, value))
    return by_first


def phrases_in(text: str, known: Phrases) -> Iterator[tuple[int, int, str]]:
    """(start, end, value) of each phrase, the longest where several begin at one place."""
    if known.keys().isdisjoint(words(text)):
        return
    places = [match.span() for match in WORD.finditer(text)]
    keys = tuple(fold(text[start:end]) for start, end in places)
    at = 0
    while at < len(keys):
        fits = [(s, v) for s, v in known.get(keys[at], ()) if keys[at : at + len(s)] == s]
        if not fits:
            at += 1
            continue
        said, value = max(fits, key=lambda fit: len(fit[0]))
        yield places[at][0], places[at + len(said) - 1][1], value
        at += len(said)
