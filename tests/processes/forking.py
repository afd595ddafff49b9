"""The process that has the libraries: each line that it reads asks for a fork that runs a command.

Started by `warm`, which sends the lines and reads an answer to each. A command that is waited for
answers with its end and what it said, one that stays with its number.
"""

import contextlib
import fcntl
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import tempfile
import traceback
from multiprocessing import util
from typing import Any

import django.db

LIBRARIES = """
celery.apps.worker celery.bin.celery celery.concurrency.solo celery.fixups.django
kombu.transport.filesystem kombu.transport.redis gunicorn.app.wsgiapp gunicorn.workers.gthread
django.core.handlers.wsgi django.core.management django.db.backends.sqlite3.base django.db.models
django.forms django.template django.test modAL.models psycopg pydantic scipy.stats
annotation.formats.registry learning.rounds.run surrogates
"""
for name in LIBRARIES.split():
    importlib.import_module(name)
assert "webapp.settings" not in sys.modules
staying: set[int] = set()


def do(arguments: list[str]) -> None:
    kind, *rest = arguments
    if kind == "-c":
        sys.argv = ["-c", *rest[1:]]
        exec(rest[0], {"__name__": "__main__"})
    elif kind == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(kind, run_name="__main__")


def finish(arguments: list[str]) -> None:
    code: Any = 0
    try:
        do(arguments)
    except SystemExit as stop:
        code = stop.code
        if isinstance(code, str):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:
        traceback.print_exc()
        code = 1
    with contextlib.suppress(BaseException):
        if "webapp.settings" in sys.modules:
            django.db.connections.close_all()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)  # nothing else is tidied up: that takes as long as a start


def begin(ask: dict[str, Any], files: list[int]) -> None:
    """In the fork: its own environment, and these for input, output and errors."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, file in enumerate(files):
        os.dup2(file, number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(ask["env"])
    sys.path[1:1] = filter(None, ask["env"].get("PYTHONPATH", "").split(os.pathsep))


def have_a_fork_ready() -> None:
    """A worker starts a process that its jobs are forked from: that one is such a fork, too. It is
    made before the worker has threads, and waits for what it is to do."""
    ours, theirs = socket.socketpair()
    spare = os.fork()
    if spare == 0:
        ours.close()
        said, received, *_ = socket.recv_fds(theirs, 65536, 8)
        theirs.close()
        if not said:
            os._exit(0)  # the worker ended without a job
        code, numbers = json.loads(said)
        apart = [fcntl.fcntl(file, fcntl.F_DUPFD, 200) for file in received]
        for file, number in zip(apart, numbers, strict=True):
            os.dup2(file, number)
        for file in {*apart, *received} - set(numbers):
            os.close(file)
        finish(["-c", code])
    theirs.close()
    spawn = util.spawnv_passfds

    def take(path: bytes, words: list[str], files: list[int]) -> int:
        if "forkserver" not in words[-1] or ours.fileno() < 0:
            return spawn(path, words, files)
        socket.send_fds(ours, [json.dumps([words[-1], list(files)]).encode()], files)
        ours.close()
        return spare

    util.spawnv_passfds = take


def stay(ask: dict[str, Any]) -> int:
    """A command that leads a session of its own, and writes to a file."""
    child = os.fork()
    if child == 0:
        os.setsid()
        log = os.open(ask["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        begin(ask, [os.open(os.devnull, os.O_RDONLY), log, log])
        if ask["arguments"][:2] == ["-m", "celery"]:
            have_a_fork_ready()
        finish(ask["arguments"])
    staying.add(child)
    bury()
    return child


def bury(*_signal: object) -> None:
    """A command that stayed and has ended is seen to be gone."""
    for child in list(staying):
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(child, os.WNOHANG)[0]:
                staying.discard(child)


def answer(ask: dict[str, Any]) -> list[Any]:
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile("w+")) for _ in range(3)]
        files[0].write(ask["stdin"])
        files[0].seek(0)
        child = os.fork()
        if child == 0:
            begin(ask, [file.fileno() for file in files])
            signal.alarm(ask["timeout"])
            finish(ask["arguments"])
        _child, status = os.waitpid(child, 0)
        for file in files:
            file.seek(0)
        return [os.waitstatus_to_exitcode(status), files[1].read(), files[2].read()]


if __name__ == "__main__":
    gc.collect()
    gc.freeze()  # a collection in a fork would else copy what it shares with us
    signal.signal(signal.SIGCHLD, bury)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(stay(asked) if "log" in asked else answer(asked)), flush=True)
    for left in staying:  # who asked was killed, and can end none of them
        with contextlib.suppress(ProcessLookupError):
            os.killpg(left, signal.SIGKILL)
