"""What letters that are said of a name ask of its surrogate."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from surrogates.folding import OWN_LETTERS, PARTICLES, digraphs, fold, name_letters, plain_letters

# Two letters for an umlaut ("Moeller"), not two vowels ("Bauer", "Michael").
WRITTEN_OUT = re.compile(r"(?<![aeiouq])(?:ae|oe|ue)(?!$|l.{0,2}$)")
MIN_SPELLED = 3  # letters of a name that may stand for a longer one that is spelled


_GEMINATE = "·"  # Catalan "l·l" is no "ll"
_ENDS = ("initial", "final")
_WHICH = {"first": 0, "second": 1, "last": -1}


def marks_of(letter: str) -> frozenset[str]:
    """The marks that a letter carries; none of one of its own (ñ, ç)."""
    signs = unicodedata.normalize("NFD", letter)[1:]
    return frozenset(signs) if letter not in OWN_LETTERS else frozenset()


def marked_letter(name: str, part: str, which: str = "") -> str:
    """The letter of a name that carries a mark; "" for none. `part`: the letter, or such marks.

    `which`: where it stands ("first", "second" or "last") of the same letters, marked or not; or
    in the name ("initial", "final").
    """
    written = name_letters(name)
    for at, letter in enumerate(written):
        marks, plain = marks_of(letter), fold(letter)
        if not marks or (plain != part and marks.isdisjoint(part)):
            continue
        same = [k for k, other in enumerate(written) if fold(other) == plain]
        if which in _ENDS:
            fits = at == (0 if which == "initial" else len(written) - 1)
        else:
            fits = not which or (len(same) > 1 and same[_WHICH[which]] == at)
        if fits:
            return letter
    return ""


def _has_word(name: str, place: int, size: int) -> bool:
    some = name.split()
    return place < len(some) and len(plain_letters(some[place])) == size


def twice_in_a_row(key: str) -> list[str]:
    """Letters that stand in a word twice, and in a row: "two Ns" are all that it has."""
    return [c for c, after in pairwise(key) if c == after and key.count(c) == 2]


@dataclass(frozen=True, slots=True)
class Saying:
    """What is said of a name's letters outside the spans."""

    part: str  # letters; of a mark combining signs, one of which is there
    # "" anywhere; first, last, inside, single, twice; among: the first is one of them; mark,
    # marked (`part` has one, or is one; "marked first": the first of several); sign (`part` are
    # signs, one of which stands between its letters); "at 2": the third letter has a mark, "at -1":
    # the last one;
    # written out: two letters are there for an umlaut; "times 3": so often; "words 2": of so many;
    # initials: its parts begin so; order: its two letters, the first of each in this order.
    place: str = ""
    true: bool = True  # of the original
    loose: bool = field(default=False, compare=False)  # only its place in the original says "first"

    def met_by(self, name: str) -> bool:
        """Whether it is as true of a name as of the original."""
        return self.holds(name) == self.true

    def holds(self, name: str) -> bool:
        """Whether a name has the part in its place."""
        written = "".join(name_letters(name))
        if self.place == "mark":
            # The sign of an own letter (ñ, ç) is no accent.
            letters = [c for c in written if c not in OWN_LETTERS]
            return not set(unicodedata.normalize("NFD", "".join(letters))).isdisjoint(self.part)
        if self.place.startswith("at "):
            at = int(self.place.removeprefix("at "))
            return any(marks_of(c) & set(self.part) for c in written[at:][:1])
        if self.place == "written out":
            return bool(WRITTEN_OUT.search(written))
        if self.place == "sign":
            return any(sign in name for sign in self.part)
        if self.place.startswith("marked"):
            return marked_letter(name, self.part, self.place.partition(" ")[2]) != ""
        if self.place.startswith("times "):
            return plain_letters(name).count(self.part) == int(self.place.removeprefix("times "))
        if _GEMINATE in self.part:
            return self.part in name.lower()
        if self.place == "initials":
            parts = re.findall(r"[^\W\d_]+", fold(name))
            return "".join(p[0] for p in parts if p not in PARTICLES) == self.part
        if self.place.startswith("words "):
            return len(name.split()) == int(self.place.removeprefix("words "))
        return self._stands_in(plain_letters(name)) or self._stands_in(written)

    def _stands_in(self, key: str) -> bool:
        match self.place:
            case "first":
                return key.startswith(self.part)
            case "among":
                return bool(key) and key[0] in self.part
            case "last":
                return key.endswith(self.part)
            case "inside":
                return self.part in key[1:-1]
            case "single":
                return self.part in key and 2 * self.part not in key
            case "twice":
                return key.count(self.part) > 1
            case "order":
                one, two = map(key.find, self.part)
                return 0 <= one < two
        return self.part in key


@dataclass(frozen=True, slots=True)
class SpellNeed:
    """What spelled letters ask of a name: its length, its first letter, letters it must hold."""

    length: int = 0
    at_least: int = 0  # how many letters it has or more, where only some of them are spelled
    first: frozenset[str] = frozenset()
    holds: frozenset[str] = frozenset()  # one of these letters (not the first) or groups of them
    ends: frozenset[str] = frozenset()  # one of these letters or groups at the end
    doubled: int = 0  # so many different letters that stand there twice in a row
    pairs: frozenset[int] = frozenset()  # places whose letter stands twice in a row
    wide: bool = False  # German umlauts are spelled as ae, oe, ue
    of_words: frozenset[tuple[int, int]] = frozenset()  # (place, letters) of a word of it
    sayings: frozenset[Saying] = frozenset()
    # (position, letter) that cannot be: its key word would be the original's.
    barred: frozenset[tuple[int, str]] = frozenset()

    @property
    def asks(self) -> bool:
        return self != SpellNeed()

    def met_by(self, name: str) -> bool:
        """Whether a name can be spelled so, and all that is said of its letters is true of it."""
        key = plain_letters(digraphs(name) if self.wide else name)
        return (
            (not self.length or len(key) == self.length)
            and len(key) >= self.at_least
            and (not self.first or key[:1] in self.first)
            and (not self.holds or any(part in key[len(part) == 1 :] for part in self.holds))
            and (not self.ends or key.endswith(tuple(self.ends)))
            and len(twice_in_a_row(key)) >= self.doubled
            and all(key[i : i + 1] == key[i + 1 : i + 2] != "" for i in self.pairs)
            and all(_has_word(name, place, size) for place, size in self.of_words)
            and self.facts_met_by(name)
            and not any(key[i : i + 1] == letter for i, letter in self.barred)
        )

    def facts_met_by(self, name: str) -> bool:
        """Whether what is said outside the spans is as true of the name as of the original."""
        return all(saying.met_by(name) for saying in self.sayings)

    def joined(self, other: "SpellNeed") -> "SpellNeed":
        """Both needs as one; where they name different lengths the first one counts."""
        return SpellNeed(
            length=self.length or other.length,
            at_least=max(self.at_least, other.at_least),
            first=self.first & other.first or self.first or other.first,
            holds=self.holds & other.holds or self.holds or other.holds,
            ends=self.ends & other.ends or self.ends or other.ends,
            doubled=max(self.doubled, other.doubled),
            pairs=self.pairs | other.pairs,
            wide=self.wide or other.wide,
            of_words=self.of_words | other.of_words,
            sayings=self.sayings | other.sayings,
            barred=self.barred | other.barred,
        )

    @property
    def unplaced(self) -> "SpellNeed":
        """With letters anywhere where nothing said that they stand first."""
        sayings = frozenset(replace(s, place="") if s.loose else s for s in self.sayings)
        return replace(self, sayings=sayings)

    @property
    def anywhere(self) -> "SpellNeed":
        """The same, and with any number of letters that the spelling has room for."""
        least = max(self.at_least, min(self.length, MIN_SPELLED))
        doubled = max(self.doubled, len(self.pairs))
        wider = replace(self.unplaced, length=0, at_least=least)
        return replace(wider, pairs=frozenset(), of_words=frozenset(), doubled=doubled)

    @property
    def unsaid(self) -> "SpellNeed":
        """Only what the spelling itself asks, whatever is said of the letters."""
        return replace(self, sayings=frozenset())

    @property
    def but_one(self) -> "list[SpellNeed]":
        """The need without one of several sayings: what is false then is said to a curator."""
        ordered = sorted(self.sayings, key=lambda s: (len(s.part), s.part, s.place), reverse=True)
        return [replace(self, sayings=self.sayings - {one}) for one in ordered if len(ordered) > 1]

    @property
    def facts(self) -> "SpellNeed":
        """Only what is said outside the spans, which no rewriting of letters can make true."""
        return replace(SpellNeed(), sayings=self.sayings)


def join_needs(needs: Iterable[SpellNeed]) -> SpellNeed:
    total = SpellNeed()
    for need in needs:
        total = total.joined(need)
    return total


def widened(needs: Mapping[str, SpellNeed]) -> list[dict[str, SpellNeed]]:
    """Needs, what a spelling has room for, and last only what is said outside the labels."""
    facts = {key: need.facts for key, need in needs.items() if need.facts.asks}
    wider = {key: need.anywhere for key, need in needs.items()}
    return [*(some for some in (dict(needs), wider) if some != facts), facts]
