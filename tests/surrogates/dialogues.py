"""Small dialogues for the tests: spans are written in the text as [words:LABEL]."""

import re
from collections.abc import Sequence
from typing import Any

from surrogates import Knowledge, pseudonymise
from surrogates.notices import TOLD_BESIDE
from surrogates.types import Constraint, Dialogue, Issue, Mention, Result, Turn

KEY = bytes(range(32))
_SPAN = re.compile(r"\[([^\[\]:]+):([^\[\]:]+)\]")


def turn(line: str, number: int = 0) -> Turn:
    """ "A: Soy [Ana:PER]." -> a turn of speaker A with one mention."""
    speaker, marked = line.split(": ", 1)
    text, last = "", 0
    mentions: list[Mention] = []
    for match in _SPAN.finditer(marked):
        text += marked[last : match.start()]
        start = len(text)
        text += match.group(1)
        mentions.append(Mention(start, len(text), match.group(2), f"{number}:{start}"))
        last = match.end()
    return Turn(speaker, text + marked[last:], tuple(mentions))


def dialogue(*lines: str, id: str = "d1", lang: str = "es") -> Dialogue:
    return Dialogue(id, lang, tuple(turn(line, i) for i, line in enumerate(lines)))


def from_case(case: dict[str, Any]) -> Dialogue:
    turns = tuple(
        Turn(
            t["speaker"],
            t["text"],
            tuple(Mention(s["start"], s["end"], s["label"]) for s in t["spans"]),
        )
        for t in case["turns"]
    )
    return Dialogue(case["id"], case["lang"], turns)


def run(
    made: Dialogue,
    strategy: Any = "entity",
    key: bytes = KEY,
    constraints: Sequence[Constraint] = (),
    q: float = 1.0,
    **known: Any,
) -> Result:
    """`known`: what the engine may know beside the dialogue."""
    knowledge = Knowledge(**known)
    return pseudonymise(
        made, strategy=strategy, key=key, constraints=constraints, q=q, knowledge=knowledge
    )


def texts(result: Result) -> list[str]:
    return [r.surrogate for r in result.replacements]


def codes(result: Result) -> list[str]:
    return [i.code for i in told(result)]


def told(result: Result) -> list[Issue]:
    """The issues, without the notes of a model: they are others whenever it learns anew."""
    return [i for i in result.issues if i.message != TOLD_BESIDE.message]


def issue_of(result: Result, code: str) -> Issue:
    """The first issue of that code."""
    return next(i for i in result.issues if i.code == code)


def keys(made: Dialogue) -> list[str]:
    """Those of the mentions, in the order of the text."""
    return [m.key for t in made.turns for m in t.mentions]


def outside(made: Dialogue) -> list[str]:
    """The text between the mentions, piece by piece."""
    found: list[str] = []
    for turn in made.turns:
        last = 0
        for mention in turn.mentions:
            found.append(turn.text[last : mention.start])
            last = mention.end
        found.append(turn.text[last:])
    return found
