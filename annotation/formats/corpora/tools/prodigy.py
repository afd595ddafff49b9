"""Prodigy's JSONL: a task a line, with its text, tokens, spans and the answer; offsets are spaCy's,
so code points.

Tasks that were rejected or ignored are counted and left out. Other keys come back as they were.
[prodi.gy/docs/api-interfaces: text, tokens, spans, answer.]
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.formats import faults
from annotation.formats.checks import check_surface
from annotation.formats.corpora.tools.layout import (
    KEPT,
    PRODIGY,
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
    cut_tokens,
    own_extra,
    read_text,
    speakers_of,
    write_text,
)
from annotation.formats.errors import Phrase
from annotation.formats.files.strictjson import Place, check_value
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue

_LEFT_OUT = ("reject", "ignore")
_SPAN_KEYS = frozenset({"start", "end", "label", "score"})
_OWN = frozenset({"id", "text", "lang", "meta", "speakers", "tokens", "spans", "answer"})


def read_prodigy(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """A dialogue for each accepted task, a turn a line of its text; raises FormatError."""
    return read_lines(files, options, lambda record: _read(record, options))


def _read(record: Record, options: ReadOptions) -> DialogueValue | None:
    place, value = record.place, record.value
    answer = value.get("answer", "accept")
    if answer in _LEFT_OUT:
        options.pass_over(str(answer))
        return None
    text = place.text(value.get("text"), '"text"')
    found = place.list(value.get("spans", []), '"spans"')
    spans = [
        _span(each, faults.span_of(faults.DIALOGUE, index), text, place)
        for index, each in enumerate(found)
    ]
    _check_tokens(text, value.get("tokens"), place)
    turns, extra = read_text(
        text, spans, place=place, options=options, speakers=value.get("speakers")
    )
    used = {"text", "spans", "id"}
    if is_language(value.get("lang")):
        used.add("lang")
    meta = value.get("meta")
    if isinstance(meta, dict):
        used.add("meta")
    if any(turn.speaker for turn in turns):
        used.add("speakers")
    rest = {key: each for key, each in value.items() if key not in used}
    for kept in (rest, meta):
        check_value(kept, file=place.file, line=place.line, depth=1)
    return DialogueValue(
        id=record.name(value.get("id")),
        lang=record.lang(value.get("lang"), options),
        turns=turns,
        meta=meta if isinstance(meta, dict) else {},
        extra=rest | extra | {PRODIGY: record.layout()},
        line=record.line,
    )


def _span(value: object, what: Phrase, text: str, place: Place) -> SpanValue:
    record = place.mapping(value, what)
    start, end, score = record.get("start"), record.get("end"), record.get("score")
    if type(start) is not int or type(end) is not int:
        raise place.error(faults.SPAN_NO_INTEGERS, what, n=len(text))
    is_score = isinstance(score, int | float) and not isinstance(score, bool)
    rest = {
        key: each
        for key, each in record.items()
        if key not in _SPAN_KEYS or (key == "score" and not is_score)
    }
    check_value(rest, file=place.file, line=place.line, depth=3)
    span = SpanValue(
        start,
        end,
        place.text(record.get("label"), what, '"label"'),
        float(score) if is_score else None,  # type: ignore[arg-type]
        rest,
    )
    surface = rest.get("text")
    if isinstance(surface, str) and 0 <= start < end <= len(text):
        check_surface(text, span, surface, place=what, file=place.file, line=place.line)
    return span


def _tokens(text: str, value: object) -> list[tuple[int, int]] | None:
    """The tokens of a task that lie in order inside its text; None where it has none such."""
    if not isinstance(value, list):
        return None
    found, at = [], 0
    for each in value:
        start, end = (each.get("start"), each.get("end")) if isinstance(each, dict) else (0, 0)
        if type(start) is not int or type(end) is not int or not at <= start < end <= len(text):
            return None
        found.append((start, end))
        at = end
    return found


def _check_tokens(text: str, value: object, place: Place) -> None:
    """Refuse tokens that say another word than stands there: so would be the spans."""
    tokens = _tokens(text, value)
    for (start, end), each in zip(tokens or (), value or (), strict=True):  # type: ignore[call-overload]
        surface = each.get("text")
        if isinstance(surface, str):
            span = SpanValue(start, end, "-")
            what, file, line = faults.DIALOGUE, place.file, place.line
            check_surface(text, span, surface, place=what, file=file, line=line)


def render_prodigy(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The line of a dialogue in a file of all: an accepted task, with our tokens where it had
    none of its own."""
    layout = kept_layout(dialogue, PRODIGY)
    text, spans = write_text(dialogue)
    own: list[Any] = [] if layout else _own_tokens(text, spans)
    tokens = _tokens(text, dialogue.extra.get("tokens") if layout else own) or []
    keys = layout.get("keys")
    values = {
        "id": id_value(dialogue, layout),
        "text": text,
        "meta": dict(dialogue.meta),
        "lang": dialogue.lang,
        "speakers": speakers_of(dialogue),
        "tokens": own,
        "spans": [_span_record(span, text, tokens) for span in spans],
        "answer": "accept",
    }
    record: dict[str, object] = {}
    for key, value in values.items():
        wanted = key in keys if isinstance(keys, list) else bool(value) or key in ("text", "spans")
        is_other = layout and (key in dialogue.extra or key in ("tokens", "answer"))
        if not is_other and (wanted or (key == "spans" and value)):
            record[key] = value
    taken = frozenset(record) | KEPT | (frozenset({"text", "spans"}) if layout else _OWN)
    record |= own_extra(dialogue, taken)
    line = written(in_order(record, layout), style_in(layout))
    return [("", line.encode("utf-8") + b"\n")]


def _own_tokens(text: str, spans: Sequence[SpanValue]) -> list[dict[str, object]]:
    """Our tokens as spaCy has them: one space belongs to the token before it, any other blank is a
    token."""
    bounds: list[tuple[int, int]] = []
    at = 0
    for start, end in (*cut_tokens(text, spans), (len(text), len(text))):
        if bounds and text[at : at + 1] == " ":
            at += 1
        if at < start:
            bounds.append((at, start))
        if start < end:
            bounds.append((start, end))
        at = end
    return [
        {
            "text": text[start:end],
            "start": start,
            "end": end,
            "id": number,
            "ws": text[end : end + 1] == " "
            and (number + 1 == len(bounds) or bounds[number + 1][0] > end),
        }
        for number, (start, end) in enumerate(bounds)
    ]


def _span_record(
    span: SpanValue, text: str, tokens: Sequence[tuple[int, int]]
) -> Mapping[str, object]:
    """A span with the tokens from which to which it goes, where it ends with them."""
    record: dict[str, object] = {"start": span.start, "end": span.end}
    first = bisect_left(tokens, (span.start, 0))
    last = bisect_left(tokens, span.end, key=lambda token: token[1])
    if (
        last < len(tokens)
        and first <= last
        and (tokens[first][0], tokens[last][1]) == (span.start, span.end)
    ):
        record |= {"token_start": first, "token_end": last}
    elif not tokens:
        record |= {k: span.extra[k] for k in ("token_start", "token_end") if k in span.extra}
    record["label"] = span.label
    if span.confidence is not None:
        record["score"] = span.confidence
    for key, value in span.extra.items():
        if key not in ("token_start", "token_end"):
            record.setdefault(key, value)
    if isinstance(record.get("text"), str):  # anew, never the surface of another text
        record["text"] = text[span.start : span.end]
    return record
