"""What a corpus is still worth: trained on replaced text, tested on original text.

Tagging with the product's CRF (span F1: MEDDOCAN, GermEval) and intents by TF-IDF and a linear
model (accuracy: SNIPS with all slots, FMTOD in English, MultiDoGO), mean of three seeds that draw
the training dialogues and the key, against training on the originals [Adelani20]. `--labels`
prints recall by label, so that what costs is seen. `annotation.evidence.utility` does the work;
`manage.py utility` does it with files of one's own.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotation.evidence.utility.laboratory import measure_utility
from annotation.evidence.utility.types import INTENT, LABELS, ORIGINAL, Example, Material, Plan, Way
from benchmarks.common import DATA, answer, argument_parser, need_data
from surrogates.own_values import OwnValues, ValueCounter
from surrogates.types import Dialogue, Mention, Turn


@dataclass(frozen=True)
class Corpus:
    """A corpus to learn from and one to be tested on, with so many dialogues of each."""

    name: str
    train: str
    test: str
    dialogues: int
    tested: int
    task: str = LABELS


CORPORA = (
    Corpus("meddocan", "meddocan.train", "meddocan.dev", 120, 60),
    Corpus("germeval", "germeval2014.test", "germeval2014.dev", 120, 60),
    Corpus("snips", "snips.train", "snips.test", 2000, 700, INTENT),
    Corpus("fmtod", "fmtod-en.train", "fmtod-en.test", 3000, 2000, INTENT),
    Corpus("multidogo", "multidogo.train", "multidogo.dev", 400, 300, INTENT),
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--strategies", default="entity,word,typed")
    parser.add_argument("--tasks", default=",".join(corpus.name for corpus in CORPORA))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--labels", action="store_true", help="recall by label")
    args = parser.parse_args(argv)
    corpora = [corpus for corpus in CORPORA if corpus.name in args.tasks.split(",")]
    need_data(*(f"{name}.jsonl.gz" for each in corpora for name in (each.train, each.test)))
    figures: dict[str, float] = {}
    notes: list[str] = []
    for corpus in corpora:
        repeats = 1 if args.quick else args.seeds
        rows = measure(corpus, args.strategies.split(","), repeats, quick=args.quick)
        for row in rows:
            if "why" in row:
                notes.append(f"{corpus.name} {row['strategy']}: {row['why']}")
                continue
            figures[f"{corpus.name}_{row['strategy']}"] = round(row["original"]["mean"], 4)
            notes.append(_line(corpus.name, row))
            if args.labels and corpus.task == LABELS:
                notes += _by_label(row)
    baselines = {name: value for name, value in figures.items() if name.endswith(f"_{ORIGINAL}")}
    answer("utility", figures, baselines, args.json, notes)


def _line(name: str, row: dict[str, Any]) -> str:
    score, lost = row["original"], row["delta"]["mean"]
    spread = "" if score["deviation"] is None else f" ± {score['deviation']:.4f}"
    return f"{name} {row['strategy']}: {score['mean']:.4f}{spread}, {100 * lost:+.1f}"


def _by_label(row: dict[str, Any]) -> Iterator[str]:
    for each in sorted(row["labels"], key=lambda label: str(label["name"])):
        yield f"    {each['name']}: {each['was']['mean']:.2f} -> {each['now']['mean']:.2f}"


def measure(
    corpus: Corpus, strategies: Sequence[str], repeats: int, *, quick: bool
) -> list[dict[str, Any]]:
    """A row of the laboratory for the originals and for each strategy."""
    share = 8 if quick else 1
    train, test = read(corpus.train), read(corpus.test)
    values = own_values(train)
    ways = tuple(
        Way(name, name, values=values if name == "entity" else None) for name in strategies
    )
    material = Material(train, test[: corpus.tested // share], ways)
    plan = Plan(corpus.task, repeats, dialogues=corpus.dialogues // share)
    rows: list[dict[str, Any]] = measure_utility(material, plan)["rows"]
    return rows


def own_values(examples: Sequence[Example]) -> OwnValues:
    """What the whole corpus says under labels without a kind, as a project counts it."""
    counter = ValueCounter()
    for example in examples:
        for turn in example.dialogue.turns:
            for m in turn.mentions:
                counter.add(m.label, example.dialogue.id, turn.text[m.start : m.end])
    return counter.counted()


def read(corpus: str) -> tuple[Example, ...]:
    examples = []
    with gzip.open(DATA / f"{corpus}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            made = json.loads(line)
            turns = tuple(
                Turn(
                    turn.get("speaker", ""),
                    turn["text"],
                    tuple(Mention(s["start"], s["end"], s["label"]) for s in turn["spans"]),
                )
                for turn in made["turns"]
            )
            answers = tuple(turn.get("intent") or "" for turn in made["turns"])
            examples.append(Example(Dialogue(made["id"], made["lang"], turns), answers))
    return tuple(examples)


if __name__ == "__main__":
    main()
