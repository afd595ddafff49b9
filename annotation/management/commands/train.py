"""Train a tagger on a project's finished turns or on a JSONL file, and save it in a folder."""

from argparse import ArgumentParser
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary
from annotation.management.telling import COPIED, loss_of, surrogates_or_warning
from annotation.management.training import add_training, large_of
from annotation.services.sources.registry import project_utterances
from annotation.services.standalone.surrogate_training import train_on_surrogates
from annotation.services.standalone.taggers import train_on_file, train_tagger
from annotation.services.storage.files import is_file


class Command(ReportingCommand):
    help = "Train a tagger on a project's finished turns, or on a JSONL file with spans."

    def add_options(self, parser: ArgumentParser) -> None:
        add_training(parser)

    def work(self, *, corpus: str, out: str, recall: float | None, **given: Any) -> Summary:
        options = {
            "tagger": given["tagger"],
            "labels": given["labels"],
            "recall": recall,
            "large": large_of(given),
            "progress": self.progress.tell_share,
        }
        self.progress.tell("reading", 0, None, "")
        if strategy := given["on_surrogates"]:
            return train_on_surrogates(corpus, out, strategy, **options)
        if is_file(corpus):
            return {**train_on_file(corpus, out, **options), "warning": COPIED}
        return {**train_tagger(project_utterances(corpus), out, **options), "warning": COPIED}

    def left_out(self, summary: Summary) -> int:
        return int(summary.get("surrogates", {}).get("held_back", 0))

    def describe(self, summary: Summary) -> str:
        return (
            f"Learnt from {summary['utterances']} turns with {summary['items']} labels "
            f"in {summary['seconds']} s: {summary['out']}\n{loss_of(summary)}"
            f"{surrogates_or_warning(summary)}"
        )
