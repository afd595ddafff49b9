"""Where a job's own process begins: ties itself to its parent, waits for a job, does it in limits.

Started by `children` from a process that has everything imported already
(`annotation.preload`). Nothing of Django is imported before it is set up.
"""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

PR_SET_PDEATHSIG = 1
FIRST_TO_GO = "500"  # when the system has no memory left: this process, not the worker


def main(pipe: Connection) -> None:
    """Say that all is ready; then do the one job that comes, pickled, after the megabytes that it
    may take and whether it gives way to people, and say how far it is and how it ended."""
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before it could be asked for
        return
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setsid()  # its own children are ended with it, and it gives way for itself alone
    import django

    django.setup()
    from annotation.services.jobs.child_work import READY, do_work

    with suppress(EOFError, ConnectionError):  # the worker ended before it had a job for us
        pipe.send(READY)
        memory_mb, gives_way = pipe.recv()
        _limit(memory_mb)
        if gives_way:
            _give_way()
        do_work(pipe, pipe.recv())


def _limit(memory_mb: int) -> None:
    """No core file, which would hold texts; memory beside what every such process has."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="ascii")
    if memory_mb and sys.platform == "linux":
        most = _data_bytes() + memory_mb * 1024 * 1024
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard == resource.RLIM_INFINITY or most < hard:
            # The soft limit alone: what this process starts may have one of its own.
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _give_way() -> None:
    """Where Linux schedules by session, niceness counts within the session alone: ours gives way,
    too."""
    os.nice(15)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text("15", encoding="ascii")


def _data_bytes() -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0
