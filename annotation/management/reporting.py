"""What every command of ours has in common: `--json`, progress, errors as sentences, exit status.

A command says what to do in `work`, which returns a summary that fits into JSON, and how to say it
to a person in `describe`. A wrong option ends with status 2, as argparse does it; work that left
something out ends with status 3, where a command says so in `left_out`; one that was stopped as
`stopping` says.
"""

import contextlib
import json
import math
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import translation

from annotation.formats.errors import FormatError
from annotation.management.progress import Progress, add_progress
from annotation.management.stopping import (
    CLOSED_PIPE,
    Stopped,
    is_unread,
    silence_unread,
    status_of,
    stoppable,
)
from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.standalone.streaming.resuming import can_go_on, part_of
from learning.errors import ExtraMissing, LearningError

Summary = dict[str, Any]
LEFT_OUT = 3  # exit status
MOST_FIGURES = 20  # of a number that somebody types


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


def processes(text: str) -> int:
    """An argument type: how many processes work; 0 is one."""
    return 1 if text.strip() == "0" else positive(text)


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


def add_jobs(parser: ArgumentParser) -> None:
    """What commands have that may work for hours."""
    add = parser.add_argument
    add("--jobs", type=processes, default=1, metavar="N", help="processes (default 1)")
    add("--resume", action="store_true", help="keep what is finished in OUT.part where the work is"
        " interrupted; the same command goes on with it")  # fmt: skip


def kept_part(options: Mapping[str, Any]) -> Callable[[], str]:
    """Tells what stays of a command of theirs that is stopped. Raises: CommandError."""
    if options["resume"] and options["out"] == "-":
        raise CommandError("--resume needs a file to write to, not -", returncode=2)

    def tell() -> str:
        if not options["resume"] or not can_go_on(options["out"]):
            return ""
        return f"; what is finished is in {part_of(options['out'])}, the same command goes on"

    return tell


class ReportingCommand(BaseCommand):
    """Base of the commands; `stdin` and `stdout` bytes are reached as `-`."""

    requires_system_checks: list[str] = []  # those on files alone work without a database
    progress: Progress  # of this call
    # What stays of work that is stopped, for the sentence that says so.
    what_stays: Callable[[], str] = staticmethod(str)

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> CommandParser:
        """A wrong option is one sentence, too: how a command is used, `--help` says."""
        parser = super().create_parser(prog_name, subcommand, **more)
        parser.print_usage = lambda _file=None: None  # type: ignore[method-assign,assignment]
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a summary as JSON")
        add_progress(parser)
        self.add_options(parser)

    def add_options(self, parser: ArgumentParser) -> None:
        """Say which arguments the command takes."""

    def work(self, *args: Any, **options: Any) -> Summary:
        """Do it; return what was done."""
        raise NotImplementedError

    def describe(self, summary: Summary) -> str:
        """The summary in words."""
        return "\n".join(f"{key}: {value}" for key, value in summary.items())

    def left_out(self, summary: Summary) -> int:
        """How many things were held back or skipped: above 0 the exit status is 3."""
        return 0

    def say(self, sentence: str) -> None:
        """A sentence on standard error while the work goes on."""
        self.progress.say(self.stderr.write, sentence)

    def handle(self, *args: Any, **options: Any) -> None:
        as_json = options.pop("json")
        how = {name: options.pop(name) for name in ("quiet", "progress")}
        with stoppable(for_good=getattr(self, "_called_from_command_line", False)):
            try:
                self.progress = Progress(type(self).__module__.rpartition(".")[2], self.stderr, how)
                with translation.override("en"), self.progress:
                    summary = self.work(**options)
                self._tell(summary, as_json, to_errors=options.get("out") == "-")
            except (KeyboardInterrupt, Stopped) as stop:
                self._end(status_of(stop), "stopped" + self.what_stays())
            except Failed as failure:
                if failure.summary is not None and as_json:
                    with contextlib.suppress(BrokenPipeError):
                        self.stdout.write(json.dumps(failure.summary, ensure_ascii=False))
                self._end(1, *failure.reasons)
            except ExtraMissing as error:
                self._end(2, str(error))
            except (FormatError, Refused, LearningError) as error:
                self._end(1, str(error))
            except DatabaseError as error:
                kind = type(error).__name__
                self._end(1, f"database: {kind}; expected one that answers and is migrated")
            except OSError as error:
                if isinstance(error, BrokenPipeError) and _nobody_reads():
                    silence_unread()
                    sys.exit(CLOSED_PIPE)
                why = error.strerror or type(error).__name__
                self._end(1, f"{error.filename or 'file'}: {why}")

    def _tell(self, summary: Summary, as_json: bool, *, to_errors: bool) -> None:
        """The summary; the work of a command that writes its result to standard output stays alone
        there."""
        out = self.stderr if to_errors else self.stdout
        left_out = self.left_out(summary)
        counted = {**summary, "left_out": int(left_out)} if left_out else summary
        text = json.dumps(counted, ensure_ascii=False) if as_json else self.describe(summary)
        if text:
            out.write(text)
            out.flush()
        if left_out:
            sys.exit(LEFT_OUT)

    def _end(self, status: int, *reasons: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            for reason in reasons:
                self.stderr.write(reason)
        silence_unread()
        sys.exit(status)


def _nobody_reads() -> bool:
    return is_unread(sys.stdout) or is_unread(sys.stderr)
