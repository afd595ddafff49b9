"""Runs Python commands in forks of one process that has the libraries already.

A command of ours begins with two seconds of imports. A fork skips these alone: its environment,
settings, apps and database connections are its own.
"""

import atexit
import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SERVER = """
import contextlib, gc, json, os, runpy, signal, sys, tempfile, traceback
import celery, modAL.models, psycopg, pydantic, scipy.stats
import django.core.handlers.wsgi, django.core.management, django.db.models, django.forms
import django.template
import annotation.formats.registry, learning.rounds.run, surrogates
assert "webapp.settings" not in sys.modules

def do(arguments):
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

def finish(arguments):
    code = 0
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

gc.collect()
gc.freeze()  # a collection in a fork would else copy what it shares with us
for line in sys.stdin:
    ask = json.loads(line)
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile("w+")) for _ in range(3)]
        files[0].write(ask["stdin"])
        files[0].seek(0)
        child = os.fork()
        if child == 0:
            for number, file in enumerate(files):
                os.dup2(file.fileno(), number)
            sys.stdin = open(0, closefd=False)
            os.environ.clear()
            os.environ.update(ask["env"])
            signal.alarm(ask["timeout"])
            finish(ask["arguments"])
        _child, status = os.waitpid(child, 0)
        for file in files:
            file.seek(0)
        answer = [os.waitstatus_to_exitcode(status), files[1].read(), files[2].read()]
    print(json.dumps(answer), flush=True)
"""
_lock = threading.Lock()
_server: "subprocess.Popen[str] | None" = None


def run(
    *arguments: str, env: Mapping[str, str], stdin: str = "", timeout: int = 300
) -> "subprocess.CompletedProcess[str]":
    """What `python ARGUMENTS` says and how it ends: `-m MODULE ...`, `-c CODE` or a file."""
    global _server
    ask = {"arguments": arguments, "env": dict(env), "stdin": stdin, "timeout": timeout}
    with _lock:
        if _server is None:
            _server = _start()
        assert _server.stdin and _server.stdout
        _server.stdin.write(json.dumps(ask) + "\n")
        _server.stdin.flush()
        answer: list[Any] = json.loads(_server.stdout.readline())
    return subprocess.CompletedProcess(arguments, *answer)


def _start() -> "subprocess.Popen[str]":
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin
    atexit.register(server.stdin.close)  # which ends it
    return server
