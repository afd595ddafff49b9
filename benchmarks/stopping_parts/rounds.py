"""Simulated rounds as they are kept: what the advice goes by after each, and what is true then.

`rounds.json.gz` holds the runs of docs/results/stopping.md; `making` makes them, `stopping` plays
them back.
"""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from learning.stopping.advice import Signs, StoppingAdvice, Watch
from learning.stopping.audit import Outcome
from learning.stopping.enough import Enough

KEPT = Path(__file__).with_name("rounds.json.gz")
SIGNS = ("short", "long", "to_gain", "expects", "found", "words")


@dataclass(frozen=True)
class Round:
    """After a round: turns read, F1 in shares of that of all labels, unread turns and the items
    that the model misses there, and of how many unread turns it misses 0, 1, 2 ... items."""

    read: int
    share: float
    unread: int
    missed: int
    turns_by_missed: list[int]
    audited: int  # audit turns that were read


@dataclass(frozen=True)
class Kept:
    """A run on a target."""

    target: str
    repeat: int
    rounds: list[Round]
    signs: list[Signs]
    outcomes: list[Outcome]

    def advice(self, place: int, enough: Enough) -> StoppingAdvice:
        """The advice after a round, as a project gets it with batches of 20."""
        now = self.rounds[place]
        watch = Watch(self.signs[: place + 1])
        told = self.outcomes[: now.audited]
        return watch.advise(unread=now.unread, outcomes=told, enough=enough)

    def needed(self, share: float, times: int = 2) -> int | None:
        """Turns at which this share of full F1 was reached so many times: one round may be luck."""
        there = [each.read for each in self.rounds if each.share >= share]
        return there[times - 1] if len(there) >= times else None


def read_kept(path: Path = KEPT) -> list[Kept]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [_run(row) for row in json.load(file)]


def _run(row: dict[str, Any]) -> Kept:
    rounds = [Round(*each[: -len(SIGNS)]) for each in row["rounds"]]
    signs = [
        Signs(each[0], each[0], **dict(zip(SIGNS, each[-len(SIGNS) :], strict=True)))
        for each in row["rounds"]
    ]
    outcomes = [Outcome(items, missed, expected) for items, missed, expected in row["outcomes"]]
    return Kept(row["target"], row["repeat"], rounds, signs, outcomes)


def write_kept(runs: Sequence[Kept], path: Path) -> None:
    """One file; what an equal run gives is equal, byte by byte."""
    rows = [
        {
            "target": run.target,
            "repeat": run.repeat,
            "rounds": [
                [*_values(now), *(_short(getattr(signs, name)) for name in SIGNS)]
                for now, signs in zip(run.rounds, run.signs, strict=True)
            ],
            "outcomes": [[o.items, o.missed, o.expected] for o in run.outcomes],
        }
        for run in runs
    ]
    text = json.dumps(rows, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def _values(now: Round) -> list[Any]:
    shown = (round(now.share, 5), now.unread, now.missed, now.turns_by_missed, now.audited)
    return [now.read, *shown]


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.5g}")
