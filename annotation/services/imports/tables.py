"""Tables whose columns somebody names on the page: their first rows, what was said of the columns,
and what the next file with the same header finds said.

Called by `reading`, `page_jobs` and the page. What is remembered are places of columns under keyed
digests of headers: no name of a column, which may be a text in a file without a header.
"""

import hmac
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.formats import FormatError, detect_source
from annotation.formats.corpora.tables.heads import TABLES, head_of
from annotation.formats.files.archive import Members
from annotation.formats.files.columns import NONE, ROLES
from annotation.formats.files.streams import Texts, opened
from annotation.models import Import, Project
from annotation.refusals import Refused
from annotation.services.imports.files import path_of
from annotation.services.imports.options import Options
from annotation.services.imports.survey import FileContents
from annotation.services.imports.uploads import Source, Upload

REQUIRED = "text"


def head_in(upload: Upload, format: str, options: Options) -> dict[str, Any]:
    """The first rows of a table as JSON has them; empty for what is no table."""
    if format not in TABLES or len(upload.parts) > 1:
        return {}
    ((name, source),) = upload.parts
    return _head(source, name, format, options.encoding_of(upload), options.columns_of(upload))


def _head(
    source: Source, name: str, format: str, encoding: str, columns: Mapping[str, str | int]
) -> dict[str, Any]:
    if not isinstance(source, Path | bytes):
        return {}
    try:
        with opened(source, filename=name) as files:
            if isinstance(files, Members):
                return {}
            texts = Texts(files, [name], encoding, packed=format == "xlsx")
            head = head_of(format, texts, name, columns)
    except FormatError:
        return {}
    return asdict(head) if head is not None else {}


def recall_columns(job: Import) -> None:
    """Take over what was said of tables with the same headers, where nothing was said of these."""
    said = job.options.setdefault("tables", {})
    known = job.project.label_map
    if not any(isinstance(each, dict) for each in known.values()):
        return
    encodings = job.options.get("encodings", {})
    for each in job.uploads:
        path, name = each["path"], each["name"]
        if path in said or each["replaced"]:
            continue
        encoding = encodings.get(path, job.options.get("encoding", "utf-8"))
        try:
            format = job.options.get("format", "auto")
            format = detect_source(path_of(path), name) if format == "auto" else format
        except FormatError:
            continue
        head = _head(path_of(path), name, format, encoding, {}) if format in TABLES else {}
        places = known.get(_key(job.project, head["header"])) if head else None
        if isinstance(places, dict):
            said[path] = places


def columns_to_remember(job: Import, files: list[FileContents]) -> dict[str, dict[str, int]]:
    """What was said of tables, by the digests of their headers."""
    tables = {Path(path).name: said for path, said in job.options.get("tables", {}).items()}
    return {
        _key(job.project, each.table["header"]): tables[each.path]
        for each in files
        if each.table and each.path in tables
    }


def _key(project: Project, header: list[str]) -> str:
    names = "columns\x00" + "\x00".join(header)
    return hmac.new(bytes(project.surrogate_key), names.encode(), "sha256").hexdigest()[:32]


def read_columns(job: Import, files: list[FileContents], given: Mapping[str, str]) -> None:
    """Take over what a form says: `column-0-text` and so on, by file and role, the place of a
    column or nothing. Raises Refused without a column of texts, or where one is chosen twice."""
    places = {Path(each["path"]).name: at for at, each in enumerate(job.uploads)}
    for each in files:
        number = places.get(each.path)
        if not each.table or f"column-{number}-{REQUIRED}" not in given:
            continue
        width = len(each.table["header"])
        chosen = {role: _place(given.get(f"column-{number}-{role}", ""), width) for role in ROLES}
        used = [place for place in chosen.values() if place != NONE]
        if chosen[REQUIRED] == NONE:
            raise Refused(_("Choose the column that holds the texts."))
        if len(set(used)) < len(used):
            raise Refused(_("A column can be one thing only: choose another one."))
        path = job.uploads[number]["path"] if number is not None else ""
        job.options.setdefault("tables", {})[path] = chosen


def _place(text: str, width: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and int(text) < width else NONE
