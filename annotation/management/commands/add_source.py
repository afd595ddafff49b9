"""Register a source that was not taught here: weights, an address, rules, recognisers, several."""

import math
from argparse import ArgumentParser

from annotation.management.reporting import ReportingCommand, Summary, number
from annotation.services.sources.kinds import ALL_KINDS, Wanted, add_source

seconds = number(lambda value: 0 < value < math.inf, "number of seconds above 0")


class Command(ReportingCommand):
    help = "Register a source of another kind than our own models (docs/source-models.md)."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="name in the list of source models")
        parser.add_argument("--kind", required=True, choices=ALL_KINDS)
        parser.add_argument(
            "--where",
            default="",
            metavar="WHERE",
            help="folder of weights, address, or names with commas: of Presidio's recognisers, or "
            "of the sources that several are made of",
        )
        parser.add_argument("--labels", default="", help="NAME,NAME: those that count as personal")
        parser.add_argument("--lang", default="", help="language (recognisers need it)")
        parser.add_argument("--domain", default="", help="what it is for, in a few words")
        parser.add_argument(
            "--release", default="1", help="of the program at an address: another is asked anew"
        )
        parser.add_argument("--seconds", type=seconds, help="an address has for an answer")

    def work(
        self,
        *,
        name: str,
        kind: str,
        where: str,
        labels: str,
        lang: str,
        domain: str,
        release: str,
        seconds: float | None,
        **_: object,
    ) -> Summary:
        counted = tuple(each.strip() for each in labels.split(",") if each.strip())
        wanted = Wanted(name, kind, where, lang, domain, counted, release, seconds)
        source = add_source(wanted)
        return {"name": source.name, "kind": kind, "folder": source.folder, "labels": source.labels}

    def describe(self, summary: Summary) -> str:
        return f"{summary['name']}: {summary['kind']}, {len(summary['labels'])} labels"
