"""Train a tagger on a project's finished turns or on a JSONL file, and save it in a folder."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary, positive, share
from annotation.services.sources.registry import project_utterances
from annotation.services.standalone.taggers import train_on_file, train_tagger
from annotation.services.training.encoders import large_settings


class Command(ReportingCommand):
    help = "Train a tagger on a project's finished turns, or on a JSONL file with spans."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "corpus", metavar="PROJECT|FILE", help="short name of a project, FILE.jsonl[.gz], or -"
        )
        parser.add_argument(
            "--tagger", choices=["crf", "bert", "flair"], default="crf",
            help="kind of model (default crf); bert and flair need make setup EXTRAS=bert",
        )  # fmt: skip
        parser.add_argument("--out", required=True, metavar="DIR", help="folder of the model")
        parser.add_argument(
            "--labels", choices=["all", "binary"], default="all",
            help="learn every label, or only personal or not (default all)",
        )  # fmt: skip
        parser.add_argument(
            "--recall", type=share, metavar="R",
            help="reach this recall (0.98): mark what is not surely harmless; trains four times",
        )  # fmt: skip
        parser.add_argument(
            "--encoder", default="", metavar="FOLDER|NAME",
            help="weights of bert and flair (docs/taggers.md says where to get some)",
        )  # fmt: skip
        parser.add_argument("--epochs", type=positive, help="of bert and flair (default 4)")
        parser.add_argument(
            "--frozen", choices=["embeddings", "encoder", "nothing"], default="embeddings",
            help="what of bert and flair does not learn (default embeddings)",
        )  # fmt: skip
        parser.add_argument(
            "--device", default="auto", help="cpu, cuda, cuda:1, or auto (default): a GPU if any"
        )
        parser.add_argument(
            "--online", action="store_true", help="an encoder may be fetched from the hub by name"
        )

    def work(self, *, corpus: str, out: str, recall: float | None, **given: Any) -> Summary:
        options = {
            "tagger": given["tagger"],
            "labels": given["labels"],
            "recall": recall,
            "large": large_settings(
                given["encoder"],
                online=given["online"],
                epochs=given["epochs"],
                frozen=given["frozen"],
                device=given["device"],
            ),
        }
        if corpus == "-" or corpus.endswith((".jsonl", ".jsonl.gz")) or Path(corpus).is_file():
            return train_on_file(corpus, out, **options)
        return train_tagger(project_utterances(corpus), out, **options)

    def describe(self, summary: Summary) -> str:
        return (
            f"Learnt from {summary['utterances']} turns with {summary['items']} labels "
            f"in {summary['seconds']} s: {summary['out']}"
        )
