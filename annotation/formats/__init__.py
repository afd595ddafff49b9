"""Corpora in and out: one pure reader and writer a format, all meeting in `types.DialogueValue`.

Services and commands use `read_corpus`, `iter_corpus`, `write_corpus`, `render`, `write_rendered`,
`detect_source` and `FORMATS`.
"""

from annotation.formats.catalogue import FORMATS, READERS, WRITTEN, Format, is_installed
from annotation.formats.corpora.jsonl import iter_jsonl
from annotation.formats.errors import FormatError
from annotation.formats.files.streams import detect_source
from annotation.formats.registry import (
    Rendered,
    iter_corpus,
    iter_files,
    open_corpus,
    read_corpus,
    render,
    write_corpus,
    write_rendered,
)
from annotation.formats.types import DialogueValue, ReadOptions, SpanValue, TurnValue

__all__ = [
    "FORMATS",
    "READERS",
    "WRITTEN",
    "DialogueValue",
    "Format",
    "FormatError",
    "ReadOptions",
    "Rendered",
    "SpanValue",
    "TurnValue",
    "detect_source",
    "is_installed",
    "iter_corpus",
    "iter_files",
    "iter_jsonl",
    "open_corpus",
    "read_corpus",
    "render",
    "write_corpus",
    "write_rendered",
]
