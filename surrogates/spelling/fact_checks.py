"""Tells a curator of facts about letters that are not true of a surrogate, or were not read."""

from collections.abc import Iterable

from surrogates import notices
from surrogates.folding import plain_letters
from surrogates.people.cast import Cast
from surrogates.people.linking.links import within_one_edit
from surrogates.people.linking.near_misses import NEAR_MISS
from surrogates.people.linking.slips import edit_of
from surrogates.scene import Scene
from surrogates.spelling.facts import Fact
from surrogates.spelling.names import NEAR, Named, Target, named_in

_FALSE = {
    "first": notices.FIRST_LETTER,
    "last": notices.LAST_LETTER,
    "among": notices.FIRST_LETTER,
    "inside": notices.INNER_LETTER,
    "mark": notices.MARK,
    "sign": notices.MARK,
    "marked": notices.MARK,
    "words": notices.WORD_COUNT,
}


def check_facts(scene: Scene, cast: Cast, facts: Iterable[Fact]) -> None:
    """Raises LETTER_FACT where what was said is not true of the surrogate, or was not read, and
    NEAR_MISS where it no longer tells the name from another one."""
    facts = list(facts)
    names = named_in(scene, cast) if facts else []
    told: set[frozenset[Target]] = set()  # pairs of which a curator has heard
    for fact in facts:
        form = _form(scene, cast, fact.target)
        if not form or (fact.of_number and _told_by_number(cast, fact.target)):
            continue
        notice = notices.LETTERS_UNREAD
        if fact.need is not None:
            wrong = [s for s in fact.need.anywhere.sayings if not s.met_by(form)]
            if not wrong:
                _check_apart(scene, cast, fact, names, told)
                continue
            notice = _FALSE.get(wrong[0].place.partition(" ")[0], notices.ANY_LETTER)
        scene.raise_issue(notice, fact.item)


def _told_by_number(cast: Cast, target: Target) -> bool:
    """Whether a name heard wrong was, and is, the plural or the singular of the right one."""
    role, right = target
    return any(
        edit_of(plain_letters(cast.forms[target]), plain_letters(cast.forms[(role, wrong)]))[:2]
        == edit_of(right, wrong)[:2]
        and edit_of(right, wrong)[1] == "plural"
        for (of, wrong), key in cast.near.items()
        if of == role and key == right
    )


def _form(scene: Scene, cast: Cast, target: Target) -> str:
    """The surrogate of a name; "" where it has none."""
    role, key = target
    form = scene.surrogates[int(key)] if role == "item" else cast.forms.get(target, "")
    return "" if form.startswith("[") else form


def _check_apart(
    scene: Scene, cast: Cast, fact: Fact, names: list[Named], told: set[frozenset[Target]]
) -> None:
    """Raises NEAR_MISS where a letter told two names apart, and their surrogates are not alike."""
    assert fact.need is not None
    form = _form(scene, cast, fact.target)
    own = [n for n in names if n.target == fact.target and n.is_person]
    for other in names if own else ():
        if other.target[0] != fact.target[0] or abs(other.item.turn - fact.item.turn) > NEAR:
            continue
        if not within_one_edit(own[0].letters, other.letters) or other.target == fact.target:
            continue
        if own[0].letters == other.letters:
            continue  # two writings of one name: "O'Rourke", "orourke"
        now = _form(scene, cast, other.target)
        said = fact.need.sayings | fact.labelled
        telling = {s for s in said if s.holds(other.text) != s.holds(own[0].text)}
        both = frozenset({fact.target, other.target})
        if not now or not telling or both in told:
            continue
        alike = within_one_edit(plain_letters(form), plain_letters(now))
        if not alike or any(
            s.holds(now) != s.holds(other.text) for s in telling & fact.need.sayings
        ):
            told.add(both)
            pair = (own[0].item.key, other.item.key)
            scene.raise_issue(notices.NEAR_MISS, fact.item, pair, value=NEAR_MISS)
