"""Whether a plain file may be taken, without its bundle: nothing it rests on changed, and every
limit that is broken was lifted by a named person, in writing.

Called by the download view, the API, the release page and `manage.py export_corpus`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.models import Bundle, Export, JobStatus, Measurement, Member, Project, User
from annotation.refusals import Refused
from annotation.services.access.record import Purpose, Viewer, write_view
from annotation.services.evidence.bundles.gate import (
    BLOCK,
    Line,
    attack_lines,
    known_lines,
    quoting,
    remains_lines,
)
from annotation.services.evidence.bundles.signing import (
    SHORTEST,
    SIGNERS,
    sealed_bundle,
    why_not_handed_out,
    written,
)
from annotation.services.evidence.measurements import is_stale, newest, strategy_of
from annotation.services.release.command_line import ProjectOrder
from annotation.services.release.evidence import Readiness, readiness_of
from annotation.services.release.exports import destroyed_on, note_taken
from annotation.services.release.now import Now, why_stale
from annotation.services.release.signatures import waits_for_signature
from annotation.services.revision.rules import AS_IT_IS

LIMITS = "limits"


def broken_limits(project: Project, strategy: str, now: Now | None = None) -> list[Line]:
    """Limits that a file of the strategy breaks, as far as it was measured; few queries.

    What another strategy writes was measured for says nothing of this file's attacks and details.
    """
    return [line for line in lines_of(project, strategy, now) if line.state == BLOCK]


def lines_of(project: Project, strategy: str, now: Now | None = None) -> list[Line]:
    """What is known of a file of the strategy before there is one: the lines of `broken_limits`,
    and those that warn or pass."""
    now = now or Now(project)
    return [*known_lines(project, now), *_of_strategy(project, strategy, now)]


def _of_strategy(project: Project, strategy: str, now: Now) -> list[Line]:
    """Attacks and details, where they were measured on what the strategy writes; an attack that
    held before something changed passes nothing now."""
    lines: list[Line] = []
    for kind in (Measurement.Kind.ATTACK, Measurement.Kind.REMAINS):
        row = newest(project, kind)
        if row is not None and strategy_of(row, project) == strategy:
            is_attack = kind == Measurement.Kind.ATTACK
            found = attack_lines({kind: row}) if is_attack else remains_lines(project, now)
            stale = is_attack and is_stale(row, now.stamp)
            lines += [line for line in found if line.asks or not stale]
    return lines


def why_not_taken(export: Export) -> str:
    """Why the file is not given away now; "" where it is."""
    project, bundle = export.project, sealed_bundle(export)
    now = Now(project)
    if destroyed_on(project):  # nobody can compare: what was signed then stays as it is
        return why_not_handed_out(bundle) if bundle else _("This file is not there any more.")
    if stale := why_stale(now, export):
        return stale
    broken = broken_limits(project, export.strategy, now)
    if not broken or (bundle is not None and not why_not_handed_out(bundle, now)):
        return ""
    text = _(
        "The file waits: %(what)s. A named person lifts a limit in writing, by signing the file "
        "with its evidence."
    )
    return text % {"what": "; ".join(line.title for line in broken)}


def take_file(export: Export, *, signs: bool = False) -> Path | None:
    """The file of a finished export on its way out: its dialogues have left. None where there is no
    file. `signs`: who takes it is to sign it, so it may be unsigned yet. Raises Refused where it
    must not leave (now)."""
    path = settings.ANTIFAZ_DATA / export.path
    if export.status != JobStatus.DONE or not export.path or not path.is_file():
        return None
    if not signs and waits_for_signature(export):
        raise Refused(
            _("A data steward has to sign this file before it can be downloaded."),
            code="unsigned",
            status=409,
        )
    if why := why_not_taken(export):
        raise Refused(why, code="held", status=409)
    note_taken(export)
    return Path(path)


def waiting_files(
    project: Project,
    exports: Iterable[Export],
    ready: Readiness | None = None,
    now: Now | None = None,
) -> dict[int, str]:
    """Of the files that are not given away now: LIMITS, or a sentence that names what changed; few
    queries for a page. `ready`, `now`: what the page knows already."""
    exports = [each for each in exports if each.path]
    if not exports or destroyed_on(project):
        return {}
    now = now or Now(project)
    ready = ready or readiness_of(project, now)
    is_over = any(check.is_limit and check.state == BLOCK for check in ready.checks)
    broken = {
        name: is_over or any(line.state == BLOCK for line in _of_strategy(project, name, now))
        for name in {each.strategy for each in exports}
    }
    there = Bundle.objects.filter(export__in=exports, sealed_at__isnull=False).order_by("pk")
    sealed = {each.export_id: each for each in there.select_related("export__project")}
    waits = {}
    for export in exports:
        if stale := why_stale(now, export):
            waits[export.pk] = stale
        elif broken[export.strategy]:
            bundle = sealed.get(export.pk)
            if bundle is None or why_not_handed_out(bundle, now):
                waits[export.pk] = LIMITS
    return waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifting:
    """Who lifts limits on the command line, and what she writes to each."""

    name: str = ""  # with which the person signs in
    reasons: Mapping[str, str] = field(default_factory=dict)  # name of a limit -> why


def limits_held(slug: str, order: ProjectOrder, lifting: Lifting) -> list[Line]:
    """Limits that hold a file of the command line back: those broken that nobody lifts. Originals
    as they are, for the team's own work, break none, nor does what people have read the model's.

    Raises Refused where who lifts may not, or what she writes says what is labelled.
    """
    project = Project.objects.filter(slug=slug).first()
    if project is None or order.strategy == AS_IT_IS:
        return []
    broken = broken_limits(project, order.strategy or project.replacement)
    if order.annotator:  # of it nothing leaves that only the model has read
        broken = [line for line in broken if not line.of_model]
    if lifting.name:
        _signer(project, lifting.name)
    said = {name: written(words) for name, words in lifting.reasons.items()}
    if said and quoting(project)(list(said.values())):
        text = _("What you wrote is kept in the record, and says what is labelled there.")
        raise Refused(text, code="quotes")
    if unknown := sorted(said.keys() - {line.name for line in broken}):
        known = ", ".join(line.name for line in broken) or "none"
        raise Refused(f"{unknown[0]}: no limit of this name is broken; expected {known}")
    if not lifting.name:
        return broken
    return [line for line in broken if len(said.get(line.name, "")) < SHORTEST]


def note_lifting(slug: str, lifting: Lifting) -> None:
    """Who has lifted which limit, and why, stands in the record."""
    if lifting.name and lifting.reasons:
        project = Project.objects.get(slug=slug)
        user = _signer(project, lifting.name)
        reasons = {name: written(words) for name, words in lifting.reasons.items()}
        write_view(project, Viewer(user.pk), Purpose.SIGN, [None], lifted=reasons)


def _signer(project: Project, name: str) -> User:
    member = Member.objects.filter(project=project, user__username=name).first()
    if member is None:
        raise Refused("nobody of that name is in the project; expected a member", code="no_member")
    if member.role not in SIGNERS:
        raise Refused(_("Managers and data stewards sign."), code="no_signer")
    return member.user
