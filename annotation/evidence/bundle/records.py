"""The file of a corpus in a catalogue entry: what it is, and what somebody reads in it by name.

Called by `croissant`. Fields are those that readers of Croissant can take out of a format; what
they cannot (the list of turns in a line of JSON, a workbook) is described, not extracted.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotation.formats import FORMATS
from annotation.formats.corpora.tables.escapes import STANDARD

TEXT, JSON, LINES, XML = (
    "text/plain",
    "application/json",
    "application/jsonlines",
    "application/xml",
)
ZIP = "application/zip"
# Of a format the type of its file; where a dialogue has files of its own, of one of them.
MEDIA = {
    "jsonl": LINES, "doccano": LINES, "prodigy": LINES,
    "esport": JSON, "label-studio": JSON, "tab": JSON, "cas-json": JSON, "whisper": JSON,
    "brat": TEXT, "plain": TEXT, "conll": TEXT, "textgrid": TEXT, "webanno": TEXT,
    "vtt": "text/vtt", "srt": "application/x-subrip",
    "trs": XML, "eaf": XML, "i2b2": XML, "xmi": XML,
    "csv": "text/csv", "parquet": "application/x-parquet", "docbin": "application/octet-stream",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}  # fmt: skip
_OPAQUE = ("docbin", "xlsx")
# A record a dialogue: field -> column, or its path in a file that is one value of JSON.
DIALOGUES: dict[str, Mapping[str, str]] = {
    "jsonl": {"id": "id", "lang": "lang"},
    "parquet": {"id": "id", "lang": "lang"},
    "doccano": {"id": "id", "text": "text", "lang": "lang"},
    "prodigy": {"id": "id", "text": "text", "lang": "lang"},
    "label-studio": {
        "id": "$[*].data.dialogue_id", "text": "$[*].data.text", "lang": "$[*].data.lang",
    },
    "tab": {"id": "$[*].doc_id", "text": "$[*].text"},
}  # fmt: skip
WORDS = {
    "id": "Running name of the dialogue; it leads to nothing outside the file.",
    "lang": "Language of the dialogue, a code.",
    "language": "Language of the dialogue, a code.",
    "speaker": "Who speaks: a role or a number.",
    "text": "What was said, personal items replaced.",
    "filename": "Name of the file, made of the running name of its dialogue.",
    "content": "The whole file, personal items replaced.",
}
_TURNS = " Besides these fields it holds turns: a list of objects with speaker, text, and spans "
_TURNS += "where they are marked."


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusFile:
    """A file as it left; name: as whoever takes it has it. Of a folder, the files in it."""

    name: str
    sha256: str
    bytes: int
    format: str
    members: tuple["CorpusFile", ...] = ()

    @property
    def is_archive(self) -> bool:
        """As `write_rendered` has it: where a dialogue has files of its own, they are in a zip."""
        known = FORMATS[self.format]
        is_single = self.name.endswith(known.extensions)
        return known.has_members and not is_single and not self.members

    @property
    def media(self) -> list[str]:
        """The types of its file, or of those in it: the second is how else it can be read."""
        own = MEDIA[self.format]
        known = (TEXT, JSON, LINES, "text/csv", MEDIA["parquet"])
        return [own] if own in known or self.format in _OPAQUE else [own, TEXT]


def file_at(path: Path, format: str) -> CorpusFile:
    """What was written at a path, file or folder. Raises OSError."""
    if path.is_dir():
        endings = FORMATS[format].extensions
        names = [each for each in sorted(path.iterdir()) if each.name.endswith(endings)]
        members = tuple(file_at(each, format) for each in names)
        size = sum(each.bytes for each in members)
        return CorpusFile(name="", sha256="", bytes=size, format=format, members=members)
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return CorpusFile(name=path.name, sha256=digest, bytes=path.stat().st_size, format=format)


def distribution_of(file: CorpusFile) -> list[dict[str, Any]]:
    """The file, and where it is a zip what lies in it; or each file of a folder, and all."""
    if not file.members and not file.is_archive:
        return [_file_object(file, "corpus")]
    parts = [_file_object(each, each.name) for each in file.members]
    parts = parts or [_file_object(file, "corpus")]
    members = {
        "@type": "cr:FileSet",
        "@id": "members",
        "name": "members",
        "description": "The files of the dialogues.",
        "containedIn": _one_or_all([{"@id": each["@id"]} for each in parts]),
        "encodingFormat": _one_or_all(file.media),
        "includes": _one_or_all([f"*{ending}" for ending in _endings(file)]),
    }
    return [*parts, members]


def _endings(file: CorpusFile) -> list[str]:
    """Of the files in it; parts of Spark have endings of their own."""
    own = {Path(each.name).suffix for each in file.members}
    return sorted(own) or list(FORMATS[file.format].extensions)


def _file_object(file: CorpusFile, id: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": id,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": f"{file.bytes} B",
        "encodingFormat": ZIP if file.is_archive else _one_or_all(file.media),
        "sha256": file.sha256,
    }


def records_of(file: CorpusFile) -> list[dict[str, Any]]:
    """What the file holds, record by record; empty where no reader of Croissant opens it."""
    if file.format in _OPAQUE:
        return []
    if file.is_archive or file.members:
        fields = {name: {"fileProperty": name} for name in ("filename", "content")}
        return [_record_set("files", "A file each.", fields, {"fileSet": {"@id": "members"}})]
    source = {"fileObject": {"@id": "corpus"}}
    if file.format in DIALOGUES:
        places = DIALOGUES[file.format]
        what = "A dialogue each." + _TURNS * (file.format in ("jsonl", "parquet"))
        fields = {name: _extract(place) for name, place in places.items()}
        return [_record_set("dialogues", what, fields, source) | {"key": {"@id": "dialogues/id"}}]
    if file.format == "csv":
        fields = {name: _extract(name) for name in STANDARD}
        return [_record_set("turns", "A turn each.", fields, source)]
    whole = {"content": {"fileProperty": "content"}}
    return [_record_set("files", "The file as a whole.", whole, source)]


def _extract(place: str) -> dict[str, str]:
    return {"jsonPath" if place.startswith("$") else "column": place}


def _record_set(
    name: str,
    what: str,
    fields: Mapping[str, Mapping[str, str]],
    source: Mapping[str, Any],
) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": what,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{field}",
                "name": field,
                "description": WORDS[field],
                "dataType": "sc:Text",
                "source": {**source, "extract": extract},
            }
            for field, extract in fields.items()
        ],
    }


def _one_or_all(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values
