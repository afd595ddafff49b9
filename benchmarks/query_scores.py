"""What the default strategy's score finds beside other scores, batches being made alike.

Rounds of 20, two of each drawn by chance, all labels, warm starts; on pools of 3,000 turns whose
dialogues are not in the test. `f1` and `f1_labels` are means over the rounds from 100 turns on,
`f1_same_tokens` likewise at the first score's numbers of tokens. The scores, for `--scores`:

doubt    entropy of the tokens, summed: `adaptive`
items    doubt times the root of the number of items that the finder expects: `expected-items`
change   doubt, and how much each token's chance moved over the last three rounds
flips    doubt, and .3 for each time that a token changed sides over the last three rounds
number   the number of items that the finder expects, alone
rare     doubt, each token by the root of how rare its side is
"""

import itertools
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from common import DATA, answer, argument_parser, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from active_parts.as_project import drawn
from learning_parts.targets import FRESH, KNOWN

from learning.choice import queries
from learning.choice.queries import Picked, QueryStrategy, QueryView, best_varied
from learning.choice.strategies import Need
from learning.choice.uncertainty import reduce_tokens
from learning.errors import OneClassOnly
from learning.rounds.batches import mix_audit
from learning.rounds.run import Learnt, RoundOrder, choose_seed, learn_round
from learning.simulation.corpora import read_labelmap
from learning.simulation.curves import mean_deviation
from learning.simulation.samples import Plan, Sample, TestSet, draw_sample, on_disk
from learning.threads import one_thread
from learning.told import Source
from learning.types import Doubles, Floats

BATCH, AUDIT_PERCENT, FROM = 20, 10, 100
POOL = 3_000
SMOOTH = 0.05  # added to the share of a side, so that none weighs without end
Points = list[tuple[int, int, float, float]]  # turns, tokens, F1, F1 over labels
Score = Callable[[QueryView, list[Floats]], Doubles]


def doubt(view: QueryView, _chances: list[Floats]) -> Doubles:
    return view.target.total()


def items(view: QueryView, _chances: list[Floats]) -> Doubles:
    return view.target.total() * np.sqrt(view.target.items())


def change(view: QueryView, chances: list[Floats]) -> Doubles:
    moved = [np.abs(new - old) for old, new in itertools.pairwise(chances)]
    tokens = view.target.entropy + (np.mean(moved, axis=0) if moved else 0.0)
    return reduce_tokens(tokens, view.target.starts, "sum")


def flips(view: QueryView, chances: list[Floats]) -> Doubles:
    pairs = itertools.pairwise(chances)
    moved = [(new > 0.5) != (old > 0.5) for old, new in pairs]
    tokens = view.target.entropy + (0.3 * np.sum(moved, axis=0) if moved else 0.0)
    return reduce_tokens(tokens, view.target.starts, "sum")


def number(view: QueryView, _chances: list[Floats]) -> Doubles:
    return view.target.items()


def rare(view: QueryView, chances: list[Floats]) -> Doubles:
    chance = chances[-1]
    share = float(chance[chance > 0].mean())
    weight = np.sqrt(chance / (share + SMOOTH) + (1 - chance) / (1 - share + SMOOTH))
    return reduce_tokens(view.target.entropy * weight, view.target.starts, "sum")


SCORES: dict[str, Score] = {
    each.__name__: each for each in (doubt, items, change, flips, number, rare)
}


def main() -> None:
    parser = argument_parser(__doc__ or "")
    makers = KNOWN | FRESH
    parser.add_argument("--targets", default="restaurant8k", help="with commas between")
    parser.add_argument("--scores", default="doubt,items", help="with commas between")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--turns", type=int, default=200, help="that are labelled")
    parser.add_argument("--random-state", type=int, default=77, help="of the pools")
    options = parser.parse_args()
    need_data("labelmap.json", "sgd.dev.jsonl.gz", "restaurant8k.train.jsonl.gz")
    names = read_labelmap(DATA / "labelmap.json")
    figures: dict[str, float] = {}
    scores, turns = options.scores.split(","), 120 if options.quick else options.turns
    for name in options.targets.split(","):
        target = makers[name](names)
        plan = Plan(pool_size=min(POOL, len(target.pool)), random_state=options.random_state)
        held = TestSet(drawn(target.test), "all")
        found: dict[str, list[float]] = {}
        for repeat in range(1 if options.quick else options.repeats):
            sample = draw_sample(target.pool, plan, repeat)
            with one_thread():
                curves = {each: follow(sample, held, target.source, each, turns) for each in scores}
            for key, value in compared(curves, scores[0]).items():
                found.setdefault(key, []).append(value)
            print(name, repeat, json.dumps(compared(curves, scores[0])), file=sys.stderr)
        for key, values in found.items():
            apart = mean_deviation(values)
            figures |= {f"{name}_{key}": apart["mean"], f"{name}_{key}_sd": apart["sd"]}
    answer("query_scores", figures, {}, options.json)


def follow(sample: Sample, held: TestSet, source: Source | None, score: str, turns: int) -> Points:
    """One loop on a sample, until so many turns are labelled."""
    pool, rng, chance = sample.pool, sample.rng(), random.Random(3)
    lengths = pool.encoding("target").lengths
    strategy = _strategy(score)
    labelled = {}
    points: Points = []
    last: Learnt | None = None
    with on_disk(sample, source):
        while len(labelled) < turns:
            if last is not None and last.selection is not None:
                chosen = last.selection
            else:
                chosen = choose_seed(
                    pool, size=BATCH, strategy="auto", source=source, rng=rng, exclude=set(labelled)
                )
            free = [row for row in range(len(pool)) if row not in labelled]
            chosen = mix_audit(chosen, free, AUDIT_PERCENT, chance)
            labelled |= {row: sample.gold[row] for row in chosen.indices}
            order = RoundOrder(
                number=len(points) + 1,
                batch_size=BATCH,
                strategy=strategy,
                rng=rng,
                source=source,
                exclude=set(labelled),
                start=last.tagger.weights if last else None,
                finder_start=last.tagger.finder if last else None,
                source_verdict=last.source_verdict if last else None,
            )
            try:
                last = learn_round(pool, labelled, order)
            except OneClassOnly:
                continue
            scores = held.score(last.tagger)
            tokens = int(lengths[list(labelled)].sum())
            points.append((len(labelled), tokens, scores["f1"], scores["f1_labels"]))
    return points


def _strategy(score: str) -> str:
    """The name of a query strategy that ranks by this score, added to those that there are."""
    chances: list[Floats] = []

    def choose(view: QueryView, size: int) -> Picked:
        assert view.target.sensitive is not None
        if not chances or chances[-1] is not view.target.sensitive:  # asked once more for a round
            chances.append(view.target.sensitive)
        return best_varied(view, SCORES[score](view, chances[-4:]), size)

    queries.QUERIES[score] = QueryStrategy(score, choose, frozenset({Need.TARGET, Need.TRANSFER}))
    return score


def compared(curves: dict[str, Points], first: str) -> dict[str, float]:
    """Means from `FROM` turns on; at the same tokens as the `first` score."""
    tokens = [point[1] for point in curves[first] if point[0] >= FROM]
    figures: dict[str, float] = {}
    for score, points in curves.items():
        late = [point for point in points if point[0] >= FROM]
        same = np.interp(tokens, [point[1] for point in points], [point[2] for point in points])
        means = {
            "f1": np.mean([point[2] for point in late]),
            "f1_labels": np.mean([point[3] for point in late]),
            "f1_same_tokens": np.mean(same),
        }
        figures |= {f"{score}_{key}": round(float(value), 4) for key, value in means.items()}
    return figures


if __name__ == "__main__":
    main()
