"""Trains a large tagger behind, in a process of its own; it takes over only if it is better.

The CRF selects and proposes at once; the large model comes after it [Nguyen22]. A child can be
ended at any moment without a trace, gives its memory back, and is the one that the system ends when
memory runs out. `python -m learning.large.process` is that child: texts come by a pipe and never
touch the disk.
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
import traceback
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import learning
from learning import errors
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.errors import LearningError, MemoryShort, ModelDamaged, OneClassOnly
from learning.large.base import LargeTagger
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger, open_tagger
from learning.metrics.measurement import Metrics, measure
from learning.tagger import Tagger
from learning.types import Card, Progress, Span, Utterance

_ROOT = Path(learning.__file__).resolve().parents[1]
PARTS = 5  # one turn in five is held out where there is no test set
LEAST_HELD = 10  # held-out turns below which nothing can be told
TICK = 0.25  # seconds after which a waiting parent looks whether it still should wait
KEEP_SECONDS = 30.0  # of training that would be lost, before it is written down


@dataclass(frozen=True)
class LargeJob:
    """What a child is to do. It names models by folder, so that a job stays small."""

    kind: str
    settings: LargeSettings
    folder: str  # of the model, written if it is better
    labelled: Sequence[Utterance]  # with gold spans
    test: Sequence[Utterance] = ()  # with gold spans
    ask: Sequence[Utterance] = ()  # turns to propose for
    unfinished: str = ""  # where an interrupted training is kept and taken up again
    small: str = ""  # the round's CRF, which is to be beaten; "" without one
    prior: str = ""  # the source model whose prior that CRF has; "" without one


@dataclass(frozen=True)
class LargeResult:
    """What a child answers."""

    better: bool  # the model lies in its folder
    metrics: Metrics  # and the CRF's F1 on the same turns, sensitive or not (`crf_f1`)
    card: Card
    # Of the asked turns; empty unless it is better.
    proposals: list[tuple[Span, ...]] = field(default_factory=list)


def is_held_out(text: str) -> bool:
    """Whether a turn measures instead of teaching: always the same answer for the same text, so
    that a training that is taken up again never learnt from what measures it."""
    return zlib.crc32(text.encode()) % PARTS == 0


def learn_behind(job: LargeJob, progress: Progress | None = None) -> LargeResult:
    """Train, measure beside the round's CRF on the same turns, and keep the model if its F1 is
    higher.

    One labelled turn in five calibrates the large model instead of teaching it. With test turns the
    CRF is the round's own. Without them that fifth also measures both, and neither learns from it:
    the CRF is one like the round's (`small_beside`).
    Raises: what `Tagger.fit` raises; OneClassOnly when too little is labelled.
    """
    train = [utterance for utterance in job.labelled if not is_held_out(utterance.text)]
    held = [utterance for utterance in job.labelled if is_held_out(utterance.text)]
    test, basis = (job.test, "test") if job.test else (held, "held-out")
    if len(test) < LEAST_HELD:
        raise OneClassOnly("Too little is labelled to tell whether a large model is better.")
    # First, and let go before the large model needs the memory.
    crf_f1 = _metrics(small_beside(job, train), test, basis)["f1"]
    settings, kept = _taken_up(job)
    large = new_tagger(job.kind, replace(settings, held_out=0.0))
    assert isinstance(large, LargeTagger)
    if job.unfinished:
        large.keep_in(Path(job.unfinished), KEEP_SECONDS, origin=_origin(job), done=kept)
    large.fit(train, progress=progress)
    large.calibrate_on(held)
    if progress:
        progress(1.0, "measuring")
    metrics = _metrics(large, test, basis)
    better = metrics["f1"] > crf_f1
    card = large.card
    if better:
        card = large.save(Path(job.folder))
    if job.unfinished:
        large.forget()
    proposals = large.predict(job.ask) if better and job.ask else []
    return LargeResult(better, {**metrics, "crf_f1": crf_f1}, card, proposals)


def small_beside(job: LargeJob, train: Sequence[Utterance]) -> CrfTagger:
    """The CRF that a large model must beat: the round's own where there are test turns, for it
    learnt from none of them; else one that learns from `train` with all that the round's had: its
    settings, the pool's word classes, the source features or the prior. Second-stage features are
    left out: they come from turns that measure here.

    Where the round's cannot be opened, a plain one. Raises: what `CrfTagger.fit_rows` raises.
    """
    small = _opened(job.small)
    if small is None:
        return CrfTagger().fit([*job.labelled] if job.test else train)
    if job.test:
        return small
    source = _opened(job.prior)
    prior = source.prior if source is not None else None
    texts, spans = [utterance.text for utterance in train], [utterance.spans for utterance in train]
    tagger = CrfTagger(settings=small.settings)
    return tagger.fit_rows(
        LabelledRows(small.encode_first_stage(train), range(len(train)), texts, spans), prior=prior
    )


def _opened(folder: str) -> CrfTagger | None:
    """The CRF in a folder; None without one, or where it is damaged."""
    if not folder:
        return None
    try:
        return CrfTagger.load(Path(folder))
    except (ModelDamaged, OSError):
        return None


def _metrics(tagger: Tagger, test: Sequence[Utterance], basis: str) -> Metrics:
    predicted = tagger.predict(test)
    texts = [utterance.text for utterance in test]
    return measure(texts, [utterance.spans for utterance in test], predicted, basis).metrics


def _origin(job: LargeJob) -> str:
    """What an unfinished training began with: it is only taken up by a job that does the same."""
    return json.dumps([job.kind, asdict(job.settings)], sort_keys=True)


def _taken_up(job: LargeJob) -> tuple[LargeSettings, float]:
    """The settings to train with and the share that is done already: an interrupted training goes
    on from its last weights, with the labels of today, for what was left of its steps."""
    folder = Path(job.unfinished) if job.unfinished else None
    if job.kind != "bert" or folder is None or not (folder / "card.json").is_file():
        return job.settings, 0.0
    try:
        card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
        done = min(0.9, float(card["done"]))
    except (OSError, ValueError, KeyError, TypeError):
        return job.settings, 0.0
    if card.get("origin") != _origin(job):
        return job.settings, 0.0
    left = 1.0 - done
    settings = replace(
        job.settings,
        encoder=str(folder),
        epochs=max(1, round(left * job.settings.epochs)),
        least_steps=round(left * job.settings.least_steps),
    )
    return settings, done


def propose_behind(job: LargeJob, progress: Progress | None = None) -> LargeResult:
    """Let the model in the job's folder propose for the asked turns. Raises: ModelDamaged."""
    tagger = open_tagger(Path(job.folder))
    if progress:
        progress(0.5, "scoring")
    return LargeResult(True, {}, tagger.card, tagger.predict(job.ask))


WORKS = {"learn": learn_behind, "propose": propose_behind}


def run_apart(work: str, job: LargeJob, progress: Progress | None = None) -> LargeResult:
    """Do a work of `WORKS` in a child process and wait for it.

    `progress` is called several times per second, also while nothing moves; what it raises ends the
    child at once. Raises: what the child raised; MemoryShort when the system ended it.
    """
    environment = dict(os.environ, PYTHONUNBUFFERED="1")
    command = [sys.executable, "-m", __name__, work]
    child = subprocess.Popen(
        command,
        cwd=_ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # libraries may quote a text
    )
    assert child.stdin and child.stdout
    try:
        lines = _lines_of(child.stdout)
        with contextlib.suppress(BrokenPipeError):  # it died at once: its status says why
            # The pipe stays open: a child that reads its end knows that its parent is gone.
            child.stdin.write(json.dumps(asdict(job)).encode() + b"\n")
            child.stdin.flush()
        return _wait(child, lines, progress)
    finally:
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout):
            with contextlib.suppress(OSError):
                stream.close()


def _lines_of(stream: IO[bytes]) -> "queue.SimpleQueue[bytes | None]":
    """What a stream says, line by line, read by a thread; None at its end."""
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def read() -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in stream:
                lines.put(line)
        lines.put(None)

    threading.Thread(target=read, name="large-model", daemon=True).start()
    return lines


def _wait(
    child: "subprocess.Popen[bytes]",
    lines: "queue.SimpleQueue[bytes | None]",
    progress: Progress | None,
) -> LargeResult:
    share, phase = 0.0, "training"
    while True:
        try:
            line = lines.get(timeout=TICK)
        except queue.Empty:
            line = b""
        if line is None:
            status = child.wait()
            if status < 0:
                raise MemoryShort(
                    "The system ended the training of the large model, most likely because "
                    "memory ran out: choose a smaller one, or stop something else."
                )
            raise LearningError("The training of the large model ended without a word.")
        answer = json.loads(line) if line else {}
        if "error" in answer:
            raise _error(answer["error"], answer["message"])
        if "metrics" in answer:
            answer["proposals"] = [
                tuple(Span(*span) for span in each) for each in answer["proposals"]
            ]
            return LargeResult(**answer)
        share, phase = answer.get("share", share), answer.get("phase", phase)
        if progress:
            progress(share, phase)


def _error(code: str, message: str) -> LearningError:
    """The named error of a code that a child sent."""
    named = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    kinds = [kind for kind in named if issubclass(kind, LearningError) and kind.code == code]
    return (kinds[0] if kinds else LearningError)(message)


@contextlib.contextmanager
def _tied_to_parent() -> Iterator[None]:
    """End this process when its parent's end of the pipe closes, and be the first to go when the
    system has no memory left."""

    def watch() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    threading.Thread(target=watch, daemon=True).start()
    yield


def _read_job(line: bytes) -> LargeJob:
    values = json.loads(line)
    for name in ("labelled", "test", "ask"):
        values[name] = [
            Utterance(**{**each, "spans": tuple(Span(**span) for span in each["spans"])})
            for each in values[name]
        ]
    return LargeJob(**{**values, "settings": LargeSettings(**values["settings"])})


def main() -> int:
    """The child: a job on standard input, lines of JSON on standard output."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    last = 0.0

    def say(**values: Any) -> None:
        out.write(json.dumps(values) + "\n")
        out.flush()

    def progress(share: float, phase: str) -> None:
        nonlocal last
        if time.monotonic() - last > TICK:
            last = time.monotonic()
            say(share=share, phase=phase)

    job = _read_job(sys.stdin.buffer.readline())
    with _tied_to_parent():
        try:
            result = WORKS[sys.argv[1]](job, progress)
        except LearningError as error:
            say(error=error.code, message=str(error))
            return 3
        except Exception as error:  # only its kind and place: a message may quote a text
            place = traceback.extract_tb(error.__traceback__)[-1]
            say(error="learning", message=f"{type(error).__name__} in {place.name}:{place.lineno}")
            return 4
        proposals = [
            [[span.start, span.end, span.label, span.confidence, span.found] for span in each]
            for each in result.proposals
        ]
        say(better=result.better, metrics=result.metrics, card=result.card, proposals=proposals)
    return 0


if __name__ == "__main__":
    sys.exit(main())
