"""What should catch the eye in a text that leaves: words outside its labels that look personal.

Called while somebody labels. A hint, no verdict: it knows one turn, and finds too much rather than
too little; `leaks` and `corpus` search what really leaves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from surrogates.folding import WORD, fold
from surrogates.languages.letters import LETTERS_AND_WORDS
from surrogates.languages.lexicon import Lexicon
from surrogates.search.certainty import begins_sentence
from surrogates.search.projections import Sign, digits_said, letters_said
from surrogates.types import Stretch

NOUNS_HAVE_CAPITALS = frozenset({"de", "lb"})
MONTHS_HAVE_CAPITALS = NOUNS_HAVE_CAPITALS | {"en"}
ONE = "1"  # "un" and "uno" are hardly ever numbers
_MASK = "\x00"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a dialogue writes."""

    small: frozenset[str]  # folded words that it writes small somewhere: their capital says nothing
    cased: bool  # it has capitals

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Habits":
        words = [match.group() for text in texts for match in WORD.finditer(text)]
        small = frozenset(fold(word) for word in words if word[0].islower())
        return cls(small, any(word[0].isupper() for word in words))


def find_readable(
    text: str, lexicon: Lexicon, taken: Iterable[Stretch], habits: Habits
) -> list[Stretch]:
    """Stretches of a turn outside `taken` that look personal, in order; those side by side as one.

    Capitals inside a sentence, months, names that the lexicon knows and that are no common words,
    numbers in figures and words, rows of spelled letters.
    """
    signs = list(text)
    for start, end in taken:
        signs[start:end] = _MASK * (end - start)
    masked = "".join(signs)
    found = {
        *_names(masked, lexicon, habits),
        *_numbers(masked, lexicon),
        *_letters(masked, lexicon),
    }
    return _joined(sorted(found), text)


def _names(text: str, lexicon: Lexicon, habits: Habits) -> Iterator[Stretch]:
    by_capital = habits.cased and lexicon.lang not in NOUNS_HAVE_CAPITALS
    for match in WORD.finditer(text):
        word = match.group()
        key = fold(word)
        if _is_month(key, lexicon):
            yield match.span()
        if len(word) < 2 or (habits.cased and not word[0].isupper()):
            continue
        inner = by_capital and key not in habits.small and not begins_sentence(text, match.start())
        if inner or _is_name(key, lexicon):
            yield match.span()


def _is_month(key: str, lexicon: Lexicon) -> bool:
    """Whether a month's whole name is said in a language that writes it small."""
    is_small = lexicon.lang not in MONTHS_HAVE_CAPITALS
    return is_small and len(key) > 3 and key in lexicon.month_numbers


def _is_name(key: str, lexicon: Lexicon) -> bool:
    known = key in lexicon.name_by_key or key in lexicon.surname_keys or key in lexicon.place_by_key
    return known and key not in lexicon.homographs


def _numbers(text: str, lexicon: Lexicon) -> Iterator[Stretch]:
    said = [
        (place, [sign.char for sign in signs])
        for place, signs in groupby(digits_said(text, 0, lexicon), lambda s: (s.start, s.end))
    ]
    places = [place for place, _chars in said]
    for index, ((start, end), chars) in enumerate(said):
        sure = chars != [ONE] or text[start:end].isdecimal()
        if sure or any(
            _beside(text, (start, end), p) for p in places[max(0, index - 1) : index + 2]
        ):
            yield start, end


def _letters(text: str, lexicon: Lexicon) -> Iterator[Stretch]:
    words = LETTERS_AND_WORDS.get(lexicon.lang, frozenset())

    def is_spelled(row: list[Sign]) -> bool:
        said = [fold(text[start:end]) for start, end in {(sign.start, sign.end) for sign in row}]
        return len(said) > 1 and any(len(word) > 1 and word not in words for word in said)

    for row in letters_said([(0, text)], lexicon):
        if is_spelled(row):
            yield from ((sign.start, sign.end) for sign in row)


def _joined(places: Iterable[Stretch], text: str) -> list[Stretch]:
    """Places with nothing but a blank between them as one."""
    joined: list[Stretch] = []
    for start, end in places:
        if joined and _beside(text, joined[-1], (start, end)):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _beside(text: str, one: Stretch, other: Stretch) -> bool:
    """Whether only a blank stands between two different stretches."""
    first, last = sorted((one, other))
    return first != last and not text[first[1] : last[0]].strip(" -")
