"""Print how far a project's readers agree, at any level of its labels."""

from argparse import ArgumentParser

from annotation.management.reporting import ReportingCommand, Summary, project_named
from annotation.services.team import agreement
from annotation.services.team.tables import lines_of


class Command(ReportingCommand):
    help = "Agreement of readers: kappa and F1 of pairs, alpha, and each against what is agreed."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument(
            "--level",
            default="",
            metavar="any|N",
            help="of the labels: 0 the top groups, then downwards; any: the position alone; "
            "default: as labelled",
        )
        parser.add_argument(
            "--reader",
            action="append",
            default=[],
            metavar="NAME",
            help="compare this reader, again for each; default: everybody",
        )

    def work(self, *, project: str, level: str, reader: list[str], **_: object) -> Summary:
        row = project_named(project)
        readers = agreement.readers_named(row, reader)
        report = agreement.read_agreement(row, level, readers=readers)
        differences = agreement.list_disagreements(report)
        return {"project": project, **agreement.summarise(report), "differences": differences}

    def describe(self, summary: Summary) -> str:
        return "\n".join(lines_of(summary))
