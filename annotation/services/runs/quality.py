"""How good a model is, as two figures and in words: what it finds, and what it also names rightly.

The first is F1 of words, personal or not, whatever the label; the second, *with the right label*,
is micro F1 over labels. No page calls either "found": that is recall. Measured half by half they
are told as what they are, "at least", until a test or turns drawn by chance give better ones.
Called by the services and pages that show a model.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import TrainingRun
from annotation.models.run_records import Advice, Figures, Metrics
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
    """What is known best of a model."""

    found: Score
    named: Score | None  # None where an older version did not measure it
    basis: str
    turns: int  # measured

    @property
    def text(self) -> str:
        if self.named is None:
            return _("F1 %(found)s") % {"found": self.found.text}
        return _("F1 %(found)s · with the right label %(named)s") % {
            "found": self.found.text,
            "named": self.named.text,
        }


def best_of(run: TrainingRun) -> tuple[Figures, str]:
    """The figures that say most of a model, and on what they were measured: a test first, then
    turns drawn by chance where they are enough, then what the round itself could measure."""
    metrics = Metrics.from_json(run.metrics)
    audit = Advice.from_json(run.advice).audit
    if metrics.basis != TEST and audit is not None and audit.f1_low is not None:
        return audit, CHANCE
    return metrics, metrics.basis


def figure_of(run: TrainingRun) -> Figure | None:
    """What is known best of a model; None of a run that was not measured."""
    figures, basis = best_of(run)
    score = found_score(figures, basis)
    if score is None or not is_measured(run):
        return None
    return Figure(score, named_score(figures, basis), basis, figures.measured_turns)


def is_measured(run: TrainingRun) -> bool:
    return Metrics.from_json(run.metrics).is_measured


def known_f1(run: TrainingRun) -> float | None:
    """What it finds, by the figure that the pages tell: by this a model may propose, or not yet."""
    figure = figure_of(run)
    return figure.found.value if figure else None


def found_score(figures: Figures, basis: str) -> Score | None:
    return _score(figures.f1, figures.f1_low, figures.f1_high, basis)


def named_score(figures: Figures, basis: str) -> Score | None:
    return _score(figures.f1_labels, figures.f1_labels_low, figures.f1_labels_high, basis)


def _score(f1: float | None, low: float | None, high: float | None, basis: str) -> Score | None:
    if f1 is None:
        return None
    if bound_of(basis) == AT_LEAST:  # the interval of half-taught models misses the truth
        return Score(f1, None, None, basis)
    return Score(f1, low, high, basis)


def meaning() -> str:
    return _(
        "F1 counts misses and false alarms alike: 1 is without either. The first figure asks "
        "whether a word is personal, whatever its label; the second wants the right label too."
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
