"""What the process of a job does: the work, and saying how far it is and how it ended.

Called by `child_start`, where such a process begins; `children` listens at the other end of
the pipe.
"""

import math
import os
import pickle
import time
from contextlib import suppress
from multiprocessing.connection import Connection

from django.db import connections
from django.utils.module_loading import import_string

from annotation.refusals import JobLost
from annotation.services.jobs.failures import Trouble, trouble_of

SAY_SECONDS = 0.2  # it says no more often how far it is
READY, DONE, LOST = "ready", "done", "lost"
Answer = str | Trouble


def do_work(pipe: Connection, payload: bytes) -> None:
    """In the process: do the work, say how far it is, and how it ended."""
    try:
        job, work = pickle.loads(payload)  # ours, from the worker's own memory
        import_string(work)(job, _Reporter(pipe))
        answer: Answer = DONE
    except JobLost:
        answer = LOST
    except Exception as error:
        answer = trouble_of(error)
    connections.close_all()
    with suppress(OSError):
        pipe.send(answer)


class _Reporter:
    """report(share, phase) of a work: tells the worker, and raises JobLost when it says stop."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe, self.said, self.phase = pipe, -math.inf, ""

    def __call__(self, share: float, phase: str) -> None:
        try:
            if self.pipe.poll():
                self.pipe.recv()
                raise JobLost
            if phase != self.phase or time.monotonic() - self.said > SAY_SECONDS:
                self.said, self.phase = time.monotonic(), phase
                self.pipe.send((share, phase))
        except (EOFError, ConnectionError):
            os._exit(1)  # the worker is gone: nobody waits for this
