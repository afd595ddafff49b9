"""What a file still holds: dialogues by who has read them, items expected to be left in each group.

Called by `services.evidence.recall` and by the benchmark that knows the truth.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from annotation.evidence.recall.survivors import (
    FOUND,
    MISSED_ALONE,
    MISSED_BESIDE,
    Left,
    expect_left,
    interval,
)
from annotation.evidence.recall.types import Checked
from learning.metrics.precision_recall import covered
from learning.types import Doubles

MODEL, ONE, TWO = "model", "one", "two"
WHO = (MODEL, ONE, TWO)
Found = tuple[int, int]  # items found, turns with text in which nothing was


@dataclass(frozen=True, slots=True)
class Leaving:
    """A dialogue that leaves: what the model, one person, and two or more found in the turns that
    each of them read last."""

    dialogue: int
    model: Found = (0, 0)
    one: Found = (0, 0)
    two: Found = (0, 0)

    @property
    def who(self) -> str:
        """Who has read the least read of its turns."""
        return next((who for who in WHO if any(getattr(self, who))), TWO)

    @property
    def items(self) -> int:
        return self.model[0] + self.one[0] + self.two[0]


def rows_of(turns: Iterable[Checked]) -> Doubles:
    """Checked turns as `expect_left` takes them, a row for each dialogue and reader; each turn
    counts as its weight."""
    rows: dict[tuple[int, int], list[float]] = {}
    for turn in turns:
        row = rows.setdefault((turn.dialogue, turn.reader), [0.0, 0.0, 0.0, 0.0])
        missed = sum(not covered(turn.text, span, turn.found) for span in turn.gold)
        if turn.found:
            row[0] += turn.weight * missed
            row[1] += turn.weight * len(turn.found)
        elif turn.text.strip():
            row[2] += turn.weight * missed
            row[3] += turn.weight
    return np.asarray(list(rows.values()), np.float64).reshape(-1, 4)


def left_in_file(
    file: Sequence[Leaving], by_model: Doubles | None, by_reader: Doubles | None, *, q: float = 1.0
) -> dict[str, Any]:
    """Rows by who has read, their sum, and of 100 items how many are replaced, left and unknown.

    by_model, by_reader: what was checked of each, None where nothing was; what then is not known of
    a row stands in its `unknown`, and its figures are those of the rest. `left` and `holding`:
    [expected, low, high] of items, and of dialogues with one or more. q: the share replaced.
    """
    rows: list[dict[str, Any]] = []
    known_parts: list[Left] = []
    for who in WHO:
        of_group = [each for each in file if each.who == who]
        parts, unknown, kinds = [], [], []
        for kind in WHO:
            checked = by_model if kind == MODEL else by_reader
            found = np.asarray([getattr(each, kind) for each in of_group], np.int64).reshape(-1, 2)
            if not found.any():
                continue
            kinds.append(kind)
            if checked is None:
                unknown.append(kind)
                continue
            left = expect_left(checked, found)
            parts.append(_by_two(left, checked) if kind == TWO else left)
        known_parts += parts
        rows.append(
            {
                "who": who,
                "dialogues": len(of_group),
                "items": sum(each.items for each in of_group),
                "kinds": kinds,
                "unknown": unknown,
                **_told(parts, len(of_group)),
            }
        )
    unknown = sorted({kind for row in rows for kind in row["unknown"]}, key=WHO.index)
    items = sum(each.items for each in file)
    whole: dict[str, Any] = {"dialogues": len(file), "items": items, "unknown": unknown}
    whole |= _told(known_parts, len(file))
    seen = sum(getattr(each, kind)[0] for each in file for kind in WHO if kind not in unknown)
    return {"rows": rows, "all": whole, "hundred": _hundred(seen, whole["left"], q)}


def _told(parts: list[Left], dialogues: int) -> dict[str, list[float] | None]:
    if not parts:
        return {"left": None, "holding": None}
    both = interval(parts)
    return {
        "left": list(both["items"]),
        "holding": [min(each, float(dialogues)) for each in both["dialogues"]],
    }


def _by_two(left: Left, checked: Doubles) -> Left:
    """What two readers leave: expected if each overlooks what he does without the other, and at
    most what one leaves, for both may overlook the same."""
    sums = checked.sum(axis=0)
    missed = float(sums[MISSED_BESIDE] + sums[MISSED_ALONE])
    rate = missed / max(1.0, missed + float(sums[FOUND]))
    return replace(
        left,
        items=left.items * rate,
        dialogues=left.dialogues * rate,
        item_draws=left.item_draws * rate,
        dialogue_draws=left.dialogue_draws * rate,
        most_items=max(left.most_items, float(np.percentile(left.item_draws, 97.5))),
        most_dialogues=max(left.most_dialogues, float(np.percentile(left.dialogue_draws, 97.5))),
    )


def _hundred(found: int, left: list[float] | None, q: float) -> dict[str, int] | None:
    """Of 100 items of the part that was measured: replaced at least, expected to be left, and the
    rest, of which nobody knows; None where nothing was measured or there is nothing."""
    if left is None or not found + left[2]:
        return None
    expected, _low, high = left
    replaced = math.floor(round(100 * q * found / (found + high), 6))
    stay = (1 - q) * found + expected
    likely = min(100 - replaced, round(100 * stay / max(1.0, found + expected)))
    return {"replaced": replaced, "left": likely, "unknown": 100 - replaced - likely}
