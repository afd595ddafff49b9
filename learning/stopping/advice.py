"""Follows the rounds of a project or simulation and says whether to go on, with the reasons and the
price of going on.

All of it is judged on unread turns of the stop set (`stopset`): by what the newest model changed
there (`change`), against what is enough (`enough`). The published rules (`rules`) are told beside.
No label is needed except those of the audit turns (`audit`), and none of those must be there.
Called by the service that advises, and by simulations.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass, fields
from typing import Any, TypedDict

import numpy as np

from learning.choice.costs import DEFAULT_COSTS, CostModel
from learning.stopping import change as changes
from learning.stopping import rules as stoprules
from learning.stopping import stopset
from learning.stopping.audit import (
    HEAVY,
    Factor,
    Outcome,
    calibrate,
    measured_rate,
    missed_rate,
)
from learning.stopping.enough import Enough, verdict
from learning.stopping.price import ATurn, NextTurns, price
from learning.stopping.rules import GROWTH, IN_A_ROW, Agreement, Rule
from learning.stopping.stopset import Kept, Look
from learning.types import Json

NEXT_TURNS = 60
FEWEST = 2  # rounds that could be compared before anything is told


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
    short: float | None = None  # see `changes.loss`
    long: float | None = None
    to_gain: float | None = None  # items a turn, see `changes.carried_on`
    expects: float = 0.0  # items a turn that it expects to miss
    found: float = 0.0  # items a turn that it finds
    words: float = 0.0  # a turn


class StoppingAdvice(TypedDict):
    """The advice after a round, JSON-able."""

    verdict: str  # "go_on", "nearly" or "stop"
    why: str  # the code of what decided it (`enough.verdict`)
    enough: dict[str, float]  # what it was judged by: "share" or "missed"
    loss: float | None  # share of the F1 of all labels that is missing; None: not known yet
    rules: list[Rule]
    agreement: float | None  # kappa: the smallest of the last three comparisons
    same_tokens: float | None  # share of tokens with the same label: the smallest of them
    models: int  # that were compared
    bound: float | None  # the most that F1 can have changed in the last comparison
    left_per_100: float  # items missed in 100 unread turns
    next: NextTurns
    audit: dict[str, Json] | None  # see `missed_rate`
    signs: dict[str, Json]  # what `Watch` needs to go on


class Watch:
    """Follows the models of one project or simulation on its stop set.

    Small batches change little whatever is still to be learnt, so a model is not compared with the
    one before it but with the last one that had at least a tenth fewer labels (batches of 100 below
    1,000 labels: that is the one before). To go on elsewhere: `Watch(signs, looks)` with the signs
    of all rounds and the looks that were kept.
    """

    def __init__(self, signs: Sequence[Signs] = (), looks: Sequence[Kept] = ()) -> None:
        self.signs = list(signs)
        self.looks = list(looks)  # those that the next models are compared with, oldest first

    def add(self, look: Look, labelled: Set[int]) -> Signs:
        """Take a round's look on the stop set; `labelled` are the keys of the turns learnt from."""
        unread, learnt = look.without(labelled), len(labelled)
        agreement: Agreement | None = None
        base = self.signs[-1].base if self.signs and self.looks else learnt
        grown = bool(self.looks) and learnt - base >= GROWTH * base
        if grown:
            agreement = stoprules.agreement(self.looks[-1].look, unread)
            base = learnt
        turns = stopset.confidence(unread)
        is_any = len(turns) > 0
        short, _at = self._changed(unread, learnt, changes.FIFTH)
        long, at = self._changed(unread, learnt, changes.HALF)
        gained = max(long.gained, 0.5) / len(turns) if long and is_any else None
        if grown or not self.looks:
            self._keep(Kept(learnt, look))
        signs = Signs(
            labelled=learnt,
            base=base,
            kappa=agreement.kappa if agreement else None,
            same=agreement.same if agreement else None,
            binary=agreement.binary if agreement else None,
            uncertainty=float(unread.unsure.mean()) if is_any else None,
            least_sure=float(1 - turns.min()) if is_any else None,
            variance=float(turns.var()) if is_any else None,
            estimate=stopset.estimated_f1(unread),
            short=short.share if short else None,
            long=long.share if long else None,
            to_gain=None if gained is None else changes.carried_on(gained, at, learnt),
            expects=float(stopset.expected_misses(unread).mean()) if is_any else 0.0,
            found=changes.items_found(unread) / len(turns) if is_any else 0.0,
            words=float(unread.lengths.mean()) if is_any else 0.0,
        )
        self.signs.append(signs)
        return signs

    def _changed(
        self, unread: Look, learnt: int, times: float
    ) -> tuple[changes.Change | None, int]:
        """What changed since the newest model with so many times fewer turns, and its turns."""
        older = [kept for kept in self.looks if kept.learnt * times <= learnt]
        if not older:
            return None, 0
        return changes.change(older[-1].look, unread), older[-1].learnt

    def _keep(self, kept: Kept) -> None:
        """Only looks that a later model can still be compared with stay."""
        self.looks.append(kept)
        while len(self.looks) > 1 and self.looks[1].learnt * changes.HALF <= kept.learnt:
            del self.looks[0]

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
        left: Mapping[str, object] | None = None,  # what a test measured, see `left_by_test`
        next_turns: int = NEXT_TURNS,
        enough: Enough = Enough(),  # noqa: B008 (frozen)
        costs: CostModel = DEFAULT_COSTS,
    ) -> StoppingAdvice:
        """The advice after the newest round. What a test counts goes before what models expect."""
        row, now = self.row()[-IN_A_ROW:], self.signs[-1]
        a_turn, asked = ATurn(now.found, now.words, now.expects), max(0, min(next_turns, unread))
        kappas = [signs.kappa for signs in row if signs.kappa is not None]
        same = [signs.same for signs in row if signs.same is not None]
        rate, surprise = self._left(outcomes, measured_rate(left or {}))
        loss = self._loss()
        said, why = verdict(enough, loss=loss, left_per_100=rate, unread=unread, surprise=surprise)
        binary = row[-1].binary if row else None
        return {
            "verdict": said,
            "why": why,
            "enough": enough.as_json(),
            "loss": None if loss is None else round(loss, 5),
            "rules": self.rules(),
            "agreement": round(min(kappas), 5) if kappas else None,
            "same_tokens": round(min(same), 5) if same else None,
            "models": len(row) + 1,
            "bound": None if not binary else round(min(1.0, stoprules.change_bound(binary)), 4),
            "left_per_100": round(rate, 2),
            "next": price(
                asked, rate * unread / 100, unread, learnt=now.labelled, a_turn=a_turn, costs=costs
            ),
            "audit": missed_rate(outcomes),
            "signs": {name: _short(value) for name, value in asdict(self.signs[-1]).items()},
        }

    def _left(self, outcomes: Sequence[Outcome], tested: Factor | None) -> tuple[float, float]:
        """Items missed in 100 unread turns; and how many times more were counted, at the least,
        than models expect."""
        told = 100 * changes.left_per_turn(self._recent("to_gain"), self.signs[-1].expects)
        if tested is None:
            return told * calibrate(outcomes, HEAVY).mean, calibrate(outcomes).low
        return tested.mean, tested.low / told if told else float("inf") if tested.low else 0.0

    def _recent(self, name: str) -> list[float]:
        """A sign of the last rounds, as far back as they count."""
        since = self.signs[-1].labelled / changes.WINDOW
        values = (getattr(each, name) for each in self.signs if each.labelled >= since)
        return [value for value in values if value is not None]

    def _loss(self) -> float | None:
        now, short = self.signs[-1], self._recent("short")
        if sum(each.long is not None for each in self.signs) < FEWEST:
            return None
        return changes.loss(None if now.short is None else float(np.mean(short)), now.long)


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
