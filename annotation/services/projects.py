"""Projects, their choices and their people. Called by the project views, commands and the demo."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.errors import Refused
from annotation.models import (
    Assignment,
    Batch,
    Dialogue,
    Label,
    Member,
    Project,
    QueryItem,
    Reading,
    SourceModel,
    Turn,
    User,
)
from annotation.schemes import SCHEMES, Scheme
from annotation.services.batches import count_labellers
from annotation.services.gold import settle_item

FROM_IMPORT = ""  # the scheme of a project whose labels come with its first labelled file


@dataclass(frozen=True, slots=True)
class ProjectCard:
    """A project in a person's list, with how far it is; turns are those to be labelled."""

    project: Project
    role: str
    dialogues: int
    turns: int
    labelled: int
    batch_left: int

    @property
    def role_name(self) -> str:
        return str(Member.Role(self.role).label)


def list_projects(user: User) -> list[ProjectCard]:
    """The person's projects with their counts, in one query."""

    def count(rows: QuerySet[Any], path: str) -> Coalesce:
        grouped = rows.filter(**{path: OuterRef("project_id")}).order_by().values(path)
        return Coalesce(Subquery(grouped.annotate(n=Count("pk")).values("n")), 0)

    pool = Dialogue.Split.POOL
    newest = Batch.objects.filter(project=OuterRef("batch__project_id")).order_by("-number")
    waiting = QueryItem.objects.filter(
        status=QueryItem.Status.OPEN, batch=Subquery(newest.values("pk")[:1])
    )
    members = (
        Member.objects.filter(user=user)
        .select_related("project")
        .annotate(
            dialogues=count(Dialogue.objects.all(), "project"),
            turns=count(Turn.objects.filter(dialogue__split=pool), "dialogue__project"),
            labelled=count(
                Reading.objects.filter(is_gold=True, turn__dialogue__split=pool),
                "turn__dialogue__project",
            ),
            waiting=count(waiting, "batch__project"),
        )
        .order_by("project__name", "pk")
    )
    return [
        ProjectCard(m.project, m.role, m.dialogues, m.turns, m.labelled, m.waiting) for m in members
    ]


def may_create(user: User) -> bool:
    """Whether the person may make projects: administrators, and managers of a project."""
    return user.is_superuser or user.memberships.filter(role=Member.Role.MANAGER).exists()


@transaction.atomic
def create_project(
    manager: User | None,
    *,
    name: str,
    lang: str,
    scheme: str = "es-port",
    source_model: SourceModel | None = None,
    slug: str = "",
    **choices: Any,
) -> Project:
    """Make a project with its labels and its first manager. `choices` are fields of Project.

    Raises: Refused for a short name that is taken or a scheme that does not exist.
    """
    if scheme != FROM_IMPORT and scheme not in SCHEMES:
        known = ", ".join(SCHEMES)
        raise Refused(
            _("There is no label scheme of this name; there are: %(known)s.") % {"known": known},
            code="unknown_scheme",
        )
    slug = slug or free_slug(name)
    try:
        with transaction.atomic():
            project = Project.objects.create(
                slug=slug, name=name, lang=lang, scheme=scheme, source_model=source_model, **choices
            )
    except IntegrityError as error:
        raise Refused(_("There is a project of this name already."), code="taken") from error
    if scheme != FROM_IMPORT:
        make_labels(project, SCHEMES[scheme])
    if manager is not None:
        Member.objects.create(project=project, user=manager, role=Member.Role.MANAGER)
    return project


def free_slug(name: str) -> str:
    """A short name for addresses, made from the name; numbered where it is taken."""
    base = slugify(name)[:50] or "project"
    taken = set(Project.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
    return next(slug for slug in candidates if slug not in taken)


def make_labels(project: Project, scheme: Scheme, *, provisional: bool = False) -> None:
    """Give the project the labels of a scheme, and remember which one unless it only stands in."""
    rows = Label.objects.bulk_create(
        Label(
            project=project,
            name=label.name,
            key=label.key,
            family=label.family,
            description=label.description,
            position=place,
        )
        for place, label in enumerate(scheme.labels)
    )
    by_name = {row.name: row for row in rows}
    inner = [by_name[label.name] for label in scheme.labels if label.parent]
    for label in scheme.labels:
        if label.parent:
            by_name[label.name].parent = by_name[label.parent]
    Label.objects.bulk_update(inner, ["parent"])
    if project.scheme != scheme.name and not provisional:
        project.scheme = scheme.name
        project.save(update_fields=["scheme"])


@transaction.atomic
def update_settings(
    project: Project, choices: Mapping[str, Any], by_label: Mapping[int, str] | None = None
) -> None:
    """Keep the manager's choices; they count from the next round on.

    `by_label`: label id -> its replacement strategy, "" for the project's.
    """
    for name, value in choices.items():
        setattr(project, name, value)
    project.save(update_fields=list(choices))
    for strategy in set((by_label or {}).values()):
        chosen = [pk for pk, name in (by_label or {}).items() if name == strategy]
        project.labels.filter(pk__in=chosen).update(replacement=strategy)


# --- people -----------------------------------------------------------------------------------


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
            _("There is no account of this name. Tick “Make an account” to make one."),
            code="unknown_user",
        )
    with transaction.atomic():
        member = project.memberships.filter(user=user).first()
        if member is None:
            return Member.objects.create(project=project, user=user, role=role), ""
        if role != Member.Role.MANAGER:
            _keep_a_manager(project, member)
        member.role = role
        member.save(update_fields=["role"])
    return member, ""


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


def remove_member(project: Project, member: Member) -> None:
    """Close the project to a person; what she labelled stays. The last manager is Refused."""
    with transaction.atomic():
        _keep_a_manager(project, member)
        Assignment.objects.filter(
            item__batch__project=project, reader=member.user, status=QueryItem.Status.OPEN
        ).delete()
        member.delete()
        _ask_no_more_than_there_are(project)


def _ask_no_more_than_there_are(project: Project) -> None:
    """No turn waits for more readers than the project has people who label."""
    most = max(1, count_labellers(project))
    waiting = QueryItem.objects.filter(batch__project=project, status=QueryItem.Status.OPEN)
    for item in waiting.filter(readers__gt=most).select_related("turn__dialogue__project"):
        item.readers = most
        item.save(update_fields=["readers"])
        settle_item(item)


def _keep_a_manager(project: Project, member: Member) -> None:
    if member.role != Member.Role.MANAGER:
        return
    # Locked, so that two managers cannot remove each other at the same moment.
    others = project.memberships.select_for_update().filter(role=Member.Role.MANAGER)
    if not [other for other in others if other.pk != member.pk]:
        raise Refused(
            _("The last manager stays: make somebody else a manager first."), code="last_manager"
        )
