"""The evidence for a release: what is known of reading, leaks, revision and recall, line by line.

Called by the release page. What needs every text to be read comes from the newest export, which is
also said to be out of date when something changed since.
"""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Export, JobStatus, Project
from annotation.services.figures import NO_BREAK, grouped
from annotation.services.release.checks import Check
from annotation.services.release.now import Now, changed_since
from annotation.services.release.recall_words import recall_checks
from annotation.services.revision.approvals import progress_of
from annotation.services.revision.coverage import Coverage
from annotation.services.revision.rules import GENERALISE, own_strategies
from annotation.services.storage.snapshots import one_snapshot


@dataclass(frozen=True, slots=True)
class Readiness:
    """What the release page says."""

    coverage: Coverage
    checks: list[Check]
    last: Export | None  # the newest finished export: the checks on texts are its
    stale: bool  # something changed since
    approved: int = 0  # dialogues whose replaced text a person has approved, as it is now

    @property
    def heading(self) -> str:
        """What the page says first: what would leave, and that nobody vouches for it."""
        if self.last is None or (self.blocked and not self.held_back):
            if not self.blocked:
                return _("Not checked yet")
            return ngettext(
                "%(n)s thing keeps dialogues back", "%(n)s things keep dialogues back", self.blocked
            ) % {"n": grouped(self.blocked)}
        if not self.warns and self.approved >= self.coverage.dialogues:
            return _("Nothing known stands in the way")
        leave = ngettext(
            "%(n)s dialogue would leave", "%(n)s dialogues would leave", self.written
        ) % {"n": grouped(self.written)}
        if not self.approved:
            return _("%(leave)s; none was approved by a person") % {"leave": leave}
        approved = ngettext(
            "%(n)s of %(all)s is approved by a person",
            "%(n)s of %(all)s are approved by a person",
            self.approved,
        ) % {"n": grouped(self.approved), "all": grouped(self.coverage.dialogues)}
        return f"{leave}; {approved}"

    @property
    def tells_how_many(self) -> bool:
        """Whether its heading says how many dialogues leave."""
        return self.last is not None and (not self.blocked or bool(self.held_back))

    @property
    def warns(self) -> bool:
        """Whether something is to be done before a file is worth writing."""
        return bool(self.blocked or self.exceeds)

    @property
    def worst_first(self) -> list[Check]:
        """The checks as the page lists them: what blocks stands above what warns, and within each
        the gravest first."""
        order = ("block", "warn", "", "ok")
        return sorted(self.checks, key=lambda check: (order.index(check.state), not check.grave))

    @property
    def held_back(self) -> int:
        """How many dialogues the newest file lacks."""
        return len(self.last.summary.get("held_back", {})) if self.last else 0

    @property
    def written(self) -> int:
        """How many dialogues the newest file has."""
        return self.last.summary["dialogues"] if self.last else 0

    @property
    def asks_a_signature(self) -> bool:
        """Whether the newest file was to be signed, or is."""
        return bool(self.last and (self.last.to_sign or self.last.signatures.all()))

    @property
    def blocked(self) -> int:
        """Of what keeps single dialogues back."""
        return sum(check.state == "block" and not check.is_limit for check in self.checks)

    @property
    def exceeds(self) -> int:
        """Limits of the manager that are not kept."""
        return sum(check.state == "block" and check.is_limit for check in self.checks)


@one_snapshot()
def readiness_of(project: Project, now: Now | None = None) -> Readiness:
    """The evidence as far as it is known; a fixed number of queries. `now`: what the page has
    looked up already."""
    now = now or Now(project)
    coverage = now.coverage
    done = project.exports.filter(status=JobStatus.DONE)
    last = done.prefetch_related("signatures__user").first()
    stale = last is not None and bool(changed_since(now, last))
    approved = progress_of(project)
    checks = [
        _unread(coverage),
        *_unsettled(coverage),
        *_held(project, last),
        _approved(*approved),
        *recall_checks(now),
        *_left_on_purpose(project),
        *_told_coarser(project),
    ]
    return Readiness(coverage, checks, last, stale, approved[0])


def _unread(coverage: Coverage) -> Check:
    state = "block" if coverage.nobody else ("warn" if coverage.machine else "ok")
    line = ngettext(
        "%(people)s turn read by people%(sum)s; %(machine)s only by the model",
        "%(people)s turns read by people%(sum)s; %(machine)s only by the model",
        coverage.people,
    ) % {
        "people": grouped(coverage.people),
        "sum": _by_purpose(coverage),
        "machine": grouped(coverage.machine),
    }
    if coverage.machine and not coverage.nobody:
        return Check(state, _("Turns that only the model has read"), line, _turns(coverage.machine))
    return Check(state, _("Turns that nobody has read"), line, _turns(coverage.nobody))


def _by_purpose(coverage: Coverage) -> str:
    """What the turns that people read are for, as a sum in brackets; "" where all were asked."""
    rest = coverage.people - coverage.tested - coverage.aside
    if rest == coverage.people:
        return ""
    counts = {
        _("%(n)s to label"): rest,
        _("%(n)s kept to measure"): coverage.tested,
        _("%(n)s only replaced"): coverage.aside,
    }
    parts = [words % {"n": grouped(n)} for words, n in counts.items() if n]
    return f" ({' + '.join(parts)})"


def _unsettled(coverage: Coverage) -> list[Check]:
    """Turns that people read without agreeing; no line without any."""
    if not coverage.unsettled:
        return []
    line = ngettext(
        "Read by several people who differ: %(differ)s; by one, and another is to say: %(waiting)s",
        "Read by several people who differ: %(differ)s; by one, and another is to say: %(waiting)s",
        coverage.unsettled,
    ) % {"differ": grouped(coverage.differ), "waiting": grouped(coverage.waiting)}
    title = _("Turns that are read and not settled")
    return [Check("block", title, line, _turns(coverage.unsettled))]


def _held(project: Project, last: Export | None) -> list[Check]:
    """What the newest file held back, by reason; one query."""
    held = last.summary.get("held_back", {}) if last else {}
    there = set(project.dialogues.filter(pk__in=list(held)).values_list("pk", flat=True))

    def counted(title: str, line: str, *reasons: str) -> Check:
        if last is None:
            return Check("", title, line, "–")
        found = [int(pk) for pk, why in held.items() if not set(reasons).isdisjoint(why)]
        first = next((pk for pk in found if pk in there), None)
        state = "block" if found else "ok"
        return Check(state, title, line, _dialogues(len(found)), dialogue=first)

    leak = _("Every original of the project, searched in each dialogue as it is written")
    revision = _("Dialogues with a blocking issue open")
    leaks, blocked, twice = {"leak", "known"}, 0, 0
    for why in held.values():
        blocked += "block" in why
        twice += "block" in why and not leaks.isdisjoint(why)
    if 1 < twice == blocked:
        revision += "; " + _("all %(n)s are also in the leak search") % {"n": grouped(twice)}
    elif twice:
        also = ngettext(
            "%(n)s of them is also in the leak search",
            "%(n)s of them are also in the leak search",
            twice,
        )
        revision += "; " + also % {"n": grouped(twice)}
    return [
        counted(_("Leak search"), leak, *leaks),
        counted(_("Revision"), revision, "block"),
    ]


def _dialogues(n: int) -> str:
    return ngettext("%(n)s dialogue", "%(n)s dialogues", n) % {"n": grouped(n)}


def _turns(n: int) -> str:
    return ngettext("%(n)s turn", "%(n)s turns", n) % {"n": grouped(n)}


def _approved(done: int, total: int) -> Check:
    line = _("Dialogues whose replaced text a person has approved")
    state = "ok" if total and done == total else "warn"
    title = _("Approval") if done else _("Nobody has approved any text")
    figure = _("%(done)s of %(all)s") % {"done": grouped(done), "all": grouped(total)}
    return Check(state, title, line, figure, grave=True)


def _left_on_purpose(project: Project) -> list[Check]:
    """What a q below 1 leaves, whoever has read it."""
    q = project.replacement_q
    if q >= 1:
        return []
    line = _(
        "q = %(q)s: so many items stay as they were said, drawn by chance, for research only. Each "
        "file has to be confirmed"
    ) % {"q": number_format(q)}
    figure = f"{number_format(round(100 * (1 - q), 1), 1)}{NO_BREAK}%"
    return [Check("warn", _("Left as it was on purpose"), line, figure)]


def _told_coarser(project: Project) -> list[Check]:
    """Which labels are told in a coarser way: that is the truth; no line without any."""
    own = own_strategies(project)
    labels = sorted(name for name, strategy in own.items() if strategy == GENERALISE)
    if project.replacement == GENERALISE:
        labels = [_("all without a strategy of their own"), *labels]
    if not labels:
        return []
    line = _(
        "True and coarser: %(labels)s. Put together, and with what is known from elsewhere, such "
        "values may single out a person"
    ) % {"labels": ", ".join(labels)}
    figure = grouped(len(labels))
    return [Check("warn", _("Still told on purpose"), line, figure, of_labels=True)]
