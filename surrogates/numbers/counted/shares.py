"""How often ("zweimal", "dos veces") and what part ("a third", "la mitad"): such a number stays.

It names nobody, and no other number goes with the words that it is made of. The words are rows
"times" and "share" of cues.tsv. `left_as_said` asks.
"""

from surrogates.codes import ConstraintKind
from surrogates.folding import PARTICLES, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals
from surrogates.numbers.board import Group
from surrogates.scene import Scene

_GLUED = "ending"  # value of a word that is written together with its number: "zweimal"
_COUNTED = "counted"  # value of a word that is an ordinal where nothing counts it: "fifth"
_DECIDED = (ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER)


def says_share(scene: Scene, group: Group) -> bool:
    """Whether whole mentions say how often, or what part of something."""
    if group.kind is not Kind.NUMBER:
        return False
    decided = (scene.constraint_for(kind, item) for kind in _DECIDED for item in group.items)
    if any(decision is not None for decision in decided):
        return False
    numerals, lexicon = group.cut.numerals, group.cut.lexicon
    return all(
        _says_often(item.text, numerals, lexicon) or is_share(item.text, numerals, lexicon)
        for item in group.items
    )


def _says_often(text: str, numerals: Numerals, lexicon: Lexicon) -> bool:
    said, cues = words(text), lexicon.cues("times")
    for size in range(1, len(said) - 1):  # "deux fois sur trois"
        if " ".join(said[-1 - size : -1]) in lexicon.cues("out_of") and _is_number(
            said[-1], numerals
        ):
            return _says_often(" ".join(said[: -1 - size]), numerals, lexicon)
    *lead, last = said or ("",)
    if lead:
        plain = PARTICLES | lexicon.signs("preposition").keys() | lexicon.cues("determiner").keys()
        order = lead[-1] in numerals.ordinals and plain.issuperset(lead[:-1])  # "zum dritten Mal"
        return last in cues and (order or _is_number(" ".join(lead), numerals))
    endings = (end for end, value in cues.items() if value == _GLUED and last.endswith(end))
    return any(_is_number(last.removesuffix(end), numerals) for end in endings)


def is_share(text: str, numerals: Numerals, lexicon: Lexicon) -> bool:
    """Whether a text says a part of a whole: "a third", "dos tercios", "die Hälfte"."""
    said, cues = words(text), lexicon.cues("share")
    for size in range(1, len(said) + 1):
        value = cues.get(" ".join(said[-size:]))
        beside = said[:-size]
        articles = all(
            ("article", w) in lexicon.agreement or w in lexicon.cues("indefinite") for w in beside
        )
        counted = bool(beside) and _is_number(" ".join(beside), numerals)
        if value is None or not (articles or counted):
            continue
        if value != _COUNTED or counted or lexicon.cues("indefinite").keys() & set(beside):
            return True
    return False


def _is_number(text: str, numerals: Numerals) -> bool:
    return text.isdecimal() or numerals.read(text) is not None
