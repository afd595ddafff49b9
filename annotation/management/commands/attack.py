"""Attack a release: a project's as it would leave, or one file beside the originals."""

import time
from argparse import ArgumentParser
from typing import Any

from annotation.evidence.attacks.registry import ATTACKS
from annotation.management.reporting import ReportingCommand, Summary, project_named
from annotation.services.evidence.attacks import attack_files, measure_attacks

SAY_SECONDS = 2.0  # it says no more often how far it is


class Command(ReportingCommand):
    help = (
        "Attack a release and say how far each attack comes, beside chance. PROJECT: its short "
        "name; or ORIGINAL.jsonl with every item labelled, and RELEASED.jsonl. Exit status 3: an "
        "attack could not be run, and is not passed."
    )

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("what", nargs="+", metavar="PROJECT | ORIGINAL RELEASED", help="what is attacked")
        add("--only", default="", metavar="NAMES", help=f"some of: {', '.join(ATTACKS)}")
        add("--seed", type=int, default=0, help="of chance; default: %(default)s")
        self.parser = parser

    def work(self, *, what: list[str], only: str, seed: int, **_: Any) -> Summary:
        if len(what) > 2:
            self.parser.error("expected a PROJECT, or ORIGINAL and RELEASED")
        names = [name.strip() for name in only.split(",") if name.strip()]
        self.said, self.name = 0.0, ""
        if len(what) == 2:
            return attack_files(*what, only=names, seed=seed, report=self.say)
        return measure_attacks(
            project_named(what[0]), {"only": names, "seed": seed}, report=self.say
        )

    def say(self, share: float, name: str) -> None:
        now = time.monotonic()
        if name != self.name or now - self.said > SAY_SECONDS:
            self.said, self.name = now, name
            self.stderr.write(f"{share:4.0%} {name}")

    def describe(self, summary: Summary) -> str:
        lines = [f"{summary['dialogues']} dialogues, what they hold is known of {summary['known']}"]
        for each in summary["findings"]:
            said = each["why"] or each["sentence"] % each["values"]
            lines.append(f"{each['state']:8}{each['name']:20}{_figure(each):34}{said}")
        if summary["not_run"]:
            lines.append(f"{summary['not_run']} not run, and not passed")
        return "\n".join(lines)

    def left_out(self, summary: Summary) -> bool:
        return bool(summary["not_run"])


def _figure(finding: dict[str, Any]) -> str:
    share = finding["success"]
    if share is None:
        return ""
    chance = "" if finding["chance"] is None else f" chance {finding['chance']:.3f}"
    return f"{share['value']:.3f} ({share['low']:.3f}-{share['high']:.3f}){chance}"
