"""Make the labels of a file those of a project; what it cannot do whole it does not do."""

from argparse import ArgumentParser
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.guidance.scheme_files import import_from


class Command(ReportingCommand):
    help = "Import labels (our JSON, doccano, Label Studio) into a project. Used labels stay."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument("file", metavar="FILE", help="file of labels, or -")
        parser.add_argument("--user", default="", help="who imports (default: a manager)")

    def work(self, **options: Any) -> Summary:
        labels = import_from(options["project"], options["file"], user=options["user"])
        return {"project": options["project"], "file": options["file"], "labels": labels}

    def describe(self, summary: Summary) -> str:
        return f"{summary['project']} has the {summary['labels']} labels of {summary['file']}"
