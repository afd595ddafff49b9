"""What the model misses, judged by turns that were drawn by chance: the audit stream.

**Design.** Each batch holds turns drawn uniformly from all unread turns. What counts for such a
turn is what the model proposed when it was drawn: that model had not learnt from it, nobody saw the
proposals, and the strategy had no say. Only afterwards is the turn learnt from, so no label is
wasted ("prequential": test first, then train [Dawid84]). The sample is small, so two estimates
stand side by side:

- the plain one (`missed_rate`): the share of audit turns with a miss, with its exact interval
  [ClopperPearson34], times the misses in such a turn. No model is trusted. The newest `WINDOW`
  turns count; the older among them were tried on weaker models, so it errs upwards.
- the model-assisted one (`calibrate`): the model's own expectation of its misses on unread turns
  [`stopset.expected_misses`] times a factor by which earlier expectations were wrong on audit
  turns. Missed ~ Poisson(factor x expected), factor ~ Gamma(PRIOR, PRIOR): with few audits the
  factor stays near 1 and its interval wide; with many they decide [Gelman13].

A turn that was skipped, or on which readers differ, has no gold and does not count.

The same turns are a test set that no strategy chose and no model had learnt from, so `missed_rate`
tells precision, recall and F1 as well. It is a test of the models that drew the turns, one round
after the other, on what was unread then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaincinv

from learning.metrics.counts import ANY, Counts, f1_interval, name_of
from learning.metrics.intervals import clopper_pearson
from learning.metrics.precision_recall import covered, prf
from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.types import Json, Span

WINDOW = 100  # audit turns that count: older ones tell of models that are long gone
PRIOR = 1.5  # misses that the prior is worth: its 95 % interval of the factor is 0.07 to 3.1
HEAVY = 10.0  # the same where the model's expectation is not all that speaks, see `advice`
LEVEL = 0.95
TEST_TURNS, TEST_TOKENS = 30, 20  # audit turns, and tokens of gold in them, from which F1 is told


@dataclass(frozen=True, slots=True)
class Outcome:
    """One audit turn: its items, how many the model did not wholly find, how many misses it
    expected itself (None: not known), and its sensitive tokens: right, proposed, gold, and right in
    their label too (`named`)."""

    items: int
    missed: int
    expected: float | None = None
    correct: int = 0
    proposed: int = 0
    gold: int = 0
    named: int = 0


def compare(
    text: str, gold: Sequence[Span], proposed: Sequence[Span], expected: float | None = None
) -> Outcome:
    """The outcome of a turn; an item is missed when any of its characters is not proposed."""
    tokens = tokenise(text)
    gold_tags = [name_of(tag) for tag in spans_to_tags(tokens, gold)]
    proposed_tags = [name_of(tag) for tag in spans_to_tags(tokens, proposed)]
    both = [pair for pair in zip(gold_tags, proposed_tags, strict=True) if OUTSIDE not in pair]
    return Outcome(
        items=len(gold),
        missed=sum(not covered(text, span, proposed) for span in gold),
        expected=expected,
        correct=len(both),
        proposed=len(proposed_tags) - proposed_tags.count(OUTSIDE),
        gold=len(gold_tags) - gold_tags.count(OUTSIDE),
        named=sum(one == other for one, other in both),
    )


def missed_rate(outcomes: Sequence[Outcome]) -> dict[str, Json] | None:
    """What the newest audit turns say by themselves; None without any.

    turns, items, missed: counts; per_100, low, high: items missed in 100 turns, with the 95 %
    interval; precision, recall, f1: per token, sensitive or not, of models on turns they never saw;
    recall_labels, f1_labels: with the right label, micro over labels; tokens: those of gold;
    f1_low, f1_high, f1_labels_low, f1_labels_high: the 95 % intervals of both, None below
    `TEST_TURNS` and `TEST_TOKENS`, where F1 says nothing yet.
    """
    newest = list(outcomes)[-WINDOW:]
    if not newest:
        return None
    missed = sum(outcome.missed for outcome in newest)
    affected = sum(outcome.missed > 0 for outcome in newest)
    low, high = clopper_pearson(affected, len(newest))
    in_such = missed / affected if affected else 1.0
    proposed, gold = (
        sum(outcome.proposed for outcome in newest),
        sum(outcome.gold for outcome in newest),
    )
    figures = prf(sum(outcome.correct for outcome in newest), proposed, gold)
    named = prf(sum(outcome.named for outcome in newest), proposed, gold)
    return {
        "turns": len(newest),
        "items": sum(outcome.items for outcome in newest),
        "missed": missed,
        "per_100": round(100 * missed / len(newest), 2),
        "low": round(100 * low * in_such, 2),
        "high": round(100 * high * in_such, 2),
        **{name: round(figures[name], 4) for name in ("precision", "recall", "f1")},
        "recall_labels": round(named["recall"], 4),
        "f1_labels": round(named["f1"], 4),
        "tokens": gold,
        **_intervals(newest, gold),
    }


def _intervals(outcomes: Sequence[Outcome], tokens: int) -> dict[str, float | None]:
    """The intervals of both F1, None where the turns are too few."""
    names = ("f1_low", "f1_high", "f1_labels_low", "f1_labels_high")
    if len(outcomes) < TEST_TURNS or tokens < TEST_TOKENS:
        return dict.fromkeys(names)
    rows = np.asarray(
        [[n, o.correct, o.proposed, o.gold, o.named] for n, o in enumerate(outcomes)], np.int64
    )
    telling = rows[rows[:, 1:].any(axis=1)]
    turns = np.arange(len(outcomes))
    binary = f1_interval(Counts(turns, {ANY: telling[:, :4]}))
    named = f1_interval(Counts(turns, {ANY: telling[:, [0, 4, 2, 3]]}))
    return dict(zip(names, (*binary, *named), strict=True))


@dataclass(frozen=True, slots=True)
class Factor:
    """A figure with its 95 % interval: by how much a model's expectation of its misses is to be
    multiplied, or the misses themselves."""

    mean: float
    low: float
    high: float


def calibrate(outcomes: Sequence[Outcome], prior: float = PRIOR) -> Factor:
    """The posterior of the factor after the newest audit turns whose expectation is known."""
    known = [outcome for outcome in list(outcomes)[-WINDOW:] if outcome.expected is not None]
    shape = prior + sum(outcome.missed for outcome in known)
    rate = prior + sum(outcome.expected or 0.0 for outcome in known)
    tail = (1.0 - LEVEL) / 2
    low, high = (float(gammaincinv(shape, share)) / rate for share in (tail, 1 - tail))
    return Factor(shape / rate, low, high)


def measured_rate(left: Mapping[str, object]) -> Factor | None:
    """Items missed in 100 turns by a test that no model learns from, with the 95 % interval: there
    the misses are counted, and no model's own expectation stands against that. left: see
    `left_by_test`; None without a test.
    """
    unread = left.get("unread")
    items = [left.get(name) for name in ("expected", "low", "high")]
    figures = [each for each in items if isinstance(each, int | float)]
    if left.get("basis") != "test" or not isinstance(unread, int) or not unread:
        return None
    return Factor(*(100 * each / unread for each in figures)) if len(figures) == 3 else None
