"""Dialogues with gold labels for the typist: the demo, calls, clinical notes; nothing is copied.

The demo is the project's own. MultiDoGO (CDLA-Permissive-1.0) has the customers' turns of human
customer service; MEDDOCAN (CC BY 4.0) has Spanish clinical notes, a line a turn.
"""

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from common import DATA

from annotation.demo import support_calls

Item = tuple[int, int, str]  # start and end in code points, label
Proposal = tuple[int, int, str, float]  # and a confidence


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    lang: str
    turns: list[tuple[str, list[Item]]]


FILES = {"calls": "multidogo.dev.jsonl.gz", "notes": "meddocan.dev.jsonl.gz"}
PROPOSALS = "with_proposals"  # the demo once more
CORPORA = ("demo", *FILES, PROPOSALS)


def is_here(corpus: str) -> bool:
    return corpus not in FILES or (DATA / FILES[corpus]).exists()


def documents(corpus: str) -> list[Document]:
    """In an order drawn once, so that the first ones are of every kind."""
    corpus = corpus if corpus in FILES else "demo"
    if corpus == "demo":
        found = [
            Document(
                each.id,
                each.lang,
                [
                    (turn.text, [(s.start, s.end, s.label) for s in turn.spans])
                    for turn in each.turns
                ],
            )
            for each in support_calls()
        ]
    else:
        found = _read(FILES[corpus])
    random.Random(corpus).shuffle(found)
    return found


def _read(name: str) -> list[Document]:
    # Labels that the map does not list are not personal.
    personal = json.loads((DATA / "labelmap.json").read_text())[name.partition(".")[0]]
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        return [
            Document(
                row["id"],
                row["lang"],
                [
                    (
                        turn["text"],
                        [
                            (s["start"], s["end"], s["label"])
                            for s in turn["spans"]
                            if s["label"] in personal
                        ],
                    )
                    for turn in row["turns"]
                ],
            )
            for row in map(json.loads, lines)
        ]


def labels_by_use(some: Iterable[Document]) -> list[str]:
    """The most frequent first: it gets the first key."""
    counts = Counter(label for each in some for _text, items in each.turns for *_, label in items)
    return [label for label, _n in counts.most_common()]


def propose(items: list[Item], words: list[tuple[int, int]], rng: random.Random) -> list[Proposal]:
    """What a model of precision and recall .9 would say of a turn: of ten items nine are right; of
    the others a third has another label, a third other bounds, a third is missed, and as many words
    that are none are proposed. It is surer of what is right."""
    said: list[Proposal] = []
    names = sorted({label for *_, label in items})
    for start, end, label in items:
        if rng.random() < 0.9:
            said.append((start, end, label, rng.betavariate(9, 1)))
            continue
        unsure = rng.betavariate(4, 3)
        fault = rng.choice(("label", "bounds", "missed"))
        inside = [word for word in words if start <= word[0] and word[1] <= end]
        if fault == "label" and len(names) > 1:
            other = rng.choice([name for name in names if name != label])
            said.append((start, end, other, unsure))
        elif fault == "bounds" and len(inside) > 1:
            said.append((*inside[0], label, unsure))
        elif outside := [w for w in words if not any(s < w[1] and w[0] < e for s, e, _ in items)]:
            said.append((*rng.choice(outside), label, unsure))
    return [each for n, each in enumerate(said) if not _clashes(each, said[:n])]


def _clashes(one: Proposal, others: Iterable[Proposal]) -> bool:
    return any(one[0] < other[1] and other[0] < one[1] for other in others)
