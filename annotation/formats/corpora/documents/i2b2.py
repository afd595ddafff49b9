"""The XML of the i2b2 challenges of de-identification, also as MEDDOCAN writes it.

A document is a dialogue, a line of its text a turn; the TYPE of a tag is the label, its element the
"category". Offsets count code points of the text as XML gives it, so with LF for each line end.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from annotation.formats import faults
from annotation.formats.checks import check_surface
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.tools.layout import I2B2
from annotation.formats.corpora.tools.texts import read_text, write_text
from annotation.formats.corpora.xml_nodes import Node, clean, each_file
from annotation.formats.errors import FormatError
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.strictjson import Place
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue

_ROOTS = ("deIdi2b2", "MEDDOCAN")
_MADE = ("id", "start", "end", "text", "TYPE", "comment")
_ELEMENT = re.compile(r"[A-Z_]{1,40}")
_DIGITS = re.compile(r"\d{1,9}")


def read_i2b2(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each document; raises FormatError."""
    return each_file(files, options, _dialogue)


def _dialogue(root: Node, file: str, options: ReadOptions) -> DialogueValue:
    body, tags = root.first("TEXT"), root.first("TAGS")
    if root.name not in _ROOTS or body is None:
        raise FormatError(wrong.NO_I2B2, file=file, line=root.line)
    text = body.text
    if not text.strip():
        raise FormatError(faults.EMPTY, file=file)
    spans = [
        _span(node, index, text, file) for index, node in enumerate(tags.children if tags else ())
    ]
    place = Place(file, body.line)
    ordered = sorted(spans, key=lambda each: each.start)
    turns, extra = read_text(text, ordered, place=place, options=options)
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "document"
    kept = {I2B2: {"keys": [], "root": root.name}}
    return DialogueValue(dialogue_name(stem), options.lang, turns, extra=extra | kept, line=1)


def _span(node: Node, index: int, text: str, file: str) -> SpanValue:
    start, end = node.value("start"), node.value("end")
    what = faults.span_of(faults.DIALOGUE, index)
    if not _DIGITS.fullmatch(start) or not _DIGITS.fullmatch(end):
        raise FormatError(
            faults.SPAN_NO_INTEGERS, file=file, line=node.line, where=(what,), n=len(text)
        )
    rest = {key: value for key, value in node.values.items() if key not in ("start", "end", "text")}
    extra = {"category": node.name, I2B2: {"at": index, "values": rest}}
    label = node.value("TYPE") or node.name
    span = SpanValue(int(start), int(end), label, extra=extra)
    surface = node.value("text")
    if not 0 <= span.start < span.end <= len(text):
        raise FormatError(
            faults.SPAN_RANGE,
            file=file,
            line=node.line,
            where=(what,),
            start=span.start,
            end=span.end,
            n=len(text),
        )
    # An attribute has a blank for each line end.
    flat = re.sub(r"[\t\n\r]", " ", text)
    check_surface(flat, span, surface or flat[span.start : span.end],
                  place=what, file=file, line=node.line)  # fmt: skip
    return span


def render_i2b2(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .xml of a dialogue, laid out as the challenge's own files."""
    layout = _mapping(dialogue.extra.get(I2B2))
    root = layout.get("root") if layout.get("root") in _ROOTS else _ROOTS[0]
    text, spans = write_text(dialogue)
    rows = [
        (_at(span, number), number, _tag(span, number, text)) for number, span in enumerate(spans)
    ]
    tags = "".join(tag + "\n" for _at_, _number, tag in sorted(rows))
    body = clean(text).replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    whole = (
        f'<?xml version="1.0" encoding="UTF-8" ?>\n<{root}>\n<TEXT><![CDATA[{body}]]></TEXT>\n'
        f"<TAGS>\n{tags}</TAGS>\n</{root}>\n"
    )
    return [(".xml", whole.encode("utf-8"))]


def _at(span: SpanValue, number: int) -> float:
    at = _mapping(span.extra.get(I2B2)).get("at")
    return at if type(at) is int else 1e9 + number


def _tag(span: SpanValue, number: int, text: str) -> str:
    kept = _mapping(_mapping(span.extra.get(I2B2)).get("values"))
    category = span.extra.get("category")
    name = category if isinstance(category, str) and _ELEMENT.fullmatch(category) else "PHI"
    made = {
        "id": str(kept.get("id") or f"P{number}"),
        "start": str(span.start),
        "end": str(span.end),
        "text": re.sub(r"[\t\n\r]", " ", text[span.start : span.end]),
        "TYPE": span.label,
        "comment": str(kept.get("comment") or ""),
    }
    more = {key: value for key, value in kept.items() if key not in _MADE}
    values = " ".join(f"{key}={_quoted(str(value))}" for key, value in (made | more).items())
    return f"<{name} {values} />"


def _quoted(text: str) -> str:
    return quoteattr(clean(text), {'"': "&quot;"})


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
