"""One word of a name: a surname where the dialogue, a title or a question says so.

Called by `cast` when all names are read.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import ADDRESSES, NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.titles import BEFORE_GIVEN, FAMILIES, plain_titles, title_words
from surrogates.languages.variants import is_variant
from surrogates.people.context.families import names_family
from surrogates.people.context.said_roles import SURNAMES, asked_for, role_said
from surrogates.people.context.titled import (
    TITLE,
    determiners,
    is_titled,
    title_before,
)
from surrogates.people.entities import USUAL, Unit
from surrogates.people.name_words import PLURAL_ARTICLES, is_given, is_plural_article
from surrogates.rewrite import Item
from surrogates.scene import Scene

# Where a title goes with surnames beyond doubt; "señor Manuel" is said too.
_FORMAL = frozenset({"de", "en", "fr"})
_BREAK = re.compile(r"(?:^|[,.!]|\b[Hh]ier(?: ist| spricht)?|\bmein Name(?: ist)?)\s*$")
_NEXT = re.compile(r"[,.!]|\s*$|\s+(?:am|mein|hier|guten)\b")
_PARTS = re.compile(r"[a-z]{3,}")
_FAMILY_AFTER = frozenset({"en", "eu"})
_SENTENCE = re.compile(r"[.;:?!]")
_RELATIVE = 4  # words before a name in which a relative is spoken of
_MISHEARD = 5  # letters of a surname that is known again when a letter is wrong
_DON = frozenset({"d", "don", "dona", "donya", "dna"})


@dataclass
class _Words:
    """Folded words of names, by where they stand."""

    told: set[str] = field(default_factory=set)  # alone, beside a title or behind a question
    sure: set[str] = field(default_factory=set)  # of those, the ones that are surnames there
    pair: set[str] = field(default_factory=set)  # asked for, or joined, as two surnames
    asked: list[list[str]] = field(default_factory=list)  # all the words of an answer
    stated: set[str] = field(default_factory=set)  # the words say that it is a surname
    given: set[str] = field(default_factory=set)  # the words say that it is a given name
    whole: set[tuple[str, ...]] = field(default_factory=set)  # a mention of two words
    leading: set[str] = field(default_factory=set)  # first, with nothing that tells
    begun: set[str] = field(default_factory=set)  # of those, first of several
    behind: set[str] = field(default_factory=set)  # behind another word of their name
    after: set[str] = field(default_factory=set)  # another mention, as the last word of a name


def surnames_said(scene: Scene) -> frozenset[str]:
    """Folded words that are surnames here.

    A label says so; a title or a question stands before a word that no list has as a given name
    ("Frau Kalisch"), or before one that stands in a longer name, too ("Francisco Cebrián ... señor
    Cebrián"); or such a word follows a given name ("Rhiannon Beddoes").
    """
    names = [item for item in scene.items if item.kind in NAMES]
    before = {
        two.index: one
        for one, two in pairwise(names)
        if one.turn == two.turn and scene.between(one, two) == " "
    }
    led = {one.index for one in before.values()}
    seen = _Words()
    for item in names:
        if item.index in before:
            _note_second(scene, seen, before[item.index], item, led=item.index in led)
        else:
            _note_first(scene, seen, item, led=item.index in led)
    labelled = {k for i in names if i.kind is Kind.SURNAME for k in _keys(scene, i)}
    unlisted = {key for key in seen.sure if not is_given(key, scene.lexicon)} - seen.begun
    if not labelled and not any(item.is_given for item in names):
        after = seen.after - seen.begun
        unlisted |= {key for key in after if not is_given(key, scene.lexicon)}
    # "Haizea Otxotorena ... Otxotorena Eskisabel": what stood behind a given name begins no name.
    given = {k for i in names if i.is_given for k in _keys(scene, i)}
    new = (seen.behind & seen.begun) | (_in_addresses(scene) - given)  # "gaby.thomas@", a Gaby
    unlisted |= {key for key in new if not is_given(key, scene.lexicon)}
    told = ((seen.told & seen.behind) | seen.sure) - seen.leading
    told |= seen.stated | _shared(scene, seen.whole)
    # "Arnold Friedrich ... Arnold ist der Nachname": turned round, as a pair.
    told |= {f"{one} {two}" for one, two in seen.whole if one in seen.stated and two in seen.given}
    # "¿Apellidos? — Ventura Martí. ... Gisela Ventura Martí": given names both, but for this.
    told |= {key for keys in seen.asked if seen.behind.issuperset(keys) for key in keys}
    return frozenset(labelled | seen.pair | unlisted | told)


def _shared(scene: Scene, whole: Collection[tuple[str, ...]]) -> set[str]:
    """The words behind two given names that are no usual second one: "Primitiva Cebrián" and
    "Primitivo Cebrián" are of one family."""
    known = scene.lexicon.name_by_key
    led: dict[str, set[str]] = {}
    for one, two in whole:
        entry = known.get(two)
        if is_given(one, scene.lexicon) and f"{one} {two}" not in known:
            led.setdefault(two, set()).update({one} if entry and entry.weight < USUAL else ())
    return {two for two, ones in led.items() if len(ones) > 1}


def _in_addresses(scene: Scene) -> set[str]:
    """The words beside a given name in an address: "fantine.roubaud@", where it is of two words."""
    locals_ = (fold(i.text).partition("@")[0] for i in scene.items if i.kind in ADDRESSES)
    pairs = (_PARTS.findall(local) for local in locals_)
    return {
        two
        for pair in pairs
        if len(pair) == 2
        for one, two in (pair, pair[::-1])
        if is_given(one, scene.lexicon) and not is_given(two, scene.lexicon)
    }


def _note_first(scene: Scene, seen: _Words, item: Item, *, led: bool) -> None:
    """Notes the words of a mention that begins a name; `led`: another one follows."""
    keys = _keys(scene, item)
    asked = asked_for(scene, item)
    said = _role_said(scene, item) if len(keys) == 1 and not led else ""
    if said == "surname":
        seen.stated.update(keys)
    elif said == "first_name":
        seen.leading.update(keys)
        seen.given.update(keys)
    elif _is_doubled(scene, item, keys):
        seen.pair.update(keys)  # "Smyth-Bailey"
    elif len(keys) == 1 and not led and (asked in SURNAMES or _is_told(scene, item)):
        seen.told.update(keys)
        seen.sure.update(key for key in keys if _is_likely(scene, item, key))
    elif asked == {"surname", "two"} and not item.is_given:  # "¿Apellidos? — Ostiz Urra"
        seen.pair.update(key for key in keys if not is_given(key, scene.lexicon))
        seen.asked.append(keys)
    else:
        seen.leading.update(keys[:1])
        seen.begun.update(keys[:1] if len(keys) > 1 or led else ())
        seen.whole.update([tuple(keys)] if len(keys) == 2 and not led else [])
    _note_behind(scene, seen, keys)


def _is_doubled(scene: Scene, item: Item, keys: Sequence[str]) -> bool:
    """Whether a name with a hyphen is two surnames: "Smyth-Bailey", not "Ann-Marie"."""
    if len(keys) < 2 or "-" not in item.text or " " in item.text or item.is_given:
        return False
    lexicon, whole = scene.lexicon, " ".join(keys)
    if whole in lexicon.name_by_key or whole in lexicon.fulls_of:
        return False
    title = TITLE.search(scene.before(item))
    titled = title is not None and fold(title[1]) in plain_titles(lexicon) - BEFORE_GIVEN
    return titled or not is_given(keys[0], lexicon)


def _note_second(scene: Scene, seen: _Words, first: Item, item: Item, *, led: bool) -> None:
    """Notes the words of a mention right behind another name; `led`: one more follows."""
    keys = _keys(scene, item)
    if _is_doubled(scene, item, keys):
        seen.pair.update(keys)
    # "Mary Tamika Jones": a word between may be a second given name where surnames are single.
    if len(keys) == 1 and not (led and scene.lexicon.lang in _FORMAL):
        seen.after.update(keys)
    _note_behind(scene, seen, [*_keys(scene, first)[-1:], *keys])


def _note_behind(scene: Scene, seen: _Words, keys: Sequence[str]) -> None:
    known = scene.lexicon.name_by_key
    seen.behind.update(b for a, b in pairwise(keys) if f"{a} {b}" not in known)


def _role_said(scene: Scene, item: Item) -> str:
    """What the words say that a name is, unless its label says it."""
    return "" if item.is_given else role_said(scene, item)


def _is_told(scene: Scene, item: Item) -> bool:
    told = _is_family(scene, item) or is_titled(scene, item) or _answers_telephone(scene, item)
    return told or names_family(scene, item)


def _is_family(scene: Scene, item: Item) -> bool:
    """Whether a word before a name is one before families: "los Urrutia", "die Wübbenas"."""
    before = set(words(scene.before(item))[-1:])
    first, named, _ = item.text.partition(" ")
    if named and is_plural_article(first, scene.lexicon):
        return True
    if scene.lexicon.lang in _FAMILY_AFTER:  # "the Douglas family"
        before |= set(words(scene.after(item))[:1]) & FAMILIES
    plural = item.text.endswith("s") and not is_given(fold(item.text), scene.lexicon)
    articles = scene.lexicon.signs("families").keys() if plural else frozenset()
    return bool(before & (PLURAL_ARTICLES | FAMILIES | articles))


def _answers_telephone(scene: Scene, item: Item) -> bool:
    """Whether a German name is all that who speaks for the first time says of himself: "Stadtwerke
    Aurich, Hinrichs, guten Tag". There that is a surname, unless a list has it as a given name."""
    turns = scene.dialogue.turns[: item.turn]
    if scene.lexicon.lang != "de" or any(turn.speaker == item.speaker for turn in turns):
        return False
    if any(o is not item and o.kind in NAMES for o in scene.items_by_turn[item.turn]):
        return False  # "Hier ist Wilfi, ich meine, Wilfried"
    before, after = scene.around(item)
    alone = not words(before + after) or "first_name" in asked_for(scene, item)
    return not alone and bool(_BREAK.search(before) and _NEXT.match(after))


def _is_likely(scene: Scene, item: Item, key: str) -> bool:
    """Whether a word behind a title is rather a surname than a given name."""
    lexicon = scene.lexicon
    if item.is_given:
        return False
    if not is_given(key, lexicon):
        return True
    surname = lexicon.surname_by_key.get(key)
    if surname is None or lexicon.lang in _FORMAL:
        return surname is not None
    entry = lexicon.name_by_key.get(key)
    weights = (each.surname_weights.get(surname, 0.0) for each in (lexicon, *lexicon.companions))
    return entry is not None and max(weights) > entry.weight


def _keys(scene: Scene, item: Item) -> list[str]:
    """The folded words of a mention without endings and titles."""
    titles = scene.titles | title_words(item.text, scene.lexicon)
    stems = (scene.stems.name(word, item.kind)[0] for word in item.text.split())
    keys = [key for stem in stems for key in words(stem)]
    titled = len(keys) > 2 and keys[1] in titles and keys[0] in determiners(scene.lexicon)
    if titled or is_plural_article(item.text.partition(" ")[0], scene.lexicon):
        keys = keys[1:]  # "die Frau Stöver", "les Robert"
    return [key for key in keys if key not in titles]


def assign_surnames_alone(
    scene: Scene, units: dict[int, list[Unit]], said: frozenset[str] = frozenset()
) -> None:
    """A word that the dialogue has as a surname is one alone too, where no list has it as a given
    name, where it follows one, or a title stands before it that goes with surnames ("doctora
    Vega", of Paz Vega). `said`: what `surnames_said` found."""
    lexicon = scene.lexicon
    every = [unit for item_units in units.values() for unit in item_units]
    surnames = {u.key for u in every if u.role == "surname"} | said
    called = {u.key for u in every if u.role == "given" and len(units[u.item.index]) > 1}
    # "Smyth-Bailey ... Bailey is my husband's": a name with a hyphen has its parts alone, too.
    doubled = {u.key for us in units.values() for u in _joined(us)}
    settled = {
        item_units[0].key
        for item_units in units.values()
        if len(item_units) == 1 and _is_settled(scene, item_units[0])
    }
    _assign_given(units, lexicon)
    before: Unit | None = None
    for item_units in units.values():
        alone = item_units[0] if len(item_units) == 1 and item_units[0].role == "given" else None
        role = _role_said(scene, alone.item) if alone is not None and not alone.cut else ""
        if alone is not None and role == "surname":
            item_units[0] = replace(alone, role="surname")
        elif alone is not None and alone.key in surnames and not alone.cut:
            listed = alone.key in lexicon.name_by_key or alone.key in lexicon.fulls_of
            titled = alone.key not in called and (
                alone.key in doubled or alone.key in settled or _is_told(scene, alone.item)
            )
            # "No, Martín es mi nombre"; "et votre fils, c'est Thomas aussi ?"
            titled = titled and not role and not _is_relatives(scene, alone.item)
            titled = titled and not _is_first_name(scene, alone)  # "en [Martí]"
            # "Ms Howard", of Linnet Howard, beside one Howard Pym.
            titled = titled or (lexicon.lang in _FORMAL and is_titled(scene, alone.item))
            if not listed or titled or (alone.key in said and _follows(scene, before, alone)):
                item_units[0] = replace(alone, role="surname")
        elif alone is not None and not alone.cut and _is_heard(alone.key, surnames, lexicon):
            item_units[0] = replace(alone, role="surname")
        elif alone is None and len(item_units) == 1 and _is_don(scene, item_units[0], every):
            item_units[0] = replace(item_units[0], role="given")
        before = item_units[-1] if item_units else None


def _assign_given(units: dict[int, list[Unit]], lexicon: Lexicon) -> None:
    """What was read as two surnames is a given name and one, where the second one follows a given
    name elsewhere and the first is not among the usual: "Bertran Puigdollers", father of Clara."""
    pairs = (pair for each in units.values() for pair in pairwise(each))
    led = {two.key for one, two in pairs if (one.role, two.role) == ("given", "surname")}
    for each in units.values():
        if [unit.role for unit in each] != ["surname", "surname"] or each[1].key not in led:
            continue
        one = each[0]
        form = lexicon.surname_by_key.get(one.key, "")
        weights = [some.surname_weights.get(form, 0.0) for some in (lexicon, *lexicon.companions)]
        if one.item.kind is Kind.SURNAME or "-" in one.item.text:
            continue
        if max(weights) <= USUAL:
            each[0] = replace(one, role="given")


def _is_first_name(scene: Scene, unit: Unit) -> bool:
    """Whether what a list has as a given name stands behind a title or an article of those."""
    before = title_before(scene, unit.item)
    article = scene.lexicon.lang == "ca" and before in ("el", "l")
    return (before in BEFORE_GIVEN or article) and is_given(unit.key, scene.lexicon)


def _is_relatives(scene: Scene, item: Item) -> bool:
    """Whether the words before a name make it a relative's, whom one calls by the given name."""
    said = words(_SENTENCE.split(scene.before(item))[-1])[-_RELATIVE:]
    return not scene.lexicon.cues("relation").keys().isdisjoint(said)


def _is_settled(scene: Scene, unit: Unit) -> bool:
    """Whether a name alone is a family's, a surname by what is said of it, or the answer to a
    question for one."""
    if unit.cut or unit.item.is_given:
        return False
    asked = asked_for(scene, unit.item) in SURNAMES or _is_family(scene, unit.item)
    return asked or role_said(scene, unit.item) == "surname"


def _joined(units: Sequence[Unit]) -> Iterator[Unit]:
    """The surnames of a mention between which there is a hyphen."""
    for one, two in pairwise(unit for unit in units if unit.role == "surname"):
        if one.item.text[one.end : two.start] == "-":
            yield from (one, two)


def _is_heard(key: str, surnames: Collection[str], lexicon: Lexicon) -> bool:
    """Whether a word that no list has is a surname of the dialogue, misheard: "¿Amad?" of Amat."""
    if len(key) < _MISHEARD or is_given(key, lexicon):
        return False
    return any(is_variant(key, surname) for surname in surnames)


def _is_don(scene: Scene, unit: Unit, every: Sequence[Unit]) -> bool:
    """Whether what a list has as a surname alone is called "don" or "doña", and nothing else."""
    if unit.role != "surname" or unit.item.kind is Kind.SURNAME:
        return False
    same = (u for u in every if u.key == unit.key)
    titles = _DON & scene.lexicon.cues("title").keys()
    return all(title_before(scene, u.item) in titles and u.role == "surname" for u in same)


def _follows(scene: Scene, before: Unit | None, unit: Unit) -> bool:
    """Whether a unit is the next word behind a given name, and no list has both as one."""
    if before is None or before.role != "given" or before.item.turn != unit.item.turn:
        return False
    listed = f"{before.key} {unit.key}" in scene.lexicon.name_by_key
    return scene.between(before.item, unit.item) == " " and not listed
