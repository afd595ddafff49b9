"""Write a project's corpus, replaced and searched for its originals, to a file or folder."""

from argparse import ArgumentParser
from typing import Any

from annotation.formats import WRITTEN
from annotation.management.replacing import add_rules
from annotation.management.reporting import Failed, ReportingCommand, Summary
from annotation.services.release.command_line import ProjectOrder, export_project
from annotation.services.revision.rules import AS_IT_IS, NAMES
from surrogates.errors import SurrogateError


class Command(ReportingCommand):
    help = "Export a project. Dialogues that fail a check are held back and named."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("project", help="short name of the project")
        add("--format", required=True, choices=list(WRITTEN), help="of the export")
        add("--out", required=True, metavar="PATH", help="file, .zip, folder, or -")
        add(
            "--strategy", choices=sorted({*NAMES, AS_IT_IS}),
            help="default: the project's; none writes the originals, for your own use",
        )  # fmt: skip
        add_rules(parser, q=None, by_default="the project's")
        add("--seed", type=int, help="other draws than the project's; decisions still hold")
        add("--annotator", metavar="NAME|gold", help="her labels only; gold: only what is read")
        add("--allow-unread", action="store_true", help="let out what nobody has read")
        add(
            "--again",
            action="store_true",
            help="confirm that dialogues which have left leave once more with other surrogates",
        )

    def work(self, **options: Any) -> Summary:
        names = (
            "format", "strategy", "seed", "annotator", "allow_unread",
            "label_strategies", "q", "leave_originals", "spans", "said_in", "again",
        )  # fmt: skip
        order = ProjectOrder(**{name: options[name] for name in names})
        try:
            report = self.progress.tell_share
            tally = export_project(options["project"], options["out"], order, report)
        except SurrogateError as error:
            raise Failed(f"{options['project']}: {error}") from None
        for pk, reasons in tally.held.items():
            why = " and ".join(f"{reason}" for reason in reasons)
            self.say(f"{options['project']}: {tally.names[pk]} held back: {why}")
        for kind, n in sorted(tally.lost.items()):
            self.say(f"{options['project']}: the format has no place for {kind}: {n}")
        return {"project": options["project"], "out": options["out"], **tally.summary()}

    def left_out(self, summary: Summary) -> int:
        return len(summary["held_back"])

    def describe(self, summary: Summary) -> str:
        held = len(summary["held_back"])
        left = f"{summary['left']} left as they were, " if "left" in summary else ""
        return (
            f"{summary['dialogues']} dialogues written, {summary['replaced']} items replaced, "
            f"{left}{held} dialogues held back"
        )
