"""A dialogue as a row of columns, and back. Called by `parquet` and by the job of Spark.

Columns: id, lang, meta, extra, turns; of a turn speaker, text, spans, tokens, extra. What JSONL
keeps without knowing it (meta, extra) is JSON in a text, null where there is none.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from annotation.formats import faults
from annotation.formats.checks import MAX_TURN
from annotation.formats.corpora.jsonl import read_record
from annotation.formats.corpora.tools.texts import cut_tokens
from annotation.formats.files.strictjson import Place, parse
from annotation.formats.types import DialogueValue, SpanValue, TurnValue

COLUMNS = ("id", "lang", "meta", "extra", "turns")
# The same for Spark.
TYPES = (
    "id string, lang string, meta string, extra string, turns array<struct<"
    "speaker string, text string, "
    "spans array<struct<start int, end int, label string, score double, extra string>>, "
    "tokens array<struct<start int, end int, tag string>>, "
    "extra string>>"
)


def row_of(dialogue: DialogueValue) -> dict[str, Any]:
    """The columns of a dialogue. Tokens are ours, with IOB2 tags: made anew from text and spans."""
    return {
        "id": dialogue.id,
        "lang": dialogue.lang,
        "meta": _json(dialogue.meta),
        "extra": _json(dialogue.extra),
        "turns": [_turn_row(turn) for turn in dialogue.turns],
    }


def _turn_row(turn: TurnValue) -> dict[str, Any]:
    spans = [
        {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            "score": span.confidence,
            "extra": _json(span.extra),
        }
        for span in turn.spans
    ]
    return {
        "speaker": turn.speaker,
        "text": turn.text,
        "spans": spans,
        "tokens": token_rows(turn.text, turn.spans),
        "extra": _json(turn.extra),
    }


def token_rows(text: str, spans: Sequence[SpanValue]) -> list[dict[str, Any]]:
    """Our tokens, cut where a span begins or ends inside one, each with its tag."""
    rows = []
    ordered = sorted(spans, key=lambda span: span.start)
    at = 0
    before: SpanValue | None = None
    for start, end in cut_tokens(text, spans):
        while at < len(ordered) and ordered[at].end <= start:
            at += 1
        span = ordered[at] if at < len(ordered) and ordered[at].start <= start else None
        tag = "O" if span is None else ("I-" if span is before else "B-") + span.label
        rows.append({"start": start, "end": end, "tag": tag})
        before = span
    return rows


def _json(value: Mapping[str, object]) -> str | None:
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False) if value else None


def dialogue_of(
    row: Mapping[str, Any], *, file: str, number: int, lang: str = "es", max_turn: int = MAX_TURN
) -> DialogueValue:
    """The dialogue of a row; its tokens are not read. Raises FormatError."""
    place = Place(file, number)
    turns = [_turn_record(turn, place) for turn in place.list(row.get("turns"), '"turns"')]
    record = {
        **_parsed(row.get("extra"), place),
        "id": row.get("id"),
        "lang": row.get("lang") or lang,
        "meta": _parsed(row.get("meta"), place),
        "turns": turns,
    }
    return read_record(record, place=place, lang=lang, max_turn=max_turn)


def _turn_record(turn: object, place: Place) -> dict[str, Any]:
    columns = place.mapping(turn, '"turns"')
    spans = place.list(columns.get("spans") or [], '"spans"')
    return {
        **_parsed(columns.get("extra"), place),
        "speaker": columns.get("speaker") or "",
        "text": columns.get("text"),
        "spans": [_span_record(place.mapping(span, '"spans"'), place) for span in spans],
    }


def _span_record(columns: Mapping[str, Any], place: Place) -> dict[str, Any]:
    return {
        **_parsed(columns.get("extra"), place),
        **{name: columns.get(name) for name in ("start", "end", "label", "score")},
    }


def _parsed(text: object, place: Place) -> Mapping[str, object]:
    if text is None:
        return {}
    value = parse(place.text(text, '"extra"'), file=place.file, line=place.line)
    return place.mapping(value, '"extra"', wanted=faults.LINE_OBJECT)
