"""Operations on projects: which ones a person has, how far each is, and a new one."""

from typing import Annotated, Any

from django.db import transaction
from ninja import Router
from pydantic import BaseModel, Field

from annotation.models import Project
from annotation.refusals import Refused
from annotation.schemes import SCHEMES
from annotation.services.guidance import labels as scheme
from annotation.services.labelling import queue
from annotation.services.projects import creation
from annotation.services.team import overview
from webapp import access
from webapp.api.answers import BatchOut, CountsOut, LabelOut, ProjectOut, ProjectState, RunOut
from webapp.api.bodies import Body, LabelIn
from webapp.api.calls.once import once
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest

router = Router(tags=["projects"])
SCHEME_NAMES: Any = ["", *SCHEMES]


class ProjectIn(Body):
    """A new project with the labels of a `scheme`, with `labels` of its own, or with neither: then
    they come with the first labelled file. You are its manager."""

    name: Annotated[str, Field(min_length=1, max_length=120)]
    slug: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,60}$")] = ""
    lang: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$")] = "es"
    scheme: Annotated[str, Field(max_length=40, json_schema_extra={"enum": SCHEME_NAMES})] = ""
    labels: Annotated[list[LabelIn], Field(max_length=200)] = []


class ProjectMade(BaseModel):
    slug: str
    name: str
    lang: str
    labels: list[str]


@router.get("/projects", response=list[ProjectOut])
@needs()
def list_projects(request: PersonRequest) -> list[ProjectOut]:
    """Your projects, with your role in each; with a token of one project, that one."""
    cards = creation.list_projects(request.user)
    only = access.only_project(request)
    return [ProjectOut.of(card) for card in cards if only in {None, card.project.pk}]


@router.get("/projects/{slug:slug}", response=ProjectState)
@needs()
def show_project(request: PersonRequest, slug: str) -> ProjectState:
    """How far a project is, and whether anything runs. Ask again while a run works."""
    project = access.project_for(request, slug, "overview")
    batch = queue.current_batch(project)
    status = overview.training_status(project)
    return ProjectState(
        slug=project.slug,
        name=project.name,
        lang=project.lang,
        role=request.role,
        counts=CountsOut.model_validate(overview.count_corpus(project)),
        labels=[LabelOut.model_validate(label) for label in overview.count_labels(project)],
        batch=BatchOut.of(queue.batch_progress(batch)) if batch else None,
        run=RunOut.of(status["run"]) if status["run"] else None,
        worker_alive=status["worker_alive"],
        may_start=status["may_start"],
    )


@router.post("/projects", response={201: ProjectMade})
@needs("import")
@once(201)
def create_project(request: PersonRequest, body: ProjectIn) -> ProjectMade:
    """Make a project. For administrators and for managers of a project; with a token of all
    projects."""
    access.project_maker(request)
    with transaction.atomic():
        project = creation.create_project(
            request.user,
            name=body.name,
            lang=body.lang,
            scheme=creation.FROM_IMPORT if body.labels else body.scheme,
            slug=body.slug,
        )
        _add_labels(project, body.labels)
    names = list(project.labels.values_list("name", flat=True))
    return ProjectMade(slug=project.slug, name=project.name, lang=project.lang, labels=names)


def _add_labels(project: Project, wanted: list[LabelIn]) -> None:
    made: dict[str | None, Any] = {None: None}
    for each in sorted(wanted, key=lambda label: label.parent is not None):
        if each.parent not in made:
            raise Refused("A parent is the name of a label in the list.", code="unknown_label")
        given = each.model_dump() | {"parent": made[each.parent]}
        made[each.name] = scheme.add_label(project, **given)
