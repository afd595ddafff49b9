"""Register a source model: train it on a labelled JSONL corpus of another language or domain."""

from argparse import ArgumentParser

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.sources.registry import chosen_labels, train_source
from annotation.services.storage.files import read_dialogues


class Command(ReportingCommand):
    help = "Train a source model on a labelled JSONL corpus and register it for projects to use."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="name in the list of source models")
        parser.add_argument("corpus", metavar="FILE.jsonl", help="dialogues with spans, or -")
        parser.add_argument(
            "--lang", default="", help="language (default: that of the first dialogue)"
        )
        parser.add_argument("--domain", default="", help="what the corpus is about, in a few words")
        meaning = parser.add_mutually_exclusive_group()
        meaning.add_argument(
            "--labels",
            default="all",
            help="the personal ones: NAME,NAME or all (default) or guess (from their names)",
        )
        meaning.add_argument(
            "--labelmap",
            metavar="FILE",
            default="",
            help="JSON, data set -> label -> class: the labels listed for FILE.jsonl are personal",
        )

    def work(
        self,
        *,
        name: str,
        corpus: str,
        lang: str,
        domain: str,
        labels: str,
        labelmap: str,
        **_: object,
    ) -> Summary:
        self.progress.tell("reading", 0, None, "")
        dialogues = list(read_dialogues(corpus))
        meant = chosen_labels(dialogues, corpus, labels=labels, labelmap=labelmap)
        lang = lang or dialogues[0].lang
        source = train_source(
            name, dialogues, lang=lang, domain=domain, labels=meant,
            progress=self.progress.tell_share,
        )  # fmt: skip
        return {
            "name": source.name,
            "lang": source.lang,
            "folder": source.folder,
            "labels": source.labels,
            "card": source.card,
        }

    def describe(self, summary: Summary) -> str:
        card = summary["card"]
        return (
            f"{summary['name']}: learnt from {card['utterances']} turns with {card['items']} labels"
        )
