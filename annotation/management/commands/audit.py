"""Plan a second reading, draw turns for it by chance, or say what it shows so far."""

from argparse import ArgumentParser

from annotation.management.reporting import (
    ReportingCommand,
    Summary,
    positive,
    project_named,
    share,
)
from annotation.services.evidence.second_readings import drawing, frame, planning, words
from annotation.services.evidence.second_readings import report as reports


class Command(ReportingCommand):
    help = (
        "A second, blind reading of turns drawn by chance: what it takes to show that the first "
        "readings find a share of the items, the draw, and what was met so far."
    )

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument(
            "--recall", type=share, help="share of the items; default: of the newest draw, or 0.99"
        )
        parser.add_argument(
            "--confidence", type=share, help="how sure; default: of the newest draw, or 0.95"
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--plan", action="store_true", help="what it takes (default)")
        what.add_argument("--draw", action="store_true", help="draw turns and ask a second reader")
        what.add_argument("--report", action="store_true", help="what was met and missed so far")
        parser.add_argument(
            "--turns", type=positive, help="with --draw: how many; default: as many as are needed"
        )
        parser.add_argument("--seed", default="", help="with --draw: the same draws the same turns")

    def work(
        self,
        *,
        project: str,
        recall: float | None,
        confidence: float | None,
        draw: bool,
        report: bool,
        turns: int | None,
        seed: str,
        **_: object,
    ) -> Summary:
        row = project_named(project)
        if not draw and (turns or seed):
            self.stderr.write("--turns and --seed say how turns are drawn; expected --draw")
            raise SystemExit(2)
        usual = planning.newest_goal(row.audit_draws.all())
        goal = planning.goal_of(recall or usual.recall, confidence or usual.confidence)
        named = {"project": project}
        if report:
            return named | reports.report_of(row, goal)
        if draw:
            made = drawing.draw_second_readings(row, None, goal, turns=turns, seed=seed)
            return named | {"drawn": made.turns, "seed": made.seed} | reports.report_of(row, goal)
        there = frame.read_frame(row)
        frame.check_frame(row, there)
        return named | planning.plan_of(row, goal, there)

    def describe(self, summary: Summary) -> str:
        return "\n".join(words.lines_of(summary))
