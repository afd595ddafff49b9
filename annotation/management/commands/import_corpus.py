"""Import files into a project, each whole or not at all; `--create` makes the project first."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotation.management.importing import CHOICES, add_options, phase_teller
from annotation.management.reporting import Failed, ReportingCommand, Summary
from annotation.services.imports.command_line import PathsOrder, import_paths, name_duplicates


class Command(ReportingCommand):
    help = "Import dialogues into a project. A file with any fault leaves no trace."

    def add_options(self, parser: ArgumentParser) -> None:
        add_options(parser)

    def work(self, **options: Any) -> Summary:
        if options["replaced"] and options["spans"] != "replaced":
            raise CommandError("--replaced needs --as replaced", returncode=2)
        chosen = {name: options[name] for name in CHOICES}
        if chosen["spans"] == "text":
            chosen["spans"] = "ignore"
        order = PathsOrder(**chosen)
        report = phase_teller(self.progress.tell)
        done = import_paths(options["project"], options["files"], order, report)
        for sentence in name_duplicates(done.reports, options["duplicates"]):
            self.say(sentence)
        summary = done.summarise()
        for file in summary["files"]:
            for why, n in sorted(file.get("passed", {}).items()):
                self.say(f"{file['file']}: left out, {why}: {n}")
        if errors := [error for file in summary["files"] for error in file["errors"]]:
            raise Failed(*errors, summary=summary)
        if done.password:
            sentence = f"an account was made to open it: {done.user}, password {done.password}"
            self.say(sentence + " (shown once)")
        return summary

    def left_out(self, summary: Summary) -> int:
        return int(summary["skipped"])

    def describe(self, summary: Summary) -> str:
        counts = (
            f"{summary['dialogues']} dialogues, {summary['turns']} turns, {summary['spans']} labels"
        )
        left = f"; {summary['skipped']} left out" if summary["skipped"] else ""
        return f"{counts} went into {summary['project']}{left}"
