"""What an attack found kind by kind, as it leaves: rows of a finding without a count that gives a
small one away. Called by whoever prints findings; a row that has left already comes back as it is.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from annotation.evidence.bundle.counts import without_small
from annotation.evidence.bundle.few import LEAST

# What a row may say; nothing else travels, whatever an attack wrote there.
NAMED = frozenset({
    "what", "kind", "variant", "property", "text", "state", "by", "value", "low", "high", "n",
    "bound", "bits", "chance_bits", "low_bits", "high_bits", "of_bits", "errors", "told",
    "on_purpose", "chance", "precision", "lift", "lift_repeated", "items_once", "hits", "tried",
    "equal", "expected", "right",
})  # fmt: skip
# Shares of a handful of dialogues or items, without the interval that hides them.
BARE = ("right", "tried")
# No share of a count: a correlation, whose number of words is nobody's business.
CORRELATED = ("frequency",)


def rows_that_leave(finding: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a finding, counts below 10 hidden."""
    rows = finding.get("rows") or ()
    correlated = finding.get("name") in CORRELATED
    return [dict(each) for each in without_small(list(_bared(rows, correlated)))]


def _bared(rows: Any, correlated: bool) -> Iterator[dict[str, Any]]:
    for each in rows:
        row = kept = {key: value for key, value in each.items() if key in NAMED}
        if "precision" in row and isinstance(tried := row.get("tried"), int):
            count = round(row["precision"] * tried)
            if 0 < count < LEAST or 0 < tried - count < LEAST:
                row = {**row, "precision": None}
        if "property" in row or "variant" in row:
            kept = {key: each for key, each in row.items() if key not in BARE}
        if correlated and "state" not in row:
            kept.pop("n", None)
        if kept:
            yield kept
