"""Trains a large tagger behind, in a process of its own; it takes over only if it is surely better.

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
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import learning
from learning import errors
from learning.errors import LearningError, MemoryShort
from learning.large.base import LargeTagger
from learning.large.beside import difference, measure_on, share_out, small_beside
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger, open_tagger
from learning.metrics.measurement import Metrics
from learning.types import Card, Progress, Span, Utterance

# The folder that the name of this package begins in.
_ROOT = Path(learning.__file__).resolve().parents[1 + learning.__name__.count(".")]
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
    drawn: Sequence[int] = ()  # places of `labelled` that chance drew, no strategy
    unread: Sequence[Utterance] = ()  # some turns that nobody has labelled, for a first reading
    ask: Sequence[Utterance] = ()  # turns to propose for
    unfinished: str = ""  # where an interrupted training is kept and taken up again
    small: str = ""  # the round's CRF, which is to be beaten; "" without one
    prior: str = ""  # the source model whose prior that CRF has; "" without one


@dataclass(frozen=True)
class LargeResult:
    """What a child answers."""

    better: bool  # the model lies in its folder
    metrics: Metrics  # and the CRF's F1 on the same turns, and how far the large one is ahead
    card: Card
    # Of the asked turns; empty unless it is better.
    proposals: list[tuple[Span, ...]] = field(default_factory=list)


def learn_behind(job: LargeJob, progress: Progress | None = None) -> LargeResult:
    """Train, measure beside the round's CRF on the same turns (`beside.share_out`), and keep the
    model if its F1 is higher by more than chance explains.

    Raises: what `Tagger.fit` raises; TooFewDrawn where nothing could tell which is better.
    """
    parts = share_out(job.labelled, job.drawn, job.test)
    # First, and let go before the large model needs the memory.
    small = measure_on(small_beside(job.small, job.prior, parts, job.unread), parts)
    settings, kept = _taken_up(job)
    large = new_tagger(job.kind, replace(settings, held_out=0.0))
    assert isinstance(large, LargeTagger)
    if job.unfinished:
        large.keep_in(Path(job.unfinished), KEEP_SECONDS, origin=_origin(job), done=kept)
    large.fit(parts.train, progress=progress)
    large.calibrate_on(parts.held)
    if progress:
        progress(1.0, "measuring")
    found = measure_on(large, parts)
    apart = difference(small, found)
    better = apart.low > 0
    card = large.card
    if better:
        card = large.save(Path(job.folder))
    if job.unfinished:
        large.forget()
    proposals = large.predict(job.ask) if better and job.ask else []
    metrics: Metrics = {
        **found.metrics,
        "crf_f1": small.metrics["f1"],
        "ahead_low": round(apart.low, 4),
        "ahead_high": round(apart.high, 4),
    }
    return LargeResult(better, metrics, card, proposals)


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
    for name in ("labelled", "test", "ask", "unread"):
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
