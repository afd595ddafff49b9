"""Replay active learning on a labelled corpus: how good after how many labelled turns."""

import os
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from annotation.management.reporting import ReportingCommand, Summary, positive
from annotation.management.simulating import add_plan, order_of, picture, plan_of, teller
from annotation.services.standalone.simulations import (
    Files,
    simulate_files,
    with_standard_input,
    write_plot,
    write_table,
)
from annotation.services.storage.files import write_json
from learning.simulation.curves import table
from learning.simulation.plots import AXES


class Command(ReportingCommand):
    help = "Replay active learning on a labelled corpus; one instance is one turn."

    def add_options(self, parser: ArgumentParser) -> None:
        add_plan(parser)
        add = parser.add_argument_group("the work and what it leaves").add_argument
        add("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: cores)")
        add("--out", default="", metavar="curve.json", help="where to write the curve, or -;"
            " finished repeats are kept in curve.json.parts and found again")  # fmt: skip
        add("--restart", action="store_true", help="forget finished repeats, begin anew")
        add("--table", default="", metavar="T.md", help="where to write the table, as Markdown")
        add("--plot", type=picture, metavar="P.svg", help="where to draw, .svg or .png")
        add("--axis", choices=list(AXES), default="instances", help="what the plot counts as cost")

    def work(self, **options: Any) -> Summary:
        out, paths = options["out"], ("target", "test", "source", "labelmap")
        parts = Path(f"{out}.parts") if out and out != "-" else None
        if parts:
            stays = f"; finished repeats are in {parts}, the same command goes on"
            self.what_stays = lambda: stays
        plan, order = plan_of(options), order_of(options, parts)
        tell = teller(self.progress, self._say)
        with with_standard_input(Files(**{name: options[name] for name in paths})) as files:
            curve = simulate_files(files, plan, order, tell=tell, warn=self._say)
        if out:
            write_json(curve, out)
        if options["table"]:
            write_table(curve, options["table"], options["spread"])
        if options["plot"]:
            how = curve["set_up"]["name"].replace("-", " ")
            title = f"{Path(options['target']).name}, pool of {curve['pool']['instances']} ({how})"
            write_plot(curve, options["plot"], options["axis"], title)
        return curve

    def _say(self, sentence: str) -> None:
        self.progress.say(partial(self.stderr.write, style_func=str), sentence)
        self.stderr.flush()

    def describe(self, summary: Summary) -> str:
        full = summary["full"]
        return (
            f"F1 with the whole pool: {full['f1']:.4f} found, whatever the label; "
            f"{full['f1_labels']:.4f} found and rightly named\n\n"
            f"{table(summary['runs'], summary['set_up'])}"
        )
