"""Counts below 10 do not leave; totals do not give them away."""

import pytest

from annotation.evidence.bundle import counts, few
from learning.metrics.intervals import clopper_pearson


@pytest.mark.parametrize(("number", "said"), [(0, 0), (1, "< 10"), (9, "< 10"), (10, 10)])
def test_small(number: int, said: object) -> None:
    assert few.small(number) == said


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


@pytest.mark.parametrize(
    ("number", "whole", "said"),
    [(3, 86, "< 10"), (83, 86, "> 76"), (60, 86, 60), (86, 86, 86), (0, 86, 0), (12, 18, "> 8")],
)
def test_a_count_that_leaves_few_of_its_whole_is_a_bound(
    number: int, whole: int, said: object
) -> None:
    """83 of 86 leaves three: any count above 76 leaves fewer than ten."""
    assert counts.part(number, whole) == said
    assert counts.without_small({"right": number, "tried": whole})["right"] == said


def test_the_strictest_of_several_wholes_counts() -> None:
    """20 of 182 leave many, 20 of 25 leave five."""
    row = {"found": 20, "tried": 25, "left": 182}
    assert counts.without_small(row) == {"found": "> 15", "tried": 25, "left": 182}


def test_what_counts_nobody_is_never_hidden() -> None:
    kinds = {"kinds": 4, "told": 2, "properties": 5, "keys": 3, "not_run": 3, "planted": 5}
    assert counts.without_small(kinds) == kinds
    for name in ("weak-key", "archive"):  # keys tried, and places of the file
        share = {"value": 0.5, "low": 0.1, "high": 0.9, "n": 2}
        row = {"name": name, "state": "held", "tried": 2, "success": share, "values": {"tried": 2}}
        assert counts.without_small(row) == row


def test_a_bound_stays_what_it_is() -> None:
    """1 of 18 is below 10 of 18. Taken for 10 of 18 it would be all but 8: above 8 of 18."""
    low, high = clopper_pearson(1, 18)
    share = counts.coarse_share({"value": 1 / 18, "low": low, "high": high, "n": 18})
    assert share["bound"] == "below" and share["value"] == 10 / 18
    assert counts.coarse_share(share) == share


@pytest.mark.parametrize(("right", "value"), [(0, 0.0), (3, None), (7, 1.0)])
def test_of_fewer_than_ten_no_share_is_told(right: int, value: float | None) -> None:
    """3 of 7 are 42.9 %, which no other count below 10 gives, and so is the end of an interval."""
    low, high = clopper_pearson(right, 7)
    told = counts.without_small({"value": right / 7, "low": low, "high": high, "n": 7})
    assert told == {"value": value, "low": 0.0, "high": 1.0, "n": "< 10", "bound": "few"}


def test_an_interval_that_knows_of_dialogues_is_not_made_narrower() -> None:
    """Items of a dialogue are alike: .71 is below the exact .8085 of 9 of 85, and is rounded
    outwards to twentieths."""
    told = counts.coarse_share({"value": 76 / 85, "low": 0.71, "high": 0.97, "n": 85})
    assert round(told["low"], 6) == 0.7 and told["bound"] == "above"


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
        ("83 of 86 dialogues", "> 76 of 86 dialogues"),
        ("1,226 of 1,229 turns", "> 1219 of 1,229 turns"),
        ("60 de 86; 86 of 86; 95 % of 99", None),
        ("3\N{NO-BREAK SPACE}520 turnos; 0 de 163", None),
        (
            "1\N{NO-BREAK SPACE}226 de 1\N{NO-BREAK SPACE}229 turnos",
            "> 1219 de 1\N{NO-BREAK SPACE}229 turnos",
        ),
    ],
)
def test_sentences(text: str, said: str | None) -> None:
    assert counts.words_without_small(text) == (said or text)
