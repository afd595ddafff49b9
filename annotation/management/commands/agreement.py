"""Print how far a project's readers agree, at any level of its labels."""

from argparse import ArgumentParser

from annotation.management.reporting import ReportingCommand, Summary, project_named
from annotation.services.team.agreement import list_disagreements, read_agreement, summarise


class Command(ReportingCommand):
    help = "Agreement of readers: kappa and F1 of pairs, alpha, and each against what is agreed."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument(
            "--level",
            default="",
            metavar="any|N",
            help="of the labels: 0 the top groups, then downwards; any: all the same; "
            "default: as labelled",
        )

    def work(self, *, project: str, level: str, **_: object) -> Summary:
        row = project_named(project)
        report = read_agreement(row, level)
        differences = list_disagreements(report)
        return {"project": project, **summarise(report), "differences": differences}

    def describe(self, summary: Summary) -> str:
        kinds = ", ".join(f"{n} {kind}" for kind, n in summary["disagreements"].items())
        return "\n".join(
            [
                f"level {summary['level']}: {summary['turns']} turns that several people read, "
                f"{summary['tokens']} tokens; {summary['unsettled']} turns not agreed yet",
                f"alpha (BIO tags) {summary['alpha']:.4f}, F1 (spans) {summary['f1']:.4f}",
                _row("pair", "turns", "kappa", "F1"),
                *(
                    _row(" / ".join(row["readers"]), *_of(row, "turns kappa f1"))
                    for row in summary["pairs"]
                ),
                _row("label", "", "alpha", "F1"),
                *(_row(name, "", *_of(row, "alpha f1")) for name, row in summary["labels"].items()),
                _row("against the agreed", "precision", "recall", "F1"),
                *(
                    _row(name, *_of(row, "precision recall f1"))
                    for name, row in summary["people"].items()
                ),
                f"disagreements: {kinds}",
                *(_row(" / ".join(row["labels"]), row["n"]) for row in summary["confusions"]),
            ]
        )


def _of(row: Summary, keys: str) -> list[object]:
    return [row[key] for key in keys.split()]


def _row(name: str, *cells: object) -> str:
    texts = [f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in cells]
    return f"{name:30.30}" + "".join(f"{text:>10}" for text in texts)
