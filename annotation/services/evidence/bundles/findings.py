"""What attacks found, in the reader's language. Called by the gate, the facts and the sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.bundle.counts import coarse_share, without_small
from annotation.evidence.bundle.methods import findings_of
from annotation.services.evidence.attacks.shown import TITLES

TOLD, HELD, NOT_RUN = "told", "held", "not run"
BOUNDS = {"below": "< ", "above": "> "}


def told(figures: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """Findings that give something away."""
    return [row for row in findings_of(figures or {}) if row["state"] == TOLD]


def not_run(figures: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    return [row for row in findings_of(figures or {}) if row["state"] == NOT_RUN]


def sentence_of(row: Mapping[str, Any]) -> str:
    """The sentence of a finding with its values, counts below 10 hidden; or why it was not run."""
    if row["state"] == NOT_RUN:
        return str(row.get("why", ""))
    sentence = _(str(row["sentence"])) if row.get("sentence") else ""
    values = without_small(row.get("values", {}))
    try:
        return sentence % {name: _plain(value) for name, value in values.items()}
    except (KeyError, ValueError, TypeError):
        return sentence


def title_of(row: Mapping[str, Any]) -> str:
    """The name of an attack as a title."""
    name = str(row.get("name", ""))
    return str(TITLES.get(name, name[:1].upper() + name[1:].replace("_", " ").replace("-", " ")))


def share_words(share: object) -> str:
    """A share as "2.6 %", "< 12.2 %" where that would give away a count below 10; "" for none."""
    bound = ""
    if isinstance(share, Mapping):
        share = coarse_share(share)
        bound = BOUNDS.get(str(share.get("bound")), "")
    value = share.get("value") if isinstance(share, Mapping) else share
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    return f"{bound}{100 * value:.1f} %"


def _plain(value: object) -> object:
    return round(value, 3) if isinstance(value, float) else value
