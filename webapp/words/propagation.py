"""What the panel of every occurrence says: kinds of occurrences, pills, buttons, what was done."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.services.labelling.occurrences import (
    ALREADY,
    CLEAR,
    DENIED,
    FINISHED,
    KINDS,
    MOST,
    NEW,
    OVERLAPS,
    PROPOSED,
    RELABEL,
    SCOPES,
    SHOWN,
    Hit,
    Plan,
)
from annotation.services.labelling.propagation import CLEAR_EVERY
from webapp.forms.propagation import USUAL
from webapp.templatetags.spans import label_name


@dataclass(frozen=True, slots=True)
class Line:
    """An occurrence in the list. `is_elsewhere`: in another dialogue than the one before it."""

    hit: Hit
    pill: str
    is_ticked: bool
    is_elsewhere: bool


@dataclass(frozen=True, slots=True)
class Group:
    """All occurrences of a kind, which one tick takes in or leaves out."""

    kind: str
    count: int
    words: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """A plan as the panel shows it: `what` is done to the kind that is usual for it."""

    plan: Plan
    what: str

    @property
    def scopes(self) -> list[tuple[str, str, str, int]]:
        """Each scope: its value, its name, how much stands in it, its key."""
        names = {"turn": _("Turn"), "dialogue": _("Dialogue"), "project": _("Project")}
        totals = self.plan.totals
        return [
            (scope, names[scope], f"{MOST}+" if totals[scope] > MOST else str(totals[scope]), key)
            for key, scope in enumerate(SCOPES, 1)
        ]

    @property
    def chosen(self) -> int:
        return self.plan.counts[USUAL[self.what]]

    @property
    def already(self) -> int:
        return self.plan.counts[ALREADY]

    @property
    def button(self) -> str:
        return button_words(self.what, self.chosen)

    @property
    def buttons(self) -> tuple[str, str]:
        """The main button for one and for any number, which the page fills in."""
        return button_words(self.what, 1), button_words(self.what, 2).replace("2", "{n}")

    @property
    def groups(self) -> list[Group]:
        counts, usual = self.plan.counts, USUAL[self.what]
        return [
            Group(kind, counts[kind], _kind_words(kind, counts[kind]), kind == usual)
            for kind in sorted(KINDS, key=lambda kind: kind != usual)
            if counts[kind]
        ]

    @property
    def lines(self) -> list[Line]:
        usual = USUAL[self.what]
        lines: list[Line] = []
        dialogue = 0
        for hit in (hit for hit in self.plan.hits if hit.kind in KINDS):
            here = hit.place.turn.dialogue
            lines.append(Line(hit, _pill_words(hit), hit.kind == usual, here != dialogue))
            dialogue = here
            if len(lines) == SHOWN:
                break
        return lines

    @property
    def dialogues(self) -> list[int]:
        """Whose words the list shows."""
        return [line.hit.place.turn.dialogue for line in self.lines]

    @property
    def unlisted(self) -> int:
        return max(0, sum(group.count for group in self.groups) - SHOWN)

    @property
    def spoken(self) -> str:
        """What a screen reader hears before anything is done."""
        words = [
            group.words if group.is_ticked else _("%(words)s: kept.") % {"words": group.words}
            for group in self.groups
        ]
        act = _("Enter does it, Escape closes.") if self.chosen else _("Escape closes.")
        return " ".join([button_words(self.what, self.chosen) + ".", *words, act])


def button_words(what: str, n: int) -> str:
    names = {
        "label": ngettext("Label %(n)s", "Label %(n)s", n),
        "relabel": ngettext("Relabel %(n)s", "Relabel %(n)s", n),
        "clear": ngettext("Clear %(n)s", "Clear %(n)s", n),
    }
    return names[what] % {"n": n}


def done_words(kind: str, n: int, turns: int) -> str:
    if kind == CLEAR_EVERY:
        done = ngettext("Cleared %(n)s label", "Cleared %(n)s labels", n)
    else:
        done = ngettext("Labelled %(n)s occurrence", "Labelled %(n)s occurrences", n)
    where = ngettext("in %(n)s turn", "in %(n)s turns", turns)
    return f"{done % {'n': n}} {where % {'n': turns}}."


def _kind_words(kind: str, n: int) -> str:
    words: dict[str, Callable[[], str]] = {
        NEW: lambda: ngettext("%(n)s without a label", "%(n)s without a label", n),
        CLEAR: lambda: ngettext("%(n)s with a label of yours", "%(n)s with a label of yours", n),
        RELABEL: lambda: ngettext("%(n)s has another label", "%(n)s have another label", n),
        OVERLAPS: lambda: ngettext(
            "%(n)s overlaps a label of yours", "%(n)s overlap labels of yours", n
        ),
        PROPOSED: lambda: ngettext(
            "%(n)s is proposed otherwise", "%(n)s are proposed otherwise", n
        ),
        DENIED: lambda: ngettext("%(n)s you rejected", "%(n)s you rejected", n),
        FINISHED: lambda: ngettext(
            "%(n)s in a turn that you finished: it would change what the model learns",
            "%(n)s in turns that you finished: it would change what the model learns",
            n,
        ),
    }
    return words[kind]() % {"n": n}


def _pill_words(hit: Hit) -> str:
    name = label_name(hit.other.name) if hit.other else ""
    if hit.kind == FINISHED:
        return _("turn finished")
    if hit.kind == DENIED:
        return _("rejected by you")
    if hit.kind == PROPOSED:
        return _("proposed: %(label)s") % {"label": name}
    if hit.kind == OVERLAPS:
        return _("overlaps %(label)s") % {"label": name}
    if hit.kind in {RELABEL, CLEAR}:
        return name
    return ""
