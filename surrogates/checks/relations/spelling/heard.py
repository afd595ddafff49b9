"""What may be heard for something else: names and letters between which somebody asks."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, each_once, in_reach, neighbours
from surrogates.folding import fold, letters_only, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.letters import WORD, Reader, reader, said
from surrogates.languages.lexicon import Lexicon
from surrogates.people.context.called_by import is_called
from surrogates.people.linking.near_misses import is_slip

SAID = 2  # turns from a name to what its bearer is called
NEAR = 1  # turns from a name to what was heard for it
_LEAST = 4  # letters of such a name
_CUT = 2  # letters at least that a clipped name lacks
_ALIKE = 0.6  # of their letters two names share that may be heard for each other
_COMMA = re.compile("[,.;:?!]")
_SENTENCE = re.compile("[.?!]")
_GAP = 3  # words between two letters of which one is meant


def misheard(spans: Spans) -> Iterator[Found]:
    """A name that was heard for another is still like it: "Hennequin", "Enequin, sans [H] ?"."""
    names = [s for s in spans.of(*NAMES) if len(s.old_key) == len(s.new_key) == 1]
    told: set[frozenset[str]] = set()
    for one, other in in_reach(names, lambda s: s.turn, NEAR):
        pair = frozenset({one.old_key[0], other.old_key[0]})
        if len(pair) < 2 or pair in told or not may_be_heard(spans.lexicon, *pair):
            continue
        if _share_a_name(spans, *pair):
            continue  # "[Ane Olano] ... [Ane Olazar]": what they share is why they are mixed up
        if _is_asked(spans, one, other):
            told.add(pair)
            if not may_be_heard(spans.lexicon, one.new_key[0], other.new_key[0]):
                yield Found(notices.ALIKE_LOST, other, (one,))


def clipped(spans: Spans) -> Iterator[Found]:
    """A given name of which another one is the beginning or the end, and which no list has
    ("Babatunde", "Tunde"), is still of the same person."""
    given = each_once(s for s in spans.of(Kind.GIVEN) if len(s.old_key) == len(s.new_key) == 1)
    inflected = spans.lang == "eu"  # "Ane", "Anerri"
    for one, other in in_reach(given, lambda s: s.turn, SAID) if not inflected else ():
        short, long = sorted((one, other), key=lambda s: len(s.old_key[0]))
        listed = all(_is_listed(spans.lexicon, s.old_key[0]) for s in (short, long))
        if listed or not _is_cut(short.old_key[0], long.old_key[0]):
            continue
        a, b = short.new_key[0], long.new_key[0]
        if a != b and not _is_cut(*sorted((a, b), key=len)) and b not in spans.lexicon.relatives(a):
            yield Found(notices.PART_LOST, other, (one,))


def _is_listed(lexicon: Lexicon, name: str) -> bool:
    return name in lexicon.name_by_key or name in lexicon.fulls_of


def _is_cut(short: str, long: str) -> bool:
    """Whether a name is the beginning or the end of one that is longer by two letters."""
    if len(long) - len(short) < _CUT or len(short) < _LEAST - 1:
        return False
    return long.startswith(short) or (len(short) >= _LEAST and long.endswith(short))


def _share_a_name(spans: Spans, one: str, other: str) -> bool:
    """Whether two names are said with a third one that is both people's."""
    whole = [set(s.old_key) for s in spans.of(*NAMES) if len(s.old_key) > 1]
    beside = [
        {word for key in whole if name in key for word in key - {name}} for name in (one, other)
    ]
    return not beside[0].isdisjoint(beside[1])


def may_be_heard(lexicon: Lexicon, one: str, other: str) -> bool:
    if other in lexicon.relatives(one):
        return True  # "Malcolm or Mal?"
    if min(len(one), len(other)) < _LEAST:
        return False
    return is_slip(one, other) or SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _is_asked(spans: Spans, one: Span, other: Span) -> bool:
    """Whether a letter is said behind the later name, or one of them is not meant."""
    contrasts = spans.lexicon.cues("contrast").keys()
    beside = one.turn == other.turn and one.after == other.before
    # "[Arantxak] ez du ... . [Arantzazu]" denies something else.
    gap = list(map(fold, WORD.findall(_SENTENCE.split(one.after)[-1]))) if beside else []
    if 0 < len(gap) <= _GAP and not contrasts.isdisjoint(gap):
        return True
    following = [s for s in spans.in_turns(other.turn, other.turn) if s.item.start > other.item.end]
    return bool(following) and following[0].kind is Kind.LETTER


def letters_alike(spans: Spans) -> Iterator[Found]:
    """Of two letters between which somebody asks, each may be heard for the other still: "[P for
    Peter] or [B for Bravo]?"."""
    contrasts = spans.lexicon.cues("contrast").keys()
    for one, other in neighbours(spans.all):
        gap = [fold(word) for word in WORD.findall(one.after)]
        if one.kind is not Kind.LETTER or other.kind is not Kind.LETTER or len(gap) > _GAP:
            continue
        if contrasts.isdisjoint(gap):
            continue
        read = reader(spans.lexicon)
        old, new = (
            [_first(read, text) for text in pair]
            for pair in ((one.old, other.old), (one.new, other.new))
        )
        if all(old) and all(new) and _sound_alike(read, *old) and not _sound_alike(read, *new):
            yield Found(notices.LETTERS_UNLIKE, one, (other,))


def _first(read: Reader, text: str) -> str:
    """The letter, or pair of letters, that a text begins with."""
    keys = [said(word) for word in WORD.findall(text)]
    if not keys:
        return ""
    pair = "".join(keys)
    if len(keys) == len(pair) == 2 and pair in read.lexicon.signs("alike"):
        return pair  # "p h"
    named = read.match(keys, 0)
    return named[1] if named is not None else keys[0] if len(keys[0]) <= 2 else ""


def _sound_alike(read: Reader, one: str, other: str) -> bool:
    """Whether two letters are written for one sound, or are called nearly the same."""
    if one == other:
        return False
    sounds = read.lexicon.signs("alike")
    if sounds.get(one, one) == sounds.get(other, other) or fold(one) == fold(other):
        return True
    names = _names(read.lexicon)
    return any(
        a != b and len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1
        for a in names.get(one, ())
        for b in names.get(other, ())
    )


@lru_cache(maxsize=16)
def _names(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Letter -> what it is called."""
    names: dict[str, tuple[str, ...]] = {}
    for row in lexicon.rows("letters"):
        names[row["letter"]] = (*names.get(row["letter"], ()), letters_only(row["spoken"]))
    return names


def short_forms(spans: Spans) -> Iterator[Found]:
    """A short form of a name is one of its surrogate: "[Mari Karmen]", "denek [Mamen]"."""
    given = [s for s in each_once(spans.of(*NAMES)) if s.kind is not Kind.SURNAME and s.new_key]
    told: set[tuple[str, ...]] = set()
    for short in given:
        if len(short.old_key) > 1 or short.old_key in told:
            continue
        wholes = [s for s in given if _is_short(spans.lexicon, short.old_key[0], s.old_key)]
        kin = spans.lexicon.cues("kin_title").get((words(short.before)[-1:] or ("",))[0], "")
        known = [spans.lexicon.name_by_key.get(w.old_key[0]) for w in wholes]
        if {kin} | {name.gender for name in known if name is not None} == {"f", "m"}:
            continue  # "auntie [Pat]" is no Patrick
        if not wholes:
            continue
        told.add(short.old_key)
        told |= {w.old_key for w in wholes}
        if not any(_may_be_short(spans.lexicon, short.new_key, w.new_key) for w in wholes):
            yield Found(notices.SHORT_LOST, short, (wholes[0],))


def called(spans: Spans) -> Iterator[Found]:
    """What somebody is said to be called is a form of a name said before it, as it may have been:
    "[Ana Gil:PER], pero me llaman [Nenita:PER]"."""
    surnames = {
        mention
        for person in spans.scene.people
        for form in person.forms
        if form.kind == "surname"
        for mention in form.mentions
    }
    given = [s for s in spans.of(*NAMES) if s.kind is not Kind.SURNAME and s.new_key]
    given = [s for s in given if len(s.old_key) > 1 or s.item.key not in surnames]
    told: set[str] = set()
    for at, nick in enumerate(given):
        key, before = nick.old_key[0], given[:at]
        if len(nick.old_key) > 1 or key in told or any(key in s.old_key for s in before):
            continue
        near = [s for s in before if nick.turn - s.turn <= SAID and _of_one_sex(spans, key, s)]
        own = [s for s in near if s.item.speaker == nick.item.speaker] or near
        if not own or is_called(spans.scene, nick.item) is None:
            continue
        others = spans.lexicon.cues("split").keys() | spans.lexicon.cues("kin").keys()
        if not others.isdisjoint(words(_COMMA.split(nick.before)[-1])):
            continue  # "y a mi hermano le llaman Tito"
        if not any(_may_be_short(spans.lexicon, nick.new_key, s.new_key) for s in before):
            told.add(key)
            yield Found(notices.SHORT_LOST, nick, (own[-1],))


def _of_one_sex(spans: Spans, key: str, other: Span) -> bool:
    """Whether no list has the two as names of a woman and of a man."""
    known = spans.lexicon.name_by_key
    sexes = {known[k].gender for k in (key, other.old_key[0]) if k in known} - {"u"}
    return len(sexes) < 2


def _is_short(lexicon: Lexicon, short: str, whole: tuple[str, ...]) -> bool:
    """Whether the lists say so; Daniel and Daniela are two people that may be called Dani."""
    fulls = (words(form.full) for form in lexicon.fulls_of.get(short, ()))
    # "Mari Karmen" is one of Mamen's too, a Maria is none.
    return short not in whole and any(
        full[-1] in whole and (len(full) > 1) <= (len(whole) > 1) for full in fulls
    )


def _may_be_short(lexicon: Lexicon, short: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether one is a form of the other, for the lists or by its letters: "Noemí", "Noe"."""
    related = set().union(*map(lexicon.relatives, (*short, "".join(short))))
    if not related.isdisjoint({*whole, "".join(whole)}):
        return True
    # Made of the words of the name: "Miguelán" of Miguel Ángel.
    return any(one[:3] == other[:3] for one in short for other in whole)
