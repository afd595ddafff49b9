"""Signatures: a data steward says of a written file that it may leave, and until then it waits.

Called by the release views. Who asked for a file does not sign it.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import UNSIGNED, Export, JobStatus, Member, Project, Signature, User
from annotation.refusals import Refused
from annotation.services.release.evidence import readiness_of
from annotation.services.release.now import Now, why_stale

MOST_WORDS = 500


def why_unsigned(export: Export, user: User, now: Now | None = None) -> str:
    """Why the person cannot sign this file; empty where she can. At most six queries, besides what
    the page has looked up already (`now`)."""
    if export.status != JobStatus.DONE or export.summary.get("withdrawn"):
        return _("There is no file to sign.")
    if export.requested_by_id == user.pk:
        return _("You asked for this file: somebody else signs it.")
    if any(each.user_id == user.pk for each in export.signatures.all()):
        return _("You have signed this file.")
    return why_stale(now or Now(export.project), export)


def sign_export(export: Export, user: User, *, words: str = "") -> Signature:
    """Sign the file as it is now; twice is once. Raises Refused."""
    with transaction.atomic():
        Export.objects.select_for_update().get(pk=export.pk)
        signed = export.signatures.filter(user=user).first()
        if signed is not None:
            return signed
        if why := why_unsigned(export, user):
            raise Refused(why, code="not_to_sign")
        if len(words) > MOST_WORDS:
            raise Refused(_("At most %(n)s characters.") % {"n": MOST_WORDS}, code="too_long")
        checks = readiness_of(export.project).checks
        return Signature.objects.create(
            export=export,
            user=user,
            sha256=export.sha256,
            words=words.strip(),
            evidence=[[each.word, each.title, each.figure] for each in checks],
        )


def list_unsigned(project: Project) -> list[Export]:
    """Files that wait for a steward's word, the newest first; one query."""
    return list(project.exports.filter(UNSIGNED))


def unsigned_dialogues(project: Project) -> set[int]:
    """Dialogues (ids) that were approved and are in no signed file written since; two queries."""
    signed = project.exports.filter(status=JobStatus.DONE, signatures__isnull=False).distinct()
    files = [
        (export.started_at, export.summary.get("held_back", {}))
        for export in signed
        if export.started_at and not export.summary.get("withdrawn")
    ]
    approved = project.dialogues.filter(approved_at__isnull=False).order_by()
    return {
        pk
        for pk, at in approved.values_list("pk", "approved_at")
        if at and not any(begun > at and str(pk) not in held for begun, held in files)
    }


def has_steward(project: Project) -> bool:
    return project.memberships.filter(role=Member.Role.STEWARD).exists()


def waits_for_signature(export: Export) -> bool:
    """Whether the file is not to be taken yet: no steward has signed, and the project has one or
    had one when somebody asked for it."""
    return not export.signatures.all() and (export.to_sign or has_steward(export.project))
