"""The simulator's contract, its honesty, and the reading of corpora and label maps."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.errors import BadCorpus, EmptyPool, UnknownStrategy
from learning.rounds.run import Learnt, RoundOrder, learn_round
from learning.simulation.corpora import (
    coarse_labels,
    labels_for,
    read_labelmap,
    read_utterances,
    split_by_dialogue,
)
from learning.simulation.curves import set_up_words
from learning.simulation.replay import (
    Plan,
    TestSet,
    first_touch,
    open_source,
    run_plan,
    simulate,
)
from learning.simulation.samples import draw_sample
from learning.types import Span, Utterance
from tests.learning.conftest import calls

AS_PUBLISHED = Plan.as_published(
    batch=20, iterations=3, repeats=2, pool_size=110,
    seed_strategy="random", query_strategy="target-entropy",
)  # fmt: skip
PROJECT = Plan(iterations=3, pool_size=112)


def test_the_contract(corpus: list[Utterance]) -> None:
    answer = json.loads(json.dumps(simulate(corpus, calls(60, seed=2), AS_PUBLISHED)))
    assert set(answer) == {"full", "pool", "runs"}
    assert set(answer["full"]) == {"precision", "recall", "f1", "f1_labels"}
    assert answer["pool"]["instances"] == 110
    assert [run["repeat"] for run in answer["runs"]] == [0, 1]
    for run in answer["runs"]:
        assert [point["instances"] for point in run["curve"]] == [20, 40, 60, 80]
        assert set(run["curve"][0]) == {
            "instances", "tokens", "edits", "seconds", "minutes",
            "precision", "recall", "f1", "f1_labels",
            "train_s", "score_s", "select_s", "advice", "why",
        }  # fmt: skip
        # Two comparisons take three models: the third point is the first with another reason.
        assert [point["why"] for point in run["curve"][:2]] == ["few"] * 2
        assert run["stopped_at"] in {None, 20, 40, 60, 80}


def test_the_same_state_gives_the_same_curve(corpus: list[Utterance]) -> None:
    def curve(state: int) -> list[float]:
        answer = simulate(
            corpus, calls(60, seed=2), replace(AS_PUBLISHED, random_state=state, repeats=1)
        )
        return [point["tokens"] for point in answer["runs"][0]["curve"]]

    assert curve(1) == curve(1)
    assert curve(1) != curve(2)


def test_labels_and_source(corpus: list[Utterance], source: CrfTagger) -> None:
    plan = replace(
        AS_PUBLISHED,
        labels="all",
        query_strategy="combined",
        seed_strategy="kmeans+source",
        repeats=1,
    )
    answer = simulate(corpus, calls(60, seed=2), plan, source)
    assert answer["full"]["f1"] > 0.9
    points = [answer["full"], *answer["runs"][0]["curve"]]
    assert all(0 < point["f1_labels"] <= point["f1"] for point in points)


def test_a_used_up_pool_ends_the_run(corpus: list[Utterance]) -> None:
    answer = simulate(
        corpus[:50], calls(30, seed=2), replace(AS_PUBLISHED, iterations=9, repeats=1)
    )
    curve = answer["runs"][0]["curve"]
    assert [point["instances"] for point in curve] == [20, 40, 50]
    assert curve[-1]["f1"] == pytest.approx(answer["full"]["f1"], abs=0.02)


def test_failures(corpus: list[Utterance]) -> None:
    with pytest.raises(EmptyPool):
        simulate(corpus, [], AS_PUBLISHED)
    with pytest.raises(UnknownStrategy):
        simulate(corpus, corpus, replace(AS_PUBLISHED, query_strategy="nonsense"))


def test_what_is_found_and_what_is_rightly_named_are_two_figures() -> None:
    class Guess(CrfTagger):
        """Calls the first token of every turn a place."""

        @property
        def tags(self) -> tuple[str, ...]:
            return ("O", "B-PLACE")

        def tag_rows(self, encoding, rows):  # type: ignore[no-untyped-def]
            first = np.zeros(encoding.tokens, np.int32)
            first[encoding.starts[:-1]] = 1
            return first

    turns = [
        Utterance("Ana dice", (Span(0, 3, "NAME"),)),
        Utterance("Irun", (Span(0, 4, "PLACE"),)),
    ]
    found = TestSet(turns, "all").score(Guess())
    assert (found["f1"], found["f1_labels"]) == (1.0, 0.5)  # both found, one under its label


def test_score_by_hand() -> None:
    class Guess(CrfTagger):
        """Finds the first token of every turn."""

        @property
        def tags(self) -> tuple[str, ...]:
            return ("O", "I-SENSITIVE")

        def tag_rows(self, encoding, rows):  # type: ignore[no-untyped-def]
            first = np.zeros(encoding.tokens, np.int32)
            first[encoding.starts[:-1]] = 1
            return first

    held = TestSet([Utterance("Ana Gil", (Span(0, 7, "N"),)), Utterance("no sé")], "binary")
    # 2 predicted, 1 right, 2 gold.
    assert held.score(Guess()) == {
        "precision": 0.5, "recall": 0.5, "f1": 0.5, "f1_labels": 0.5,
    }  # fmt: skip


def test_first_touch_by_hand() -> None:
    curve = [
        {"instances": size, "tokens": 3 * size, "f1": f1} for size, f1 in ((10, 0.7), (20, 0.9))
    ]
    run = {"full": {"f1": 0.9}, "pool": {"instances": 100, "tokens": 400}, "curve": curve}
    assert first_touch(run) == {"instances": 20, "tokens": 15}
    assert first_touch(run | {"full": {"f1": 0.95}}) is None


def write(path: Path, lines: list[str]) -> Path:
    data = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def dialogue(name: str) -> str:
    turns = [
        {"speaker": "a", "text": "soy Ana", "spans": [{"start": 4, "end": 7, "label": "x"}]},
        {"speaker": "b", "text": "hola"},
    ]
    return json.dumps({"id": name, "lang": "es", "turns": turns})


@pytest.mark.parametrize("name", ["toy.train.jsonl", "toy.train.jsonl.gz"])
def test_reading(tmp_path: Path, name: str) -> None:
    found = read_utterances(write(tmp_path / name, [dialogue("d1"), "", dialogue("d2")]))
    assert found[0] == Utterance("soy Ana", (Span(4, 7, "x"),), "a", "d1", 0.0)
    assert [each.position for each in found] == [0.0, 1.0, 0.0, 1.0]
    source = open_source(tmp_path / name)
    assert source.features == "source"
    source.save(tmp_path / "model")
    assert open_source(tmp_path / "model").tags == source.tags


@pytest.mark.parametrize("bad", ["{", "[]", '{"id": 1}', '{"id": "d", "turns": [{}]}', "3"])
def test_a_bad_line_is_named(tmp_path: Path, bad: str) -> None:
    path = write(tmp_path / "toy.jsonl", [dialogue("d1"), bad])
    with pytest.raises(BadCorpus, match=r"toy\.jsonl:2"):
        read_utterances(path)


def test_a_cut_archive(tmp_path: Path) -> None:
    path = write(tmp_path / "toy.jsonl.gz", [dialogue(str(n)) for n in range(500)])
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadCorpus):
        read_utterances(path)


def test_label_maps(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text(json.dumps({"toy": {"x": "PERSON"}, "toy.other": {"x": "ID"}}))
    labelmap = read_labelmap(path)
    assert labels_for("toy.train.jsonl", labelmap) == {"x": "PERSON"}
    assert labels_for("toy.other.jsonl", labelmap) == {"x": "ID"}
    assert labels_for("none.jsonl", labelmap) is None
    utterance = Utterance("ab", (Span(0, 1, "x"), Span(1, 2, "y")))
    assert coarse_labels([utterance], {"x": "PERSON"})[0].spans == (Span(0, 1, "PERSON"),)
    path.write_text("[1]")
    with pytest.raises(BadCorpus):
        read_labelmap(path)


def test_split_keeps_dialogues_whole(corpus: list[Utterance]) -> None:
    rest, held = split_by_dialogue(corpus, 0.3, np.random.default_rng(0))
    assert len(rest) + len(held) == len(corpus)
    assert not {each.dialogue for each in rest} & {each.dialogue for each in held}


def test_a_project_by_default(corpus: list[Utterance], source: CrfTagger) -> None:
    """A round begins when half of a batch is read: its model knows 10 turns, then 20 more each."""
    (run,) = simulate(corpus, calls(60, seed=2), PROJECT, source)["runs"]
    assert run["pool"]["instances"] == 112  # whole dialogues of eight
    assert [point["instances"] for point in run["curve"]] == [10, 30, 50, 70]
    assert all(point["minutes"] == round(point["seconds"] / 60, 1) for point in run["curve"])
    assert run["full"]["f1_labels"] <= run["full"]["f1"]


def test_without_the_lag_all_of_a_batch_is_read(corpus: list[Utterance]) -> None:
    (run,) = simulate(corpus, calls(60, seed=2), replace(PROJECT, lag=False))["runs"]
    assert [point["instances"] for point in run["curve"]] == [20, 40, 60, 80]


def test_a_project_reads_its_pool_to_the_end(corpus: list[Utterance]) -> None:
    plan = replace(PROJECT, pool_size=None, iterations=9)
    (run,) = simulate(corpus[:48], calls(30, seed=2), plan)["runs"]
    # The third batch is the 10 that are left of the second and the last 8: half of it is 9.
    assert [point["instances"] for point in run["curve"]] == [10, 30, 39, 48]
    assert run["curve"][-1]["why"] == "read"


def test_what_a_run_keeps_is_not_there_for_the_next(corpus: list[Utterance]) -> None:
    sample = draw_sample(corpus, replace(PROJECT, batch=40), 0)
    held = TestSet(calls(60, seed=2), "all")
    first, again = (
        run_plan(sample, held, replace(PROJECT, batch=40), None, {})["curve"] for _ in range(2)
    )
    assert [point["f1"] for point in first] == [point["f1"] for point in again]
    assert sample.pool.side_file("first-reading") is None


def test_warm_starts_go_on_from_the_round_before(
    corpus: list[Utterance], monkeypatch: pytest.MonkeyPatch
) -> None:
    orders: list[RoundOrder] = []

    def noted(pool: Pool, labelled: Any, order: RoundOrder) -> Learnt:
        orders.append(order)
        return learn_round(pool, labelled, order)

    monkeypatch.setattr("learning.simulation.replay.learn_round", noted)
    for warm in (True, False):
        simulate(corpus, calls(30, seed=2), replace(PROJECT, warm=warm, iterations=1))
    assert [order.start is not None for order in orders] == [False, True, False, False]


def test_set_ups_have_a_name() -> None:
    assert Plan().set_up()["name"] == Plan(iterations=3, pool_size=9).set_up()["name"] == "project"
    assert Plan(labels="coarse").set_up()["name"] == "project"
    assert Plan.as_published(repeats=3).set_up()["name"] == "as-published"
    own = Plan.as_published(audit_percent=10).set_up()
    assert (own["name"], own["audit_percent"], own["lag"]) == ("own", 10, False)
    assert "Own settings: labels as sensitive or not, batches of 100" in set_up_words(own)
    assert set_up_words(Plan().set_up()).startswith("As a project works: all labels, batches of 20")
