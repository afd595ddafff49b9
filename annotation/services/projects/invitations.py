"""Invitations: a link that lets a few people into a project for a few days, and then ends.

Called by the people page and by the pages of who is invited. The secret of a link is shown once and
kept nowhere: the table has its hash.
"""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Invitation, Member, Project, User
from annotation.refusals import Refused
from annotation.services.projects.members import add_account

# A manager is named by a manager, and comes by no link.
INVITED = tuple(role for role in Member.Role if role != Member.Role.MANAGER)
MOST_SEATS, MOST_DAYS = 100, 30
ENDED = "ended"


def invite(
    project: Project, by: User, *, role: str, seats: int, days: int, note: str = ""
) -> tuple[Invitation, str]:
    """A new invitation, and its secret for the link. Raises Refused."""
    if role not in INVITED:
        raise Refused(_("Choose a role of the list."), code="unknown_choice")
    if not (1 <= seats <= MOST_SEATS and 1 <= days <= MOST_DAYS):
        raise Refused(_("An invitation is for a few people and a few days."), code="too_much")
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        project=project,
        created_by=by,
        role=role,
        seats=seats,
        note=note,
        token_hash=_hash(token),
        expires_at=timezone.now() + timedelta(days=days),
    )
    return invitation, token


def revoke_invitation(invitation: Invitation) -> None:
    """Nobody comes in by it from now on; who has, stays."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


def list_invitations(project: Project) -> list[Invitation]:
    """Those by which somebody can still come, the newest first; one query."""
    return list(_open().filter(project=project).order_by("-pk"))


def find_invitation(token: str) -> Invitation | None:
    """The one that this secret opens, if it has not ended."""
    return _open().filter(token_hash=_hash(token)).first() if token else None


def open_invitation(pk: object) -> Invitation | None:
    """One that was opened by its secret before, if it has not ended since."""
    return _open().filter(pk=pk).first() if isinstance(pk, int) else None


def accept_as_member(invitation: Invitation, user: User) -> Member:
    """Let an account in. Who is a member already stays as she is, and takes no seat. Raises
    Refused where the invitation has ended, or a manager has disabled her."""
    with transaction.atomic():
        member = Member.everything.filter(project=invitation.project_id, user=user).first()
        if member is not None and member.disabled_at is None:
            return member
        if member is not None:
            raise Refused(
                _("A manager has closed this project to you: ask there."), code="disabled"
            )
        _take_seat(invitation)
        return Member.objects.create(
            project=invitation.project, user=user, role=invitation.role, invitation=invitation
        )


def accept_as_stranger(invitation: Invitation, *, username: str, password: str) -> Member:
    """Make an account and let it in. Raises Refused."""
    with transaction.atomic():
        _take_seat(invitation)
        user, _password = add_account(username, password)
        return Member.objects.create(
            project=invitation.project, user=user, role=invitation.role, invitation=invitation
        )


def _take_seat(invitation: Invitation) -> None:
    """One conditional UPDATE: of two who take the last seat at once one is late."""
    if not _open().filter(pk=invitation.pk).update(used=F("used") + 1):
        raise Refused(_("This invitation has ended: ask for a new one."), code=ENDED, status=410)


def _open() -> QuerySet[Invitation]:
    """A manager who left or was disabled invites nobody any more."""
    managers = Member.objects.filter(
        project=OuterRef("project"), user=OuterRef("created_by"), role=Member.Role.MANAGER
    )
    return Invitation.objects.select_related("project", "created_by").filter(
        Exists(managers), revoked_at=None, expires_at__gt=timezone.now(), used__lt=F("seats")
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
