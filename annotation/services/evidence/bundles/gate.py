"""The gate in front of a bundle: every check that has something to say, and what keeps it shut.

A warning asks the signer for a reason; a limit that blocks asks a named person to lift it, in
writing. What is not measured, or changed since, nobody can sign. Called by `signing` and the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.audit.sequential import NOT_SHOWN, SHOWN
from annotation.evidence.bundle.few import small
from annotation.models import Export, JobStatus, Measurement, Project
from annotation.services.evidence.bundles import findings
from annotation.services.evidence.bundles.leaving import KEPT
from annotation.services.evidence.bundles.terms import missing, said_in, terms_of
from annotation.services.evidence.head import is_of_another
from annotation.services.evidence.measurements import (
    BY_STRATEGY,
    is_stale,
    newest,
    strategy_of,
)
from annotation.services.evidence.remains.intruder import intruder_state
from annotation.services.evidence.remains.measuring import remains_state
from annotation.services.evidence.second_readings.report import second_reading_state
from annotation.services.figures import grouped
from annotation.services.guidance import guidelines
from annotation.services.release.checks import Check
from annotation.services.release.departures import told_by
from annotation.services.release.evidence import readiness_of
from annotation.services.release.now import Now, why_stale
from annotation.services.release.outgoing import MARKED
from annotation.services.revision.known import originals_of
from annotation.services.revision.lexicon import rows_ever
from surrogates.search.corpus import shows_known

OK, WARN, BLOCK = "ok", "warn", "block"
NEEDED = (Measurement.Kind.RECALL, Measurement.Kind.ATTACK)  # before anybody signs
LIMITED = ("parrot",)  # attacks that point at what was missed: reading their turns mends it
Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the gate."""

    name: str  # for programs and forms; of letters and hyphens
    state: str  # ok, warn or block
    title: str
    line: str
    figure: str
    is_plain: bool = False  # its numbers count labels and attacks, or were hidden before
    is_held: bool = False  # it is about dialogues that are not in the file
    part: str = ""  # of the evidence page that tells more
    of_model: bool = False  # a limit of what the model alone has read

    @property
    def asks(self) -> bool:
        """Whether somebody has to give a reason, or to lift it in writing."""
        return self.state in (WARN, BLOCK)


@dataclass(frozen=True, slots=True)
class Gate:
    """What stands before a file: lines to answer, and what nobody can answer away."""

    export: Export
    lines: list[Line]
    shut: list[str]  # why nobody can sign now, in sentences
    measured: dict[str, Measurement]  # kind -> its newest figures, where they are of today
    now: Now  # what was looked up for it
    can_measure: bool = False  # what shuts it is opened by measuring this file

    @property
    def asking(self) -> list[Line]:
        """The lines that ask for words, what blocks first."""
        return sorted((each for each in self.lines if each.asks), key=lambda each: each.state)

    @property
    def passed(self) -> list[Line]:
        return [each for each in self.lines if not each.asks]

    def figures(self, kind: str) -> Figures | None:
        row = self.measured.get(kind)
        return row.figures if row is not None else None


def gate_of(export: Export, *, counted: bool = False) -> Gate:
    """The gate of a file as things are now; a fixed number of queries. counted: for a page."""
    project, now = export.project, Now(export.project, counted)
    rows = {kind: newest(project, kind) for kind in Measurement.Kind.values}
    measured = {
        kind: row for kind, row in rows.items() if row is not None and not is_stale(row, now.stamp)
    }
    lines = [
        *known_lines(project, now),
        *attack_lines(measured),
        _second_reading(project, now),
        *_other_measures(project, rows, measured, now),
        *_of_another(export, measured),
        *_of_file(export),
        *_words(project),
        *_intruders(project),
    ]
    spent, unmeasured = _spent(export, now), _unmeasured(export, rows, measured)
    can_measure = bool(unmeasured) and not spent
    return Gate(export, _named_apart(lines), spent or unmeasured, measured, now, can_measure)


def _spent(export: Export, now: Now) -> list[str]:
    """Why nobody can sign the file, whatever is measured."""
    if terms_of(export.project).destroyed_at:
        return [_("Key and originals of this project are destroyed: nothing leaves it anew.")]
    if export.status != JobStatus.DONE or export.summary.get("withdrawn") or not export.path:
        return [_("There is no file to sign.")]
    why = []
    if stale := why_stale(now, export):
        why.append(stale)
    if not export.departures.exists():
        why.append(_("The file is of an older version: write it again, then sign."))
    return why


def _unmeasured(
    export: Export, rows: dict[str, Measurement | None], measured: dict[str, Measurement]
) -> list[str]:
    """What has to be measured before anybody signs."""
    why = []
    for kind in BY_STRATEGY:
        row = rows[kind]
        if row is not None and strategy_of(row, export.project) != export.strategy:
            text = _(
                "Measured on what another strategy writes: %(kind)s. Measure it for this file."
            )
            why.append(text % {"kind": Measurement.Kind(kind).label})
    tried = measured.get(Measurement.Kind.ATTACK)
    is_marked = export.spans == MARKED
    if tried is not None and tried.figures.get("marked", is_marked) != is_marked:
        text = _(
            "Attacks were tried as if spans were marked, and this file marks none: measure again."
        )
        if is_marked:
            text = _("This file marks spans, and attacks were tried without marks: measure again.")
        why.append(text)
    for kind in NEEDED:
        if rows[kind] is None:
            text = _("Not measured: %(kind)s. A file is not signed before its evidence.")
            why.append(text % {"kind": Measurement.Kind(kind).label})
        elif kind not in measured:
            text = _("Something changed since this was measured: %(kind)s. Measure it again.")
            why.append(text % {"kind": Measurement.Kind(kind).label})
    return why


def known_lines(project: Project, now: Now | None = None) -> list[Line]:
    """The lines of the release page, by names that no language changes."""
    now = now or Now(project)
    checks = readiness_of(project, now).checks
    with translation.override("en"):
        names = [slugify(check.title) for check in readiness_of(project, now).checks]
    return [
        Line(
            name,
            _state_of(check),
            check.title,
            _line_of(check),
            check.figure,
            check.of_labels,
            _is_held(check),
            check.part,
            check.of_model,
        )
        for name, check in zip(names, checks, strict=True)
    ]


def _line_of(check: Check) -> str:
    """What is meant; of what is held back, that it is."""
    return (
        _("%(line)s. All are held back.") % {"line": check.line} if _is_held(check) else check.line
    )


def _is_held(check: Check) -> bool:
    return check.state == BLOCK and not check.is_limit


def _state_of(check: Check) -> str:
    """What is held back is not in the file: it is no limit to lift, but asks for a reason."""
    if _is_held(check):
        return WARN
    return check.state if check.state in (OK, WARN, BLOCK) else WARN


def attack_lines(measured: dict[str, Measurement]) -> list[Line]:
    row = measured.get(Measurement.Kind.ATTACK)
    if row is None:
        return []
    lines = [
        Line(
            f"attack-{slugify(str(found.get('name', '')))}",
            BLOCK if found.get("name") in LIMITED else WARN,
            _("Attack that tells something: %(name)s") % {"name": findings.title_of(found)},
            findings.sentence_of(found),
            findings.share_words(found.get("success")) or "–",
            is_plain=True,
            part="attacks",
        )
        for found in map(findings.as_it_leaves, findings.told(row.figures))
    ]
    if missed := findings.not_run(row.figures):
        n = len(missed)
        text = ngettext(
            "%(n)s attack could not be run, and is not passed",
            "%(n)s attacks could not be run, and are not passed",
            n,
        )
        names = ", ".join(findings.title_of(each) for each in missed)
        title = text % {"n": grouped(n)}
        lines.append(
            Line("attacks-not-run", WARN, title, names, grouped(n), is_plain=True, part="attacks")
        )
    if not lines:
        lines.append(Line("attacks", OK, _("Attacks"), _("None tells more than chance"), "–"))
    return lines


def _second_reading(project: Project, now: Now) -> Line:
    """Whether a second reading was drawn by chance, and whether it shows what it was to show."""
    title, name, part = _("Second reading"), "second-reading", "second_reading"
    state = second_reading_state(project, now.sums)
    if not state["drawn"]:
        line = _("No turns were drawn for a second reader")
        return Line(name, WARN, title, line, "–", part=part)
    figure = _("%(done)s of %(all)s") % {
        "done": grouped(state["drawn"] - state["waiting"]),
        "all": grouped(state["drawn"]),
    }
    line = _("Turns drawn by chance, read twice")
    if state["outcome"] == NOT_SHOWN:
        line = _("Read twice, and readers miss more than was to be shown")
    is_shown = state["outcome"] == SHOWN
    return Line(name, OK if is_shown else WARN, title, line, figure, part=part)


def _other_measures(
    project: Project,
    rows: dict[str, Measurement | None],
    measured: dict[str, Measurement],
    now: Now,
) -> list[Line]:
    """What may be measured, and was not, or not of what there is now; and a limit it breaks."""
    lines = []
    for kind in map(Measurement.Kind, KEPT):
        if kind == Measurement.Kind.REMAINS and kind in measured:
            lines += remains_lines(project, now)
        if kind in NEEDED or kind in measured:
            continue
        old = rows[kind] is not None
        line = _("Something changed since it was measured") if old else _("Not measured")
        lines.append(Line(f"measure-{kind}", WARN, str(kind.label).capitalize(), line, "–"))
    return lines


def remains_lines(project: Project, now: Now) -> list[Line]:
    """Whether what stays and tells keeps to the manager's limit."""
    state = remains_state(project, now.stamp)
    title = str(Measurement.Kind.REMAINS.label).capitalize()
    figure = str(small(len(state.below))) if state.below else "–"
    line = state.sentence
    if state.below:  # the limit is no count: it is printed as it is, behind a sign
        line = _("Dialogues that too few people fit (k < %(k)s)") % {"k": project.fewest_people}
    return [Line("remains", state.state, title, line, figure)]


def _of_another(export: Export, measured: dict[str, Measurement]) -> list[Line]:
    """Recall says what is left in the file that there was: another was measured before this one."""
    row = measured.get(Measurement.Kind.RECALL)
    if row is None or not is_of_another(row, export):
        return []
    was, now = row.figures["file"]["all"]["dialogues"], export.summary["dialogues"]
    line = _(
        "Recall was measured for %(was)s dialogues, and this file holds %(now)s: measure again"
    ) % {"was": grouped(was), "now": grouped(now)}
    title = _("What is left was measured for another file")
    return [Line("recall-of-another", WARN, title, line, "–")]


def _of_file(export: Export) -> list[Line]:
    """What the file itself tells on purpose."""
    lines = []
    if export.spans == MARKED:
        line = _("Every name in the file that is not marked is real")
        lines.append(Line("spans-marked", WARN, _("Spans are marked"), line, "–"))
    shown = told_by(export.summary)
    if shown.dialogues:
        line = _("Another file of these dialogues has left: a diff of both shows words that differ")
        title = _("Difference of two files")
        lines.append(Line("difference", WARN, title, line, str(small(shown.words))))
    return lines


def quoting(project: Project) -> Callable[[Sequence[str]], bool]:
    """Whether texts that travel beside a file say what is labelled in a dialogue."""
    known = originals_of(project, rows_ever(project))
    return lambda texts: known is not None and shows_known(known, texts, project.lang)


def _words(project: Project) -> list[Line]:
    """What travels beside the file: terms and guidelines, which may quote what somebody said."""
    terms, lines = terms_of(project), []
    if absent := missing(terms):
        line = _("Nobody has said: %(what)s") % {"what": ", ".join(absent)}
        lines.append(Line("terms", WARN, _("Terms"), line, grouped(len(absent)), is_plain=True))
    line = _("They travel with the file, and say what is labelled in a dialogue")
    quotes = quoting(project)
    if quotes(said_in(terms)):
        lines.append(Line("terms-quote", BLOCK, _("Words of the terms"), line, "–"))
    guideline = guidelines.newest(project)
    if guideline is not None and quotes([guideline.text]):
        lines.append(Line("guidelines", BLOCK, _("Guidelines"), line, "–"))
    return lines


def _intruders(project: Project) -> list[Line]:
    """What people found who tried to say who it is; no line where nobody has tried."""
    tries = intruder_state(project)
    if not tries.tried:
        return []
    values = {"n": small(tries.right), "tried": small(tries.tried)}
    text = _("%(n)s of %(tried)s tries found something rightly")
    if tries.waiting and not tries.right:
        values["n"] = small(tries.waiting)
        text = _("%(n)s of %(tried)s answers still have no score")
    state = WARN if tries.right or tries.waiting else OK
    return [Line("intruder", state, _("A motivated intruder"), text % values, str(values["n"]))]


def _named_apart(lines: list[Line]) -> list[Line]:
    """Names are keys of a form: two checks of one title get numbers."""
    seen: dict[str, int] = {}
    named = []
    for each in lines:
        seen[each.name] = seen.get(each.name, 0) + 1
        n = seen[each.name]
        named.append(each if n == 1 else replace(each, name=f"{each.name}-{n}"))
    return named
