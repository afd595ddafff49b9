"""Finds where the words of a labelled stretch stand again: capitals, accents and endings aside.

Called by `services.labelling.propagation`. Pure; offsets are Unicode code points, end exclusive,
and what is found is whole tokens of the untouched text.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from learning.tokens import Token, tokenise

MOST_SIGNS = 2  # between two words of one occurrence, unless the query has more: "J., García"
LEAST_STEM = 3  # letters that an ending leaves of a word
SHARED_STEM = 5  # letters, where two words have only the stem in common

# Endings that names take in running text, without accents. Light on purpose: what they find is
# shown before anything is labelled. Genitive 's is a token of its own and needs no rule. Gender
# and demonyms (Bilbao, bilbaína) are other words, not forms of the name.
_AFTER_VOWEL = dict.fromkeys(("es", "gl", "ca", "en", "de"), "s") | {
    "eu": "k ri ren rena rekin rentzat rengan rengana rengandik rengatik z n ra raino rantz rako"
    " tik ko koa koak",
}
_AFTER_CONSONANT = {
    "es": "es",
    "gl": "es",
    "ca": "s es os",
    "en": "s es",
    "de": "s es ens",
    "eu": "ek i en ena ekin entzat engan engana engandik engatik ez era eraino erantz erako etik"
    " dik tik eko go ko koa",
}
_ENDINGS = {
    lang: (frozenset(endings.split()), frozenset(_AFTER_CONSONANT[lang].split()))
    for lang, endings in _AFTER_VOWEL.items()
}
_LONGEST = max(len(ending) for pair in _ENDINGS.values() for some in pair for ending in some)
_BARE = re.compile(r"^(?:<%?|\+)|(?:[-=]?>|=)$")
_ACCENTS = re.compile("(?<![nN])\u0303|[\u0300-\u0302\u0304-\u036f]")
_ALL_ACCENTS = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Matching:
    """What may differ. Transcription marks always may, and signs and line breaks between words."""

    capitals: bool = True
    accents: bool = True  # but not the tilde of ñ, a letter of its own: Peña is not Pena
    endings: bool = True


class Occurrence(NamedTuple):
    """Where the words stand. `is_other_form`: not the same letters, capitals aside."""

    start: int
    end: int
    is_other_form: bool


@dataclass(frozen=True, slots=True)
class Query:
    """The words to be found, prepared once for many texts (`query_of`)."""

    surface: tuple[str, ...]  # every token, to tell another form
    words: tuple[str, ...]
    bases: frozenset[str]  # what the last word may be a form of
    signs: int  # that may stand between two words
    needle: str  # stands in every text that may hold an occurrence (`may_hold`)
    matching: Matching


def query_of(stretch: str, lang: str, matching: Matching) -> Query | None:
    """The query of a stretch of text in a language; None if it has no token at all."""
    tokens = [stretch[token.start : token.end] for token in tokenise(stretch)]
    wordy = any(map(_is_word, tokens))  # signs count only where there is no word
    places = _word_places(tokens, signs=not wordy)
    words = tuple(fold(tokens[place], matching) for place in places)
    if not words:
        return None
    bases = frozenset(_bases(words[-1], lang) if matching.endings else ())
    shortest = [*words[:-1], min([words[-1], *bases], key=len)]
    needle = max((_loose(word) for word in shortest), key=len)
    signs = max([MOST_SIGNS, *(after - before - 1 for before, after in pairwise(places))])
    surface = tuple(map(_plain, tokens[places[0] : places[-1] + 1]))
    return Query(surface, words, bases, signs, needle, matching)


def may_hold(query: Query, text: str) -> bool:
    """Whether it is worth to look closely: quick, and never False where there is an occurrence."""
    return query.needle in _loose(text)


def find_occurrences(query: Query, text: str, lang: str) -> list[Occurrence]:
    """Where the words of the query stand in a text of that language, first to last, none
    overlapping another."""
    tokens = tokenise(text)
    surface = [text[token.start : token.end] for token in tokens]
    places = _word_places(surface, signs=not _is_word(query.words[0]))
    folded = [fold(surface[place], query.matching) for place in places]
    occurrences: list[Occurrence] = []
    at = 0
    while at + len(query.words) <= len(places):
        run = places[at : at + len(query.words)]
        if _same(query, folded[at : at + len(run)], lang) and _near(run, query.signs):
            occurrences.append(_occurrence(query, tokens, surface, run))
            at += len(run)
        else:
            at += 1
    return occurrences


def fold(word: str, matching: Matching) -> str:
    """A token without its transcription marks, and without what may differ."""
    if len(word) > 1:  # a sign alone is no transcription mark
        word = _BARE.sub("", word)
    word = unicodedata.normalize("NFD", word)
    if matching.capitals:
        word = unicodedata.normalize("NFD", word.casefold())
    if matching.accents:
        word = _ACCENTS.sub("", word)
    return unicodedata.normalize("NFC", word)


def _plain(word: str) -> str:
    return fold(word, Matching(capitals=True, accents=False, endings=False))


def _loose(text: str) -> str:
    """Folded further than any matching folds, so that what is not in it is not in the text."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    return _ALL_ACCENTS.sub("", folded)


def _is_word(token: str) -> bool:
    return any(character.isalnum() or character == "_" for character in token)


def _word_places(surface: Sequence[str], *, signs: bool) -> list[int]:
    return [place for place, token in enumerate(surface) if signs or _is_word(token)]


def _same(query: Query, words: Sequence[str], lang: str) -> bool:
    *before, last = words
    if tuple(before) != query.words[:-1]:
        return False
    wanted = query.words[-1]
    if last == wanted:
        return True
    # The first letter is never part of an ending: most words need no closer look.
    if not query.matching.endings or last[:1] != wanted[:1]:
        return False
    bases = _bases(last, lang)
    shared = bases & query.bases
    return (
        wanted in bases or last in query.bases or any(len(base) >= SHARED_STEM for base in shared)
    )


def _near(run: Sequence[int], signs: int) -> bool:
    return all(after - before <= 1 + signs for before, after in pairwise(run))


def _occurrence(
    query: Query, tokens: Sequence[Token], surface: Sequence[str], run: Sequence[int]
) -> Occurrence:
    first, last = run[0], run[-1]
    same = tuple(map(_plain, surface[first : last + 1])) == query.surface
    return Occurrence(tokens[first].start, tokens[last].end, not same)


def _bases(word: str, lang: str) -> set[str]:
    """What a word may be a form of: the word without one ending of its language."""
    tongue = lang[:2].lower()
    if tongue not in _ENDINGS or not word.isalpha():
        return set()
    after_vowel, after_consonant = _ENDINGS[tongue]
    bases = set()
    for size in range(1, min(_LONGEST, len(word) - LEAST_STEM) + 1):
        base, ending = word[:-size], word[-size:].lower()
        if ending in (after_vowel if _ends_in_vowel(base) else after_consonant):
            bases.add(base)
            if tongue == "eu" and base[-2:].lower() == "rr":
                bases.add(base[:-1])  # Eibar, Eibarren
    return bases


def _ends_in_vowel(word: str) -> bool:
    return unicodedata.normalize("NFD", word[-1])[0].lower() in "aeiou"
