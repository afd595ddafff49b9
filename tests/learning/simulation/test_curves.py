"""Figures of curves by hand-worked sums; the plot's file."""

from pathlib import Path
from typing import Any

import pytest

from learning.simulation.curves import (
    by_advice,
    by_size,
    first_touch,
    main_measure,
    markdown,
    summarise,
    table,
)
from learning.simulation.plots import band, draw_curves


def run(
    f1s: list[float], *, full: float = 0.9, query: str = "q", repeat: int = 0
) -> dict[str, Any]:
    """100 turns of 5 tokens; batches of 2, 4, ... turns."""
    curve = [
        {"instances": 2 * n, "tokens": 10 * n, "f1": f1, "edits": n, "seconds": 36.0 * n}
        for n, f1 in enumerate(f1s, 1)
    ]
    return {
        "repeat": repeat, "seed_strategy": "s", "query_strategy": query,
        "full": {"f1": full}, "pool": {"instances": 100, "tokens": 500}, "curve": curve,
    }  # fmt: skip


def test_main_measure_by_hand() -> None:
    # Points at 2, 4, 6, 8, 10 and 12 %: the last does not count. (.1+.3+.5+.7+.9) / 5 / .9.
    found = main_measure(run([0.1, 0.3, 0.5, 0.7, 0.9, 0.0]))
    assert found == pytest.approx(0.5 / 0.9)
    # It ended at 4 %: its last value stands for 6, 8 and 10 %.
    assert main_measure(run([0.1, 0.9])) == pytest.approx((0.1 + 4 * 0.9) / 5 / 0.9)
    assert main_measure(run([0.1], full=0.0)) is None
    whole = run([0.9])
    whole["curve"][0]["instances"] = 100  # one batch holds the pool
    assert main_measure(whole) is None


def test_summary_by_hand() -> None:
    runs = [run([0.5, 0.9]), run([0.7, 0.8], repeat=1), run([0.0, 0.0], query="other")]
    first, other = summarise(runs)
    assert (first["query_strategy"], first["repeats"], other["repeats"]) == ("q", 2, 1)
    assert first["first_f1"] == {"mean": 0.6, "sd": pytest.approx(0.02**0.5, abs=1e-5), "n": 2}
    reached = {"reached": 1, "instances": 4, "tokens": 4, "edits": 2, "seconds": 72}
    assert first["to_99"] == first["to_100"] == reached
    assert other["to_98"] == {"reached": 0}
    assert first_touch(runs[1]) is None
    assert first_touch(run([0.0, 0.0], full=0.0)) is None  # of nothing there is no share


def test_tables() -> None:
    runs = [run([0.5, 0.9]), run([0.7, 0.8], repeat=1), run([0.25], query="other")]
    text = table(runs)
    assert "4.0 / 4.0 (1 of 2)" in text
    assert "not reached" in text
    assert "0.600 ± 0.141" in text
    assert by_size(runs, sizes=[3]).splitlines() == [
        "| F1 after  | 3             |",
        "|-----------|---------------|",
        "| s / q     | 0.850 ± 0.071 |",
        "| s / other |               |",
    ]
    assert len({len(line) for line in markdown(["a", "bcd"], [["efg", "h"]]).splitlines()}) == 1


def advised(
    f1s: list[float], advice: list[tuple[str, str] | None], **values: Any
) -> dict[str, Any]:
    """A run with a verdict and its reason at each point; None: there was no model."""
    made = run(f1s, **values)
    for point, said in zip(made["curve"], advice, strict=True):
        if said is not None:
            point["advice"], point["why"] = said
    return made


def test_what_the_advice_said() -> None:
    few, close, stop = ("go_on", "few"), ("nearly", "close"), ("stop", "stable")
    runs = [
        advised([0.1, 0.81, 0.9], [few, stop, stop]),  # at 4 turns with .81 / .9
        advised([0.1, 0.5, 0.9], [few, close, stop], repeat=1),  # at 6 with all of it
        advised([0.1, 0.5, 0.6], [few, few, close], repeat=2),
        advised([0.0], [None], query="other"),
    ]
    assert by_advice(runs).splitlines() == [
        "| advice    | to stop | at turns | F1 / full then | because    | else in the end |",
        "|-----------|---------|----------|----------------|------------|-----------------|",
        "| s / q     | 2 of 3  | 5        | 0.950 ± 0.071  | stable (2) | close (1)       |",
        "| s / other | 0 of 1  | -        | -              | -          | no model (1)    |",
    ]
    assert by_advice(runs) in table(runs)
    # First batches alone are too few to compare; older parts hold no reason.
    for short in (advised([0.1], [few]), run([0.5, 0.9])):
        assert by_advice([short]) == "" and "advice" not in table([short])


def test_band_by_hand() -> None:
    across, mean, spread = band([run([0.5, 0.9]), run([0.7, 0.9, 1.0])], "tokens")
    assert across.tolist() == [2, 4]
    assert mean.tolist() == pytest.approx([0.6, 0.9])
    assert spread.tolist() == pytest.approx([0.02**0.5, 0])
    assert band([run([0.5])], "seconds")[0].tolist() == [0.01]


@pytest.mark.parametrize("axis", ["instances", "tokens", "edits", "seconds"])
def test_plots(tmp_path: Path, axis: str) -> None:
    runs = [run([0.5, 0.9]), run([0.7, 0.8], repeat=1), run([0.2, 0.4], query="other")]
    once = tmp_path / "a.svg"
    draw_curves(runs, once, axis=axis, title="calls")
    assert all(word in once.read_text() for word in ("s / q", "s / other", "calls", "99 %"))


def test_a_plot_says_nothing_of_the_time_it_was_drawn_and_has_two_formats(tmp_path: Path) -> None:
    runs = [run([0.5, 0.9])]
    once, again = tmp_path / "a.svg", tmp_path / "deep" / "b.svg"
    for path in (once, again):
        draw_curves(runs, path, axis="tokens", title="calls")
    assert once.read_bytes() == again.read_bytes()
    draw_curves(runs, tmp_path / "a.png", axis="tokens")
    assert (tmp_path / "a.png").read_bytes()[1:4] == b"PNG"
    with pytest.raises(ValueError, match=r"\.svg or \.png"):
        draw_curves(runs, tmp_path / "a.bmp")
