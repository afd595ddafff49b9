"""What the template of the data sheet shows: rows, printed numbers and places of marks.

Called by `writing`. Everything comes from the evidence; the order is the regulators': singling out,
linkability, inference, and then use [WP216].
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.evidence.bundle.counts import coarse_share
from annotation.evidence.bundle.methods import findings_of
from annotation.evidence.bundle.pictures import Marks, Square, marks, squares
from annotation.services.evidence.bundles import findings
from annotation.services.evidence.bundles.plain_rows import exposure_rows, remains_rows, shown
from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.release.exports import FORMATS
from annotation.services.revision.rules import AS_IT_IS

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
READ_BY = {
    "model": gettext_lazy("Model alone, some turns"),
    "one": gettext_lazy("One person"),
    "two": gettext_lazy("Two people"),
}
ROLES = {
    "caller": gettext_lazy("Callers"),
    "agent": gettext_lazy("Agents"),
    "third": gettext_lazy("Third parties"),
}
PILLS = {
    "ok": gettext_lazy("Pass"),
    "warn": gettext_lazy("Warn"),
    "block": gettext_lazy("Held back"),
    "lifted": gettext_lazy("Lifted"),
    "held": gettext_lazy("Pass"),
    "told": gettext_lazy("Warn"),
    "not run": gettext_lazy("Not run"),
}
COLOURS = {"ok": "ok", "held": "ok", "warn": "warn", "told": "warn", "lifted": "block",
           "block": "block", "not run": ""}  # fmt: skip
INTRUDER = (
    ("tried", gettext_lazy("Dialogues tried")),
    ("people", gettext_lazy("People who tried")),
    ("scored", gettext_lazy("Answers that were scored")),
    ("right", gettext_lazy("Who, where or which event rightly")),
    ("near", gettext_lazy("Others that an answer narrows")),
    ("sure_and_wrong", gettext_lazy("Sure and wrong")),
    ("minutes", gettext_lazy("Minutes, all together")),
)
Rows = list[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share on a line, with what it is of."""

    name: str
    count: str
    share: str
    interval: str
    marks: Marks
    few: bool = False


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


@dataclass(frozen=True)
class Sheet:
    """The sheet of a bundle."""

    facts: Mapping[str, Any]
    sums: Mapping[str, str]

    @cached_property
    def squares(self) -> list[Square]:
        return squares(self.facts["picture"]) if self.facts["picture"] else []

    @property
    def reading(self) -> list[dict[str, object]]:
        """Who read the file, group by group."""
        return [
            {
                "who": READ_BY[row["read_by"]],
                "dialogues": shown(row["dialogues"]),
                "about": row["about"],
                "items": shown(row["items"]),
                "left": left_words(row["left"]),
            }
            for row in self.facts["reading"]
        ]

    @property
    def left(self) -> str:
        return left_words(self.facts["left"])

    @property
    def counts(self) -> dict[str, str]:
        return {name: shown(value) for name, value in self.facts["counts"].items()}

    @property
    def file(self) -> dict[str, object]:
        file = self.facts["file"]
        titles = {choice.name: choice.title for choice in (*FORMATS, *REPLACEMENT_CHOICES)}
        exceptions = [
            f"{label}: {titles.get(each, each)}" for label, each in sorted(file["by_label"].items())
        ]
        return {
            "format": titles.get(file["format"], file["format"]),
            "strategy": titles.get(file["strategy"], file["strategy"]),
            "exceptions": ", ".join(exceptions),
            "labels": ", ".join(self.facts["labels"]),
            "measured": self._measured_day,
            "signed": day_words(self.facts["made"]),
            "again_by": day_words(self.facts["terms"]["again_by"]),
        }

    @property
    def held(self) -> dict[str, object]:
        held = self.facts["held_back"]
        rows = [(row["reason"], shown(row["dialogues"])) for row in held["why"]]
        whole = shown(held["dialogues"])
        return {"whole": _("about %(n)s") % {"n": whole} if held["about"] else whole, "rows": rows}

    @property
    def gate(self) -> list[dict[str, object]]:
        return [
            {**line, "word": PILLS[line["state"]], "colour": COLOURS[line["state"]]}
            for line in self.facts["gate"]
        ]

    @property
    def lifted(self) -> list[Mapping[str, Any]]:
        return [line for line in self.facts["gate"] if line["state"] == "lifted"]

    @property
    def labels(self) -> list[ShareRow]:
        """What the model finds of each label, the worst first."""
        return share_rows(self._recall("model").get("labels", []))

    @property
    def readers(self) -> list[ShareRow]:
        return share_rows(self._recall("readers").get("labels", []))

    @property
    def people(self) -> list[ShareRow]:
        return share_rows(self._recall("model").get("people", []), ROLES)

    @property
    def sections(self) -> dict[str, list[AttackRow]]:
        """Attacks by what they are about."""
        found: dict[str, list[AttackRow]] = {SINGLING: [], LINKING: [], INFERRING: []}
        for row in findings_of(self._figures("attack")):
            found[section_of(row)].append(attack_row(row))
        return found

    @property
    def remains(self) -> list[tuple[str, str]]:
        return remains_rows(self._figures("remains"))

    @property
    def intruder(self) -> list[tuple[str, str]]:
        """What people found who tried to say who it is; none where nobody has tried."""
        found = self.facts.get("intruder") or {}
        return [(str(title), shown(found[name])) for name, title in INTRUDER if name in found]

    @property
    def utility(self) -> list[tuple[str, str]]:
        """Of each strategy: what a model scores that learnt from it, and what it lost."""
        figures = self._figures("utility")
        rows = [row for row in figures.get("rows", []) if isinstance(row, Mapping)]
        return [(_title(row), _score(row)) for row in rows if "original" in row or "why" in row]

    @property
    def exposure(self) -> list[tuple[str, str]]:
        return exposure_rows(self._figures("exposure"))

    @property
    def difference(self) -> dict[str, str] | None:
        one = self.facts["difference"]
        return {name: shown(value) for name, value in one.items()} if one else None

    @property
    def signatures(self) -> list[dict[str, str]]:
        roles = {"manager": _("manager"), "steward": _("data steward")}
        return [
            {**each, "role": roles.get(each["role"], each["role"]), "day": day_words(each["day"])}
            for each in self.facts["signatures"]
        ]

    @property
    def _measured_day(self) -> str:
        """The day of the oldest figures."""
        days = [row["day"] for row in self.facts["measured"].values() if row]
        return day_words(min(days)) if days else _("not measured")

    def _figures(self, kind: str) -> Mapping[str, Any]:
        row = self.facts["measured"].get(kind)
        return row["figures"] if row else {}

    def _recall(self, who: str) -> Mapping[str, Any]:
        figures = self._figures("recall").get(who)
        return figures if isinstance(figures, Mapping) else {}


def section_of(row: Mapping[str, Any]) -> str:
    group, name = str(row.get("group", "")), str(row.get("name", "")).lower()
    if name in OF_NAME:
        return OF_NAME[name]
    if group in SECTIONS:
        return SECTIONS[group]
    return INFERRING


def attack_row(row: Mapping[str, Any]) -> AttackRow:
    success, chance, tried = row.get("success"), row.get("chance"), row.get("tried", 0)
    return AttackRow(
        state=str(PILLS.get(row["state"], row["state"])),
        colour=COLOURS.get(row["state"], ""),
        title=findings.title_of(row),
        sentence=findings.sentence_of(row),
        tried=shown(tried) if tried else "",
        success=findings.share_words(success),
        interval=interval_words(success),
        chance=findings.share_words(chance),
        marks=marks(success, chance),
    )


def share_rows(rows: Rows, names: Mapping[str, str | Promise] | None = None) -> list[ShareRow]:
    """Rows {name, value, low, high, n, few} as they are drawn."""
    drawn = []
    for row in rows:
        if not isinstance(row, Mapping):
            continue
        few = bool(row.get("few"))
        drawn.append(
            ShareRow(
                name=str((names or {}).get(row.get("name", ""), row.get("name", ""))),
                count=shown(row.get("n", "")),
                share="" if few else findings.share_words(row),
                interval="" if few else interval_words(row),
                marks=marks(None) if few else marks(row),
                few=few,
            )
        )
    return drawn


def left_words(left: Mapping[str, Any] | None) -> str:
    """ "120 (89–160)": expected, and the interval."""
    if not left:
        return _("not measured")
    if left["most"] == "< 10":
        return "< 10"
    return f"{shown(left['expected'])} ({shown(left['low'])}–{shown(left['most'])})"


def interval_words(share: object) -> str:
    """The interval in per cent, its ends rounded outwards as on the page of the evidence."""
    if not isinstance(share, Mapping) or not isinstance(share.get("low"), int | float):
        return ""
    share = coarse_share(share)
    low = math.floor(round(1000 * share["low"], 6)) / 10
    high = math.ceil(round(1000 * share["high"], 6)) / 10
    return f"{low:.1f}–{high:.1f}"


def day_words(day: str) -> str:
    parsed = parse_date(day)
    return date_format(parsed, "DATE_FORMAT") if parsed else day


def _title(row: Mapping[str, Any]) -> str:
    titles = {choice.name: choice.title for choice in REPLACEMENT_CHOICES}
    titles[AS_IT_IS] = gettext_lazy("Originals")  # what a model learns that nothing was replaced in
    return str(titles.get(row.get("strategy", ""), row.get("strategy", "")))


def _score(row: Mapping[str, Any]) -> str:
    """ ".918 ± .004 (-.023)": mean and deviation on original texts, and what was lost."""
    score, delta = row.get("original"), row.get("delta")
    if not isinstance(score, Mapping):
        return str(row.get("why", ""))
    text = f"{score['mean']:.3f}"
    if score.get("deviation") is not None:
        text += f" ± {score['deviation']:.3f}"
    return f"{text} ({delta['mean']:+.3f})" if isinstance(delta, Mapping) else text
