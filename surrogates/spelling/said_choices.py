"""Letters of which one is the name's and the other is not: "con [be] o con [uve]", "mit [dt], nicht
mit [tt]", "¿Con [be]?" "No, con [uve]".

One of two that are said alike stays the name's, and the other does not.
"""

import re
from collections.abc import Iterable, Set

from surrogates.folding import plain_letters, words
from surrogates.labels import Kind
from surrogates.languages.letters import WORD, Token, negative_words, reader, said
from surrogates.people.linking.links import within_one_edit
from surrogates.people.linking.near_misses import is_slip, one_letter_off, parting
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling.facts import denials
from surrogates.spelling.names import Named, Target
from surrogates.spelling.run import Run, Spot, letter_tokens

BETWEEN = 2  # words from one letter to the other that may stand in its place: "ou un"
_PARTED = re.compile(r"[,.;:?!¿¡]")


def is_a_writing(scene: Scene, tokens: list[Token]) -> bool:
    """Whether letters are one of two writings: "with [M-C] or [M-A-C]"."""
    return bool(tokens) and bool(rival(scene, Run([Spot([t], t.letters) for t in tokens])))


def rival(scene: Scene, run: Run) -> str:
    """The letters that are said beside a run's, of which one writes as the other: "mit A-I oder
    mit E-Y"; "" where there are none."""
    item = run.items[0]
    near = range(item.turn - 1, item.turn + 2)
    labelled = (o for turn in near for o in scene.items_by_turn.get(turn, ()))
    groups: list[list[Item]] = []  # "[P] [H]" beside "[F]" is one writing
    for other in (o for o in labelled if o.kind is Kind.LETTER):
        last = groups[-1][-1] if groups else None
        beside = last is not None and last.turn == other.turn
        if last is not None and beside and not scene.between(last, other).strip():
            groups[-1].append(other)
        else:
            groups.append([other])
    at = next((i for i, some in enumerate(groups) if item.index in {o.index for o in some}), -1)
    if at < 0 or len(groups[at]) != len(run.items):
        return ""
    for i in (at - 1, at + 1):
        some = groups[i] if 0 <= i < len(groups) else []
        one, two = (groups[at], some) if i > at else (some, groups[at])
        if one and two and is_choice(scene, one[-1], two[0]):
            tokens = (t for other in some for t in letter_tokens(scene, other))
            letters = plain_letters("".join(t.letters for t in tokens))
            if letters != run.letters and alike(scene, run.letters, letters):
                return letters
    return ""


def is_choice(scene: Scene, one: Item, two: Item) -> bool:
    """Whether two letters are said beside each other: "un D ou un T"."""
    gap = scene.between(one, two) if one.turn == two.turn else _gap_of_turns(scene, one, two)
    between = words(gap)
    letters = one.kind is two.kind is Kind.LETTER
    denied = not denials(scene.lexicon).isdisjoint(between)  # "con [be], no con [uve]"
    most, parting = (BETWEEN + 1, ".;:?!") if denied else (BETWEEN, ",.;:?!")
    if one.turn != two.turn:  # "¿Con [be]?" "No, con [uve]."
        return letters and denied and len(between) <= most
    return letters and 0 < len(between) <= most and not any(c in gap for c in parting)


def _gap_of_turns(scene: Scene, one: Item, two: Item) -> str:
    return f"{scene.after(one)} {scene.before(two)}"


def is_denied(scene: Scene, token: Token) -> bool:
    """Whether a letter is said not to be the one: "con be, no con [uve]", "not a [K]"."""
    clause = _PARTED.split(scene.before(token.item))[-1]
    before = words(clause)[-BETWEEN - 1 :] if not token.start else ()
    return not negative_words(scene.lexicon).isdisjoint(before)


def alike(scene: Scene, one: str, other: str) -> bool:
    """Whether two groups of letters are said alike: "ai", "ey"."""
    kinds = scene.lexicon.signs("alike")
    return one != other and one in kinds and kinds[one] == kinds.get(other)


def is_told_apart(scene: Scene, item: Item, letter: str) -> bool:
    """Whether the turn names, without a label, a letter that is said like this one."""
    read, text = reader(scene.lexicon), scene.dialogue.turns[item.turn].text
    row = scene.items_by_turn.get(item.turn, ())
    at = 0
    for end, after in [(i.start, i.end) for i in row] + [(len(text), 0)]:
        keys = [said(word) for word in WORD.findall(text[at:end])]
        for i in range(1, len(keys)):
            named = read.match(keys, i) if keys[i - 1] in scene.lexicon.signs("with") else None
            if named is not None and alike(scene, letter, plain_letters(named[1])):
                return True
        at = after
    return False


def _others_alike(scene: Scene, letters: str, size: int) -> list[str]:
    """Groups of so many letters that are said as some others are."""
    return [o for o in scene.lexicon.signs("alike") if len(o) == size and alike(scene, letters, o)]


def choices(scene: Scene, run: Run) -> frozenset[str]:
    """Groups as long as a run's that others as long as its rival are said like."""
    kinds, size, other = scene.lexicon.signs("alike"), len(run.letters), len(run.rival)
    found = (k for k in kinds if len(k) == size and k[0] in run.options)
    return frozenset(k for k in found if _others_alike(scene, k, other))


def two_writings(
    scene: Scene, name: str, size: int, other: int, said: Set[str], options: Set[str]
) -> tuple[str, str]:
    """Letters of a name and others that are said like them, of which it has none; those at its end
    first, of which it may be asked. `said`: letters of the originals, not to be said again;
    `options`: letters that the article before them goes with."""
    for i in reversed(range(size == 1, len(name) - size + 1)):
        letters = name[i : i + size]
        left = [o for o in _others_alike(scene, letters, other) if o not in name]
        left = [o for o in left if letters in o or o in letters] or left  # "Z edo TZ"
        left = [o for o in left if o not in said] or left
        left = [o for o in left if o[0] in options] if letters[:1] in options else []
        whole = size > 1 or letters not in (name[i - 1], name[i + 1 : i + 2])
        if left and whole:
            return letters, left[len(name) % len(left)]
    return "", ""


def heard_instead(near: list[Named], named: Named, letters: str) -> Target | None:
    """The other name near one that it was mistaken for, where the letter tells them apart."""
    for other in near:
        if not other.is_person or other.target == named.target or not named.is_person:
            continue
        apart = parting(named.letters, other.letters)
        if within_one_edit(named.letters, other.letters) and named.letters[apart:][:1] == letters:
            return other.target
        pairs = list(zip(named.letters, other.letters, strict=False))
        several = len(named.letters) == len(other.letters) and is_slip(named.letters, other.letters)
        if several and any(one == letters != two for one, two in pairs):
            return other.target  # "Rovira, amb [o] i amb [ve]", not Rubira
    return None


def apart_by(near: Iterable[Named], letters: str) -> tuple[Named, Named] | None:
    """The name that has a group of letters, and one that is nearly it and has other ones there."""
    people = [named for named in near if named.is_person]
    for one in (named for named in people if letters in named.letters):
        for other in people:
            if letters not in other.letters and is_slip(one.letters, other.letters):
                return one, other
    return None


def denied_of(near: Iterable[Named], named: Named, letters: str) -> Target | None:
    """The name that has letters which one that is nearly it has not: "Oudin, sans [H]"."""
    for other in near:
        one_kind = other.is_person and named.is_person and other.target != named.target
        if one_kind and letters in other.letters and is_slip(other.letters, named.letters):
            return other.target
    return None


def told_apart(name: str, heard: str, size: int) -> str:
    """The letters of a name that tell it from what was heard instead; "" where none do."""
    plain, other = plain_letters(name), plain_letters(heard)
    at = parting(plain, other)
    if size > 1:
        at = max(0, min(at, len(plain) - size))
        return plain[at : at + size] if is_slip(plain, other) else ""
    alike = one_letter_off(plain, other) and len(plain) >= len(other)
    return plain[at:][:1] if alike else ""
