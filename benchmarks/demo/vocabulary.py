"""The words that the demo draws its people and places from: lexicon files as they were when it was
made, in `data/LANG/`, so that the corpora stay what they are while the project's lists grow."""

import csv
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

DATA = Path(__file__).parent / "data"

Row = Mapping[str, str]


@cache
def read_rows(lang: str, table: str) -> Sequence[Row]:
    """The rows of a table of the language, in file order; none where there is none."""
    path = DATA / lang / f"{table}.tsv"
    if not path.exists():
        return ()
    with path.open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def read_lists(lang: str) -> Mapping[str, tuple[str, ...]]:
    """The demo's own word lists, `data/LANG.txt`, by name."""
    lines = (DATA / f"{lang}.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return {name: tuple(form.strip() for form in forms.split(",")) for name, _, forms in entries}


@dataclass(frozen=True, slots=True)
class Weighted:
    """A list to draw from; common forms more often, but the rare ones often enough to be new."""

    forms: tuple[str, ...]
    weights: tuple[float, ...]

    def draw(self, rng: Random) -> str:
        return rng.choices(self.forms, self.weights)[0]


def weighted(rows: Iterable[Row], column: str) -> Weighted:
    """The forms of one column, with the bands of `weight` (1 rare .. 5 common) as weights."""
    bands = {row[column]: float(row.get("weight") or 2) for row in rows}
    return Weighted(tuple(bands), tuple(bands.values()))


def pairs(rows: Iterable[Row], key: str, value: str) -> dict[str, tuple[str, ...]]:
    """Column `key` to all its `value`s."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row[value])
    return {name: tuple(values) for name, values in found.items()}


def forms_where(rows: Iterable[Row], column: str, **wanted: str) -> tuple[str, ...]:
    """The forms of the rows in which every wanted column has the wanted value."""
    return tuple(
        row[column] for row in rows if all(row.get(name) == value for name, value in wanted.items())
    )


def prefer(rng: Random, favourites: Set[str], known: Weighted, share: float) -> str:
    """A draw from `known`; with probability `share` one of the favourites that it holds."""
    held = [form for form in known.forms if form in favourites]
    if held and rng.random() < share:
        return rng.choice(held)
    return known.draw(rng)
