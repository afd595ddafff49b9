"""Small files of calls, good and bad, and the import of one; used by the tests of importing."""

import json
from typing import Any

from annotation.models import (
    Project,
    Span,
    Turn,
)
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.imports.reports import FileReport

SECRET = "Etxeberri"


def line(
    name: str, *texts: str, spans: list[tuple[int, int, str]] | None = None, **extra: Any
) -> str:
    turns: list[dict[str, Any]] = [{"speaker": "agent", "text": text} for text in texts]
    if spans is not None:
        turns[0]["spans"] = [{"start": s, "end": e, "label": label} for s, e, label in spans]
    return json.dumps({"id": name, "turns": turns, **extra}, ensure_ascii=False)


def data(*lines: str) -> bytes:
    return "\n".join(lines).encode()


GOOD = line("a", f"Soy {SECRET}", "Hola", spans=[(4, 13, "surname")])


def read(
    project: Project, user: Any, content: bytes, name: str = "calls.jsonl", **options: Any
) -> FileReport:
    report = options.pop("report", None)
    order = ImportOrder(user=user, **options)
    return import_dialogues(project, [(name, content)], order, report=report)[0]


def counts(project: Project) -> tuple[int, int, int]:
    return (
        project.dialogues.count(),
        Turn.objects.filter(dialogue__project=project).count(),
        Span.objects.filter(turn__dialogue__project=project).count(),
    )


BAD = {
    "json": data(GOOD, '{"id": "b", "turns": ['),
    "span_range": data(GOOD, line("b", f"Soy {SECRET}", spans=[(4, 99, "surname")])),
    "span_overlap": data(
        GOOD, line("b", f"Soy {SECRET}", spans=[(4, 13, "surname"), (5, 9, "place")])
    ),
    "unknown_label": data(GOOD, line("b", f"Soy {SECRET}", spans=[(4, 13, "Surname")])),
    "duplicate_id": data(GOOD, GOOD),
    "control_char": data(GOOD, line("b", f"{SECRET}\x00")),
    "bad_unicode": GOOD.encode() + b'\n{"id": "b", "turns": [{"text": "\\ud83d"}]}',
    "encoding": data(GOOD) + b"\n" + line("b", "señor").encode("latin-1"),
}
