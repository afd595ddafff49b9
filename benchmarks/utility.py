"""What a corpus is still worth: trained on replaced text, tested on original text.

Tagging with the product's CRF (span F1: MEDDOCAN, GermEval) and intents by TF-IDF and a linear
model (accuracy: SNIPS with all slots, FMTOD in English, MultiDoGO), mean of three seeds that draw
the training dialogues and the key, against training on the originals [Adelani20]. `--labels`
prints recall by label, so that what costs is seen.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import DATA, answer, argument_parser, need_data
from learning.crf.tagger import CrfTagger
from learning.metrics.precision_recall import span_figures
from learning.types import Span, Utterance
from surrogates import pseudonymise
from surrogates.engine import Knowledge
from surrogates.own_values import ValueCounter
from surrogates.types import Dialogue, Mention, Turn

Intents = dict[tuple[str, int], str]  # (dialogue, turn) -> what it asks for


@dataclass(frozen=True)
class Task:
    """A corpus to learn from and one to be tested on, with so many dialogues of each."""

    name: str
    train: str
    test: str
    dialogues: int
    tested: int
    intents: bool = False


TASKS = (
    Task("meddocan", "meddocan.train", "meddocan.dev", 120, 60),
    Task("germeval", "germeval2014.test", "germeval2014.dev", 120, 60),
    Task("snips", "snips.train", "snips.test", 2000, 700, intents=True),
    Task("fmtod", "fmtod-en.train", "fmtod-en.test", 3000, 2000, intents=True),
    Task("multidogo", "multidogo.train", "multidogo.dev", 400, 300, intents=True),
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--strategies", default="entity,word,typed")
    parser.add_argument("--tasks", default=",".join(task.name for task in TASKS))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--labels", action="store_true", help="recall by label")
    args = parser.parse_args(argv)
    tasks = [task for task in TASKS if task.name in args.tasks.split(",")]
    need_data(*(f"{name}.jsonl.gz" for task in tasks for name in (task.train, task.test)))
    strategies = ["none", *args.strategies.split(",")]
    figures: dict[str, float] = {}
    notes: list[str] = []
    for task in tasks:
        seeds = range(1 if args.quick else args.seeds)
        runs = {s: [measure(task, s, seed, args.quick) for seed in seeds] for s in strategies}
        for strategy, results in runs.items():
            shares = [result["score"] for result in results]
            figures[f"{task.name}_{strategy}"] = round(mean(shares), 4)
            spread = f" ± {stdev(shares):.4f}" if len(shares) > 1 else ""
            lost = mean(shares) - mean(result["score"] for result in runs["none"])
            notes.append(f"{task.name} {strategy}: {mean(shares):.4f}{spread}, {100 * lost:+.1f}")
            if args.labels and not task.intents:
                notes += _by_label(results, runs["none"])
    baselines = {name: value for name, value in figures.items() if name.endswith("_none")}
    answer("utility", figures, baselines, args.json, notes)


def _by_label(results: list[dict[str, Any]], originals: list[dict[str, Any]]) -> Iterator[str]:
    for label in sorted({label for result in originals for label in result["recall"]}):
        was, now = (
            mean(result["recall"].get(label, 0.0) for result in side)
            for side in (originals, results)
        )
        yield f"    {label}: {was:.2f} -> {now:.2f}"


def measure(task: Task, strategy: str, seed: int, quick: bool) -> dict[str, Any]:
    """Score of one training; of tagging with the recall of each label."""
    share = 8 if quick else 1
    every, intents = read(task.train)
    random.Random(seed).shuffle(every)
    taken = every[: task.dialogues // share]
    learnt = list(replaced(taken, strategy, seed, every))
    tested, wanted = read(task.test)
    tested = tested[: task.tested // share]
    if task.intents:
        model = make_pipeline(
            TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True),
            LogisticRegression(max_iter=1000, C=10),
        )
        model.fit(*_texts_and_intents(learnt, intents))
        texts, truth = _texts_and_intents(tested, wanted)
        return {"score": float(model.score(texts, truth))}
    tagger = CrfTagger().fit(_utterances(learnt))
    gold = _utterances(tested)
    table = span_figures([u.spans for u in gold], tagger.predict(gold))
    recall = {label: row["recall"] for label, row in table["per_label"].items()}
    return {"score": table["micro"]["f1"], "recall": recall}


def replaced(
    dialogues: list[Dialogue], strategy: str, seed: int, corpus: list[Dialogue]
) -> Iterator[Dialogue]:
    """What would leave: with `entity`, labels without a kind draw values of the whole corpus."""
    if strategy == "none":
        yield from dialogues
        return
    counter = ValueCounter()
    for dialogue in corpus:
        for turn in dialogue.turns:
            for m in turn.mentions:
                counter.add(m.label, dialogue.id, turn.text[m.start : m.end])
    knowledge = Knowledge(values=counter.counted())
    key = seed.to_bytes(32, "big")
    for dialogue in dialogues:
        yield pseudonymise(dialogue, strategy=strategy, key=key, knowledge=knowledge).draft


def read(corpus: str) -> tuple[list[Dialogue], Intents]:
    dialogues, intents = [], {}
    with gzip.open(DATA / f"{corpus}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            made = json.loads(line)
            turns = []
            for place, turn in enumerate(made["turns"]):
                spans = tuple(Mention(s["start"], s["end"], s["label"]) for s in turn["spans"])
                turns.append(Turn(turn.get("speaker", ""), turn["text"], spans))
                if turn.get("intent"):
                    intents[made["id"], place] = turn["intent"]
            dialogues.append(Dialogue(made["id"], made["lang"], tuple(turns)))
    return dialogues, intents


def _texts_and_intents(dialogues: list[Dialogue], intents: Intents) -> tuple[list[str], list[str]]:
    pairs = [
        (turn.text, intents[dialogue.id, place])
        for dialogue in dialogues
        for place, turn in enumerate(dialogue.turns)
        if (dialogue.id, place) in intents
    ]
    return [text for text, _ in pairs], [intent for _, intent in pairs]


def _utterances(dialogues: list[Dialogue]) -> list[Utterance]:
    return [
        Utterance(
            turn.text,
            tuple(Span(m.start, m.end, m.label) for m in turn.mentions),
            turn.speaker,
            dialogue.id,
            place / max(len(dialogue.turns) - 1, 1),
        )
        for dialogue in dialogues
        for place, turn in enumerate(dialogue.turns)
    ]


if __name__ == "__main__":
    main()
