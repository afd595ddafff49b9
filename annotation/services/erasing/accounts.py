"""Erasing an account: without work it is deleted; with work it is closed and renamed, and the work
stays. Called by the administration site and `manage.py erase account`."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import (
    ApiToken,
    Assignment,
    BundleSignature,
    Erasure,
    Member,
    OnceCall,
    TrainingRun,
    User,
)
from annotation.models.run_records import Chosen, Details
from annotation.refusals import Refused
from annotation.services.erasing.erasure import carry_out
from annotation.services.erasing.ledger import Entry, Row
from annotation.services.figures import grouped
from annotation.services.projects.members import remove_member
from annotation.services.storage import compaction

# they go with the account
NO_WORK: tuple[type[models.Model], ...] = (Member, Assignment, LogEntry, ApiToken, OnceCall)


@dataclass(frozen=True, slots=True)
class AccountPlan:
    user: User
    memberships: int
    work: int  # rows that stay; with any, the account is closed

    @property
    def is_closed(self) -> bool:
        return self.work > 0

    @property
    def counts(self) -> dict[str, int]:
        return {"accounts": 1, "memberships": self.memberships, "closed": int(self.is_closed)}

    def lines(self) -> list[str]:
        """What happens, one sentence each."""
        sentences = [
            _("name, e-mail address and password"),
            _("sessions, and the record of attempts to sign in"),
        ]
        if self.memberships:
            text = ngettext(
                "the role in %(n)s project", "the roles in %(n)s projects", self.memberships
            )
            sentences.append(text % {"n": grouped(self.memberships)})
        if self.is_closed:
            sentences.append(
                _(
                    "The account did work, which stays under the name %(name)s; nobody can sign in "
                    "with it again."
                )
                % {"name": former_name(self.user)}
            )
        else:
            sentences.append(_("The account did no work: it is deleted."))
        return sentences


def plan_account(user: User) -> AccountPlan:
    work = sum(manager.count() for manager in _work_of(user))
    return AccountPlan(user, Member.everything.filter(user=user).count(), work)


def erase_account(user: User, *, by: User | None, record: bool = True) -> Erasure:
    """Delete an account, or close and rename it where work hangs on it. Raises Refused for the
    last administrator, a project's last manager, and one's own account."""
    check_account(user, by)
    entry = Entry(
        "account", (Row.of(user.pk, user.date_joined),), by=by.pk if by is not None else None
    )

    def delete(erasure: Erasure) -> None:
        plan = plan_account(user)
        erasure.counts, erasure.tables = plan.counts, compaction.tables_of("account")
        for member in Member.everything.filter(user=user).select_related("project", "user"):
            remove_member(member.project, member)
        _forget_visits(user)
        if plan.is_closed:
            _close(user)
        else:
            user.delete()

    return carry_out(
        Erasure(kind=Erasure.Kind.ACCOUNT, requested_by=by), entry, delete, record=record
    )


def check_account(user: User, by: User | None) -> None:
    """Raises Refused where the account must stay."""
    if by is not None and by.pk == user.pk:
        raise Refused(_("You are signed in with this account: another administrator erases it."))
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and user.is_active and not others.exists():
        raise Refused(_("The last administrator stays: make somebody else one first."))
    managers = Member.objects.filter(role=Member.Role.MANAGER)
    projects = managers.filter(user=user).values("project")
    if projects.exclude(project__in=managers.exclude(user=user).values("project")).exists():
        raise Refused(
            _("The last manager stays: make somebody else a manager first."), code="last_manager"
        )


def former_name(user: User) -> str:
    """The neutral name of an account that was closed."""
    return f"former-{user.pk}"


def is_closed(user: User) -> bool:
    """Whether the account was erased, and stays for its work."""
    return not user.is_active and user.username == former_name(user)


def _work_of(user: User) -> list[Any]:
    """The rows of each table that name the person, except those that only let her in."""
    work = []
    for field in User._meta.get_fields(include_hidden=True):
        if not (field.auto_created and (field.one_to_many or field.one_to_one)):
            continue
        model: Any = field.related_model
        if model in NO_WORK or model._meta.auto_created:
            continue
        work.append(model._base_manager.filter(**{field.field.name: user}))  # type: ignore[union-attr]
    return work


def _forget_visits(user: User) -> None:
    """Sessions, tokens, and names in logs of our own. Tries at signing in have no name."""
    name = user.get_username()
    for session in Session.objects.all().iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    user.tokens.all().delete()
    OnceCall.objects.filter(user=user).delete()
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(user.pk)).update(
        object_repr="", change_message=""
    )
    for run in TrainingRun.objects.filter(details__chosen__by=name):
        details = Details.from_json(run.details)
        chosen = replace(details.chosen or Chosen(), by=former_name(user))
        run.details = replace(details, chosen=chosen).to_json()
        run.save(update_fields=["details"])


def _close(user: User) -> None:
    user.username = former_name(user)
    # A bundle that left names her still: it is frozen.
    BundleSignature.objects.filter(user=user).update(name=former_name(user))
    user.email = user.first_name = user.last_name = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
