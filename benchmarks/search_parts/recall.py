"""How much of what another dialogue labels the search finds, and how often it is wrong.

`release_search.py --recall` calls it. Public corpora, whose labels are taken as right. In up to 200
dialogues of each all labels of one mention are taken away that another dialogue has, too: found is
one of which a place then blocks. Beside it the same dialogues with all their labels: what is held
back there is a label that the corpus lacks, or a false alarm (`--show` prints them to be judged).
Rules are made on the part `tune`; figures are those of `test`.
"""

import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.common import DATA, need_data
from surrogates import Knowledge, Originals, pseudonymise
from surrogates.folding import PARTICLES, words
from surrogates.labels import CLOSED, NAMES, Kind
from surrogates.rewrite import Item, collect
from surrogates.search.originals import ANYBODYS
from surrogates.types import Dialogue, Issue, Mention, Turn

PARTS = ("tune", "test")
MOST = 200
KEY = bytes(range(32))
# Part -> file and which of its dialogues (first, last); chats and sentences are cut in two.
CORPORA: dict[str, dict[str, tuple[str, slice]]] = {
    "meddocan": {
        "tune": ("meddocan.train.jsonl.gz", slice(None)),
        "test": ("meddocan.dev.jsonl.gz", slice(None)),
    },
    "multidogo": {
        "tune": ("multidogo.dev.jsonl.gz", slice(None)),
        "test": ("multidogo.train.jsonl.gz", slice(1, None, 7)),
    },
    "presidio": {
        "tune": ("presidio-synth.all.jsonl.gz", slice(0, 750)),
        "test": ("presidio-synth.all.jsonl.gz", slice(750, None)),
    },
}
# Nobody's, and what no text says without a reader taking it for something else.
_LEFT_OUT = CLOSED | ANYBODYS | {Kind.OTHER}


def recall(part: str, *, quick: bool = False, show: bool = False) -> dict[str, float]:
    """Figures of every corpus, MEDDOCAN's also in lower case."""
    need_data("labelmap.json", *(parts[part][0] for parts in CORPORA.values()))
    personal = json.loads((DATA / "labelmap.json").read_text())
    figures: dict[str, float] = {}
    for name, parts in CORPORA.items():
        source = next(labels for key, labels in personal.items() if name in key)
        file, which = parts[part]
        made = _dialogues(file, source)[which]
        for title, texts in ((name, made), (f"{name}_lower", list(map(_lower, made)))):
            if title.endswith("_lower") and name != "meddocan":
                continue
            for key, value in _measure(texts, MOST // 10 if quick else MOST, show).items():
                figures[f"{title}_{key}"] = value
    return figures


def _dialogues(file: str, labels: Mapping[str, str]) -> list[Dialogue]:
    with gzip.open(DATA / file, "rt", encoding="utf-8") as lines:
        return [_dialogue(json.loads(line), labels) for line in lines]


def _dialogue(row: dict[str, Any], labels: Mapping[str, str]) -> Dialogue:
    turns = tuple(
        Turn(
            turn["speaker"],
            turn["text"],
            tuple(
                Mention(s["start"], s["end"], s["label"], f"{number}:{s['start']}")
                for s in turn["spans"]
                if s["label"] in labels
            ),
        )
        for number, turn in enumerate(row["turns"])
    )
    return Dialogue(row["id"], row["lang"], turns)


def _lower(made: Dialogue) -> Dialogue:
    """In lower case, letter for letter so that offsets stay."""
    turns = (replace(turn, text="".join(map(_small, turn.text))) for turn in made.turns)
    return replace(made, turns=tuple(turns))


def _small(char: str) -> str:
    low = char.lower()
    return low if len(low) == 1 else char


def _measure(dialogues: Sequence[Dialogue], most: int, show: bool) -> dict[str, float]:
    taken = dict(_taken(dialogues, most))
    stripped = [_without(d, taken[i].text) if i in taken else d for i, d in enumerate(dialogues)]
    known = Originals()
    for dialogue in stripped:
        known.add(dialogue)
    found: Counter[bool] = Counter()
    for index, item in taken.items():
        name = item.kind in NAMES
        hit = _shows(known, stripped[index], dialogues[index], item)
        found[name] += hit
        if show and not hit:
            _tell("missed", dialogues[index], item.turn, item.start, item.end, item.label)
    names = sum(item.kind in NAMES for item in taken.values())
    return {
        "found": found.total(),
        "of": len(taken),
        "names_found": found[True],
        "names_of": names,
        **_clean(dialogues, show),
    }


def _clean(dialogues: Sequence[Dialogue], show: bool) -> dict[str, float]:
    """What is held back with all labels, and how many places other dialogues label."""
    known = Originals()
    for dialogue in dialogues:
        known.add(dialogue)
    held = own = 0
    severities: Counter[str] = Counter()
    for dialogue in dialogues:
        alone = pseudonymise(dialogue, strategy="typed", key=KEY)
        result = pseudonymise(
            dialogue, strategy="typed", key=KEY, knowledge=Knowledge(originals=known)
        )
        own += alone.held
        held += result.held
        for issue in _known(result.issues):
            severities[issue.severity] += 1
            if show:
                assert issue.fix is not None
                label = issue.fix.constraints[0].value.split(":", 2)[2]
                _tell(issue.severity, dialogue, issue.turn, issue.start, issue.end, label)
    return {
        "all": len(dialogues),
        "held": held,
        "held_without": own,
        "blocks": severities["block"],
        "looks": severities["warn"],
    }


def _known(issues: Sequence[Issue]) -> Iterator[Issue]:
    return (issue for issue in issues if issue.code == "KNOWN_ELSEWHERE")


def _taken(dialogues: Sequence[Dialogue], most: int) -> Iterator[tuple[int, Item]]:
    """A mention of each dialogue, by chance, that says what another dialogue goes on labelling."""
    rng = random.Random(1)
    items = [
        [item for item in collect(dialogue)[0] if item.kind not in _LEFT_OUT]
        for dialogue in dialogues
    ]
    said = Counter(key for own in items for key in {k for item in own for k in _keys(item)})
    needed: set[tuple[str, ...]] = set()  # what was taken away, and has to stay labelled elsewhere
    order = list(range(len(dialogues)))
    rng.shuffle(order)
    taken = 0
    for index in order:
        known = {
            item.text: item
            for item in items[index]
            if any(said[key] > 1 for key in _keys(item))
            and not any(said[key] < 2 for key in _keys(item) & needed)
        }
        if known and taken < most:
            item = known[rng.choice(sorted(known))]
            said.subtract(_keys(item))
            needed |= {key for key in _keys(item) if said[key]}
            taken += 1
            yield index, item


def _keys(item: Item) -> set[tuple[str, ...]]:
    """What another dialogue has to label: one of a name's words, all of anything else."""
    said = words(item.text)
    if item.kind in NAMES:
        return {("name", word) for word in said if len(word) > 2 and word not in PARTICLES}
    return {said} if len("".join(said)) > 3 else set()


def _without(dialogue: Dialogue, text: str) -> Dialogue:
    gone = words(text)
    turns = (
        replace(
            turn,
            mentions=tuple(m for m in turn.mentions if words(turn.text[m.start : m.end]) != gone),
        )
        for turn in dialogue.turns
    )
    return replace(dialogue, turns=tuple(turns))


def _shows(known: Originals, stripped: Dialogue, whole: Dialogue, item: Item) -> bool:
    """Whether an issue blocks at one of the places whose label was taken away."""
    gone = words(item.text)
    places = [
        (number, m.start, m.end)
        for number, turn in enumerate(whole.turns)
        for m in turn.mentions
        if words(turn.text[m.start : m.end]) == gone
    ]
    result = pseudonymise(stripped, strategy="typed", key=KEY, knowledge=Knowledge(originals=known))
    blocks = [issue for issue in result.issues if issue.severity == "block"]
    return any(
        (b.turn == turn and b.start < end and start < b.end)
        for b in blocks
        for turn, start, end in places
    )


def _tell(what: str, dialogue: Dialogue, turn: int, start: int, end: int, label: str) -> None:
    text = dialogue.turns[turn].text
    shown = f"{text[max(0, start - 40) : start]}>>{text[start:end]}<<{text[end : end + 30]}"
    print(f"{what}\t{label}\t{' '.join(shown.split())}", file=sys.stderr)
