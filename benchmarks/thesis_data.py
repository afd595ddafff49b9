"""Writes the files that docs/results/thesis.md simulates on: pools, tests and sources, as JSONL.

    python benchmarks/thesis_data.py FOLDER

Three targets, each with a test set of 30 % of its documents and a source corpus from elsewhere; the
same split as benchmarks/active_learning.py. Labels are made coarse, so no label map is needed.
"""

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning.simulation.corpora import LabelMap, labels_for, read_labelmap

Dialogue = dict[str, Any]
TESTED = 1_500  # turns of a test set, of whole dialogues


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: thesis_data.py FOLDER")
    names = read_labelmap(DATA / "labelmap.json")
    files = ["meddocan.train", "sgd.dev", "multidogo.dev", "multidogo.train"]
    need_data(*(f"{name}.jsonl.gz" for name in files))
    meddocan, sgd, dogo_dev, dogo_train = (read(name, names) for name in files)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    split(folder, "meddocan", meddocan, test_turns=TESTED)
    write(folder / "meddocan.source.jsonl", first_turns(sgd, 12_000))
    split(folder, "sgd", sgd, test_turns=TESTED)
    write(folder / "sgd.source.jsonl", dogo_dev)
    every = dogo_dev + dogo_train
    software = [each for each in every if each["domain"] == "software"]
    split(folder, "software", software, test_turns=TESTED)
    others = [each for each in every if each["domain"] in {"airline", "finance", "insurance"}]
    write(folder / "software.source.jsonl", first_turns(others, 25_000))


def read(name: str, names: LabelMap) -> list[Dialogue]:
    """The dialogues of a data set with coarse labels; labels that are not personal are dropped."""
    coarse = labels_for(name, names) or {}
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        dialogues: list[Dialogue] = [json.loads(line) for line in lines]
    for dialogue in dialogues:
        for turn in dialogue["turns"]:
            spans = [span for span in turn.get("spans", []) if span["label"] in coarse]
            turn["spans"] = [span | {"label": coarse[span["label"]]} for span in spans]
    return dialogues


def split(folder: Path, name: str, dialogues: list[Dialogue], test_turns: int = 0) -> None:
    """Pool and test set: 30 % of the documents, picked as `corpora.split_by_dialogue` does."""
    order = sorted(str(each["id"]) for each in dialogues)
    picked = np.random.default_rng(0).permutation(len(order))[: round(0.3 * len(order))]
    held = {order[int(place)] for place in picked}
    kept = [each for each in dialogues if str(each["id"]) not in held]
    test = [each for each in dialogues if str(each["id"]) in held]
    write(folder / f"{name}.pool.jsonl", kept)
    write(folder / f"{name}.test.jsonl", first_turns(test, test_turns) if test_turns else test)


def first_turns(dialogues: Iterable[Dialogue], turns: int) -> list[Dialogue]:
    """Whole dialogues from the beginning until there are about so many turns."""
    chosen: list[Dialogue] = []
    for each in dialogues:
        if turns <= 0:
            break
        chosen.append(each)
        turns -= len(each["turns"])
    return chosen


def write(path: Path, dialogues: Iterable[Dialogue]) -> None:
    path.write_text(
        "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in dialogues),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
