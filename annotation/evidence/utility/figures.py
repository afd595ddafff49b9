"""The laboratory's answer: means, deviations, what a strategy costs, and which label costs it.

Called by the laboratory. Plain sums on what the parts scored, so that each can be worked by hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.parts import Learnt, NotRun
from annotation.evidence.utility.types import LABELS, ORIGINAL, Counted, Material, Plan, Score

Figures = dict[str, Any]
CLOSE = 0.01  # a strategy that loses more than this has to say which label costs it
COUNTS = 0.001  # what a label costs at least to be named, of all that was asked
NAMED = 5  # labels, the costliest first
NOTHING = "its output holds no item to learn from"


@dataclass(frozen=True, slots=True)
class Run:
    """One repeat."""

    dialogues: int  # that every strategy let out, and so were learnt from
    train_left: Mapping[str, int]  # strategy -> training dialogues that it alone lets out
    test_left: Mapping[str, int]
    learnt: Mapping[str, Learnt | NotRun]  # strategy, or "none" -> scores

    def why_not(self, name: str) -> str:
        """Why a strategy has no figures beside those of the originals; "" where it has."""
        parts = (self.learnt[name], self.learnt[ORIGINAL])
        return next((part.why for part in parts if isinstance(part, NotRun)), "")

    def scores(self, name: str) -> Learnt:
        part = self.learnt[name]
        assert isinstance(part, Learnt)
        return part


def summarise(material: Material, plan: Plan, runs: Sequence[Run]) -> Figures:
    """The answer as JSON: task, measure, model, repeats, sizes, and a row for each strategy, the
    originals first (`_row`). Raises: EvidenceError where none could be compared with them."""
    names = [ORIGINAL, *(way.name for way in material.ways)]
    missing = [run.why_not(name) for run in runs for name in names[1:]]
    if missing and all(missing):
        raise EvidenceError(missing[0])
    test_turns = sum(
        len(each.dialogue.turns) if plan.task == LABELS else len(list(each.asked()))
        for each in material.test
    )
    return {
        "task": plan.task,
        "measure": "span F1" if plan.task == LABELS else "accuracy",
        "model": plan.tagger if plan.task == LABELS else plan.classifier,
        "repeats": plan.repeats,
        "seed": plan.seed,
        "drawn": min(plan.dialogues or len(material.train), len(material.train)),
        "learnt_from": _figure([run.dialogues for run in runs], 1),
        "test": {"dialogues": len(material.test), "turns": test_turns},
        "said_in_training": said_again(material),
        "rows": [_row(name, runs) for name in names],
    }


def said_again(material: Material) -> float:
    """The share of test turns that the training file says word for word, by chance or habit."""
    known = {turn.text for each in material.train for turn in each.dialogue.turns}
    turns = [turn.text for each in material.test for turn in each.dialogue.turns]
    return round(sum(text in known for text in turns) / max(1, len(turns)), 4)


def _row(name: str, runs: Sequence[Run]) -> Figures:
    """One strategy: "original" and "replaced" are the scores on the original and on the replaced
    test, "delta" what learning from it loses on the original test, repeat by repeat; "labels" and
    "answers" say the same by label, "costs" which labels cost most where much is lost. Repeats in
    which it was not run are in "not_run" with their reason, and in no figure."""
    not_run = [
        {"repeat": repeat, "why": why}
        for repeat, run in enumerate(runs, 1)
        if (why := run.why_not(name))
    ]
    ran = [run for run in runs if not run.why_not(name)]
    if not ran:
        return {"strategy": name, "state": "not run", "why": not_run[0]["why"]}
    pairs = [(run.scores(ORIGINAL).original, run.scores(name).original) for run in ran]
    both = [(was, now) for was, now in pairs if was is not None and now is not None]
    if len(both) < len(ran):
        return {"strategy": name, "why": NOTHING}
    told = [each for run in ran if (each := run.scores(name).replaced) is not None]
    row: Figures = {
        "strategy": name,
        "original": _figure([now.value for _was, now in both]),
        "replaced": _figure([each.value for each in told]),
        "delta": _figure([now.value - was.value for was, now in both]),
        "left": None,
        "test_left": None,
        "labels": by_name(both, "by_label"),
        "answers": by_name(both, "by_answer"),
        "costs": [],
    }
    if name != ORIGINAL:
        row["left"] = _figure([run.train_left[name] for run in ran], 1)
        row["test_left"] = _figure([run.test_left[name] for run in ran], 1)
        row["costs"] = costliest(row["delta"], row["labels"])
    return row | ({"not_run": not_run} if not_run else {})


def by_name(both: Sequence[tuple[Score, Score]], table: str) -> list[Figures]:
    """Each label (or answer): n, the share found after learning from the originals ("was") and from
    what was replaced ("now"), F1 of both where there is one, and what it costs: the share of all
    items (turns) that is found no more because of it. The costliest first."""
    names = sorted({name for was, _now in both for name in getattr(was, table)})
    rows = []
    for name in names:
        was = [_share(getattr(one, table).get(name)) for one, _other in both]
        now = [_share(getattr(other, table).get(name)) for _one, other in both]
        n = max(getattr(one, table)[name].n for one, _other in both if name in getattr(one, table))
        row = {"name": name, "n": n, "was": _figure(was), "now": _figure(now)}
        if table == "by_label" and any(one.f1 for one, _other in both):
            row["f1_was"] = _figure([one.f1.get(name, 0.0) for one, _other in both])
            row["f1_now"] = _figure([other.f1.get(name, 0.0) for _one, other in both])
        lost = [(a - b) * n / max(1, one.n) for a, b, (one, _o) in zip(was, now, both, strict=True)]
        rows.append(row | {"cost": round(mean(lost), 6)})
    return sorted(rows, key=lambda row: (-row["cost"], row["name"]))


def costliest(delta: Mapping[str, float], labels: Iterable[Mapping[str, Any]]) -> list[str]:
    """The labels that a strategy loses by, where it loses more than a point; else none."""
    if delta["mean"] >= -CLOSE:
        return []
    return [row["name"] for row in labels if row["cost"] >= COUNTS][:NAMED]


def _share(counted: Counted | None) -> float:
    return counted.found / counted.n if counted is not None and counted.n else 0.0


def _figure(values: Sequence[float], decimals: int = 6) -> Figures | None:
    """Mean, deviation (of a sample; none of one value) and how many there are."""
    if not values:
        return None
    spread = round(stdev(values), decimals) if len(values) > 1 else None
    return {"mean": round(mean(values), decimals), "deviation": spread, "repeats": len(values)}
