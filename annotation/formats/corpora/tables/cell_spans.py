"""Labels in a cell of a table, as JSON or as text.

Read: [[4, 7, "name"]], [{"start": 4, "end": 7, "label": "name"}] or 4:7:name; 11:15:place. Written:
the first.
"""

import json
import re
from collections.abc import Sequence

from annotation.formats import faults
from annotation.formats.checks import check_surface
from annotation.formats.corpora.tables import faults as wrong
from annotation.formats.errors import FormatError
from annotation.formats.files.strictjson import parse
from annotation.formats.types import SpanValue

_TRIPLE = re.compile(r"\s*(\d{1,9})\s*[:\-,]\s*(\d{1,9})\s*[:,]\s*(\S(?:.*\S)?)\s*")


def spans_of_cell(
    cell: str, text: str, *, number: int, file: str, line: int
) -> tuple[SpanValue, ...]:
    """The spans in order; `number` is the turn's, from 1. Raises FormatError table_spans, or that
    of a surface that is not in the text."""
    if not cell.strip():
        return ()
    if not cell.lstrip().startswith("["):
        found = [_TRIPLE.fullmatch(piece) for piece in cell.split(";") if piece.strip()]
        triples = [(int(m[1]), int(m[2]), m[3]) for m in found if m is not None]
        if len(triples) < len(found):
            raise FormatError(wrong.CELL_SPANS, file=file, line=line)
        spans = [SpanValue(*each) for each in triples]
    else:
        try:
            value = parse(cell, file=file, line=line)
        except FormatError:
            value = None
        if not isinstance(value, list):
            raise FormatError(wrong.CELL_SPANS, file=file, line=line)
        spans = [_span(each, text, number, file, line) for each in value]
    return tuple(sorted(spans, key=lambda each: each.start))


def _span(value: object, text: str, number: int, file: str, line: int) -> SpanValue:
    surface = None
    if isinstance(value, dict):
        surface = value.get("text")
        value = [value.get("start"), value.get("end"), value.get("label")]
    if not isinstance(value, list) or len(value) != 3 or not isinstance(value[2], str):
        raise FormatError(wrong.CELL_SPANS, file=file, line=line)
    start, end, label = value
    if type(start) is not int or type(end) is not int:
        raise FormatError(wrong.CELL_SPANS, file=file, line=line)
    span = SpanValue(start, end, label)
    if isinstance(surface, str) and 0 <= start < end <= len(text):
        place = faults.turn(number)
        check_surface(text, span, surface, place=place, file=file, line=line)
    return span


def cell_of_spans(spans: Sequence[SpanValue]) -> str:
    triples = [[span.start, span.end, span.label] for span in spans]
    return json.dumps(triples, ensure_ascii=False) if triples else ""
