"""A word in small letters that a thing's name of several words has, too, is a note."""

import pytest

from tests.surrogates.dialogues import dialogue, run


@pytest.mark.parametrize(
    ("said", "severity"),
    [("you've been great", "info"), ("we met in great falls", "warn"), ("Great Falls", "block")],
)
def test_a_word_alone_is_a_note(said: str, severity: str) -> None:
    made = dialogue(f"A: Thanks, {said}.", "B: Live in [Great Falls:TOWN].", lang="en")
    told = [i.severity for i in run(made).issues if i.code == "RESIDUAL_MENTION"]
    assert set(told) == {severity}
