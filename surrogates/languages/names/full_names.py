"""Whole names under a label for given names: "[Sandra Becker:female name]" has a surname.

Called by `common_nouns.items_of`, once for a dialogue. "Jon Mikel" stays a given name; where a word
may be either ("Jordi Martí"), the dialogue tells, and then the tables.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import ADDRESSES, NAMES, Kind, is_nickname, says_given
from surrogates.languages.abbreviations import NAME_WORD, full_of
from surrogates.languages.inflection import stems_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.nations import given_from
from surrogates.languages.titles import BEFORE_GIVEN, kin_titles, plain_titles, title_words
from surrogates.rewrite import Item
from surrogates.types import Dialogue

_ENDS_CUT = re.compile(r"[-–…]\s*>?$")
_GENITIVE = re.compile(r"['’]s?$")
_PIECE = re.compile(r"[a-z]+")
_SECOND = 4.0  # how many times commoner as a surname a word is that is a usual second name, too
_SHORTEST = 3  # letters of a surname that no table has
_JOINS = PARTICLES | {"eta", "and", "und", "et"}
# "Son of", before the father's name, which is given elsewhere: "Karim Ben Salah", "Mac Donald".
FATHERS = frozenset({"ben", "ibn", "mac"})
_LEADING = FATHERS | {"von", "van"}
_SMALL = ("determiner", "article", "relation", "kin_title", "title_after")


def full_names(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> frozenset[int]:
    """Indices of the items under a label for given names that are a given name and a surname."""
    called = (i for i in items if i.kind is Kind.GIVEN and says_given(i.label))
    several = (i for i in called if not is_nickname(i.label) and len(i.text.split()) > 1)
    named = {i.index: _naming(i, lexicon) for i in several}
    if not any(named.values()):
        return frozenset()
    told = _Told(dialogue, items, lexicon)
    return frozenset(i.index for i in items if told.is_full(i, named.get(i.index, ())))


def _naming(item: Item, lexicon: Lexicon) -> list[str]:
    """The words of a mention as they are written, without what stands before a name ("la", "Dr.")
    or names nobody ("ana eeh", "Jon padre"). Empty where the last one is cut off.
    """
    if _ENDS_CUT.search(item.text):
        return []
    titles = title_words(item.text, lexicon) | kin_titles(item.text, lexicon)
    titles |= plain_titles(lexicon)
    said = [m.group() for m in NAME_WORD.finditer(item.text)]
    articles = lexicon.cues("article")
    while said and (fold(said[0]) in titles or (len(said) > 1 and fold(said[0]) in articles)):
        said = said[1:]
    small = {key for kind in _SMALL for key in lexicon.cues(kind)} | lexicon.fillers
    small -= _JOINS
    return [word for word in said if not (word.islower() and fold(word) in small)]


class _Told:
    """What a dialogue tells of the words of its names."""

    def __init__(self, dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> None:
        self._dialogue, self._lexicon = dialogue, lexicon
        names = [item for item in items if item.kind in NAMES]
        # Names right before a surname of their own: "[Anne Sophie] [Dupont]".
        self._led = {
            one.index
            for one, two in pairwise(names)
            if one.turn == two.turn
            and two.kind is Kind.SURNAME
            and dialogue.turns[one.turn].text[one.end : two.start] == " "
        }
        self._surnames = {key for item in names for key in self._surnames_in(item)}
        self._alone = {
            key
            for item in names
            if item.kind is Kind.GIVEN and " " not in item.text and not self._is_titled(item)
            for key in self._keys(item.text)
        }
        locals_ = (fold(i.text).partition("@")[0] for i in items if i.kind in ADDRESSES)
        self._addresses = [_PIECE.findall(local) for local in locals_]

    def is_full(self, item: Item, said: Sequence[str]) -> bool:
        """Whether a word of a mention behind its given names, or behind a title, is a surname."""
        lexicon = self._lexicon
        keys = [full_of(word) or fold(word) for word in said]
        if len(keys) < 2:  # "Frau Becker"
            return bool(keys) and self._is_titled(item) and not any(map(self._is_given, keys))
        size = next((n for n in (4, 3, 2) if self._is_listed(keys[:n]) and len(keys) >= n), 1)
        hyphen = item.text.partition(said[0])[2][:1] == "-"
        behind = keys[max(size, 1 + hyphen) :]
        if len(behind) == 1 and item.index in self._led and len(keys) == 2:
            return any(self._is_only_surname(key) for key in behind)
        if not _LEADING.isdisjoint(keys[size:-1]):
            return True
        return any(
            self._is_surname(keys[0], key)
            for key in behind
            if key not in _JOINS and len(key) > 1 and key not in plain_titles(lexicon)
        )

    def _is_listed(self, keys: Sequence[str]) -> bool:
        last = self._keys(keys[-1])
        wholes = (" ".join((*keys[:-1], end)) for end in last)
        return any(w in self._lexicon.name_by_key or w in self._lexicon.fulls_of for w in wholes)

    def _is_only_surname(self, key: str) -> bool:
        forms = self._keys(key)
        known = not self._lexicon.surname_keys.isdisjoint(forms)
        return known and not any(map(self._is_given, forms))

    def _is_surname(self, first: str, key: str) -> bool:
        """Whether a word behind a given name is a surname."""
        lexicon, forms = self._lexicon, self._keys(key)
        if not self._surnames.isdisjoint(forms) or self._is_in_address(first, forms):
            return True
        names = [form for form in forms if self._is_given(form)]
        if key in lexicon.surname_keys and key not in names:
            return True
        families = [form for form in forms if form in lexicon.surname_keys]
        if not names:
            alone = not self._alone.isdisjoint(forms) or key in given_from(lexicon)
            return bool(families) or (len(key) >= _SHORTEST and not alone)
        if not families:
            return False
        return self._is_rather_surname(first, names[0], families[0])

    def _is_rather_surname(self, first: str, name: str, family: str) -> bool:
        """By the tables, of a word that is both: "Sandra Thomas", "Ana Martín", not "Luis Ángel".

        Where they have it as often as either, it is a surname: double names are listed.
        """
        lexicon = self._lexicon
        one, two = lexicon.name_by_key.get(first), lexicon.name_by_key.get(name)
        if two is None:
            return True
        genders = second_names(lexicon).get(name, frozenset())
        second = bool(genders) and (one is None or bool(genders & {one.gender, "u"}))
        if one is not None and len({one.gender, two.gender} - {"u"}) > 1 and not second:
            return True
        form = lexicon.surname_by_key.get(family, "")
        lexicons = (lexicon, *lexicon.companions)
        borne = max(each.surname_weights.get(form, 0.0) for each in lexicons)
        return borne > _SECOND * two.weight if second else borne >= two.weight

    def _is_given(self, key: str) -> bool:
        known = key in self._lexicon.name_by_key or key in self._lexicon.fulls_of
        return known or ("name", key) in self._lexicon.concept_of

    def _is_in_address(self, first: str, forms: Sequence[str]) -> bool:
        """Whether an address is of a given name and this word alone: "jordi.marti@", "jmarti@"."""
        letters = [form.replace("'", "") for form in forms]
        for pieces in self._addresses:
            beside = {first, first[:1]}
            if len(pieces) == 2 and beside.intersection(pieces) and {*letters}.intersection(pieces):
                return any(form in self._lexicon.surname_keys for form in forms)
            if len(pieces) == 1 and pieces[0] in {first[:1] + form for form in letters}:
                return True
        return False

    def _surnames_in(self, item: Item) -> Iterator[str]:
        """The words of a mention that the dialogue shows to be surnames."""
        if item.kind is Kind.SURNAME or self._is_titled(item):
            yield from (key for word in words(item.text) for key in self._keys(word))

    def _is_titled(self, item: Item) -> bool:
        """Whether one word behind a title that goes with surnames is all of a mention's name."""
        titles = plain_titles(self._lexicon) - BEFORE_GIVEN
        before = words(self._dialogue.turns[item.turn].text[: item.start])[-1:]
        *inside, _ = words(item.text) or [""]
        named = [word for word in inside if word not in titles]
        return not named and not titles.isdisjoint((*before, *inside))

    def _keys(self, word: str) -> tuple[str, ...]:
        """A folded word and what it may be an inflection of."""
        key = _GENITIVE.sub("", fold(word))
        return (key, *stems_of(key, self._lexicon.lang))


def second_names(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    """Folded words that listed double names end with -> the genders of those names."""
    if ("second names",) not in lexicon.pools:
        genders: dict[str, frozenset[str]] = {}
        for key, name in lexicon.name_by_key.items():
            if name.kind == "compound" and " " in key:
                last = key.split()[-1]
                genders[last] = genders.get(last, frozenset()) | {name.gender}
        lexicon.pools[("second names",)] = genders
    names: dict[str, frozenset[str]] = lexicon.pools[("second names",)]
    return names
