"""The kinds of JSON that we write and read, each with the type that its code goes by.

Called by `manage.py schemas`. Formats of other tools have schemas of their own elsewhere.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from annotation.evidence.bundle.schema import evidence_schema
from annotation.formats.corpora.shapes import (
    Dialogue,
    EsportDialogue,
    EsportEvent,
    EsportTurn,
    Span,
    Turn,
)
from annotation.formats.corpora.standoff import Event, Utterance
from annotation.formats.schemes.files import SchemeRecord
from annotation.management.progress import ProgressLine
from annotation.services.hooks.queue import HookBody
from annotation.services.review.counts import ReviewReport
from annotation.services.standalone.replacement_report import ReportFile, Summary
from annotation.services.standalone.simulations import (
    CurveFile,
    CurvePoint,
    CurveRun,
    CurveScores,
)
from annotation.shapes import Document
from webapp.api.app import api
from webapp.api.programs.transforms import BatchTurn, ErrorLine, TextLine, TextsLine, TurnsLine

DOCUMENTS = (
    Document(
        "jsonl", "A line of native JSONL",
        "A dialogue a line, in UTF-8. Keys that are not named here are kept on a round trip. "
        "Offsets are Unicode code points, end exclusive.",
        Dialogue,
        keeping=(Dialogue, Turn, Span, Event, EsportEvent, Utterance),
    ),
    Document(
        "esport", "A file of ES-Port JSON",
        "One dialogue, or a list of them. Keys of the file and of a turn that are not named here "
        "are kept.",
        EsportDialogue | list[EsportDialogue],
        keeping=(EsportDialogue, EsportTurn),
    ),
    Document(
        "scheme", "A label scheme",
        "Labels of a project with their keys, colours and groups, and its guidelines, as "
        "export_scheme writes them and import_scheme reads them.",
        SchemeRecord,
    ),
    Document(
        "pseudonymise-report", "What became of each dialogue of a file",
        "Written by pseudonymise --report: what does not cohere, and which dialogues are held "
        "back. It holds no original.",
        ReportFile,
    ),
    Document(
        "pseudonymise-summary", "What pseudonymise did",
        "Printed by pseudonymise --json.",
        Summary,
    ),
    Document(
        "review", "What people made of another tool's work",
        "Written by review_report --json and on the release page. It holds counts and codes, no "
        "text.",
        ReviewReport,
    ),
    Document(
        "curve", "Curves of a simulation",
        "Written by simulate --out. Further keys may stand beside those that are named.",
        CurveFile,
        keeping=(CurveFile, CurveRun, CurvePoint, CurveScores),
    ),
    Document(
        "labelmap", "A label map",
        "Read by simulate --labelmap: data set, or how its name begins, then label, then class.",
        dict[str, dict[str, str]],
    ),
    Document(
        "pi", "A distribution of surrogates",
        "Read by privacy --pi: probabilities that sum to 1.",
        list[float],
    ),
    Document(
        "progress", "How far a command is",
        "A line of JSON on standard error, each second, with --progress json.",
        ProgressLine,
    ),
    Document(
        "hook", "The body that a hook posts",
        "Sent when an import, an export, a piece of learning, a batch or an adjudication has "
        "ended, when an import waits to be confirmed, and as a test. It holds ids and states, no "
        "text.",
        HookBody,
    ),
    Document(
        "batch-line", "A line that the Text Transformer is sent",
        "POST /vpc/batch: a text, texts or turns. Other keys are passed over.",
        TextLine | TextsLine | TurnsLine,
        keeping=(TextLine, TextsLine, TurnsLine, BatchTurn),
    ),
    Document(
        "batch-answer", "A line that the Text Transformer answers",
        "POST /vpc/batch: a line for a line, in the form in which its texts came, or an error.",
        TextLine | TextsLine | TurnsLine | ErrorLine,
    ),
)  # fmt: skip


def schemas() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The name of each file, and what it holds."""
    for document in DOCUMENTS:
        yield f"{document.name}.schema.json", document.schema()
    yield "evidence.schema.json", evidence_schema()
    yield "openapi.json", api.get_openapi_schema(path_prefix="/api/")


def written(schema: Mapping[str, Any]) -> str:
    """As it lies in its file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
