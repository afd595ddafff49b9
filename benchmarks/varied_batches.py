"""What a limit on turns of one kind in a batch costs: F1 on the way, and how alike a batch is.

Rounds of 20, the size that a project begins with (the demo's calls: 10, as the demo has), on pools
of whole dialogues of about 3,000 turns, so that the turn before each is there; all labels (those of
the other targets coarse), F1 of tokens with their label, seeds `auto`, queries `adaptive`, with the
limit and without, on the same pools. Judged on a fifth of the pool's own dialogues: the test splits
stay closed.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, ROOT, answer, argument_parser, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning_parts import targets
from learning_parts.targets import Target

from learning.choice import queries
from learning.simulation.comparison import Material, compare
from learning.simulation.corpora import LabelMap, read_labelmap, read_utterances, split_by_dialogue
from learning.simulation.curves import mean_deviation
from learning.simulation.samples import Plan
from learning.types import Floats, Ints, Utterance

POOL, BATCH, ROUNDS, TESTED = 3_000, 20, 12, 2_500
LIMITS = {"limit": queries.SHARE_OF_A_KIND, "none": 1.0}


def calls(_names: LabelMap) -> Target:
    """The demo's calls: invented, and short answers to the same questions above all."""
    turns = read_utterances(ROOT / "annotation" / "demo" / "support-calls.jsonl.gz")
    return Target(turns, [], [])


TARGETS = {"calls": calls, **targets.TARGETS}


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--targets", default=",".join(TARGETS), help="with commas between")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    need_data("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz")
    need_data("multidogo.train.jsonl.gz", "multidogo.dev.jsonl.gz")
    names = read_labelmap(DATA / "labelmap.json")
    chosen = options.targets.split(",")[: 1 if options.quick else None]
    figures: dict[str, Any] = {}
    for name in chosen:
        target = TARGETS[name](names)
        repeats = 1 if options.quick else options.repeats
        rounds = 4 if options.quick else ROUNDS
        figures |= {
            f"{name}_{key}": value
            for key, value in measure(target, repeats, rounds, 10 if name == "calls" else BATCH)
        }
        print(figures, file=sys.stderr, flush=True)
    answer("varied_batches", figures, {}, options.json)


def measure(target: Target, repeats: int, rounds: int, batch: int) -> list[tuple[str, float]]:
    """Mean F1 over the rounds and F1 at the end, each with its deviation, the difference of the
    same pools, and the share of a batch that its commonest kind has."""
    ways: dict[str, list[float]] = {}
    ends: dict[str, list[float]] = {}
    alike: dict[str, list[float]] = {way: [] for way in LIMITS}
    for repeat in range(repeats):
        pool, test = whole(target.pool, repeat)
        plan = Plan.as_published(batch=batch, iterations=rounds, random_state=repeat, labels="all")
        material = Material(pool, test, target.source, plan)
        for way, share in LIMITS.items():
            with_share(share, alike[way])
            run = compare(material, [("auto", "adaptive")])["runs"][0]
            f1 = [point["f1_labels"] for point in run["curve"]]
            ways.setdefault(way, []).append(float(np.mean(f1)))
            ends.setdefault(way, []).append(f1[-1])
    found: list[tuple[str, float]] = []
    for key, values in (("f1_on_the_way", ways), ("f1_at_the_end", ends)):
        gain = np.subtract(values["limit"], values["none"]).tolist()
        for way, numbers in {**values, "gain": gain}.items():
            spread = mean_deviation(numbers)
            found += [(f"{key}_{way}", spread["mean"]), (f"{key}_{way}_sd", spread["sd"])]
    found += [(f"commonest_kind_{way}", round(float(np.mean(alike[way])), 3)) for way in LIMITS]
    found += [(f"commonest_kind_max_{way}", max(alike[way])) for way in LIMITS]
    return found


def whole(turns: list[Utterance], repeat: int) -> tuple[list[Utterance], list[Utterance]]:
    """About `POOL` turns of whole dialogues, in their order, and the test beside them."""
    rng = np.random.default_rng([5, repeat])
    pool, test = split_by_dialogue(turns, 0.2, rng)
    names = list(dict.fromkeys(turn.dialogue for turn in pool))
    sizes = Counter(turn.dialogue for turn in pool)
    kept: set[str] = set()
    count = 0
    for place in rng.permutation(len(names)):
        if count >= POOL:
            break
        kept.add(names[place])
        count += sizes[names[place]]
    return [turn for turn in pool if turn.dialogue in kept], test[:TESTED]


def with_share(share: float, alike: list[float]) -> None:
    """From now on so much of a batch may be of one kind; what each batch holds is noted."""
    queries.SHARE_OF_A_KIND = share

    def noted(vectors: Floats, kinds: Ints, size: int, limit: float, most: int) -> Ints:
        kept = VARIED(vectors, kinds, size, limit, most)
        alike.append(max(Counter(kinds[kept].tolist()).values()) / len(kept))
        return kept

    queries.varied = noted


VARIED = queries.varied

if __name__ == "__main__":
    main()
