"""What the part "Epsilon, or why not" of the evidence page says. Called by `parts`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.bounds.curve import Line
from annotation.evidence.bounds.lists import WordList
from annotation.evidence.bounds.names import list_title
from annotation.evidence.bounds.reasons import OFF_LIST, SENTENCES, UNKNOWN
from annotation.evidence.bounds.table import Bound
from annotation.evidence.errors import EvidenceError
from annotation.services.evidence.epsilon.known_figures import curve_of, f1_by_strategy
from annotation.services.evidence.epsilon.reckoning import (
    Answer,
    Question,
    marked_now,
    project_epsilon,
    reasons_of,
)
from annotation.services.figures import grouped, percent, short_share
from annotation.services.release.now import Now

SHOWN = 2  # lists of a label, the one with the rarest word first


@dataclass(frozen=True, slots=True)
class Row:
    """A label as the page shows it, every figure as text."""

    label: str
    lists: list[str]
    more: int  # lists that are not named
    p: str
    delta: str
    outside: str
    epsilon: str  # "" where there is none
    composed: str
    why: list[str]


@dataclass(frozen=True, slots=True)
class Shown:
    """The part; `rows` is empty before anything is labelled."""

    heading: str
    rows: list[Row]
    advice: str = ""
    common: Sequence[str] = ()  # reasons of every label, which the rows leave out
    lines: Sequence[Line] = ()  # what p buys, for the drawing
    p: float | None = None  # the lowest of all labels
    f1: Mapping[str, float] | None = None  # by strategy, where utility was measured
    f1_curve: Sequence[tuple[float, float]] = ()  # (p, F1) of `word`


def read_epsilon(now: Now, _figures: object = None) -> Shown:
    """The table of the project as it would be replaced now."""
    try:
        asked = Question(marked=marked_now(now.project))
        answer = project_epsilon(now.project, asked, now.sums)
    except EvidenceError:
        return Shown(_("Nothing is labelled yet"), [])
    shown = _shown(answer, _common(answer), f1_by_strategy(now.project))
    return replace(shown, f1_curve=curve_of(now.project))


def epsilon_of_file(now: Now, strategy: str) -> Shown:
    """The same of a file that marks no span; each row has all of its reasons. Raises Refused."""
    try:
        answer = project_epsilon(now.project, Question(strategy=strategy), now.sums)
    except EvidenceError:
        return Shown(_("Nothing is labelled yet"), [])
    return _shown(answer, [])


def _shown(answer: Answer, common: Sequence[str], f1: Mapping[str, float] | None = None) -> Shown:
    known = [row.p for row in answer.bounds.rows if row.p is not None]
    return Shown(
        _heading(answer),
        [_row(row, common) for row in answer.bounds.rows],
        _advice(answer),
        [_(SENTENCES[code]) for code in common if code != UNKNOWN],  # the advice says that one
        answer.lines,
        min(known, default=None),
        f1,
    )


def _heading(answer: Answer) -> str:
    without = sum(row.epsilon is None for row in answer.bounds.rows)
    if without == len(answer.bounds.rows):
        return _("No label has a finite epsilon")
    text = ngettext(
        "%(n)s label of %(all)s has no finite epsilon",
        "%(n)s labels of %(all)s have no finite epsilon",
        without,
    )
    return text % {"n": grouped(without), "all": grouped(len(answer.bounds.rows))}


def _advice(answer: Answer) -> str:
    if not answer.items:
        return _(
            "Nobody has measured how many items are missed. Without that share nothing can be said "
            "of any strategy."
        )
    text = ngettext(
        "p is the least that recall may be, measured on %(n)s item, times the share that is "
        "replaced on purpose.",
        "p is the least that recall may be, measured on %(n)s items, times the share that is "
        "replaced on purpose.",
        answer.items,
    )
    return text % {"n": grouped(answer.items)}


def _common(answer: Answer) -> list[str]:
    """The reasons that every label has; none where there is one label."""
    rows = answer.bounds.rows
    if len(rows) < 2:
        return []
    return [code for code in rows[0].why if code != OFF_LIST and all(code in r.why for r in rows)]


def _row(row: Bound, common: Sequence[str]) -> Row:
    return Row(
        label=row.label,
        lists=[_list(each) for each in row.lists[:SHOWN]],
        more=max(0, len(row.lists) - SHOWN),
        p="–" if row.p is None else short_share(row.p, 3),
        delta="–" if row.delta is None else short_share(row.delta, 3),
        outside="–" if row.outside is None else percent(row.outside),
        epsilon="" if row.epsilon is None else number_format(row.epsilon, 2),
        composed="" if row.composed is None else number_format(row.composed, 1),
        why=reasons_of(row, _, without=common),
    )


def _list(each: WordList) -> str:
    values = {"name": _(list_title(each.name)), "n": grouped(each.size)}
    if not each.size:
        return _("%(name)s: none") % values
    values["rarest"] = grouped(round(1 / each.smallest))
    return _("%(name)s: %(n)s, the rarest 1 in %(rarest)s") % values
