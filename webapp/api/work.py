"""Operations that start work in the background, and say how far it is: exports and training."""

from ninja import Router

from annotation.services.release import exports
from annotation.services.runs import starting
from webapp import access
from webapp.api.answers import ExportOut, RunOut
from webapp.api.bodies import ExportIn
from webapp.api.calls.once import once
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest

router = Router(tags=["work"])


@router.post("/projects/{slug:slug}/exports", response={202: ExportOut})
@needs("export")
@once(202)
def create_export(request: PersonRequest, slug: str, body: ExportIn) -> ExportOut:
    """Queue an export; the same one that waits or works already is given back."""
    project = access.project_for(request, slug, "release")
    export = exports.start_export(project, request.user, **body.model_dump())
    access.log_access(request, project, "export", export=export.pk)
    return ExportOut.of(export)


@router.get("/projects/{slug:slug}/exports/{int:pk}", response=ExportOut)
@needs("export")
def show_export(request: PersonRequest, slug: str, pk: int) -> ExportOut:
    """How far an export is, what was held back, and where to take the file."""
    return ExportOut.of(access.export_for(request, slug, pk, "evidence"))


@router.post("/projects/{slug:slug}/training", response={202: RunOut})
@needs("train")
@once(202)
def start_training(request: PersonRequest, slug: str) -> RunOut:
    """Queue the project's next piece of learning; the active one, if there is one."""
    project = access.project_for(request, slug, "train")
    return RunOut.of(starting.start_run(project, user=request.user))
