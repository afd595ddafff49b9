"""The table of coherence cases: the engine passes them, and the checkers know good from bad."""

import functools
import json
from pathlib import Path
from typing import Any

import pytest

from surrogates.folding import PARTICLES, key_words, words
from surrogates.labels import CLOSED, kind_of
from tests.surrogates.checkers import CHECKS, digits_equal
from tests.surrogates.dialogues import codes, from_case, run, texts

TABLE = Path(__file__).parents[2].parent / "shared" / "cases" / "coherence.json"
CASES: list[dict[str, Any]] = json.loads(TABLE.read_text()) if TABLE.exists() else []
LATER: dict[str, str] = {}
SELF_TEST_SKIPS = {*LATER, "es-31", "es-62"}
pytestmark = pytest.mark.skipif(not CASES, reason=f"no table of cases at {TABLE}")


def originals(case: dict[str, Any]) -> list[str]:
    return [t["text"][s["start"] : s["end"]] for t in case["turns"] for s in t["spans"]]


def check(case: dict[str, Any], out: list[str]) -> bool:
    if any(text.startswith("[") for text in out):
        return False  # a placeholder is safe, but it does not cohere
    function = CHECKS[case["check"]]
    if function is digits_equal:
        function = functools.partial(digits_equal, lang=case["lang"])
    return function(out, case["args"], originals(case))


def params() -> list[Any]:
    return [
        pytest.param(
            case,
            id=case["id"],
            marks=[pytest.mark.xfail(reason=LATER[case["id"]], strict=True)]
            if case["id"] in LATER
            else [],
        )
        for case in CASES
    ]


@pytest.mark.parametrize("case", params())
def test_case(case: dict[str, Any]) -> None:
    made = from_case(case)
    for key in (b"one", b"two", b"three", b"four", b"five"):
        result = run(made, key=key)
        out = texts(result)
        assert_globals(case, out, result.draft.turns)
        if case["check"] == "flag_fixed_feast":
            assert "DATE_ANCHOR" in codes(result)
        else:
            assert check(case, out), out
        assert not [i for i in result.issues if i.severity == "block"], codes(result)


def assert_globals(case: dict[str, Any], out: list[str], turns: Any) -> None:
    """G0: text outside the spans; G1: no word of an open-class original; G3: labels carried."""
    left = iter(out)
    for turn, new in zip(case["turns"], turns, strict=True):
        text, last = "", 0
        for span in turn["spans"]:
            text += turn["text"][last : span["start"]] + next(left)
            last = span["end"]
        assert new.text == text + turn["text"][last:]
        assert [m.label for m in new.mentions] == [s["label"] for s in turn["spans"]]
    labels = [s["label"] for t in case["turns"] for s in t["spans"]]
    plain = {"gmail", "com", "punto", "arroba", "dr"} | PARTICLES
    secret: set[str] = set()
    for label, text in zip(labels, originals(case), strict=True):
        kind = kind_of(label)
        if kind not in CLOSED and kind not in ("phone", "card", "id", "zip"):
            secret |= key_words(text)
    shown = {w for text in out for w in words(text)}
    assert not shown & (secret - plain)


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=c["id"]) for c in CASES if c["id"] not in SELF_TEST_SKIPS]
)
def test_checker_knows_good_from_bad(case: dict[str, Any]) -> None:
    assert check(case, case["good"])
    bad = case["bad"]
    leaks = bad and {w for t in bad for w in words(t)} & {
        w for t in originals(case) for w in words(t)
    }
    assert bad is None or leaks or not check(case, bad)
