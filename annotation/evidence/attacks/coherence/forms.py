"""How often each form of a dialogue is said, and which forms are real. Called by the two attacks
of this room; pure counting."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.evidence.attacks.aligned import Item, form_of


@dataclass(frozen=True, slots=True)
class Forms:
    """Counts over dialogues; a form is told apart within its dialogue, and real where any mention
    of it stayed."""

    items: int = 0
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


def count_forms(dialogues: Iterable[Sequence[Item]]) -> Forms:
    """The counts of the items of each dialogue."""
    total = [0] * 10
    for items in dialogues:
        if items:
            total = [one + more for one, more in zip(total, _counted(items), strict=True)]
    return Forms(*total)


def _counted(items: Sequence[Item]) -> tuple[int, ...]:
    said = Counter(item.form for item in items)
    originals = Counter(form_of(item.original) for item in items)
    real = {item.form for item in items if item.stays}
    replaced = {form_of(item.original) for item in items if not item.stays}
    once = {form for form, times in said.items() if times == 1}
    alone = bool(real & once) and bool(said.keys() - real) and not (once - real)
    return (
        len(items),
        sum(originals[form_of(item.original)] == 1 for item in items),
        len(said),
        len(real),
        len(once),
        len(real & once),
        1,
        bool(real),
        bool(real & replaced),
        alone,
    )
