"""The constants of the advice hold on the kept rounds: what a project is told rests on them."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import stopping
from stopping_parts.rounds import Kept, read_kept, write_kept


@pytest.fixture(scope="module")
def runs() -> list[Kept]:
    return read_kept()


def of(runs: list[Kept], *, tuned: bool) -> list[Kept]:
    return [run for run in runs if (run.target in stopping.TUNED) == tuned]


@pytest.mark.parametrize("tuned", [True, False])
def test_the_stop_is_neither_early_nor_late(runs: list[Kept], tuned: bool) -> None:
    """On the two targets that the constants were chosen on, and on the two that judge them."""
    told: dict[str, Any] = stopping.stops(of(runs, tuned=tuned), 0.99)
    assert told["99_runs"] == 20
    assert told["99_too_early"] <= 1
    assert told["99_times_needed"] <= 1.5


def test_the_price_is_right_on_average(runs: list[Kept]) -> None:
    told = stopping.prices(of(runs, tuned=False))
    assert 0.8 < told["price_truth_by_told"] < 1.25
    assert 0.8 < told["left_truth_by_told"] < 1.25


def test_rounds_are_kept_as_they_are(runs: list[Kept], tmp_path: Path) -> None:
    write_kept(runs[:1], tmp_path / "rounds.json.gz")
    assert read_kept(tmp_path / "rounds.json.gz") == runs[:1]
