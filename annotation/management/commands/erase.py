"""Erase dialogues, what there is of a person, a project or an account; or run the ledger again."""

from argparse import SUPPRESS, ArgumentParser
from typing import Any

from annotation.management.erasing import CHOICES, Asked, describe, erase_asked, replay_asked
from annotation.management.reporting import ReportingCommand, Summary


class Command(ReportingCommand):
    help = "Erase for good. What would go is listed first, and asked about unless --yes is given."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--replay",
            action="store_true",
            help="after a backup was restored: erase again what the ledger tells of",
        )
        parser.add_argument(
            "--ledger",
            nargs="+",
            default=[],
            metavar="FILE",
            help="with --replay: further ledgers, such as the one that was saved; - is the input",
        )
        parser.add_argument("--models", choices=CHOICES, default=CHOICES[0], help=SUPPRESS)
        kinds = parser.add_subparsers(dest="what", metavar="WHAT")
        for kind, words in {
            "dialogue": "dialogues, by their ids",
            "person": "the dialogues in which names or numbers of a file stand",
            "project": "a project with everything in it",
            "account": "an account; with work it is closed and renamed",
        }.items():
            subparser = kinds.add_parser(kind, help=words, description=f"Erase {words}.")
            subparser.add_argument("name", metavar="USERNAME" if kind == "account" else "PROJECT")
            if kind == "dialogue":
                subparser.add_argument(
                    "items", nargs="+", metavar="ID", help="- reads them, one a line"
                )
            elif kind == "person":
                subparser.add_argument("items", nargs=1, metavar="FILE", help="one a line, or -")
            if kind != "account":
                models = "models that learnt from it: train them again (default), or only withdraw"
                subparser.add_argument("--models", choices=CHOICES, default=SUPPRESS, help=models)
            subparser.add_argument("--yes", action="store_true", help="do it without asking")
            subparser.add_argument("--dry-run", action="store_true", help="only list what would go")
            subparser.add_argument("--json", action="store_true", default=SUPPRESS, help="as JSON")

    def work(self, *, replay: bool, ledger: list[str], what: str | None, **options: Any) -> Summary:
        if replay == bool(what) or (ledger and not replay):
            self.stderr.write("expected either dialogue, person, project or account, or --replay")
            raise SystemExit(2)
        if replay:
            return replay_asked(ledger, options["models"])
        asked = Asked(what or "", options["name"], options.get("items", []), options["models"])
        return erase_asked(asked, yes=options["yes"], dry_run=options["dry_run"], out=self.stderr)

    def left_out(self, summary: Summary) -> bool:
        return not summary["erased"] and not summary.get("dry_run", False)

    def describe(self, summary: Summary) -> str:
        return describe(summary)
