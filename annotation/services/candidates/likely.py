"""The candidates that are likely personal: what the twin says of words that stay readable.

Pure; called by `labelling.habits`. What a reader hardly ever labels is none on the page, and stays
here: it is a hint of what may be left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from annotation.services.candidates.finding import ENDS, OFTEN, find_candidates
from annotation.services.candidates.lists import dictated, lists_of, small_words
from annotation.services.candidates.said import DIGIT, Habits, bare, key_of
from learning.tokens import tokenise
from learning.types import Bounds

STEM, ENDING = 4, 3  # letters that two forms of a word share at least, and may differ in at most
_NO_WORD = "\x00"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Folded words of a corpus, by how many dialogues say them."""

    common: frozenset[str]  # many
    twice: frozenset[str]  # two and more
    stems: frozenset[str]  # what other forms of these may begin with

    @classmethod
    def of(cls, counts: Mapping[str, int], many: int) -> "Vocabulary":
        twice = frozenset(word for word, n in counts.items() if n > 1)
        ends = (word[: len(word) - cut] for word in twice for cut in range(ENDING + 1))
        stems = frozenset(stem for stem in ends if len(stem) >= STEM)
        return cls(frozenset(word for word in twice if counts[word] >= many), twice, stems)

    def has(self, word: str) -> bool:
        """Whether several dialogues say it, or what looks like another form of it."""
        return word in self.twice or word[: max(STEM, len(word) - ENDING)] in self.stems


class Likely(NamedTuple):
    """A stretch, and whether more speaks for it than that its words are rare."""

    start: int
    end: int
    is_firm: bool


def weigh(text: str, places: Iterable[Bounds], lang: str, habits: Habits) -> list[Likely]:
    """Firm is what has a number, a listed word or a spoken letter, what the reader labels often, or
    a capital that begins neither the turn nor a sentence."""
    numerals, names = lists_of(lang)
    listed = names | numerals.keys() | dictated(lang)[0]
    firm, begins = [], True
    for start, end in tokenise(text):
        word = text[start:end]
        key = key_of(word)
        if not key:
            begins = begins or word in ENDS
            continue
        capital = bare(word)[:1].isupper() and not begins
        often = (habits.share(key, key) or 0) >= OFTEN
        if capital or often or key in listed or DIGIT.search(word) or "@" in word:
            firm.append((start, end))
        begins = False
    return [Likely(*p, any(s < p.end and p.start < e for s, e in firm)) for p in places]


def find_likely(
    text: str, lang: str, habits: Habits, corpus: Vocabulary | None, *, cased: bool
) -> list[Bounds]:
    """The candidates without articles ("un momento"), words of time that count too ("un segundo"),
    and words that are only rare: in small letters, where the text has capitals (`cased`), one that
    several dialogues say in some form names nobody; but for what is dictated, and lists of letters,
    providers and professions."""
    text, habits = _without_small_words(text, lang, habits)
    if corpus is None or not cased:
        return find_candidates(text, lang, habits, corpus.common if corpus else None)
    words = [text[start:end] for start, end in tokenise(text)]
    spoken, signs = dictated(lang)
    keys = [key_of(word) for word in words]
    fine = {
        key
        for place, (word, key) in enumerate(zip(words, keys, strict=True))
        if word.islower() and key not in spoken and corpus.has(key)
        and not (signs & {*keys[max(0, place - 2) : place + 3]} or "@" in words)
    }  # fmt: skip
    return find_candidates(text, lang, habits, corpus.common | fine)


def _without_small_words(text: str, lang: str, habits: Habits) -> tuple[str, Habits]:
    """The text without number words that mean a time or a place in a row, where no other number
    stands beside them; and what was said of its words, but for its articles."""
    articles, doubtful = small_words(lang)
    numerals, _names = lists_of(lang)
    tokens = tokenise(text)
    words = [text[start:end] for start, end in tokens]
    keys = [key_of(word) for word in words]
    counts = [key not in articles and (key in numerals or bool(DIGIT.search(key))) for key in keys]
    signs = list(text)
    said = {}
    for place, (word, key) in enumerate(zip(words, keys, strict=True)):
        is_alone = sum(counts[max(0, place - 2) : place + 3]) <= 1
        if word.islower() and key in doubtful and is_alone:
            start, end = tokens[place]
            signs[start:end] = _NO_WORD * (end - start)
        elif key in habits.words and not (word.islower() and key in articles):
            said[key] = habits.words[key]
    return "".join(signs), replace(habits, words=said, idle=frozenset())
