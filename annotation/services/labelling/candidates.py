"""Where personal words may stand in a turn: the places that the ring of a page goes to first.

Pure; called by `page` and the adjudication page with what `habits` knows. It proposes nothing and
decides nothing: a word that is missed here is one that a person goes to by herself.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from learning.tokens import Token, tokenise
from learning.types import Bounds, Interval
from surrogates.folding import PARTICLES_OF, fold
from surrogates.languages import lexicon_for

NUMERALS = {"I", "II", "III", "IV", "scale", "ordinal"}  # classes of the table of numbers
DATES = (("months", "form"), ("weekdays", "form"))
NAMES = (
    ("names", "name"),
    ("short_forms", "short"),
    ("surnames", "surname"),
    ("places", "name"),
    ("countries", "name"),
)
# What is said sign by sign, or of somebody, in small letters: it counts however seldom it is.
SPOKEN = (("letters", "spoken"), ("providers", "name"), ("professions", "form"))
DICTATED = frozenset({"at", "dot", "hyphen", "underscore", "slash", "mark", "case", "repeat"})
STEM, ENDING = 4, 3  # letters that two forms of a word share at least, and may differ in at most
ENDS = frozenset(".?!¿¡…")  # a capital behind one of them says nothing
SEEN = 2  # times that a word was read, from which on what was said of it counts
OFTEN = 1 / 3  # of them in a label: the word may be personal, whatever it looks like
SELDOM = 1 / 10  # at the most: it is not
PAIRS = 5  # neighbours in labels, from which on they say whether words are labelled one by one
_NO_WORD = "\x00"
_DIGIT = re.compile(r"\d")
_EDGES = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True)
class Habits:
    """What a reader said of the turns that she read last."""

    words: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # in labels, outside
    word_by_word: bool = False  # whether neighbours have labels of their own


NONE = Habits()


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


def key_of(word: str) -> str:
    """What words are counted by: folded, and a digit like another."""
    return _DIGIT.sub("0", fold(_EDGES.sub("", word)))


@lru_cache(maxsize=4096)
def _keyed(text: str) -> tuple[tuple[int, int, str], ...]:
    """The words of a text with what they are counted by."""
    keyed = ((start, end, key_of(text[start:end])) for start, end in tokenise(text))
    return tuple(each for each in keyed if each[2])


@dataclass(frozen=True, slots=True)
class Said:
    """What a person said of the words of one turn."""

    words: tuple[tuple[str, bool], ...]  # by their keys; whether outside labels
    together: int  # neighbours in one label
    apart: int  # neighbours in two


def said_of(text: str, spans: Sequence[Interval]) -> Said:
    """What labels say of a text."""
    words: list[tuple[str, bool]] = []
    together = apart = 0
    before: int | None = None
    for start, end, key in _keyed(text):
        inside = (n for n, span in enumerate(spans) if span.start < end and start < span.end)
        here = next(inside, None)
        words.append((key, here is None))
        if here is not None and before is not None:
            together += before == here
            apart += before != here
        before = here
    return Said(tuple(words), together, apart)


class Learner:
    """Adds up what was said of turns, one taken in or out at a time."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._together = self._apart = 0

    def take(self, said: Said, times: int = 1) -> None:
        """Take in a turn, or with -1 out again."""
        for key, is_outside in said.words:
            counts = self._counts[key]
            counts[is_outside] += times
            if not any(counts):  # nothing stays of a word that nobody says
                del self._counts[key]
        self._together += times * said.together
        self._apart += times * said.apart

    def habits(self) -> Habits:
        words = {key: (here, out) for key, (here, out) in self._counts.items()}
        neighbours = self._together + self._apart
        return Habits(words, neighbours >= PAIRS and self._apart > self._together)


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
    spoken, signs = _dictated(lang)
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
    articles, doubtful = _small_words(lang)
    numerals, _names = _lists(lang)
    tokens = tokenise(text)
    words = [text[start:end] for start, end in tokens]
    keys = [key_of(word) for word in words]
    counts = [key not in articles and (key in numerals or bool(_DIGIT.search(key))) for key in keys]
    signs = list(text)
    said = {}
    for place, (word, key) in enumerate(zip(words, keys, strict=True)):
        is_alone = sum(counts[max(0, place - 2) : place + 3]) <= 1
        if word.islower() and key in doubtful and is_alone:
            start, end = tokens[place]
            signs[start:end] = _NO_WORD * (end - start)
        elif key in habits.words and not (word.islower() and key in articles):
            said[key] = habits.words[key]
    return "".join(signs), Habits(said, habits.word_by_word)


def find_candidates(
    text: str,
    lang: str,
    habits: Habits = NONE,
    common: Container[str] | None = None,
    possible: Sequence[Interval] = (),
) -> list[Bounds]:
    """Stretches in order, in code points: names and numbers of several words as one, unless the
    reader labels word by word. `common`: folded words that many dialogues of the corpus have;
    None where too little is known of it. `possible`: what a model thinks possible there."""
    tokens = tokenise(text)
    words = [text[start:end] for start, end in tokens]
    marked = list(_marked(words, lang, habits, common))
    for place, (start, end) in enumerate(tokens):
        if key_of(words[place]) and any(p.start < end and start < p.end for p in possible):
            marked[place] = True
    for place in [n for n, word in enumerate(words) if word == "@"]:
        _mark_address(tokens, words, marked, place)
    if habits.word_by_word:
        return [Bounds(*token) for token, is_one in zip(tokens, marked, strict=True) if is_one]
    return [
        Bounds(tokens[first].start, tokens[last].end)
        for first, last in _runs(tokens, words, marked, lang)
    ]


def _marked(
    words: Sequence[str], lang: str, habits: Habits, common: Container[str] | None
) -> Iterator[bool]:
    """Of each token whether it is one, by what was said of the word before, else by its looks."""
    numerals, names = _lists(lang)
    begins = True
    last = -9  # the word before that was a number
    for place, word in enumerate(words):
        key = key_of(word)
        inside, outside = habits.words.get(key, (0, 0))
        value = numerals.get(key)
        beside = value == 1 and place - last <= 2  # "cuarenta y uno"; "un" alone is no number
        is_number = bool(_DIGIT.search(word)) or beside or value not in {None, 1}
        if not key:
            begins = begins or word in ENDS
            yield False
            continue
        share = inside / (inside + outside) if inside + outside >= SEEN else None
        if share is None or SELDOM < share < OFTEN:
            capital = _EDGES.sub("", word)[:1].isupper() and not begins and word != "I"
            rare = common is not None and key not in common
            yield is_number or capital or key in names or rare or _in_code(words, place, lang)
        else:
            yield share >= OFTEN
        begins, last = False, place if is_number else last


def _in_code(words: Sequence[str], place: int, lang: str) -> bool:
    """A single letter beside digits: "f 5 gh 62"."""
    word, beside = words[place], words[max(0, place - 1) : place + 2]
    is_letter = len(word) == 1 and word.isalpha() and word not in PARTICLES_OF.get(lang, ())
    return is_letter and any(map(_DIGIT.search, beside))


def _mark_address(
    tokens: Sequence[Token], words: Sequence[str], marked: list[bool], at: int
) -> None:
    """Mark the words on both sides of an "@", as far as there is no gap."""
    for by in (-1, 1):
        place = at
        while 0 <= place + by < len(tokens):
            low, high = sorted((place, place + by))
            if tokens[low].end != tokens[high].start:
                break
            place += by
            marked[place] = bool(key_of(words[place]))


def _runs(
    tokens: Sequence[Token], words: Sequence[str], marked: Sequence[bool], lang: str
) -> Iterator[tuple[int, int]]:
    """First and last token of candidates in a row: with a sign between them where there is no gap
    ("10/10/1963"), with a particle between two capitals ("Miranda de Ebro")."""
    particles = PARTICLES_OF.get(lang, frozenset())

    def goes_on(last: int) -> int:
        """The next token of the run, or -1."""
        after = last + 1
        if after < len(tokens) and marked[after]:
            return after
        joins = after + 1 < len(tokens) and marked[after + 1] and not key_of(words[after])
        if joins and tokens[last].end == tokens[after].start:
            return after + 1 if tokens[after].end == tokens[after + 1].start else -1
        while after < min(last + 3, len(tokens)) and words[after] in particles:
            after += 1
        capitals = after < len(tokens) and words[last][:1].isupper() and words[after][:1].isupper()
        return after if capitals and marked[after] and after > last + 1 else -1

    place = 0
    while place < len(tokens):
        if marked[place]:
            first = last = place
            while (after := goes_on(last)) >= 0:
                last = after
            yield first, last
            place = last
        place += 1


@lru_cache(maxsize=16)
def _lists(lang: str) -> tuple[dict[str, int], frozenset[str]]:
    """Folded words for numbers with their values, and names that are no words besides."""
    lexicon = lexicon_for(lang)
    numerals = {
        fold(word.form): word.value for word in lexicon.number_words if word.klass in NUMERALS
    }
    for table, column in DATES:
        numerals |= {fold(row[column]): 0 for row in lexicon.rows(table)}
    listed = {fold(row[column]) for table, column in NAMES for row in lexicon.rows(table)}
    words_too = {fold(row["form"]) for row in lexicon.rows("homographs")}
    return numerals, frozenset(listed - words_too)


@lru_cache(maxsize=16)
def _dictated(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Folded words of letters, providers and professions; and of signs that are said in words."""
    lexicon = lexicon_for(lang)
    spoken = {key for table, column in SPOKEN for row in lexicon.rows(table)
              for key in fold(row[column]).split()}  # fmt: skip
    rows = [row for row in lexicon.rows("signs") if row["kind"] in DICTATED]
    return frozenset(spoken), frozenset(key for row in rows for key in fold(row["form"]).split())


@lru_cache(maxsize=16)
def _small_words(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Folded articles and particles that are no spoken letters; and ordinals that are words of
    time or other words besides."""
    lexicon = lexicon_for(lang)
    spoken, _signs = _dictated(lang)
    articles = {fold(row["form"]) for row in lexicon.rows("agreement") if row["kind"] == "article"}
    ordinals = {fold(word.form) for word in lexicon.number_words if word.klass == "ordinal"}
    besides = {fold(row["form"]) for row in lexicon.rows("homographs")}
    besides |= {fold(row["form"]) for row in lexicon.rows("date_words") if row["kind"] == "unit"}
    return frozenset(articles | PARTICLES_OF.get(lang, frozenset())) - spoken, frozenset(
        ordinals & besides
    )
