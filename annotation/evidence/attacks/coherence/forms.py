"""How often each form of a dialogue is said, and which forms are real. Called by the two attacks
of this room; pure counting."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.evidence.attacks.mentions import Mention, form_of
from annotation.evidence.attacks.shares import share_of
from annotation.evidence.types import Share

ONCE, REAL_ONCE = 4, 5  # places in the counts below


@dataclass(frozen=True, slots=True)
class Forms:
    """Counts over dialogues; a form is told apart within its dialogue, and real where any mention
    of it stayed."""

    mentions: int = 0
    items_once: int = 0  # whose original is said once in its dialogue
    forms: int = 0
    real: int = 0
    once: int = 0
    real_once: int = 0
    dialogues: int = 0  # with an item
    leaking: int = 0  # dialogues with a real form
    beside: int = 0  # where an original stands beside its own surrogate
    alone: int = 0  # where a real form is said once, and every surrogate more often

    @property
    def base(self) -> float:
        """Share of the forms that are real: what naming any form gives."""
        return self.real / self.forms if self.forms else 0.0

    @property
    def precision(self) -> float:
        """Share of the forms said once that are real."""
        return self.real_once / self.once if self.once else 0.0

    @property
    def lift(self) -> float:
        """How much better "said once is real" is than naming any form; 0 where nothing is real."""
        return self.precision / self.base if self.base else 0.0

    @property
    def lift_repeated(self) -> float:
        """The same of the contrary claim, "said more than once is real"."""
        repeated = self.forms - self.once
        real = self.real - self.real_once
        return real / repeated / self.base if repeated and self.base else 0.0


def count_forms(dialogues: Iterable[Sequence[Mention]]) -> Forms:
    """The counts of the mentions of each dialogue."""
    total = [0] * 10
    for mentions in dialogues:
        if mentions:
            total = [one + more for one, more in zip(total, _counted(mentions), strict=True)]
    return Forms(*total)


def share_once(dialogues: Iterable[Sequence[Mention]]) -> Share:
    """Of the forms said once, how many are real; the interval resamples dialogues."""
    counted = [_counted(mentions) for mentions in dialogues if mentions]
    return share_of((row[REAL_ONCE], row[ONCE]) for row in counted)


def _counted(mentions: Sequence[Mention]) -> tuple[int, ...]:
    said = Counter(each.form for each in mentions)
    originals = Counter(form_of(each.original) for each in mentions)
    real = {each.form for each in mentions if each.stays}
    replaced = {form_of(each.original) for each in mentions if not each.stays}
    once = {form for form, times in said.items() if times == 1}
    alone = bool(real & once) and bool(said.keys() - real) and not (once - real)
    return (
        len(mentions),
        sum(originals[form_of(each.original)] == 1 for each in mentions),
        len(said),
        len(real),
        len(once),
        len(real & once),
        1,
        bool(real),
        bool(real & replaced),
        alone,
    )
