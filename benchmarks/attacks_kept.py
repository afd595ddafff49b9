"""Attack figures of every commit that was measured, and the red line of each. Used by `attacks`,
and by the test that looks at the newest ones.

A row of `docs/results/attacks.tsv`: commit, day, release, attack, success, chance, tried, red line.
"""

import csv
import subprocess
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from annotation.evidence.types import Finding

KEPT = Path(__file__).resolve().parents[1] / "docs" / "results" / "attacks.tsv"
# Above chance by two standard errors these give something away.
BY_CHANCE = (
    "membership", "date-shift", "weak-key", "card-pieces", "initials", "linkage", "ids", "order",
    "keys", "archive", "report", "evidence",
)  # fmt: skip
# A limit of its own; `parrot` is the share of claims that are right.
LIMITS = {"parrot": 0.10, "real-or-surrogate": 0.70}


class Row(NamedTuple):
    """One attack on one release at one commit."""

    commit: str
    day: str
    release: str
    attack: str
    success: float
    chance: float
    tried: int
    red: float

    @property
    def is_over(self) -> bool:
        return self.success > self.red


def red_line(name: str, chance: float, tried: int) -> float | None:
    """The success above which an attack tells too much; None where it is not watched."""
    if name in LIMITS:
        return LIMITS[name]
    if name not in BY_CHANCE or not tried:
        return None
    return chance + 2 * (chance * (1 - chance) / tried) ** 0.5


def commit_now() -> str:
    """The commit of this checkout, in eight digits."""
    git = ("git", "-C", str(KEPT.parent), "rev-parse", "--short=8", "HEAD")
    return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()


def rows_of(release: str, found: Iterable[Finding]) -> list[Row]:
    """The rows of a release that was attacked just now."""
    commit, today = commit_now(), date.today().isoformat()
    rows = []
    for each in found:
        if each.success is None:
            continue
        red = red_line(each.name, each.chance or 0.0, each.tried)
        if red is not None:
            figures = (round(each.success.value, 4), round(each.chance or 0.0, 4), each.tried)
            rows.append(Row(commit, today, release, each.name, *figures, round(red, 4)))
    return rows


def keep(rows: Sequence[Row]) -> None:
    """Write them behind the older ones; those of the same commit and release are written anew."""
    new = {(row.commit, row.release, row.attack) for row in rows}
    old = [row for row in read() if (row.commit, row.release, row.attack) not in new]
    with KEPT.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, delimiter="\t", lineterminator="\n")
        table.writerow(Row._fields)
        table.writerows([*old, *rows])


def read() -> list[Row]:
    """Every row, the oldest first."""
    if not KEPT.is_file():
        return []
    with KEPT.open(encoding="utf-8", newline="") as lines:
        return [
            Row(
                *(row[name] for name in ("commit", "day", "release", "attack")),
                *(float(row[name]) for name in ("success", "chance")),
                int(row["tried"]),
                float(row["red"]),
            )
            for row in csv.DictReader(lines, delimiter="\t")
        ]
