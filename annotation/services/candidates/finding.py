"""Which stretches of a turn are candidates, and where each of them ends.

Pure; called by `labelling.habits` with what it knows of a reader. It proposes nothing and decides
nothing: a word that is missed here is one that a person goes to by herself.
"""

from collections.abc import Container, Iterator, Sequence

from annotation.services.candidates.entries import entries_of, wholes_of
from annotation.services.candidates.joints import Word, pairs_of
from annotation.services.candidates.lists import dictated, lists_of, particles_of
from annotation.services.candidates.said import (
    DIGIT,
    Habits,
    bare,
    key_of,
    keyed,
    look_of,
    with_units,
)
from learning.tokens import Token, tokenise
from learning.types import Bounds, Interval
from surrogates.languages import lexicon_for
from surrogates.languages.titles import plain_titles

ENDS = frozenset(".?!¿¡…")  # a capital behind one of them says nothing
OFTEN = 1 / 3  # of a word's times in a label: it may be personal, whatever it looks like
SELDOM = 1 / 10  # at the most: it is not
NEAR = 2  # words from a sign that is said in words to what it is said of

NONE = Habits()


def find_candidates(
    text: str,
    lang: str,
    habits: Habits = NONE,
    common: Container[str] | None = None,
    possible: Sequence[Interval] = (),
) -> list[Bounds]:
    """Stretches in order, in code points: items of several words as one, as they look or as the
    reader labels them. `common`: folded words that many dialogues of the corpus have; None where
    too little is known of it. `possible`: what a model thinks possible there."""
    tokens = tokenise(text)
    words = [text[start:end] for start, end in tokens]
    keys = [key_of(word) for word in words]
    marked = list(_marked(words, keys, lang, habits, common))
    for place, (start, end) in enumerate(tokens):
        if keys[place] and any(p.start < end and start < p.end for p in possible):
            marked[place] = True
    mail = set()  # tokens of addresses
    for place in [n for n, word in enumerate(words) if word == "@"]:
        mail |= _address(tokens, place)
    spoken = [place for place, key in enumerate(keys) if key]
    own = [marked[place] or place in mail for place in spoken]
    return list(_items(text, own, [place in mail for place in spoken], lang, habits, common))


def _marked(
    words: Sequence[str],
    keys: Sequence[str],
    lang: str,
    habits: Habits,
    common: Container[str] | None,
) -> Iterator[bool]:
    """Of each token whether it is one, by what was said of the word before, else by its looks."""
    numerals, names = lists_of(lang)
    particles, titles = particles_of(lang), plain_titles(lexicon_for(lang))
    counted = with_units(keys)
    begins = True
    last = -9  # the word before that was a number
    for place, (word, key) in enumerate(zip(words, keys, strict=True)):
        if not key:
            begins = begins or (word in ENDS and keys[max(0, place - 1)] not in titles)
            yield False
            continue
        value = numerals.get(key)
        beside = value == 1 and place - last <= 2  # "cuarenta y uno"; "un" alone is no number
        is_number = bool(DIGIT.search(word)) or beside or value not in {None, 1}
        shown = bare(word)
        share = habits.share(counted[place], key)
        if len(key) > 1 and key in particles and shown.islower():
            yield False
        elif share is None or SELDOM < share < OFTEN:
            capital = shown[:1].isupper() and not begins and word != "I" and key not in titles
            new = capital or (common is not None and key not in common)
            counts = look_of(shown) not in habits.idle or _in_dictation(keys, place, lang)
            yield is_number or key in names or (new and counts) or _in_code(words, place, lang)
        else:
            yield share >= OFTEN
        begins, last = False, place if is_number else last


def _in_dictation(keys: Sequence[str], place: int, lang: str) -> bool:
    """Whether a sign is said in words beside it ("cascabel arroba"), or it is said of somebody."""
    spoken, signs = dictated(lang)
    near = keys[max(0, place - NEAR) : place + NEAR + 1]
    return keys[place] in spoken or not signs.isdisjoint(near)


def _in_code(words: Sequence[str], place: int, lang: str) -> bool:
    """A single letter beside digits: "f 5 gh 62"."""
    word, beside = words[place], words[max(0, place - 1) : place + 2]
    is_letter = len(word) == 1 and word.isalpha() and word not in particles_of(lang)
    return is_letter and any(map(DIGIT.search, beside))


def _address(tokens: Sequence[Token], at: int) -> set[int]:
    """The tokens on both sides of an "@", as far as there is no gap."""
    low = high = at
    while low and tokens[low - 1].end == tokens[low].start:
        low -= 1
    while high + 1 < len(tokens) and tokens[high].end == tokens[high + 1].start:
        high += 1
    return {*range(low, high + 1)}


def _items(
    text: str,
    marked: Sequence[bool],
    mail: Sequence[bool],
    lang: str,
    habits: Habits,
    common: Container[str] | None,
) -> Iterator[Bounds]:
    """Of each word of the text whether it is a candidate, and of an address; a row of them is one
    where they look so or the reader labels such words as one."""
    words = keyed(text)
    entries = entries_of(text, words)
    own = {place for place, is_one in enumerate(marked) if is_one}
    heads = [n for each in entries for n in range(each.begin, each.heading + 1)]
    own -= {n for n in heads if _says_nothing(words[n].key, lang, habits, common)}
    wholes = wholes_of(words, entries, habits.entries)
    begins = {each.begin for each in entries}
    goes_on: dict[int, int] = {}

    def looks(place: int, after: int) -> bool:
        """Whether two candidates look like one."""
        gap = text[words[place].end : words[after].start]
        parted = not begins.isdisjoint(range(place + 1, after + 1))
        parted = parted or (gap.isspace() and (mail[place] or mail[after]))
        return not parted and _look_joined(gap, words[place], words[after], lang)

    for place, after in pairs_of(words):
        if {place, after} <= own and place not in goes_on:
            pair = words[place], words[after]
            joined = habits.joints.join(text, *pair, looks=looks(place, after))
            goes_on[place] = after if joined else place
    end = -1
    for place in sorted(own | wholes.keys()):
        if place <= end:
            continue
        end = wholes.get(place, place)
        while place not in wholes and goes_on.get(end, end) != end:
            end = goes_on[end]
        yield Bounds(words[place].start, words[end].end)


def _says_nothing(key: str, lang: str, habits: Habits, common: Container[str] | None) -> bool:
    """Whether a heading is a word of the corpus that names nobody, and that she does not label."""
    _numerals, names = lists_of(lang)
    share = habits.share(key)
    is_word = common is not None and key in common and key not in names
    return is_word and (share is None or share < OFTEN)


def _look_joined(gap: str, left: Word, right: Word, lang: str) -> bool:
    """Whether two candidates look like one: with nothing but a space between them, with a sign
    where there is no gap ("10/10/1963"), with particles between two capitals ("Miranda de Ebro")
    or in a date ("mayo de 2004")."""
    small = gap.split()
    if not small or len(gap) == 1:
        return True
    if not particles_of(lang).issuperset(small):
        return False
    numerals, _names = lists_of(lang)
    dates = [word for word in (left, right) if numerals.get(word.key) == 0]
    others = [word for word in (left, right) if word not in dates]
    in_date = [word.look for word in others] == ["0"]
    return in_date or left.shape == right.shape == "A"
