"""Shares and attacks as rows that the sheet draws on a line. Called by `sheet`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.evidence.bundle.counts import OF_FEW
from annotation.evidence.bundle.pictures import Marks, marks
from annotation.services.evidence.attacks.kinds import KindRow, kinds_of
from annotation.services.evidence.attacks.shown import offers_nothing
from annotation.services.evidence.bundles import findings
from annotation.services.evidence.bundles.plain_rows import shown

SINGLING, LINKING, INFERRING = "singling", "linking", "inferring"
# The name of an attack, or else its group -> its section; what is guessed of people is inference.
SECTIONS = {
    "survivors": SINGLING,
    "coherence": SINGLING,
    "values": INFERRING,
    "channels": LINKING,
}
OF_NAME = {
    "two-files": LINKING,
    "linkage": LINKING,
    "style": LINKING,
    "fragment": SINGLING,
    "attributes": INFERRING,
}
PILLS = {
    "ok": gettext_lazy("Pass"),
    "warn": gettext_lazy("Warn"),
    "block": gettext_lazy("Held back"),
    "lifted": gettext_lazy("Lifted"),
    "held": gettext_lazy("Pass"),
    "told": gettext_lazy("Warn"),
    "not run": gettext_lazy("Not run"),
    "nothing": gettext_lazy("Nothing to try"),
}
NOTHING = "nothing"
COLOURS = {"ok": "ok", "held": "ok", "warn": "warn", "told": "warn", "lifted": "block",
           "block": "block", "not run": "", NOTHING: ""}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share on a line, with what it is of."""

    name: str
    count: str
    share: str
    interval: str
    marks: Marks
    few: bool = False
    key: str = ""  # letter of a label, and its hue
    family: str = ""


@dataclass(frozen=True, slots=True)
class Shares:
    """A group of shares on one scale, the worst first, and those of which too little is known."""

    rows: list[ShareRow]
    few: str  # "month (19), other (< 10)"

    @property
    def has_bounds(self) -> bool:
        return any(row.marks.start is not None for row in self.rows)

    def __bool__(self) -> bool:
        return bool(self.rows or self.few)


@dataclass(frozen=True, slots=True)
class AttackRow:
    """One attack: what it tried, what came of it, and where its marks stand."""

    state: str
    colour: str
    title: str
    sentence: str
    tried: str
    success: str
    interval: str
    chance: str
    marks: Marks
    kinds: list[KindRow]


@dataclass(frozen=True, slots=True)
class Attacks:
    """The attacks of a section."""

    rows: list[AttackRow]

    @property
    def is_drawn(self) -> bool:
        return any(row.marks.is_drawn for row in self.rows)

    @property
    def has_bounds(self) -> bool:
        return any(row.marks.start is not None for row in self.rows)


def section_of(row: Mapping[str, Any]) -> str:
    group, name = str(row.get("group", "")), str(row.get("name", "")).lower()
    if name in OF_NAME:
        return OF_NAME[name]
    if group in SECTIONS:
        return SECTIONS[group]
    return INFERRING


def attack_row(row: Mapping[str, Any]) -> AttackRow:
    success, chance, tried = row.get("success"), row.get("chance"), row.get("tried", 0)
    few = isinstance(success, Mapping) and success.get("bound") == OF_FEW
    told = bool(findings.share_words(success)) and not few
    state = NOTHING if offers_nothing(row) else row["state"]
    return AttackRow(
        state=str(PILLS.get(state, state)),
        colour=COLOURS.get(state, ""),
        title=findings.title_of(row),
        sentence=findings.sentence_of(row),
        tried=shown(tried) if tried else "",
        success=_("too few to say") if few else findings.share_words(success),
        interval=findings.interval_words(success) if told else "",
        chance=findings.share_words(chance) if told else "",
        marks=marks(success, chance) if told else marks(None),
        kinds=kinds_of(row),
    )


def shares_of(
    rows: Sequence[object],
    names: Mapping[str, str | Promise] | None = None,
    letters: Mapping[str, tuple[str, str]] | None = None,
) -> Shares:
    """Rows {name, value, low, high, n, few} as they are drawn, in the order in which they come."""
    drawn = []
    for row in rows:
        if not isinstance(row, Mapping):
            continue
        name, few = row.get("name", ""), bool(row.get("few"))
        drawn.append(
            ShareRow(
                str((names or {}).get(name, name)),
                shown(row.get("n", "")),
                "" if few else findings.share_words(row),
                "" if few else findings.interval_words(row),
                marks(None) if few else marks(row),
                few,
                *(letters or {}).get(name, ("", "")),
            )
        )
    few_rows = [f"{row.name} ({row.count})" for row in drawn if row.few]
    return Shares([row for row in drawn if not row.few], ", ".join(few_rows))
