"""A release from the command line: write the file, sign it by name, put the bundle at its place.

Called by `manage.py release`.
"""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.models import Export, JobStatus, Measurement, Member, Project
from annotation.refusals import Refused
from annotation.services.evidence.bundles.gate import BLOCK, gate_of
from annotation.services.evidence.bundles.signing import (
    SIGNERS,
    hand_out,
    open_bundle,
    sign,
    unanswered,
)
from annotation.services.evidence.measurements import OF_FILE, measure_now
from annotation.services.jobs.lifecycle import run_or_await
from annotation.services.release.exports import discard, start_export, write_export


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseOrder:
    """What to write, who signs, and what she says."""

    format: str
    strategy: str | None
    name: str  # with which the person signs in
    words: str = ""  # also the reason for each warning that has none of its own
    reasons: Mapping[str, str] = field(default_factory=dict)  # and what lifts a limit
    spans: str = "none"
    again: bool = False
    measure: bool = False  # first what a signature needs of this file


def release_project(
    slug: str, order: ReleaseOrder, out: Path | None, say: Callable[[str], None] = print
) -> dict[str, Any]:
    """Write, measure, sign, hand out. A second person signs the file that the first one left open.
    `say`: what is measured now.

    Raises Refused, OSError; no signature and no file is kept then, but one that was there before.
    """
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused("no such project; expected the short name of a project", code="no_project")
    member = Member.objects.filter(project=project, user__username=order.name).first()
    if member is None:
        raise Refused("nobody of that name is in the project; expected a member", code="no_member")
    if member.role not in SIGNERS:  # before anything is written
        raise Refused(_("Managers and data stewards sign."), code="no_signer")
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise Refused(f"{out}: no place for a file; expected one in a folder that is there")
    waiting = _waiting(project, order)
    export = waiting or _written(project, order, member)
    try:
        return _signed(export, order, member, out, say)
    except BaseException:
        if waiting is None and not export.bundles.exists():  # nobody asked for it but this order
            discard(export)
        raise


def _signed(
    export: Export,
    order: ReleaseOrder,
    member: Member,
    out: Path | None,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Measure, sign, hand out what is written."""
    gate = gate_of(export)
    if order.measure and gate.can_measure:
        for kind in OF_FILE:
            say(str(Measurement.Kind(kind).label))
            measure_now(export, kind, member.user)
        gate = gate_of(export)
    if gate.shut:  # before anybody is asked for words
        raise Refused(gate.shut[0], code="not_to_sign")
    reasons = dict(order.reasons)
    if order.words:  # a limit is lifted by words of its own alone
        for line in gate.asking:
            if line.state != BLOCK:
                reasons.setdefault(line.name, order.words)
    if unknown := sorted(reasons.keys() - {line.name for line in gate.asking}):
        known = ", ".join(line.name for line in gate.asking) or "none"
        raise Refused(f"{unknown[0]}: no line of the gate asks for words; expected {known}")
    if absent := unanswered(gate, reasons):
        lines = (line for line in gate.asking if line.name in absent)
        known = ", ".join(f"{line.name} ({line.title})" for line in lines)
        text = _("Say why it may leave all the same: %(what)s.") % {"what": known}
        raise Refused(f"{text} --reason NAME=TEXT", code="no_reason")
    bundle = sign(export, member.user, member.role, reasons=reasons, words=order.words)
    summary: dict[str, Any] = {
        "project": export.project.slug,
        "export": export.pk,
        "bundle": bundle.pk,
        "sealed": bundle.sealed_at is not None,
        "sha256": bundle.sha256,
        "out": "",
        "gate": [{"check": each.name, "state": each.state} for each in gate.lines],
    }
    if out is not None and bundle.sealed_at is not None:
        shutil.copyfile(hand_out(bundle), out)
        summary["out"] = str(out)
    return summary


def _waiting(project: Project, order: ReleaseOrder) -> Export | None:
    """The file of this form that waits for a second signature."""
    strategy = order.strategy or project.replacement
    rows = project.exports.filter(
        format=order.format, strategy=strategy, spans=order.spans, status=JobStatus.DONE
    )
    return next((each for each in rows if open_bundle(each) is not None), None)


def _written(project: Project, order: ReleaseOrder, member: Member) -> Export:
    export = start_export(
        project,
        member.user,
        format=order.format,
        strategy=order.strategy or project.replacement,
        spans=order.spans,
        again=order.again,
    )
    run_or_await(export, write_export)
    if export.is_active:
        raise Refused("a worker is writing the file still; expected it within the hour")
    if export.status != JobStatus.DONE:
        raise Refused(export.error_words or "the file could not be written; see the log")
    return export
