"""The laboratory: trains on the originals and on what each strategy makes of the same dialogues,
tests on original and on replaced texts, several times, over processes [Adelani20, Emelyanov21].

Called by the services behind `manage.py utility`, the evidence page and `benchmarks/utility.py`.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Report, quietly
from annotation.evidence.utility.figures import Figures, Run, summarise
from annotation.evidence.utility.parts import (
    Learnt,
    Left,
    NotRun,
    Replaced,
    learn_part,
    replace_part,
    tried,
)
from annotation.evidence.utility.types import ORIGINAL, Material, Plan
from learning.processes import open_pool

PRELOADED = [__name__]  # what the processes need
REPLACING, TRAINING = "replacing", "training"


def measure_utility(
    material: Material, plan: Plan, *, jobs: int = 1, report: Report = quietly
) -> Figures:
    """Every strategy of the material on every repeat of the plan, beside the originals. A part that
    cannot be done is not run, and says why; the others stand.

    Returns JSON (`figures.summarise`). Raises: EvidenceError where no strategy lets a dialogue out,
    or none can be compared with the originals; ProcessLost, and what `report` raises.
    """
    work = _Work(material, plan, report)
    parts = count_parts(material, plan)
    if jobs > 1 and parts > 1:
        work.in_processes(min(jobs, parts))
    else:
        work.here()
    return summarise(material, plan, work.runs)


def count_parts(material: Material, plan: Plan) -> int:
    return plan.repeats * (2 * len(material.ways) + 1)


def places_of(left: Mapping[str, Left | NotRun]) -> list[int]:
    """The training dialogues of a repeat that every strategy lets out, of those that ran.

    Raises: EvidenceError.
    """
    ran = [set(each.train) for each in left.values() if isinstance(each, Left)]
    if not ran:
        raise EvidenceError(next(each.why for each in left.values() if isinstance(each, NotRun)))
    places = sorted(set.intersection(*ran))
    if not places:
        raise EvidenceError(
            "no training dialogue leaves under every strategy; expected one or more that show no "
            "original"
        )
    return places


def to_learn(left: Mapping[str, Left | NotRun]) -> list[str]:
    """From whose output a repeat learns: the originals', and every strategy's that ran."""
    return [ORIGINAL, *(name for name, each in left.items() if isinstance(each, Left))]


def run_of(left: Mapping[str, Left | NotRun], learnt: Mapping[str, Learnt | NotRun]) -> Run:
    """A repeat of which all parts have ended."""
    ran = {name: each for name, each in left.items() if isinstance(each, Left)}
    missing = {name: each for name, each in left.items() if isinstance(each, NotRun)}
    return Run(
        len(places_of(left)),
        {name: len(each.train) for name, each in ran.items()},
        {name: each.test for name, each in ran.items()},
        {**learnt, **missing},
    )


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
        parts = count_parts(self.material, self.plan)
        self.report(min(1.0, (self.done + more) / parts), phase)

    def finished(self, phase: str) -> None:
        self.done += 1
        self.tell(phase)

    def here(self) -> None:
        """One part after the other, in this process."""
        for repeat in range(self.plan.repeats):
            sides: dict[str, Replaced] = {}
            left: dict[str, Left | NotRun] = {}
            for name in self.strategies:
                side = tried(
                    partial(
                        replace_part, self.material, self.plan, repeat, name,
                        lambda share: self.tell(REPLACING, share),
                    )
                )  # fmt: skip
                left[name] = side if isinstance(side, NotRun) else side.left
                if isinstance(side, Replaced):
                    sides[name] = side
                self.finished(REPLACING)
            places = places_of(left)
            learnt: dict[str, Learnt | NotRun] = {}
            for name in to_learn(left):
                self.tell(TRAINING)
                work = partial(
                    learn_part, self.material, self.plan, repeat, sides.get(name), places
                )
                learnt[name] = tried(work)
                self.finished(TRAINING)
            self.runs.append(run_of(left, learnt))

    def in_processes(self, jobs: int) -> None:
        """A repeat's models are trained as soon as all its strategies have replaced."""
        repeats = range(self.plan.repeats)
        waiting: dict[Future[Any], tuple[int, str]] = {}
        sides: dict[int, dict[str, Replaced]] = {repeat: {} for repeat in repeats}
        left: dict[int, dict[str, Left | NotRun]] = {repeat: {} for repeat in repeats}
        learnt: dict[int, dict[str, Learnt | NotRun]] = {repeat: {} for repeat in repeats}
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
                if len(left[repeat]) == len(self.strategies):
                    learnt[repeat][name] = answer
                    self.finished(TRAINING)
                    continue
                left[repeat][name] = answer if isinstance(answer, NotRun) else answer.left
                if isinstance(answer, Replaced):
                    sides[repeat][name] = answer
                self.finished(REPLACING)
                if len(left[repeat]) == len(self.strategies):
                    places = places_of(left[repeat])
                    for each in to_learn(left[repeat]):
                        start(_learn, repeat, each, sides[repeat].get(each), places)
        # In the order of the strategies, whoever was done first.
        ordered = ({name: left[repeat][name] for name in self.strategies} for repeat in repeats)
        self.runs = [run_of(each, learnt[n]) for n, each in enumerate(ordered)]


_material: Material | None = None  # of a child process
_plan = Plan()


def _begin(material: Material, plan: Plan) -> None:
    global _material, _plan
    _material, _plan = material, plan


def _replace(repeat: int, strategy: str) -> Replaced | NotRun:
    assert _material is not None
    return tried(partial(replace_part, _material, _plan, repeat, strategy))


def _learn(repeat: int, sides: Replaced | None, places: list[int]) -> Learnt | NotRun:
    assert _material is not None
    return tried(partial(learn_part, _material, _plan, repeat, sides, places))
