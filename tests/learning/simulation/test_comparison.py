"""Strategies side by side: the same whatever the number of processes, kept part by part."""

import json
import multiprocessing
from dataclasses import replace
from typing import Any

import pytest

from learning.crf.tagger import CrfTagger
from learning.errors import OneClassOnly
from learning.simulation import comparison
from learning.simulation.comparison import Material, Task, compare, plan_tasks
from learning.simulation.replay import Plan, simulate
from learning.types import Utterance
from tests.learning.conftest import calls

PLAN = Plan.as_published(batch=20, iterations=2, repeats=2, pool_size=80, classes=False)
PAIRS = [("random", "target-entropy"), ("kmeans", "diversity")]


class Memory(dict[str, dict[str, Any]]):
    """Parts in memory."""

    def put(self, name: str, answer: dict[str, Any]) -> None:
        self[name] = answer


def timeless(result: dict[str, Any]) -> Any:
    """The result without its times, which differ from run to run."""
    text = json.dumps(result)
    return json.loads(text, object_hook=lambda d: {k: v for k, v in d.items() if k[-2:] != "_s"})


@pytest.fixture(autouse=True)
def one_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process has one server that it takes processes from: here the one that jobs have."""
    monkeypatch.setattr(comparison, "PRELOADED", ["annotation.preload"])


@pytest.fixture
def material(corpus: list[Utterance]) -> Material:
    return Material(corpus, calls(60, seed=2), None, PLAN)


def test_as_simulated_one_by_one(material: Material) -> None:
    found = compare(material, PAIRS)
    assert set(found) == {"set_up", "full", "pool", "runs", "summary"}
    assert found["set_up"] == PLAN.set_up()
    for seed, query in PAIRS:
        plan = replace(PLAN, seed_strategy=seed, query_strategy=query)
        alone = simulate(material.target, material.test, plan)
        own = [run for run in found["runs"] if run["query_strategy"] == query]
        names = {"seed_strategy": seed, "query_strategy": query}
        assert timeless({"": own}) == timeless({"": [run | names for run in alone["runs"]]})
        assert found["full"] == alone["full"]


@pytest.fixture
def stopped_among_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Ctrl-C between the locks of all futures leaves some taken, and the pool never ends."""

    def stop(_locks: Any) -> None:
        raise AssertionError("they were all taken")

    monkeypatch.setattr("concurrent.futures._base._AcquireFutures.__enter__", stop)


@pytest.mark.usefixtures("stopped_among_locks")
def test_the_same_with_two_processes(material: Material, source: CrfTagger) -> None:
    pairs = [("auto", "adaptive"), ("random", "committee")]
    plan = Plan(batch=20, iterations=2, repeats=2, pool_size=80)  # warm: nothing is carried over
    material = replace(material, source=source, plan=plan)
    alone = compare(material, pairs)
    told: list[tuple[int, int]] = []
    both = compare(material, pairs, jobs=2, tell=lambda *each: told.append(each[2:]))
    assert timeless(alone) == timeless(both)
    assert told == [(n, 6) for n in range(1, 7)]
    assert not multiprocessing.active_children()


def test_full_first_where_a_run_may_stop_early(material: Material) -> None:
    material = replace(material, plan=replace(PLAN, stop_at=0.5, iterations=5))
    alone, both = (compare(material, PAIRS[:1], jobs=jobs) for jobs in (1, 2))
    assert timeless(alone) == timeless(both)
    assert [len(run["curve"]) for run in both["runs"]] == [2, 2]


def test_finished_tasks_are_not_done_again(material: Material) -> None:
    parts = Memory()
    whole = compare(material, PAIRS, parts=parts)
    assert set(parts) == {task.name for task in plan_tasks(2, PAIRS)}
    del parts["run-1-kmeans-diversity"], parts["full-0"]
    done: list[Task] = []
    again = compare(material, PAIRS, parts=parts, tell=lambda task, *_: done.append(task))
    assert done == [Task(0), Task(1, "kmeans", "diversity")]
    assert timeless(again) == timeless(whole)


def test_first_batches_of_several_sizes(material: Material) -> None:
    found = compare(material, [("random", "mnlp"), ("kmeans", "mnlp")], sizes=[10, 30])
    assert [run["seed_strategy"] for run in found["runs"]] == ["random"] * 2 + ["kmeans"] * 2
    for run in found["runs"]:
        assert [point["instances"] for point in run["curve"]] == [10, 30]
    plan = replace(PLAN, seed_strategy="kmeans", batch=30, iterations=0)
    alone = simulate(material.target, material.test, plan)["runs"][1]["curve"]
    assert timeless({"": found["runs"][3]["curve"][1:]}) == timeless({"": alone})


def test_a_failure_in_a_process_is_the_same_failure(material: Material) -> None:
    bare = [replace(turn, spans=()) for turn in material.target]
    with pytest.raises(OneClassOnly):
        compare(replace(material, target=bare), PAIRS, jobs=2)
    assert not multiprocessing.active_children()


def test_a_seed_without_a_span_costs_a_round(material: Material) -> None:
    """Real rounds ask again, chosen like a seed; so does the simulation."""
    rare = [replace(turn, spans=()) for turn in material.target[:90]]
    plan = replace(PLAN, pool_size=None, repeats=1, iterations=4)
    turns = [*rare, *material.target[90:100]]
    found = compare(replace(material, target=turns, plan=plan), PAIRS[:1])
    curve = found["runs"][0]["curve"]
    assert [point["instances"] for point in curve] == [20, 40, 60, 80, 100]
    assert curve[0]["f1"] == 0 < curve[-1]["f1"]
