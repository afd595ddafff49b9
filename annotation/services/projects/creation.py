"""Projects and their choices. Called by the project views, commands and the demo."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.models import (
    UNSIGNED,
    Batch,
    Dialogue,
    Export,
    Label,
    Member,
    Project,
    QueryItem,
    Reading,
    SourceModel,
    Turn,
    User,
)
from annotation.refusals import Refused
from annotation.schemes import SCHEMES, Scheme
from annotation.services.projects.members import LABELLERS

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
    differ: int  # turns that are read, and on which readers differ
    unsigned: int = 0  # files that wait for a signature

    @property
    def read(self) -> int:
        return self.labelled + self.differ

    @property
    def may_label(self) -> bool:
        return self.role in LABELLERS

    @property
    def may_adjudicate(self) -> bool:
        return self.role in (Member.Role.CURATOR, Member.Role.MANAGER)

    @property
    def may_import(self) -> bool:
        return self.role == Member.Role.MANAGER

    @property
    def may_sign(self) -> bool:
        return self.role == Member.Role.STEWARD

    @property
    def may_intrude(self) -> bool:
        return self.role == Member.Role.INTRUDER

    @property
    def task(self) -> str:
        """What waits for the person there: label, adjudicate, sign or import; "" if nothing."""
        waits = {
            "label": self.batch_left and self.may_label,
            "adjudicate": self.differ and self.may_adjudicate,
            "sign": self.unsigned and self.may_sign,
            "import": not self.dialogues and self.may_import,
        }
        return next((name for name, does in waits.items() if does), "")

    @property
    def role_name(self) -> str:
        return str(Member.Role(self.role).label)

    @property
    def starts_at_corpus(self) -> bool:
        """Whose work is whole dialogues begins where they stand, and with what waits for her."""
        return bool(self.dialogues) and self.role in (Member.Role.CURATOR, Member.Role.STEWARD)


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
    gold = Reading.objects.filter(turn=OuterRef("turn"), is_gold=True)
    differ = QueryItem.objects.filter(
        ~Exists(gold), status=QueryItem.Status.DONE, turn__dialogue__split=pool
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
            differ=count(differ, "batch__project"),
            unsigned=count(Export.objects.filter(UNSIGNED), "project"),
        )
        .order_by("project__name", "pk")
    )
    return [
        ProjectCard(
            m.project, m.role, m.dialogues, m.turns, m.labelled, m.waiting, m.differ, m.unsigned
        )
        for m in members
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
    **choices: object,
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
            identifier=label.identifier,
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
    project: Project, choices: Mapping[str, object], by_label: Mapping[int, str] | None = None
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
