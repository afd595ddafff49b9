"""Write a project's file with its evidence, sign it by name, and put the bundle at its place."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.releasing import Reason
from annotation.management.reporting import Failed, ReportingCommand, Summary
from annotation.services.evidence.bundles.command_line import ReleaseOrder, release_project
from annotation.services.release.outgoing import SPANS, SUFFIXES
from annotation.services.revision.rules import NAMES
from surrogates.errors import SurrogateError


class Command(ReportingCommand):
    help = "Release a project: file, data sheet and evidence in one signed bundle."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("project", help="short name of the project")
        add("--format", required=True, choices=list(SUFFIXES), help="of the file")
        add("--strategy", choices=sorted(NAMES), help="default: the project's")
        add("--spans", choices=SPANS, default="none", help="default: none")
        add("--sign", required=True, metavar="NAME", help="the manager or steward who signs")
        add(
            "--words",
            default="",
            metavar="TEXT",
            help="beside the signature, and the reason for each warning without one of its own",
        )
        add(
            "--reason",
            action=Reason,
            default={},
            metavar="CHECK=TEXT",
            help="why a warning may leave, or what lifts a limit; may be repeated",
        )
        add(
            "--measure",
            action="store_true",
            help="measure first what a signature needs of this file and was not measured",
        )
        add(
            "--again",
            action="store_true",
            help="confirm that dialogues which have left leave once more with other surrogates",
        )
        add("--out", metavar="BUNDLE.zip", help="where the signed bundle goes")  # fmt: skip

    def work(self, **options: Any) -> Summary:
        names = ("format", "strategy", "words", "spans", "again", "measure")
        given = {name: options[name] for name in names}
        order = ReleaseOrder(**given, name=options["sign"], reasons=options["reason"])
        out = Path(options["out"]) if options["out"] else None
        try:
            return release_project(options["project"], order, out, self.measuring)
        except SurrogateError as error:
            raise Failed(f"{options['project']}: {error}") from None

    def measuring(self, what: str) -> None:
        self.progress.tell(f"measuring {what}", 0, None, "")

    def left_out(self, summary: Summary) -> bool:
        return not summary["sealed"]

    def describe(self, summary: Summary) -> str:
        if not summary["sealed"]:
            return "Signed; another person has to sign it too before there is a bundle."
        place = f", written to {summary['out']}" if summary["out"] else ""
        return f"Signed and frozen: bundle {summary['bundle']}, {summary['sha256']}{place}"
