"""Compare predicted with gold spans, dialogue by dialogue, and print every figure."""

from argparse import ArgumentParser

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.standalone.taggers import evaluate_files


class Command(ReportingCommand):
    help = "Precision, recall and F1 of predicted spans, what was left unseen, and agreement."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("--gold", required=True, metavar="A.jsonl", help="the right spans")
        parser.add_argument(
            "--predicted", required=True, metavar="B.jsonl", help="the spans to be judged"
        )

    def work(self, *, gold: str, predicted: str, **_: object) -> Summary:
        self.progress.tell("comparing", 0, None, "")
        return evaluate_files(gold, predicted)

    def describe(self, summary: Summary) -> str:
        lines = [f"{'':24}{'precision':>10}{'recall':>10}{'F1':>10}{'support':>10}"]
        for level in ("token", "span"):
            rows = {
                "found": summary[level]["binary"],
                "rightly named": summary[level]["micro"],
                "weighted": summary[level]["weighted"],
                **summary[level]["per_label"],
            }
            lines += [
                f"{level + ' ' + name:24.24}{row['precision']:10.4f}{row['recall']:10.4f}"
                f"{row['f1']:10.4f}{row['support']:10}"
                for name, row in rows.items()
            ]
        for name, row in summary["all_or_nothing"].items():
            lines.append(f"{name + ' found whole':24}{row['recall']:20.4f}{row['total']:20}")
        lines.append(f"{'kappa (BIO tags)':24}{summary['kappa']:30.4f}")
        return "\n".join(lines)
