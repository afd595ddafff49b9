"""A title beside a name: that a surname goes with it, that it is a call, whose it is."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile

from surrogates.folding import fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.titles import BEFORE_GIVEN, plain_titles, title_words
from surrogates.people.context.said_roles import asked_for, role_said
from surrogates.people.entities import Cluster, Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

TITLE = re.compile(r"([^\W\d_]+)(\.?)\s*$")
_CALLED = re.compile(r"(?:^|[,.;:?!¿¡])\s*$")
_STOPS = re.compile(r"\s*(?:[,.;:?!]|$)")
_WORD_AFTER = re.compile(r" ([^\W\d_]+)")
_CLAUSE_END = re.compile(r"[.;:?!]")
_INTRODUCED = 4  # words before a name in which a relative is spoken of
_BEHIND = 40  # characters behind a title in which another one sets it right
_EXCUSE = 3  # words that say so
_ABBREVIATED = 4  # letters of the longest title with a full stop: "Srta."


def set_right(scene: Scene, item: Item) -> list[str]:
    """The gender of a title behind an excuse right after the name: "jauna? Barkatu, andrea"."""
    lexicon = scene.lexicon
    titles = lexicon.cues("title") | lexicon.cues("title_after")
    said = words(scene.after(item)[:_BEHIND])
    said = said[1:] if said[:1] and said[0] in titles else said
    for size in range(1, len(said)):
        if " ".join(said[:size]) in lexicon.cues("correction") and size <= _EXCUSE:
            return [
                g for word in said[size : size + 1] if (g := titles.get(word, "")) in ("f", "m")
            ]
    return []


def is_titled(scene: Scene, item: Item) -> bool:
    """Whether a title that goes with surnames stands right before a name or, in Basque, after."""
    title = title_before(scene, item)
    if title in plain_titles(scene.lexicon) and title not in BEFORE_GIVEN:
        return True
    after = words(item.text)[1:][-1:] or words(scene.after(item))[:1]
    return any(word in scene.lexicon.cues("title_after") for word in after)


def title_before(scene: Scene, item: Item) -> str:
    """The folded word right before a name, in its mention or outside, which may be a title."""
    first, *inside = words(item.text) or ("",)
    match = TITLE.search(scene.before(item))
    if inside:
        titled = title_words(item.text, scene.lexicon)
        led = inside if first in determiners(scene.lexicon) else [first, *inside]
        return [first, *takewhile(titled.__contains__, led)][-1]  # "die Frau Doktor Stöver"
    if match is None:
        return ""
    # "Gracias, señor. Iker ...": only a short one has a full stop of its own.
    return "" if match[2] and len(match[1]) > _ABBREVIATED else fold(match[1])


def is_called(scene: Scene, item: Item) -> bool:
    """Whether a name with its title is called out: "Danke, Frau Gil." """
    before, after = scene.around(item)
    title = TITLE.search(before)
    before = before[: title.start()] if title and fold(title[1]) in scene.titles else before
    behind = _WORD_AFTER.match(after)
    if behind and fold(behind[1]) in scene.lexicon.cues("title_after"):
        after = after[behind.end() :]
    return bool(_CALLED.search(before) and _STOPS.match(after))


def titles_a_name(scene: Scene, item: Item) -> bool:
    """Whether a mention of another kind is a title, and a name its own right behind: "[Herr]
    [Wiesinger]"."""
    if not scene.lexicon.cues("title").keys() >= set(words(item.text)):
        return False
    turn = scene.items_by_turn[item.turn]
    after = next((i for i in turn if i.start >= item.end), None)
    joined = after is not None and not scene.between(item, after).strip(" .")
    return joined and after is not None and after.kind in NAMES


def _gender_told(scene: Scene, item: Item) -> str:
    return scene.lexicon.cues("title").get(title_before(scene, item), "")


def titled_call(scene: Scene, item: Item) -> str:
    """The gender of the title with which a surname is called out ("Danke, Frau Gil"), or ""."""
    told = _gender_told(scene, item)
    return told if is_titled(scene, item) and is_called(scene, item) else ""


def titled_alone(
    scene: Scene, cluster: Cluster, units: Mapping[int, Sequence[Unit]]
) -> Iterator[Item]:
    """Where the surname of a person stands alone with a title ("Ms Okafor"), and is nobody else's
    in the dialogue whom it fits, or where the given name is asked for ("Herr Amend, und der
    Vorname?")."""
    given: dict[str, set[str]] = {}  # surname -> the given names before it
    before: Unit | None = None
    for unit in sorted(
        (u for us in units.values() for u in us), key=lambda u: (u.item.index, u.start)
    ):
        if before is not None and {before.role, unit.role} == {"given", "surname"}:
            one, two = (before, unit) if before.role == "given" else (unit, before)
            beside = _stands_by if one is before else _turned
            if beside(scene, before, unit) or _as_on_a_form(scene, one.item, two.item):
                given.setdefault(two.key, set()).add(one.key)
        before = unit
    answers = [item for item in cluster.items if asked_for(scene, item) == {"first_name"}]
    asking = {item.turn - 1 for item in answers if scene.items_by_turn[item.turn][0] is item}
    names = {unit.key for unit in cluster.units}
    # "Herr Amend, und Ihre Enkelin? — Ida Amend"
    relative = any(_is_relative(scene, item) for item in cluster.items)
    for item in scene.items:
        said = units.get(item.index, ())
        if {u.role for u in said} != {"surname"} or not is_titled(scene, item):
            continue
        if _is_apposed(scene, item):
            continue
        bearers = [_titled_so(scene, item, given.get(unit.key, set())) for unit in said]
        theirs = not relative and all(named and named <= names for named in bearers)
        if theirs or item.turn in asking:
            yield item


def _is_apposed(scene: Scene, item: Item) -> bool:
    """Whether a title says who a relative is that is spoken of: "her husband, Mr [Patel]"."""
    before = words(scene.before(item))
    return len(before) > 1 and before[-2] in scene.lexicon.cues("relation")


def _titled_so(scene: Scene, item: Item, named: Collection[str]) -> set[str]:
    """Those of the given names before a surname whose bearer may have its title; the only one
    has it, whatever a list says."""
    if len(named) < 2:
        return set(named)
    title, known = _gender_told(scene, item), scene.lexicon.name_by_key
    other = {"f": "m", "m": "f"}.get(title)
    return {name for name in named if name not in known or known[name].gender != other}


def _is_relative(scene: Scene, item: Item) -> bool:
    """Whether a relative is spoken of before a name, or, in a label, in the turn before."""
    clause = words(_CLAUSE_END.split(scene.before(item))[-1])[-_INTRODUCED:]
    if not scene.lexicon.cues("relation").keys().isdisjoint(clause):
        return True  # "Mein Mann heißt Thomas Paul"
    before = (other for other in scene.items_by_turn[item.turn] if other.end <= item.start)
    near = (*before, *scene.items_by_turn.get(item.turn - 1, ()))
    return any(other.kind is Kind.RELATION for other in near)


def _turned(scene: Scene, surname: Unit, given: Unit) -> bool:
    """Whether a given name stands behind its surname: "Sie sind Herr Çelik, Yunus?"."""
    one, two = surname.item, given.item
    if one.turn != two.turn or scene.between(one, two) != ", ":
        return False
    return bool(_STOPS.match(scene.after(two)))


def _as_on_a_form(scene: Scene, given: Item, surname: Item) -> bool:
    """Whether one turn says both parts of a name by what they are: "last name [Doe], first name
    [Jo]"."""
    if given.turn != surname.turn or role_said(scene, given) != "first_name":
        return False
    between = scene.between(*sorted((given, surname), key=lambda item: item.start))
    kin = scene.lexicon.cues("kin").keys() | scene.lexicon.cues("split").keys()
    return kin.isdisjoint(words(between))


def _stands_by(scene: Scene, one: Unit, two: Unit) -> bool:
    if one.item is two.item:
        return True
    return one.item.turn == two.item.turn and scene.between(one.item, two.item) == " "


def determiners(lexicon: Lexicon) -> frozenset[str]:
    return frozenset((*lexicon.cues("determiner"), *lexicon.cues("article")))


def is_title(scene: Scene, item: Item) -> bool:
    """Whether a mention is only a title of the name beside it: [Ruiz] [Jr.]."""
    keys, lexicon = words(item.text), scene.lexicon
    if not keys or not plain_titles(lexicon).issuperset(keys):
        return False
    beside = (
        i for i in scene.items_by_turn.get(item.turn, ()) if i.kind in NAMES and i is not item
    )
    gaps = (scene.between(*sorted((item, other), key=lambda each: each.start)) for other in beside)
    return lexicon.surname_keys.isdisjoint(keys) and any(gap in (" ", ", ") for gap in gaps)
