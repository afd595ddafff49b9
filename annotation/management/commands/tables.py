"""Print the tables that papers on such corpora have: corpus, labels, taggers, agreement."""

import json
from argparse import ArgumentParser
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.tables.table import Table, to_csv, to_markdown
from annotation.management import reporting
from annotation.management.reporting import Failed, ReportingCommand, Summary, seed_number
from annotation.services.evidence.tables.making import (
    TAGGERS,
    Wanted,
    file_tables,
    project_tables,
)
from annotation.services.storage.files import is_file


class Command(ReportingCommand):
    help = "Corpus statistics, items by label; on request taggers by k folds, domains, agreement."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("corpus", nargs="+", metavar="PROJECT|FILE", help="a project, or files, also .gz")
        add("--format", choices=["md", "csv", "json"], default="md", help="default: md")
        add("--folds", type=int, default=0, metavar="K", help="train and test by K folds")
        add(
            "--tagger", choices=TAGGERS, action="append", default=[],
            help="for --folds, again for each: they are compared; default: crf",
        )  # fmt: skip
        add("--domain", default="", metavar="KEY", help="train on one value of it, test on others")
        add("--agreement", action="store_true", help="of readers, or of files of one text")
        add("--gold", choices=["agreed", "vote"], default="agreed", help="of files always vote")
        add(
            "--predicted", action="append", default=[], metavar="FILE",
            help="spans to be judged by those of the first file, again for each",
        )  # fmt: skip
        add("--random-state", type=seed_number, default=0, metavar="N", help="of the folds")

    def work(self, *, corpus: list[str], folds: int, format: str, **given: Any) -> Summary:
        if folds < 0 or folds == 1:
            raise Failed(f"--folds {folds}; expected 2 or more")
        if given["tagger"] and not folds:
            raise Failed("--tagger; expected it with --folds")
        wanted = Wanted(
            folds=folds,
            taggers=tuple(dict.fromkeys(given["tagger"])) or ("crf",),
            domain=given["domain"], agreement=given["agreement"], by_vote=given["gold"] == "vote",
            predicted=tuple(given["predicted"]), seed=given["random_state"],
        )  # fmt: skip
        try:
            if is_file(corpus[0]):
                tables = file_tables(corpus, wanted)
            elif len(corpus) > 1:
                raise Failed(f"{len(corpus)} names; expected one project, or files")
            else:
                tables = project_tables(reporting.project_named(corpus[0]), wanted)
        except EvidenceError as error:
            raise Failed(str(error)) from None
        return {"format": format, "tables": [table.to_json() for table in tables]}

    def describe(self, summary: Summary) -> str:
        tables = [*map(Table.from_json, summary["tables"])]
        write = {"csv": to_csv, "md": to_markdown}.get(summary["format"])
        return write(tables).rstrip("\n") if write else json.dumps(summary, ensure_ascii=False)
