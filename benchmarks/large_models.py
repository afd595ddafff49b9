"""The large taggers beside the CRF that a project has, taught the same labelled turns.

Of each corpus a pool of 5,000 turns, 300 of them by chance labelled (all labels), 1,500 turns of
other dialogues to measure on; a seed draws pool and labelled turns, and trains. The CRF is that of
a round: word classes of the pool, a first reading of its unread turns, a source from elsewhere
where the labels say that it helps. F1 is that of tokens, personal or not; `ahead` is the large
tagger's less the CRF's on the same turns, with the 95 % interval of a paired bootstrap. All
trainings run one after the other in this process, and each result is printed (and added to --out,
as a line of JSON) as soon as it is there. Needs the BERT extra and an encoder (docs/taggers.md).
"""

import json
import os
import sys
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, ROOT, answer, argument_parser, need_data

sys.path.insert(0, str(ROOT))

from learning_parts.targets import TARGETS, Target

from learning.errors import ExtraMissing, WeightsMissing
from learning.large.base import LargeTagger
from learning.large.encoders import encoder_card, find_encoder
from learning.large.finetuning import LargeSettings, load_transformers
from learning.large.kinds import LARGE, new_tagger
from learning.metrics.counts import ANY, compare
from learning.metrics.measurement import Measured, measure
from learning.simulation.corpora import read_labelmap
from learning.types import Span, Utterance

ENCODER = "e5-small-4bit-latin"
Result = dict[str, Any]


@dataclass
class Draw:
    """What the taggers of one corpus and seed share."""

    target: Target
    pool: list[Utterance]
    labelled: list[int]  # places in the pool
    tested: list[Utterance]
    seed: int
    crf: Measured | None = None

    @cached_property
    def taught(self) -> list[Utterance]:
        return [self.pool[place] for place in self.labelled]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--corpora", default=",".join(TARGETS), help="with commas between")
    parser.add_argument("--taggers", default="crf,bert", help="crf, bert, flair")
    parser.add_argument("--rates", default="0", help="learning rates; 0: the default")
    parser.add_argument("--seeds", default="0,1,2", help="with commas between")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--encoder", default=ENCODER, help="folder, or name in the data folder")
    parser.add_argument("--restarts", type=int, help="where the loss does not fall (default 1)")
    parser.add_argument("--turns", type=int, default=300, help="labelled")
    parser.add_argument("--tested", type=int, default=1_500, help="turns to measure on")
    parser.add_argument("--out", type=Path, help="file that results are added to, a line each")
    options = parser.parse_args(argv)
    need_data("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz")
    need_data("multidogo.train.jsonl.gz", "multidogo.dev.jsonl.gz")
    settings = settings_of(options)
    if options.quick:
        options.corpora, options.seeds = options.corpora.split(",")[0], "0"
        options.turns, options.tested = 100, 300
        settings = replace(settings, epochs=1, least_steps=20)
    results = []
    for result in run(options, settings):
        results.append(result)
        tell(result, options)
    about = encoder_card(settings.encoder)
    answer("large_models", summarise(results), {}, options.json, [f"encoder: {about}"])


def settings_of(options: Namespace) -> LargeSettings:
    """How large taggers are trained; leaves with status 0 where one cannot be."""
    folder = Path(os.environ.get("ANTIFAZ_DATA", ROOT / "data")) / "encoders" / options.encoder
    encoder = str(folder) if folder.is_dir() else options.encoder
    if not set(options.taggers.split(",")) & set(LARGE):
        return LargeSettings(encoder=encoder)
    try:
        load_transformers()
        settings = LargeSettings(encoder=find_encoder(encoder), device=options.device)
    except (ExtraMissing, WeightsMissing) as error:
        print(f"skipped: {error}", file=sys.stderr)
        raise SystemExit(0) from error
    return settings if options.restarts is None else replace(settings, restarts=options.restarts)


def run(options: Namespace, settings: LargeSettings) -> Iterator[Result]:
    """Every training, those of one corpus and seed after each other."""
    names = read_labelmap(DATA / "labelmap.json")
    seeds = [int(seed) for seed in options.seeds.split(",")]
    rates = [float(rate) for rate in options.rates.split(",")]
    for corpus in options.corpora.split(","):
        target = TARGETS[corpus](names)
        for seed in seeds:
            draw = draw_turns(target, seed, options.turns, options.tested)
            for tagger in options.taggers.split(","):
                head = {"corpus": corpus, "tagger": tagger, "seed": seed}
                if tagger == "crf":
                    yield head | small(draw)
                    continue
                for rate in rates:
                    wanted = replace(settings, learning_rate=rate, seed=seed)
                    yield head | {"rate": rate or "default"} | large(tagger, draw, wanted)


def draw_turns(target: Target, seed: int, turns: int, tested: int) -> Draw:
    rng = np.random.default_rng([77, seed])
    places = np.sort(rng.permutation(len(target.pool))[: target.size])
    pool = [target.pool[int(place)] for place in places]
    labelled = sorted(rng.permutation(len(pool))[:turns].tolist())
    some = np.sort(np.random.default_rng(7).permutation(len(target.test))[:tested])
    return Draw(target, pool, labelled, [target.test[int(place)] for place in some], seed)


def small(draw: Draw) -> Result:
    """The CRF of a round on these labels."""
    # Here, so that the large taggers can be tried without modAL.
    from learning.crf.pool import memory_pool
    from learning.rounds.run import RoundOrder, run_round
    from learning.threads import one_thread

    source = draw.target.source
    rng = np.random.default_rng(draw.seed)
    spent = time.process_time()
    with one_thread():
        gold = {place: draw.pool[place].spans for place in draw.labelled}
        hidden = [replace(each, spans=()) for each in draw.pool]
        order = RoundOrder(1, 20, "adaptive", rng, source=source, test=draw.tested)
        found = run_round(memory_pool(hidden, learn=True), gold, order)
    spent = time.process_time() - spent
    assert found.measured is not None
    draw.crf = found.measured
    verdict = found.source_verdict
    helps = {"prior": verdict.uses_prior, "features": verdict.uses_features} if verdict else {}
    return figures(found.measured) | {
        "source": "+".join(name for name, used in helps.items() if used),
        "cpu_s": round(spent, 1),
    }


def large(kind: str, draw: Draw, settings: LargeSettings) -> Result:
    """A large tagger on the same labels."""
    tagger = new_tagger(kind, settings)
    assert isinstance(tagger, LargeTagger)
    clock, spent = time.perf_counter(), time.process_time()
    tagger.fit(draw.taught)
    clock, spent = time.perf_counter() - clock, time.process_time() - spent
    found = measured_of(draw.tested, tagger.predict(draw.tested))
    told = ("loss", "blind_loss", "stuck", "restarted", "learning_rate", "steps", "device")
    result = figures(found) | {key: tagger.card[key] for key in told if key in tagger.card}
    if draw.crf is not None and draw.crf.counts is not None and found.counts is not None:
        apart = compare(draw.crf.counts, found.counts)[ANY]
        ends = {"ahead": apart.difference, "low": apart.low, "high": apart.high}
        result |= {key: round(100 * value, 1) for key, value in ends.items()}
    return result | {"train_s": round(clock, 1), "cpu_s": round(spent, 1)}


def measured_of(gold: Sequence[Utterance], predicted: Sequence[tuple[Span, ...]]) -> Measured:
    texts, spans = [each.text for each in gold], [each.spans for each in gold]
    return measure(texts, spans, predicted, "test")


def figures(found: Measured) -> Result:
    metrics = found.metrics
    return {
        "precision": metrics["precision"],
        "recall": metrics["recall"],
        "f1": metrics["f1"],
        "f1_labels": metrics["f1_labels"],
    }


def tell(result: Result, options: Namespace) -> None:
    """At once, for whoever waits, and for whoever ends it early."""
    line = json.dumps(result)
    if options.out:
        with options.out.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    print(line, file=sys.stderr if options.json else sys.stdout, flush=True)


def summarise(results: Sequence[Result]) -> dict[str, float]:
    """Mean, deviation and least F1 over the seeds, and how often the loss did not fall."""
    groups: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        rate = f"_{each['rate']}" if "rate" in each else ""
        groups[f"{each['corpus']}_{each['tagger']}{rate}"].append(each)
    table: dict[str, float] = {}
    for name, rows in groups.items():
        values = [row["f1"] for row in rows]
        table[f"{name}_f1"] = round(float(np.mean(values)), 4)
        table[f"{name}_f1_sd"] = round(float(np.std(values, ddof=1)), 4) if values[1:] else 0.0
        table[f"{name}_f1_least"] = round(min(values), 4)
        table[f"{name}_f1_labels"] = round(float(np.mean([row["f1_labels"] for row in rows])), 4)
        table[f"{name}_cpu_s"] = round(float(np.mean([row["cpu_s"] for row in rows])), 1)
        if "stuck" in rows[0]:
            table[f"{name}_stuck"] = sum(row["stuck"] for row in rows)
            table[f"{name}_restarted"] = sum("restarted" in row for row in rows)
    return table


if __name__ == "__main__":
    main()
