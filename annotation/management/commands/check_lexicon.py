"""Look whether the lexicon tables of a folder keep to their columns, before they are used."""

from argparse import ArgumentParser
from pathlib import Path

from annotation.management.reporting import Failed, ReportingCommand, Summary
from surrogates.languages.checking import check_folder
from surrogates.languages.schema import FOLDER


class Command(ReportingCommand):
    help = (
        "Check the lexicon tables (TSV) of a folder: one language, or a folder of languages as "
        "pseudonymise --lexicon takes it. Each fault is FILE:LINE: what; expected ..."
    )

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of tables")

    def work(self, *, folder: Path, **_: object) -> Summary:
        faults = check_folder(folder, FOLDER)
        if faults:
            raise Failed(*faults, summary={"folder": str(folder), "faults": faults})
        return {"folder": str(folder), "tables": len(list(folder.glob("**/*.tsv"))), "faults": []}

    def describe(self, summary: Summary) -> str:
        return f"{summary['tables']} tables, all as they should be"
