"""Import files into a project, each whole or not at all; `--create` makes the project first."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotation.management.reporting import Failed, ReportingCommand, Summary
from annotation.services.intake import import_paths, summarise

CHOICES = (
    "format", "create", "name", "lang", "labels", "spans", "split", "encoding", "user",
    "tool", "replaced", "labelmap",
)  # fmt: skip


class Command(ReportingCommand):
    help = "Import dialogues into a project. A file with any fault leaves no trace."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("project", help="short name of the project")
        add("files", nargs="+", metavar="FILE", help="files, folders of brat pairs, or -")
        add("--format", default="auto", help="jsonl, esport, brat, plain (default: recognised)")
        add("--create", action="store_true", help="make the project if there is none")
        add("--name", default="", help="name of a new project (default: its short name)")
        add("--lang", default="", metavar="es", help="language of dialogues that do not say theirs")
        add("--labels", default="", metavar="SCHEME", help="label scheme of a new project")
        add(
            "--as", dest="spans", default="gold",
            choices=["gold", "machine", "text", "replaced", "masked"],
            help="spans made by people (gold, the default), by a program, or to be left out (text);"
            " or texts that a program replaced, with their originals or without (masked)",
        )  # fmt: skip
        add("--tool", default="", metavar="NAME", help="the program whose work it is, for review")
        add(
            "--replaced", action="append", default=[], metavar="FILE",
            help="with --as replaced: the replaced versions of the dialogues in the FILEs",
        )  # fmt: skip
        add("--labelmap", default="", metavar="FILE", help='lines "THEIRS = LABEL", "*" for others')
        add("--split", choices=["pool", "test"], default="pool", help="to label, or to measure")
        add("--encoding", default="utf-8", help="of the files (default utf-8)")
        add("--user", default="", help="who imports (default: a manager of the project)")

    def work(self, **options: Any) -> Summary:
        if options["replaced"] and options["spans"] != "replaced":
            raise CommandError("--replaced needs --as replaced", returncode=2)
        chosen = {name: options[name] for name in CHOICES}
        project, reports = import_paths(options["project"], options["files"], **chosen)
        summary = summarise(project, reports)
        if errors := [error for file in summary["files"] for error in file["errors"]]:
            raise Failed(*errors, summary=summary)
        return summary

    def describe(self, summary: Summary) -> str:
        counts = (
            f"{summary['dialogues']} dialogues, {summary['turns']} turns, {summary['spans']} labels"
        )
        return f"{counts} went into {summary['project']}"
