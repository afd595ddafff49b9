"""Bring dialogues into a project: each file whole or not at all, and what became of each.

Called by the import page, `manage.py import_corpus` and the demo.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from annotation.errors import Refused
from annotation.formats import ReadOptions, detect, read_corpus, read_files
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue, TurnValue
from annotation.models import AccessEvent, Dialogue, Project, Reading, Span, Turn, User
from annotation.schemes import guess_scheme
from annotation.services.import_checks import (
    duplicate,
    find_duplicates,
    find_unknown,
    own_labels,
    scheme_for,
)
from annotation.services.projects import make_labels
from annotation.services.tool_imports import (
    KINDS,
    keep_replacements,
    keep_tool,
    label_names,
    pair_files,
    understand,
)
from annotation.services.training import start_run
from annotation.services.uploads import Source, Upload, group_files

Meaning = Literal["gold", "machine", "ignore", "replaced", "masked"]
CHUNK = 200  # dialogues written at once


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file: the counts of what went in, or why nothing did."""

    name: str
    format: str = ""
    dialogues: int = 0
    turns: int = 0
    spans: int = 0
    unlabelled: bool = False  # said to be labelled, but there is no label in it
    problems: tuple[FormatError, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class Options:
    """How files are to be understood. `lang` is for dialogues that do not say theirs.

    tool: the name of the program whose work it is; names: its labels in the project's.
    """

    format: str = "auto"
    lang: str = "es"
    spans: Meaning = "gold"
    split: str = "pool"
    encoding: str = "utf-8"
    tool: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_foreign(self) -> bool:
        """Whether a program is said to have read every dialogue, whatever it found there."""
        return self.spans in KINDS and bool(self.tool or self.spans != "machine")


def import_dialogues(
    project: Project,
    files: Iterable[tuple[str, Source]],
    *,
    format: str = "auto",
    lang: str = "",
    spans: str = "gold",
    split: str = "pool",
    encoding: str = "utf-8",
    tool: str = "",
    replaced: Iterable[tuple[str, Source]] = (),
    label_map: str = "",
    label_map_file: str = "",
    user: User,
    limit: int | None = None,
) -> list[FileReport]:
    """Import files (name, bytes or stream); a file with any fault leaves no trace.

    spans: "gold" makes the spans this person's finished reading, so the turns count as labelled;
    "machine" makes them proposals; "ignore" takes the texts alone; "replaced" aligns each dialogue
    with its version in `replaced` (else in the turns' own key), "masked" takes texts of which only
    the replaced version is left. A file without any span is never taken as read, unless `tool`
    says which program read it. label_map: lines "THEIRS = LABEL". split: "pool" to be labelled,
    "test" kept to measure the model. limit: bytes a file (default settings.UPLOAD_LIMIT). The
    first import into the pool starts the learning.
    """
    if spans not in ("gold", "ignore", *KINDS) or split not in Dialogue.Split.values:
        known = ", ".join(("gold", "ignore", *KINDS))
        raise Refused(f"spans are one of {known}; the split is pool or test")
    try:
        names = label_names(label_map, own_labels(project), label_map_file)
    except FormatError as error:
        return [FileReport(error.file, problems=(error,))]
    options = Options(
        format, lang or project.lang, cast(Meaning, spans), split, encoding, tool.strip(), names
    )
    cap = settings.UPLOAD_LIMIT if limit is None else limit
    versions = list(replaced)
    if spans == "replaced" and versions:
        reports = import_pairs(project, files, versions, options, user, cap)
    else:
        uploads = group_files(files)
        reports = [import_file(project, upload, options, user, cap) for upload in uploads]
    if split == Dialogue.Split.POOL and any(report.turns for report in reports):
        start_learning(project, user)
    return reports


def import_file(
    project: Project, upload: Upload, options: Options, user: User, limit: int | None
) -> FileReport:
    """Read one file and write it in one transaction."""
    try:
        format, dialogues = read_upload(upload, options, limit)
        return write_file(project, upload.name, format, dialogues, options, user)
    except FormatError as error:
        return FileReport(error.file, problems=(error,))


def import_pairs(
    project: Project,
    files: Iterable[tuple[str, Source]],
    replaced: Iterable[tuple[str, Source]],
    options: Options,
    user: User,
    limit: int | None,
) -> list[FileReport]:
    """Files of originals beside files with their replaced versions: all goes in or nothing."""
    try:
        own, others = (
            [(each.name, *read_upload(each, options, limit)) for each in group_files(some)]
            for some in (files, replaced)
        )
        spoken = {*own_labels(project), *options.names}
        originals = [(name, dialogues) for name, _format, dialogues in own]
        paired = pair_files(originals, [(name, rows) for name, _format, rows in others], spoken)
        with transaction.atomic():
            reports = [
                write_file(project, name, format, dialogues, options, user, paired=True)
                for (name, format, _rows), dialogues in zip(own, paired, strict=True)
            ]
            if not all(report.ok for report in reports):
                transaction.set_rollback(True)
    except FormatError as error:
        return [FileReport(error.file, problems=(error,))]
    refused = [report for report in reports if not report.ok]
    return refused or reports


def write_file(
    project: Project,
    file: str,
    format: str,
    dialogues: Sequence[DialogueValue],
    options: Options,
    user: User,
    *,
    paired: bool = False,
) -> FileReport:
    """Check the dialogues of a file against the project and write them; raises FormatError."""
    spans: Meaning = options.spans
    if spans != "ignore":
        known = own_labels(project)
        dialogues = understand(dialogues, spans, known, options.names, file=file, paired=paired)
    count = sum(len(turn.spans) for each in dialogues for turn in each.turns)
    if spans == "ignore":
        count = 0
    scheme = scheme_for(project, dialogues) if count else None
    problems = find_duplicates(project, dialogues, file)
    if count and not problems:
        problems = find_unknown(project, scheme, dialogues, file)
    if problems:
        return FileReport(problems[0].file, format, problems=tuple(problems))
    try:
        with transaction.atomic():
            if scheme:
                project.labels.all().delete()
                make_labels(project, scheme)
            turns = _write(project, dialogues, options, bool(count), user, format)
    except IntegrityError:  # somebody imported the same ids at this moment
        return FileReport(file, format, problems=(duplicate(file, None),))
    return FileReport(
        file,
        format,
        len(dialogues),
        turns,
        count,
        unlabelled=spans != "ignore" and not count and not options.is_foreign,
    )


def read_upload(
    upload: Upload, options: Options, limit: int | None
) -> tuple[str, list[DialogueValue]]:
    """The format and the dialogues of a file or a brat pair; raises FormatError."""
    files, format = upload.read(limit), options.format
    if len(files) > 1:  # a text with its labels
        reading = ReadOptions(lang=options.lang)
        encoding = options.encoding
        return "brat", read_files("brat", files, reading, filename=upload.name, encoding=encoding)
    data = files[upload.name]
    if format == "auto":
        format = detect(upload.name, data)
    return format, read_corpus(
        format, data, filename=upload.name, lang=options.lang, encoding=options.encoding
    )


def _write(
    project: Project,
    dialogues: Sequence[DialogueValue],
    options: Options,
    labelled: bool,
    user: User,
    format: str,
) -> int:
    """Write rows in chunks and the access record, inside a transaction; returns the turns."""
    spans: Meaning = options.spans if labelled else "ignore"
    tool = None
    if options.spans in KINDS and (labelled or options.is_foreign):
        tool = keep_tool(project, user, options.spans, options.tool, options.names)
    last = project.dialogues.aggregate(last=Max("position"))["last"]
    place, turns = (0 if last is None else last + 1), 0
    labels = dict(project.labels.values_list("name", "pk"))
    for first in range(0, len(dialogues), CHUNK):
        some = dialogues[first : first + CHUNK]
        rows = Dialogue.objects.bulk_create(
            Dialogue(
                project=project,
                external_id=value.id,
                position=place + first + offset,
                lang=value.lang[:12],
                split=options.split,
                tool_import=tool,
                meta=dict(value.meta),
                extra=dict(value.extra),
            )
            for offset, value in enumerate(some)
        )
        pairs = [
            (row, at, turn)
            for row, value in zip(rows, some, strict=True)
            for at, turn in enumerate(value.turns)
        ]
        turns += _write_turns(pairs, spans, user, labels)
        if spans == "replaced":
            keep_replacements(rows, user)
    detail = {"dialogues": len(dialogues), "turns": turns, "format": format}
    detail["split"] = options.split
    if tool is not None:
        detail |= {"tool": tool.name, "kind": tool.kind}
    AccessEvent.objects.create(
        user=user, project=project, action=AccessEvent.Action.IMPORT, detail=detail
    )
    return turns


def _write_turns(
    pairs: Sequence[tuple[Dialogue, int, TurnValue]],
    spans: Meaning,
    user: User,
    labels: dict[str, int],
) -> int:
    rows = Turn.objects.bulk_create(
        Turn(
            dialogue=dialogue,
            position=at,
            speaker=value.speaker,
            text=value.text,
            extra=dict(value.extra),
        )
        for dialogue, at, value in pairs
    )
    if spans == "ignore":
        return len(rows)
    gold = spans == "gold"
    readings: Sequence[Reading | None] = [None] * len(rows)
    if gold:
        now = timezone.now()
        readings = Reading.objects.bulk_create(
            Reading(
                turn=row,
                reader=user,
                status=Reading.Status.DONE,
                is_gold=True,
                done_at=now,
                label_count=len(value.spans),
            )
            for row, (_dialogue, _at, value) in zip(rows, pairs, strict=True)
        )
    Span.objects.bulk_create(
        Span(
            turn=row,
            start=span.start,
            end=span.end,
            label_id=labels[span.label],
            reading=reading,
            status=Span.Status.ACCEPTED if gold else Span.Status.PROPOSED,
            confidence=span.score,
            extra=dict(span.extra),
        )
        for row, reading, (_dialogue, _at, value) in zip(rows, readings, pairs, strict=True)
        for span in value.spans
    )
    return len(rows)


def start_learning(project: Project, user: User | None) -> None:
    """Queue the first batch if there is none: by a model where labels came along, else seeds."""
    if not project.labels.exists():  # people must have something to label with
        make_labels(project, guess_scheme(()), provisional=True)
    if project.batches.exists():
        return
    labelled = Span.objects.filter(
        turn__dialogue__project=project,
        turn__dialogue__split=Dialogue.Split.POOL,
        reading__is_gold=True,
    ).exists()
    start_run(project, user=user, kind="round" if labelled else "seed")
