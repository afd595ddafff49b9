"""The long form of a labelled nickname, said without a label near it, is asked about."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("¿Mari Carmen?", True),
        ("¿Mari Pili?", False),
        ("¿Quién?", False),
    ],
)
def test_an_unlabelled_long_form_of_a_nickname(answer: str, told: bool) -> None:
    result = run(dialogue("A: Se casa [Mamen:NICKNAME].", f"B: {answer}"))
    issues = [i for i in result.issues if i.code == "RESIDUAL_MENTION"]
    assert bool(issues) == told and not result.held
    assert all(i.severity == "warn" and i.turn == 1 for i in issues), codes(result)
