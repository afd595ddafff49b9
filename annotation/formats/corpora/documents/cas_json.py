"""UIMA CAS as JSON (version 0.4), as INCEpTION exports it; what `cas_xmi` says holds here, too."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from annotation.formats import faults
from annotation.formats.corpora.documents import cas_source
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.documents.annotations import (
    LABEL_KEYS,
    NAMED_ENTITY,
    SENTENCE,
    STRUCTURE,
    Annotation,
    read_annotated,
)
from annotation.formats.corpora.documents.cas_xmi import IGNORED, LARGE
from annotation.formats.corpora.tools.layout import is_language, style_of, written
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
        source = decode(files[name], file=name)
        yield from options.made(partial(_kept, source, Place(name, None), options))


def _kept(source: str, place: Place, options: ReadOptions) -> DialogueValue:
    dialogue = _dialogue(_record(source, place), place, options)
    return replace(dialogue, extra={**dialogue.extra, **cas_source.kept("cas-json", source)})


def _record(source: str, place: Place) -> Mapping[str, object]:
    value = parse(source.removeprefix("\ufeff"), file=place.file, line=None, whole_file=True)
    return place.mapping(value, faults.DIALOGUE)


def _structures(record: Mapping[str, object], place: Place) -> list[Mapping[str, object]]:
    listed = record.get("%FEATURE_STRUCTURES")
    structures: Sequence[object] = (
        [{"%ID": int(key) if key.isdecimal() else key, **each} for key, each in listed.items()
         if isinstance(each, dict)]
        if isinstance(listed, dict)
        else place.list(listed, '"%FEATURE_STRUCTURES"')
    )  # fmt: skip
    return [place.mapping(each, '"%FEATURE_STRUCTURES"') for each in structures]


def _sofa(rows: Iterable[Mapping[str, object]], place: Place) -> Mapping[str, object]:
    """The text that is read. Raises FormatError where there is none."""
    sofas = [
        row
        for row in rows
        if str(row.get("%TYPE", "")).endswith(".Sofa") and isinstance(row.get("sofaString"), str)
    ]
    if not sofas:
        raise FormatError(wrong.NO_CAS, file=place.file)
    return next((each for each in sofas if each.get("sofaID") == "_InitialView"), sofas[0])


def _annotations(
    rows: Iterable[Mapping[str, object]], sofa: Mapping[str, object], place: Place
) -> list[Annotation]:
    return [
        _annotation(row, place)
        for row in rows
        if _kind(row) not in STRUCTURE
        and "begin" in row
        and row.get("@sofa") in (None, sofa.get("%ID"))
    ]


def _kind(row: Mapping[str, object]) -> str:
    return str(row.get("%TYPE", "")).rpartition(".")[2]


def _dialogue(record: Mapping[str, object], place: Place, options: ReadOptions) -> DialogueValue:
    rows = _structures(record, place)
    sofa, lang = _sofa(rows, place), options.lang
    for row in rows:
        said = row.get("language")
        if _kind(row) in ("DocumentMetaData", "DocumentAnnotation") and is_language(said):
            lang = said
    found = _annotations(rows, sofa, place)
    text = str(sofa["sofaString"])
    turns, extra, ignored = read_annotated(text, found, place.file, options, line=None)
    if not turns:
        raise FormatError(faults.EMPTY, file=place.file)
    file = place.file.replace("\\", "/").rsplit("/", 1)[-1]
    stem = re.sub(r"\.\w{1,5}$", "", file) or "document"
    extra |= {IGNORED: ignored} if ignored else {}
    return DialogueValue(dialogue_name(stem), lang, turns, extra=extra, line=1)


def _annotation(row: Mapping[str, object], place: Place) -> Annotation:
    begin, end = row.get("begin"), row.get("end")
    if type(begin) is not int or type(end) is not int:
        raise FormatError(wrong.CAS_OFFSETS, file=place.file)
    keys = [key for key in LABEL_KEYS if isinstance(text := row.get(key), str) and text.strip()]
    label = str(row[keys[0]]).strip() if keys else _kind(row)
    return Annotation(begin, end, label, None, str(row.get("%ID", "")), keys[0] if keys else "")


def render_cas_json(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .json of a dialogue: the file that it was read from with its labels, or a new one with
    its text, a sentence a turn, a named entity a label."""
    if (source := cas_source.source_of("cas-json", dialogue)) is not None:
        with suppress(FormatError):  # what was kept may have come from anywhere
            again = _changed(source, dialogue)
            if again is not None:
                return [(".json", again.encode("utf-8"))]
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


def _changed(source: str, dialogue: DialogueValue) -> str | None:
    """The source with the labels of the dialogue; None where that is not possible."""
    place = Place(dialogue.id, None)
    record = _record(source, place)
    rows = _structures(record, place)
    sofa = _sofa(rows, place)
    found = _annotations(rows, sofa, place)
    before = _dialogue(record, place, LARGE)
    wanted = cas_source.changes(dialogue, before, str(sofa["sofaString"]), found)
    if wanted is None:
        return None
    if not wanted:
        return source
    types, views = record.get("%TYPES", {}), record.get("%VIEWS")
    if not isinstance(record.get("%FEATURE_STRUCTURES"), list) or not isinstance(types, dict):
        return None  # the form of before 0.4
    if not isinstance(views, dict) or not all(isinstance(each, dict) for each in views.values()):
        return None
    new = _edited(record, rows, sofa, wanted)
    return written(new, style_of(source.strip(), record))


def _edited(
    record: Mapping[str, Any],
    rows: Sequence[Mapping[str, object]],
    sofa: Mapping[str, object],
    wanted: cas_source.Changes,
) -> dict[str, object]:
    labels = {one.id: {one.key: label} for one, label in wanted.named}
    gone = {one.id for one in wanted.gone}
    kept = [
        {**row, **labels.get(str(row.get("%ID")), {})}
        for row in rows
        if str(row.get("%ID")) not in gone
    ]
    last = max((each for row in rows if isinstance(each := row.get("%ID"), int)), default=0)
    new = [
        {
            "%ID": last + number,
            "%TYPE": NAMED_ENTITY,
            "@sofa": sofa.get("%ID"),
            "begin": begin,
            "end": end,
            "value": label,
        }
        for number, (begin, end, label) in enumerate(wanted.new, 1)
    ]
    views = {
        name: _view(view, gone, new) if view.get("%SOFA") == sofa.get("%ID") else view
        for name, view in record.get("%VIEWS", {}).items()
    }
    types = {NAMED_ENTITY: _TYPES[NAMED_ENTITY]} if new else {}
    return {
        **record,
        "%TYPES": types | record.get("%TYPES", {}),
        "%FEATURE_STRUCTURES": [*kept, *new],
        "%VIEWS": views,
    }


def _view(
    view: Mapping[str, Any], gone: set[str], new: Sequence[Mapping[str, object]]
) -> dict[str, object]:
    listed = view.get("%MEMBERS")
    members = [each for each in listed if str(each) not in gone] if isinstance(listed, list) else []
    return {**view, "%MEMBERS": [*members, *(each["%ID"] for each in new)]}
