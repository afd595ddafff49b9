"""Let a model label a JSONL file: the same dialogues with its spans, each with a score."""

from argparse import ArgumentParser
from typing import Any

from annotation.management.reporting import (
    ReportingCommand,
    Summary,
    add_jobs,
    kept_part,
    number,
)
from annotation.services.standalone.tagging import TagOrder, tag_file

probability = number(lambda value: 0 <= value <= 1, "number from 0 to 1")


class Command(ReportingCommand):
    help = "Label a JSONL file by a model. The spans of the file give way to the model's."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("--model", required=True, metavar="DIR", help="folder of the model")
        parser.add_argument(
            "--threshold", type=probability, metavar="T",
            help="mark a word unless it is harmless with a probability of T or more",
        )  # fmt: skip
        parser.add_argument("source", metavar="IN.jsonl", help="dialogues, or - for standard input")
        parser.add_argument(
            "out", metavar="OUT.jsonl", help="where to write, or - for standard output"
        )
        add_jobs(parser)

    def work(self, *, model: str, source: str, out: str, **options: Any) -> Summary:
        self.what_stays = kept_part({"out": out, **options})
        order = TagOrder(**{name: options[name] for name in ("threshold", "jobs", "resume")})
        return tag_file(model, source, out, order, self.progress.tell)

    def describe(self, summary: Summary) -> str:
        return f"{summary['spans']} labels in {summary['turns']} turns: {summary['out']}"
