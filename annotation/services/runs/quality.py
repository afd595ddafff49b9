"""How good a model is, as two figures and in words: what it finds, and what it also names rightly.

*Found* is F1 of words, personal or not, whatever the label; *found and rightly named* is micro F1
over labels. Measured half by half they are told as what they are, "at least", until a test or turns
drawn by chance give better ones. Called by the services and pages that show a model.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import TrainingRun
from annotation.services.figures import grouped, short_share

HALVES = "cross-validation"  # half the labels, and turns chosen for being hard: too low
CHANCE, TEST = "chance", "test"
AT_LEAST, ESTIMATE = "at least", "estimate"


def bound_of(basis: str) -> str:
    """Whether a figure measured on this is a lower bound, or an estimate with an interval."""
    return AT_LEAST if basis == HALVES else ESTIMATE


@dataclass(frozen=True, slots=True)
class Score:
    """An F1 with its 95 % interval, as far as it is known, and on what it was measured."""

    value: float
    low: float | None
    high: float | None
    basis: str

    @property
    def is_bound(self) -> bool:
        return bound_of(self.basis) == AT_LEAST

    @property
    def text(self) -> str:
        """ "at least .71", or ".82 (.78 to .85)", without the interval where none is known."""
        values = {"f1": short_share(self.value)}
        if self.is_bound:
            return _("at least %(f1)s") % values
        if self.low is None or self.high is None:
            return values["f1"]
        values |= {"low": short_share(self.low), "high": short_share(self.high)}
        return _("%(f1)s (%(low)s to %(high)s)") % values


@dataclass(frozen=True, slots=True)
class Figure:
    """What is known best of a model. `named` is None where an older version did not measure it;
    turns: measured."""

    found: Score
    named: Score | None
    basis: str
    turns: int

    @property
    def text(self) -> str:
        """Both figures in one line."""
        if self.named is None:
            return _("Found %(found)s") % {"found": self.found.text}
        return _("Found %(found)s · found and rightly named %(named)s") % {
            "found": self.found.text,
            "named": self.named.text,
        }


def best_of(run: TrainingRun) -> tuple[Mapping[str, Any], str]:
    """The scores that say most of a model, and on what they were measured: a test first, then turns
    drawn by chance where they are enough, then what the round itself could measure."""
    basis = str(run.metrics.get("on", ""))
    audit: Mapping[str, Any] = run.advice.get("audit") or {}
    if basis != TEST and audit.get("f1_low") is not None:
        return audit, CHANCE
    return run.metrics, basis


def figure_of(run: TrainingRun) -> Figure | None:
    """What is known best of a model; None of a run that was not measured."""
    scores, basis = best_of(run)
    found = score_of(scores, basis)
    if found is None or "f1" not in run.metrics:
        return None
    turns = int(scores["turns"] if basis == CHANCE else scores.get("n", 0))
    return Figure(found, score_of(scores, basis, "f1_labels"), basis, turns)


def known_f1(run: TrainingRun) -> float | None:
    """What it finds, by the figure that the pages tell: by this a model may propose, or not yet."""
    figure = figure_of(run)
    return figure.found.value if figure else None


def score_of(scores: Mapping[str, Any], basis: str, name: str = "f1") -> Score | None:
    """One of the two figures (`f1`, `f1_labels`) as it was kept; None where it was not."""
    if name not in scores:
        return None
    if bound_of(basis) == AT_LEAST:  # the interval of half-taught models misses the truth
        return Score(scores[name], None, None, basis)
    return Score(scores[name], scores.get(f"{name}_low"), scores.get(f"{name}_high"), basis)


def meaning() -> str:
    """What the two figures are."""
    return _(
        "Found: words told to be personal, whatever the label. Rightly named: under the right "
        "label too. Both are F1, which counts misses and false alarms alike: 1 is without either."
    )


def basis_sentence(basis: str, turns: int) -> str:
    """On what a model's figures were measured, and what follows for them."""
    values = {"n": grouped(turns)}
    if basis == TEST:
        text = ngettext(
            "Measured on %(n)s finished turn that no model learns from.",
            "Measured on %(n)s finished turns that no model learns from.",
            turns,
        )
    elif basis == CHANCE:
        text = ngettext(
            "Measured on the last %(n)s turn drawn by chance, before any model learnt from it.",
            "Measured on the last %(n)s turns drawn by chance, before any model learnt from them; "
            "the older of these tell of weaker models.",
            turns,
        )
    elif bound_of(basis) == AT_LEAST:
        text = ngettext(
            "At least: measured on the %(n)s read turn itself.",
            "At least: measured on the %(n)s read turns half by half, each half by a model that "
            "learnt only from the other, and they were chosen for being hard. The model itself is "
            "better.",
            turns,
        )
    else:
        text = ngettext(
            "Measured on %(n)s labelled turn that the model never learnt from.",
            "Measured on %(n)s labelled turns that the model never learnt from.",
            turns,
        )
    return text % values


def found_text(figure: Figure) -> str:
    """What a measured run finds, without an interval: "at least .71" or ".82"."""
    return Score(figure.found.value, None, None, figure.basis).text
