"""What a tagger remembers of the texts that it learns from: canaries, and words in clear."""

from argparse import ArgumentParser
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.memory.measure import TURNS
from annotation.management.reporting import Failed, ReportingCommand, Summary, positive
from annotation.management.telling import exposure_table, whole_numbers
from annotation.services.standalone.memory import exposure_of
from annotation.services.training.encoders import large_settings


class Command(ReportingCommand):
    help = "How far a tagger remembers words: canaries said several times, and words in clear."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("corpus", metavar="PROJECT|FILE", help="short name of a project, or FILE.jsonl[.gz]")
        add("--tagger", choices=["crf", "bert"], default="crf", help="default crf")
        add("--encoder", default="", metavar="FOLDER|NAME", help="weights of bert")
        add("--canaries", type=positive, default=10, help="of each label (default 10)")
        add("--repetitions", type=whole_numbers, default=[0, 4, 16, 64], metavar="N,N",
            help="how often each is said (default 0,4,16,64; 0 is always there)")  # fmt: skip
        add("--turns", type=positive, default=TURNS, help="to learn from (default %(default)s)")
        add("--seed", type=int, default=0, help="of the canaries (default 0)")

    def work(self, *, corpus: str, **options: Any) -> Summary:
        names = ("tagger", "canaries", "repetitions", "turns", "seed")
        wishes = {name: options[name] for name in names}
        if options["tagger"] == "bert":
            wishes["large"] = large_settings(options["encoder"])
        try:
            return exposure_of(corpus, wishes, self.progress.tell_share)
        except EvidenceError as error:
            raise Failed(f"{corpus}: {error}") from None

    def describe(self, summary: Summary) -> str:
        return exposure_table(summary)
