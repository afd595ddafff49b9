"""Look whether all labels that were saved are still there; raise an alarm where they are not."""

from argparse import ArgumentParser
from dataclasses import asdict

from annotation.management.reporting import ReportingCommand, Summary, project_named
from annotation.services.corpus.integrity import check_project


class Command(ReportingCommand):
    help = "Compare the labels that are there with those that were saved; a lack raises an alarm."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "project", nargs="?", default="", help="short name of the project; default: all"
        )

    def work(self, *, project: str, **_: object) -> Summary:
        lacks = check_project(project_named(project) if project else None)
        return {
            "missing": sum(lack.missing for lack in lacks),
            "readings": [asdict(lack) for lack in lacks],
        }

    def describe(self, summary: Summary) -> str:
        if not summary["readings"]:
            return "Every label that was saved is there."
        lines = [
            f"project {row['project']}, dialogue {row['dialogue']}, turn {row['number']}: "
            f"{row['found']} of {row['saved']} labels"
            + ("" if row["reading"] else ", the reading is gone: only a backup has them")
            for row in summary["readings"]
        ]
        return "\n".join([f"{summary['missing']} labels are missing:", *lines])
