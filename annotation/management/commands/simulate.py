"""Replay active learning on a labelled corpus: how good after how many labelled turns."""

from argparse import ArgumentParser
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary, positive
from annotation.services.files import simulate_files, write_json

KNOBS = (
    *("target", "test", "labels", "labelmap", "source", "seed_strategy", "query_strategy"),
    *("batch", "iterations", "repeats", "random_state"),
)


class Command(ReportingCommand):
    help = "Replay active learning on a labelled corpus; one instance is one turn."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--target", required=True, metavar="TRAIN.jsonl", help="the pool, with gold spans")
        add("--test", required=True, metavar="TEST.jsonl", help="finished turns to measure on")
        add("--pool", type=positive, metavar="N", help="N turns of the pool (default all)")
        add("--labels", choices=["binary", "coarse", "all"], default="binary")
        add("--labelmap", default="", metavar="FILE", help="JSON: data set -> label -> coarse one")
        add("--source", default="", metavar="SRC", help="source: a JSONL corpus, or a model folder")
        add("--seed-strategy", default="auto", metavar="S", help="how the first batch is chosen")
        add("--query-strategy", default="adaptive", metavar="Q", help="how the others are chosen")
        add("--batch", type=positive, default=100, help="turns a batch (default 100)")
        add("--iterations", type=positive, default=10, help="batches after the first (default 10)")
        add("--repeats", type=positive, default=1, help="runs, each on its own sample (default 1)")
        add("--random-state", type=int, default=0)
        add("--out", default="", metavar="curve.json", help="where to write the curve, or -")

    def work(self, *, out: str, pool: int | None, **options: Any) -> Summary:
        curve = simulate_files(**{name: options[name] for name in KNOBS}, pool_size=pool)
        if out:
            write_json(curve, out)
        return curve

    def describe(self, summary: Summary) -> str:
        lines = [f"F1 with the whole pool: {summary['full']['f1']:.4f}", "repeat instances     F1"]
        for run in summary["runs"]:
            lines += [
                f"{run['repeat']:6}{point['instances']:10}{point['f1']:10.4f}"
                for point in run["curve"]
            ]
        return "\n".join(lines)
