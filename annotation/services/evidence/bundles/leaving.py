"""Which figures of a measurement leave with a file: those that are named here, and no other.

Called by `facts`. A measurement may keep numbers of dialogues and turns for the pages at home; what
leaves holds shares, counts and names of labels alone.
"""

from collections.abc import Mapping
from typing import Any

from annotation.evidence.bundle.counts import beside, without_small
from annotation.evidence.bundle.few import small
from annotation.evidence.bundle.kinds import rows_that_leave
from annotation.models import Measurement

Kind = Measurement.Kind


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _whole(text: str) -> dict[str, tuple[str, ...] | None]:
    """Keys that are kept with all that they hold."""
    return dict.fromkeys(_names(text))


_CHECKED = _names(
    "why basis turns dialogues items missed all entity dialogue labels never strata people"
)
_FINDING = _names("name group state sentence values success chance tried why rows")
# Keys of each kind's figures; a tuple of keys where a key holds objects, or rows of them.
KEPT: dict[str, dict[str, tuple[str, ...] | None]] = {
    Kind.RECALL: {"model": _CHECKED, "readers": _CHECKED},
    Kind.ATTACK: {**_whole("strategy dialogues known marked seed not_run"), "findings": _FINDING},
    Kind.REMAINS: _whole(
        "strategy dialogues turns told alone few silent classes rare rare_dialogues found chance "
        "bars buys counted without_table sources"
    ),
    Kind.UTILITY: _whole(
        "task measure model repeats seed drawn learnt_from test said_in_training rows kept"
    ),
    Kind.EXPOSURE: _whole(
        "tagger canaries rivals repetitions turns most by_chance labels every too_few clear"
    ),
}


def figures_that_leave(kind: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of a measurement as they travel, counts below 10 hidden."""
    left = {}
    for key, inner in KEPT.get(kind, {}).items():
        if key in figures:
            left[key] = figures[key] if inner is None else _only(figures[key], inner)
    if kind == Kind.ATTACK and "findings" in left:
        left["findings"] = [
            {**each, "rows": rows_that_leave(each)} if each.get("rows") else each
            for each in left["findings"]
        ]
    if kind == Kind.RECALL:
        left = {name: _without_difference(checked) for name, checked in left.items()}
    if kind == Kind.UTILITY and "rows" in left:
        left["rows"] = [_without_reasons(row) for row in left["rows"]]
    hidden: dict[str, Any] = without_small(left)
    for checked in (hidden.get("model"), hidden.get("readers")):
        if kind == Kind.RECALL and isinstance(checked, dict) and "labels" in checked:
            checked["labels"].sort(key=_worst_first)
    if "bars" in left:  # the number of dialogues is known: one small bar would follow from the rest
        hidden["bars"] = beside(left["bars"])[0]
    return hidden


def _without_reasons(row: Mapping[str, Any]) -> dict[str, Any]:
    """A strategy without why it was not run, which may name a row at home."""
    kept = {key: value for key, value in row.items() if key != "not_run"}
    return kept | ({"why": row["state"]} if "state" in row else {})


def _without_difference(checked: dict[str, Any]) -> dict[str, Any]:
    """Recall without what gives a small count away by subtraction: a stratum that nearly all of
    what is missed, or found, belongs to; and the sum, where one label alone is hidden."""
    missed, items = checked.get("missed"), checked.get("items")
    if missed is None or items is None:
        return checked
    kept = dict(checked)
    if "strata" in kept:
        kept["strata"] = [
            row
            for row in kept["strata"]
            if not _few(missed - row["missed"])
            and not _few(items - missed - (row["n"] - row["missed"]))
        ]
    rows = kept.get("labels", ())
    if sum(_few(row["missed"]) or _few(row["n"] - row["missed"]) for row in rows) == 1:
        del kept["missed"]
        kept.pop("all", None)
    return kept


def _few(number: int) -> bool:
    return small(number) != number


def _worst_first(row: Mapping[str, Any]) -> tuple[bool, float]:
    """By what is printed: the order of what is hidden would tell more than its bound."""
    value = row.get("value")
    return bool(row.get("few")), 1.0 if value is None else float(value)


def _only(value: Any, keys: tuple[str, ...]) -> Any:
    if isinstance(value, Mapping):
        return {key: value[key] for key in keys if key in value}
    if isinstance(value, list):
        return [_only(each, keys) for each in value]
    return value
