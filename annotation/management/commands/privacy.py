"""Print epsilon label by label, or why there is none; or the figures of a distribution alone."""

from argparse import ArgumentParser

from annotation.evidence.errors import EvidenceError
from annotation.management.replacing import probability
from annotation.management.reporting import Failed, ReportingCommand, Summary, project_named
from annotation.services.evidence.epsilon import reckoning as epsilon
from annotation.services.evidence.epsilon.words import lines_of, pi_line
from annotation.services.release.outgoing import SPANS
from annotation.services.revision.rules import NAMES
from annotation.services.storage.files import is_file


class Command(ReportingCommand):
    help = "Epsilon of each label by Lemma 1 of Adelani et al. 2020, or the reason for none."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add(
            "corpus", metavar="PROJECT|FILE", nargs="?", default="",
            help="short name of a project, FILE.jsonl[.gz], or -; left out: --pi and --p alone",
        )  # fmt: skip
        add("--strategy", choices=NAMES, default="", help="default: the project's; entity")
        add(
            "--p", type=probability, metavar="P",
            help="share of items that are found; default: the lower limit that was measured",
        )  # fmt: skip
        add("--pi", default="", metavar="FILE|uniform:N", help="probabilities that sum to 1")
        add("--spans", choices=SPANS, default="none", help="whether the file marks surrogates")
        add(
            "--allow-itself", action="store_true", dest="itself",
            help="what the lemma says if a word might be drawn for itself, as in the paper; no "
            "file is written so",
        )  # fmt: skip

    def work(self, *, corpus: str, pi: str, p: float | None, **given: object) -> Summary:
        if bool(pi) == bool(corpus) or (pi and p is None):
            raise Failed("expected a project or a file, or --pi and --p without one")
        asked = epsilon.Question(
            strategy=str(given["strategy"]),
            p=p,
            itself=bool(given["itself"]),
            marked=given["spans"] == "marked",
        )
        try:
            if pi:
                return epsilon.pi_epsilon(pi, p or 1.0)
            if is_file(corpus):
                found = epsilon.file_epsilon(corpus, asked)
            else:
                found = epsilon.project_epsilon(project_named(corpus), asked)
        except EvidenceError as error:
            raise Failed(str(error)) from None
        return epsilon.summary_of(found)

    def describe(self, summary: Summary) -> str:
        return "\n".join(lines_of(summary) if "labels" in summary else pi_line(summary))
