"""The first model of a project by two trainers: ours in numpy, and CRFsuite's own.

Both learn the same turns with the same features and the same penalties: a CRF of all labels and a
finder, beginning at nothing, of 20, 50, 100 and 300 turns that `kmeans` chose, and of the whole
pool of 5,000. Told are F1 of sensitive or not (`f1`), micro F1 over labels (`f1_labels`) on
dialogues held out, and processor seconds of both trainings (features, which are made once for both
trainers, are not in them; the lists of names that CRFsuite alone wants are).
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from common import DATA, answer, argument_parser, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning_parts import crfsuite
from learning_parts.targets import POOL, TARGETS, Target, meddocan_labels, restaurant8k

from learning.crf import warm
from learning.crf.finding import needs_finder
from learning.crf.first_stage import add_second_stage
from learning.crf.modelfile import Weights
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, in_or_out, training_tags
from learning.features.encoding import Encoding
from learning.rounds import run
from learning.simulation.corpora import LabelMap, read_labelmap
from learning.simulation.curves import mean_deviation
from learning.simulation.samples import Plan, Sample, TestSet, draw_sample
from learning.threads import one_thread

SIZES = (20, 50, 100, 300)
TESTED = 2_500
MAKERS: dict[str, Callable[[LabelMap], Target]] = TARGETS | {
    "meddocan": meddocan_labels,
    "restaurant8k": restaurant8k,
}
Tags = Sequence[Sequence[str]]
Trainer = Callable[[Encoding, Sequence[int], Tags, CrfSettings], Weights]


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--targets", default=",".join(TARGETS), help="with commas between")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--whole", action="store_true", help="the whole pool, too")
    options = parser.parse_args()
    need_data("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz")
    need_data("multidogo.train.jsonl.gz", "multidogo.dev.jsonl.gz", "restaurant8k.train.jsonl.gz")
    names = read_labelmap(DATA / "labelmap.json")
    figures: dict[str, float] = {}
    baselines: dict[str, float] = {}
    sizes = SIZES[:2] if options.quick else SIZES
    for name in options.targets.split(",")[: 1 if options.quick else None]:
        repeats = 1 if options.quick else options.repeats
        with one_thread():
            found = compared(MAKERS[name](names), sizes, repeats, whole=options.whole)
        for trainer, values in found.items():
            into = baselines if trainer == "crfsuite" else figures
            into |= {f"{name}_{trainer}_{key}": value for key, value in spread(values).items()}
    answer("trainers", figures, baselines, options.json)


def compared(
    target: Target, sizes: Sequence[int], repeats: int, *, whole: bool
) -> dict[str, dict[str, list[float]]]:
    """Per trainer and key "f1_20", "f1_labels_20", "cpu_20" and so on, one figure a pool."""
    plan = Plan(pool_size=POOL, random_state=91)
    held = TestSet(target.test[:TESTED], "all")
    found: dict[str, dict[str, list[float]]] = {name: {} for name in TRAINERS}
    for repeat in range(repeats):
        sample = draw_sample(target.pool, plan, repeat)
        for size in (*sizes, len(sample.pool)) if whole and not repeat else sizes:
            turns = first_turns(sample, size)
            for name, trainer in TRAINERS.items():
                for key, value in measured(sample, turns, held, trainer).items():
                    at = "whole" if size > max(SIZES) else size
                    found[name].setdefault(f"{key}_{at}", []).append(value)
                print(name, size, {k: v[-1] for k, v in found[name].items()}, file=sys.stderr)
    return found


def first_turns(sample: Sample, size: int) -> list[int]:
    if size >= len(sample.pool):
        return list(range(len(sample.pool)))
    rng = sample.rng()
    chosen = run.choose_seed(sample.pool, size=size, strategy="kmeans", source=None, rng=rng)
    return sorted(chosen.indices)


def measured(
    sample: Sample, turns: Sequence[int], held: TestSet, trainer: Trainer
) -> dict[str, float]:
    """What a trainer makes of these turns."""
    pool = sample.pool
    add_second_stage(pool, {row: sample.gold[row] for row in turns})
    encoding, texts = pool.encoding("target"), pool.texts(turns)
    tags = {
        row: training_tags(text, sample.gold[row], "all")
        for row, text in zip(turns, texts, strict=True)
    }
    rows = [row for row in turns if tags[row]]
    gold = [tags[row] for row in rows]
    began = time.process_time()
    namer = trainer(encoding, rows, gold, CrfSettings())
    finder = None
    if needs_finder(namer.tags):
        either = [in_or_out(row_tags) for row_tags in gold]
        finder = trainer(encoding, rows, either, CrfSettings())
    spent = time.process_time() - began
    scores = held.score(CrfTagger.of(namer, encoding, finder))
    return {"f1": scores["f1"], "f1_labels": scores["f1_labels"], "cpu": spent}


TRAINERS: dict[str, Trainer] = {"ours": warm.train, "crfsuite": crfsuite.train}


def spread(found: dict[str, list[float]]) -> dict[str, float]:
    """Mean and deviation of each, rounded."""
    figures: dict[str, float] = {}
    for key, values in found.items():
        apart = mean_deviation(values)
        figures |= {key: round(apart["mean"], 4), f"{key}_sd": round(apart["sd"], 4)}
    return figures


if __name__ == "__main__":
    main()
