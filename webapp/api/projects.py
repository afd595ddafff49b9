"""Operations on projects: which ones a person has, and how far each is."""

from ninja import Router

from annotation.services.labelling import queue
from annotation.services.projects import creation
from annotation.services.team import overview
from webapp import access
from webapp.api.answers import BatchOut, CountsOut, LabelOut, ProjectOut, ProjectState, RunOut
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest

router = Router(tags=["projects"])


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
