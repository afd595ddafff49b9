"""Operations of imports: a file is sent as the body, looked at, and goes in when it is confirmed.

Nothing of it is in the project before. With `confirm=true` both happen in one call, unless
something is to be said first: then nothing goes in.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from django.conf import settings
from django.http import HttpResponse
from ninja import Query, Router
from pydantic import BaseModel, Field

from annotation.formats import FORMATS
from annotation.models import Import, Project
from annotation.refusals import Refused
from annotation.services.imports import files, page_jobs, previews, tables
from annotation.services.imports.reports import FileReport, from_json
from annotation.services.imports.survey import HEADERS_SHOWN, Tables
from webapp import access
from webapp.addresses import client_address
from webapp.api.bodies import Body
from webapp.api.calls.once import answer_once, key_of, once
from webapp.api.calls.scopes import needs
from webapp.api.calls.streams import BodyStream
from webapp.requests import PersonRequest
from webapp.words.refused_files import problem_of

router = Router(tags=["imports"])
FORMAT_NAMES: Any = ["auto", *FORMATS]
Role = Literal["text", "speaker", "id", "start", "end", "lang", "spans"]
NAMED = 200  # faults of a file that an answer names


class ImportQuery(BaseModel):
    """How the file is to be understood, as on the import page.

    `faults`: "leave" leaves out the dialogues that have one, "refuse" the whole file. `confirm`:
    it goes in at once; `unknown`: what becomes then of labels that the project has none for.
    """

    name: str = Field("upload", min_length=1, max_length=200)
    format: str = Field("auto", max_length=20, json_schema_extra={"enum": FORMAT_NAMES})
    lang: str = Field("", max_length=12)
    spans: Literal["gold", "machine", "ignore", "replaced", "masked", "found"] = "gold"
    split: Literal["pool", "test", "aside"] = "pool"
    tool: str = Field("", max_length=80)
    faults: Literal["leave", "refuse"] = "leave"
    duplicates: Literal["skip", "keep"] = "skip"
    confirm: bool = False
    unknown: Literal["ask", "new", "out"] = "ask"


class ConfirmIn(Body):
    """What labels of the file become: `labels` gives the project's label for each of theirs; "new"
    and "out" name those to be made and those to be left out; `rest`: what the others become that
    the project has no label for."""

    labels: dict[str, Annotated[str, Field(max_length=80)]] = {}
    new: list[str] = []
    out: list[str] = []
    rest: Literal["ask", "new", "out"] = "ask"
    duplicates: Literal["skip", "keep"] | None = None


class ColumnsIn(Body):
    """Which column is what: by the id of a header in the draft's `tables`, the name of the column
    for each role; a role that is left out has none."""

    tables: Annotated[dict[str, dict[Role, str]], Field(min_length=1, max_length=HEADERS_SHOWN)]


class TablesOut(BaseModel):
    """The tables of one header: how many, the first five of them, and the column that is taken for
    each role. Without one for `text` they are left out, and among the faults."""

    id: str
    count: int
    files: list[str]
    header: list[str]
    columns: dict[str, str]

    @classmethod
    def of(cls, project: Project, seen: Tables) -> Self:
        return cls(
            id=tables.header_key(project, seen.header),
            count=seen.count,
            files=seen.files,
            header=seen.header,
            columns={role: seen.header[place] for role, place in seen.places.items()},
        )


class FaultOut(BaseModel):
    """`file`: of a zip with the member's name."""

    file: str
    line: int | None
    code: str
    message: str
    expected: str


class FileOut(BaseModel):
    """What went in of a file, or would: `left_out` dialogues (of a table: rows) have a fault,
    `skipped` are there already, `tables_out` of a zip are left out whole; of the faults the first
    200 are named."""

    name: str
    format: str
    dialogues: int
    turns: int
    spans: int
    skipped: int
    duplicates: int
    left_out: int
    tables_out: int
    faults: list[FaultOut]

    @classmethod
    def of(cls, report: FileReport) -> Self:
        told = [problem_of(error) for error in report.problems[:NAMED]]
        return cls(
            name=report.name,
            format=report.format,
            dialogues=report.dialogues,
            turns=report.turns,
            spans=report.spans,
            skipped=report.skipped,
            duplicates=report.duplicate_count,
            left_out=report.left_out,
            tables_out=report.tables_out,
            faults=[
                FaultOut(
                    file=p.file, line=p.line, code=p.code, message=p.message, expected=p.expected
                )
                for p in told
            ],
        )


class TheirLabelOut(BaseModel):
    """A label of the file: `becomes` a label of the project, "new", "out", or null: say it."""

    name: str
    count: int
    becomes: str | None


class ImportOut(BaseModel):
    """An import: "draft" waits for `confirm`; nothing is in the project before it is "done".

    `dialogues`: how many went in, or would; `tables`: the headers of a draft's tables.
    """

    id: int
    status: Literal["draft", "queued", "running", "done", "failed", "cancelled"]
    progress: float
    error: str
    dialogues: int
    files: list[FileOut]
    labels: list[TheirLabelOut]
    tables: list[TablesOut]

    @classmethod
    def of(cls, job: Import, preview: previews.Preview | None = None) -> Self:
        seen = preview.survey.tables if preview else []
        return cls(
            id=job.pk,
            status=job.status,  # type: ignore[arg-type]
            progress=job.progress,
            error=job.error_words,
            dialogues=preview.dialogues if preview else job.dialogues_read,
            files=[FileOut.of(report) for report in from_json(job.report)],
            labels=[_label(row) for row in preview.rows] if preview else [],
            tables=[TablesOut.of(job.project, each) for each in seen],
        )


def _label(row: previews.LabelRow) -> TheirLabelOut:
    ours = row.label.name if row.label and row.choice not in (previews.NEW, previews.OUT) else None
    chosen = row.choice if row.choice in (previews.NEW, previews.OUT) else ours
    return TheirLabelOut(name=row.theirs, count=row.seen.count, becomes=chosen)


FILE: Any = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}


@router.post(
    "/projects/{slug:slug}/imports",
    response={202: ImportOut},
    openapi_extra={"requestBody": {"content": FILE, "required": True}},
)
@needs("import")
def create_import(
    request: PersonRequest, slug: str, query: Query[ImportQuery]
) -> ImportOut | HttpResponse:
    """Send a file as the body, as it is; it may be gzip or zip. It is looked at by a worker: ask
    for the import until it is a draft (or, with `confirm`, done)."""
    project = access.project_for(request, slug, "import")
    if query.format not in FORMAT_NAMES:
        raise Refused("There is no format of this name.", code="unknown_choice")
    kept = files.keep_file(BodyStream(request, settings.API_UPLOAD_LIMIT))  # type: ignore[arg-type]
    try:
        path = files.path_of(kept)
        if not path.stat().st_size:
            raise Refused("The body is empty: send the file in it.", code="empty")

        def begin() -> ImportOut:
            job = page_jobs.queue_import(
                project, request.user, [(query.name, path)], **_options(request, query)
            )
            return ImportOut.of(job)

        if not key_of(request):
            return begin()
        digest = next(iter(previews.digests_of([kept]).values()))
        return answer_once(request, digest.encode(), 202, begin)
    finally:
        files.erase_files([kept])


def _options(request: PersonRequest, query: ImportQuery) -> dict[str, Any]:
    names = ("format", "lang", "spans", "split", "tool", "duplicates", "unknown")
    return {name: getattr(query, name) for name in names} | {
        "lenient": query.faults == "leave",
        "at_once": query.confirm,
        "limit": settings.API_UPLOAD_LIMIT,
        "address": client_address(request) or "",
    }


@router.get("/projects/{slug:slug}/imports/{int:pk}", response=ImportOut)
@needs("import")
def show_import(request: PersonRequest, slug: str, pk: int) -> ImportOut:
    """How far an import is; of a draft what would go in, and what its labels would become."""
    return _told(request, access.import_for(request, slug, pk, "import"))


@router.post("/projects/{slug:slug}/imports/{int:pk}/columns", response={202: ImportOut})
@needs("import")
@once(202)
def name_columns(request: PersonRequest, slug: str, pk: int, body: ColumnsIn) -> ImportOut:
    """Say which column of a draft's tables is what: its files are looked at anew, and the next
    table of that header finds it said once this is confirmed."""
    job = access.import_for(request, slug, pk, "import")
    preview = previews.load_preview(job)
    if preview is None:
        raise page_jobs.ended()
    there = {tables.header_key(job.project, each.header): each for each in preview.survey.tables}
    for key, columns in body.tables.items():
        seen = there.get(key)
        if seen is None or not set(columns.values()) <= set(seen.header):
            raise Refused("A table or a column is not in the draft.", code="unknown_column")
        places: dict[str, int] = {role: seen.header.index(name) for role, name in columns.items()}
        tables.say_columns(job, seen, places)
    page_jobs.read_again(job)
    return ImportOut.of(job)


@router.post("/projects/{slug:slug}/imports/{int:pk}/confirm", response={202: ImportOut})
@needs("import")
@once(202)
def confirm_import(request: PersonRequest, slug: str, pk: int, body: ConfirmIn) -> ImportOut:
    """Let in what the draft shows."""
    job = access.import_for(request, slug, pk, "import")
    preview = previews.load_preview(job)
    if preview is None:
        raise page_jobs.ended()
    previews.read_choices(preview, _said(preview, body))
    page_jobs.confirm_import(preview)
    return ImportOut.of(job)


def _said(preview: previews.Preview, body: ConfirmIn) -> Mapping[str, str]:
    """The body as the form of the page says it. Raises Refused for a label that is not there."""
    names = {label.name: str(label.pk) for label in preview.labels}
    wanted = {theirs: names.get(ours, "") for theirs, ours in body.labels.items()}
    wanted |= dict.fromkeys(body.new, previews.NEW) | dict.fromkeys(body.out, previews.OUT)
    theirs = {row.theirs for row in preview.rows}
    if "" in wanted.values() or wanted.keys() - theirs:
        raise Refused("A label of the file or of the project is not there.", code="unknown_label")
    unnamed = {row.theirs for row in preview.unnamed_rows}
    if body.rest != "ask":
        wanted = dict.fromkeys(unnamed, body.rest) | wanted
    said = {
        f"label-{number}": wanted[row.theirs]
        for number, row in enumerate(preview.rows)
        if row.theirs in wanted
    }
    return said | {"reading": preview.token, "duplicates": body.duplicates or ""}


@router.post("/projects/{slug:slug}/imports/{int:pk}/cancel", response=ImportOut)
@needs("import")
def cancel_import(request: PersonRequest, slug: str, pk: int) -> ImportOut:
    """Give it up: nothing goes in, and the file is erased."""
    job = access.import_for(request, slug, pk, "import")
    page_jobs.cancel_import(job)
    job.refresh_from_db()
    return _told(request, job)


def _told(request: PersonRequest, job: Import) -> ImportOut:
    """A draft tells names of the file's labels, which may be words of it: that is written down."""
    preview = previews.load_preview(job)
    if preview is not None:
        access.log_access(request, job.project, "preview", number=job.pk)
    return ImportOut.of(job, preview)
