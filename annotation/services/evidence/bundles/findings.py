"""What attacks found, in the reader's language. Called by the gate, the facts and the sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.evidence.bundle.counts import without_small
from annotation.evidence.bundle.methods import findings_of
from annotation.services.evidence.attacks.share_words import interval_words as interval_words
from annotation.services.evidence.attacks.share_words import share_words as share_words
from annotation.services.evidence.attacks.shown import TITLES

TOLD, HELD, NOT_RUN = "told", "held", "not run"


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


def _plain(value: object) -> object:
    if not isinstance(value, float):
        return value
    return str(number_format(round(value, 3))).replace("-", "−")
