"""Pools of a quarter of a million turns and more: what features, seeds and a round cost there.

Turns of MultiDoGO, SGD and MEDDOCAN, which come again and again, each time with the number of the
repeat behind them; texts are made when they are asked for, as a database gives them. Each size has
a process of its own: processor seconds, and the most memory that it held. The last row extrapolates
the line through the two largest pools to ten million turns.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, overload

from common import DATA, ROOT, argument_parser, load, machine, need_data, print_table

sys.path.insert(0, str(ROOT))

import numpy as np
from learning_parts.corpus import source_model
from learning_parts.measured import peak_mb, timed
from learning_parts.pool import extract, one_round

from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.rounds.run import choose_seed
from learning.simulation.corpora import read_labelmap, read_utterances
from learning.types import Utterance

CORPORA = ("multidogo.train.jsonl.gz", "sgd.dev.jsonl.gz", "meddocan.train.jsonl.gz")
SIZES = (65_000, 250_000, 1_000_000)
ASKED = 10_000_000  # turns, by extrapolation
LABELLED, BEFORE = 1_000, 900
GOALS = {"rss_mb": 1_200, "round_cpu_s": 10}  # at a million
FIGURES = ("tokens", "features_cpu_s", "seed_cpu_s", "round_cpu_s", "rss_mb", "cache_mb")


class Repeated(Sequence[Utterance]):
    """So many turns of a corpus that is shorter, made when they are asked for."""

    def __init__(self, size: int) -> None:
        self.size = size

    @cached_property
    def corpus(self) -> list[Utterance]:
        labels = read_labelmap(DATA / "labelmap.json")
        return [turn for name in CORPORA for turn in read_utterances(DATA / name, labels)]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, place: int) -> Utterance: ...
    @overload
    def __getitem__(self, place: slice) -> list[Utterance]: ...
    def __getitem__(self, place: int | slice) -> Utterance | list[Utterance]:
        if isinstance(place, slice):
            return [self[each] for each in range(self.size)[place]]
        again, at = divmod(range(self.size)[place], len(self.corpus))
        turn = self.corpus[at]
        if not again:
            return turn
        text = f"{turn.text} {again}"
        return Utterance(text, turn.spans, turn.speaker, f"{again}-{turn.dialogue}", turn.position)

    def __iter__(self) -> Iterator[Utterance]:
        return map(self.__getitem__, range(self.size))


def main() -> None:
    options = arguments()
    if options.size:
        print(json.dumps(measure(options.size)))
        return
    need_data(*CORPORA)
    sizes = SIZES[:1] if options.quick else SIZES
    busy = load()
    rows = {size: _in_its_own_process(size) for size in sizes}
    if len(rows) > 1:
        rows[ASKED] = extrapolated(*(rows[size] for size in sizes[-2:]), *sizes[-2:])
    if options.json:
        print(json.dumps({"name": "large_pool", "machine": machine(), "figures": rows}))
        return
    print(f"large_pool ({machine()}), load {busy}")
    print_table([("turns", *FIGURES), *(_row(size, row) for size, row in rows.items())])
    for name, goal in GOALS.items():
        if 1_000_000 in rows and rows[1_000_000][name] > goal:
            print(f"- {name}: {rows[1_000_000][name]} is above {goal}")


def arguments() -> argparse.Namespace:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_its_own_process(size: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--size", str(size)]
    figures: dict[str, float] = json.loads(subprocess.check_output(command, text=True))
    return figures


def _row(size: int, figures: dict[str, float]) -> tuple[str, ...]:
    return (f"{size:,}", *(f"{figures[name]:,}" for name in FIGURES))


def extrapolated(
    one: dict[str, float], two: dict[str, float], smaller: int, larger: int
) -> dict[str, float]:
    """The line through two sizes at ASKED turns; no measurement."""
    reach = (ASKED - larger) / (larger - smaller)
    return {name: round(two[name] + (two[name] - one[name]) * reach, 1) for name in FIGURES}


def measure(size: int) -> dict[str, Any]:
    """One size: features once, a first batch by k-means and the source, the round after another."""
    source = source_model()
    turns = Repeated(size)
    labelled = np.linspace(0, min(size, len(turns.corpus)) - 1, LABELLED).astype(int).tolist()
    with tempfile.TemporaryDirectory() as folder:
        pool, features = timed(lambda: extract(turns, folder))
        _, seeded = timed(lambda: first_batch(pool, source))
        before = one_round(pool, source, labelled[:BEFORE], 9)
        _, spent = timed(lambda: one_round(pool, source, labelled, 10, before))
        cache = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    return {
        "tokens": pool.encoding().tokens,
        "features_cpu_s": round(features.cpu, 1),
        "seed_cpu_s": round(seeded.cpu, 1),
        "round_cpu_s": round(spent.cpu, 1),
        "rss_mb": peak_mb(),
        "cache_mb": round(cache / 2**20, 1),
    }


def first_batch(pool: Pool, source: CrfTagger) -> None:
    rng = np.random.default_rng(0)
    choose_seed(pool, size=20, strategy="kmeans+source", source=source, rng=rng)


if __name__ == "__main__":
    main()
