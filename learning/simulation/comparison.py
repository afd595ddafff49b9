"""Many simulations at once: strategies x repeats, over processes, each kept as soon as it ends.

The strategies of one repeat share its sample and its full-pool model. Nothing depends on how many
processes work or in what order they end. Called by the service behind `simulate`.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Protocol

from learning.processes import open_pool
from learning.simulation.curves import summarise
from learning.simulation.replay import mean_full, run_plan
from learning.simulation.samples import Plan, Sample, TestSet, draw_sample, own_full, score_full
from learning.stopping.advice import stopped_at
from learning.threads import one_thread
from learning.told import Source
from learning.types import Utterance

Answer = dict[str, Any]
PRELOADED = [__name__]  # what the processes need


@dataclass(frozen=True)
class Material:
    """What every run works on; `plan` holds all knobs except the strategies."""

    target: Sequence[Utterance]
    test: Sequence[Utterance]
    source: Source | None
    plan: Plan


@dataclass(frozen=True)
class Task:
    """One piece of work: a pair of strategies on a repeat; its full-pool model (both empty); or a
    seed batch of `size` turns alone (no query strategy)."""

    repeat: int
    seed: str = ""
    query: str = ""
    size: int = 0

    @property
    def name(self) -> str:
        """A file name: `full-0`, `run-0-auto-adaptive`, `run-0-auto-50`."""
        if self.is_full:
            return f"full-{self.repeat}"
        return f"run-{self.repeat}-{self.seed}-{self.size or self.query}".replace("+", "_")

    @property
    def is_full(self) -> bool:
        return not self.seed


class Parts(Protocol):
    """Where finished tasks are kept, so that a run that was stopped goes on."""

    def get(self, name: str) -> Answer | None: ...
    def put(self, name: str, answer: Answer) -> None: ...


class Bench:
    """Does tasks one after the other; the sample of the last repeat is kept for the next."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self._held: TestSet | None = None
        self._sample: Sample | None = None

    def run(self, task: Task, full: dict[str, float]) -> Answer:
        """The full-pool scores, or {"pool", "curve"}. On one thread: sums that are split up
        differently round differently, and k-means then breaks ties differently."""
        with one_thread():
            plan = replace(self.material.plan, seed_strategy=task.seed, query_strategy=task.query)
            if task.size:
                plan = replace(plan, batch=task.size, iterations=0, lag=False)
                plan = replace(plan, query_strategy="random")
            if self._held is None:
                self._held = TestSet(self.material.test, plan.labels)
            if self._sample is None or self._sample.repeat != task.repeat:
                self._sample = draw_sample(self.material.target, plan, task.repeat)
            if task.is_full:
                return score_full(self._sample, self._held, plan, self.material.source)
            run = run_plan(self._sample, self._held, plan, self.material.source, full)
            return {"pool": run["pool"], "curve": run["curve"]}


def compare(
    material: Material,
    strategies: Sequence[tuple[str, str]],
    *,
    sizes: Sequence[int] = (),  # first batches of these sizes alone, without query strategies
    jobs: int = 1,  # processes
    parts: Parts | None = None,  # finished tasks
    tell: Callable[[Task, Answer, int, int], None] | None = None,  # the ints: done, of how many
) -> Answer:
    """Run every pair of (seed, query) strategies on every repeat of the material's plan.

    Returns what `simulate` returns; each run also names its "seed_strategy" and "query_strategy",
    "summary" is that of `curves`, and "set_up" that of the plan.
    Raises: what `simulate` raises; ProcessLost; KeyboardInterrupt when stopped (parts stay).
    """
    if sizes:
        strategies = [(seed, "") for seed in dict.fromkeys(seed for seed, _ in strategies)]
    tasks = plan_tasks(material.plan.repeats, strategies, sizes)
    answers: dict[Task, Answer] = {}
    for task in tasks:
        answer = parts.get(task.name) if parts is not None else None
        if answer is not None:
            answers[task] = answer
    left = [task for task in tasks if task not in answers]

    def note(task: Task, answer: Answer) -> None:
        answers[task] = answer
        if parts is not None:
            parts.put(task.name, answer)
        if tell is not None:
            tell(task, answer, len(answers), len(tasks))

    if jobs > 1 and len(left) > 1:
        _in_processes(material, left, answers, note, min(jobs, len(left)))
    else:
        bench = Bench(material)
        for task in left:
            note(task, bench.run(task, answers.get(Task(task.repeat), {})))
    result = assemble(answers, material.plan.repeats, strategies, sizes)
    return {"set_up": material.plan.set_up()} | result


def plan_tasks(
    repeats: int, strategies: Sequence[tuple[str, str]], sizes: Sequence[int] = ()
) -> list[Task]:
    """All tasks; those of one repeat stand together, its full-pool model first."""
    tasks = []
    for repeat in range(repeats):
        tasks.append(Task(repeat))
        for pair in strategies:
            tasks += _tasks_of(repeat, pair, sizes)
    return tasks


def _tasks_of(repeat: int, pair: tuple[str, str], sizes: Sequence[int]) -> list[Task]:
    return [Task(repeat, *pair, size) for size in sizes or (0,)]


def assemble(
    answers: dict[Task, Answer],
    repeats: int,
    strategies: Sequence[tuple[str, str]],
    sizes: Sequence[int] = (),
) -> Answer:
    """The contract's result out of the answers to all tasks; first batches of several sizes make
    up one curve, though each was chosen for itself."""
    runs = []
    for seed, query in strategies:
        for repeat in range(repeats):
            parts = [answers[task] for task in _tasks_of(repeat, (seed, query), sizes)]
            head = {"repeat": repeat, "seed_strategy": seed, "query_strategy": query}
            curve = [point for part in parts for point in part["curve"]]
            full = own_full(answers[Task(repeat)], query)
            body = {"full": full, "pool": parts[0]["pool"], "curve": curve}
            runs.append(head | body | {"stopped_at": stopped_at(curve)})
    full = mean_full([{"full": answers[Task(repeat)]} for repeat in range(repeats)])
    return {"full": full, "pool": runs[0]["pool"], "runs": runs, "summary": summarise(runs)}


def _in_processes(
    material: Material,
    left: Sequence[Task],
    answers: dict[Task, Answer],
    note: Callable[[Task, Answer], None],
    jobs: int,
) -> None:
    """Do the tasks over processes; what stops early needs its repeat's full-pool model first."""
    waiting, running = list(left), dict[Future[Answer], Task]()
    with open_pool(jobs, PRELOADED, _begin, material) as pool:
        while waiting or running:
            for task in [task for task in waiting if _ready(task, material.plan, answers)]:
                waiting.remove(task)
                running[pool.submit(_work, task, answers.get(Task(task.repeat), {}))] = task
            future = pool.next_finished()
            note(running.pop(future), future.result())


def _ready(task: Task, plan: Plan, answers: dict[Task, Answer]) -> bool:
    return plan.stop_at is None or task.is_full or Task(task.repeat) in answers


_bench: Bench | None = None  # of a child process


def _begin(material: Material) -> None:
    global _bench
    _bench = Bench(material)


def _work(task: Task, full: dict[str, float]) -> Answer:
    assert _bench is not None
    return _bench.run(task, full)
