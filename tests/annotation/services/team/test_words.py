"""The team's figures in sentences: which labels are not to be relied on."""

from types import SimpleNamespace
from typing import Any

import pytest

from annotation.services.team.words import agreement_sentence


def report(alphas: dict[str, float], items: int = 10) -> Any:
    spans = {"per_label": {name: {"f1": 0.5} for name in alphas}}
    return SimpleNamespace(
        measured=SimpleNamespace(
            turns=90,
            alpha=0.9,
            label_alpha=alphas,
            label_items=dict.fromkeys(alphas, items),
            spans=spans,
        )
    )


@pytest.mark.parametrize(
    ("alphas", "end"),
    [
        ({"place": 0.9, "surname": 0.8}, "to rely on their labels"),
        ({"place": 0.1, "surname": 0.8}, "well, except on Place"),
        ({"place": 0.5, "surname": 0.8, "other": 0.0}, "well, except on Other and Place"),
    ],
)
def test_labels_on_which_readers_differ_are_excepted(alphas: dict[str, float], end: str) -> None:
    assert agreement_sentence(report(alphas)).endswith(end)


def test_a_handful_of_items_says_nothing_of_a_label() -> None:
    assert agreement_sentence(report({"place": 0.1}, items=9)).endswith("to rely on their labels")
