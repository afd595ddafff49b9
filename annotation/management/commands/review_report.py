"""Report what people changed in another tool's work: review.json and review.md."""

from argparse import ArgumentParser
from pathlib import Path

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.review.files import write_review


class Command(ReportingCommand):
    help = (
        "What another tool found and replaced, what people made of it, and what it missed. "
        "Counts only; no text of the corpus."
    )

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument("--out", required=True, metavar="DIR", help="folder for the two files")

    def work(self, *, project: str, out: str, **_: object) -> Summary:
        return {"out": out, **write_review(project, Path(out))}

    def describe(self, summary: Summary) -> str:
        tools, turns = summary["tools"], sum(t["read"]["turns"] for t in summary["tools"])
        return f"{len(tools)} tools reviewed over {turns} turns that people read: {summary['out']}"
