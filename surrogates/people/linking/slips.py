"""What a name heard wrong becomes: as near to the right one's surrogate, in the same way.

Where the slip is a name of the lists ("Soler" for "Solé"), so is its surrogate, and what is said of
the letters ("sin erre al final") stays true of both; so the right one is drawn among the names that
have such a neighbour. A slip that nobody is called ("Fátimo") becomes another such word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from surrogates import draw
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.node_keys import NodeKey
from surrogates.people.entities import Node
from surrogates.people.facets import GLUE, Facet, facet_of, met
from surrogates.people.letter_needs import Saying, SpellNeed
from surrogates.people.linking.near_misses import (
    SHORTEST,
    heard,
    one_letter_off,
    parting,
    signs_of,
    swapped,
)
from surrogates.scene import Scene

_VOWELS = "aeiou"
# What is heard for a consonant.
_ALIKE = {
    "b": "vp", "c": "gz", "d": "t", "f": "v", "g": "cj", "j": "g", "k": "g", "l": "r", "m": "n",
    "n": "m", "p": "b", "q": "g", "r": "l", "s": "z", "t": "d", "v": "bf", "x": "s", "z": "s",
}  # fmt: skip
_ADDED = "lnrs"  # behind a vowel
_MOST = 2  # letters that are said for others
# How much a pair of listed names must be like the original pair, the likest first; then any slip.
# SAME: a word that nobody is called, by the same letters.
EXACT, ZONE, EDIT, SAME, MADE = 4, 3, 2, 1, 0
TIERS = (EXACT, ZONE, EDIT, SAME, MADE)


@dataclass(frozen=True)
class Slip:
    """A name heard wrong, the right one, and what is said of the letters of either."""

    wrong: Node
    right: Node
    need: SpellNeed  # of the wrong one
    told: frozenset[Saying]  # of the right one, as what is said of the wrong one tells them apart
    is_name: bool  # the wrong one is on the lists
    facets: tuple[Facet, ...] = ()  # what stands around the wrong one: "d'[Ana]"

    @property
    def edit(self) -> tuple[str, str, bool]:
        return edit_of(self.right.key.text, self.wrong.key.text)

    @classmethod
    def of(cls, scene: Scene, wrong: Node, right: Node, spells: tuple[SpellNeed, ...]) -> "Slip":
        """`spells`: what is said of the letters of the wrong and of the right one."""
        texts = [node.units[0].bare for node in (wrong, right)]
        own, other = spells
        need = replace(own, sayings=own.sayings | _telling(other, *texts))
        known = scene.lexicon.name_by_key.keys() | scene.lexicon.surname_by_key.keys()
        known |= scene.lexicon.fulls_of.keys()
        told, is_name = _telling(own, *reversed(texts)), wrong.key.text in known
        units = (u for u in wrong.units if not u.cut and not u.initial)
        facets = (facet_of(scene, wrong.key, unit) for unit in units)
        return cls(wrong, right, need, told, is_name, tuple(f for f in facets if f.asks))

    def goes_around(self, scene: Scene, form: str) -> bool:
        """Whether what stands around the wrong one goes with another name there."""
        return met(scene, self.facets, {self.wrong.key: form}, GLUE)

    def asked_of_right(self, need: SpellNeed) -> SpellNeed:
        """A need of the right one with what is false of it because it is true of the wrong one."""
        return replace(need, sayings=need.sayings | self.told)


def _telling(need: SpellNeed, text: str, other: str) -> frozenset[Saying]:
    """What is said of the letters of one name, and is not the same of the other: as of `text`."""
    sayings = (s for s in need.sayings if s.holds(text) != s.holds(other))
    return frozenset(replace(s, true=s.holds(text)) for s in sayings)


def edit_of(right: str, wrong: str) -> tuple[str, str, bool]:
    """What turns one word into the other, where it does, and whether a vowel is what differs."""
    at = parting(right, wrong)
    longer = wrong if len(wrong) > len(right) else right
    zone = "start" if at == 0 else "end" if at + 1 >= len(longer) else "inside"
    vowel = longer[at : at + 1] in _VOWELS
    if swapped(right, wrong):
        return "swap", "inside", False
    if not one_letter_off(right, wrong):
        return "far", "start" if at == 0 else "inside", False
    if len(right) == len(wrong):
        return "change", zone, vowel
    plural = zone == "end" and longer.endswith("s")  # "Iglesias", "en singular"
    edit = "more" if len(wrong) > len(right) else "less"
    return edit, "plural" if plural else zone, vowel


def listed_forms(scene: Scene, slip: Slip, surrogate: str, tier: int) -> Iterator[str]:
    """Listed names that a surrogate may be heard as, in the order of chance."""
    head, space, name = surrogate.rpartition(" ")
    if len(name) < SHORTEST:
        return
    lexicon, role, edit = scene.lexicon, slip.right.role, slip.edit
    found = sorted(_neighbours(lexicon, role).get(fold(name), ()))
    if not found:
        return
    stream = draw.Stream(scene.seed("near miss", slip.wrong.key, slip.wrong.items))
    genders = _same_gender(lexicon, slip.right.key, slip.wrong.key)
    for form in stream.shuffled(found):
        key = fold(form)
        if key in lexicon.relatives(fold(name)):
            continue  # the same name, in another language
        here = edit_of(fold(name), key)
        size = {EXACT: 3, ZONE: 2, EDIT: 1}[tier]
        if edit[0] != "far" and here[:size] != edit[:size]:
            continue
        if tier >= ZONE and (edit[1] == "start") != (here[1] == "start"):
            continue
        if edit[0] == "far" and (here[0] == "more" or (tier == EXACT and here[0] == "less")):
            continue  # what is said of the letters is in the right one
        if role == "given" and _same_gender(lexicon, fold(name), key) != genders:
            continue
        fits = key not in scene.used and slip.need.met_by(form) and scene.allowed(form)
        if fits and slip.goes_around(scene, f"{head}{space}{form}"):
            yield f"{head}{space}{form}"


def _same_gender(lexicon: Lexicon, one: str, two: str) -> bool:
    entries = (lexicon.name_by_key.get(NodeKey(key).text) for key in (one, two))
    return len({e.gender for e in entries if e is not None} - {"u"}) < 2


def _neighbours(lexicon: Lexicon, role: str) -> dict[str, frozenset[str]]:
    """Folded name -> the names of the lists that it may be heard as."""
    key = ("heard as", role)
    if key not in lexicon.pools:
        forms = lexicon.surnames
        if role == "given":
            forms = tuple(n.text for n in lexicon.name_entries if n.kind == "full")
        names = {fold(form): form for form in forms if form.isalpha()}
        by_sign: dict[str, list[str]] = {}
        for name in names:
            for sign in _signs(name):
                by_sign.setdefault(sign, []).append(name)
        lexicon.pools[key] = {
            name: frozenset(
                names[other]
                for sign in _signs(name)
                for other in by_sign[sign]
                if one_letter_off(name, other) or swapped(name, other) or _alike(name, other)
            )
            for name in names
        }
    neighbours: dict[str, frozenset[str]] = lexicon.pools[key]
    return neighbours


def _signs(name: str) -> set[str]:
    return {*signs_of(name), f"/{heard(name)}"}


def _alike(one: str, other: str) -> bool:
    return one != other and heard(one) == heard(other)


def _threes(word: str) -> set[str]:
    """Every three letters that stand together in a word, with its borders."""
    text = f" {fold(word)} "
    return {text[i : i + 3] for i in range(len(text) - 2)}


def _letters_together(lexicon: Lexicon) -> frozenset[str]:
    """The same of all listed names."""
    key = ("letters together", "")
    if key not in lexicon.pools:
        names = (*lexicon.surnames, *(each.text for each in lexicon.name_entries))
        lexicon.pools[key] = frozenset(three for name in names for three in _threes(name))
    usual: frozenset[str] = lexicon.pools[key]
    return usual


def has_slip(scene: Scene, slip: Slip, surrogate: str, tier: int) -> bool:
    """Whether a surrogate of the right one leaves one for the wrong one."""
    if tier in (SAME, MADE):
        made = _words_near(scene, slip, surrogate, same=tier == SAME)
        return next(made, None) is not None
    return next(listed_forms(scene, slip, surrogate, tier), None) is not None


def slip_form(scene: Scene, slip: Slip, surrogate: str) -> tuple[str, bool]:
    """The surrogate of the wrong one, and whether it is as good as was asked; "" for none."""
    if surrogate.startswith("["):
        return "", False
    for tier in (EXACT, ZONE, EDIT) if slip.is_name else ():
        for form in listed_forms(scene, slip, surrogate, tier):
            return form, True
    for form in _made_forms(scene, slip, surrogate):
        return form, not slip.is_name
    free = replace(slip, need=SpellNeed(), facets=())
    return next(_made_forms(scene, free, surrogate), ""), False


def _words_near(scene: Scene, slip: Slip, surrogate: str, *, same: bool = False) -> Iterator[str]:
    """Words a letter away from the last one of a surrogate that may stand beside it."""
    head, space, name = surrogate.rpartition(" ")
    if len(name) < SHORTEST:
        return
    stream = draw.Stream(scene.seed("near miss", slip.wrong.key, slip.wrong.items))
    taken = {fold(name)}.union(scene.used, scene.outside)
    wrong, right = slip.wrong.key.text, slip.right.key.text
    others = () if same else _slips(stream, wrong, right, name)
    for word in chain(_same_letters(wrong, right, name), others):
        if fold(word) in taken or not slip.need.met_by(word) or scene.tells(word):
            continue
        if slip.goes_around(scene, f"{head}{space}{word}"):
            yield word


def _made_forms(scene: Scene, slip: Slip, surrogate: str) -> Iterator[str]:
    """Words a letter away from a surrogate, as the wrong name is from the right one."""
    head, space, _ = surrogate.rpartition(" ")
    # "Julia" for Julio where the slip is a name, too; else what nobody is called, and could be:
    # "Wattson" before "Watsosn".
    known = scene.lexicon.name_by_key.keys() | scene.lexicon.surname_by_key.keys()
    usual = _letters_together(scene.lexicon)
    options = sorted(
        _words_near(scene, slip, surrogate),
        key=lambda word: ((fold(word) in known) != slip.is_name, bool(_threes(word) - usual)),
    )
    yield from (f"{head}{space}{word}" for word in options)


def _same_letters(wrong: str, right: str, name: str) -> Iterator[str]:
    """The name with the same letters for the same ones: "Schultz" as "Wentzel" is for Wenzel."""
    at, end = parting(wrong, right), parting(wrong[::-1], right[::-1])
    end = min(end, len(wrong) - at, len(right) - at)
    old, new = right[at : len(right) - end], wrong[at : len(wrong) - end]
    if not old or not new:  # put in or left out: before the same letter
        old, new = (part + right[len(right) - end :][:1] for part in (old, new))
    if not old or max(len(old), len(new)) > _MOST:
        return
    for match in re.finditer(re.escape(old), fold(name)):
        start = match.start()
        if (start > 0) == (at > 0) and len(fold(name)) == len(name):
            made = name[:start] + new + name[match.end() :]
            yield made[:1].upper() + made[1:] if name[:1].isupper() else made


def _slips(stream: draw.Stream, wrong: str, right: str, name: str) -> Iterator[str]:
    """The name with such a slip, the likest first: at its end where it was at the end."""
    at = parting(wrong, right)
    told = (right if len(right) >= len(wrong) else wrong)[at : at + 1]
    if swapped(wrong, right):
        pairs = (i for i in range(1, len(name) - 1) if fold(name[i]) != fold(name[i + 1]))
        for i in sorted(pairs, key=lambda i: abs(i - at)):
            yield name[:i] + name[i + 1] + name[i] + name[i + 2 :]

    longer = max(wrong, right, key=len)
    if len(wrong) != len(right) and longer[at - 1 : at] == longer[at : at + 1]:
        yield from _once_or_twice(name, more=longer == wrong)

    def likeness(place: int) -> tuple[bool, int]:
        is_vowel = name[place].lower() in _VOWELS
        return (is_vowel != (told in _VOWELS), abs(len(name) - place - (len(right) - at)))

    places = [i for i in range(len(name)) if (i > 0) == (at > 0)]
    for i in sorted(places, key=likeness):
        letter, after = name[i].lower(), name[i + 1 : i + 2].lower()
        silent = letter == "h" and len(wrong) < len(right)
        if letter not in _VOWELS and letter not in _ALIKE and not silent:
            continue  # an accent is heard
        if len(wrong) < len(right):
            yield name[:i] + name[i + 1 :]
        elif len(wrong) > len(right):
            added = _ADDED if letter in _VOWELS else "" if after else _VOWELS
            if after not in _VOWELS or not after:
                yield from (name[: i + 1] + c + name[i + 1 :] for c in stream.shuffled(list(added)))
        else:
            others = stream.shuffled([c for c in _ALIKE.get(letter, _VOWELS) if c != letter])
            same = wrong[at] if right[at] == letter else ""
            for other in sorted(others, key=lambda c: c != same):
                written = other.upper() if name[i].isupper() else other
                yield name[:i] + written + name[i + 1 :]


def _once_or_twice(name: str, *, more: bool) -> Iterator[str]:
    """The name with a letter said once that it has twice ("Mathiesen"), or `more`, the reverse."""
    for i in range(1, len(name) - 1):
        before, letter, after = (name[place].lower() for place in (i - 1, i, i + 1))
        if not more and letter == after:
            yield name[:i] + name[i + 1 :]
        elif more and letter not in _VOWELS and letter != after and before in _VOWELS:
            yield name[: i + 1] + name[i:]
