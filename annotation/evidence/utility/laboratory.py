"""The laboratory: trains on the originals and on what each strategy makes of the same dialogues,
tests on original and on replaced texts, several times, over processes [Adelani20, Emelyanov21].

Called by the services behind `manage.py utility`, the evidence page and `benchmarks/utility.py`.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Report, quietly
from annotation.evidence.utility.figures import Figures, Run, summarise
from annotation.evidence.utility.parts import Learnt, Replaced, learn_part, replace_part
from annotation.evidence.utility.replacing import let_out
from annotation.evidence.utility.types import ORIGINAL, Material, Plan
from learning.processes import open_pool

PRELOADED = [__name__]  # what the processes need
REPLACING, TRAINING = "replacing", "training"


def measure_utility(
    material: Material, plan: Plan, *, jobs: int = 1, report: Report = quietly
) -> Figures:
    """Every strategy of the material on every repeat of the plan, beside the originals.

    Returns JSON (`figures.summarise`). Raises: EvidenceError where a strategy lets no dialogue out
    or there is nothing to learn, LearningError, and what `report` raises.
    """
    work = _Work(material, plan, report)
    parts = plan.repeats * (2 * len(material.ways) + 1)
    if jobs > 1 and parts > 1:
        work.in_processes(min(jobs, parts))
    else:
        work.here()
    return summarise(material, plan, work.runs)


@dataclass(slots=True)
class _Work:
    """What is done, and how much is left."""

    material: Material
    plan: Plan
    report: Report
    runs: list[Run] = field(default_factory=list)
    done: int = 0

    @property
    def strategies(self) -> list[str]:
        return [way.name for way in self.material.ways]

    def tell(self, phase: str, more: float = 0.0) -> None:
        parts = self.plan.repeats * (2 * len(self.material.ways) + 1)
        self.report(min(1.0, (self.done + more) / parts), phase)

    def finished(self, phase: str) -> None:
        self.done += 1
        self.tell(phase)

    def here(self) -> None:
        """One part after the other, in this process."""
        for repeat in range(self.plan.repeats):
            sides: dict[str, Replaced] = {}
            for name in self.strategies:
                sides[name] = replace_part(
                    self.material, self.plan, repeat, name,
                    lambda share: self.tell(REPLACING, share),
                )  # fmt: skip
                self.finished(REPLACING)
            places = self.places_of(sides)
            learnt: dict[str, Learnt] = {}
            for name in (ORIGINAL, *self.strategies):
                self.tell(TRAINING)
                learnt[name] = learn_part(self.material, self.plan, repeat, sides.get(name), places)
                self.finished(TRAINING)
            self.runs.append(_run(sides, places, learnt))

    def in_processes(self, jobs: int) -> None:
        """A repeat's models are trained as soon as all its strategies have replaced."""
        repeats = range(self.plan.repeats)
        waiting: dict[Future[Any], tuple[int, str]] = {}
        sides: dict[int, dict[str, Replaced]] = {repeat: {} for repeat in repeats}
        places: dict[int, list[int]] = {}
        learnt: dict[int, dict[str, Learnt]] = {repeat: {} for repeat in repeats}
        with open_pool(jobs, PRELOADED, _begin, self.material, self.plan) as pool:

            def start(work: Callable[..., object], repeat: int, name: str, *args: object) -> None:
                waiting[pool.submit(work, repeat, *args)] = (repeat, name)

            for repeat in repeats:
                for name in self.strategies:
                    start(_replace, repeat, name, name)
            while waiting:
                future = pool.next_finished()
                repeat, name = waiting.pop(future)
                answer = future.result()
                if isinstance(answer, Learnt):
                    learnt[repeat][name] = answer
                    self.finished(TRAINING)
                    continue
                sides[repeat][name] = answer
                self.finished(REPLACING)
                if len(sides[repeat]) == len(self.strategies):
                    places[repeat] = self.places_of(sides[repeat])
                    for each in (ORIGINAL, *self.strategies):
                        start(_learn, repeat, each, sides[repeat].get(each), places[repeat])
        self.runs = [_run(sides[repeat], places[repeat], learnt[repeat]) for repeat in repeats]

    def places_of(self, sides: dict[str, Replaced]) -> list[int]:
        """The training dialogues that every strategy lets out. Raises: EvidenceError."""
        places = let_out([each.train for each in sides.values()])
        if not places:
            raise EvidenceError(
                "no training dialogue leaves under every strategy; expected one or more that show "
                "no original"
            )
        return places


def _run(sides: dict[str, Replaced], places: list[int], learnt: dict[str, Learnt]) -> Run:
    def left(drawn: Any) -> int:
        return sum(dialogue is not None for dialogue in drawn)

    return Run(
        len(places),
        {name: left(each.train) for name, each in sides.items()},
        {name: left(each.test) for name, each in sides.items()},
        learnt,
    )


_material: Material | None = None  # of a child process
_plan = Plan()


def _begin(material: Material, plan: Plan) -> None:
    global _material, _plan
    _material, _plan = material, plan


def _replace(repeat: int, strategy: str) -> Replaced:
    assert _material is not None
    return replace_part(_material, _plan, repeat, strategy)


def _learn(repeat: int, sides: Replaced | None, places: list[int]) -> Learnt:
    assert _material is not None
    return learn_part(_material, _plan, repeat, sides, places)
