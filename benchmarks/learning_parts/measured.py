"""Wall clock, processor time and peak memory of a piece of work."""

import os
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds by the clock, and seconds of a processor (children included)."""

    wall: float
    cpu: float


def timed(work: Callable[[], Answer]) -> tuple[Answer, Spent]:
    """What the work gives, and what it cost."""
    clock, spent = time.perf_counter(), _cpu()
    answer = work()
    return answer, Spent(time.perf_counter() - clock, _cpu() - spent)


def least(work: Callable[[], object], times: int) -> Spent:
    """The least wall and the least processor time of several runs: others use the machine too."""
    runs = [timed(work)[1] for _ in range(times)]
    return Spent(min(run.wall for run in runs), min(run.cpu for run in runs))


def peak_mb() -> float:
    """The most memory that this process has held."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def _cpu() -> float:
    return sum(os.times()[:4])
