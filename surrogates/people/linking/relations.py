"""Which names the words tell apart: "su hermano Paco" is not the Francisco that is spoken to.

`links` leaves out here what would join two people; `kinship` reads families from the same words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.labels import NAMES
from surrogates.node_keys import NodeKey
from surrogates.once import once_a_scene
from surrogates.people.context.breath import is_one_person
from surrogates.people.context.called_by import before_cue, is_called, told_between
from surrogates.people.context.gender import JOINTS
from surrogates.people.context.introductions import clause, names_self
from surrogates.people.entities import Link, Node, Unit
from surrogates.people.linking.endings import is_with_ending
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.union_find import UnionFind

_MINE_TEXT = "mi mis my mein meine meinem meiner meinen mon ma mes meu meva meua meus nire"
_MINE = frozenset(_MINE_TEXT.split())
_YOURS_TEXT = (
    "su sus tu tus vuestro vuestra your ihr ihre ihrem ihrer ihren dein deine deinem votre vos ton"
    " ta seu seva teu teva vostre vostra zure"
)
_YOURS = frozenset(_YOURS_TEXT.split())
_OF = frozenset({"de", "d", "del", "of", "von"})
# Behind these another one is named: "my brother, represented by Thomas".
_OTHERS_TEXT = "by with for por con per amb bei mit fur durch par avec pour chez"
_OTHERS = frozenset(_OTHERS_TEXT.split())
_ELIDED = "d'"  # "la mare d'en Pol"
_ARTICLES = frozenset({"en", "na", "el", "la", "l", "der", "dem"})  # that stand before a name
_GENERATIONS = frozenset({"child", "parent"})
_SAID = 20  # characters behind a name that say who is called so, too
NEAR = 3  # words before a name in which a word of kinship speaks of it


def relation_before(scene: Scene, unit: Unit) -> str:
    """What a word of kinship right before a name says ("sibling", "other"), or ""."""
    known = scene.lexicon.cues("relation")
    if not known or unit.start > 0:
        return ""
    said = words(clause(scene, unit.item))[-NEAR:]
    for before, word in reversed([*zip(("", *said), said, strict=False)]):
        if word in known or word in JOINTS | _OTHERS or word.startswith(_ELIDED):
            return known.get(word, "")
        # "El meu home" is a husband, "un home" is none.
        if before in _MINE | _YOURS and word in scene.lexicon.cues("own_spouse"):
            return "spouse"
    return ""


def possessor(scene: Scene, unit: Unit) -> str:
    """Whose relative a name is said to be: "mine" ("mi madre"), "yours" ("su madre"), or ""."""
    for word in reversed(words(clause(scene, unit.item))[-NEAR - 1 :]):
        if word in JOINTS:
            return ""
        if word in _MINE or word in _YOURS:
            return "mine" if word in _MINE else "yours"
    return ""


def _is_own_kin(scene: Scene, unit: Unit) -> bool:
    """Whether a speaker names a relative: "my husband, [Paco]", not "my husband says [Peggy]"."""
    said = [*words(clause(scene, unit.item))]
    while said and said[-1] in _ARTICLES:
        said.pop()
    kin = scene.lexicon.cues("relation").keys() | scene.lexicon.cues("own_spouse").keys()
    beside = bool(said) and said[-1] in kin
    return beside and bool(relation_before(scene, unit)) and possessor(scene, unit) == "mine"


def kin_alone(scene: Scene) -> list[tuple[int, str, str, str]]:
    """(turn, who has the relative, word, relation) of "mi padre" where no name follows it."""
    known = scene.lexicon.cues("relation")
    speakers = list(dict.fromkeys(turn.speaker for turn in scene.dialogue.turns))
    found: dict[str, tuple[int, str, str, str]] = {}
    for number, turn in enumerate(scene.dialogue.turns if known else ()):
        if known.keys().isdisjoint(scene.outside_text[number].split()):
            continue
        position = 0
        for item in (*scene.items_by_turn.get(number, ()), None):
            said = words(turn.text[position : item.start if item else len(turn.text)])
            position = item.end if item else position
            named = item is not None and item.kind in NAMES
            for i, word in enumerate(said):
                before = set(said[max(0, i - 2) : i])
                if word not in known or (named and len(said) - i <= NEAR):
                    continue
                whose = turn.speaker
                if before & _YOURS and not before & _MINE:
                    others = [name for name in speakers if name != whose]
                    whose = others[0] if len(others) == 1 else ""
                elif not before & _MINE:
                    continue
                found.setdefault(word, (number, whose, word, known[word]))
    return list(found.values())


def relation_of(scene: Scene, unit: Unit) -> str:
    """What somebody is to a name: "sibling" before Luis in "la hermana de Luis", or ""."""
    known = scene.lexicon.cues("relation")
    clause_words = [*words(clause(scene, unit.item).replace("d'", "d ").replace("d’", "d "))]
    if len(clause_words) > 2 and clause_words[-1] in _ARTICLES and clause_words[-2] in _OF:
        clause_words.pop()
    if unit.start > 0 or len(clause_words) < 2 or clause_words[-1] not in _OF:
        return ""
    return known.get(clause_words[-2], "")


@dataclass
class Told:
    """What the words tell of the names that were joined so far."""

    # Turn -> pieces, cut at "su hermano", that name them.
    parts: dict[int, set[int]] = field(default_factory=dict)
    own: int | None = None  # the first mention in which one introduces himself
    kin: int | None = None  # the last mention as another's relative
    first_kin: int | None = None
    selves: set[str] = field(default_factory=set)  # who introduced himself so
    kin_of: set[str] = field(default_factory=set)  # who said so of a relative: "my husband, Paco"

    def tells_apart(self, other: "Told") -> bool:
        """Whether these are two people."""
        shared = self.parts.keys() & other.parts.keys()
        if any(self.parts[turn].isdisjoint(other.parts[turn]) for turn in shared):
            return True
        if self.kin_of & other.selves or other.kin_of & self.selves:
            return True
        return self._is_relative_of(other) or other._is_relative_of(self)

    def _is_relative_of(self, other: "Told") -> bool:
        """ "Soy Francisco." "¿Y su hermano Paco?" """
        if self.kin is None or self.own is not None or other.kin is not None:
            return False
        return other.own is not None and other.own < self.kin

    def may_be_apart(self, other: "Told") -> bool:
        """Whether only one of them is somebody's relative, and nothing says whose."""
        return (self.kin is None) != (other.kin is None)

    def add(self, other: "Told") -> None:
        """Takes over what the words say of a name that was joined."""
        for turn, parts in other.parts.items():
            self.parts.setdefault(turn, set()).update(parts)
        self.selves |= other.selves
        self.kin_of |= other.kin_of
        self.own = min((i for i in (self.own, other.own) if i is not None), default=None)
        self.kin = max((i for i in (self.kin, other.kin) if i is not None), default=None)
        kin = (i for i in (self.first_kin, other.first_kin) if i is not None)
        self.first_kin = min(kin, default=None)


def told_of(scene: Scene, nodes: dict[NodeKey, Node], links: Iterable[Link]) -> dict[NodeKey, Told]:
    """Node -> what the words tell of it, for the nodes that links would join."""
    keys = dict.fromkeys(key for link in links for key in (link.a, link.b) if key in nodes)
    told_by_node = {key: Told() for key in keys}
    by_turn: dict[int, list[tuple[Unit, NodeKey]]] = {}
    for key in keys:
        for unit in nodes[key].units:
            by_turn.setdefault(unit.item.turn, []).append((unit, key))
            node_told, index = told_by_node[key], unit.item.index
            if unit.cut:
                continue
            speaker = scene.dialogue.turns[unit.item.turn].speaker
            if names_self(scene, unit.item):
                node_told.selves.add(speaker)
            elif _is_own_kin(scene, unit):
                node_told.kin_of.add(speaker)
            if _is_relative(scene, unit):
                node_told.kin = max(index, index if node_told.kin is None else node_told.kin)
                first = node_told.first_kin
                node_told.first_kin = index if first is None else min(index, first)
            elif names_self(scene, unit.item):
                node_told.own = min(index, index if node_told.own is None else node_told.own)
    for turn, turn_units in by_turn.items():
        _cut_turn(scene, turn, turn_units, told_by_node)
    return told_by_node


def _cut_turn(
    scene: Scene,
    turn: int,
    turn_units: list[tuple[Unit, NodeKey]],
    told_by_node: dict[NodeKey, Told],
) -> None:
    """Notes in which piece of a turn each name stands: a new one begins with "su hermano Paco"."""
    cues = scene.lexicon.cues("split")
    keys: dict[int, list[NodeKey]] = {}
    for unit, key in turn_units:
        keys.setdefault(unit.item.index, []).append(key)
    part, last = 0, None
    for item in scene.items_by_turn.get(turn, ()):
        if item.kind not in NAMES:
            continue
        if last is not None and item.index in keys:
            between = told_between(scene, last, item)
            part += any(w in cues and not _said_before(scene, item, w) for w in between)
        last = item
        for key in keys.get(item.index, ()):
            told_by_node[key].parts.setdefault(turn, set()).add(part)


def _said_before(scene: Scene, item: Item, cue: str) -> bool:
    """Whether a name was said with the same word in an earlier turn: "And your uncle is [Will]?"
    "[William] Adams, yes, Uncle [Will]"."""
    same = (i for i in scene.items if i.turn < item.turn and fold(i.text) == fold(item.text))
    kin = scene.lexicon.cues("relation").keys()
    return cue in kin and any(cue in words(clause(scene, i))[-NEAR:] for i in same)


def _is_relative(scene: Scene, unit: Unit) -> bool:
    """Whether the words make a name somebody's relative; behind a comma it may be a call."""
    before = scene.before(unit.item)
    if before.rstrip().endswith((",", ";", ":")) or not relation_before(scene, unit):
        return False
    # "Es mi hijo, pero en casa le llamamos Sindo": there the relative is named before.
    kin = scene.lexicon.cues("relation").keys()
    near = before_cue(scene.lexicon, words(before.rpartition(",")[2]))[-NEAR:]
    return is_called(scene, unit.item) is None or not kin.isdisjoint(near)


def without_strangers(
    scene: Scene, nodes: dict[NodeKey, Node], firm: Sequence[Link], ruled: Sequence[Link]
) -> tuple[list[Link], list[Link]]:
    """The links, and those that would make one of two people; firm ones always stay."""
    kept: list[Link] = list(firm)
    refused: list[Link] = []
    told_by_node = told_of(scene, nodes, [*firm, *ruled])
    sets = UnionFind(nodes)
    for link in firm:
        _unite(sets, told_by_node, link)
    for link in ruled:
        one, two = (told_by_node[sets.find(key)] for key in (link.a, link.b))
        handed = link.rule == "short_form" and handed_down(scene, nodes[link.a], nodes[link.b])
        if one is not two and one.tells_apart(two) and not has_namesakes(scene) and not handed:
            refused.append(link)
            continue
        # Of two forms in two languages a person is asked anyway.
        doubtful = link.rule != "equivalent" and not handed
        if one is not two and doubtful and one.may_be_apart(two):
            _doubt(scene, nodes, link, one if two.kin is None else two)
        _unite(sets, told_by_node, link)
        kept.append(link)
    return kept, refused


def _unite(sets: UnionFind[NodeKey], told_by_node: dict[NodeKey, Told], link: Link) -> None:
    one, two = told_by_node[sets.find(link.a)], told_by_node[sets.find(link.b)]
    sets.union(link.a, link.b)
    if one is not two:
        one.add(two)
        told_by_node[sets.find(link.a)] = one


def _doubt(scene: Scene, nodes: dict[NodeKey, Node], link: Link, relative: Told) -> None:
    """ "Llamo por Francisco." "¿Su hermano Paco?": one person, or two.

    Who is told of as a relative first ("my son Oliver") is the one who is named otherwise later.
    """
    others = [
        node
        for key in (link.a, link.b)
        if (node := nodes[key]) and not any(item.index == relative.kin for item in node.items)
    ]
    first = [item.index for node in others for item in node.items]
    if relative.first_kin is not None and first and relative.first_kin < min(first):
        return
    if has_namesakes(scene) or any(decided(scene, nodes[key]) for key in (link.a, link.b)):
        return
    items = [item for key in (link.a, link.b) for item in nodes[key].items]
    named = next((item for item in items if item.index == relative.kin), None)
    if named is not None and not any(is_one_person(scene, named, item) for item in items):
        scene.raise_issue(notices.SAID_OF_RELATIVE, named)


def decided(scene: Scene, node: Node) -> bool:
    """Whether a person has joined or set apart a mention of the name."""
    keys = {item.key for item in node.items}
    return any(
        c.kind in (ConstraintKind.LINK, ConstraintKind.SPLIT) and keys & set(c.mentions)
        for c in scene.constraints
    )


@once_a_scene
def has_namesakes(scene: Scene) -> bool:
    """Whether two people are said to be called alike, so that one surrogate is right for both:
    "mi hermana Dolores, que se llama como tú", "su hermano es Vicente, como yo", "Delgado Jr."."""
    if scene.says(scene.lexicon.cues("same_name")):
        return True
    cues = scene.lexicon.cues("same_name_after").keys()
    names = [item for item in scene.items if item.kind in NAMES]
    after = (words(f"{i.text.rpartition(' ')[2]} {scene.after(i)[:_SAID]}") for i in names)
    behind = ((said[:1], said[1:2], said[1:3], said[1:4]) for said in after if said)
    return any(" ".join(some) in cues for each in behind for some in each)


def handed_down(scene: Scene, a: Node, b: Node) -> bool:
    """Whether two forms of one name may be a parent's and a child's, who are often called alike:
    "mi padre es Paco"; or the one is the other with an ending: "Vicent ... Vicentet"."""
    endings = scene.lexicon.cues("diminutive")
    if is_with_ending(b.key.text, a.key.text, endings):
        return True
    kin = scene.lexicon.cues("relation")
    said = (words(scene.before(item))[-NEAR:] for node in (a, b) for item in node.items)
    return any(kin.get(word) in _GENERATIONS for each in said for word in each)


def separated(scene: Scene, a: Node, b: Node) -> bool:
    """Whether a cue between two neighbours of them ("su hermano", "otra") tells two people."""
    if has_namesakes(scene):
        return False
    cues = scene.lexicon.cues("split")
    ones = {item.index for item in a.items}
    both = sorted(
        {item.index: item for item in (*a.items, *b.items)}.values(), key=attrgetter("index")
    )
    return any(
        (first.index in ones) != (last.index in ones)
        and first.turn == last.turn
        and first.end <= last.start
        and any(
            word in cues and not _said_before(scene, last, word)
            for word in told_between(scene, first, last)
        )
        for first, last in pairwise(both)
    )


def are_strangers(scene: Scene, full: Node, short: Node) -> bool:
    """Whether the words tell two people who are not called after each other."""
    return separated(scene, full, short) and not handed_down(scene, full, short)
