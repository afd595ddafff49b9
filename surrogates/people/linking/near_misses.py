"""Names heard wrong and set right: "Moro?" "No, Mora"; "Fátimo, ¿no?" "Casi, Fátima".

The wrong one is no other name: its surrogate is a near miss of the right one's, a letter away as
well, so that the slip and its correction still make sense. Called by `replacement`, `surnames` and
`links`; what a person links as "near_miss" counts like what was read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from surrogates.codes import ConstraintKind
from surrogates.folding import fold, letters_only, words
from surrogates.labels import Kind
from surrogates.languages.letters import WORD, reader, said, tokens_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.languages.variants import sound
from surrogates.node_keys import NodeKey
from surrogates.once import once_a_scene
from surrogates.people.context.introductions import names_self
from surrogates.people.entities import Node, Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR_MISS = "near_miss"
SHORTEST = 3  # letters of a name that another may be a near miss of
TURNS = 2  # after a slip in which it is set right
BEFORE = 6  # words before the right name among which the correction is said
_CHOICE = 6  # the same where somebody asks: "[Mathieu] avec un seul T ou [Matthieu]?"
BETWEEN = 4  # words from one to the other in one breath
_LEAD = 3  # words before the right name where it begins an answer: "it's [Thompson], with a p"
_AFTER = 30  # characters after it in which a letter of it is said
_NOT = frozenset(["no", "not", "nicht", "kein", "non", "pas", "ez"])
_NO = _NOT | {"ninguna", "ningun", "cap", "keine", "keinen", "aucun", "aucune", "pas"}
_ENDING = 4  # letters of an ending that two names share: "Mathilde", "Clothilde"
RARE = 10  # times as many bear the one name as the other
FAR = 5  # letters of names of which two may be heard wrong, if it is said which is right


def assign_slips(scene: Scene, units: Mapping[int, list[Unit]]) -> None:
    """A word of no list that is heard for a surname of the dialogue is one: "Schröer, nicht
    Schröder"."""
    lexicon = scene.lexicon
    surnames = {u.key.text for each in units.values() for u in each if u.role == "surname"}
    for each in units.values():
        unit = each[0] if len(each) == 1 else None
        if unit is None or unit.role != "given" or unit.cut:
            continue
        listed = unit.key in lexicon.name_by_key or unit.key in lexicon.fulls_of
        if not listed and any(is_slip(unit.key.text, name) for name in surnames):
            each[0] = replace(unit, role="surname")


def near_misses(scene: Scene, nodes: Mapping[NodeKey, Node]) -> dict[NodeKey, NodeKey]:
    """The names that were set right -> the right ones, among the nodes of one role."""
    found: dict[NodeKey, NodeKey] = dict(_linked(scene, nodes))
    plain = [key for key in nodes if " " not in key and not key.is_apart and not key.is_cut]
    typos = _typo_turns(scene)
    for a, b in _neighbours(plain):
        if a in found or b in found or not _may_be_slip(a.text, b.text):
            continue
        if _joined_by_hand(scene, nodes[a], nodes[b]):
            continue
        pair = _set_right(scene, nodes, a, b)
        if pair is not None:
            found[pair[0]] = pair[1]
    for a, b in combinations(plain, 2) if typos else ():
        if a in found or b in found or not _may_be_slip(a.text, b.text):
            continue
        one, two = nodes[a], nodes[b]
        two_people = _is_somebody(scene, one, two) or _is_somebody(scene, two, one)
        if two_people or _joined_by_hand(scene, one, two):
            continue
        if _said_beside(one, two, typos):
            wrong = next((k for k in (a, b) if _is_told_off(scene, nodes[k])), a)
            found[wrong] = b if wrong == a else a
    return {wrong: right for wrong, right in found.items() if right not in found}


def _set_right(
    scene: Scene, nodes: Mapping[NodeKey, Node], a: NodeKey, b: NodeKey
) -> tuple[NodeKey, NodeKey] | None:
    """Which of two names is wrong, and which right: where one is spelled, that one."""
    for wrong, right in ((a, b), (b, a)):
        if _is_set_right(scene, nodes[wrong], nodes[right]) or _is_told_by_end(
            scene, nodes[wrong], nodes[right]
        ):
            spelled = [_is_dictated(scene, nodes[key]) for key in (wrong, right)]
            return (right, wrong) if spelled == [True, False] else (wrong, right)
    return None


def _neighbours(keys: Iterable[NodeKey]) -> list[tuple[NodeKey, NodeKey]]:
    """Pairs that may be a slip: they share a word, or are so long that more letters may differ."""
    keys = list(keys)
    by_sign: dict[str, list[NodeKey]] = {}
    for key in keys:
        for sign in signs_of(key.text):
            by_sign.setdefault(sign, []).append(key)
        by_sign.setdefault(f"/{heard(key.text)}", []).append(key)
        if len(key.text) >= FAR:
            by_sign.setdefault(f"{key.text[0]}…", []).append(key)
            by_sign.setdefault(f"…{key.text[-_ENDING:]}", []).append(key)
    return sorted({pair for alike in by_sign.values() for pair in combinations(alike, 2)})


def signs_of(word: str) -> set[str]:
    """A word, whole and without one of its letters: words a letter apart share one of these."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def heard(word: str) -> str:
    """A folded word as it sounds: "Ximenes" and "Giménez", "Stephens" and "Stevens"."""
    return sound(word).replace("f", "v")


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


def is_slip(one: str, two: str) -> bool:
    """Whether one name may be heard for another: a letter apart, two swapped, or more of them
    between the same beginning and end ("Barrett", "Bennett"); or said alike ("Massé", "Macé")."""
    alike = heard(one) == heard(two) and min(len(one), len(two)) >= SHORTEST
    return alike or one_letter_off(one, two) or swapped(one, two) or _alike(one, two)


def swapped(one: str, two: str) -> bool:
    """Whether two neighbouring letters have changed places: "Prado", "Pardo"."""
    at = parting(one, two)
    a, b = one[at : at + 2], two[at : at + 2]
    return len(a) == 2 and a == b[::-1] and one[at + 2 :] == two[at + 2 :]


def _alike(one: str, two: str) -> bool:
    """Whether two longer names begin alike and end alike, in half of their letters or more."""
    if min(len(one), len(two)) < FAR:
        return False
    start, end = parting(one, two), parting(one[::-1], two[::-1])
    return start > 0 and end > 1 and 2 * (start + end) >= max(len(one), len(two))


def _may_be_slip(one: str, two: str) -> bool:
    """Whether one may be heard for the other where it is said to be wrong: half of the letters of
    one are alike at the beginning ("Ross", "Roth"; "Ainhoa", "Ainara") or at the end."""
    short = min(len(one), len(two))
    if short >= SHORTEST and one[0] != two[0] and one[-1] != two[-1]:
        return heard(one) == heard(two)  # False of most pairs
    start, end = parting(one, two), parting(one[::-1], two[::-1])
    if is_slip(one, two):
        return True
    return (start > 1 or end >= _ENDING) and 2 * (start + end) >= short >= SHORTEST


@once_a_scene
def _typo_turns(scene: Scene) -> list[int]:
    """The turns that speak of a slip: "It may be a typo"."""
    cues = scene.lexicon.cues("typo")
    whole = "".join(scene.said_turns)
    cued = [said for cue in cues if (said := f" {' '.join(words(cue))} ") in whole]
    return [i for i, line in enumerate(scene.said_turns) if any(cue in line for cue in cued)]


def _said_beside(one: Node, two: Node, turns: Iterable[int]) -> bool:
    """Whether both names are said in the turn before one of these turns, or near it."""
    places = [{item.turn for item in node.items} for node in (one, two)]
    return any(
        all(any(0 <= turn - place <= TURNS for place in said) for said in places) for turn in turns
    )


def _is_told_off(scene: Scene, node: Node) -> bool:
    """Whether it is said that nobody is called so: "There's no Mrs. [Ross]"."""
    titles = scene.lexicon.cues("title")
    for item in node.items:
        before = [word for word in words(scene.before(item))[-3:] if word not in titles]
        if not _NO.isdisjoint(before[-2:]):
            return True
    return False


def parting(one: str, two: str) -> int:
    """Where two words begin to differ."""
    for at, (a, b) in enumerate(zip(one, two, strict=False)):
        if a != b:
            return at
    return min(len(one), len(two))


def _is_set_right(scene: Scene, wrong: Node, right: Node) -> bool:
    if any(names_self(scene, item) for item in wrong.items):
        return False  # who says "soy Luis" is called so
    if _is_somebody(scene, wrong, right):
        return False
    return any(
        _corrects(scene, w, r, right)
        or _is_spelled(scene, w, r)
        or _is_repeated(scene, w, r, right)
        or _is_refused(scene, w, r)
        or _is_told_by_letters(scene, w.item, r.item)
        or (_is_choice(scene, w, r) and _is_chosen(scene, wrong, right))
        for w in wrong.units
        for r in right.units
    )


def _is_somebody(scene: Scene, wrong: Node, right: Node) -> bool:
    """Whether who says the right name names the other one first: "je suis la maman d'Apolline"
    ... "Apolline ?" "Non, c'est sa sœur, Ombeline"."""
    first = right.units[0].item
    return any(
        item.speaker == first.speaker and item.turn < first.turn and not _is_denied(scene, item)
        for item in wrong.items
    ) and any(item.speaker != first.speaker for item in wrong.items)


def _is_told_by_end(scene: Scene, other: Node, told: Node) -> bool:
    """Whether two people's names differ at the end, and the letter there is said of the second:
    "Mi hermano es Julio. Yo soy Julia, con a"."""
    one, two = other.key.text, told.key.text
    if parting(one, two) < max(len(one), len(two)) - 1:
        return False
    first = min(unit.item.index for unit in other.units)
    return any(u.item.index > first and _has_letter_behind(scene, u) for u in told.units)


def _has_letter_behind(scene: Scene, unit: Unit) -> bool:
    """Whether the last letter of a name is said right behind it: ", con a", ", a-rekin"."""
    after, read = scene.after(unit.item)[:_AFTER], reader(scene.lexicon)
    if not after.startswith(","):
        return False
    keys = [said(word) for word in WORD.findall(after)]
    cues, endings = scene.lexicon.signs("with"), scene.lexicon.signs("ending")
    for n in range(BETWEEN):
        letter = read.match(keys, n) if " ".join(keys[:n]) in cues or not n else None
        behind = keys[letter[2] :][:1] if letter else []
        if letter and (n or (behind and endings.get(behind[0]) == "with")):
            return unit.key.text.endswith(fold(letter[1]))
    return False


def _is_choice(scene: Scene, one: Unit, other: Unit) -> bool:
    """ "Jiménez o Giménez?": between two writings of a name somebody asks."""
    first, last = sorted((one.item, other.item), key=lambda item: item.index)
    if first.turn != last.turn or "?" not in scene.after(last)[:_AFTER]:
        return False
    said = words(scene.between(first, last))
    either = numerals_of(scene.lexicon).forms("or")
    return 0 < len(said) <= _CHOICE and not either.isdisjoint(said)


def _is_dictated(scene: Scene, node: Node) -> bool:
    """Whether labelled letters spell a name soon after it was first said."""
    last = node.items[0].turn
    spelled = "".join(
        token.letters
        for turn in range(last, last + TURNS + 1)
        for item in scene.items_by_turn.get(turn, ())
        if item.kind is Kind.LETTER
        for token in tokens_of(item, scene.lexicon)
    )
    return letters_only(node.key.text) in letters_only(spelled)


def _is_chosen(scene: Scene, wrong: Node, right: Node) -> bool:
    """Whether of two writings the second is the name: spelled afterwards, or said more often."""

    def told(node: Node) -> tuple[bool, int, int]:
        return _is_dictated(scene, node), len(node.units), -node.items[0].index

    return told(right) > told(wrong)


def _is_spelled(scene: Scene, wrong: Unit, right: Unit) -> bool:
    """ "Maier?" "Meier, mit e.": the answer begins with the name and says a letter of it, or asks
    for it: "Meier, bitte"."""
    one, two = wrong.item, right.item
    if two.turn != one.turn + 1 or two.speaker == one.speaker or _before(scene, two)[_LEAD:]:
        return False
    if scene.items_by_turn[two.turn][0].index != two.index:
        return False
    text = scene.after(two)[:_AFTER]
    if "?" in text:
        return False  # "Girgu, amb ge?"
    after = words(text)
    cues = {*scene.lexicon.signs("with"), *scene.lexicon.signs("without")}
    cues |= scene.lexicon.cues("please").keys()
    return any(" ".join(after[:n]) in cues for n in range(1, BETWEEN))


def _is_repeated(scene: Scene, wrong: Unit, right: Unit, name: Node) -> bool:
    """ "Pardo." "¿Prado?" "Pardo.": who had said a name only says it again when asked; or with
    a letter of it: "¿Puigdomènec?" "Amb ce hac: Puigdomènech."."""
    one, two = wrong.item, right.item
    if two.turn != one.turn + 1 or two.speaker == one.speaker:
        return False
    if before := _before(scene, two):
        letters = scene.lexicon.signs("with").keys() | scene.lexicon.signs("without").keys()
        spelled = scene.before(two).rstrip().endswith(":")
        return spelled and any(" ".join(before[:n]) in letters for n in (1, 2, 3))
    asked = scene.after(one).lstrip(" ?!.…»\"'")
    return not asked and any(
        item.speaker == two.speaker and 0 < one.turn - item.turn <= TURNS for item in name.items
    )


def _is_told_by_letters(scene: Scene, one: Item, two: Item) -> bool:
    """ "[Echevarría] jartzen du, baina ni [Etxebarria] naiz, [tx]rekin, ez [ch]rekin"."""
    row = scene.items_by_turn[two.turn]
    after = [item for item in row if item.start > two.start]
    lettered = one.turn == two.turn and one.end <= two.start and bool(after)
    told = lettered and after[0].kind is Kind.LETTER
    return told and not _NOT.isdisjoint(words(scene.after(two)))


def _is_refused(scene: Scene, wrong: Unit, right: Unit) -> bool:
    """ "Giménez, con ge." "Aquí pone Jiménez." "Está mal": who said it first says it is wrong."""
    one, two = wrong.item, right.item
    if not 0 < one.turn - two.turn <= TURNS or one.speaker == two.speaker:
        return False
    answers = scene.dialogue.turns[one.turn + 1 : one.turn + 2]
    cues = scene.lexicon.cues(NEAR_MISS)
    return any(
        turn.speaker == two.speaker
        and any(f" {' '.join(words(turn.text)[:BEFORE])} ".startswith(f" {cue} ") for cue in cues)
        for turn in answers
    )


def _corrects(scene: Scene, wrong: Unit, right: Unit, name: Node) -> bool:
    """Whether one mention sets another right."""
    one, two = wrong.item, right.item
    if _is_denied(scene, two) and not _is_said_again(scene, two, name):
        return False
    if two.index > one.index and two.turn - one.turn <= TURNS:
        if one.turn != two.turn:
            return _is_told(scene, _before(scene, two))
        gap = words(scene.between(one, two))
        return len(gap) <= BETWEEN and (_is_told(scene, gap) or _is_denied(scene, one))
    # "Etxeberria, con te equis, no Etxeberia"
    return 0 <= one.turn - two.turn <= TURNS and _is_denied(scene, one)


def _is_denied(scene: Scene, item: Item) -> bool:
    """Whether it is said that this is not the name: "no Etxeberia", without a comma."""
    text = scene.before(item)
    return text.endswith(" ") and not _NOT.isdisjoint(fold(text).split()[-1:])


def _is_said_again(scene: Scene, item: Item, name: Node) -> bool:
    """Whether who had said a name says it again behind a "no" that begins the turn, without a
    comma: "is that [ryan]" "no [rhian]"."""
    again = (o.speaker == item.speaker and o.turn < item.turn for o in name.items)
    return len(words(scene.before(item))) == 1 and any(again)


def _before(scene: Scene, item: Item) -> tuple[str, ...]:
    """The last words before a mention, of its turn and outside the labels."""
    others = scene.items_by_turn.get(item.turn, ())  # "no, con [ge]: [Gimeno]"
    earlier = [o.end for o in others if o.end <= item.start and o.kind is not Kind.LETTER]
    text = scene.before(item)[max(earlier, default=0) :]
    return words(text)[-BEFORE:]


def _is_told(scene: Scene, said: tuple[str, ...]) -> bool:
    line = f" {' '.join(said)} "
    cues = (*scene.lexicon.cues("correction"), *scene.lexicon.cues(NEAR_MISS))
    return any(f" {cue} " in line for cue in cues)


def rare_beside(lexicon: Lexicon, a: str, b: str) -> bool:
    """Whether one given name is so rare beside the other that it may well be that one, misheard."""
    one, two = (lexicon.name_by_key.get(key) for key in (a, b))
    if one is None or two is None or one.gender != two.gender:
        return False
    return max(one.weight, two.weight) >= RARE * min(one.weight, two.weight)
