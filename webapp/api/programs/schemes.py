"""Operations on labels: the schemes that there are, and the labels of a project as one file."""

from typing import Any, Self

from ninja import Router
from pydantic import BaseModel

from annotation.formats.errors import FormatError
from annotation.formats.schemes.files import MAX_BYTES, SchemeFile
from annotation.refusals import Refused
from annotation.schemes import SCHEMES, LabelValue
from annotation.services.guidance import labels
from webapp import access
from webapp.api.bodies import Answer, LabelIn
from webapp.api.calls.once import once
from webapp.api.calls.scopes import needs
from webapp.api.calls.streams import BodyStream
from webapp.requests import PersonRequest
from webapp.words.refused_files import problem_of

router = Router(tags=["labels"])


class SchemeLabelOut(Answer):
    """A label, or a group of labels where it has no key; `parent` is its group's name."""

    name: str
    key: str
    family: str
    description: str
    parent: str
    identifier: str

    @classmethod
    def of(cls, label: LabelValue) -> Self:
        return cls.made_of(label)


class SchemeOut(BaseModel):
    """A scheme, as a file of labels holds it. `guidelines`: in Markdown, where there are any."""

    name: str
    title: str
    labels: list[SchemeLabelOut]
    guidelines: str | None = None

    @classmethod
    def of(cls, known: SchemeFile) -> Self:
        every = [SchemeLabelOut.of(label) for label in known.scheme.labels]
        return cls(
            name=known.scheme.name,
            title=known.scheme.title,
            labels=every,
            guidelines=known.guidelines,
        )


FILE: Any = {
    "application/json": {"schema": {}},
    "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
}


@router.get("/schemes", response=list[SchemeOut], exclude_none=True)
@needs()
def list_schemes(request: PersonRequest) -> list[SchemeOut]:
    """The schemes that a new project can have by name (`scheme`)."""
    return [SchemeOut.of(SchemeFile(scheme)) for scheme in SCHEMES.values()]


@router.get("/projects/{slug:slug}/scheme", response=SchemeOut, exclude_none=True)
@needs("read")
def export_scheme(request: PersonRequest, slug: str) -> SchemeOut:
    """The labels of the project, in order, with their groups, and the newest guidelines."""
    project = access.project_for(request, slug, "manage")
    return SchemeOut.of(labels.scheme_file_of(project))


@router.post(
    "/projects/{slug:slug}/scheme",
    response=SchemeOut,
    exclude_none=True,
    openapi_extra={"requestBody": {"content": FILE, "required": True}},
)
@needs("manage")
def import_scheme(request: PersonRequest, slug: str) -> SchemeOut:
    """Make the labels those of a file, sent as the body: ours (what GET gives), doccano's or Label
    Studio's. By name they are changed, added, or removed; one that is used and lacks is 422
    `in_use`, and nothing is changed. Guidelines in it become the newest version."""
    project = access.project_for(request, slug, "manage")
    stream, data = BodyStream(request, MAX_BYTES), b""
    while piece := stream.read():
        data += piece
    try:
        labels.import_scheme(project, "body", data, request.user)
    except FormatError as error:
        told = problem_of(error)
        sentence = f"{told.message} {told.expected}".strip()
        raise Refused(sentence, code=error.code, status=error.status) from None
    return SchemeOut.of(labels.scheme_file_of(project))


@router.post("/projects/{slug:slug}/labels", response={201: SchemeLabelOut})
@needs("manage")
@once(201)
def add_label(request: PersonRequest, slug: str, body: LabelIn) -> SchemeLabelOut:
    """One more label, last in its group (`parent`, by name)."""
    project = access.project_for(request, slug, "manage")
    parent = None
    if body.parent is not None:
        parent = project.labels.filter(name=body.parent).first()
        if parent is None:
            raise Refused("There is no label of the parent's name.", code="unknown_label")
    added = labels.add_label(project, **body.model_dump() | {"parent": parent})
    return SchemeLabelOut.of(next(v for v in labels.values_of(project) if v.name == added.name))
