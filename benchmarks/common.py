"""What the benchmarks share: arguments, a description of the machine, tables, the JSON answer.

Run one from the root of the checkout: `python benchmarks/NAME.py [--quick] [--json]`.
"""

import argparse
import json
import os
import platform
import resource
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("ANTIFAZ_BENCH_DATA", ROOT.parent / "shared" / "data"))


def arguments(description: str, argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The two switches that every benchmark has."""
    return argument_parser(description).parse_args(argv)


def argument_parser(description: str) -> argparse.ArgumentParser:
    """The same, for a benchmark that has more."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--quick", action="store_true", help="a smaller run, under 60 seconds")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    return parser


def need_data(*names: str) -> None:
    """Leave with one sentence and status 0 when a corpus is not at hand."""
    missing = [name for name in names if not (DATA / name).exists()]
    if missing:
        print(f"skipped: {', '.join(missing)} not in {DATA}", file=sys.stderr)
        raise SystemExit(0)


def machine() -> str:
    """One line: processor count, architecture, Python."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cores} cores, {platform.machine()}, Python {platform.python_version()}"


def load() -> str:
    """How busy the machine is: processes that want to run, over 1, 5 and 15 minutes."""
    return " ".join(f"{each:.1f}" for each in os.getloadavg())


def peak_rss_mb() -> float:
    """The most memory this process has held so far, in megabytes."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def answer(
    name: str,
    figures: Mapping[str, Any],
    baselines: Mapping[str, Any],
    as_json: bool,
    notes: Sequence[str] = (),
) -> None:
    """Print the contract's JSON, or a table for people."""
    if as_json:
        body = {"name": name, "machine": machine(), "figures": figures, "baselines": baselines}
        print(json.dumps(body | ({"notes": list(notes)} if notes else {})))
        return
    print(f"{name} ({machine()})")
    rows = [("figure", "value")] + [(key, f"{value:g}") for key, value in figures.items()]
    rows += [("baseline", "value")] + [(key, f"{value:g}") for key, value in baselines.items()]
    print_table(rows)
    for note in notes:
        print(f"- {note}")


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Columns aligned by their widest cell."""
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (str(cell).ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
