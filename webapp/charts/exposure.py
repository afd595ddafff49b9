"""What a model remembers, on the evidence page: bits of exposure as bars by label, and the share of
words in clear."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.services.figures import NO_BREAK, grouped, percent
from annotation.services.release.now import Now
from webapp.charts.curve import percent as width_of

FEW = 10  # words, below which a count is not shown
OWN = gettext_lazy(
    "%(share)s of the %(words)s labelled words stand in clear in the folder of this project's "
    "model (%(interval)s); of words that it never learnt %(never)s."
)
TRAINED = gettext_lazy(
    "In a model trained for this test %(share)s of %(words)s labelled words stand in clear "
    "(%(interval)s); of words that it never learnt %(never)s."
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The canaries of a label, said so many times."""

    bits: str
    width: str
    in_clear: str
    times: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the part shows."""

    how: str  # a sentence
    times: list[int]
    rows: list[tuple[str, list[Cell]]]
    too_few: str
    trained: str  # of a model trained for the test: a sentence, or ""
    model: str  # of the project's own


def draw_exposure(_now: Now, figures: Mapping[str, Any] | None) -> Drawing | None:
    """None before anything was measured."""
    if not figures:
        return None
    times, most = figures["repetitions"], figures["most"]
    rows = [
        (row["label"], [_cell(row["bits"][str(n)], n, most) for n in times])
        for row in figures["labels"]
    ]
    return Drawing(
        _how(figures),
        times,
        rows,
        ", ".join(figures["too_few"]),
        _clear(figures["clear"], TRAINED),
        _clear(figures.get("model"), OWN),
    )


def _cell(figure: Mapping[str, Any], times: int, most: float) -> Cell:
    return Cell(
        number_format(round(figure["mean"], 1), 1),
        width_of(figure["mean"], most),
        percent(figure["in_clear"] / figure["n"]),
        times,
    )


def _how(figures: Mapping[str, Any]) -> str:
    text = _(
        "Bits by which %(canaries)s words of each label stand out among %(rivals)s others, learnt "
        "from %(turns)s turns: %(chance)s is chance, %(most)s is the most. Said 0 times: by a "
        "model that never saw them."
    )
    return text % {
        "canaries": figures["canaries"],
        "rivals": grouped(figures["rivals"]),
        "turns": grouped(figures["turns"]),
        "chance": number_format(round(figures["by_chance"], 1), 1),
        "most": number_format(round(figures["most"], 1), 1),
    }


def _clear(figures: Mapping[str, Any] | None, sentence: Promise) -> str:
    """What share of the labelled words a folder shows; "" of few words."""
    if not figures or not figures["learnt"] or figures["learnt"]["n"] < FEW:
        return ""
    learnt, never = figures["learnt"], figures["never"]
    low, high = percent(learnt["low"], 1), percent(learnt["high"], 1)
    return str(sentence) % {
        "share": percent(learnt["value"], 1),
        "interval": f"{low.rstrip(f'{NO_BREAK}%')}–{high}",
        "words": grouped(learnt["n"]),
        "never": percent(never["value"], 1) if never else "–",
    }
