"""More coherence cases, many kinds in one dialogue: each holds for every key.

A line is `A: Soy [Ana:PER].`; a check is the name of a checker and its arguments, or `written`
(span -> template over the surrogates), `matches` (span -> regular expression) or `code` (an issue).
"""

import functools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from surrogates.folding import PARTICLES, key_words, words
from surrogates.labels import CLOSED, kind_of
from surrogates.languages import load_lexicon
from surrogates.languages.common_parts import common_parts
from surrogates.types import Dialogue, Result
from tests.surrogates.checkers import CHECKS, digits_equal
from tests.surrogates.dialogues import codes, dialogue, run, texts

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "coherence-own.json").read_text(encoding="utf-8")
)
FIGURES = {"phone", "card", "id", "zip"}
KEPT = {"com", "gmail", "don", "señor", "senor", "senora", "punto", "arroba"} | PARTICLES


def holds(name: str, args: Any, case: dict[str, Any], result: Result, old: list[str]) -> bool:
    out = texts(result)
    if name == "code":
        return args in codes(result)
    if name == "written":
        return all(out[int(i)] == text.format(*out) for i, text in args.items())
    if name == "matches":
        return all(re.fullmatch(pattern, out[int(i)]) for i, pattern in args.items())
    check = CHECKS[name]
    if check is digits_equal:
        check = functools.partial(digits_equal, lang=case["lang"])
    return check(out, args, old)


def secret_words(made: Dialogue) -> set[str]:
    """Words of the open-class originals."""
    return {
        word
        for turn in made.turns
        for m in turn.mentions
        if (kind := kind_of(m.label)) not in CLOSED and kind not in FIGURES
        for text in [turn.text[m.start : m.end]]
        for word in key_words(text) - common_parts(text, kind, load_lexicon(made.lang))
    } - KEPT


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in CASES])
def test_own_case(case: dict[str, Any]) -> None:
    made = dialogue(*case["lines"], id=case["id"], lang=case["lang"])
    old = [t.text[m.start : m.end] for t in made.turns for m in t.mentions]
    for key in (b"one", b"two"):
        result = run(made, key=key)
        out = texts(result)
        assert not [text for text in out if text.startswith("[")], out
        assert not {w for text in out for w in words(text)} & secret_words(made)
        assert not [i.code for i in result.issues if i.severity == "block"]
        for name, args in case["checks"]:
            assert holds(name, args, case, result, old), (name, args, out)


def test_a_relative_date_holds_nothing_back() -> None:
    made = dialogue("A: [ayer:DATE] vino [Ana:PER], la de [dos:NUM] [y:NUM] [hace un mes:DATE]")
    result = run(made)
    assert texts(result)[0] == "ayer"
    assert not result.leaks
