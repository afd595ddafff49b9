"""Nicknames that no list has: "soy lourdi, bueno, Lourdes"; "I'm Guadalupe, call me Lupe".

A rule of `links`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise

from surrogates import notices
from surrogates.labels import gender_of
from surrogates.languages.entries import ShortForm
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.node_keys import NodeKey
from surrogates.people.compounds import name_parts
from surrogates.people.context.breath import in_one_breath
from surrogates.people.context.called_by import is_called
from surrogates.people.context.gender import told_beside
from surrogates.people.entities import Link, Node, Unit
from surrogates.people.linking.endings import (
    SHARED,
    SHORT_ENDING,
    is_with_ending,
    stems_of,
    wholes_of,
)
from surrogates.people.linking.near_misses import one_letter_off
from surrogates.people.linking.relations import are_strangers, decided, separated
from surrogates.scene import Scene

NEAR = 2  # turns between a name and what its bearer is called
FAR = 6  # the same where the one begins the other: "Anastasia", "Ana"
_LEFT_OUT = 2  # letters or more of a name that a clipped form lacks


def nicknames(scene: Scene, nodes: dict[NodeKey, Node]) -> Iterator[Link]:
    """Links a word of no list with the name that sets it right, where they begin or end alike.

    Where the letters do not show it ("nani, bueno, Ana") a person is asked.
    """
    units = sorted(
        (unit for node in nodes.values() for unit in node.units if not unit.cut),
        key=lambda unit: (unit.item.index, unit.start),
    )
    key_of = {id(unit): key for key, node in nodes.items() for unit in node.units}
    for one, two in pairwise(units):
        nick, name = key_of[id(one)], key_of[id(two)]
        if nick == name or _is_known(scene.lexicon, nick.text) or one.initial or two.initial:
            continue
        if not _is_known(scene.lexicon, name.text) or not in_one_breath(scene, one.item, two.item):
            continue
        if one_letter_off(nick.text, name.text):
            continue  # heard wrong: see `near_misses`
        if _share_an_end(nick.text, name.text):
            yield Link(name, nick, "short_form")
        elif not decided(scene, nodes[nick]):
            _ask(scene, two, one)


def labelled_apart(a: Node, b: Node) -> bool:
    """Whether the labels of two names are of a woman and of a man."""
    ones, others = ({gender_of(item.label) for item in n.items} & {"f", "m"} for n in (a, b))
    return bool(ones and others) and ones.isdisjoint(others)


def called(scene: Scene, nodes: dict[NodeKey, Node]) -> Iterator[Link]:
    """Links what somebody is called ("call me", "for short") with the given name said before it."""
    said = sorted(
        (
            (unit.item.index, unit.start, unit, key)
            for key, node in nodes.items()
            for unit in node.units
            if unit.role == "given" and not unit.cut and not unit.initial
        ),
        key=lambda each: each[:2],
    )
    owned = scene.lexicon.fulls_of
    for at, (_, start, unit, nick) in enumerate(said):
        initials = unit.text.isupper() and len(unit.text) <= SHARED  # "JB"
        whole = start == 0 and unit.end == len(unit.item.text) and not initials
        so = is_called(scene, unit.item) if whole else None
        if so is None:
            continue
        before = [
            (other, key) for _, _, other, key in said[:at]
            if key != nick
            and not labelled_apart(nodes[key], nodes[nick])
            and 0 <= unit.item.turn - other.item.turn <= (FAR if _begins(nick, key) else NEAR)
        ]  # fmt: skip
        names = {key.text for _, _, _, key in said[:at] if key != nick}  # however far
        pairs = [(nick.text, name) for name in names] + [(name, nick.text) for name in names]
        if any(full in map(_full_key, owned.get(short, ())) for short, full in pairs):
            continue  # a list has it: "Nico, en casa le decimos Nicolás", too
        near = [pair for pair in before if pair[0].item.speaker == unit.item.speaker]
        longer = [
            (other, key)
            for other, key in near or before
            if len(key.text) > len(nick.text)
            or _share_an_end(nick.text, key.text)  # "Txoseba"
            or not so
            or nick.text not in scene.lexicon.name_by_key  # "Ana ... Nenita"
        ]
        if not before and so:  # "Li diem Nes perquè es diu Agnès"
            longer = [
                (other, key)
                for _, _, other, key in said[at + 1 : at + 2]
                if other.item.turn == unit.item.turn and len(key.text) > len(nick.text)
                and _share_an_end(nick.text, key.text)
            ]  # fmt: skip
        for other, key in longer[-1:]:
            if nick.text in name_parts(key.text):
                continue  # "María Remedios ... llámeme Remedios": `compound_parts`
            if separated(scene, nodes[key], nodes[nick]):
                continue  # "Soy Aitor, y a mi hermano le llaman Tito"
            if not one_letter_off(nick.text, key.text) and other.item.index != unit.item.index:
                full, short = (key, nick) if so else (nick, key)
                yield Link(full, short, "short_form")


def diminutives(scene: Scene, nodes: dict[NodeKey, Node]) -> Iterator[Link]:
    """Links a word of no list with the one given name of the dialogue that it is made of:
    "Gaelito", "Itzi" of Itziar."""
    lexicon = scene.lexicon
    endings = sorted(lexicon.cues("diminutive"))
    plain = [k for k, node in nodes.items() if node.role == "given" and not k.is_cut]
    for nick in plain:
        listed = nick.text in lexicon.fulls_of
        if " " in nick or (nick.text in lexicon.name_by_key and not listed):
            continue
        # One that a list has as another's only where it is the name with an ending: "Lenchen".
        made_of = is_with_ending if listed else partial(_is_made_of_form, lexicon)
        owners = [
            name
            for name in (n for n in plain if not listed or n.text in lexicon.name_by_key)
            if nick.text not in lexicon.name_by_key
            and name != nick and " " not in name and made_of(nick.text, name.text, endings)
        ]  # fmt: skip
        owners = [name for name in owners if _of_one_sex(lexicon, nick.text, name.text)]
        owners = owners or (_cut_short(scene, nodes, nick, plain, endings) if listed else [])
        owners = [o for o in owners if not are_strangers(scene, nodes[o], nodes[nick])]
        if len(owners) == 1:
            yield Link(owners[0], nick, "short_form")


def _begins(nick: NodeKey, name: NodeKey) -> bool:
    return len(nick.text) >= SHARED and name.text.startswith(nick.text)


def _cut_short(
    scene: Scene,
    nodes: dict[NodeKey, Node],
    nick: NodeKey,
    names: Iterable[NodeKey],
    endings: Iterable[str],
) -> list[NodeKey]:
    """The names that begin with a short form, where no list has it as theirs and
    those whose it is are not named: "Leocadia ... Leo", "Bastian ... Basti"."""
    lexicon, names = scene.lexicon, list(names)
    if {n.text for n in names} & {name_key(f.full) for f in lexicon.fulls_of[nick.text]}:
        return []  # "Robert and Roberta ... Rob"
    # "Tim" and "Timmy" may be two forms of one that nobody says.
    names = [name for name in names if nick.text not in lexicon.relatives(name.text)]
    # "Joni" and "Jonny" are both Jonathan's, not one the other's.
    names = [name for name in names if name.text in lexicon.name_by_key] or names
    cut = (
        name
        for name in names
        if name != nick and " " not in name and _is_cut_of(nick.text, name.text, endings)
    )
    return [name for name in cut if not _of_other_sex(scene, nodes[nick], name)]


def _is_cut_of(nick: str, name: str, endings: Iterable[str]) -> bool:
    """Whether a word is the beginning of a longer name, with or without a short ending."""
    stems = {nick, *(nick[: -len(e)] for e in endings if nick.endswith(e))}
    stems |= {s[:-1] for s in stems if s != nick and s[-2:-1] == s[-1:]}  # "Jonn-y"
    short = (s for s in stems if len(s) >= SHARED and len(nick) - len(s) <= SHORT_ENDING)
    return any(len(s) <= len(name) - _LEFT_OUT and name.startswith(s) for s in short)


def _of_other_sex(scene: Scene, nick: Node, name: NodeKey) -> bool:
    """Whether a short form is a name of the other sex, too, and no word says which it is here."""
    one, two = (scene.lexicon.name_by_key.get(key.text) for key in (nick.key, name))
    if one is None or two is None or len({one.gender, two.gender} - {"u"}) < 2:
        return False
    return two.gender not in (vote for item in nick.items for vote in told_beside(scene, item))


def _is_made_of_form(lexicon: Lexicon, nick: str, name: str, endings: Iterable[str]) -> bool:
    """Whether a word is made of a name, or is a short form of it with an ending: "Toñito"."""
    shorts = (name_key(form.short) for form in lexicon.shorts_of.get(name, ()))
    if one_letter_off(nick, name):
        return False  # heard wrong: see `near_misses`
    of_short = any(is_with_ending(nick, short, endings) for short in shorts)
    return of_short or _is_made_of(nick, name, endings)


def _is_made_of(nick: str, name: str, endings: Iterable[str]) -> bool:
    """Whether a word is a name with an ending in place of its last vowel, or the beginning or the
    end of a longer one, with or without a short ending."""
    stems = {nick, *stems_of(nick, endings)}
    wholes = wholes_of(name)
    if any(stem in wholes and len(stem) >= SHARED and stem != nick for stem in stems):
        return True
    short = [s for s in stems if len(s) >= SHARED and len(nick) - len(s) <= SHORT_ENDING]
    if any(len(s) > SHARED and w.endswith(s) for s in short for w in wholes):
        return True  # "Lotti" of Karlotta
    return _is_cut_of(nick, name, endings)


def _of_one_sex(lexicon: Lexicon, nick: str, name: str) -> bool:
    """Whether a list has both as names of one sex, or does not have one of them."""
    entry = lexicon.name_by_key.get(name)
    sexes = {form.gender for form in lexicon.fulls_of.get(nick, ())} | {"u"}
    return entry is None or len(sexes) == 1 or bool({entry.gender} & sexes) or entry.gender == "u"


def _ask(scene: Scene, name: Unit, nick: Unit) -> None:
    pair = (name.item.key, nick.item.key)
    scene.raise_issue(notices.NAME_CORRECTED, nick.item, pair, value="short_form")


def _full_key(form: ShortForm) -> str:
    return name_key(form.full)


def _is_known(lexicon: Lexicon, key: str) -> bool:
    lists = (lexicon.name_by_key, lexicon.fulls_of, lexicon.surname_by_key)
    return any(key in known for known in lists) or ("name", key) in lexicon.concept_of


def _share_an_end(nick: str, name: str) -> bool:
    """Whether a nickname begins or ends as its name does: "lourdi", "gwenny"."""
    if min(len(nick), len(name)) <= SHARED:
        return name.startswith(nick) or name.endswith(nick)
    return nick[:SHARED] == name[:SHARED] or nick[-SHARED:] == name[-SHARED:]
