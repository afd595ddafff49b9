"""Corpora in and out: one pure reader and writer a format, all meeting in `types.DialogueValue`.

Services and commands use `read_corpus`, `write_corpus`, `detect`, `iter_jsonl` and `FORMATS`.
"""

from annotation.formats.detection import detect
from annotation.formats.errors import FormatError
from annotation.formats.jsonl import iter_jsonl
from annotation.formats.registry import (
    FORMATS,
    READERS,
    WRITERS,
    Format,
    iter_corpus,
    open_corpus,
    read_corpus,
    read_files,
    write_corpus,
)
from annotation.formats.streams import detect_source
from annotation.formats.types import DialogueValue, ReadOptions, SpanValue, TurnValue

__all__ = [
    "FORMATS",
    "READERS",
    "WRITERS",
    "DialogueValue",
    "Format",
    "FormatError",
    "ReadOptions",
    "SpanValue",
    "TurnValue",
    "detect",
    "detect_source",
    "iter_corpus",
    "iter_jsonl",
    "open_corpus",
    "read_corpus",
    "read_files",
    "write_corpus",
]
