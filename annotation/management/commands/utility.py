"""What a corpus is still worth after each strategy: train on its output, test on original texts."""

from argparse import ArgumentParser
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.models import CLASSIFIERS
from annotation.evidence.utility.types import LABELS, TASKS, Plan
from annotation.management.reporting import Failed, ReportingCommand, Summary, positive
from annotation.management.telling import utility_table
from annotation.services.evidence.use.laboratory import STRATEGIES
from annotation.services.standalone.utility import Files, utility_of_files
from annotation.services.training.encoders import large_settings
from learning.large.encoders import find_encoder


class Command(ReportingCommand):
    help = "Learn from a file and from what each strategy makes of it; test both, several times."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("train", metavar="TRAIN.jsonl", help="labelled dialogues to learn from, also .gz")
        add("--test", required=True, metavar="TEST.jsonl", help="other dialogues, to test on")
        add("--task", choices=TASKS, default=LABELS, help="what is learnt (default labels)")
        add("--strategies", default=",".join(STRATEGIES), metavar="S,S", help="default %(default)s")
        add("--repeats", type=positive, default=3, help="with other draws each (default 3)")
        add("--dialogues", type=positive, metavar="N", help="learn from N, drawn for each repeat")
        add("--tested", type=positive, metavar="N", help="test on the first N (default all)")
        add("--labelmap", default="", metavar="FILE", help="keep the labels that it lists, only")
        add("--tagger", choices=["crf", "bert"], default="crf", help="that learns labels")
        add("--encoder", default="", metavar="FOLDER|NAME", help="weights of bert")
        add("--classifier", choices=list(CLASSIFIERS), default="linear", help="that learns answers")
        add("--seed", type=int, default=0, help="of samples and surrogates (default 0)")
        add("--jobs", type=positive, default=1, help="processes (default 1)")

    def work(self, **options: Any) -> Summary:
        names = ("task", "repeats", "seed", "dialogues", "tagger", "classifier")
        large = large_settings(options["encoder"]) if options["tagger"] == "bert" else None
        if large is not None:  # before everything is replaced
            find_encoder(large.encoder, online=large.online)
        plan = Plan(large=large, **{name: options[name] for name in names})
        files = Files(options["train"], options["test"], options["labelmap"], options["tested"])
        strategies = [name.strip() for name in options["strategies"].split(",") if name.strip()]
        say = self.progress.tell_share
        try:
            return utility_of_files(files, plan, strategies, jobs=options["jobs"], report=say)
        except EvidenceError as error:
            raise Failed(str(error)) from None

    def describe(self, summary: Summary) -> str:
        return utility_table(summary)
