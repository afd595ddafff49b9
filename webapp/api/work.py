"""Operations that start work in the background, and say how far it is: exports and training."""

from typing import Any

from django.http import FileResponse, Http404
from django.http.response import HttpResponseBase
from ninja import Router

from annotation.services.evidence import entries
from annotation.services.evidence.bundles import taking
from annotation.services.release import exports
from annotation.services.runs import starting
from webapp import access
from webapp.api.answers import ExportOut, RunOut
from webapp.api.bodies import ExportIn
from webapp.api.calls.once import once
from webapp.api.calls.scopes import needs, require_scope
from webapp.requests import PersonRequest

router = Router(tags=["work"])
FILE: Any = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}


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


@router.get(
    "/projects/{slug:slug}/exports/{int:pk}/file",
    openapi_extra={"responses": {200: {"description": "The file", "content": FILE}}},
)
@needs("export")
def take_export(request: PersonRequest, slug: str, pk: int) -> HttpResponseBase:
    """The file of a finished export, streamed; the release's conditions are the page's. It is
    written down. With originals left in it on purpose a token needs the scope `read`, too."""
    export = access.export_for(request, slug, pk, "evidence")
    if export.q < 1:
        require_scope(request, "read")
    path = taking.take_file(export, signs="sign" in request.rights)
    if path is None:
        raise Http404
    access.log_access(request, export.project, "download", export=export.pk)
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=exports.download_name(export),
        content_type="application/octet-stream",
    )


@router.get("/projects/{slug:slug}/exports/{int:pk}/croissant", response=dict[str, Any])
@needs("export")
def describe_export(request: PersonRequest, slug: str, pk: int) -> dict[str, Any]:
    """The catalogue entry of a finished export, as Croissant 1.1 (JSON-LD), to lie beside the file.
    It holds no text, and counts below 10 as "< 10"."""
    entry = entries.entry_of_export(access.export_for(request, slug, pk, "evidence"))
    if entry is None:
        raise Http404
    return entry


@router.post("/projects/{slug:slug}/training", response={202: RunOut})
@needs("train")
@once(202)
def start_training(request: PersonRequest, slug: str) -> RunOut:
    """Queue the project's next piece of learning; the active one, if there is one."""
    project = access.project_for(request, slug, "train")
    return RunOut.of(starting.start_run(project, user=request.user))
