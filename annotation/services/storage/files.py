"""Files that a command reads and writes; "-" is standard input or output, and may be gzip.

Called by services of the command line. A file appears whole or not at all.
"""

import gzip
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from annotation.formats import FormatError, ReadOptions, detect_source, iter_corpus
from annotation.formats.corpora.jsonl import iter_jsonl
from annotation.formats.files.archive import open_stream
from annotation.formats.files.encoding import decode
from annotation.formats.types import DialogueValue

PLAIN = (".txt", ".txt.gz", ".zip")  # names of what may be plain text; another is broken JSONL


def is_file(corpus: str) -> bool:
    """Whether a name on the command line is a file's, not a project's."""
    return corpus == "-" or corpus.endswith((".jsonl", ".jsonl.gz")) or Path(corpus).is_file()


def read_dialogues(path: str) -> Iterator[DialogueValue]:
    """The dialogues of a file, a zip or a folder in any format, told by its content, one at a time.
    Standard input is JSONL. Raises FormatError, OSError.
    """
    if path == "-":
        yield from iter_jsonl(sys.stdin.buffer, filename="stdin")
        return
    if Path(path).is_dir():
        yield from iter_corpus("auto", Path(path), ReadOptions(), filename=path)
        return
    if (format := format_of(path)) != "jsonl":
        yield from iter_corpus(format, Path(path), ReadOptions(), filename=path)
        return
    with open_stream(Path(path), filename=path) as stream:
        yield from iter_jsonl(stream, filename=path)


def format_of(path: str) -> str:
    """The format that a file tells; what says nothing of itself is taken for JSONL, whose reader
    says what is wrong with it, unless its name is that of a text."""
    try:
        format = detect_source(Path(path), path)
    except FormatError:
        return "jsonl"
    return "jsonl" if format == "plain" and not path.lower().endswith(PLAIN) else format


def read_text(path: str) -> str:
    """The text of a small file, gzipped or not; "-" is standard input.

    Raises: FormatError for what is no UTF-8, OSError.
    """
    if path == "-":
        return decode(sys.stdin.buffer.read(), file="stdin")
    with open_stream(Path(path), filename=path) as stream:
        return decode(stream.read(), file=path)


@contextmanager
def written(path: str) -> Iterator[BinaryIO]:
    """A stream to a file that appears whole or not at all."""
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with part.open("wb") as stream:
            if path.endswith(".gz"):
                with gzip.GzipFile(fileobj=stream, mode="wb", mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def write_json(value: object, out: str) -> None:
    with written(out) as stream:
        stream.write(json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")
