"""One attack in a process of its own: what it takes of memory is free again, and one that dies
leaves the others standing. Called by `services.evidence.attacks`, as a runner of `run_attacks`."""

import multiprocessing
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from annotation.evidence.attacks.types import Attack, Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report

DIED = "The process that ran it ended before it had a figure."
LISTEN = 0.5  # seconds after which it is asked again whether the work goes on


def run_apart(attack: Attack, target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Run an attack in a fork. Raises EvidenceError where it died, and what `report` raises."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return attack(target, rng, report)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    context: Any = multiprocessing.get_context("fork")
    child = context.Process(target=_work, args=(theirs, attack, target, rng))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads
        child.start()
    theirs.close()
    try:
        return _listen(ours, report)
    finally:
        ours.close()
        if child.is_alive():
            child.terminate()
        child.join(5)
        if child.is_alive():
            child.kill()
            child.join()


def _listen(pipe: Connection, report: Report) -> Finding:
    share, phase = 0.0, ""
    while True:
        if not pipe.poll(LISTEN):
            report(share, phase)  # raises when nobody wants it any more
            continue
        try:
            said = pipe.recv()
        except (EOFError, OSError):
            raise EvidenceError(DIED) from None
        if isinstance(said, Finding):
            return said
        if isinstance(said, EvidenceError):
            raise said
        share, phase = said
        report(share, phase)


def _work(
    pipe: Connection,
    attack: Callable[..., Finding],
    target: Target,
    rng: np.random.Generator,
) -> None:
    def report(share: float, phase: str) -> None:
        pipe.send((share, phase))

    try:
        pipe.send(attack(target, rng, report))
    except EvidenceError as error:
        pipe.send(EvidenceError(str(error)))
    except MemoryError:
        pipe.send(EvidenceError("It needed more memory than it may take."))
    except Exception as error:  # its words may hold text of a dialogue
        pipe.send(EvidenceError(f"It broke off with {type(error).__name__}."))
