"""How a file of an import is read: its format, its dialogues, and the spans that they are to have.

Called by `reading` and `writing`; `read_upload` also by the teaching of source models.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from annotation.formats import detect_source, iter_corpus
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import candidates
from annotation.formats.files.streams import SingleFile, odd_line, opened
from annotation.formats.findings.reading import kind_of_output
from annotation.formats.other_tools.label_names import rename_labels
from annotation.formats.registry import iter_files
from annotation.formats.types import DialogueValue
from annotation.services.imports.options import Options
from annotation.services.imports.other_tools.found import Matcher, count_unwanted, settle_overlaps
from annotation.services.imports.other_tools.replaced import KINDS, ReplacedVersions, spans_of
from annotation.services.imports.uploads import Upload

OnFault = Callable[[FormatError], None]


def iter_upload(
    upload: Upload,
    format: str,
    options: Options,
    limit: int | None,
    on_fault: OnFault | None = None,
) -> Iterator[DialogueValue]:
    """The dialogues of a file or a brat pair, one at a time; raises FormatError, or where
    `on_fault` is told of faults leaves out the dialogues that have one."""
    reading = replace(options.reading, on_fault=on_fault)
    encoding = options.encoding_of(upload)
    if len(upload.parts) > 1:
        files = upload.read(limit)
        given = {"filename": upload.name, "encoding": encoding}
        return iter_files("brat", files, reading, **given)
    (source,) = upload.open(limit).values()
    return iter_corpus(format, source, reading, filename=upload.name, encoding=encoding)


def read_samples(upload: Upload, limit: int | None) -> list[tuple[str, str]]:
    """What a file that is not UTF-8 says in each encoding that it may be in."""
    lines = (odd_line(source, name) for name, source in upload.open(limit).items())
    return next((found for line in lines if (found := candidates(line))), [])


def format_of(upload: Upload, options: Options, limit: int | None) -> str:
    """The format that was named, or that the file tells; raises FormatError."""
    if options.is_found and len(upload.parts) == 1:
        ((name, source),) = upload.open(limit).items()
        return kind_of_output(source, name)
    if len(upload.parts) > 1:
        return "brat"
    (source,) = upload.open(limit).values()
    if options.format == "auto" and options.columns:
        with opened(source, filename=upload.name) as files:
            is_book = isinstance(files, SingleFile) and files.is_workbook
            return "xlsx" if is_book else "csv"
    return detect_source(source, upload.name) if options.format == "auto" else options.format


def read_upload(
    upload: Upload, options: Options, limit: int | None
) -> tuple[str, list[DialogueValue]]:
    """The format and all dialogues of a file or a brat pair; raises FormatError."""
    format = format_of(upload, options, limit)
    return format, list(iter_upload(upload, format, options, limit))


def understood(
    upload: Upload,
    format: str,
    options: Options,
    limit: int | None,
    known: Sequence[str],
    versions: ReplacedVersions | None,
    on_fault: OnFault | None = None,
    matcher: Matcher | None = None,
) -> Iterator[DialogueValue]:
    """The dialogues of a file with the spans that they are to have; raises FormatError."""
    dialogues = found_in(upload, format, options, limit, known, versions, on_fault, matcher)
    names = options.names if options.mapping is None else options.mapping
    if matcher is not None:
        pass_over = options.reading.pass_over
        wanted = count_unwanted(dialogues, known, names, pass_over)
        renamed = rename_labels(wanted, known, names, file=upload.name)
        return settle_overlaps(renamed, pass_over)
    if options.spans in KINDS or (names and options.spans != "ignore"):
        dialogues = rename_labels(dialogues, known, names, file=upload.name)
    return dialogues


def found_in(
    upload: Upload,
    format: str,
    options: Options,
    limit: int | None,
    known: Sequence[str],
    versions: ReplacedVersions | None,
    on_fault: OnFault | None = None,
    matcher: Matcher | None = None,
) -> Iterator[DialogueValue]:
    """The same under the labels of the file."""
    if matcher is not None:
        encoding = options.encoding_of(upload)
        return matcher.read(
            upload, options.reading, limit=limit, encoding=encoding, on_fault=on_fault
        )
    dialogues = iter_upload(upload, format, options, limit, on_fault)
    spoken = {*known, *options.names}
    if versions is not None:
        return versions.pair(upload.name, dialogues, spoken, on_fault)
    return spans_of(dialogues, options.spans, spoken, file=upload.name)
