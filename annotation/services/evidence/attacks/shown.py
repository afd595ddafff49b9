"""Attacks as the evidence page shows them: by group, each with a state, a sentence and a figure.

Called by `parts`, for the page. Reads the figures that `attacks` has kept, and nothing else.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.services.evidence.attacks.kinds import KindRow, kinds_of
from annotation.services.figures import grouped
from annotation.services.release.now import Now

GROUPS = {
    "survivors": gettext_lazy("What was missed"),
    "values": gettext_lazy("What surrogates say"),
    "coherence": gettext_lazy("The price of one story"),
    "people": gettext_lazy("Who it is"),
    "channels": gettext_lazy("Beside the text"),
}
TITLES = {
    "parrot-spans": gettext_lazy("Parrot, spans marked"),
    "parrot": gettext_lazy("Parrot, spans not marked"),
    "real-or-surrogate": gettext_lazy("Real or surrogate"),
    "two-files": gettext_lazy("Two files side by side"),
    "frequency": gettext_lazy("How often a word is drawn"),
    "membership": gettext_lazy("Whether a drawn word was said"),
    "guess": gettext_lazy("A guess from the surrogate"),
    "date-shift": gettext_lazy("One known date"),
    "weak-key": gettext_lazy("A key that is easily thought of"),
    "card-pieces": gettext_lazy("Pieces of card numbers"),
    "initials": gettext_lazy("Initials of names"),
    "said-once": gettext_lazy("Names said once"),
    "variants": gettext_lazy("Other ways to repeat a surrogate"),
    "linkage": gettext_lazy("One name over dialogues"),
    "style": gettext_lazy("The way of speaking"),
    "fragment": gettext_lazy("One utterance that was heard"),
    "attributes": gettext_lazy("Gender, age and place of a person"),
    "ids": gettext_lazy("Ids"),
    "order": gettext_lazy("Order of the dialogues"),
    "lengths": gettext_lazy("Lengths of surrogates"),
    "keys": gettext_lazy("Keys beside the turns"),
    "archive": gettext_lazy("The file around the text"),
    "report": gettext_lazy("Originals in the report"),
    "evidence": gettext_lazy("Originals in the evidence"),
}
# State -> words of the pill, and its colour.
STATES: dict[str, tuple[Promise, str]] = {
    "held": (gettext_lazy("Pass"), "ok"),
    "told": (gettext_lazy("Warn"), "warn"),
    "not run": (gettext_lazy("Not run"), ""),
}
NOTHING = (gettext_lazy("Nothing to try"), "none")


@dataclass(frozen=True, slots=True)
class Row:
    """One attack."""

    name: str
    title: str
    state: str
    colour: str
    sentence: str
    share: Mapping[str, float] | None
    chance: float | None
    tried: str
    kinds: list[KindRow]


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: list[Row]

    @property
    def told(self) -> bool:
        """Whether one of them tells something: the page shows these at once."""
        return any(row.colour == "warn" for row in self.rows)

    @property
    def summary(self) -> str:
        """How many ended how."""
        counts = Counter(row.state for row in self.rows)
        return ", ".join(f"{grouped(n)} {state.lower()}" for state, n in counts.items())


@dataclass(frozen=True, slots=True)
class Attacks:
    """All of one measurement."""

    groups: list[Group]
    not_run: str  # a sentence; "" where all were

    def counted(self, colour: str) -> int:
        """How many of them ended so."""
        return sum(row.colour == colour for group in self.groups for row in group.rows)


def read_attacks(_now: Now, figures: object) -> Attacks | None:
    """What the figures of the newest measurement say; None before the first."""
    if not isinstance(figures, Mapping):
        return None
    findings: list[Mapping[str, Any]] = figures.get("findings", [])
    groups = [
        Group(str(title), [_row(each) for each in findings if each["group"] == group])
        for group, title in GROUPS.items()
    ]
    missing = int(figures.get("not_run", 0))
    sentence = ngettext(
        "%(n)s was not run and is not passed.",
        "%(n)s were not run and are not passed.",
        missing,
    ) % {"n": grouped(missing)}
    return Attacks([each for each in groups if each.rows], sentence if missing else "")


def offers_nothing(finding: Mapping[str, Any]) -> bool:
    """Whether an attack held only because the file gives it nothing to try: that is no pass."""
    return finding["state"] == "held" and not finding.get("tried")


def _row(finding: Mapping[str, Any]) -> Row:
    state, colour = STATES[finding["state"]]
    if offers_nothing(finding):
        state, colour = NOTHING
    name = finding["name"]
    sentence = finding["why"] or finding["sentence"]
    said = _(sentence) % finding["values"] if sentence else ""
    return Row(
        name,
        str(TITLES.get(name, name)),
        str(state),
        colour,
        said,
        finding["success"],
        finding["chance"],
        _("%(n)s tried") % {"n": grouped(finding["tried"])} if finding["tried"] else "",
        kinds_of(finding),
    )
