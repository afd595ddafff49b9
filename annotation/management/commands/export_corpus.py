"""Write a project's corpus, replaced and searched for its originals, to a file or folder."""

from argparse import ArgumentParser
from typing import Any

from annotation.formats import WRITTEN
from annotation.management.releasing import add_entry, add_lifting, check_entry, held_words
from annotation.management.replacing import add_rules
from annotation.management.reporting import Failed, ReportingCommand, Summary
from annotation.services.evidence.bundles.taking import Lifting, limits_held, note_lifting
from annotation.services.evidence.entries import export_described
from annotation.services.release.command_line import ProjectOrder
from annotation.services.release.outgoing import Tally
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
        add("--again", action="store_true",
            help="dialogues that have left may leave once more with other surrogates")  # fmt: skip
        add_lifting(parser)
        add_entry(parser)

    def work(self, **options: Any) -> Summary:
        names = (
            "format", "strategy", "seed", "annotator", "allow_unread",
            "label_strategies", "q", "leave_originals", "spans", "said_in", "again",
        )  # fmt: skip
        order = ProjectOrder(**{name: options[name] for name in names})
        where = {name: options[name] for name in ("project", "out")}
        lifting = Lifting(name=options["sign"], reasons=options["reason"])
        check_entry(options, order.format)
        if held := limits_held(options["project"], order, lifting):
            self.say(f"{options['project']}: {held_words(held)}")
            return {**where, **Tally().summary(), "limits": [line.name for line in held]}
        try:
            report = self.progress.tell_share
            entry = options["croissant"]
            tally = export_described(options["project"], options["out"], order, report, entry)
        except SurrogateError as error:
            raise Failed(f"{options['project']}: {error}") from None
        for sentence in tally.sentences():
            self.say(f"{options['project']}: {sentence}")
        note_lifting(options["project"], lifting)
        return {**where, **tally.summary()}

    def left_out(self, summary: Summary) -> int:
        return len(summary["held_back"]) + len(summary.get("limits", ()))

    def describe(self, summary: Summary) -> str:
        left = f"{summary['left']} left as they were, " if "left" in summary else ""
        return (
            f"{summary['dialogues']} dialogues written, {summary['replaced']} items replaced, "
            f"{left}{len(summary['held_back'])} dialogues held back"
        )
