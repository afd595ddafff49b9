"""Replace the labelled items of a JSONL file by surrogates, without a project or a database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.reporting import Failed, ReportingCommand, Summary
from annotation.services.pseudonyms import NAMES, pseudonymise_file
from surrogates.errors import SurrogateError


class Command(ReportingCommand):
    help = "Replace labelled items by surrogates. No original of a dialogue is left in the output."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("input", metavar="IN.jsonl", help="labelled dialogues, also .gz; - is standard input")
        add("out", metavar="OUT.jsonl", help="the result, also .gz; - is standard output")
        add("--strategy", required=True, choices=NAMES, help="how items are replaced")
        add("--seed", required=True, type=int, help="the same seed draws the same; keep it secret")
        add("--report", default="", metavar="R.json", help="issues of each dialogue, for a person")
        add("--lexicon", type=Path, metavar="DIR", help="further lexicons, TSV files by language")

    def work(self, **options: Any) -> Summary:
        names = ("strategy", "seed", "report", "lexicon")
        chosen = {name: options[name] for name in names}
        try:
            report = pseudonymise_file(options["input"], options["out"], **chosen)
        except SurrogateError as error:
            raise Failed(f"{options['input']}: {error}") from None
        for held in report.held:
            self.stderr.write(
                f"{options['input']}:{held['line']}: an original would be readable; "
                "expected every mention of it labelled; the dialogue is not in the output"
            )
        return {"out": options["out"], **report.summary()}

    def describe(self, summary: Summary) -> str:
        return f"{summary['dialogues']} dialogues, {summary['replaced']} items replaced"
