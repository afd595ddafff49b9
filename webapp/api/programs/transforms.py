"""The Text Transformer of COMPRISE: `POST /vpc` (and `/api/vpc`), the text as the body, plain text
back; `/vpc/batch` for JSON lines. Nothing of a text is kept or logged.

Its published client sends the parameters as one JSON object, percent-encoded as the query.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict
from urllib.parse import unquote, unquote_plus

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Router

from annotation.refusals import Refused
from annotation.services.standalone import transforms
from annotation.shapes import says
from webapp import access
from webapp.api.calls.scopes import needs
from webapp.api.calls.streams import BodyStream
from webapp.requests import PersonRequest

router = Router(tags=["text transformer"])
TEXT_BYTES = 1024**2  # of one call
LINE_BYTES = 1024**2
BATCH_BYTES = 1024**3
KEYS = ("m", "r", "lang")
NAMES: Any = transforms.STRATEGIES
# What generated clients call them: REDACT and redact are one name to many.
VARIABLES: Any = [f"COMPRISE_{name}" for name in transforms.THEIRS]
VARIABLES += [name.upper() for name in transforms.OURS]
PARAMETERS: Any = [
    {
        "name": "m",
        "in": "query",
        "description": "the model: a project's short name, that and a run (`calls/12`), or a "
        "folder that the operator lists; without it the only one, or that of the token's project",
        "schema": {"type": "string"},
    },
    {
        "name": "r",
        "in": "query",
        "description": "how the items are replaced",
        "schema": {
            "type": "string",
            "enum": NAMES,
            "x-enum-varnames": VARIABLES,
            "default": transforms.USUAL,
        },
    },
    {
        "name": "lang",
        "in": "query",
        "description": "language of the text, by default the model's",
        "schema": {"type": "string"},
    },
]
PLAIN: Any = {"text/plain": {"schema": {"type": "string"}}}
LINES: Any = {"application/jsonl": {"schema": {"type": "string"}}}
# Beside the text as it is, in forms that generated clients can send.
AS_JSON: Any = {
    "application/json": {
        "schema": {
            "type": "object",
            "required": ["text"],
            "additionalProperties": False,
            "properties": {key: {"type": "string"} for key in ("text", *KEYS)},
        }
    }
}
AS_BYTES: Any = {
    "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
}


class BatchTurn(TypedDict):
    text: str


class BatchLine(TypedDict):
    dialogue: NotRequired[
        Annotated[str, says("Lines of one name that follow each other are replaced as one.")]
    ]
    id: NotRequired[Annotated[str, says("The same, where there is no dialogue.")]]


class TextLine(BatchLine):
    text: str


class TextsLine(BatchLine):
    texts: list[str]


class TurnsLine(BatchLine):
    turns: list[BatchTurn]


class ErrorLine(BatchLine):
    error: Annotated[str, says("Why the line is not given: a code of docs/api.md.")]


@dataclass(frozen=True, slots=True)
class Wanted:
    model: transforms.Model
    strategy: str
    lang: str


def reads_address(operation: Any) -> Any:
    """An operation that looks at the address's query by itself."""
    operation.reads_address = True
    return operation


@router.post(
    "/vpc",
    openapi_extra={
        "parameters": PARAMETERS,
        "requestBody": {"content": PLAIN | AS_JSON, "required": True},
        "responses": {200: {"description": "The replaced text", "content": PLAIN}},
    },
)
@reads_address
@needs("transform")
def transform_text(request: PersonRequest) -> HttpResponse:
    """Replace the personal items of a text, each line a turn, and give the text back. Parameters:
    `m`, `r` and `lang`, as a query, as one JSON object that is the query, or in a JSON body beside
    `text`. A text in which an original would be readable is 422 `held_back`."""
    body = _decoded(_whole(request))
    given = _query(request)
    if request.content_type == "application/json":
        sent = _object(body)
        text = sent.pop("text", None)
        given |= sent
    else:
        text = body
    if not isinstance(text, str):
        raise Refused("Send the text.", code="invalid")
    wanted = _wanted(request, given)
    new = transforms.transform_text(text, wanted.model, wanted.strategy, lang=wanted.lang)
    return HttpResponse(new, content_type="text/plain; charset=utf-8")


@router.post(
    "/vpc/batch",
    openapi_extra={
        "parameters": PARAMETERS,
        "requestBody": {"content": LINES | AS_BYTES, "required": True},
        "responses": {200: {"description": "A line for each line", "content": LINES}},
    },
)
@reads_address
@needs("transform")
def transform_batch(request: PersonRequest) -> StreamingHttpResponse:
    """The same for JSON lines, as a stream: `{"text"}`, `{"texts": []}` or `{"turns": [{"text"}]}`,
    with `dialogue` (or `id`) where lines that follow each other are of one dialogue. Each line
    comes back, with `error` in place of its texts where they are not given."""
    wanted = _wanted(request, _query(request))
    lines = _lines(BodyStream(request, BATCH_BYTES))
    return StreamingHttpResponse(_answers(lines, wanted), content_type="application/jsonl")


def _wanted(request: PersonRequest, given: dict[str, Any]) -> Wanted:
    """The parameters, with the model open. Raises Refused."""
    if given.keys() - set(KEYS):
        listed = ", ".join(KEYS)
        text = f"There is a parameter that is not known here; known: {listed}."
        raise Refused(text, code="unknown_key", status=400)
    if not all(isinstance(value, str) for value in given.values()):
        raise Refused("A parameter is a text.", code="invalid")
    strategy = transforms.strategy_of(given.get("r", ""))
    model = _model(request, given.get("m", ""))
    return Wanted(model, strategy, given.get("lang", "")[:12])


def _model(request: PersonRequest, name: str) -> transforms.Model:
    listed = transforms.model_of_folder(name)
    if listed is not None:
        return listed
    token = getattr(request, "token", None)
    if not name and token is not None and token.project is not None:
        name = token.project.slug
    if not name:
        raise Refused("Say in `m` which model.", code="unknown_model")
    slug, _line, run = name.partition("/")
    project = access.project_for(request, slug, "label")
    access.log_use(request, project, "transform")
    return transforms.model_of_run(project, run)


def _query(request: HttpRequest) -> dict[str, Any]:
    """m=..&r=.., or one JSON object in their place, percent-encoded."""
    query = request.META.get("QUERY_STRING", "")
    for decode in (unquote, unquote_plus):
        text = decode(query).strip().removesuffix("=")
        if not text.startswith("{"):
            return dict(request.GET.items())
        try:
            return _object(text)
        except Refused:
            continue
    raise Refused("The query is no JSON object.", code="bad_request", status=400)


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Refused("That is no JSON object.", code="bad_request", status=400)
    return value


def _whole(request: HttpRequest) -> bytes:
    stream = BodyStream(request, TEXT_BYTES)
    return b"".join(iter(stream.read, b""))


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("The body is not UTF-8.", code="bad_request", status=400) from None


def _lines(stream: BodyStream) -> Iterator[tuple[transforms.Line, str]]:
    """Each line as it is to be replaced, and the key under which its texts stood; "" for one that
    cannot be read."""
    for raw in stream.lines(LINE_BYTES):
        if not raw.strip():
            continue
        try:
            row = _object(_decoded(raw))
            yield _line(row)
        except (Refused, KeyError, TypeError, ValueError):
            yield transforms.Line("", []), ""


def _line(row: dict[str, Any]) -> tuple[transforms.Line, str]:
    name = row.get("dialogue", row.get("id", ""))
    texts: list[Any]
    if "text" in row:
        kind, texts = "text", [row["text"]]
    elif "texts" in row:
        kind, texts = "texts", list(row["texts"])
    else:
        kind, texts = "turns", [turn["text"] for turn in row["turns"]]
    if not all(isinstance(each, str) for each in (name, *texts)):
        raise ValueError("not a text")
    return transforms.Line(name, texts), kind


def _answers(lines: Iterable[tuple[transforms.Line, str]], wanted: Wanted) -> Iterator[bytes]:
    kinds: list[str] = []  # of the lines that are not answered yet

    def watched() -> Iterator[transforms.Line]:
        for line, kind in lines:
            kinds.append(kind)
            yield line

    try:
        for done in transforms.transform_lines(
            watched(), wanted.model, wanted.strategy, lang=wanted.lang
        ):
            yield _row(done, kinds.pop(0))
    except Refused as refusal:  # the body is too large, or one of its lines
        yield json.dumps({"error": refusal.code}).encode() + b"\n"


def _row(done: transforms.Done, kind: str) -> bytes:
    row: dict[str, Any] = {"dialogue": done.line.dialogue} if done.line.dialogue else {}
    if not kind or done.texts is None:
        row["error"] = done.code or "invalid"
    elif kind == "text":
        row["text"] = done.texts[0]
    elif kind == "texts":
        row["texts"] = done.texts
    else:
        row["turns"] = [{"text": text} for text in done.texts]
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"
