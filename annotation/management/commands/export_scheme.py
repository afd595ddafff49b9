"""Write a project's labels and guidelines to a file from which another project can start."""

from argparse import ArgumentParser
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.guidance.scheme_files import export_to


class Command(ReportingCommand):
    help = "Export the labels and the newest guidelines of a project as JSON."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument("--out", required=True, metavar="PATH", help="file, or -")

    def work(self, **options: Any) -> Summary:
        project, out = options["project"], options["out"]
        return {"project": project, "out": out, "labels": export_to(project, out)}

    def describe(self, summary: Summary) -> str:
        return f"{summary['labels']} labels written to {summary['out']}"
