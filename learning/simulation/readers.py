"""The people of a simulation: they read what they are asked, in a project's order and until the
next round begins, and the gold labels say what they find. Called by `replay`.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from learning.choice.costs import count_edits
from learning.crf.pool import candidates
from learning.rounds.batches import AUDIT, is_time, mix_audit
from learning.rounds.run import Selection
from learning.simulation.samples import Plan, Sample
from learning.stopping.audit import Outcome, compare
from learning.types import Span

_NOTHING: Mapping[int, Any] = {}


@dataclass(frozen=True)
class Asked:
    """A turn that waits to be read."""

    is_audit: bool
    proposed: tuple[Span, ...] = ()  # by the model that chose it, or that it measures
    expected: float | None = None  # misses, of an audit turn; None where no model was tried


@dataclass
class Readers:
    """What people were asked, what they read so far, and what that cost them."""

    sample: Sample
    plan: Plan
    waiting: dict[int, Asked] = field(default_factory=dict)
    labelled: dict[int, tuple[Span, ...]] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)  # of audit turns
    edits: int = 0
    _batches: int = 0
    _is_open: bool = False  # a batch was asked since the last round
    _total: int = 0  # turns of the batch in hand
    _here: int = -1  # the turn read last

    def __post_init__(self) -> None:
        self._chance = random.Random(f"{self.plan.random_state}:{self.sample.repeat}:{AUDIT}")

    @property
    def asked(self) -> set[int]:
        """Pool indices that nobody is to be asked about again."""
        return set(self.labelled) | set(self.waiting)

    def mixed(self, selection: Selection | None) -> Selection | None:
        """The selection with the plan's share of audit turns."""
        if selection is None:
            return None
        free = candidates(self.sample.pool, self.asked).tolist()
        in_place = self.plan.batch_unit == "turn"
        return mix_audit(selection, free, self.plan.audit_percent, self._chance, in_place=in_place)

    def ask(
        self,
        selection: Selection | None,
        proposals: Mapping[int, tuple[Span, ...]] = _NOTHING,
        expected: Mapping[int, float] = _NOTHING,
    ) -> None:
        """Give them a batch; what is left of the one before comes along. None: nothing is left."""
        self._is_open = selection is not None
        if selection is None:
            return
        for index, reason in zip(selection.indices, selection.reasons, strict=True):
            proposed, misses = proposals.get(index, ()), expected.get(index)
            self.waiting[index] = Asked(reason == AUDIT, proposed, misses)
        self._batches += 1
        self._total = len(self.waiting)

    def read(self) -> None:
        """Read until the next round begins: to half of the batch where the plan has a lag, to its
        end where not, or where nothing more is there to ask."""
        lags = self.plan.lag and self._is_open
        while self.waiting:
            if lags and is_time(len(self.waiting), self._total, self.plan.batch):
                break
            self._read(self._next())

    def _next(self) -> int:
        """In the order of the corpus from where they are, as the labelling page asks; in the first
        batch turns drawn by chance come last, for most are empty."""
        late = self._batches == 1
        return min(
            self.waiting,
            key=lambda index: (
                late and self.waiting[index].is_audit,
                index < self._here,
                index,
            ),
        )

    def _read(self, index: int) -> None:
        asked, gold = self.waiting.pop(index), self.sample.gold[index]
        # On turns drawn by chance nothing is shown.
        self.edits += count_edits(() if asked.is_audit else asked.proposed, gold).total
        if asked.is_audit and asked.expected is not None:
            text = self.sample.pool.utterances[index].text
            self.outcomes.append(compare(text, gold, asked.proposed, asked.expected))
        self.labelled[index] = gold
        self._here = index

    def spent(self) -> dict[str, Any]:
        """What was labelled so far, in every unit of cost."""
        turns = len(self.labelled)
        lengths = self.sample.pool.plain_encoding().lengths
        tokens = int(lengths[list(self.labelled)].sum())
        seconds = self.plan.costs.seconds(tokens, self.edits, turns)
        spent = {"instances": turns, "tokens": tokens, "edits": self.edits}
        return spent | {"seconds": round(seconds, 1), "minutes": round(seconds / 60, 1)}
