"""The large model trains in a child: it takes over only when it is surely better, ends when told
to, and what goes wrong in it is said by its name."""

import json
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from learning.crf.pool import Pool, memory_pool
from learning.crf.tagger import CrfTagger
from learning.errors import ExtraMissing, MemoryShort, TooFewDrawn, WeightsMissing
from learning.large import beside, process
from learning.large.base import LargeTagger
from learning.large.finetuning import LargeSettings
from learning.large.kinds import open_tagger
from learning.large.process import (
    LargeJob,
    LargeResult,
    learn_behind,
    run_apart,
)
from learning.metrics.measurement import measure
from learning.metrics.precision_recall import covered
from learning.types import Span, Utterance
from tests.learning.conftest import calls
from tests.stopped import Stopped

RECIPE = LargeSettings(
    frozen="nothing", epochs=10, least_steps=1, learning_rate=5e-3, device="cpu", threads=1
)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="the BERT extra is not installed")
    from tests.learning.large.tiny import tiny_encoder

    return tiny_encoder(tmp_path_factory.mktemp("encoder") / "tiny")


def job_of(folder: Path, encoder: Path, **values: Any) -> LargeJob:
    settings = replace(RECIPE, encoder=str(encoder))
    return LargeJob(
        **{
            "kind": "bert",
            "settings": settings,
            "folder": str(folder),
            "labelled": calls(150),
            "drawn": tuple(range(40)),
        }
        | values
    )


@pytest.fixture(scope="module")
def pool() -> Pool:
    """Of which 120 turns are labelled; it holds more words than they do."""
    return memory_pool(calls(400, seed=3))


class Dummy(LargeTagger):
    """Stands for a large tagger, without torch: it finds nothing, or everything (`right`)."""

    kind = "dummy"
    right: ClassVar[dict[str, tuple[Span, ...]]] = {}

    def fit(self, utterances: Any, **_: Any) -> "Dummy":
        self.card = {"kind": "dummy", "utterances": len(utterances)}
        return self

    def calibrate_on(self, held: Any) -> None:
        self.card["held"] = len(held)

    def predict(self, utterances: Any, *_: Any, **__: Any) -> Any:
        return [self.right.get(each.text, ()) for each in utterances]

    def save(self, folder: Path) -> dict[str, Any]:
        folder.mkdir()
        return self.card


def small_job(folder: Path, pool: Pool, **values: Any) -> LargeJob:
    labelled = pool.utterances[:120]
    settings = LargeSettings(encoder="none")
    return LargeJob("dummy", settings, str(folder / "m"), labelled, **values)


def test_the_large_one_is_kept_if_it_surely_beats_the_rounds_model(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "new_tagger", lambda kind, settings: Dummy(settings))
    only_names = [
        replace(each, spans=tuple(span for span in each.spans if span.label == "NAME"))
        for each in pool.utterances[:120]
    ]
    own = CrfTagger().fit(only_names)  # it misses all but names
    own.save(tmp_path / "round")
    test = calls(60, seed=8)
    job = small_job(tmp_path, pool, test=test, small=str(tmp_path / "round"))
    gold, texts = [each.spans for each in test], [each.text for each in test]
    reached = measure(texts, gold, own.predict(test), "test").metrics["f1"]
    assert 0 < reached < 1
    found = learn_behind(job)
    assert (found.better, found.metrics["f1"], found.metrics["crf_f1"]) == (False, 0, reached)
    assert found.metrics["ahead_high"] < 0
    assert found.card["utterances"] + found.card["held"] == 120  # the fifth calibrates it
    guesses = dict(zip(texts, own.predict(test), strict=True))
    missed = next(each for each in test if not guesses[each.text] and each.spans)
    monkeypatch.setattr(Dummy, "right", guesses | {missed.text: missed.spans})
    found = learn_behind(job)  # one turn more is no proof
    assert found.metrics["f1"] > reached and not found.better and found.proposals == []
    assert found.metrics["ahead_low"] <= 0 < found.metrics["ahead_high"]
    monkeypatch.setattr(Dummy, "right", {each.text: each.spans for each in test})
    found = learn_behind(job)
    assert (found.better, found.metrics["f1"], found.metrics["crf_f1"]) == (True, 1, reached)
    assert found.metrics["ahead_low"] > 0
    assert (tmp_path / "m").is_dir()


def test_without_test_turns_those_drawn_by_chance_measure(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "new_tagger", lambda kind, settings: Dummy(settings))
    job = small_job(tmp_path, pool, drawn=range(0, 120, 3), unread=pool.utterances[120:])
    found = learn_behind(job)
    assert (found.metrics["on"], found.metrics["n"]) == ("held-out", 40)
    assert (found.card["utterances"], found.card["held"]) == (80, 40)
    with pytest.raises(TooFewDrawn):
        learn_behind(replace(job, drawn=range(20)))


@pytest.mark.bert
def test_a_better_one_is_kept_with_its_proposals(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Weak(CrfTagger):
        def predict(self, utterances: Any, threshold: Any = None) -> Any:
            return [() for _ in utterances]

    monkeypatch.setattr(beside, "CrfTagger", Weak)
    ask = calls(5, seed=7)
    found = learn_behind(job_of(tmp_path / "m", encoder, ask=ask))
    assert found.better and found.metrics["on"] == "held-out"
    assert found.metrics["f1"] > found.metrics["crf_f1"] == 0.0
    assert len(found.proposals) == 5
    assert open_tagger(tmp_path / "m").predict(ask) == found.proposals


@pytest.mark.bert
def test_one_that_is_not_better_leaves_nothing(encoder: Path, tmp_path: Path) -> None:
    job = job_of(tmp_path / "m", encoder, test=calls(40, seed=3), ask=calls(5))
    job = replace(job, settings=replace(job.settings, epochs=1, least_steps=1))
    found = learn_behind(job)
    assert not found.better and found.proposals == [] and found.metrics["on"] == "test"
    assert found.metrics["f1"] < found.metrics["crf_f1"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.bert
def test_an_interrupted_training_is_taken_up_again(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "KEEP_SECONDS", 0.0)
    job = job_of(tmp_path / "m", encoder, unfinished=str(tmp_path / "unfinished"))

    def stop(share: float, phase: str) -> None:
        if share > 0.55:
            raise Stopped("a round wants to start")

    with pytest.raises(Stopped):
        learn_behind(job, stop)
    card = json.loads((tmp_path / "unfinished" / "card.json").read_text())
    assert 0.4 < card["done"] < 0.6
    settings, done = process._taken_up(job)
    assert done == card["done"]
    assert settings.encoder == str(tmp_path / "unfinished") and settings.epochs in {4, 5, 6}
    shares: list[float] = []
    learn_behind(job, lambda share, _: shares.append(share))
    assert not (tmp_path / "unfinished").exists()
    other = replace(job, settings=replace(job.settings, seed=9))
    assert process._taken_up(other) == (other.settings, 0.0)


def test_too_little_to_compare(tmp_path: Path) -> None:
    with pytest.raises(TooFewDrawn, match="Only turns that chance drew"):
        learn_behind(job_of(tmp_path, tmp_path, drawn=tuple(range(8))))


@pytest.mark.bert
def test_a_child_does_the_work(encoder: Path, tmp_path: Path) -> None:
    seen: list[tuple[float, str]] = []
    job = job_of(tmp_path / "m", encoder, test=calls(40, seed=3), ask=calls(3, seed=7))
    found = run_apart("learn", job, lambda *each: seen.append(each))
    assert found.metrics["n"] == 40 and found.card["kind"] == "bert"
    assert seen and seen[-1][0] > 0.5
    assert found.better == (tmp_path / "m").exists()
    if found.better:
        again = run_apart("propose", replace(job, labelled=()))
        assert again.proposals == found.proposals


def test_without_packages_or_weights_the_child_says_so(tmp_path: Path) -> None:
    job = job_of(tmp_path / "m", tmp_path / "none")
    with pytest.raises(WeightsMissing, match="There is no folder"):
        run_apart("learn", job)
    assert not (tmp_path / "m").exists()


def test_a_child_is_ended_as_soon_as_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    children = _children(monkeypatch, "import time; time.sleep(600)")
    calls_seen: list[float] = []

    def lost(share: float, phase: str) -> None:
        calls_seen.append(time.monotonic())
        raise Stopped("a round wants to start")

    began = time.monotonic()
    with pytest.raises(Stopped):
        run_apart("learn", job_of(tmp_path, tmp_path), lost)
    assert time.monotonic() - began < 300
    assert children[0].poll() is not None


def test_a_child_that_the_system_ends_was_short_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _children(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(MemoryShort, match="memory ran out"):
        run_apart("learn", job_of(tmp_path, tmp_path))


def test_a_child_follows_its_parent(tmp_path: Path) -> None:
    """Its parent's end of the pipe closes: it ends by itself, whatever it is doing."""
    code = (
        "import sys, time\n"
        "from learning.large import process\n"
        "process.WORKS['learn'] = lambda job, progress: time.sleep(60)\n"
        "sys.argv = ['process', 'learn']\n"
        "process.main()\n"
    )
    job = json.dumps(asdict(job_of(tmp_path, tmp_path, labelled=[]))).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin and child.stderr
        child.stdin.write(job)
        child.stdin.close()
        assert child.wait(timeout=60) == 1
        assert child.stderr.read() == b""  # it ended itself, and did not fail


def test_jobs_survive_the_pipe(tmp_path: Path) -> None:
    turn = Utterance("soy Ana 🙂", (Span(4, 7, "NAME", 0.5),), "a", "d", 0.25)
    job = job_of(
        tmp_path, tmp_path, labelled=[turn], test=(turn,), unread=(turn,), drawn=[0], small="a/b"
    )
    read = process._read_job(json.dumps(asdict(job)).encode())
    assert read == replace(job, test=[turn], unread=[turn], ask=[])
    assert covered(turn.text, turn.spans[0], read.labelled[0].spans)
    assert isinstance(process._error("extra_missing", "x"), ExtraMissing)
    assert LargeResult(False, {}, {}).proposals == []


def _children(monkeypatch: pytest.MonkeyPatch, code: str) -> list["subprocess.Popen[bytes]"]:
    """Children run this instead of the work."""
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def popen(command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
        child = real([sys.executable, "-c", code], **options)
        started.append(child)
        return child

    monkeypatch.setattr(process.subprocess, "Popen", popen)
    return started
