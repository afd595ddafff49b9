"""What the template of the data sheet shows: rows, printed numbers and places of marks.

Called by `writing`. Everything comes from the evidence but the letters of labels and the limit that
recall is held against, which are the project's; the order is the regulators': singling out,
linkability, inference, and then use [WP216].
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.evidence.bundle.methods import findings_of
from annotation.evidence.bundle.pictures import Square, marks, squares
from annotation.evidence.utility.types import AT
from annotation.services.evidence.bundles.drawn import (
    COLOURS,
    INFERRING,
    LINKING,
    PILLS,
    SINGLING,
    Attacks,
    Shares,
    attack_row,
    section_of,
    shares_of,
)
from annotation.services.evidence.bundles.plain_rows import (
    EpsilonRow,
    Used,
    day_words,
    epsilon_row,
    exposure_rows,
    exposure_sentence,
    fits_all,
    label_words,
    language_words,
    remains_rows,
    shown,
    used_row,
)
from annotation.services.evidence.bundles.reading import MODEL
from annotation.services.evidence.bundles.terms import WANTED
from annotation.services.figures import percent
from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.release.exports import FORMATS
from annotation.services.revision.rules import AS_IT_IS

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
# How a file replaces, for who has never seen the program.
REPLACED_BY = {
    "entity": gettext_lazy("one surrogate for each person or thing, kept through a dialogue"),
    "word": gettext_lazy("another word of its kind, drawn anew each time"),
    "dissociation": gettext_lazy("a word that others said here, drawn anew each time"),
    "generalise": gettext_lazy("what is true and says less"),
    "indexed": gettext_lazy("its label and a number, as [NAME_1]"),
    "named": gettext_lazy("one fixed stand-in for each label"),
    "typed": gettext_lazy("its label alone, as [NAME]"),
    "redact": gettext_lazy("a black bar"),
    AS_IT_IS: gettext_lazy("nothing: items stay as they were said"),
}
INTRUDER = (
    ("tried", gettext_lazy("Dialogues tried")),
    ("people", gettext_lazy("People who tried")),
    ("scored", gettext_lazy("Answers that were scored")),
    ("right", gettext_lazy("Who, where or which event rightly")),
    ("near", gettext_lazy("Others that an answer narrows")),
    ("sure_and_wrong", gettext_lazy("Sure and wrong")),
    ("minutes", gettext_lazy("Minutes, all together")),
)


@dataclass(frozen=True)
class Sheet:
    """The sheet of a bundle; `limit`: the least share of a label that the project asks to find."""

    facts: Mapping[str, Any]
    sums: Mapping[str, str]
    letters: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    limit: float | None = None

    @property
    def foot(self) -> SafeString:
        """The title as a string of CSS, for the foot of each printed page."""
        kept = re.sub(r"[^\w ]", lambda found: f"\\{ord(found.group()):x} ", self.facts["title"])
        return mark_safe(kept)  # letters, digits and spaces alone are as they were

    @cached_property
    def squares(self) -> list[Square]:
        return squares(self.facts["picture"]) if self.facts["picture"] else []

    @property
    def picture_title(self) -> str:
        return picture_title(self.facts)

    @property
    def picture_told(self) -> str:
        return picture_told(self.facts)

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
        """Of all that leave: what is known of a part, and more."""
        if not self.facts["left"] and (part := _of_model(self.facts)):
            return _("%(n)s and more") % {"n": shown(part["expected"])}
        return left_words(self.facts["left"])

    @property
    def holding(self) -> str:
        """Dialogues with one or more item left, as expected; "" where that was not measured."""
        left = self.facts["left"] or _of_model(self.facts)
        return shown(left["dialogues"]) if left and left["dialogues"] is not None else ""

    @property
    def counts(self) -> dict[str, str]:
        return {name: shown(value) for name, value in self.facts["counts"].items()}

    @property
    def file(self) -> dict[str, object]:
        file = self.facts["file"]
        titles = {choice.name: choice.title for choice in (*FORMATS, *REPLACEMENT_CHOICES)}
        exceptions = [
            f"{label_words(label)}: {titles.get(each, each)}"
            for label, each in sorted(file["by_label"].items())
        ]
        return {
            "format": titles.get(file["format"], file["format"]),
            "language": language_words(file["language"]),
            "strategy": REPLACED_BY.get(file["strategy"], file["strategy"]),
            "exceptions": ", ".join(exceptions),
            "labels": ", ".join(sorted(label_words(each) for each in self.facts["labels"])),
            "measured": self._measured_day,
            "signed": day_words(self.facts["made"]),
            "again_by": day_words(self.facts["terms"]["again_by"]),
        }

    @property
    def unsaid(self) -> str:
        """What a recipient needs to know and nobody has said: "whom to ask, ..."."""
        said = self.facts["domain"] | {"licence": self.facts["terms"]["licence"]}
        said["key_holder"] = said["key"]
        return ", ".join(str(words) for name, words in WANTED.items() if not said[name])

    @property
    def held(self) -> dict[str, object]:
        held = self.facts["held_back"]
        rows = [(row["reason"], shown(row["dialogues"])) for row in held["why"]]
        whole = shown(held["dialogues"])
        return {"whole": _("about %(n)s") % {"n": whole} if held["about"] else whole, "rows": rows}

    @property
    def same_reason(self) -> Mapping[str, str] | None:
        """The words that stand under every line that was answered, where they are the same."""
        said = [line["reasons"] for line in self.facts["gate"] if line["reasons"]]
        if len(said) < 2 or len(said[0]) != 1 or any(each != said[0] for each in said):
            return None
        reason: Mapping[str, str] = said[0][0]
        return reason

    @property
    def gate(self) -> list[dict[str, object]]:
        same = self.same_reason
        return [
            {
                **line,
                "word": PILLS[line["state"]],
                "colour": COLOURS[line["state"]],
                "figure": "" if line["figure"] == "–" else line["figure"],
                "reasons": [] if same else line["reasons"],
            }
            for line in self.facts["gate"]
        ]

    @property
    def lifted(self) -> list[dict[str, object]]:
        """The limits that were lifted; words that were said to several stand once, at the last, and
        those of the signature itself are not said again."""
        lines = [line for line in self.facts["gate"] if line["state"] == "lifted"]
        after = [*(line["reasons"] for line in lines[1:]), None][: len(lines)]
        signed = {(each["name"], each["words"]) for each in self.facts["signatures"]}
        return [
            {
                **line,
                "reasons": [
                    {**each, "same": (each["by"], each["words"]) in signed}
                    for each in line["reasons"]
                    if line["reasons"] != next_reasons
                ],
            }
            for line, next_reasons in zip(lines, after, strict=True)
        ]

    @property
    def labels(self) -> Shares:
        """What the model finds of each label, the worst first."""
        return self._shares("model", "labels")

    @property
    def readers(self) -> Shares:
        return self._shares("readers", "labels")

    @property
    def people(self) -> Shares:
        return shares_of(self._recall("model").get("people", []), ROLES)

    @property
    def limit_words(self) -> str:
        return "" if self.limit is None else percent(self.limit)

    @property
    def limit_place(self) -> float | None:
        return marks(self.limit).mid

    @property
    def sections(self) -> dict[str, Attacks]:
        """Attacks by what they are about."""
        found: dict[str, Attacks] = {each: Attacks([]) for each in (SINGLING, LINKING, INFERRING)}
        for row in findings_of(self._figures("attack")):
            found[section_of(row)].rows.append(attack_row(row))
        return found

    @property
    def remains(self) -> list[tuple[str, str]]:
        return remains_rows(self._figures("remains"))

    @property
    def fits(self) -> str:
        return fits_all(self._figures("remains"))

    @property
    def intruder(self) -> list[tuple[str, str]]:
        """What people found who tried to say who it is; none where nobody has tried."""
        found = self.facts.get("intruder") or {}
        return [(str(title), shown(found[name])) for name, title in INTRUDER if name in found]

    @property
    def utility(self) -> list[Used]:
        """Of each strategy: what a model scores that learnt from it, and what it lost."""
        figures = self._figures("utility")
        rows = [row for row in figures.get("rows", []) if isinstance(row, Mapping)]
        this = self.facts["file"]["strategy"]
        return [
            used_row(row, this)
            for row in rows
            if AT not in row["strategy"] and ("original" in row or "why" in row)
        ]

    @property
    def measure(self) -> str:
        """What use is measured in: span F1, or the accuracy of answers."""
        return str(self._figures("utility").get("measure", "F1"))

    @property
    def use_words(self) -> str:
        """What is measured, and how often: "span F1 from 0 to 1, mean ± deviation of 3"."""
        values = {"measure": self.measure, "n": self._figures("utility").get("repeats", 1)}
        return _("%(measure)s from 0 to 1, mean ± deviation of %(n)s") % values

    @property
    def exposure(self) -> list[tuple[str, str, str]]:
        rows = exposure_rows(self._figures("exposure"))
        return [(label_words(label), never, most) for label, never, most in rows]

    @property
    def exposure_sentence(self) -> str:
        return exposure_sentence(self._figures("exposure"))

    @cached_property
    def epsilon(self) -> list[EpsilonRow]:
        rows = (self.facts["epsilon"] or {}).get("labels", [])
        met = [each for who in ("model", "readers") for each in self._recall(who).get("labels", [])]
        few = {row["name"] for row in met if row.get("few")}
        few -= {row["name"] for row in met if not row.get("few")}
        return [epsilon_row(row, self.common, few) for row in rows]

    @cached_property
    def common(self) -> list[str]:
        """Why no label has an epsilon, where it is so of every one."""
        rows = (self.facts["epsilon"] or {}).get("labels", [])
        if len(rows) < 2:
            return []
        why = [row["why"].split("; ") for row in rows]
        return [each for each in why[0] if each and all(each in other for other in why)]

    @property
    def has_outside(self) -> bool:
        return any(row.outside for row in self.epsilon)

    @property
    def has_epsilon(self) -> bool:
        return any(row.epsilon for row in self.epsilon)

    @property
    def own_reasons(self) -> list[tuple[str, str]]:
        """("domain, other", why) of labels that have a reason of their own."""
        told: dict[str, list[str]] = {}
        for row in self.epsilon:
            if row.why and not row.epsilon:
                told.setdefault(row.why, []).append(row.label)
        return [(", ".join(labels), why) for why, labels in told.items()]

    @property
    def difference(self) -> dict[str, str] | None:
        one = self.facts["difference"]
        return {name: shown(value) for name, value in one.items()} if one else None

    @property
    def signatures(self) -> list[dict[str, str]]:
        roles = {"manager": _("manager"), "steward": _("data steward")}
        rows = []
        for each in self.facts["signatures"]:
            role = roles.get(each["role"], each["role"])
            same = role.casefold() == each["name"].casefold()
            rows.append({**each, "role": "" if same else role, "day": day_words(each["day"])})
        return rows

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

    def _shares(self, who: str, what: str) -> Shares:
        rows = self._recall(who).get(what, [])
        names = {row["name"]: label_words(row["name"]) for row in rows if isinstance(row, Mapping)}
        return shares_of(rows, names, self.letters)


def picture_title(facts: Mapping[str, Any]) -> str:
    """What the hundred squares are of; "" where there are none."""
    if not facts["picture"]:
        return ""
    if facts["left"]:
        return _("Of 100 items in this file")
    return _("Of 100 items in the turns that the model alone has read")


def picture_told(facts: Mapping[str, Any]) -> str:
    """What no square shows."""
    if not facts["picture"] or facts["left"]:
        return ""
    return _("What people overlooked in the other turns was not measured, and is in no square.")


def left_words(left: Mapping[str, Any] | None) -> str:
    """ "120 (89–160)": expected, and the interval."""
    if not left:
        return _("not measured")
    if left["most"] == "< 10":
        return shown(left["most"])
    return f"{shown(left['expected'])} ({shown(left['low'])}–{shown(left['most'])})"


def _of_model(facts: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What is expected to be left in the model's group."""
    return next((row["left"] for row in facts["reading"] if row["read_by"] == MODEL), None)
