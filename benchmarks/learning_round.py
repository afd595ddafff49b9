"""Time and memory of one round with 1,000 labelled lines on the MEDDOCAN background (1.56M tokens).

round_s: a whole round with the default strategy and a source model; features_s: both feature sets,
made once a corpus; long_round_s: the same round on the 1,000 longest lines, the worst case;
naive_round_s: plain sklearn-crfsuite on dictionaries, training in full, marginals on a sample
scaled by tokens.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import sklearn_crfsuite
from common import DATA, answer, arguments, need_data, peak_rss_mb

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning import features
from learning.corpora import read_labelmap, read_utterances
from learning.crf import CrfTagger
from learning.pool import Pool, open_pool
from learning.rounds import run_round
from learning.tokens import spans_to_tags, tokenise, words
from learning.types import Utterance

LABELLED = 1_000
BACKGROUND, TRAIN = "meddocan-background.unlabelled.jsonl.gz", "meddocan.train.jsonl.gz"
SOURCE = "sgd.dev.jsonl.gz"


def main() -> None:
    options = arguments(__doc__ or "")
    need_data(BACKGROUND, TRAIN, SOURCE)
    rng = np.random.default_rng(0)
    train = read_utterances(DATA / TRAIN)
    labelled = [train[int(place)] for place in rng.permutation(len(train))[:LABELLED]]
    long = sorted(train, key=lambda each: -len(each.text))[:LABELLED]
    source_corpus = read_utterances(DATA / SOURCE, read_labelmap(DATA / "labelmap.json"))
    source = CrfTagger(features="source").fit(source_corpus[:8_000], labels="binary")
    utterances = read_utterances(DATA / BACKGROUND) + labelled + long
    del train, source_corpus
    with tempfile.TemporaryDirectory() as folder:
        clock = time.perf_counter()
        open_pool(utterances, Path(folder)).encoding("source")
        features_s = time.perf_counter() - clock
        pool = open_pool(utterances, Path(folder))
        first = len(utterances) - 2 * LABELLED
        round_s, timings = one_round(pool, range(first, first + LABELLED), source)
        rss = peak_rss_mb()
        long_s, _ = one_round(pool, range(first + LABELLED, len(utterances)), source)
    naive = naive_round(labelled, utterances[:first], 300 if options.quick else 3_000)
    figures = {
        "round_s": round(round_s, 2),
        "features_s": round(features_s, 2),
        "rss_mb": rss,
        "long_round_s": round(long_s, 2),
        "long_rss_mb": peak_rss_mb(),
        **{f"part_{name}": value for name, value in timings.items()},
        "tokens": pool.encoding().tokens,
        "utterances": len(pool),
    }
    answer("learning_round", figures, {"naive_round_s": round(naive, 1)}, options.json)


def one_round(
    pool: Pool, indices: Sequence[int], source: CrfTagger
) -> tuple[float, dict[str, float]]:
    """Wall seconds of a round with cross-validation, and its parts."""
    labelled = {index: pool.utterances[index].spans for index in indices}
    clock = time.perf_counter()
    result = run_round(
        pool,
        labelled,
        round_number=10,
        batch_size=100,
        query_strategy="combined",
        source=source,
        rng=np.random.default_rng(0),
    )
    return time.perf_counter() - clock, result.timings


def naive_round(labelled: Sequence[Utterance], pool: Sequence[Utterance], sample: int) -> float:
    """Seconds of the usual way: dictionaries of features, BIO tags, `predict_marginals`."""
    clock = time.perf_counter()
    tags = [spans_to_tags(tokenise(each.text), each.spans) for each in labelled]
    crf = sklearn_crfsuite.CRF(algorithm="lbfgs", c1=0.1, c2=0.1, max_iterations=60)
    crf.fit([dictionaries(each) for each in labelled], tags)
    training = time.perf_counter() - clock
    picked = np.random.default_rng(1).permutation(len(pool))[:sample]
    chosen = [pool[int(place)] for place in picked]
    clock = time.perf_counter()
    crf.predict_marginals([dictionaries(each) for each in chosen])
    scoring = time.perf_counter() - clock
    total = sum(len(words(each.text)) for each in pool)
    return training + scoring * total / sum(len(words(each.text)) for each in chosen)


def dictionaries(utterance: Utterance) -> list[dict[str, Any]]:
    """The target features of each token, made anew as most scripts do."""
    found = words(utterance.text)
    family = features.FAMILIES["target"]
    rows = []
    for place in range(len(found)):
        row: dict[str, Any] = {}
        for slot, rule in family.slots.items():
            at = 0 if slot == "first" else place + int(slot)
            word = found[at] if 0 <= at < len(found) else features.EDGE
            row.update(dict.fromkeys((f"{slot}:{name}" for name in rule(word)), True))
        turn = family.turn(utterance.speaker, utterance.position)
        row.update(dict.fromkeys((f"turn:{name}" for name in turn), True))
        rows.append(row)
    return rows


if __name__ == "__main__":
    main()
