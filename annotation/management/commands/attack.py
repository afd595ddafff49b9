"""Attack a release: a project's as it would leave, or one file beside the originals."""

from argparse import ArgumentParser
from typing import Any

from annotation.evidence.attacks.registry import ATTACKS
from annotation.management.findings import described
from annotation.management.reporting import ReportingCommand, Summary, project_named, seed_number
from annotation.services.evidence.attacks.measuring import attack_files, measure_attacks
from annotation.services.evidence.attacks.prompts import score_answers, write_prompts
from annotation.services.evidence.attacks.targets import target_of


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
        add("--other", default="", metavar="RELEASED2",
            help="a second release of the same dialogues, for the attack of two files")  # fmt: skip
        add("--seed", type=seed_number, default=0, help="of chance; default: %(default)s")
        one = parser.add_mutually_exclusive_group()
        one.add_argument("--prompts", dest="out", default="", metavar="OUT.jsonl",
                         help="write questions about people for a language model of yours; nothing "
                         "is sent")  # fmt: skip
        one.add_argument("--answers", default="", metavar="IN.jsonl", help="score what came back")
        self.parser = parser

    def work(
        self, *, what: list[str], only: str, seed: int, out: str, answers: str, **given: Any
    ) -> Summary:
        if len(what) > 2 or (given["other"] and len(what) != 2):
            self.parser.error("expected a PROJECT, or ORIGINAL and RELEASED, and with them --other")
        if out or answers:
            target = target_of(what if len(what) == 2 else project_named(what[0]))
            return write_prompts(target, out) if out else score_answers(target, answers)
        names = [name.strip() for name in only.split(",") if name.strip()]
        if len(what) == 2:
            other = given["other"]
            report = self.progress.tell_share
            return attack_files(*what, other=other, only=names, seed=seed, report=report)
        wishes = {"only": names, "seed": seed}
        return measure_attacks(project_named(what[0]), wishes, report=self.progress.tell_share)

    def describe(self, summary: Summary) -> str:
        return described(summary)

    def left_out(self, summary: Summary) -> int:
        return int(summary.get("not_run", 0))
