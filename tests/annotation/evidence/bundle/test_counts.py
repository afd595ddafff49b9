"""Counts below 10 do not leave; totals do not give them away."""

import pytest

from annotation.evidence.bundle import counts
from learning.metrics.intervals import clopper_pearson


@pytest.mark.parametrize(("number", "said"), [(0, 0), (1, "< 10"), (9, "< 10"), (10, 10)])
def test_small(number: int, said: object) -> None:
    assert counts.small(number) == said


def test_about_rounds_up() -> None:
    assert [counts.about(each) for each in (0.0, 3.2, 9.5, 12.01)] == [0, "< 10", 10, 13]


def test_a_total_beside_a_hidden_part_is_rounded_up() -> None:
    assert counts.total([21, 13]) == (34, False)
    assert counts.total([21, 3]) == (30, True)  # 24 - 21 would give 3 away
    assert counts.total([4, 3]) == ("< 10", False)
    assert counts.total([]) == (0, False)


def test_a_small_count_hides_behind_the_largest() -> None:
    """The file has 317 dialogues, as anybody counts: 317 - 308 would give 9 away."""
    assert counts.beside([308, 9]) == ([310, "< 10"], [True, False])
    assert counts.beside([310, 9, 40]) == ([320, "< 10", 40], [True, False, False])
    assert counts.beside([308, 12]) == ([308, 12], [False, False])
    assert counts.beside([3, 4]) == (["< 10", "< 10"], [False, False])
    assert counts.beside([]) == ([], [])


def test_figures_at_any_depth() -> None:
    said = counts.without_small(
        {"n": 3, "k": 5, "share": 0.5, "rows": [{"missed": 7, "n": 70}], "ok": True, "why": None}
    )
    assert said == {
        "n": "< 10", "k": 5, "share": 0.5, "rows": [{"missed": "< 10", "n": 70}], "ok": True,
        "why": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("right", "n", "said"),
    [
        (0, 82, None), (2, 82, ("below", 0.122)), (9, 82, ("below", 0.122)), (10, 82, None),
        (72, 82, None), (75, 82, ("above", 0.878)), (82, 82, None), (3, 12, ("below", 0.833)),
    ],
)  # fmt: skip
def test_no_small_count_follows_from_its_share(
    right: int, n: int, said: tuple[str, float] | None
) -> None:
    low, high = clopper_pearson(right, n)
    share = {"value": right / n, "low": low, "high": high, "n": n, "missed": min(right, n - right)}
    told = counts.without_small(share)
    if said is None:
        assert (told["value"], told["low"], told["high"]) == (right / n, low, high)
        return
    assert (told["bound"], round(told["value"], 3)) == said
    # The interval is that of any other small count, and holds the true one.
    other = 3 if right < 10 else n - 3
    assert counts.without_small({**share, "value": other / n, "missed": 3}) == told
    assert told["low"] <= low and high <= told["high"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 dialogues", "< 10 dialogues"),
        ("1 of 12", "< 10 of 12"),
        ("95 % interval 8 % to 9\N{NO-BREAK SPACE}%", None),
        ("1,234 turns; 0 missed", None),
        ("F1 .5, model-2, 3.5 bits, k < 5, 1-2", None),
    ],
)
def test_sentences(text: str, said: str | None) -> None:
    assert counts.words_without_small(text) == (said or text)
