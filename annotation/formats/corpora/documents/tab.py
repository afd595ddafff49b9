"""The JSON of the Text Anonymization Benchmark [TAB]: documents, annotators, what identifies whom.

A document is a dialogue, a line of its text a turn. One annotator's mentions are the spans, with
what they say of it as "identifier" (DIRECT, QUASI, NO_MASK) and "entity"; those of the others come
back as they were, and are counted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotation.formats import faults
from annotation.formats.checks import check_surface
from annotation.formats.corpora.tools.layout import (
    KEPT,
    TAB,
    Record,
    id_value,
    in_order,
    kept_layout,
    read_array,
    style_in,
    written,
)
from annotation.formats.corpora.tools.texts import own_extra, read_text, speakers_of, write_text
from annotation.formats.errors import Phrase
from annotation.formats.files.strictjson import Place, check_value
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue

IDENTIFIERS = ("DIRECT", "QUASI", "NO_MASK")
OURS = "antifaz"  # the annotator of what did not come from the benchmark
_MADE = ("start_offset", "end_offset", "span_text", "entity_type", "identifier_type", "entity_id")
_USED = frozenset({"annotations", "text", "doc_id", "meta", "lang", "speakers"})


def read_tab(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """A dialogue a document; raises FormatError."""
    return read_array(files, options, lambda record: _read(record, options))


def _read(record: Record, options: ReadOptions) -> DialogueValue:
    place, value = record.place, record.value
    check_value(value, file=place.file, line=place.line, depth=1)
    text = place.text(value.get("text"), '"text"')
    annotators = place.mapping(value.get("annotations", {}), '"annotations"')
    layout = record.layout() | {"annotators": list(annotators)}
    for _other in list(annotators)[1:]:
        options.pass_over("annotation")
    spans: list[SpanValue] = []
    if annotators:
        name = next(iter(annotators))
        own = place.mapping(annotators[name], f'"{name[:40]}"')
        mentions = place.list(own.get("entity_mentions", []), '"entity_mentions"')
        spans, over = _spans(mentions, text, place)
        rest = {key: each for key, each in own.items() if key != "entity_mentions"}
        layout |= {"own": name, "rest": rest, "own_keys": list(own), "over": over}
        layout["others"] = {key: each for key, each in annotators.items() if key != name}
    for name in ("before", "after"):
        if blank := getattr(record, name):
            layout[name] = blank
    turns, extra = read_text(
        text, spans, place=place, options=options, speakers=value.get("speakers")
    )
    meta = value.get("meta")
    rest_of = {key: each for key, each in value.items() if key not in _USED}
    return DialogueValue(
        id=record.name(value.get("doc_id")),
        lang=record.lang(value.get("lang"), options),
        turns=turns,
        meta=meta if isinstance(meta, dict) else {},
        extra=rest_of | extra | {TAB: layout},
        line=record.line,
    )


def _spans(
    mentions: Sequence[object], text: str, place: Place
) -> tuple[list[SpanValue], list[list[object]]]:
    """The mentions as spans; of two that overlap the longer, the others with their places."""
    found: list[SpanValue] = []
    for index, each in enumerate(mentions):
        what = faults.span_of(faults.DIALOGUE, index)
        found.append(_span(place.mapping(each, what), index, text, what, place))
    taken = bytearray(len(text))
    spans, over = [], []
    for span in sorted(found, key=lambda each: (each.start - each.end, each.start)):
        at = span.extra[TAB]["at"]  # type: ignore[index]
        inside = 0 <= span.start < span.end <= len(text)
        if inside and taken.find(1, span.start, span.end) >= 0:
            over.append([at, mentions[at]])
            continue
        if inside:
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
        spans.append(span)
    return sorted(spans, key=lambda each: each.start), sorted(over, key=lambda pair: pair[0])


def _span(
    mention: Mapping[str, object], index: int, text: str, what: Phrase, place: Place
) -> SpanValue:
    start, end = mention.get("start_offset"), mention.get("end_offset")
    if type(start) is not int or type(end) is not int:
        raise place.error(faults.SPAN_NO_INTEGERS, what, n=len(text))
    label = place.text(mention.get("entity_type"), what, '"entity_type"')
    extra: dict[str, object] = {}
    for key, name in (("identifier", "identifier_type"), ("entity", "entity_id")):
        if isinstance(mention.get(name), str):
            extra[key] = mention[name]
    hidden = {key: None for key in _MADE if key in mention}
    extra[TAB] = {"at": index, "mention": dict(mention) | hidden}
    span = SpanValue(start, end, label, extra=extra)
    surface = mention.get("span_text")
    if isinstance(surface, str) and 0 <= start < end <= len(text):
        check_surface(text, span, surface, place=what, file=place.file, line=place.line)
    return span


def render_tab(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The document of a dialogue, an element of the array of all."""
    layout = kept_layout(dialogue, TAB)
    text, spans = write_text(dialogue)
    name = str(layout.get("own") or OURS)
    mentions = _mentions(dialogue.id, name, text, spans, layout.get("over"))
    rest: Any = layout.get("rest")
    own = dict(rest if isinstance(rest, dict) else {}) | {"entity_mentions": mentions}
    keys = layout.get("own_keys")
    own = in_order(own, {"keys": keys if isinstance(keys, list) else []})
    others: Any = layout.get("others")
    annotators = {name: own} if layout.get("own") or mentions or not layout else {}
    annotators |= others if isinstance(others, dict) else {}
    order = layout.get("annotators")
    record: dict[str, object] = {
        "annotations": in_order(annotators, {"keys": order if isinstance(order, list) else []}),
        "text": text,
        "doc_id": id_value(dialogue, layout),
    }
    wanted: Any = layout.get("keys", ())
    if layout and not spans and not mentions and "annotations" not in wanted:
        del record["annotations"]
    if dialogue.meta or "meta" in wanted:
        record["meta"] = dict(dialogue.meta)
    if not layout or "lang" in wanted:
        record["lang"] = dialogue.lang
    if speakers := speakers_of(dialogue):
        record["speakers"] = speakers
    record |= own_extra(dialogue, KEPT | frozenset(record))
    data = written(in_order(record, layout), style_in(layout))
    before, after = (_blank(layout.get(each)) for each in ("before", "after"))
    return [("", ((before if layout else "\n") + data + after).encode("utf-8"))]


def _blank(value: object) -> str:
    return value if isinstance(value, str) and not value.strip() else ""


def _mentions(
    id: str, annotator: str, text: str, spans: Sequence[SpanValue], over: object
) -> list[object]:
    """The mentions of an annotator in the order in which they were read, new ones behind."""
    known: list[tuple[int, object]] = []
    new: list[object] = []
    for number, span in enumerate(spans, 1):
        kept = span.extra.get(TAB)
        old: Any = kept.get("mention") if isinstance(kept, dict) else None
        made = _mention(f"{id}_{annotator}", number, text, span, old)
        if isinstance(kept, dict) and type(kept.get("at")) is int:
            known.append((kept["at"], made))
        else:
            new.append(made)
    for each in over if isinstance(over, list) else ():
        known.append((each[0], each[1]))
    known.sort(key=lambda pair: pair[0])
    return [mention for _at, mention in known] + new


def _mention(name: str, number: int, text: str, span: SpanValue, old: object) -> dict[str, object]:
    identifier = span.extra.get("identifier")
    made: dict[str, object] = {
        "entity_type": span.label,
        "entity_mention_id": f"{name}_em{number}",
        "start_offset": span.start,
        "end_offset": span.end,
        "span_text": text[span.start : span.end],
        "edit_type": "insert",
        "identifier_type": identifier if identifier in IDENTIFIERS else "DIRECT",
        "entity_id": str(span.extra.get("entity") or f"{name}_e{number}"),
        "confidential_status": "NOT_CONFIDENTIAL",
    }
    if not isinstance(old, dict):
        return made
    return old | {key: made[key] for key in _MADE if key in old}


def join_documents(parts: Iterable[bytes]) -> Iterator[bytes]:
    """One array of the documents of all dialogues."""
    yield b"["
    for number, part in enumerate(parts):
        yield b"," + part if number else part
    yield b"]"
