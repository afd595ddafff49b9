"""Follows the rounds of a project or simulation and says whether to go on, with the reasons.

All of it is judged on unread turns of the stop set (`stopset`) by the rules of `stoprules`; no
label is needed except those of the audit turns (`audit`), and none of those must be there. Called
by the service that advises, and by simulations.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass, fields
from typing import Any, TypedDict

import numpy as np

from learning.stopping import rules as stoprules
from learning.stopping import stopset
from learning.stopping.audit import (
    Factor,
    Outcome,
    calibrate,
    measured_rate,
    missed_rate,
    next_items,
)
from learning.stopping.rules import GROWTH, IN_A_ROW, KAPPA, Agreement, Rule
from learning.stopping.stopset import Look
from learning.types import Json

STABLE = 0.995  # mean kappa of the verdict, see `_verdict`
NEXT_TURNS = 200


@dataclass(frozen=True, slots=True)
class Signs:
    """What one round showed on the unread turns of the stop set; JSON-able by `asdict`."""

    labelled: int  # turns learnt from
    # Turns learnt from by the model that the next one is compared with: `labelled` where this model
    # was compared itself.
    base: int
    kappa: float | None = None  # see `Agreement`; None: not compared, or too little was found
    same: float | None = None
    binary: float | None = None
    uncertainty: float | None = None
    least_sure: float | None = None
    variance: float | None = None
    estimate: float | None = None


class NextTurns(TypedDict):
    """What labelling the next turns is expected to bring."""

    turns: int
    items: float


class StoppingAdvice(TypedDict):
    """The advice after a round, JSON-able."""

    verdict: str  # "go_on", "nearly" or "stop"
    why: str  # the code of what decided it (`_verdict`)
    rules: list[Rule]
    agreement: float | None  # kappa: the smallest of the last three comparisons
    same_tokens: float | None  # share of tokens with the same label: the smallest of them
    models: int  # that were compared
    bound: float | None  # the most that F1 can have changed in the last comparison
    left_per_100: float  # items missed in 100 unread turns, with the 95 % interval
    left_low: float
    left_high: float
    next: NextTurns
    audit: dict[str, Json] | None  # see `missed_rate`
    signs: dict[str, Json]  # what `Watch` needs to go on


class Watch:
    """Follows the models of one project or simulation on its stop set.

    Small batches change little whatever is still to be learnt, so a model is not compared with the
    one before it but with the last one that had at least a tenth fewer labels (batches of 100 below
    1,000 labels: that is the one before). To go on elsewhere: `Watch(signs, before)` with the signs
    of all rounds and the look that was kept last.
    """

    def __init__(self, signs: Sequence[Signs] = (), before: Look | None = None) -> None:
        self.signs = list(signs)
        self.before = before  # the look that the next models are compared with
        self._unread: Look | None = None

    def add(self, look: Look, labelled: Set[int]) -> Signs:
        """Take a round's look on the stop set; `labelled` are the keys of the turns learnt from."""
        unread = look.without(labelled)
        agreement: Agreement | None = None
        base = self.signs[-1].base if self.signs and self.before else len(labelled)
        if self.before is None:
            self.before = look
        elif len(labelled) - base >= GROWTH * base:
            agreement = stoprules.agreement(self.before, unread)
            self.before, base = look, len(labelled)
        turns = stopset.confidence(unread)
        is_any = len(turns) > 0
        signs = Signs(
            labelled=len(labelled),
            base=base,
            kappa=agreement.kappa if agreement else None,
            same=agreement.same if agreement else None,
            binary=agreement.binary if agreement else None,
            uncertainty=float(unread.unsure.mean()) if is_any else None,
            least_sure=float(1 - turns.min()) if is_any else None,
            variance=float(turns.var()) if is_any else None,
            estimate=stopset.estimated_f1(unread),
        )
        self.signs.append(signs)
        self._unread = unread
        return signs

    def row(self) -> list[Signs]:
        """The comparisons since the last one that told nothing, oldest first."""
        compared: list[Signs] = []
        for signs in reversed(self.signs):
            if signs.base != signs.labelled:
                continue  # not compared: too few new labels
            if signs.kappa is None:
                break
            compared.append(signs)
        return compared[::-1]

    def rules(self) -> list[Rule]:
        """Every rule after the newest round."""
        row, now = self.row(), self.signs[-1]
        compared = row[-1] if row else None
        estimates = [(e.labelled, e.estimate) for e in self.signs if e.estimate is not None]
        return [
            stoprules.stabilising([signs.kappa for signs in row if signs.kappa is not None]),
            stoprules.max_confidence(now.least_sure),
            stoprules.overall_uncertainty(now.uncertainty),
            stoprules.classification_change(
                1 - compared.same if compared and compared.same else None
            ),
            stoprules.variance_drop([e.variance for e in self.signs if e.variance is not None]),
            stoprules.gradient(estimates),
        ]

    def advise(
        self,
        *,
        unread: int,  # turns of the whole corpus that nobody has read
        outcomes: Sequence[Outcome] = (),  # audit turns, oldest first
        left: Mapping[str, object] | None = None,  # what the round measured, see `estimate_left`
        next_turns: int = NEXT_TURNS,
    ) -> StoppingAdvice:
        """The advice after the newest round. What a test counts goes before what models expect."""
        row = self.row()[-IN_A_ROW:]
        kappas = [signs.kappa for signs in row if signs.kappa is not None]
        same = [signs.same for signs in row if signs.same is not None]
        look = self._unread
        expected = stopset.expected_misses(look) if look is not None else np.zeros(0)
        mean = 100 * float(expected.mean()) if len(expected) else 0.0
        factor = calibrate(outcomes)
        rate = measured_rate(left or {}) or Factor(
            mean * factor.mean, mean * factor.low, mean * factor.high
        )
        turns = max(0, min(next_turns, unread))
        items = next_items(expected, unread, turns, rate.mean / mean if mean else 1.0)
        left_high = rate.high * unread / 100
        known = [signs.kappa for signs in self.signs if signs.kappa is not None]
        if not len(expected) or not known or known[-1] < KAPPA:
            left_high = float("inf")  # a model that finds nothing expects to miss nothing
        surprise = rate.low / mean if mean else float("inf") if rate.low else 0.0
        verdict, why = _verdict(kappas, unread, left_high, surprise)
        binary = row[-1].binary if row else None
        return {
            "verdict": verdict,
            "why": why,
            "rules": self.rules(),
            "agreement": round(min(kappas), 5) if kappas else None,
            "same_tokens": round(min(same), 5) if same else None,
            "models": len(row) + 1,
            "bound": None if not binary else round(min(1.0, stoprules.change_bound(binary)), 4),
            "left_per_100": round(rate.mean, 2),
            "left_low": round(rate.low, 2),
            "left_high": round(rate.high, 2),
            "next": {"turns": turns, "items": round(items, 1)},
            "audit": missed_rate(outcomes),
            "signs": {name: _short(value) for name, value in asdict(self.signs[-1]).items()},
        }


def _verdict(
    kappas: Sequence[float], unread: int, left_high: float, surprise: float
) -> tuple[str, str]:
    """The verdict, and the code of what decided it."""
    if unread <= 0:
        return "stop", "read"
    if left_high < 1:  # not even one missed item is to be expected
        return "stop", "nothing_left"
    last = list(kappas)[-IN_A_ROW:]
    if len(last) < IN_A_ROW:
        return "go_on", "few"
    if min(last) < KAPPA:
        # The newest model agrees with the one before it, or still differs from it.
        return ("nearly", "recent") if last[-1] >= KAPPA else ("go_on", "changing")
    # Three in a row agree, which is the published rule. Where both models are right in what they
    # find, F1 can still have moved by two points (`change_bound` with p = 1); by one at 0.995.
    if sum(last) / len(last) < STABLE:
        return "nearly", "close"
    # The audit turns, or the test, hold more than twice the misses that the model expects.
    if surprise > 2:
        return "nearly", "audit"
    return "stop", "stable"


def _short(value: Json) -> Json:
    return round(value, 7) if isinstance(value, float) else value


def signs_from(values: Mapping[str, Any]) -> Signs | None:
    """The signs of a round from its JSON; None where there are none."""
    if not (isinstance(values.get("labelled"), int) and isinstance(values.get("base"), int)):
        return None
    known = {field.name for field in fields(Signs)}
    return Signs(**{name: value for name, value in values.items() if name in known})


def stopped_at(curve: Sequence[Mapping[str, Any]]) -> int | None:
    """The instances of a simulation's first point whose advice is to stop; None without one."""
    stops = (point["instances"] for point in curve if point.get("advice") == "stop")
    return next(stops, None)
