"""What a model remembers, on the evidence page: bits of exposure as bars by label, and the share of
words in clear."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from annotation.models import Project
from annotation.services.figures import NO_BREAK, grouped, percent
from webapp.charts.curve import percent as width_of

FEW = 10  # words, below which a count is not shown


@dataclass(frozen=True, slots=True)
class Cell:
    """The canaries of a label, said so many times."""

    bits: str
    width: str
    in_clear: str
    times: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Words of originals in a folder."""

    learnt: str
    interval: str
    never: str
    words: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the part shows."""

    canaries: int
    rivals: int
    turns: str
    most: str
    by_chance: str
    times: list[int]
    rows: list[tuple[str, list[Cell]]]
    too_few: str
    trained: Clear | None  # a model trained for the test
    model: Clear | None  # the project's own


def draw_exposure(_project: Project, figures: Mapping[str, Any] | None) -> Drawing | None:
    """None before anything was measured."""
    if not figures:
        return None
    times, most = figures["repetitions"], figures["most"]
    rows = [
        (row["label"], [_cell(row["bits"][str(n)], n, most) for n in times])
        for row in figures["labels"]
    ]
    return Drawing(
        figures["canaries"],
        figures["rivals"],
        grouped(figures["turns"]),
        number_format(most, 1),
        number_format(figures["by_chance"], 1),
        times,
        rows,
        ", ".join(figures["too_few"]),
        _clear(figures["clear"]),
        _clear(figures.get("model")),
    )


def _cell(figure: Mapping[str, Any], times: int, most: float) -> Cell:
    return Cell(
        number_format(round(figure["mean"], 1), 1),
        width_of(figure["mean"], most),
        percent(figure["in_clear"] / figure["n"]),
        times,
    )


def _clear(figures: Mapping[str, Any] | None) -> Clear | None:
    if not figures or not figures["learnt"] or figures["learnt"]["n"] < FEW:
        return None
    learnt, never = figures["learnt"], figures["never"]
    return Clear(
        percent(learnt["value"], 1),
        f"{percent(learnt['low'], 1)}{NO_BREAK}–{NO_BREAK}{percent(learnt['high'], 1)}",
        percent(never["value"], 1) if never else "–",
        grouped(learnt["n"]),
    )
