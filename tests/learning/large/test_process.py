"""The large model trains in a child: it takes over only when it is better, ends when told to, and
what goes wrong in it is said by its name."""

import json
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from learning.crf.first_stage import add_second_stage
from learning.crf.pool import Pool, memory_pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import MODEL_FILE, CrfTagger, LabelledRows
from learning.errors import ExtraMissing, MemoryShort, OneClassOnly, WeightsMissing
from learning.large import process
from learning.large.base import LargeTagger
from learning.large.finetuning import LargeSettings
from learning.large.kinds import open_tagger
from learning.large.process import (
    LargeJob,
    LargeResult,
    is_held_out,
    learn_behind,
    run_apart,
    small_beside,
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
        **{"kind": "bert", "settings": settings, "folder": str(folder), "labelled": calls(150)}
        | values
    )


@pytest.fixture(scope="module")
def pool() -> Pool:
    """Of which 120 turns are labelled; it holds more words than they do."""
    return memory_pool(calls(400, seed=3))


def round_of(pool: Pool, folder: Path, label: str = "") -> CrfTagger:
    """What a round leaves in `folder`: a CRF on the first 120 turns of the pool, as it is set up;
    label: the only one that it was taught."""
    turns = pool.utterances[:120]
    settings = CrfSettings(max_iterations=20)
    tagger = CrfTagger(settings=settings).fit_rows(
        LabelledRows(
            pool.encoding("target"),
            range(len(turns)),
            [each.text for each in turns],
            [tuple(s for s in each.spans if label in {"", s.label}) for each in turns],
        ),
        prior=pool.prior,
    )
    tagger.save(folder)
    return tagger


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


def test_with_test_turns_the_rounds_own_model_is_to_be_beaten(pool: Pool, tmp_path: Path) -> None:
    own = round_of(pool, tmp_path / "round")
    test = calls(40, seed=8)
    job = small_job(tmp_path, pool, test=test, small=str(tmp_path / "round"))
    found = small_beside(job, [])  # it learns nothing more
    assert found.card["sha256"] == own.card["sha256"]
    assert found.predict(test) == own.predict(test)


def test_without_test_turns_one_like_the_rounds_learns_from_the_others(
    pool: Pool, source: CrfTagger, tmp_path: Path
) -> None:
    train = [each for each in pool.utterances[:120] if not is_held_out(each.text)]
    own = round_of(pool, tmp_path / "plain")
    job = small_job(tmp_path, pool, small=str(tmp_path / "plain"))
    found = small_beside(job, train)
    assert own.classes and found.classes and found.classes.key == own.classes.key
    assert found.settings == own.settings and found.card["utterances"] == len(train) < 120
    assert found.source is None and not found.card["leans"]

    featured = memory_pool(pool.utterances)
    featured.use_source_features(source)
    round_of(featured, tmp_path / "featured")
    found = small_beside(replace(job, small=str(tmp_path / "featured")), train)
    assert found.source is not None and found.classes and found.classes.key == own.classes.key

    two_stage = memory_pool(pool.utterances)
    add_second_stage(two_stage, {row: each.spans for row, each in enumerate(job.labelled)})
    assert round_of(two_stage, tmp_path / "two_stage").second_stage is not None
    found = small_beside(replace(job, small=str(tmp_path / "two_stage")), train)
    assert found.second_stage is None  # they were learnt from the turns that measure here

    with_prior = memory_pool(pool.utterances)
    with_prior.prior = source.prior
    round_of(with_prior, tmp_path / "with_prior")
    source.save(tmp_path / "source")
    job = replace(job, small=str(tmp_path / "with_prior"), prior=str(tmp_path / "source"))
    found = small_beside(job, train)
    assert found.card["leans"] and found.source is None


@pytest.mark.parametrize("damage", ["gone", "cut"])
def test_a_round_that_cannot_be_opened_is_stood_for_by_a_plain_one(
    pool: Pool, tmp_path: Path, damage: str
) -> None:
    own = round_of(pool, tmp_path / "round")
    model = tmp_path / "round" / MODEL_FILE
    model.unlink() if damage == "gone" else model.write_bytes(model.read_bytes()[:-9])
    job = small_job(tmp_path, pool, small=str(tmp_path / "round"))
    found = small_beside(job, job.labelled)
    assert own.classes and (found.classes is None or found.classes.key != own.classes.key)
    assert found.card["utterances"] == 120


def test_the_large_one_is_kept_if_it_beats_the_rounds_model(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "new_tagger", lambda kind, settings: Dummy(settings))
    own = round_of(pool, tmp_path / "round", "NAME")  # it misses all but names
    test = calls(60, seed=8)
    job = small_job(tmp_path, pool, test=test, small=str(tmp_path / "round"))
    gold, texts = [each.spans for each in test], [each.text for each in test]
    reached = measure(texts, gold, own.predict(test), "test").metrics["f1"]
    assert 0 < reached < 1
    found = learn_behind(job)
    assert (found.better, found.metrics["f1"], found.metrics["crf_f1"]) == (False, 0, reached)
    assert found.card["utterances"] + found.card["held"] == 120  # the fifth calibrates it
    monkeypatch.setattr(Dummy, "right", {each.text: each.spans for each in test})
    found = learn_behind(job)
    assert (found.better, found.metrics["f1"], found.metrics["crf_f1"]) == (True, 1, reached)
    assert (tmp_path / "m").is_dir()


def test_the_same_fifth_is_held_out_however_many_turns_there_are() -> None:
    turns = [f"hola {number}" for number in range(1000)]
    held = [text for text in turns if is_held_out(text)]
    assert 150 < len(held) < 250
    assert held[:9] == [text for text in turns[:200] if is_held_out(text)][:9]


@pytest.mark.bert
def test_a_better_one_is_kept_with_its_proposals(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Weak(process.CrfTagger):
        def predict(self, utterances: Any, threshold: Any = None) -> Any:
            return [() for _ in utterances]

    monkeypatch.setattr(process, "CrfTagger", Weak)
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
    with pytest.raises(OneClassOnly, match="Too little is labelled"):
        learn_behind(job_of(tmp_path, tmp_path, labelled=calls(8)))


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
    job = job_of(tmp_path, tmp_path, labelled=[turn], test=(turn,), small="a/b", prior="c")
    read = process._read_job(json.dumps(asdict(job)).encode())
    assert read == replace(job, test=[turn], ask=[])
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
