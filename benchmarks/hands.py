"""How many keys a label takes: gold labels typed on the real page in Chromium by a practised hand.

The demo, MultiDoGO (calls) and MEDDOCAN (notes), from an empty project on: what candidates learn
from the typist's own labels is learnt as she goes. `keys_per_label_*` are of turns that hold a
label, the key that ends them included; `..._every_turn` counts those without one too, one key each.
`keys_per_label_with_proposals` is of the demo with proposals of precision and recall .9.
`wrong_*`: turns where the page showed something else than was meant, to be 0. Needs Chromium.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from annotating.browser import NoBrowser, chromium
from annotating.gold import CORPORA, is_here
from common import ROOT, answer, argument_parser

GOALS = {
    "keys_per_label_demo": 2.2,
    "keys_per_label_calls": 2.2,
    "keys_per_label_notes": 2.2,
    "keys_per_label_with_proposals": 1.5,
}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--turns", type=int, help="of each corpus (300; 10 with --quick)")
    parser.add_argument("--only", choices=CORPORA, action="append", help="of these alone")
    options = parser.parse_args(argv)
    try:
        with chromium():
            pass
    except NoBrowser as why:
        print(f"skipped: {why}", file=sys.stderr)
        return
    asked = options.only or CORPORA
    here = [name for name in asked if is_here(name)]
    notes = [f"{name} skipped: its data are not here" for name in asked if name not in here]
    found = measure(here, options.turns or (10 if options.quick else 300))
    figures = found["figures"]
    goals = {} if options.quick else GOALS  # too few turns to judge
    late = [key for key, goal in goals.items() if figures.get(key, 0) > goal]
    late += [key for key in figures if key.startswith("wrong_") and figures[key]]
    notes += [*found["notes"], *(f"goal not met: {key} {figures[key]:g}" for key in late)]
    answer("hands", figures, {}, options.json, notes)


def measure(corpora: Sequence[str], turns: int) -> Any:
    """By a process of its own, with a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        env = {k: v for k, v in os.environ.items() if k not in {"REDIS_URL", "ANTIFAZ_ENV"}}
        env |= {"ANTIFAZ_DATA": folder, "LOG_LEVEL": "ERROR"}
        env["DATABASE_URL"] = f"sqlite:///{folder}/antifaz.sqlite3"
        env["PYTHONPATH"] = os.pathsep.join([str(ROOT / "benchmarks"), str(ROOT)])
        command = [sys.executable, "-m", "annotating.hands", str(turns), *corpora]
        done = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"status {done.returncode}")
        return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
