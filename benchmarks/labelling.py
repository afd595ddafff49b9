"""How fast a label is saved, painted and a dialogue opened while people work and a model trains.

A server and a worker as `make run` starts them, on a corpus of 65,000 turns: 50 people each act
every 3 seconds while the model of that corpus is trained again and again; and dialogues of 1,000
turns with 10 to 2,000 labels, at the server and in Chromium. `lost`: labels that the server
acknowledged and that are not there once. `--databases both`, or a DATABASE_URL of a PostgreSQL
server, measures both: a database is made there and dropped, and its figures have its name.
`--rival NAME --rival-python PATH` asks doccano or Label Studio for the same work in the same run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotating.rival_setup import RivalFailed
from annotating.rivals import SERVERS, measure_rival
from annotating.servers import ROOT, own_database
from common import answer, argument_parser, load

POSTGRES = "postgres://root@127.0.0.1:5432/postgres"
GOALS = {  # figure: it is to be below this
    "save_p95_ms": 100,
    "flat_ratio": 1.5,
    "dense_open_p95_ms": 300,
    "dense_whole_open_p95_ms": 300,
    "dense_interactive_p95_ms": 800,
    "dense_whole_interactive_p95_ms": 800,
    "key_paint_p75_ms": 100,
    "key_paint_crowd_p75_ms": 100,
    "lost": 1,
}


def main(argv: Sequence[str] | None = None) -> None:
    options = parse(argv)
    notes = [f"load average before: {load()}"]
    figures: dict[str, float] = {}
    for name in databases(options.databases):
        try:
            found = measure_ours(name, quick=options.quick)
        except Exception as error:  # the other database's figures are worth printing
            notes.append(f"{name}: not measured: {error}")
            continue
        prefix = "" if name == "sqlite" else f"{name}_"
        figures |= {prefix + key: value for key, value in found["figures"].items()}
        late = [] if options.quick else missed(found["figures"])  # too few samples to judge
        notes += [f"{name}: {note}" for note in [*found["notes"], *late]]
    baselines = measure_rivals(options, notes)
    notes.append(f"load average after: {load()}")
    answer("labelling", figures, baselines, options.json, notes)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--databases", choices=["sqlite", "postgres", "both"])
    parser.add_argument("--rival", choices=sorted(SERVERS), action="append", default=[])
    parser.add_argument(
        "--rival-python",
        type=Path,
        action="append",
        default=[],
        help="the interpreter of the environment where that rival is installed, one for each",
    )
    options = parser.parse_args(argv)
    if len(options.rival) != len(options.rival_python):
        parser.error("give one --rival-python for each --rival")
    return options


def server_url() -> str:
    given = os.environ.get("DATABASE_URL", "")
    return given if given.startswith("postgres") else os.environ.get("TEST_POSTGRES_URL", POSTGRES)


def databases(asked: str | None) -> list[str]:
    if asked is None:
        asked = "both" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
    return ["sqlite", "postgres"] if asked == "both" else [asked]


def measure_ours(database: str, *, quick: bool) -> Any:
    """Figures and notes of our server, by a process of its own: Django knows one database each."""
    with (
        tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder,
        url_of(database, folder) as url,
    ):
        env = {k: v for k, v in os.environ.items() if k not in {"REDIS_URL", "ANTIFAZ_ENV"}}
        env |= {"ANTIFAZ_DATA": folder, "DATABASE_URL": url, "LOG_LEVEL": "ERROR"}
        env["PYTHONPATH"] = os.pathsep.join([str(ROOT / "benchmarks"), str(ROOT)])
        command = [sys.executable, "-m", "annotating.ours", *(["--quick"] if quick else [])]
        done = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"status {done.returncode}")
        return json.loads(done.stdout.splitlines()[-1])


@contextmanager
def url_of(database: str, folder: str) -> Iterator[str]:
    if database == "sqlite":
        yield f"sqlite:///{folder}/antifaz.sqlite3"
        return
    with own_database(server_url()) as url:
        yield url


def missed(figures: dict[str, float]) -> list[str]:
    """What is not below its goal, in words."""
    late = [key for key, goal in GOALS.items() if figures.get(key, 0) >= goal]
    if figures["queries_small"] != figures["queries_large"]:
        late.append("queries_large")
    return [f"goal not met: {key} {figures[key]:g}" for key in late]


def measure_rivals(options: argparse.Namespace, notes: list[str]) -> dict[str, float]:
    """Their figures under their names; a rival that does not run is skipped with the reason."""
    found: dict[str, float] = {}
    if not options.rival:
        notes.append("rivals skipped: none was asked for (--rival NAME --rival-python PATH)")
    for name, python in zip(options.rival, options.rival_python, strict=True):
        try:
            version, figures = measure_rival(name, python, quick=options.quick)
        except RivalFailed as why:
            notes.append(f"{name} skipped: {why}")
            continue
        notes.append(f"{name}: {version}, in this run")
        found |= {f"{name.replace('-', '_')}_{key}": value for key, value in figures.items()}
    return found


if __name__ == "__main__":
    main()
