"""Time and memory of one round at ES-Port's size: 535,000 tokens, 1,000 labelled lines of MEDDOCAN.

round_s: training onwards from the round before (900 labelled), scoring the pool with the default
strategy and a source model, choosing and measuring; the least of several runs, processor seconds
beside it. worker_round_s: the same as a job, database, files and proposals included;
worker_process_s: to fork the process that a worker gives each job, which one has ready before.
features_s: both feature sets, made once a corpus. Pools of one, two and four times the size follow.
batch_ready_p95_ms: an annotator reads while a worker trains beside her; how long each request for
the next turn takes, those at the end of a batch included, and how often there was none.
naive_round_s: plain sklearn-crfsuite on dictionaries, marginals on a sample scaled by tokens.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from common import ROOT, answer, argument_parser, load, need_data

sys.path.insert(0, str(ROOT))

from learning_parts import naive, pool, worker
from learning_parts.corpus import BACKGROUND, SOURCE, TRAIN

TOKENS = 535_000
SIZES = (1, 2, 4)
GOALS = {"round_s": 3, "features_s": 15, "rss_mb": 400, "batch_ready_p95_ms": 150}


def main() -> None:
    options = arguments()
    if options.part:
        run_part(options)
        return
    need_data(BACKGROUND, TRAIN, SOURCE)
    quick = options.quick
    notes = [f"load {load()}; the least of {1 if quick else 5} rounds"]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        part("source", source)
        figures = part("pool", source, tokens=TOKENS, times=2 if quick else 5)
        if not quick:
            for size in SIZES[1:]:
                larger = part("pool", source, tokens=size * TOKENS, times=3)
                figures |= {f"x{size}_{name}": larger[name] for name in _KEPT}
        baselines = part("naive", source, tokens=TOKENS, times=200 if quick else 3_000)
        data = Path(folder) / "data"
        data.mkdir()
        environment = {"ANTIFAZ_DATA": str(data), "DJANGO_SETTINGS_MODULE": "webapp.settings"}
        environment |= {"SIGN_IN_LIMITS": "0", "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1"}
        tokens = 100_000 if quick else TOKENS
        part("fill", source, environment, tokens=tokens, times=20)
        figures |= part("worker", source, environment, times=1 if quick else 3)
        pace = 0.25 if quick else 0.75
        figures |= part("annotate", source, environment, times=30 if quick else 120, pace=pace)
    notes += [
        f"{name}: {figures[name]} is not below {goal}"
        for name, goal in GOALS.items()
        if figures[name] >= goal
    ]
    if quick:
        notes.append("quick: the worker and the annotator on 100,000 tokens")
    answer("learning_round", figures, baselines, options.json, notes)


_KEPT = ("round_s", "round_cpu_s", "features_s", "features_cpu_s", "rss_mb", "tokens")


def arguments() -> argparse.Namespace:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--tokens", type=int, default=TOKENS, help=argparse.SUPPRESS)
    parser.add_argument("--times", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--pace", type=float, default=1.0, help=argparse.SUPPRESS)
    return parser.parse_args()


def part(
    name: str, source: Path, environment: dict[str, str] | None = None, **options: Any
) -> dict[str, Any]:
    """Run one part in a process of its own, so that its memory is its own; its figures."""
    command = [sys.executable, __file__, "--part", name, "--source", str(source)]
    for key, value in options.items():
        command += [f"--{key}", str(value)]
    keep = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        command, env=keep | (environment or {}), stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"the part {name!r} failed; its error stands above")
    lines = done.stdout.strip().splitlines()
    figures: dict[str, Any] = json.loads(lines[-1]) if lines else {}
    return figures


def run_part(options: argparse.Namespace) -> None:
    """What the process of a part does."""
    if options.part in {"fill", "worker", "annotate"}:
        import django

        django.setup()
    if options.part == "source":
        pool.save_source(options.source)
    elif options.part == "pool":
        pool.measure(options.tokens, options.source, options.times)
    elif options.part == "naive":
        naive.measure(options.tokens, options.times)
    elif options.part == "fill":
        worker.fill(options.tokens, options.source, batch_size=options.times)
    elif options.part == "worker":
        worker.measure(options.times)
    else:
        worker.annotate(options.times, options.pace)


if __name__ == "__main__":
    main()
