"""Where a name stands for a family or for who bears it officially: a bell, a booking, a firm."""

import re
from functools import lru_cache

from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.once import once_a_scene
from surrogates.rewrite import Item
from surrogates.scene import Scene

_BEGUN = re.compile(r"(?:^|([.?!;,¿¡]))\s*$")
_LONGEST = 4  # words of a cue before a name: "in the name of"


def names_family(scene: Scene, item: Item) -> bool:
    """Whether a name is one of a door ("bei [Zschoche] klingeln"), a booking ("a nombre de
    [Etxarri]"), a firm ("Kanzlei [Stöckl & Partner]") or of who has a trade ("Richter [Stöckl]").

    Of a word that a list has as a given name nothing is told: see the caller.
    """
    return (
        _is_booked(scene, item)
        or _is_at_door(scene, item)
        or bears_firm(scene, item)
        or _has_trade(scene, item)
    )


def _is_booked(scene: Scene, item: Item) -> bool:
    before, after = words(scene.before(item)), words(scene.after(item))
    cues = scene.lexicon.cues("booked").keys() | couples(scene.lexicon).keys()  # "Eheleute Hale"
    behind = scene.lexicon.cues("booked_after")
    found = any(" ".join(before[-size:]) in cues for size in range(1, _LONGEST + 1))
    return found or bool(after and after[0] in behind)


@lru_cache(maxsize=32)
def couples(lexicon: Lexicon) -> dict[str, str]:
    """What couples are called, in folded words -> the sexes of the two in order."""
    return {" ".join(words(cue)): order for cue, order in lexicon.cues("couple").items()}


def _is_at_door(scene: Scene, item: Item) -> bool:
    """Whether a bell or a letter box is spoken of beside a name, or asked about right before."""
    rung = _turns_of_bells(scene)
    if not rung:
        return False
    begun, goes_on = _BEGUN.search(scene.before(item)), words(scene.after(item)[:40])
    if begun and (begun[1] == "," or goes_on):
        return False  # "[Zorvik] rang the bell", "Ring the bell, [Zorvik]"
    answers = scene.items_by_turn[item.turn][0] is item and item.turn > 0
    return item.turn in rung or (answers and item.turn - 1 in rung)


@once_a_scene
def _turns_of_bells(scene: Scene) -> frozenset[int]:
    bells = scene.lexicon.cues("doorbell").keys() & scene.outside
    turns = enumerate(scene.outside_text) if bells else ()
    return frozenset(turn for turn, text in turns if not bells.isdisjoint(text.split()))


def bears_firm(scene: Scene, item: Item) -> bool:
    """Whether a firm of the dialogue is called after a name: "Fills de [Bover]", Herr Bover."""
    own = set(words(item.text))
    firms = (firm for firm in scene.items if firm.kind is Kind.ORG)
    return any(own & {*words(firm.text)[1:], *_of_partners(firm)} for firm in firms)


def _of_partners(firm: Item) -> tuple[str, ...]:
    """The first word of a firm that has partners: "Stöckl & Partner"."""
    return words(firm.text)[:1] if "&" in firm.text or "+" in firm.text else ()


def _has_trade(scene: Scene, item: Item) -> bool:
    """Whether a labelled trade stands right before a name, as a title does."""
    row = [other for other in scene.items_by_turn[item.turn] if other.end <= item.start]
    beside = bool(row) and scene.between(row[-1], item) == " "
    return beside and row[-1].kind is Kind.PROFESSION
