"""What a manager allows to be left, and whether figures of recall keep to it. Called by
`services.release.recall`, which says it in words, and by the gate of a release.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotation.evidence.recall.file import MODEL, ONE, TWO

OK, WARN, BLOCK = "ok", "warn", "block"


@dataclass(frozen=True, slots=True)
class Limits:
    """dialogues: the least share of dialogues with nothing left; missed: the most that may be
    missed of a label, at the upper end of the interval."""

    dialogues: float = 0.95
    missed: float = 0.05


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one limit is kept.

    code: "dialogues", "labels" (of `who`: model or readers), or "unmeasured" (nothing is known of
    `who`). value: share of dialogues with nothing left, or the most missed of the worst label; high
    and low: its interval. labels: those above the limit; few: those of which too little is known.
    """

    state: str
    code: str
    who: str = ""
    value: float | None = None
    low: float | None = None
    limit: float = 0.0
    labels: tuple[str, ...] = ()
    few: tuple[str, ...] = ()
    dialogues: int = 0
    holding: float = 0.0  # dialogues expected to hold an item
    why: str = ""


def judge(figures: Mapping[str, Any], limits: Limits) -> list[Verdict]:
    """One verdict for dialogues and one for the labels of each who has read what leaves; nothing
    where nothing leaves."""
    file = figures["file"]
    if not file["all"]["dialogues"]:
        return []
    verdicts = _of_dialogues(file, limits)
    read_by = {kind for row in file["rows"] for kind in row["kinds"]}
    for who, kinds in ((MODEL, {MODEL}), ("readers", {ONE, TWO})):
        if read_by & kinds:
            verdicts.append(_of_labels(who, figures[who], limits))
    return verdicts


def unmeasured(who: str, why: str = "not_measured") -> Verdict:
    """Nothing is known of who has read: a model's word alone is not enough."""
    return Verdict(BLOCK if who == MODEL else WARN, "unmeasured", who, why=why)


def _of_dialogues(file: Mapping[str, Any], limits: Limits) -> list[Verdict]:
    whole = file["all"]
    if whole["holding"] is None:
        return []
    expected, _low, high = whole["holding"]
    count = whole["dialogues"]
    clean, least = 1 - expected / count, 1 - high / count
    state = OK if least >= limits.dialogues else WARN if clean >= limits.dialogues else BLOCK
    if whole["unknown"] and state == OK:  # of the rest nothing is known
        state = WARN
    return [
        Verdict(
            state, "dialogues", value=clean, low=least, limit=limits.dialogues, dialogues=count,
            holding=expected,
        )
    ]  # fmt: skip


def _of_labels(who: str, measured: Mapping[str, Any], limits: Limits) -> Verdict:
    if measured.get("why"):
        return unmeasured(who, measured["why"])
    rows = measured["labels"]
    told = [(1 - row["low"], row["name"]) for row in rows if not row["few"]]
    above = [name for most, name in sorted(told, reverse=True) if round(most, 6) > limits.missed]
    few = (*(row["name"] for row in rows if row["few"]), *measured["never"])
    state = BLOCK if above else WARN if few else OK
    worst = max(told)[0] if told else None
    return Verdict(
        state, "labels", who, value=worst, limit=limits.missed, labels=tuple(above), few=few
    )
