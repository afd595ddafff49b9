"""What the answer to a name tells of its bearer: "¿Rosario Benítez? — La misma."

`gender` asks this where something stands beside a name; `kinship` asks what was put right.
"""

import re

from surrogates.folding import PARTICLES, words
from surrogates.labels import NAMES
from surrogates.people.context.predicates import SEXES
from surrogates.rewrite import Item
from surrogates.scene import Scene

_DENIAL = 2  # words at the beginning of a turn: "ah, no"
_PIECES = re.compile(r"[.,;:?!¿¡…\n]|\s[-–—]\s")
_LATER_QUESTION = re.compile(r"[.?!…;]\s+[^.?!…;]*\w[^.?!…;]*\?")


def selfsame(scene: Scene, item: Item) -> str:
    """The gender that "la misma" or "c'est elle-même" tells, said alone by who answers; or ""."""
    told = scene.lexicon.cues("selfsame").items()
    cues = {" ".join(words(cue)): gender for cue, gender in told}
    turn = item.turn + 1
    if not cues or turn >= len(scene.dialogue.turns):
        return ""
    names = [other for other in scene.items_by_turn.get(item.turn, ()) if other.kind in NAMES]
    answer = scene.dialogue.turns[turn]
    # Said of who was named last: a name and its surname stand side by side.
    behind = next((other for other in names if other.start >= item.end), None)
    alone = behind is None or (behind is names[-1] and not scene.between(item, behind).strip())
    # "¿La dirección de Rosario? — La misma.": it is the address.
    before = list(words(scene.before(item)))
    while before and before[-1] in scene.titles:
        before.pop()  # "¿La viuda de don Efrén? — La misma."
    owned = not PARTICLES.isdisjoint(before[-1:])
    if not alone or owned or answer.speaker == item.speaker:
        return ""
    # "Gracias, don Francisco. ¿La tarjeta es esta? — La misma.": it is the card.
    if _LATER_QUESTION.search(scene.after(item)):
        return ""
    first = next(iter(scene.items_by_turn.get(turn, ())), None)
    pieces = _PIECES.split(answer.text if first is None else answer.text[: first.start])
    if first is not None:
        pieces.pop()  # "¿Es él [José María]?" is said of the name after it
    confirming = scene.lexicon.cues("confirm").keys()
    for piece in pieces:
        said = list(words(piece))
        while said and said[0] in confirming:
            said.pop(0)
        gender = cues.get(" ".join(said), "")
        if gender in SEXES:
            return gender
    return ""


def puts_right(scene: Scene, named: Item, again: Item) -> bool:
    """Whether the next turn of the other one begins with a no and says the name that is right:
    "¿Ovidio Santolaya? — No, soy Ovidio Ruiz"."""
    turns = scene.dialogue.turns
    if again.turn != named.turn + 1 or turns[again.turn].speaker == turns[named.turn].speaker:
        return False
    begun = words(scene.before(again))[:_DENIAL]
    return not scene.lexicon.cues("correction").keys().isdisjoint(begun)
