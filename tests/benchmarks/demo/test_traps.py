"""The calls with traps: each raises grave issues, and their fixes heal it, whatever the key."""

import pytest

from annotation.formats.types import DialogueValue
from benchmarks.demo import traps
from benchmarks.demo.errors import PlanError
from benchmarks.demo.traps import read_traps, words_of
from surrogates.types import Constraint, Dialogue, Issue, Mention, Result, Turn
from tests.surrogates.dialogues import run


def as_dialogue(call: DialogueValue) -> Dialogue:
    turns = (
        Turn(
            turn.speaker,
            turn.text,
            tuple(Mention(s.start, s.end, s.label, f"{at}:{s.start}") for s in turn.spans),
        )
        for at, turn in enumerate(call.turns)
    )
    return Dialogue(call.id, call.lang, tuple(turns))


def grave(result: Result) -> list[Issue]:
    found = [issue for issue in result.issues if issue.severity != "info"]
    return sorted(found, key=lambda issue: (issue.turn, issue.start))


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("key", [b"a" * 32, b"b" * 32, b"c" * 32])
def test_fixes_heal_a_trap(place: int, key: bytes) -> None:
    call = as_dialogue(traps()[place])
    result, constraints = run(call, key=key), list[Constraint]()
    issues = grave(result)
    assert len(issues) == (3, 1, 1)[place]
    while left := grave(result):
        assert left[0].fix is not None
        constraints += left[0].fix.constraints
        result = run(call, key=key, constraints=constraints)
    assert len(constraints) == len(issues)


def test_a_word_knows_its_label() -> None:
    said = [(word.text, word.label, word.after) for word in words_of("Sí, {N* uno dos}, {F Ana}?")]
    assert said == [
        ("Sí", "", ","), ("uno", "number", ""), ("dos", "number", ","), ("Ana", "female name", "?"),
    ]  # fmt: skip
    first, second = words_of("{M José Manuel}")
    assert first.group == second.group > 0


def test_a_line_that_is_no_turn_is_named() -> None:
    with pytest.raises(PlanError, match=r"es\.txt:\d+"):
        read_traps("es", {"A": "Agent"})  # nobody is C
