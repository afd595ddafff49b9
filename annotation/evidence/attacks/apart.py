"""One attack in a process of its own: what it takes of memory is free again, and one that dies
leaves the others standing. Called by `services.evidence.attacks`, as a runner of `run_attacks`."""

import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from annotation.evidence.attacks.types import Attack, Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report
from surrogates.types import N_

BROKE_OFF = N_("It broke off before it had a figure.")
DIED = N_("The process that ran it ended before it had a figure.")
TOO_MUCH = N_("It needed more memory than it may take.")
GRACE = 5.0  # seconds that it has to end after its last word
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
        found = _listen(ours, report)
        child.join(GRACE)
        return found
    finally:
        ours.close()
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
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # not its parent's: nothing to clean up here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches its parent, too, which ends it

    def report(share: float, phase: str) -> None:
        pipe.send((share, phase))

    said: Finding | EvidenceError
    try:
        said = attack(target, rng, report)
    except EvidenceError as error:
        said = error
    except MemoryError:
        said = EvidenceError(TOO_MUCH)
    except Exception:  # its words may hold text of a dialogue
        said = EvidenceError(BROKE_OFF)
    with suppress(OSError):  # nobody listens any more
        pipe.send(said)
    os._exit(0)  # connections and files are its parent's: it closes none
