"""Label Studio's JSON: an array of tasks, each with its data, annotations and predictions.

A task is a dialogue. Of several annotations one is used: the ground truth, else the one changed
last; cancelled ones never. A task with predictions alone gives the last of these, with scores.
What is not used comes back as it was. Results of other types than labels (choices, relations) are
counted ("label_studio_ignored").

Offsets on a text are code points since Label Studio 1.4; before, they were UTF-16 units, which the
printed texts tell: such annotations are converted.
[HumanSignal/label-studio, pull request 1559 and label-studio-frontend 308; its test
web/libs/editor/tests/integration/e2e/ner/emoji.cy.ts: "offsets by code points in text";
labelstud.io/guide/task_format.]
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotation.formats import faults
from annotation.formats.checks import check_surface
from annotation.formats.corpora.tools import faults as own
from annotation.formats.corpora.tools.layout import (
    KEPT,
    LABEL_STUDIO,
    Record,
    id_value,
    kept_layout,
    read_array,
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

_TEXTS = ("text", "dialogue", "transcript", "content")
_OTHER_LABELS = frozenset({"hypertextlabels", "paragraphlabels"})
# Keys of the data that we write, beside the text.
_OURS = frozenset({"lang", "dialogue_id"})
IGNORED = "label_studio_ignored"


def read_label_studio(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """A dialogue a task, a turn a line of its text; raises FormatError."""
    return read_array(files, options, lambda record: _read(record, options))


def _read(record: Record, options: ReadOptions) -> DialogueValue | None:
    place, task = record.place, record.value
    check_value(task, file=place.file, line=place.line, depth=1)
    data = place.mapping(task.get("data"), '"data"')
    key = _text_key(data)
    text = place.text(data.get(key), '"data"', f'"{key}"')
    kind, index, passed = _chosen(task, place)
    for why in passed:
        options.pass_over(why)
    if kind is None and "skipped" in passed:
        return None
    layout = record.layout() | {"key": key}
    spans: list[SpanValue] = []
    ignored = 0
    if kind is not None:
        one = place.mapping(_list(task, kind, place)[index], faults.ANNOTATION)
        score = one.get("score") if kind == "predictions" else None
        spans, others, ignored = _results(text, _list(one, "result", place), score, place)
        layout |= {"from": kind, "index": index, "others": others}
    turns, extra = read_text(
        text, spans, place=place, options=options, speakers=data.get("speakers")
    )
    kept = dict(task)
    hidden = {key: None}
    if any(turn.speaker for turn in turns):
        hidden["speakers"] = None
    kept["data"] = {**data, **hidden}
    if kind is not None:
        some = list(_list(task, kind, place))
        some[index] = {**some[index], "result": None}  # type: ignore[dict-item]
        kept[kind] = some
    layout["task"] = kept
    for name, blank in (("before", record.before), ("after", record.after)):
        if blank:
            layout[name] = blank
    if ignored:
        extra[IGNORED] = ignored
    meta = task.get("meta")
    return DialogueValue(
        id=record.name(data.get("dialogue_id") or task.get("id")),
        lang=record.lang(data.get("lang"), options),
        turns=turns,
        meta=meta if isinstance(meta, dict) else {},
        extra=extra | {LABEL_STUDIO: layout},
        line=record.line,
    )


def _text_key(data: Mapping[str, object]) -> str:
    """Under which key of the data the text stands."""
    texts = [key for key, value in data.items() if isinstance(value, str) and key not in _OURS]
    named = [key for key in _TEXTS if key in texts]
    return (named or texts)[0] if named or len(texts) == 1 else _TEXTS[0]


def _list(record: Mapping[str, object], key: str, place: Place) -> Sequence[object]:
    return place.list(record.get(key, []), f'"{key}"')


def _chosen(task: Mapping[str, object], place: Place) -> tuple[str | None, int, list[str]]:
    """(list, index) of the annotation that is used, None where there is none, and why others are
    not: "skipped" for a cancelled one, "annotation" for another annotator's."""
    alive: list[tuple[bool, str, int]] = []
    passed: list[str] = []
    for index, each in enumerate(_list(task, "annotations", place)):
        one = place.mapping(each, faults.ANNOTATION)
        if one.get("was_cancelled") is True:
            passed.append("skipped")
            continue
        alive.append((one.get("ground_truth") is True, str(one.get("updated_at", "")), index))
    if alive:
        return "annotations", max(alive)[2], passed + ["annotation"] * (len(alive) - 1)
    predictions = _list(task, "predictions", place)
    # In an export predictions may stand as bare numbers of theirs.
    whole = [index for index, each in enumerate(predictions) if isinstance(each, dict)]
    if whole and not passed:
        return "predictions", whole[-1], passed
    return None, 0, passed


def _results(
    text: str, results: Sequence[object], whole_score: object, place: Place
) -> tuple[list[SpanValue], list[list[object]], int]:
    """The spans of an annotation, its other results with their places, and how many are lost."""
    spans: list[SpanValue] = []
    surfaces: list[object] = []
    others: list[list[object]] = []
    targets: set[object] = set()
    for index, each in enumerate(results):
        what = faults.span_of(faults.DIALOGUE, index)
        result = place.mapping(each, what)
        if result.get("type") in _OTHER_LABELS:
            raise place.error(own.NOT_ON_TEXT, what)
        if result.get("type") != "labels":
            others.append([index, result])
            continue
        value = place.mapping(result.get("value"), what, '"value"')
        targets.add(str(result.get("to_name", "")))
        if len(targets) > 1:
            raise place.error(own.SEVERAL_TEXTS)
        spans.append(_span(result, value, index, whole_score, len(text), what, place))
        surfaces.append(value.get("text"))
    return _placed(text, spans, surfaces, place), others, len(others)


def _span(
    result: Mapping[str, object],
    value: Mapping[str, object],
    index: int,
    whole_score: object,
    size: int,
    what: Phrase,
    place: Place,
) -> SpanValue:
    start, end = value.get("start"), value.get("end")
    if type(start) is not int or type(end) is not int:
        raise place.error(faults.SPAN_NO_INTEGERS, what, n=size)
    labels = place.list(value.get("labels"), what, '"labels"')
    if len(labels) != 1:
        raise place.error(own.SEVERAL_LABELS, what, n=len(labels))
    score = result.get("score", whole_score)
    is_score = isinstance(score, int | float) and not isinstance(score, bool)
    hidden = {key: None for key in ("start", "end", "labels") if key in value}
    if isinstance(value.get("text"), str):
        hidden["text"] = None  # made anew, so that no word stands in two places
    kept = dict(result) | {"value": dict(value) | hidden}
    return SpanValue(
        start,
        end,
        place.text(labels[0], what, '"labels"'),
        float(score) if is_score else None,  # type: ignore[arg-type]
        {LABEL_STUDIO: {"at": index, "result": kept}},
    )


def _placed(
    text: str, spans: list[SpanValue], surfaces: Sequence[object], place: Place
) -> list[SpanValue]:
    """The spans in code points: as they are, or, where every printed text says so, converted."""
    told = [
        (index, span, surface)
        for index, (span, surface) in enumerate(zip(spans, surfaces, strict=True))
        if isinstance(surface, str) and 0 <= span.start < span.end
    ]
    wrong = [each for each in told if not _says(text, each[1], each[2])]
    if not wrong:
        return spans
    units = Units(text)
    moved = [_moved(span, units) for span in spans]
    if (
        units
        and all(
            (other := moved[index]) is not None and _says(text, other, surface)
            for index, _span, surface in told
        )
        and None not in moved
    ):
        return [each for each in moved if each is not None]
    index, span, surface = wrong[0]
    if span.end <= len(text):
        what, file, line = faults.span_of(faults.DIALOGUE, index), place.file, place.line
        check_surface(text, span, surface, place=what, file=file, line=line)
    return spans  # outside the text: who checks the spans says so


def _moved(span: SpanValue, units: Units) -> SpanValue | None:
    start, end = units.from_utf16(span.start), units.from_utf16(span.end)
    return None if start is None or end is None else replace(span, start=start, end=end)


def _says(text: str, span: SpanValue, surface: str) -> bool:
    """Whether a printed text stands there; browsers print blanks and line ends in other ways."""
    return _flat(text[span.start : span.end]) == _flat(surface)


def _flat(text: str) -> str:
    return re.sub(r"\s|\\n", "", text)


def render_label_studio(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The task of a dialogue, an element of the array of all."""
    layout = kept_layout(dialogue, LABEL_STUDIO)
    text, spans = write_text(dialogue)
    task = layout.get("task")
    record = _again(dialogue, layout, task, text, spans) if isinstance(task, dict) else None
    if record is None:
        record, layout = _new_task(dialogue, text, spans), {"before": "\n"}
    before, after = (_blank(layout.get(name)) for name in ("before", "after"))
    return [("", (before + written(record, style_in(layout)) + after).encode("utf-8"))]


def _blank(value: object) -> str:
    return value if isinstance(value, str) and not value.strip() else ""


def _again(
    dialogue: DialogueValue,
    layout: Mapping[str, object],
    task: Mapping[str, Any],
    text: str,
    spans: Sequence[SpanValue],
) -> dict[str, object] | None:
    """The task as it was read, with the dialogue's text and spans; None where it has no data."""
    record = dict(task)
    if not isinstance(record.get("data"), dict):
        return None
    key = str(layout.get("key") or _TEXTS[0])
    record["data"] = {**record["data"], key: text}
    if record["data"].get("speakers", True) is None:
        record["data"]["speakers"] = speakers_of(dialogue)
    if record["data"].get("dialogue_id"):
        record["data"]["dialogue_id"] = dialogue.id
    elif "id" in record:
        record["id"] = id_value(dialogue, layout)
    kind, index = layout.get("from"), layout.get("index")
    some = record.get(str(kind))
    if isinstance(some, list) and type(index) is int and 0 <= index < len(some):
        rest = some[index] if isinstance(some[index], dict) else {}
        results = _written(text, spans, layout.get("others"))
        record[str(kind)] = [*some[:index], {**rest, "result": results}, *some[index + 1 :]]
    elif spans:
        record["annotations"] = [
            *record.get("annotations", []),
            {"result": _written(text, spans, ()), "ground_truth": False},
        ]
    return record


def _new_task(dialogue: DialogueValue, text: str, spans: Sequence[SpanValue]) -> dict[str, object]:
    """A task that Label Studio takes: labels of which all have a score as a prediction."""
    data: dict[str, object] = {"dialogue_id": dialogue.id, "text": text, "lang": dialogue.lang}
    if speakers := speakers_of(dialogue):
        data["speakers"] = speakers
    data |= own_extra(dialogue, KEPT | frozenset(data) | {IGNORED, "id"})
    record: dict[str, object] = {"data": data}  # the number of a task is Label Studio's
    if dialogue.meta:
        record["meta"] = dict(dialogue.meta)
    results = _written(text, spans, ())
    scored = bool(spans) and all(span.confidence is not None for span in spans)
    if scored:
        return record | {"predictions": [{"result": results}]}
    # Label Studio makes a ground truth of what does not say that it is none: what somebody changes
    # there would not be used afterwards.
    return record | {"annotations": [{"result": results, "ground_truth": False}]}


def join_tasks(parts: Iterable[bytes]) -> Iterator[bytes]:
    """One array of the tasks of all dialogues."""
    yield b"["
    for number, part in enumerate(parts):
        yield b"," + part if number else part
    yield b"]"


def _written(text: str, spans: Sequence[SpanValue], others: object) -> list[object]:
    """The results of an annotation, each at the place where it stood; new ones behind."""
    known: list[tuple[int, object]] = []
    new: list[object] = []
    for span in spans:
        kept = span.extra.get(LABEL_STUDIO)
        old = kept.get("result") if isinstance(kept, dict) else None
        result = _result(text, span, old if isinstance(old, dict) else None)
        if isinstance(kept, dict) and type(kept.get("at")) is int:
            known.append((kept["at"], result))
        else:
            new.append(result)
    for each in others if isinstance(others, list) else ():
        known.append((each[0], each[1]))
    known.sort(key=lambda pair: pair[0])
    return [result for _at, result in known] + new


def _result(text: str, span: SpanValue, old: Mapping[str, Any] | None) -> dict[str, object]:
    surface = re.sub(r"[\r\n]", r"\\n", text[span.start : span.end])  # as the editor prints it
    value = {"start": span.start, "end": span.end, "text": surface, "labels": [span.label]}
    if old is None:
        name = f"{span.start} {span.end} {span.label}".encode()
        result: dict[str, object] = {
            "id": hashlib.sha256(name).hexdigest()[:10],
            "from_name": "label",
            "to_name": "text",
            "type": "labels",
            "value": value,
        }
        if span.confidence is not None:
            result["score"] = span.confidence
        return result
    kept = dict(old.get("value") or {})
    if "text" not in kept:
        value.pop("text")
    return {**old, "value": kept | value}
