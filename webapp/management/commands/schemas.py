"""Write the JSON schemas of what we write and read, and the API's description, into a folder."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary
from webapp.management.documents import schemas, written


class Command(ReportingCommand):
    help = "Write JSON schemas of files and bodies, and the API's description (OpenAPI)."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="FOLDER", help="made where it is not there")

    def work(self, **options: Any) -> Summary:
        out = options["out"]
        out.mkdir(parents=True, exist_ok=True)
        names = []
        for name, schema in schemas():
            (out / name).write_text(written(schema), encoding="utf-8")
            names.append(name)
        return {"out": str(out), "files": names}

    def describe(self, summary: Summary) -> str:
        return f"{len(summary['files'])} files in {summary['out']}"
