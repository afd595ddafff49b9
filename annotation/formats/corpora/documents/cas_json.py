"""UIMA CAS as JSON (version 0.4), as INCEpTION exports it; what `cas_xmi` says holds here, too."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from annotation.formats import faults
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.documents.annotations import (
    LABEL_KEYS,
    NAMED_ENTITY,
    SENTENCE,
    STRUCTURE,
    Annotation,
    read_annotated,
)
from annotation.formats.corpora.documents.cas_xmi import IGNORED
from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.corpora.tools.texts import Units, write_text
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.strictjson import Place, parse
from annotation.formats.types import DialogueValue, Files, ReadOptions

_TYPES = {
    NAMED_ENTITY: {
        "%NAME": NAMED_ENTITY,
        "%SUPER_TYPE": "uima.tcas.Annotation",
        "value": {"%NAME": "value", "%RANGE": "uima.cas.String"},
    },
    SENTENCE: {"%NAME": SENTENCE, "%SUPER_TYPE": "uima.tcas.Annotation"},
}


def read_cas_json(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    for name in files:
        text = decode(files[name], file=name).removeprefix("\ufeff")
        yield from options.made(partial(_dialogue, text, Place(name, None), options))


def _dialogue(text: str, place: Place, options: ReadOptions) -> DialogueValue:
    value = parse(text, file=place.file, line=None, whole_file=True)
    record = place.mapping(value, faults.DIALOGUE)
    listed = record.get("%FEATURE_STRUCTURES")
    structures: Sequence[object] = (
        [{"%ID": int(key) if key.isdecimal() else key, **each} for key, each in listed.items()
         if isinstance(each, dict)]
        if isinstance(listed, dict)
        else place.list(listed, '"%FEATURE_STRUCTURES"')
    )  # fmt: skip
    rows = [place.mapping(each, '"%FEATURE_STRUCTURES"') for each in structures]
    sofas = [
        row
        for row in rows
        if str(row.get("%TYPE", "")).endswith(".Sofa") and isinstance(row.get("sofaString"), str)
    ]
    if not sofas:
        raise FormatError(wrong.NO_CAS, file=place.file)
    sofa = next((each for each in sofas if each.get("sofaID") == "_InitialView"), sofas[0])
    text, lang = str(sofa["sofaString"]), options.lang
    found = []
    for row in rows:
        kind = str(row.get("%TYPE", "")).rpartition(".")[2]
        said = row.get("language")
        if kind in ("DocumentMetaData", "DocumentAnnotation") and is_language(said):
            lang = said
        if kind not in STRUCTURE and "begin" in row and row.get("@sofa") in (None, sofa.get("%ID")):
            found.append(_annotation(row, kind, place))
    turns, ignored = read_annotated(text, found, place.file, options, line=None)
    if not turns:
        raise FormatError(faults.EMPTY, file=place.file)
    file = place.file.replace("\\", "/").rsplit("/", 1)[-1]
    stem = re.sub(r"\.\w{1,5}$", "", file) or "document"
    extra = {IGNORED: ignored} if ignored else {}
    return DialogueValue(dialogue_name(stem), lang, turns, extra=extra, line=1)


def _annotation(row: Mapping[str, object], kind: str, place: Place) -> Annotation:
    begin, end = row.get("begin"), row.get("end")
    if type(begin) is not int or type(end) is not int:
        raise FormatError(wrong.CAS_OFFSETS, file=place.file)
    names = [text for key in LABEL_KEYS if isinstance(text := row.get(key), str) and text.strip()]
    return Annotation(begin, end, names[0].strip() if names else kind, None)


def render_cas_json(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .json of a dialogue: its text, a sentence a turn, a named entity a label."""
    text, spans = write_text(dialogue)
    units = Units(text)
    rows: list[dict[str, object]] = [
        {
            "%ID": 1,
            "%TYPE": "uima.cas.Sofa",
            "sofaNum": 1,
            "sofaID": "_InitialView",
            "mimeType": "text",
            "sofaString": text,
        }
    ]

    def add(kind: str, start: int, end: int, **more: object) -> None:
        place = {"begin": units.to_utf16(start), "end": units.to_utf16(end)}
        rows.append({"%ID": len(rows) + 1, "%TYPE": kind, "@sofa": 1, **place, **more})

    add("uima.tcas.DocumentAnnotation", 0, len(text), language=dialogue.lang)
    for match in re.finditer(r"[^\r\n]+", text):
        add(SENTENCE, *match.span())
    for span in spans:
        add(NAMED_ENTITY, span.start, span.end, value=span.label)
    members = list(range(2, len(rows) + 1))
    whole = {
        "%TYPES": _TYPES,
        "%FEATURE_STRUCTURES": rows,
        "%VIEWS": {"_InitialView": {"%SOFA": 1, "%INDEX": 2, "%MEMBERS": members}},
    }
    return [(".json", json.dumps(whole, ensure_ascii=False).encode("utf-8"))]
