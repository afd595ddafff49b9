"""Tiers with times, as Praat and ELAN have them: a speaker each, stretches that do not overlap.

Called by the readers and writers of `textgrid` and `elan`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.formats.checks import check_turn
from annotation.formats.corpora.transcripts.times import time_of
from annotation.formats.types import DialogueValue, TurnValue

LENGTH = 1.0  # seconds of a turn without times
SHORTEST = 0.001
NOBODY = "-"  # the tier of turns without a speaker


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a tier says from `start` to `end` (seconds; None where the file does not tell)."""

    speaker: str
    text: str
    start: float | None
    end: float | None
    line: int | None


def turns_of(stretches: Iterable[Stretch], file: str, cap: int) -> tuple[TurnValue, ...]:
    """The turns in the order of their beginnings; one whose time is not told stays behind the one
    before it. Stretches without a text are silence. Raises FormatError."""
    last = 0.0
    placed = []
    for number, each in enumerate(stretches):
        last = last if each.start is None else each.start
        if each.text:
            placed.append((last, number, each))
    turns = []
    for number, (_start, _at, each) in enumerate(sorted(placed, key=lambda row: row[:2]), 1):
        extra: dict[str, object] = {}
        if each.start is not None and each.end is not None and each.end > each.start:
            extra = {"start": each.start, "end": each.end}
        turn = TurnValue("" if each.speaker == NOBODY else each.speaker, each.text, extra=extra)
        check_turn(turn, number=number, file=file, line=each.line, cap=cap)
        turns.append(turn)
    return tuple(turns)


def tiers_of(dialogue: DialogueValue) -> dict[str, list[Stretch]]:
    """The turns by speaker, each at its time; one that has none gets a second behind the turn
    before it, and one that would overlap another of its speaker begins behind that."""
    tiers: dict[str, list[Stretch]] = {}
    last = 0.0
    for turn in dialogue.turns:
        tier = tiers.setdefault(turn.speaker or NOBODY, [])
        if not turn.text:
            continue
        start, end = _time(turn, "start"), _time(turn, "end")
        begin = last if start is None else start
        stop = begin + LENGTH if start is None or end is None or end <= begin else end
        if tier and tier[-1].end is not None and begin < tier[-1].end:
            begin = tier[-1].end
            stop = max(stop, begin + SHORTEST)
        tier.append(Stretch(turn.speaker, turn.text, round(begin, 9), round(stop, 9), None))
        last = max(last, stop)
    return tiers


def _time(turn: TurnValue, key: str) -> float | None:
    """The time as the file had it, with all its digits."""
    value = turn.extra.get(key)
    return None if time_of(turn.extra, key) is None else float(value)  # type: ignore[arg-type]


def longest(tiers: Iterable[Sequence[Stretch]]) -> float:
    """Where the last stretch ends."""
    return max((each.end or 0.0 for tier in tiers for each in tier), default=0.0)
