"""Whether the intervals of recall hold the truth, on a release whose truth is known.

MEDDOCAN train, 500 notes: the product's tagger learns from 150, 100 are kept to measure, 250 are
read by the model alone, replaced by the engine, and held back where its search finds an original.
What was measured on the 100 is compared with what really stays in those that leave: of one draw of
the notes by seed, and of 100 draws of which notes are measured and which leave. `--quick`: one
seed, half of the notes.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from annotation.evidence.recall.figures import figures_of
from annotation.evidence.recall.file import Leaving, left_in_file, rows_of
from annotation.evidence.recall.held import would_be_held
from annotation.evidence.recall.items import folded
from annotation.evidence.recall.people import people_of
from annotation.evidence.recall.shares import count, share_of
from annotation.evidence.recall.types import Checked, Known
from benchmarks.common import DATA, argument_parser, machine, need_data, print_table
from learning.crf.tagger import CrfTagger
from learning.types import Span, Utterance
from surrogates import Dialogue, Mention, Originals, Turn

FILE = "meddocan.train.jsonl.gz"
DRAWS = 100
GROUPS = ("labels", "strata", "people")


def main() -> None:
    options = argument_parser(__doc__ or "").parse_args()
    need_data(FILE)
    seeds, scale = ((11,), 2) if options.quick else ((11, 12, 13), 1)
    runs = [release(seed, scale) for seed in seeds]
    if options.json:
        print(json.dumps({"name": "recall_intervals", "machine": machine(), "runs": runs}))
        return
    print(f"recall_intervals ({machine()})")
    names = list(
        dict.fromkeys(name for run in runs for name in run)
    )  # the worst are not always one
    rows = [("figure", *(f"seed {seed}" for seed in seeds))]
    print_table(rows + [(name, *(str(run.get(name, "–")) for run in runs)) for name in names])


def release(seed: int, scale: int) -> dict[str, Any]:
    """One release: what is stated from the notes kept to measure, and what is so."""
    notes = [read(number, row) for number, row in enumerate(rows())]
    order = np.random.default_rng(seed).permutation(len(notes))[: 500 // scale]
    train = [notes[at] for at in order[: 150 // scale]]
    rest = [notes[at] for at in order[150 // scale :]]
    tagger = CrfTagger().fit([each for note in train for each in note])
    checked = {at: check(tagger, at, note) for at, note in enumerate(rest)}
    held = held_back(checked, train)
    known = Known(
        frozenset(
            (s.label, folded(u.text[s.start : s.end])) for n in train for u in n for s in u.spans
        ),
        people={at: people_of(turns, "es") for at, turns in checked.items()},
    )
    kept, alone = 100 // scale, 250 // scale
    one = compare(checked, range(kept), range(kept, kept + alone), held, known)
    rng = np.random.default_rng(seed)
    draws, held_by_group = [], Counter[tuple[str, bool]]()
    true = figures_of([turn for turns in checked.values() for turn in turns], known)
    for _draw in range(DRAWS):
        places = rng.permutation(len(rest))
        draws.append(compare(checked, places[:kept], places[kept : kept + alone], held))
        stated = figures_of([turn for at in places[:kept] for turn in checked[int(at)]], known)
        held_by_group.update(holding(stated, true))
    for name in GROUPS:
        told = held_by_group[name, True] + held_by_group[name, False]
        one[f"{name}: intervals that hold, of {DRAWS} draws"] = (
            f"{held_by_group[name, True]} of {told}"
        )
    for name in ("items hold", "by dialogue holds", "left holds", "with one or more holds"):
        one[f"{name}, of {DRAWS} draws"] = sum(draw[name] for draw in draws)
    near = sum(
        abs(draw["left, stated"] - draw["left, true"]) <= 0.25 * draw["left, true"]
        for draw in draws
    )
    one[f"left within 25 %, of {DRAWS} draws"] = near
    ratio = [draw["left, stated"] / draw["left, true"] for draw in draws]
    one["left, stated / true, mean"] = round(float(np.mean(ratio)), 3)
    return one


def rows() -> list[Any]:
    import gzip

    with gzip.open(DATA / FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read(number: int, row: Any) -> list[Utterance]:
    last = max(1, len(row["turns"]) - 1)
    return [
        Utterance(
            turn["text"],
            tuple(Span(s["start"], s["end"], s["label"]) for s in turn["spans"]),
            turn["speaker"],
            str(number),
            place / last,
        )
        for place, turn in enumerate(row["turns"])
    ]


def check(tagger: CrfTagger, at: int, note: list[Utterance]) -> list[Checked]:
    found = tagger.predict(note)
    return [
        Checked(at, place, each.speaker, each.text, each.spans, tuple(spans))
        for place, (each, spans) in enumerate(zip(note, found, strict=True))
    ]


def held_back(checked: dict[int, list[Checked]], train: list[list[Utterance]]) -> set[int]:
    """Notes whose replaced text shows an original that is labelled somewhere."""
    known = Originals()
    for number, note in enumerate(train):
        known.add(dialogue(f"t{number}", [(t.speaker, t.text, t.spans) for t in note]))
    return would_be_held(checked, dict.fromkeys(checked, "es"), known)


def dialogue(name: str, turns: list[tuple[str, str, Any]]) -> Dialogue:
    return Dialogue(
        name,
        "es",
        tuple(
            Turn(
                speaker,
                text,
                tuple(Mention(s.start, s.end, s.label, f"{n}:{s.start}") for s in spans),
            )
            for n, (speaker, text, spans) in enumerate(turns)
        ),
    )


def compare(
    checked: dict[int, list[Checked]],
    kept: Any,
    alone: Any,
    held: set[int],
    known: Known | None = None,
) -> dict[str, Any]:
    """What the kept notes say of those that leave of the others, beside what is so."""
    turns = [turn for at in kept for turn in checked[int(at)]]
    leave = [int(at) for at in alone if int(at) not in held]
    file = [Leaving(at, model=found_in(checked[at])) for at in leave]
    # Notes like those that the search keeps back say nothing of those that leave.
    like = [turn for turn in turns if turn.dialogue not in held]
    left = left_in_file(file, rows_of(like), None)["all"]
    missed = {at: missed_in(checked[at]) for at in checked}
    true_items = sum(missed[at][1] for at in leave)
    true_dialogues = sum(missed[at][1] > 0 for at in leave)
    items = share_of(np.asarray([missed[int(at)] for at in kept]))
    whole = share_of(count((int(at), missed[int(at)][1] > 0) for at in kept))
    truth = np.asarray([missed[int(at)] for at in checked])
    found = 1 - truth[:, 1].sum() / truth[:, 0].sum()
    clean = float((truth[:, 1] == 0).mean())
    answer = {
        "notes that leave": len(leave),
        "items found, stated": f"{items.value:.4f} ({items.low:.4f}-{items.high:.4f})",
        "items found, true": round(float(found), 4),
        "items hold": bool(items.low <= found <= items.high),
        "nothing left, stated": f"{whole.value:.3f} ({whole.low:.3f}-{whole.high:.3f})",
        "nothing left, true": round(clean, 4),
        "by dialogue holds": bool(whole.low <= clean <= whole.high),
        "left, stated": left["left"][0],
        "left, interval": f"{left['left'][1]:.0f}-{left['left'][2]:.0f}",
        "left, true": true_items,
        "left holds": bool(left["left"][1] <= true_items <= left["left"][2]),
        "with one or more, stated": left["holding"][0],
        "with one or more, interval": f"{left['holding'][1]:.0f}-{left['holding'][2]:.0f}",
        "with one or more, true": true_dialogues,
        "with one or more holds": bool(left["holding"][1] <= true_dialogues <= left["holding"][2]),
    }
    if known is not None:
        answer |= by_group(turns, [t for at in alone for t in checked[int(at)]], known)
    return answer


def by_group(turns: list[Checked], others: list[Checked], known: Known) -> dict[str, Any]:
    """Labels, strata and persons: as measured, the worst first, and how many intervals hold what is
    so in the notes that were not measured."""
    stated, true = figures_of(turns, known), figures_of(others, known)
    answer: dict[str, Any] = {}
    for name in GROUPS:
        so = {row["name"]: row for row in true[name]}
        told = [row for row in stated[name] if not row["few"] and row["name"] in so]
        hold = [row["low"] <= so[row["name"]]["value"] <= row["high"] for row in told]
        answer[f"{name}: intervals that hold"] = f"{sum(hold)} of {len(hold)}"
        for row in told[:3]:
            between = f"{row['low']:.3f}-{row['high']:.3f}"
            is_so = so[row["name"]]["value"]
            answer[f"{row['name']}: found"] = f"{row['value']:.3f} ({between}), true {is_so:.3f}"
    return answer


def holding(stated: dict[str, Any], true: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """(group, whether it holds) of each interval that is told, against what is so in all notes."""
    for name in GROUPS:
        so = {row["name"]: row["value"] for row in true[name]}
        for row in stated[name]:
            if not row["few"]:
                yield name, row["low"] <= so[row["name"]] <= row["high"]


def found_in(turns: list[Checked]) -> tuple[int, int]:
    return (
        sum(len(turn.found) for turn in turns),
        sum(not turn.found and bool(turn.text.strip()) for turn in turns),
    )


def missed_in(turns: list[Checked]) -> tuple[int, int]:
    from learning.metrics.precision_recall import covered

    missed = [not covered(t.text, span, t.found) for t in turns for span in t.gold]
    return len(missed), sum(missed)


if __name__ == "__main__":
    main()
