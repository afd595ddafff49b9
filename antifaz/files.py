"""Corpora from files and into files. Called as `antifaz.read` and `antifaz.write`."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from annotation.formats import ReadOptions, iter_corpus, write_corpus
from antifaz.values import Dialogue


def read(
    path: str | PathLike[str], *, format: str = "auto", lang: str = "es", encoding: str = "utf-8"
) -> Iterator[Dialogue]:
    """The dialogues of a file, a zip or a folder, one at a time.

    format: a name that docs/formats.md has, such as "jsonl", "esport", "brat", "conll"; "auto"
    tells it by the content. lang: of dialogues that name no language, as ISO 639-1. Offsets of
    spans are code points, ends exclusive. A name that ends in .gz is unpacked.

    Raises: FormatError, which names file and line, says what is wrong and what was expected, and
    comes after the dialogues before it; OSError.
    """
    source = Path(path)
    options = ReadOptions(lang=lang)
    return iter_corpus(format, source, options, filename=str(source), encoding=encoding)


def write(
    dialogues: Iterable[Dialogue], path: str | PathLike[str], *, format: str = "jsonl"
) -> None:
    """Write dialogues to a file, one at a time; it appears whole or not at all.

    format: as of `read`, but not "auto". A name that ends in .gz is packed. Formats with a file a
    dialogue give a zip, or, where `path` is a folder, the files in it. Nothing is replaced: a
    dialogue is written as it is.

    Raises: FormatError (unknown format, or one that has no place for these dialogues), OSError.
    """
    write_corpus(format, dialogues, Path(path))
