"""What every command of ours has in common: `--json`, errors as sentences, exit status 1.

A command says what to do in `work`, which returns a summary that fits into JSON, and how to say it
to a person in `describe`. A wrong option ends with status 2, as argparse does it; work that left
something out ends with status 3, where a command says so in `left_out`.
"""

import contextlib
import json
import math
import signal
import sys
import threading
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils import translation

from annotation.formats.errors import FormatError
from annotation.models import Project
from annotation.refusals import Refused
from learning.errors import LearningError

Summary = dict[str, Any]
LEFT_OUT = 3  # exit status
MOST_FIGURES = 20  # of a number that somebody types


class Stopped(BaseException):
    """Somebody asked this process to end: what was begun is cleaned up on the way out."""


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """SIGTERM as an exception, where this is a process of its own."""

    def stop(*_: Any) -> None:
        raise Stopped

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Failed(Exception):
    """The work cannot be done, for these reasons; the summary is printed all the same."""

    def __init__(self, *reasons: str, summary: Summary | None = None) -> None:
        super().__init__(*reasons)
        self.reasons = reasons
        self.summary = summary


def positive(text: str) -> int:
    """An argument type: a whole number above nought."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no whole number above 0")
    return int(text)


def seed_number(text: str) -> int:
    """An argument type: what chance begins with, a whole number, 0 or more."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_FIGURES:
        raise ArgumentTypeError(f"{text} is no whole number, 0 or more")
    return int(text)


def number(is_allowed: Callable[[float], bool], called: str) -> Callable[[str], float]:
    """An argument type: a number that is allowed, else the error says that it is no `called`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not is_allowed(value):
            raise ArgumentTypeError(f"{text} is no {called}")
        return value

    return read


def project_named(slug: str) -> Project:
    """Raises Failed."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Failed(f"{slug}: no such project; expected the short name of one")
    return project


share = number(lambda value: 0 < value < 1, "number between 0 and 1")


class ReportingCommand(BaseCommand):
    """Base of the commands; `stdin` and `stdout` bytes are reached as `-`."""

    requires_system_checks: list[str] = []  # those on files alone work without a database

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> CommandParser:
        """A wrong option is one sentence, too: how a command is used, `--help` says."""
        parser = super().create_parser(prog_name, subcommand, **more)
        parser.print_usage = lambda _file=None: None  # type: ignore[method-assign,assignment]
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a summary as JSON")
        self.add_options(parser)

    def add_options(self, parser: ArgumentParser) -> None:
        """Say which arguments the command takes."""

    def work(self, *args: Any, **options: Any) -> Summary:
        """Do it; return what was done."""
        raise NotImplementedError

    def describe(self, summary: Summary) -> str:
        """The summary in words."""
        return "\n".join(f"{key}: {value}" for key, value in summary.items())

    def left_out(self, summary: Summary) -> bool:
        """Whether something was held back or skipped: then the exit status is 3."""
        return False

    def handle(self, *args: Any, **options: Any) -> None:
        as_json = options.pop("json")
        try:
            with translation.override("en"), _stoppable():
                summary = self.work(**options)
        except (KeyboardInterrupt, Stopped) as stop:
            self.stderr.write("stopped")
            sys.exit(143 if isinstance(stop, Stopped) else 130)
        except Failed as failure:
            if failure.summary is not None and as_json:
                self.stdout.write(json.dumps(failure.summary, ensure_ascii=False))
            self._fail(*failure.reasons)
        except (FormatError, Refused, LearningError) as error:
            self._fail(str(error))
        except DatabaseError as error:
            kind = type(error).__name__
            self._fail(f"database: {kind}; expected one that answers and is migrated")
        except OSError as error:
            self._fail(f"{error.filename or 'file'}: {error.strerror or type(error).__name__}")
        else:
            # The work of a command that writes its result to standard output stays alone there.
            out = self.stderr if options.get("out") == "-" else self.stdout
            text = json.dumps(summary, ensure_ascii=False) if as_json else self.describe(summary)
            if text:
                out.write(text)
            if self.left_out(summary):
                sys.exit(LEFT_OUT)

    def _fail(self, *reasons: str) -> None:
        for reason in reasons:
            self.stderr.write(reason)
        sys.exit(1)
