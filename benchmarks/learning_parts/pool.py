"""One round on a pool in memory: features once, then the round that follows another."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from learning_parts.corpus import BEFORE, labelled_lines, source_model, unlabelled_lines
from learning_parts.measured import least, peak_mb, timed

from learning.crf.pool import Pool, open_pool
from learning.crf.tagger import CrfTagger
from learning.rounds.run import RoundOrder, RoundResult, run_round
from learning.types import Utterance


def measure(tokens: int, source_folder: Path, times: int) -> None:
    """Print the figures as JSON."""
    source = CrfTagger.load(source_folder)
    known = labelled_lines()
    utterances = [*unlabelled_lines(tokens - sum(len(each.text.split()) for each in known)), *known]
    with tempfile.TemporaryDirectory() as folder:
        _, features = timed(lambda: extract(utterances, folder))
        pool = extract(utterances, folder)  # as every later round finds it: on disk
        places = range(len(pool) - len(known), len(pool))  # the labelled lines are the last
        before = one_round(pool, source, places[:BEFORE], 9)
        last: list[RoundResult] = []
        spent = least(lambda: last.append(one_round(pool, source, places, 10, before)), times)
    answer = {
        "round_s": round(spent.wall, 2),
        "round_cpu_s": round(spent.cpu, 2),
        "features_s": round(features.wall, 2),
        "features_cpu_s": round(features.cpu, 2),
        "rss_mb": peak_mb(),
        "tokens": pool.encoding().tokens,
        "utterances": len(pool),
        "labels": len(last[-1].tagger.labels),
        "f1": round(last[-1].metrics["f1"], 4),
    } | {f"part_{name}": value for name, value in last[-1].timings.items()}
    print(json.dumps(answer))


def extract(utterances: Sequence[Utterance], folder: str) -> Pool:
    """The pool with the features of target and source, made or read from the folder."""
    pool = open_pool(utterances, Path(folder))
    pool.encoding("source")
    return pool


def one_round(
    pool: Pool,
    source: CrfTagger,
    places: Sequence[int],
    number: int,
    before: RoundResult | None = None,
) -> RoundResult:
    """A round with cross-validation, after another; `places` are labelled."""
    order = RoundOrder(
        number,
        batch_size=100,
        strategy="adaptive",
        rng=np.random.default_rng(0),
        source=source,
        start=before.tagger.weights if before else None,
        finder_start=before.tagger.finder if before else None,
        source_verdict=before.source_verdict if before else None,
    )
    return run_round(pool, {place: pool.utterances[place].spans for place in places}, order)


def save_source(folder: Path) -> None:
    """Train the source model once for all parts."""
    source_model().save(folder)
