"""The originals of a whole corpus, hashed, to be searched for where nobody labelled them.

`corpus` looks them up; callers make one `Originals`, add every dialogue to it, and hand it
to `pseudonymise`. Nothing of a text is kept but originals and how many dialogues say a word.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from surrogates.errors import SurrogateError
from surrogates.folding import (
    PARTICLES,
    WORD,
    fold,
    letters_only,
    other_writings,
    saint_writings,
    words,
)
from surrogates.labels import ADDRESSES, CLOSED, DIGITS, NAMES, TRAITS, Kind
from surrogates.languages import lexicon_for
from surrogates.languages.common_nouns import items_of
from surrogates.languages.common_parts import kinds_alone, plain_parts
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import street_key
from surrogates.languages.titles import title_words
from surrogates.rewrite import Item, outside
from surrogates.search.terms import common_words, exact_of, numbers_of, plain_words
from surrogates.types import Dialogue

MIN_LETTERS = 3
SHORTEST_NAME = 2  # "Li": a common word wherever its capital does not tell
MIN_SPELLED = 4
MANY = 3  # dialogues say a common word in lower case for one that labels it
# What is labelled as these names somebody or some place wherever it stands.
NAMING = frozenset({*NAMES, Kind.PLACE, Kind.STREET, Kind.ORG})
# Words of these are anybody's ("Spain", "nurse"): another dialogue may say them.
ANYBODYS = frozenset({Kind.COUNTRY, Kind.PROFESSION, *TRAITS})
_INNER = re.compile(rf"(?<=[^\W\d_A-ZÀ-ÖØ-Þ][, ]) ?([A-ZÀ-ÖØ-Þ]{WORD.pattern})")
_NUMBER_AT_END = re.compile(r"^(?:\d+\w?|\w)$")


@dataclass(slots=True)
class Term:
    """A word or a row of words that a label holds somewhere."""

    label: str
    kind: Kind
    dialogues: int = 0  # that label it
    said: bool = False  # somewhere by a person; else a model guesses it
    shouted: bool = False  # labelled in capitals, too
    needs_type: bool = False  # a street's name alone: only where "calle" or the like is beside it


Phrase = tuple[str, ...]  # folded words


@dataclass
class Originals:
    """The originals of the dialogues that were added, and how common their words are."""

    allowed: Iterable[str] = ()  # words, or rows of words, that a person said are no names
    terms: dict[Phrase, Term] = field(default_factory=dict)
    heads: dict[str, list[Phrase]] = field(default_factory=dict)  # first word -> terms, long first
    numbers: dict[str, str] = field(default_factory=dict)  # five or six digits -> label
    grams: dict[str, str] = field(default_factory=dict)  # seven digits of a longer number -> label
    tails: dict[str, str] = field(default_factory=dict)  # last digits of a long number -> label
    addresses: dict[str, str] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)  # letters of a name -> label
    exact: set[Phrase] = field(default_factory=set)  # user names and codes: nothing else says them
    labelled: Counter[str] = field(default_factory=Counter)  # short number -> dialogues label it
    # Word -> dialogues that say it outside their labels: in lower case although they have capitals,
    # with a capital, in lower case like all else there.
    low: Counter[str] = field(default_factory=Counter)
    high: Counter[str] = field(default_factory=Counter)
    plain: Counter[str] = field(default_factory=Counter)
    inner: Counter[str] = field(default_factory=Counter)  # with a capital inside a sentence
    # (language, word as written) -> the first word of terms that it is, or "": see corpus_search
    telling: dict[tuple[str, str], str] = field(default_factory=dict)
    stamp: int = 0  # given by who gathered them: the same only for the same dialogues as they were

    def __post_init__(self) -> None:
        self.fine = frozenset(words(each) for each in self.allowed)

    def add(self, dialogue: Dialogue) -> None:
        """Take in a dialogue's originals and count its words; one that is no valid one is not."""
        share = share_of(dialogue)
        if share is not None:
            self.take(share)

    def take(self, share: "Share") -> None:
        """Take in what `share_of` read; the order of dialogues tells whose label a term has."""
        self.telling.clear()
        self.low.update(share.low)
        self.high.update(share.high)
        self.plain.update(share.plain)
        self.inner.update(share.inner)
        self.exact |= share.exact
        for phrase, label, kind, shouted in share.terms:
            term = self._term(phrase, label, kind)
            term.dialogues += 1
            term.said = term.said or phrase not in share.guessed
            term.shouted = term.shouted or shouted
            if len(phrase) == 1 and kind in NAMES:
                letters = letters_only(phrase[0])
                if len(letters) >= MIN_SPELLED:
                    self.spelled.setdefault(letters, label)
        for phrase, label, kind in share.streets:
            if phrase not in self.terms:
                self._term(phrase, label, kind).needs_type = True
            self.terms[phrase].said |= phrase not in share.guessed
        self.labelled.update(share.numbers.keys())
        for known, here in (
            (self.numbers, share.numbers),
            (self.grams, share.grams),
            (self.tails, share.tails),
            (self.addresses, share.addresses),
            (self.spelled, share.spelled),
        ):
            for text, label in here.items():
                known.setdefault(text, label)

    def merge(self, later: "Originals") -> None:
        """Take in what was gathered from the dialogues that follow ours: then it is as if all had
        been added to one, in their order."""
        self.telling.clear()
        for ours, more in (
            (self.low, later.low),
            (self.high, later.high),
            (self.plain, later.plain),
            (self.inner, later.inner),
            (self.labelled, later.labelled),
        ):
            ours.update(more)
        self.exact |= later.exact
        for phrase, theirs in later.terms.items():
            term = self.terms.get(phrase)
            if term is None or not theirs.needs_type:
                term = self._term(phrase, theirs.label, theirs.kind)
                term.needs_type = theirs.needs_type
            term.dialogues += theirs.dialogues
            term.said |= theirs.said
            term.shouted |= theirs.shouted
        for known, new in (
            (self.numbers, later.numbers),
            (self.grams, later.grams),
            (self.tails, later.tails),
            (self.addresses, later.addresses),
            (self.spelled, later.spelled),
        ):
            for text, label in new.items():
                known.setdefault(text, label)

    def _term(self, phrase: Phrase, label: str, kind: Kind) -> Term:
        """The term of a phrase; one that names somebody or some place is that from then on."""
        term = self.terms.get(phrase)
        if term is None:
            term = self.terms[phrase] = Term(label, kind)
            self.heads.setdefault(phrase[0], []).append(phrase)
            self.heads[phrase[0]].sort(key=len, reverse=True)
        elif term.needs_type or (term.kind not in NAMING and kind in NAMING):
            term.label, term.kind, term.needs_type = label, kind, False
        return term

    def said(self, phrase: Phrase) -> int:
        """Dialogues that say a phrase without a label where a small letter does not tell."""
        return min(self.high[word] + self.plain[word] for word in phrase)

    def share(self, phrase: Phrase) -> float:
        """Dialogues that label a term, of them and those that `said` counts."""
        labelled = self.terms[phrase].dialogues
        return labelled / ((labelled + self.said(phrase)) or 1)

    def is_ordinary(self, word: str, lexicon: Lexicon) -> bool:
        """Whether a folded word is common: of the language's list, or said in lower case often."""
        short = len(word) < MIN_LETTERS or word[0].isdecimal()
        term = self.terms.get((word,))
        often = max(MANY, MANY * (term.dialogues if term is not None else 0))
        return short or word in common_words(lexicon) or self.low[word] >= often


@dataclass(frozen=True, slots=True)
class Share:
    """What one dialogue adds to the `Originals` of a corpus; it depends on that dialogue alone."""

    exact: frozenset[Phrase]
    terms: tuple[tuple[Phrase, str, Kind, bool], ...]  # with label, kind, whether in capitals
    streets: tuple[tuple[Phrase, str, Kind], ...]
    numbers: dict[str, str]  # each with its label, as the fields of `Originals`
    grams: dict[str, str]
    tails: dict[str, str]
    addresses: dict[str, str]
    spelled: dict[str, str]
    low: frozenset[str]
    high: frozenset[str]
    plain: frozenset[str]
    inner: tuple[str, ...]
    guessed: frozenset[Phrase] = frozenset()  # of the terms and streets, those of a model alone


def share_of(dialogue: Dialogue, guessed: Container[str] = ()) -> Share | None:
    """What a dialogue adds to the originals; None of one that is no valid one.

    guessed: the keys of mentions that a model alone says are there.
    """
    try:
        lexicon = lexicon_for(dialogue.lang)
        items, _nested = items_of(dialogue, lexicon)
    except SurrogateError:
        return None
    labels = {item.key: item.label for item in items}
    numbers = numbers_of(items, lexicon)

    def labelled(here: Mapping[str, str]) -> dict[str, str]:
        return {text: labels[mention] for text, mention in here.items()}

    own = own_terms(items, lexicon)
    streets = _street_names(items, lexicon)
    by_people = [item for item in items if item.key not in guessed]
    guesses = frozenset[Phrase]()
    if len(by_people) < len(items):
        said = own_terms(by_people, lexicon).keys() | _street_names(by_people, lexicon).keys()
        guesses = frozenset((own.keys() | streets.keys()) - said)
    low, high, plain, inner = _counted(dialogue, items)
    return Share(
        exact=frozenset(phrase for item in items for phrase in exact_of(item, lexicon)),
        terms=tuple((phrase, i.label, i.kind, i.text.isupper()) for phrase, i in own.items()),
        streets=tuple((name, i.label, i.kind) for name, i in streets.items()),
        numbers=labelled(numbers.numbers),
        grams=labelled(numbers.grams),
        tails=labelled(numbers.tails),
        addresses=labelled(numbers.addresses),
        spelled=labelled(numbers.spelled),
        low=low,
        high=high,
        plain=plain,
        inner=inner,
        guessed=guesses,
    )


def _counted(
    dialogue: Dialogue, items: list[Item]
) -> tuple[frozenset[str], frozenset[str], frozenset[str], tuple[str, ...]]:
    """The words outside the labels: `low`, `high`, `plain` and `inner` of the originals."""
    counted: set[str] = set()
    inner: set[str] = set()
    for _turn, _start, text in outside(dialogue, items):
        counted.update(WORD.findall(text))
        inner.update(_INNER.findall(text))
    lower = frozenset(fold(word) for word in counted if word.islower())
    high = frozenset(fold(word) for word in counted if not word.islower())
    cased = any(word[0].isupper() for word in counted)
    low, plain = (lower, frozenset[str]()) if cased else (frozenset[str](), lower)
    return low, high, plain, tuple(sorted(map(fold, inner)))


def own_terms(items: Iterable[Item], lexicon: Lexicon) -> dict[Phrase, Item]:
    """The words of names, and all else that is labelled whole; with the first that says each."""
    terms: dict[Phrase, Item] = {}
    seen: set[tuple[Kind, str]] = set()
    items = list(items)
    alone = kinds_alone(items, lexicon)
    for item in items:
        if (item.kind, item.text) in seen:
            continue
        seen.add((item.kind, item.text))
        # A name is told by each of its words; of "Hospital Clínico" each alone is anybody's.
        for phrase in _phrases(item, lexicon, alone):
            terms.setdefault(phrase, item)
    return terms


def _street_names(items: Iterable[Item], lexicon: Lexicon) -> dict[Phrase, Item]:
    """Names of streets without their types, which name one only beside a type."""
    streets = (item for item in items if item.kind is Kind.STREET)
    return {name: item for item in streets if (name := _street_name(item, lexicon))}


def _street_name(item: Item, lexicon: Lexicon) -> Phrase:
    """The folded words of a street without type and number, () where they are anybody's."""
    name = words(street_key(item.text, lexicon).partition("|")[0])
    plain = plain_words(lexicon)
    return name if any(_names(word, plain) for word in name) else ()


def _phrases(item: Item, lexicon: Lexicon, alone: frozenset[str]) -> Iterator[Phrase]:
    yield from exact_of(item, lexicon)
    if item.kind in CLOSED or item.kind in DIGITS or item.kind in ANYBODYS:
        return
    phrase = words(item.text)
    plain = plain_words(lexicon)
    if item.kind in ADDRESSES:
        if len(phrase) > 1 and item.kind is not Kind.DOMAIN:
            yield phrase
        return
    if item.kind in NAMES:
        titles = title_words(item.text, lexicon)
        for word in phrase:
            if _names(word, plain, SHORTEST_NAME) and word not in titles:
                yield (word,)
        yield from saint_writings(phrase)
        for match in WORD.finditer(item.text):
            if fold(match.group()) in phrase:
                yield from ((other,) for other in other_writings(match.group()))
        return
    plain |= plain_parts(item, lexicon, alone)
    if not any(_names(word, plain) for word in phrase):
        return
    yield phrase
    if item.kind is Kind.STREET and (name := _street_name(item, lexicon)):
        yield from _numbered(name, phrase)
    while len(phrase) > 2 and _NUMBER_AT_END.match(phrase[-1]):  # "Calle Mayor 15, 2 B"
        phrase = phrase[:-1]
        yield phrase


def _numbered(name: Phrase, said: Phrase) -> Iterator[Phrase]:
    """A street's name with its number, wherever its type stands: "Mayor 15" """
    for at in range(len(said) - len(name)):
        after = said[at + len(name)]
        if said[at : at + len(name)] == name and after[0].isdecimal():
            yield (*name, after)


def _names(word: str, plain: frozenset[str], shortest: int = MIN_LETTERS) -> bool:
    return (
        len(word.rstrip("ªº")) >= shortest
        and word not in PARTICLES
        and word not in plain
        and not word.isdecimal()
    )
