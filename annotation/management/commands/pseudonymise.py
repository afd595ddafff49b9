"""Replace the labelled items of a JSONL file by surrogates, without a project or a database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.releasing import add_entry, check_entry
from annotation.management.replacing import add_key, add_rules, chosen_key, warn_of_seed
from annotation.management.reporting import (
    Failed,
    ReportingCommand,
    Summary,
    add_jobs,
    kept_part,
)
from annotation.services.release.outgoing import MARKED
from annotation.services.revision.rules import NAMES
from annotation.services.standalone.entries import write_entry
from annotation.services.standalone.pseudonyms import Order, pseudonymise_file
from surrogates.errors import SurrogateError


class Command(ReportingCommand):
    help = "Replace labelled items by surrogates. No original of the file is left in the output."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("input", metavar="IN.jsonl", help="labelled dialogues, also .gz; - is standard input")
        add("out", metavar="OUT.jsonl", help="the result, also .gz; - is standard output")
        add("--strategy", required=True, choices=NAMES, help="how items are replaced")
        add_key(parser)
        add_rules(parser, q=1.0, by_default="1")
        add("--keep-ids", action="store_true", help="ids and order stay; default: d0001, drawn")
        add("--allow", default="", metavar="FILE", help="words that name nobody, one a line")
        add("--report", default="", metavar="R.json", help="issues of each dialogue, for a person")
        add("--lexicon", type=Path, metavar="DIR", help="further lexicons, TSV files by language")
        add_entry(parser)
        add_jobs(parser)

    def work(self, **options: Any) -> Summary:
        names = ("strategy", "report", "lexicon", "label_strategies", "q", "leave_originals",
                 "keep_ids", "said_in", "allow", "jobs", "resume")  # fmt: skip
        check_entry(options, "jsonl")
        self.what_stays = kept_part(options)
        chosen = {name: options[name] for name in names}
        chosen["marked"] = options["spans"] == MARKED
        chosen["warning"] = warn_of_seed(options, self.say)
        try:
            with chosen_key(options) as key:
                order = Order(key=key, **chosen)
                report = pseudonymise_file(
                    options["input"], options["out"], order, self.progress.tell
                )
        except SurrogateError as error:
            raise Failed(f"{options['input']}: {error}") from None
        if options["croissant"]:
            write_entry(options["croissant"], options["out"], order, report)
        for sentence in report.sentences(options["input"], options["label_strategies"]):
            self.say(sentence)
        return {"out": options["out"], **report.summary()}

    def left_out(self, summary: Summary) -> int:
        return len(summary["held_back"])

    def describe(self, summary: Summary) -> str:
        left = f", {summary['left']} left as they were" if "left" in summary else ""
        if held := len(summary["held_back"]):
            left += f", {held} dialogues held back"
        return f"{summary['dialogues']} dialogues, {summary['replaced']} items replaced{left}"
