"""Figures that the data sheet tells in words and numbers, without a drawing. Called by `sheet`.

Counts below 10 were hidden before: a figure may be the words "< 10".
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.services.evidence.bundles import findings
from annotation.services.figures import grouped

# How many people a dialogue fits, in the order of the figures.
FIT = ("1–2", "3–4", "5–9", "10–49", "50–499", "500+")
PlainRows = list[tuple[str, str]]


def remains_rows(figures: Mapping[str, Any]) -> PlainRows:
    """What stays and tells."""
    if not figures:
        return []
    rows = [
        (_("Dialogues whose details no other has (k = 1)"), figures.get("alone")),
        (_("The same of fewer than five dialogues (k < 5)"), figures.get("few")),
        (_("Dialogues that tell no such detail"), figures.get("silent")),
        (_("Words that one dialogue alone says"), figures.get("rare")),
    ]
    found = figures.get("found")
    if isinstance(found, Mapping):
        share = findings.share_words(found)
        chance = findings.share_words(figures.get("chance"))
        rows.append(
            (_("Dialogues that one utterance would find, and by chance"), f"{share}, {chance}")
        )
    for people, dialogues in zip(FIT, figures.get("bars", ()), strict=False):
        rows.append((_("Dialogues that %(n)s people fit") % {"n": people}, dialogues))
    rows.append((_("Dialogues in a language without a public table"), figures.get("without_table")))
    return [(str(name), shown(value)) for name, value in rows if value is not None]


def exposure_rows(figures: Mapping[str, Any]) -> PlainRows:
    """What a model remembers: bits by which a planted word stands out, never seen and seen most."""
    rows = []
    for row in figures.get("labels", ()):
        bits = sorted(row.get("bits", {}).items(), key=lambda each: int(each[0]))
        if bits:
            (_never, first), (times, last) = bits[0], bits[-1]
            values = {"n": times, "first": f"{first['mean']:.1f}", "last": f"{last['mean']:.1f}"}
            told = _("%(first)s bits never seen, %(last)s seen %(n)s times") % values
            rows.append((str(row["label"]), told))
    if rows:
        rows.append((_("The most there can be"), _("%(n)s bits") % {"n": f"{figures['most']:.1f}"}))
    return rows


def shown(value: object) -> str:
    """A count as it is printed, or the words that stand for a small one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return grouped(value)
    return str(value)
