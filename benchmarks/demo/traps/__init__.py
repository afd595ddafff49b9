"""Three calls, written by hand, that a careless program makes nonsense of: what revision is for.

Called by `benchmarks.demo`. Short forms, a mishearing, another language's form of a name, a number
in pieces, months, a spelling: what must stay true when all of it is replaced.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from annotation.formats.types import DialogueValue, TurnValue
from benchmarks.demo.errors import PlanError
from benchmarks.demo.turns import make_turn
from benchmarks.demo.words import Speech, Word

LABELS = {
    "F": "female name", "M": "male name", "S": "surname", "O": "organisation", "P": "place",
    "T": "product/service", "D": "month", "W": "domain", "L": "letter", "N": "number", "X": "other",
}  # fmt: skip
_STRETCH = re.compile(
    r"\{(?P<key>[A-Z])(?P<each>\*?) (?P<words>[^{}]+)\}(?P<after>[,.?]*)|(?P<word>\S+)"
)
_PUNCTUATION = re.compile(r"(.*?)([,.?]*)$")


def read_traps(lang: str, speakers: Mapping[str, str]) -> list[DialogueValue]:
    """The calls of the file of this language, in its order.

    Raises: PlanError with the line that is no turn.
    """
    path = Path(__file__).parent / f"{lang}.txt"
    calls: list[tuple[str, list[TurnValue]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        who, _, said = line.partition(": ")
        if line.startswith("== "):
            calls.append((line[3:], []))
        elif who in speakers and calls:
            turns = calls[-1][1]
            speech = Speech(speakers[who], tuple(words_of(said)))
            turns.append(make_turn([speech], len(turns) + 1, standoff=True))
        else:
            raise PlanError(f"{path.name}:{number}: not a turn")
    meta = {"invented": True, "generator": "antifaz-demo", "corpus": "support-calls"}
    return [
        DialogueValue(f"support-calls-{name}", lang, tuple(turns), meta | {"plan": name})
        for name, turns in calls
    ]


def words_of(said: str) -> list[Word]:
    """The words of a turn with the labels that its braces give."""
    words: list[Word] = []
    for group, match in enumerate(_STRETCH.finditer(said), 1):
        inside = match["words"].split() if match["words"] else [match["word"]]
        for place, text in enumerate(inside):
            word, after = _PUNCTUATION.fullmatch(text).groups()  # type: ignore[union-attr]
            if match["after"] and place == len(inside) - 1:
                after = match["after"]
            label = LABELS[match["key"]] if match["key"] else ""
            joined = group if label and not match["each"] else 0
            words.append(Word(word, label, joined, after))
    return words
