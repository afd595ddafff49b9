"""doccano's JSONL: a text a line, its labels as [start, end, label] or, with relations, as objects.

doccano counts what its editor, JavaScript, counts: UTF-16 units, an emoji as two; so these are
converted. Where a project counts grapheme clusters instead (an option that is off by default), an
emoji or an accent of its own is counted otherwise, and no file says so. A line may say its unit:
"offsets": "utf-16" or "code points"; doccano keeps that key. Lines that we make have all the same
keys: where one lacks in some of a file, doccano makes NaN of it, which its database refuses.
[doccano/v-annotator, src/domain/models/EventHandler/TextSelectionHandler.ts: offsets are lengths
of strings; doccano, backend/data_export/pipeline and data_import/pipeline: the keys.]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from annotation.formats import faults
from annotation.formats.corpora.tools import faults as own
from annotation.formats.corpora.tools.layout import (
    DOCCANO,
    KEPT,
    Record,
    id_value,
    in_order,
    is_language,
    kept_layout,
    read_lines,
    style_in,
    written,
)
from annotation.formats.corpora.tools.texts import (
    Units,
    own_extra,
    read_text,
    speakers_of,
    write_text,
)
from annotation.formats.errors import Phrase
from annotation.formats.files.strictjson import Place, check_value
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue

_TEXTS = ("text", "data")
_LABELS = ("label", "labels", "entities")
_OWN = frozenset({"id", "lang", "meta", "speakers", "offsets"})
UTF16, CODE_POINTS = "utf-16", "code points"
Parts = tuple[object, object, object]  # start, end, label, as they stand in the file
Pair = tuple[SpanValue, SpanValue | None]  # its numbers as code points, and as UTF-16 units


def read_doccano(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """A dialogue a line, a turn a line of its text; raises FormatError."""
    return read_lines(files, options, lambda record: _read(record, options))


def _read(record: Record, options: ReadOptions) -> DialogueValue:
    place, value = record.place, record.value
    text_key = next((key for key in _TEXTS if key in value), _TEXTS[0])
    label_key = next((key for key in _LABELS if key in value), None)
    text = place.text(value.get(text_key), f'"{text_key}"')
    labels = value.get(label_key) if label_key else []
    found = place.list(labels, f'"{label_key}"')
    as_objects = any(isinstance(each, dict) for each in found)
    unit = value.get("offsets")
    spans = _spans(text, found, unit, place)
    turns, extra = read_text(
        text, spans, place=place, options=options, speakers=value.get("speakers")
    )
    layout = record.layout() | {"text": text_key, "label": label_key or ""}
    if as_objects:
        layout["objects"] = True
    used = {text_key, label_key, "id"}
    if is_language(value.get("lang")):
        used.add("lang")
    if isinstance(value.get("meta"), dict):
        used.add("meta")
    if any(turn.speaker for turn in turns) or value.get("speakers") == []:
        used.add("speakers")
    if unit in (UTF16, CODE_POINTS):
        layout["offsets"] = unit
        used.add("offsets")
    rest = {key: each for key, each in value.items() if key not in used}
    meta = value["meta"] if "meta" in used else {}
    for kept in (rest, meta):
        check_value(kept, file=place.file, line=place.line, depth=1)
    return DialogueValue(
        id=record.name(value.get("id")),
        lang=record.lang(value.get("lang"), options),
        turns=turns,
        meta=meta,  # type: ignore[arg-type]
        extra=rest | extra | {DOCCANO: layout},
        line=record.line,
    )


def _spans(text: str, labels: Sequence[object], unit: object, place: Place) -> list[SpanValue]:
    """The spans in code points; raises FormatError."""
    found = []
    for index, label in enumerate(labels):
        what = faults.span_of(faults.DIALOGUE, index)
        start, end, name = _parts(label, what, place)
        if type(start) is not int or type(end) is not int:
            raise place.error(faults.SPAN_NO_INTEGERS, what, n=len(text))
        extra: dict[str, object] = {}
        if isinstance(label, dict):
            used = ("start_offset", "end_offset", "label")
            extra = {key: each for key, each in label.items() if key not in used}
            check_value(extra, file=place.file, line=place.line, depth=3)
        found.append(SpanValue(start, end, place.text(name, what, '"label"'), extra=extra))
    units = Units(text)
    if not units or unit == CODE_POINTS:
        return found
    pairs = [(each, _moved(each, units)) for each in found]
    if any(moved is None for _each, moved in pairs) or (
        unit != UTF16 and _is_doubtful(text, pairs)
    ):
        raise place.error(own.DOUBTFUL_UNIT, faults.DIALOGUE)
    return [moved for _each, moved in pairs if moved is not None]


def _moved(span: SpanValue, units: Units) -> SpanValue | None:
    """A span in UTF-16 units in code points; None where it cuts a character."""
    start, end = units.from_utf16(span.start), units.from_utf16(span.end)
    return None if start is None or end is None else replace(span, start=start, end=end)


def _is_doubtful(text: str, pairs: Sequence[Pair]) -> bool:
    """Whether offsets that count one way or the other all end at words only as code points."""
    differ = [(one, other) for one, other in pairs if other is None or one.end != other.end]
    return bool(differ) and all(
        _is_whole(text, one) and not (other and _is_whole(text, other)) for one, other in differ
    )


def _parts(label: object, what: Phrase, place: Place) -> Parts:
    if isinstance(label, dict):
        return label.get("start_offset"), label.get("end_offset"), label.get("label")
    if not isinstance(label, list) or len(label) != 3:
        raise place.error(faults.WRONG_TYPE, what, kind=_kind(label), wanted=own.A_TRIPLE)
    return label[0], label[1], label[2]


def _kind(value: object) -> Phrase:
    if isinstance(value, list):
        return faults.A_LIST
    return faults.A_STRING if isinstance(value, str) else faults.A_NUMBER


def _is_whole(text: str, span: SpanValue) -> bool:
    """Whether a span begins and ends where words do."""
    if not 0 <= span.start < span.end <= len(text):
        return False
    if text[span.start].isspace() or text[span.end - 1].isspace():
        return False
    return not any(
        0 < edge < len(text) and text[edge - 1].isalnum() and text[edge].isalnum()
        for edge in (span.start, span.end)
    )


def render_doccano(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The line of a dialogue in a file of all, with its labels in UTF-16 units."""
    layout = kept_layout(dialogue, DOCCANO)
    text, spans = write_text(dialogue)
    units = Units(text)
    unit = layout.get("offsets", None if layout else UTF16)
    counted = (lambda place: place) if unit == CODE_POINTS else units.to_utf16
    moved = [replace(span, start=counted(span.start), end=counted(span.end)) for span in spans]
    if units and unit is None and _is_doubtful(text, list(zip(moved, spans, strict=True))):
        unit = UTF16  # else nobody could tell
    labels: list[object] = [_label(span, layout) for span in moved]
    record: dict[str, object] = {}
    keys = layout.get("keys")
    for key, value in (
        ("id", id_value(dialogue, layout)),
        (str(layout.get("text") or _TEXTS[0]), text),
        (str(layout.get("label") or _LABELS[0]), labels),
        ("lang", dialogue.lang),
        ("meta", dict(dialogue.meta)),
        ("speakers", speakers_of(dialogue)),
        ("offsets", unit),
    ):
        wanted = key in keys if isinstance(keys, list) else True
        if layout and key in dialogue.extra:
            continue  # there it means something else
        if wanted or value is text or (value is labels and labels) or (key == "offsets" and unit):
            record[key] = value
    taken = frozenset(record) | KEPT | (frozenset() if layout else _OWN)
    record |= own_extra(dialogue, taken)
    line = written(in_order(record, layout), style_in(layout))
    return [("", line.encode("utf-8") + b"\n")]


def _label(span: SpanValue, layout: Mapping[str, object]) -> dict[str, object] | list[object]:
    if layout.get("objects") is not True:
        return [span.start, span.end, span.label]
    record: dict[str, object] = {}
    if "id" in span.extra:
        record["id"] = span.extra["id"]
    record |= {"label": span.label, "start_offset": span.start, "end_offset": span.end}
    used = {*record, "text", "surface"}
    return record | {key: value for key, value in span.extra.items() if key not in used}
