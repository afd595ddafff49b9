"""Family relations: "madre" becomes "tía" all through a dialogue, "padre" then "tío".

A relation becomes another of its generation, in the gender and form that was said. All those of a
dialogue stay where one of them is asked for, as they explain each other: beside a name (surnames
follow families), where a relative is said outside the labels, where somebody was born, married or
has a parent's name, and beside words that only one can mean ("biological", "embarazo"). Friends,
neighbours and colleagues explain no relative: each becomes another of them by itself.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from surrogates import draw, notices
from surrogates.attributes.relation_words import (
    BESIDE,
    PIECE,
    Kin,
    Said,
    form_of,
    inflected,
    read,
    row_of,
    rows_of,
)
from surrogates.attributes.sounds import begins_with_vowel, sound_fits
from surrogates.attributes.staying import cased_like, say_what_stays, settle
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import NAMES, Kind, kind_of
from surrogates.languages.common_nouns import ACQUAINTED
from surrogates.languages.lexicon import Lexicon
from surrogates.people.name_words import TWO_SURNAMES
from surrogates.people.namesakes import tags
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NEAR = 25  # characters between a relation and the name of the relative
_AROUND = 40  # characters in which a word asks for this very relation
_CLAUSE_ENDS = re.compile(r"[.;:!?\n]")
_ANYBODY = BESIDE | ACQUAINTED | {"children", "family", "household"}
# Cues of what only one relation can be true of, wherever they are said.
_TOLD_BY = ("married", "siblings", "born_of")

# What somebody is to whom is that to him.
_PAIRS = {
    "child": "parent",
    "child-in-law": "parent-in-law",
    "foster-child": "foster-parent",
    "godchild": "godparent",
    "grandchild": "grandparent",
    "great-grandchild": "great-grandparent",
    "great-nephew": "great-uncle",
    "nephew": "uncle",
    "step-child": "step-parent",
}
_ANSWERS = _PAIRS | {older: younger for younger, older in _PAIRS.items()}
_TURNED = {"older": "younger", "younger": "older"}

_CHILDREN, _SIBLING = {("younger", "child"), ("younger", "kid")}, ("same", "sibling")
_MINE = 3  # words before a relation among which is whose it is: "la meva", "my two"
_GROWN_UP = 16
_WHOLE_NAME = 3  # words of a name with both surnames, and people of such a family
_UNMARRIED = frozenset({"betrothed", "friend"})  # hardly of one surname
_AT_WORK = frozenset({"boss", "colleague", "superior"})
_WORKING = range(16, 67)  # years of age
_MON = frozenset({"mon", "ton", "son"})  # French: before a woman's word that begins with a vowel


def replace_relations(scene: Scene, items: Sequence[Item]) -> None:
    """Writes surrogates of the mentions of which every word is known; the others are left alone.

    Words that stand beside a relation ("materno") tell nothing alone, and stay.
    """
    understood = {item.index: found for item in items if (found := read(scene, item))}
    understood = _in_whole(understood)
    kins: dict[Kin, list[Said]] = {}
    for each in (each for found in understood.values() for each in found):
        kins.setdefault(each.kin, []).append(each)
    new = _drawn(scene, kins)
    for found in understood.values():
        item = found[0].item
        text = item.text
        for each in reversed(found):
            old = text[each.start : each.end]
            same = new[each.kin] == each.row["kin"]
            form = old if same else form_of(each, new[each.kin]) or old
            text = text[: each.start] + cased_like(form, old) + text[each.end :]
        settle(scene, item, text)
    for mentions in kins.values():
        of_kin = list({each.item.index: each.item for each in mentions}.values())
        scene.add_card("relation", of_kin, "")
    _keep_unknown(scene, items, understood)


def _in_whole(understood: dict[int, list[Said]]) -> dict[int, list[Said]]:
    """What mentions say, one that is said in part as the whole: "compañero [de piso]"."""
    rows = [each.row for found in understood.values() for each in found]

    def whole(said: Said) -> Said:
        longer = (row for row in rows if row["form"].startswith(f"{said.row['form']} "))
        return replace(said, row=next(longer, said.row))

    return {index: [whole(each) for each in found] for index, found in understood.items()}


def _keep_unknown(
    scene: Scene, items: Sequence[Item], understood: Mapping[int, Sequence[Said]]
) -> None:
    """Leaves the nouns that no table has as they are, all mentions of one alike, and says so."""
    unread: dict[str, list[Item]] = {}
    for item in items:
        if item.index not in understood:
            unread.setdefault(fold(item.text), []).append(item)
    # A label that stands for relatives elsewhere does so here, too; a capital may begin a name.
    labels = {item.label for item in items if item.index in understood}
    unknown: list[Item] = []
    for mentions in unread.values():
        if all(_is_beside(scene, item) for item in mentions):
            pass
        elif any(
            _is_some_noun(scene, item) or (item.label in labels and _is_one_word(item))
            for item in mentions
        ):
            unknown += mentions
            keys = tuple(item.key for item in mentions)
            scene.raise_issue(notices.RELATION_UNKNOWN, mentions[0], keys)
        else:
            continue
        for item in mentions:
            settle(scene, item, item.text)
    stayed = [item for item in items if item not in unknown]
    say_what_stays(scene, stayed, notices.KIN_STAYS)


def _is_beside(scene: Scene, item: Item) -> bool:
    """Whether a mention is nothing but words that may stand beside a relation."""
    rows = rows_of(scene.lexicon)
    said = [row_of(rows, match.group()) for match in PIECE.finditer(item.text)]
    return bool(said) and all(row is not None and row["group"] in BESIDE for row in said)


def _is_some_noun(scene: Scene, item: Item) -> bool:
    """Whether a mention under a label for names is a noun that no table has, behind a word that
    stands before nouns alone: "mis [nietecillos]", not "los [urrutia]"."""
    before = words(scene.before(item))[-1:]
    value = scene.lexicon.cues("determiner").get(before[0]) if before else None
    return kind_of(item.label) in NAMES and value == ""


def _is_one_word(item: Item) -> bool:
    return item.text.islower() and PIECE.fullmatch(item.text) is not None


def _drawn(scene: Scene, kins: dict[Kin, list[Said]]) -> dict[Kin, str]:
    """The new relation of each that is said: another one, and no two the same."""
    family = [each for kin, said in kins.items() if kin[0] not in ACQUAINTED for each in said]
    lexicons = {each.lexicon.lang: each.lexicon for each in family}.values()
    told = any(_is_told(scene, each) for each in lexicons) or _are_in_laws(kins)
    told = told or _are_parents_named(scene)
    told = told or any(_is_asked(scene, each) or _is_named(scene, each) for each in family)
    new: dict[Kin, str] = {
        kin: kin[1]
        for kin, said in kins.items()
        if (told if kin[0] not in ACQUAINTED else any(_is_asked(scene, each) for each in said))
    }
    taken: set[Kin] = set(new)
    siblings = kins.get(_SIBLING, ())
    if not told and _CHILDREN & kins.keys() and not all(_is_mine(scene, each) for each in siblings):
        # "¿Cuántos hijos tiene? ... la hermana pequeña": whoever's children, they are siblings.
        new[_SIBLING] = _SIBLING[1]
        taken.add(_SIBLING)
    order = sorted(
        kins, key=lambda kin: draw.order_key(scene.key, scene.dialogue.id, "|".join(kin))
    )
    for group, kin in order:
        if (group, kin) in new:
            continue
        answer = _answer(group, kin)
        for each, other in _pair(scene, kins, (group, kin), answer, taken):
            new[each] = other
            taken.add((each[0], other))
    return new


def _is_mine(scene: Scene, said: Said) -> bool:
    """Whether a relation is the speaker's own: "my sister"."""
    before = (scene.before(said.item) + said.item.text[: said.start]).rstrip()
    return not said.lexicon.cues("mine").keys().isdisjoint(words(before)[-_MINE:])


def _is_small(scene: Scene, said: Said) -> bool:
    """Whether a relation is called small, or a child's age is said in its turn."""
    before = scene.before(said.item) + said.item.text[: said.start]
    after = said.item.text[said.end :] + scene.after(said.item)
    near = {*words(before)[-1:], *words(after)[:1]}
    if not said.lexicon.cues("small").keys().isdisjoint(near):
        return True
    ages = scene.of_kind(scene.items_by_turn[said.item.turn], Kind.AGE)
    return any(age.text.isdecimal() and int(age.text) < _GROWN_UP for age in ages)


def _answer(group: str, kin: str) -> Kin:
    """What one is to whom the other is that: "hija" where "padre" is said."""
    return _TURNED.get(group, ""), _ANSWERS.get(kin, "")


def _pair(
    scene: Scene, kins: dict[Kin, list[Said]], own: Kin, answer: Kin, taken: set[Kin]
) -> list[tuple[Kin, str]]:
    """What a relation becomes, and with it the one that answers it where that is said."""
    group, kin = own
    said, answered = kins[own], kins.get(answer, [])
    seed = scene.seed("relation", f"{group}|{kin}", [each.item for each in said])
    fits, answers = _fitting(scene, said), _fitting(scene, answered)
    for other in _pool(said[0].lexicon, group).ranked(seed):
        if other == kin or (group, other) in taken or not fits(other):
            continue
        if other.endswith("-in-law") and any(_is_small(scene, each) for each in said):
            continue
        if other in _UNMARRIED and _one_surname(scene):
            continue
        if other in _AT_WORK and group in ACQUAINTED and not _may_work(scene):
            continue
        turned = _answer(group, other)
        if not answered:
            return [(own, other)]
        if turned[1] and turned not in taken and answers(turned[1]):
            return [(own, other), (answer, turned[1])]
    return [(each, each[1]) for each in ((own, answer) if answered else (own,))]


def _may_work(scene: Scene) -> bool:
    """Whether nobody's age is said who is too young or too old to be anybody's colleague."""
    ages = (age.text for age in scene.of_kind(scene.items, Kind.AGE))
    return all(int(age) in _WORKING for age in ages if age.isdecimal())


def _one_surname(scene: Scene) -> bool:
    """Whether a name behind two given names is said, which tells of a marriage: "[Ada] [Roe]"."""
    given: dict[str, set[str]] = {}
    names = [item for item in scene.items if kind_of(item.label) in NAMES]
    for one, other in pairwise(names):
        text = scene.dialogue.turns[other.turn].text
        if one.turn == other.turn and text[one.end : other.start] == " ":
            given.setdefault(fold(other.text), set()).add(fold(one.text))
    for item in names:
        if len(said := words(item.text)) > 1:
            given.setdefault(said[-1], set()).add(said[0])
    return any(len(firsts) > 1 for firsts in given.values())


def _are_parents_named(scene: Scene) -> bool:
    """Whether somebody's two surnames are the first ones of two others, who can but be the parents:
    "[Joan Ferret Carbonell]" beside a Ferret and a Carbonell."""
    if scene.lexicon.lang not in TWO_SURNAMES:
        return False
    named = {tuple(w for w in words(i.text) if w not in PARTICLES)
             for i in scene.of_kind(scene.items, Kind.PERSON)}  # fmt: skip
    whole = {said for said in named if len(said) >= _WHOLE_NAME}
    for *_, one, two in whole if len(whole) >= _WHOLE_NAME else ():
        of_two = {said for said in whole if said[-2] in (one, two) and said[-2:] != (one, two)}
        if one != two and {said[-2] for said in of_two} == {one, two}:
            return True
    return False


def _are_in_laws(kins: Collection[Kin]) -> bool:
    """Whether a spouse and that spouse's relatives are said."""
    spouse = any(group == "spouse" for group, _ in kins)
    return spouse and any(kin.endswith("-in-law") for _, kin in kins)


def _pool(lexicon: Lexicon, group: str) -> draw.Pool:
    key = ("relations", group)
    if key not in lexicon.pools:
        rows = [row for row in lexicon.rows("relations") if row["group"] == group]
        weights = {r["kin"]: draw.BAND_WEIGHT[int(r["weight"])] for r in rows if r["weight"] > "0"}
        lexicon.pools[key] = draw.Pool(weights.items())
    pool: draw.Pool = lexicon.pools[key]
    return pool


def _fitting(scene: Scene, said: Sequence[Said]) -> Callable[[str], bool]:
    """Whether a relation has every form that is needed, and is nobody's outside the labels."""

    def fits(kin: str) -> bool:
        forms = [form_of(each, kin) for each in said]
        return all(
            form
            and scene.outside.isdisjoint(words(form))
            and (each.start > 0 or _sounds(scene, each, form))
            for form, each in zip(forms, said, strict=True)
        )

    return fits


def _sounds(scene: Scene, said: Said, form: str) -> bool:
    """Whether the article before a relation goes with another: "ma voisine", "mon amie"."""
    before = words(scene.before(said.item)[-12:])[-1:]
    if said.lexicon.lang == "fr" and said.row["gender"] == "f" and before and before[0] in _MON:
        return begins_with_vowel(form, "fr")
    return sound_fits(scene, said.item, form)


def _tells_maiden_name(scene: Scene, lexicon: Lexicon) -> bool:
    """Whether a word such as "née" stands before a name."""
    cues = lexicon.cues("maiden")
    named = (item for item in scene.items if item.kind in NAMES)
    before = (words(scene.before(item))[-2:] for item in named)
    return any(" ".join(said[-n:]) in cues for said in before for n in (1, 2))


def _is_told(scene: Scene, lexicon: Lexicon) -> bool:
    """Whether a dialogue tells of relatives outside the labels: who they are, or were born to."""
    rows, cues = rows_of(lexicon), lexicon.cues
    # "Frau Wald" is nobody's wife, and a word for a husband may be any man's.
    unclear = {*cues("title"), *cues("person")}
    for word in scene.outside - unclear:
        row = row_of(rows, word)
        if row is None and lexicon.lang == "eu":
            row, _ = inflected(rows, word)
        if row is not None and row["group"] not in _ANYBODY:
            return True
    return any(scene.says(cues(kind)) for kind in _TOLD_BY) or _tells_maiden_name(scene, lexicon)


def _is_asked(scene: Scene, said: Said) -> bool:
    """Whether only this relation will do where it is said."""
    rows = rows_of(said.lexicon)
    same = {fold(key) for key, row in rows.items() if (row["group"], row["kin"]) == said.kin}
    firms = scene.of_kind(scene.items, Kind.ORG)  # "he and his brother ... Kerrigan Brothers"
    if not (scene.outside | tags(scene)).isdisjoint(same):
        return True
    if any(not same.isdisjoint(words(firm.text)) for firm in firms):
        return True
    item = said.item
    around = (
        _CLAUSE_ENDS.split(scene.before(item)[-_AROUND:])[-1]
        + f" {item.text} "
        + _CLAUSE_ENDS.split(scene.after(item)[:_AROUND])[0]
    )
    if any(rows.get(word, {}).get("group") == "asks" for word in words(around)):
        return True
    before = words(scene.before(item) + item.text[: said.start])[-1:]
    beside = {*before, *words(item.text[said.end :] + scene.after(item)[:_AROUND])[:1]}
    if said.row["group"] in ACQUAINTED and not beside.isdisjoint(said.lexicon.cues("dear")):
        return True  # "my best friend"
    cues = said.lexicon.cues("known_by")
    near = words(scene.outside_text[item.turn])
    return any(said.row["kin"] in cues.get(word, "").split() for word in near)


def _is_named(scene: Scene, said: Said) -> bool:
    """Whether a relative is called by name, whose surname follows the family."""
    item = said.item
    return any(
        other.kind in NAMES and _beside(scene, item, other)
        for other in scene.items_by_turn.get(item.turn, ())
    )


def _beside(scene: Scene, item: Item, other: Item) -> bool:
    """Whether a name stands in the same clause, near the relation."""
    first, second = (item, other) if item.start < other.start else (other, item)
    between = scene.between(first, second)
    return len(between) <= _NEAR and not _CLAUSE_ENDS.search(between)


def shapes_of(scene: Scene, item: Item) -> list[tuple[str, str]]:
    """(form, gender) of each relative that a mention says; none where a word is not known."""
    return [
        (each.row["shape"], each.row["gender"])
        for each in read(scene, item)
        if each.row["group"] not in ACQUAINTED
    ]
