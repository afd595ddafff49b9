"""What the words around a name say somebody is called: "call me", "como todos", "nobody calls me".

The links ask it, and the check of what the surrogates became.
"""

import re
from collections.abc import Iterable

from surrogates.folding import fold, words
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

LONGEST = 5  # words of a cue
REACH = 48  # characters beside a name in which a cue stands
_SENTENCE = re.compile(r"[.!;] ")
_CLAUSE = re.compile(r"[,.;:?!]")


def is_called(scene: Scene, item: Item) -> bool | None:
    """Whether a name is said to be what somebody is called ("call me", "como todos"), or not to be
    ("nobody calls me"); None where nothing is said of it."""
    cues = scene.lexicon.cues
    left, right = list(words(scene.before(item)[-REACH:])), words(scene.after(item)[:REACH])
    while left and left[-1] in cues("article"):
        left.pop()  # "em diuen en Quim"
    for size in range(LONGEST, 0, -1):
        told = (
            _folded(scene.lexicon, "nickname").get(" ".join(left[-size:])),
            _folded(scene.lexicon, "nickname_after").get(" ".join(right[:size])),
        )
        for value in told:
            if value is not None:
                return value != "no"
    return True if _answers_how(scene, item) else None


def _answers_how(scene: Scene, item: Item) -> bool:
    """Whether a name begins the answer to how somebody is to be called."""
    if item.start or not item.turn:
        return False
    asking, answer = scene.dialogue.turns[item.turn - 1 : item.turn + 1]
    asked = _SENTENCE.split(asking.text.strip())[-1]
    if asking.speaker == answer.speaker or "?" not in asked:
        return False
    text = f" {' '.join(words(asked))} "
    return any(f" {cue} " in text for cue in _folded(scene.lexicon, "nickname_asked"))


def _folded(lexicon: Lexicon, kind: str) -> dict[str, str]:
    """Cues by their folded words."""
    key = ("cue words", kind)
    if key not in lexicon.pools:
        lexicon.pools[key] = {" ".join(words(cue)): v for cue, v in lexicon.cues(kind).items()}
    cues: dict[str, str] = lexicon.pools[key]
    return cues


def told_between(scene: Scene, first: Item, last: Item) -> tuple[str, ...]:
    """The words between two names of a turn that may tell of two people; before what somebody is
    called, those of its own clause: "Garikoitz da nire semea, baina etxean Gari esaten diogu"."""
    between = scene.between(first, last)
    if is_called(scene, last) is None:
        return words(between)
    return before_cue(scene.lexicon, words(_CLAUSE.split(between)[-1]))


def before_cue(lexicon: Lexicon, said: tuple[str, ...]) -> tuple[str, ...]:
    """Words without those at their end that say what somebody is called."""
    cues = _folded(lexicon, "nickname")  # "but my [husband says] Peggy" names no husband
    sizes = range(min(LONGEST, len(said)), 0, -1)
    size = next((n for n in sizes if " ".join(said[-n:]) in cues), 0)
    return said[: len(said) - size]


def is_choice(scene: Scene, ones: Iterable[Item], others: Iterable[Item]) -> bool:
    """Whether somebody asks which of two names is right: "[Joseba] ala [José]?"."""
    contrasts = scene.lexicon.cues("contrast")
    pairs = (sorted((a, b), key=lambda item: item.index) for a in ones for b in others)
    beside = (scene.between(a, b).split() for a, b in pairs if a.turn == b.turn)
    return any(not contrasts.keys().isdisjoint(map(fold, said[-1:])) for said in beside)
