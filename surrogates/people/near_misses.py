"""Names heard wrong and set right: "Moro?" "No, Mora"; "Fátimo, ¿no?" "Casi, Fátima".

The wrong one is no other name: its surrogate is a near miss of the right one's, a letter away as
well, so that the slip and its correction still make sense. Called by `replacement`, `surnames` and
`links`; what a person links as "near_miss" counts like what was read.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from surrogates import draw
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.node_keys import NodeKey
from surrogates.people.context.gender import names_self
from surrogates.people.entities import Node, Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR_MISS = "near_miss"
SHORTEST = 3  # letters of a name that another may be a near miss of
TURNS = 2  # after a slip in which it is set right
BEFORE = 6  # words before the right name among which the correction is said
BETWEEN = 4  # words from one to the other in one breath
_NOT = frozenset(["no", "not", "nicht", "kein", "non", "pas", "ez"])
_VOWELS = "aeiou"
# What is heard for a consonant.
_ALIKE = {
    "b": "vp", "c": "gz", "d": "t", "f": "v", "g": "cj", "j": "g", "k": "g", "l": "r", "m": "n",
    "n": "m", "p": "b", "q": "g", "r": "l", "s": "z", "t": "d", "v": "bf", "x": "s", "z": "s",
}  # fmt: skip
_ADDED = "lnrs"  # behind a vowel


def near_misses(scene: Scene, nodes: Mapping[NodeKey, Node]) -> dict[NodeKey, NodeKey]:
    """The names that were set right -> the right ones, among the nodes of one role."""
    found: dict[NodeKey, NodeKey] = dict(_linked(scene, nodes))
    plain = [key for key in nodes if " " not in key and not key.is_apart and not key.is_cut]
    for a, b in _neighbours(plain):
        if a in found or b in found or not one_letter_off(a.text, b.text):
            continue
        if _joined_by_hand(scene, nodes[a], nodes[b]):
            continue
        for wrong, right in ((a, b), (b, a)):
            if _is_set_right(scene, nodes[wrong], nodes[right]):
                found[wrong] = right
                break
    return {wrong: right for wrong, right in found.items() if right not in found}


def _neighbours(keys: Iterable[NodeKey]) -> list[tuple[NodeKey, NodeKey]]:
    """Pairs that may be a letter apart: they share a word, whole or without one of its letters."""
    by_sign: dict[str, list[NodeKey]] = {}
    for key in keys:
        word = key.text
        for sign in {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}:
            by_sign.setdefault(sign, []).append(key)
    return sorted({pair for alike in by_sign.values() for pair in combinations(alike, 2)})


def _linked(scene: Scene, nodes: Mapping[NodeKey, Node]) -> Iterator[tuple[NodeKey, NodeKey]]:
    """What a person said: the right name first."""
    by_mention = {unit.item.key: key for key, node in nodes.items() for unit in node.units}
    for constraint in scene.constraints:
        if constraint.kind == ConstraintKind.LINK and constraint.value == NEAR_MISS:
            keys = [by_mention[m] for m in constraint.mentions if m in by_mention]
            yield from ((key, keys[0]) for key in keys[1:] if key != keys[0])


def _joined_by_hand(scene: Scene, a: Node, b: Node) -> bool:
    mentions = {unit.item.key for unit in b.units}
    return any(not mentions.isdisjoint(scene.linked_with(item)) for item in a.items)


def one_letter_off(one: str, two: str) -> bool:
    """Whether one letter replaced, put in or left out turns one word into the other."""
    if min(len(one), len(two)) < SHORTEST or abs(len(one) - len(two)) > 1 or one == two:
        return False
    at = parting(one, two)
    a, b = one[at:], two[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:]


def parting(one: str, two: str) -> int:
    """Where two words begin to differ."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(two)))


def _is_set_right(scene: Scene, wrong: Node, right: Node) -> bool:
    if any(names_self(scene, item) for item in wrong.items):
        return False  # who says "soy Luis" is called so
    return any(_corrects(scene, w, r) for w in wrong.units for r in right.units)


def _corrects(scene: Scene, wrong: Unit, right: Unit) -> bool:
    """Whether one mention sets another right."""
    one, two = wrong.item, right.item
    if _is_denied(scene, two):
        return False
    if two.index > one.index and two.turn - one.turn <= TURNS:
        if one.turn != two.turn:
            return _is_told(scene, _before(scene, two))
        gap = words(scene.between(one, two))
        return len(gap) <= BETWEEN and _is_told(scene, gap)
    # "Etxeberria, con te equis, no Etxeberia"
    return 0 <= one.turn - two.turn <= TURNS and _is_denied(scene, one)


def _is_denied(scene: Scene, item: Item) -> bool:
    """Whether it is said that this is not the name: "no Etxeberia", without a comma."""
    text = scene.before(item)
    return text.endswith(" ") and not _NOT.isdisjoint(fold(text).split()[-1:])


def _before(scene: Scene, item: Item) -> tuple[str, ...]:
    """The last words before a mention, of its turn and outside the labels."""
    earlier = [o.end for o in scene.items_by_turn.get(item.turn, ()) if o.end <= item.start]
    text = scene.before(item)[max(earlier, default=0) :]
    return words(text)[-BEFORE:]


def _is_told(scene: Scene, said: tuple[str, ...]) -> bool:
    line = f" {' '.join(said)} "
    cues = (*scene.lexicon.cues("correction"), *scene.lexicon.cues(NEAR_MISS))
    return any(f" {cue} " in line for cue in cues)


def near_form(scene: Scene, wrong: Node, right: NodeKey, surrogate: str) -> str:
    """A word a letter away from a surrogate, as the wrong name is from the right one, or ""."""
    head, space, name = surrogate.rpartition(" ")
    if len(name) < SHORTEST or name.startswith("["):
        return ""
    stream = draw.Stream(scene.seed("near miss", wrong.key, wrong.items))
    options = [
        word
        for word in _slips(stream, wrong.key.text, right.text, name)
        if fold(word) not in scene.used and fold(word) not in scene.outside
        if not scene.tells(word) and fold(word) != fold(name)
    ]
    # "Julia" for Julio where the slip is a name, too; else what nobody is called.
    known = scene.lexicon.name_by_key.keys() | scene.lexicon.surname_by_key.keys()
    is_name = wrong.key.text in known
    options.sort(key=lambda word: (fold(word) in known) != is_name)
    return f"{head}{space}{options[0]}" if options else ""


def _slips(stream: draw.Stream, wrong: str, right: str, name: str) -> Iterator[str]:
    """The name with such a slip, the likest first: at its end where it was at the end."""
    at = parting(wrong, right)
    told = (right if len(right) >= len(wrong) else wrong)[at : at + 1]

    def likeness(place: int) -> tuple[bool, int]:
        is_vowel = name[place].lower() in _VOWELS
        return (is_vowel != (told in _VOWELS), abs(len(name) - place - (len(right) - at)))

    places = [i for i in range(len(name)) if (i > 0) == (at > 0)]
    for i in sorted(places, key=likeness):
        letter, after = name[i].lower(), name[i + 1 : i + 2].lower()
        if letter not in _VOWELS and letter not in _ALIKE:
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
