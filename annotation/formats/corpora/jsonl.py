"""Native interchange, one dialogue a line; streamed both ways, so memory stays flat.

Canonical line, written byte for byte as read: keys id, lang, meta (where not empty), unknown keys
in their order, turns; in a turn speaker, text, spans, then unknown keys; in a span start, end,
label, score (where there is one), unknown keys; ", " and ": " between; characters unescaped.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO

from annotation.formats import faults
from annotation.formats.checks import MAX_TURN, check_id, check_surface, check_turn
from annotation.formats.corpora.shapes import Dialogue, SpanKeys, TurnKeys
from annotation.formats.errors import FormatError, Phrase
from annotation.formats.files.archive import lines, open_file
from annotation.formats.files.encoding import decode
from annotation.formats.files.strictjson import Place, check_value, parse
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue
from annotation.shapes import keys_of

_DIALOGUE_KEYS = keys_of(Dialogue)
_TURN_KEYS = keys_of(TurnKeys)
_SPAN_KEYS = keys_of(SpanKeys)
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
_NO_ID = b'{"id": ""'
# A span may bring its own text as a check; the two names that other tools use.
SURFACE_KEYS = ("text", "surface")


def read_jsonl(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """Dialogues of JSONL files that belong together, such as the splits of one corpus."""
    for name in files:
        with open_file(files, name) as stream:
            yield from iter_jsonl(
                stream,
                filename=name,
                lang=options.lang,
                max_turn=options.max_turn,
                on_error=options.leave_out,
            )


def iter_jsonl(
    stream: BinaryIO,
    *,
    filename: str,
    lang: str = "es",
    max_turn: int = MAX_TURN,
    on_error: Callable[[FormatError], None] | None = None,
) -> Iterator[DialogueValue]:
    """Dialogues of a JSONL stream (not gzipped: see `archive.open_stream`), one at a time.

    With `on_error` a bad line is reported to it and left out; without, it is raised. `lang` is for
    lines that name none. Raises FormatError `empty_file` at the end when there was no line at all.
    """
    seen: set[str] = set()
    empty = True
    for number, raw in lines(stream, file=filename):
        empty = False
        try:
            dialogue = read_line(raw, file=filename, line=number, lang=lang, max_turn=max_turn)
            check_id(dialogue.id, seen, file=filename, line=number)
        except FormatError as error:
            if on_error is None:
                raise
            on_error(error)
            continue
        yield dialogue
    if empty:
        raise FormatError(faults.EMPTY_JSONL, file=filename)


def read_line(
    raw: bytes, *, file: str, line: int, lang: str = "es", max_turn: int = MAX_TURN
) -> DialogueValue:
    """One line as a dialogue; raises FormatError."""
    text = decode(raw, file=file, line=line)
    value = parse(text, file=file, line=line)
    return read_record(value, place=Place(file, line), lang=lang, max_turn=max_turn)


def read_record(
    value: object, *, place: Place, lang: str, max_turn: int = MAX_TURN
) -> DialogueValue:
    """A parsed JSON object as a dialogue; raises FormatError."""
    record = place.mapping(value, faults.LINE, wanted=faults.LINE_OBJECT)
    turns = place.list(record.get("turns"), '"turns"')
    meta = place.mapping(record.get("meta", {}), '"meta"')
    extra = _rest(record, _DIALOGUE_KEYS)
    for kept in (extra, meta):
        if kept:
            check_value(kept, file=place.file, line=place.line, depth=1)
    return DialogueValue(
        id=place.text(record.get("id"), '"id"'),
        lang=place.language(record.get("lang", _language_of(extra) or lang)),
        turns=tuple(_read_turn(turn, n, place, max_turn) for n, turn in enumerate(turns, 1)),
        meta=meta,
        extra=extra,
        line=place.line or 0,
    )


def _language_of(extra: Mapping[str, object]) -> str:
    """What others call `lang`, where it is a code ("ca"); "" for "Catalan", which stays theirs."""
    said = extra.get("language")
    return said if isinstance(said, str) and _CODE.fullmatch(said) else ""


def _read_turn(value: object, number: int, place: Place, max_turn: int) -> TurnValue:
    what = faults.turn(number)
    record = place.mapping(value, what)
    text = place.text(record.get("text"), what, '"text"')
    spans = place.list(record.get("spans", []), what, '"spans"')
    extra = _rest(record, _TURN_KEYS)
    if extra:
        check_value(extra, file=place.file, line=place.line, depth=3)
    turn = TurnValue(
        speaker=place.text(record.get("speaker", ""), what, '"speaker"'),
        text=text,
        spans=tuple(
            _read_span(span, faults.span_of(what, index), len(text), place)
            for index, span in enumerate(spans)
        ),
        extra=extra,
    )
    check_turn(turn, number=number, file=place.file, line=place.line, cap=max_turn)
    for index, span in enumerate(turn.spans):
        for key in SURFACE_KEYS:
            surface = span.extra.get(key)
            if isinstance(surface, str):
                spot = faults.span_of(what, index)
                check_surface(text, span, surface, place=spot, file=place.file, line=place.line)
    return turn


def _read_span(value: object, what: Phrase, size: int, place: Place) -> SpanValue:
    record = place.mapping(value, what)
    start, end = record.get("start"), record.get("end")
    # A bool is an int in Python; 3.0 and "3" are refused too: somebody counted something else.
    if type(start) is not int or type(end) is not int:
        raise place.error(faults.SPAN_NO_INTEGERS, what, n=size)
    score = record.get("score")
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise place.error(faults.NO_NUMBER, what, '"score"')
    extra = _rest(record, _SPAN_KEYS)
    if extra:
        check_value(extra, file=place.file, line=place.line, depth=5)
    return SpanValue(
        start=start,
        end=end,
        label=place.text(record.get("label"), what, '"label"'),
        confidence=None if score is None else float(score),
        extra=extra,
    )


def _rest(record: Mapping[str, object], known: frozenset[str]) -> dict[str, object]:
    return {key: value for key, value in record.items() if key not in known}


def write_jsonl(dialogues: Iterable[DialogueValue], stream: BinaryIO) -> None:
    """Write dialogues as they come, one line each; the stream stays open."""
    for dialogue in dialogues:
        stream.write(write_line(dialogue).encode("utf-8"))


def render_jsonl(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The line of a dialogue, in a file of all."""
    return [("", write_line(dialogue).encode("utf-8"))]


def read_rendered(line: bytes) -> DialogueValue:
    """The dialogue of a line that we wrote, however long its turns are."""
    return read_line(line, file="export", line=1, max_turn=len(line))


def with_id(line: bytes, id: str) -> bytes:
    """The canonical line of a dialogue that has no id yet (""), with this one."""
    rest = line.removeprefix(_NO_ID)
    assert rest != line
    return b'{"id": ' + json.dumps(id, ensure_ascii=False).encode("utf-8") + rest


def write_line(dialogue: DialogueValue) -> str:
    """The canonical line of a dialogue, with its line end."""
    record: dict[str, object] = {"id": dialogue.id, "lang": dialogue.lang}
    if dialogue.meta:
        record["meta"] = dict(dialogue.meta)
    record.update(_rest(dialogue.extra, _DIALOGUE_KEYS))
    record["turns"] = [_turn_record(turn) for turn in dialogue.turns]
    return json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"


def _turn_record(turn: TurnValue) -> dict[str, object]:
    return {
        "speaker": turn.speaker,
        "text": turn.text,
        "spans": [_span_record(span, turn.text) for span in turn.spans],
        **_rest(turn.extra, _TURN_KEYS),
    }


def _span_record(span: SpanValue, text: str) -> dict[str, object]:
    record: dict[str, object] = {"start": span.start, "end": span.end, "label": span.label}
    if span.confidence is not None:
        record["score"] = span.confidence
    record |= _rest(span.extra, _SPAN_KEYS)
    for key in SURFACE_KEYS:
        if isinstance(record.get(key), str):  # anew, never the surface of another text
            record[key] = text[span.start : span.end]
    return record
