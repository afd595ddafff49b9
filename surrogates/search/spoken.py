"""Where a dialogue says, outside its labels, a number or a spelled name of another dialogue.

Called by `corpus`. A number may be said in pieces, in figures or words; a name letter by
letter.
"""

import re
from collections.abc import Container, Iterator, Sequence, Set

from surrogates.folding import AND, WORD, fold, letters_only
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys
from surrogates.rewrite import Item
from surrogates.search.certainty import MOSTLY, OFTEN
from surrogates.search.embedded_names import LONGEST
from surrogates.search.leaks import SURE_LETTERS
from surrogates.search.originals import Originals
from surrogates.search.projections import Sign, digits_said, letters_said
from surrogates.search.terms import GRAM, MIN_DIGITS, Terms, numbers_of
from surrogates.types import Dialogue, Hit

SURE_DIGITS = 9  # of a longer number
SURE_TAIL = 6  # last digits of one; five may be chance
# Between the digits of one number: signs, and words that say nothing ("eh", "doble") or join.
_GAP = re.compile(r"(?:[^\W\d_]|[\s.,;:/()\-–—…\u00ad\u200b-\u200d\u2060]){0,24}")
_FIGURE = re.compile(r"\d")
_MASK = "\x00"

Rows = list[list[tuple[int, str]]]  # of each speaker: (turn, text)


def rows_of(dialogue: Dialogue, items: Sequence[Item]) -> Rows:
    """The turns of each speaker, labels masked: a number or a name may be said in pieces."""
    texts = [list(turn.text) for turn in dialogue.turns]
    for item in items:
        texts[item.turn][item.start : item.end] = _MASK * (item.end - item.start)
    rows: dict[str, list[tuple[int, str]]] = {}
    for number, turn in enumerate(dialogue.turns):
        rows.setdefault(turn.speaker, []).append((number, "".join(texts[number])))
    return list(rows.values())


def number_hits(known: Originals, rows: Rows, items: list[Item], lexicon: Lexicon) -> Iterator[Hit]:
    """Numbers in figures and words, each said in one turn."""
    own_numbers, counts = numbers_of(items, lexicon), number_keys(lexicon)
    quiet = lexicon.fillers | lexicon.signs("repeat").keys() | AND
    for turn, text in (each for row in rows for each in row):
        figures = len(_FIGURE.findall(text))
        if figures < MIN_DIGITS and sum(fold(w) in counts for w in WORD.findall(text)) < 3:
            continue
        for signs in _numbers(text, digits_said(text, turn, lexicon), quiet):
            pieces = list(_undivided(signs, text))
            long = filter(None, (_long(known, own_numbers, piece) for piece in (signs, *pieces)))
            if hit := next(long, None):
                yield hit
            else:
                yield from filter(None, (_short(known, own_numbers, piece) for piece in pieces))


def _long(known: Originals, own_numbers: Terms, signs: Sequence[Sign]) -> Hit | None:
    """A number of seven digits and more, in as many pieces as it is said."""
    digits = _said(signs)
    shown = [gram for gram in grams_of(digits) if gram in known.grams]
    if not shown or not own_numbers.grams.keys().isdisjoint(shown):
        return None
    if len(shown) + GRAM - 1 < min(SURE_DIGITS, len(digits)):
        return None
    return _hit(signs, known.grams[shown[0]], sure=True)


def _short(known: Originals, own_numbers: Terms, signs: Sequence[Sign]) -> Hit | None:
    """A number of five or six digits, or such an end of a longer one, in one piece."""
    digits = _said(signs)
    if len(digits) < MIN_DIGITS or digits in own_numbers.numbers or digits in own_numbers.tails:
        return None
    if (label := known.numbers.get(digits)) is not None:
        # Said by many, and labelled by few: a price, a year.
        bare, labelled = known.high[digits], known.labelled[digits]
        return _hit(signs, label, sure=bare < OFTEN or labelled >= bare * MOSTLY)
    if (label := known.tails.get(digits)) is not None:
        return _hit(signs, label, sure=len(digits) >= SURE_TAIL)
    return None


def spelled_hits(
    known: Originals, rows: Rows, own_words: Set[str], lexicon: Lexicon
) -> Iterator[Hit]:
    """Names spelled out; a long one wherever it stands in a row of letters."""
    own_letters = {letters_only(word) for word in own_words}
    for row in rows:
        for signs in letters_said(row, lexicon):
            place = slice(*_spelled_in(_said(signs), known.spelled))
            name = _said(signs[place])
            if name and name not in own_letters:
                here = [sign for sign in signs[place] if sign.turn == signs[place][0].turn]
                yield _hit(here, known.spelled[name], sure=True)


def grams_of(number: str) -> Iterator[str]:
    """The windows of seven digits of a number."""
    return (number[i : i + GRAM] for i in range(len(number) - GRAM + 1))


def _numbers(text: str, signs: list[Sign], quiet: Set[str]) -> Iterator[list[Sign]]:
    """Digits of one turn that nothing but separators and words that say nothing stands between."""
    row: list[Sign] = []
    for sign in signs:
        if row and sign.start > row[-1].end:
            gap = text[row[-1].end : sign.start]
            if not _GAP.fullmatch(gap) or any(fold(w) not in quiet for w in WORD.findall(gap)):
                yield row
                row = []
        row.append(sign)
    if row:
        yield row


def _undivided(signs: Sequence[Sign], text: str) -> Iterator[Sequence[Sign]]:
    """The figures of a row that stand together, each such piece; number words all as one."""
    if not any(map(str.isdecimal, text[signs[0].start : signs[-1].end])):
        yield signs
        return
    first = 0
    for i in range(1, len(signs) + 1):
        if i == len(signs) or signs[i].start > signs[i - 1].end:
            if text[signs[first].start : signs[i - 1].end].isdecimal():
                yield signs[first:i]
            first = i


def _spelled_in(said: str, names: Container[str]) -> tuple[int, int]:
    """Where a name stands in a row of letters: all of it, or a long one; (0, 0) where none does."""
    if said in names:
        return 0, len(said)
    for start in range(len(said) - SURE_LETTERS + 1):
        for end in range(min(start + LONGEST, len(said)), start + SURE_LETTERS - 1, -1):
            if said[start:end] in names:
                return start, end
    return 0, 0


def _said(signs: Sequence[Sign]) -> str:
    return "".join(sign.char for sign in signs)


def _hit(signs: Sequence[Sign], label: str, *, sure: bool) -> Hit:
    end = max(sign.end for sign in signs)
    return Hit(signs[0].turn, signs[0].start, end, label, sure, (_said(signs),))
