"""What attacks found, in the reader's language. Called by the gate, the facts and the sheet."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.evidence.bundle.counts import ABOVE, BELOW, without_small
from annotation.evidence.bundle.methods import findings_of
from annotation.services.evidence.attacks.shown import TITLES
from annotation.services.figures import NO_BREAK, per_cent

TOLD, HELD, NOT_RUN = "told", "held", "not run"
# Sign of a bound, and where its figure is rounded to: a bound stays true.
BOUNDS: dict[str, tuple[str, Callable[[float], int]]] = {
    BELOW: (f"<{NO_BREAK}", math.ceil),
    ABOVE: (f">{NO_BREAK}", math.floor),
}


def told(figures: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """Findings that give something away."""
    return [row for row in findings_of(figures or {}) if row["state"] == TOLD]


def as_it_leaves(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A finding of a measurement with its counts below 10 hidden."""
    hidden: Mapping[str, Any] = without_small(row)
    return hidden


def not_run(figures: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    return [row for row in findings_of(figures or {}) if row["state"] == NOT_RUN]


def sentence_of(row: Mapping[str, Any]) -> str:
    """The sentence of a finding that leaves, with its values; or why it was not run."""
    if row["state"] == NOT_RUN:
        return _(str(row["why"])) if row.get("why") else ""
    sentence = _(str(row["sentence"])) if row.get("sentence") else ""
    values = row.get("values") or {}
    try:
        return sentence % {name: _plain(value) for name, value in values.items()}
    except (KeyError, ValueError, TypeError):
        return sentence


def title_of(row: Mapping[str, Any]) -> str:
    """The name of an attack as a title."""
    name = str(row.get("name", ""))
    return str(TITLES.get(name, name[:1].upper() + name[1:].replace("_", " ").replace("-", " ")))


def share_words(share: object) -> str:
    """A share that leaves as "2.6 %", a bound as "< 12.2 %"; "" for none."""
    sign = ""
    cut: Callable[[float], int] = round
    if isinstance(share, Mapping):
        sign, cut = BOUNDS.get(str(share.get("bound")), ("", round))
    value = share.get("value") if isinstance(share, Mapping) else share
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    return f"{sign}{per_cent(value, cut)}"


def interval_words(share: object) -> str:
    """The interval in per cent, its ends rounded outwards as on the page of the evidence."""
    if not isinstance(share, Mapping) or not isinstance(share.get("low"), int | float):
        return ""
    low = per_cent(share["low"], math.floor).partition(NO_BREAK)[0]
    return f"{low}–{per_cent(share['high'], math.ceil).partition(NO_BREAK)[0]}"


def _plain(value: object) -> object:
    if not isinstance(value, float):
        return value
    return str(number_format(round(value, 3))).replace("-", "−")
