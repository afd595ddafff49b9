"""The people of a project: accounts, roles, and who leaves.

Called by the team page, by `manage.py add_member`, and by whatever needs somebody to work as.
"""

import contextlib
import getpass
import secrets

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Assignment, Member, Project, QueryItem, User
from annotation.refusals import Refused
from annotation.services.corpus.gold import settle_item

# Who labels; the others look on or sign.
LABELLERS = (Member.Role.ANNOTATOR, Member.Role.CURATOR, Member.Role.MANAGER)


def count_labellers(project: Project) -> int:
    return project.memberships.filter(role__in=LABELLERS).count()


def list_members(project: Project) -> list[Member]:
    """Everybody, those who are disabled last; one query."""
    members = Member.everything.filter(project=project).select_related("user")
    return sorted(members, key=lambda each: (each.disabled_at is not None, each.user.username))


def place_member(
    project: Project, *, username: str, role: str, create: bool = False
) -> tuple[Member, str]:
    """Give a person a role, or another one than she has; `create` makes her account first.

    Returns the member and the new account's password, which is shown once, or "". Raises Refused.
    """
    if create:
        return create_account(project, username=username, role=role)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None:
        raise Refused(
            _("There is no account with this name. Tick “Create an account” to create one."),
            code="unknown_user",
        )
    with transaction.atomic():
        member = Member.everything.filter(project=project, user=user).first()
        if member is None:
            return Member.objects.create(project=project, user=user, role=role), ""
        _set_role(project, member, role)
        _open_again(member)
    return member, ""


def change_role(project: Project, member: Member, role: str) -> int:
    """Another role, whether she is disabled or not; her work stays. Raises Refused.

    This and the next two return how many dialogues were assigned to her and are open to all now.
    """
    if role not in Member.Role.values:
        raise Refused(_("Choose a role of the list."), code="unknown_choice")
    with transaction.atomic():
        return _set_role(project, member, role)


def disable_member(project: Project, member: Member) -> int:
    """Close the project to a person and keep her role and all of her work. The last manager is
    Refused; what she has in hand, and what is assigned to her, goes to others."""
    with transaction.atomic():
        _keep_a_manager(project, member)
        member.disabled_at = timezone.now()
        member.save(update_fields=["disabled_at"])
        return _let_go(project, member)


def enable_member(member: Member) -> None:
    """Open the project again to who was disabled, in the role that she had."""
    _open_again(member)


def _set_role(project: Project, member: Member, role: str) -> int:
    if role != Member.Role.MANAGER:
        _keep_a_manager(project, member)
    member.role = role
    member.save(update_fields=["role"])
    return 0 if role in LABELLERS else _let_go(project, member)


def _open_again(member: Member) -> None:
    member.disabled_at = None
    member.save(update_fields=["disabled_at"])


def create_account(
    project: Project, *, username: str, role: str, password: str = ""
) -> tuple[Member, str]:
    """A new account as a member, with this password, or one that is shown once. Raises Refused."""
    with transaction.atomic():
        user, password = add_account(username, password)
        return Member.objects.create(project=project, user=user, role=role), password


def add_account(username: str, password: str = "") -> tuple[User, str]:
    """A new account and its password, drawn unless it is given. Raises Refused."""
    username = username.strip()
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), code="bad_name") from error
    if len(username) > 150 or User.objects.filter(username__iexact=username).exists():
        raise Refused(_("This name is taken or too long: choose another."), code="taken")
    user, password = User(username=username), password or new_password()
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), code="bad_password") from error
    user.set_password(password)
    user.save()
    return user, password


def new_password() -> str:
    """Four groups of four, easy to read out; about 80 random bits."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def remove_member(project: Project, member: Member) -> int:
    """Close the project to a person; what she labelled stays. The last manager is Refused."""
    with transaction.atomic():
        _keep_a_manager(project, member)
        Member.everything.filter(pk=member.pk).update(disabled_at=timezone.now())
        released = _let_go(project, member)
        member.delete()
        return released


def _let_go(project: Project, member: Member) -> int:
    """What somebody who no longer labels here has in hand, and what is assigned to her, is for
    others; how many dialogues were assigned."""
    released, _each = member.allotments.all().delete()
    Member.everything.filter(pk=member.pk).update(share=None)
    Assignment.objects.filter(
        item__batch__project=project, reader=member.user, status=QueryItem.Status.OPEN
    ).delete()
    _ask_no_more_than_there_are(project)
    return released


def _ask_no_more_than_there_are(project: Project) -> None:
    """No turn waits for more readers than the project has people who label."""
    most = max(1, count_labellers(project))
    waiting = QueryItem.objects.filter(batch__project=project, status=QueryItem.Status.OPEN)
    for item in waiting.filter(readers__gt=most).select_related("turn__dialogue__project"):
        item.readers = most
        item.save(update_fields=["readers"])
        settle_item(item)


def _keep_a_manager(project: Project, member: Member) -> None:
    if member.role != Member.Role.MANAGER or member.disabled_at is not None:
        return
    # Locked, so that two managers cannot remove each other at the same moment.
    others = project.memberships.select_for_update().filter(role=Member.Role.MANAGER)
    if not [other for other in others if other.pk != member.pk]:
        raise Refused(
            _("The last manager stays: make somebody else a manager first."), code="last_manager"
        )


# --- from the command line ---------------------------------------------------------------------


def change_member(
    project: str, username: str, *, role: str, create: bool = False, password: str = ""
) -> str:
    """Give the person this role, or none where it is empty; `create` makes her account if there is
    none, with this password or a drawn one, which is returned. Raises Refused."""
    row = Project.objects.filter(slug=project).first()
    if row is None:
        raise Refused(f"{project}: no project of this name; expected the short name of one")
    there = User.objects.filter(username=username.strip()).first()
    if there is None and create:
        return create_account(row, username=username, role=role, password=password)[1]
    if there is None or (role and not there.is_active):
        raise Refused(f"{username}: no such account; expected one that can sign in, or --create")
    if role:
        place_member(row, username=username, role=role)
        return ""
    member = Member.everything.filter(project=row, user=there).first()
    if member is None:
        raise Refused(f"{username}: no member of {project}; expected one")
    remove_member(row, member)
    return ""


def find_user(project: Project | None, name: str = "") -> User | None:
    """The person named; else a manager of the project, or of any; else an administrator, or the
    only account there is; among several the one called as the person at this terminal.

    None where nobody has an account. Raises Refused for a name that is none.
    """
    people = User.objects.filter(is_active=True).order_by("pk")
    if name:
        user = people.filter(username=name).first()
        if user is None:
            raise Refused(f"{name}: no such person; expected the name of an account to import as")
        return user
    managing = Member.objects.filter(role=Member.Role.MANAGER)
    managers = people.filter(memberships__in=managing).distinct()
    own = managing.filter(project=project)
    members = people.filter(memberships__in=own) if project else managers
    for candidates in (members, people.filter(is_superuser=True), people):
        if users := list(candidates[:100]):
            return next((each for each in users if each.username == _terminal()), users[0])
    return None


def _terminal() -> str:
    with contextlib.suppress(Exception):  # there is nobody of this number in a container
        return getpass.getuser()
    return ""
