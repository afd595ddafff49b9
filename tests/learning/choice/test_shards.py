"""A pool that is scored in parts: equal to scoring it alone, whoever comes, leaves or dies."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from learning.choice import shards
from learning.choice.uncertainty import Signals, score_pool
from learning.crf.marginals import Scorer
from learning.crf.tagger import CrfTagger
from learning.types import Ints, Utterance
from tests.learning.conftest import calls


@pytest.fixture(scope="module")
def scorer(tagger: CrfTagger) -> Scorer:
    return Scorer(tagger.encode([Utterance(""), *calls(80, seed=3)]), tagger.weights)


@pytest.fixture
def rows(scorer: Scorer) -> Ints:
    return np.arange(0, len(scorer.encoding), 2)


def same(one: Signals, other: Signals) -> bool:
    return all(
        np.allclose(getattr(one, name), getattr(other, name), atol=1e-6)
        for name in ("entropy", "margin", "sensitive")
    )


def alone(scorer: Scorer, tagger: CrfTagger, rows: Ints) -> Signals:
    return score_pool(scorer.encoding, tagger.weights, rows=rows)


def test_nobody_comes(scorer: Scorer, tagger: CrfTagger, rows: Ints, tmp_path: Path) -> None:
    found = shards.share(tmp_path / "a", scorer, rows, 5, lambda: None)
    assert same(found, alone(scorer, tagger, rows))


def test_somebody_comes(scorer: Scorer, tagger: CrfTagger, rows: Ints, tmp_path: Path) -> None:
    done: list[int] = []
    folder = tmp_path / "a"
    found = shards.share(folder, scorer, rows, 5, lambda: done.append(shards.help_with(folder)))
    assert done == [5]  # this helper was there before the caller had taken a part
    assert same(found, alone(scorer, tagger, rows))
    assert shards.help_with(folder) == 0


@pytest.mark.parametrize("left", ["nothing", "half a file", "another size"])
def test_a_part_that_does_not_come_back_is_done_here(
    scorer: Scorer,
    tagger: CrfTagger,
    rows: Ints,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    left: str,
) -> None:
    monkeypatch.setattr(shards, "PATIENCE", 0.05)
    folder = tmp_path / "a"

    def die() -> None:
        assert shards.take(folder, 1)
        if left == "half a file":
            (folder / "part-1.npy").write_bytes(b"\x93NUMPY")
        elif left == "another size":
            np.save(folder / "part-1.npy", np.zeros((2, 3), np.float32))

    found = shards.share(folder, scorer, rows, 4, die)
    assert same(found, alone(scorer, tagger, rows))


def test_a_round_that_is_over_leaves_its_helper_in_peace(
    scorer: Scorer, rows: Ints, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a"
    assert shards.help_with(folder) == 0
    shards.write_plan(folder, scorer, rows, 3)
    monkeypatch.setattr(shards, "score_part", lambda *_: shutil.rmtree(folder) or np.zeros((2, 1)))
    assert shards.help_with(folder) == 0


def test_a_cancelled_round_stops_while_it_waits(scorer: Scorer, rows: Ints, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    folder = tmp_path / "a"
    calls_before: list[float] = []

    def progress(share: float, _phase: str) -> None:
        calls_before.append(share)
        if len(calls_before) > 3:
            raise Stop

    with pytest.raises(Stop):
        shards.share(folder, scorer, rows, 2, lambda: shards.take(folder, 1) and None, progress)


def test_few_rows_and_none(scorer: Scorer, tagger: CrfTagger, tmp_path: Path) -> None:
    for size in (0, 1, 3):
        some = np.arange(1, 1 + size)
        found = shards.share(tmp_path / str(size), scorer, some, 8, lambda: None)
        assert same(found, alone(scorer, tagger, some))


def test_the_folder_holds_numbers_only(scorer: Scorer, rows: Ints, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    shards.write_plan(folder, scorer, rows, 3)
    assert not [name for name in os.listdir(folder) if not name.endswith((".npy", "plan.json"))]
    words = {word for each in calls(80, seed=3) for word in each.text.split() if word.isalpha()}
    said = (folder / "plan.json").read_text()
    assert not [word for word in words if len(word) > 4 and word in said]
