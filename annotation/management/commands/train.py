"""Train a tagger on a project's finished turns or on a JSONL file, and save it in a folder."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.files import train_on_file, train_tagger
from annotation.services.sources import project_utterances


class Command(ReportingCommand):
    help = "Train a tagger on a project's finished turns, or on a JSONL file with spans."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "corpus", metavar="PROJECT|FILE", help="short name of a project, FILE.jsonl[.gz], or -"
        )
        parser.add_argument(
            "--tagger", choices=["crf", "bert"], default="crf", help="kind of model (default crf)"
        )
        parser.add_argument("--out", required=True, metavar="DIR", help="folder of the model")
        parser.add_argument(
            "--labels", choices=["all", "binary"], default="all",
            help="learn every label, or only personal or not (default all)",
        )  # fmt: skip

    def work(self, *, corpus: str, out: str, tagger: str, labels: str, **_: Any) -> Summary:
        if corpus == "-" or corpus.endswith((".jsonl", ".jsonl.gz")) or Path(corpus).is_file():
            return train_on_file(corpus, out, tagger=tagger, labels=labels)
        return train_tagger(project_utterances(corpus), out, tagger=tagger, labels=labels)

    def describe(self, summary: Summary) -> str:
        return (
            f"Learnt from {summary['utterances']} turns with {summary['items']} labels "
            f"in {summary['seconds']} s: {summary['out']}"
        )
