"""Bring dialogues into a project: each file whole or not at all, and what became of each.

Called by the import page, `manage.py import_corpus` and the demo.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from annotation.errors import Refused
from annotation.formats import ReadOptions, detect, read_corpus, read_files
from annotation.formats.checks import check_labels
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue, TurnValue
from annotation.models import AccessEvent, Dialogue, Project, Reading, Span, Turn, User
from annotation.schemes import Scheme, guess_scheme
from annotation.services.projects import FROM_IMPORT, make_labels
from annotation.services.training import start_run
from annotation.services.uploads import Source, Upload, group_files

Meaning = Literal["gold", "machine", "ignore"]
CHUNK = 200  # dialogues written at once
SHOWN = 5  # problems of one file that are named


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
    """How files are to be understood. `lang` is for dialogues that do not say theirs."""

    format: str = "auto"
    lang: str = "es"
    spans: Meaning = "gold"
    split: str = "pool"
    encoding: str = "utf-8"


def import_dialogues(
    project: Project,
    files: Iterable[tuple[str, Source]],
    *,
    format: str = "auto",
    lang: str = "",
    spans: str = "gold",
    split: str = "pool",
    encoding: str = "utf-8",
    user: User,
    limit: int | None = None,
) -> list[FileReport]:
    """Import files (name, bytes or stream); a file with any fault leaves no trace.

    spans: "gold" makes the spans this person's finished reading, so the turns count as labelled;
    "machine" makes them proposals; "ignore" takes the texts alone. A file without any span is
    never taken as read. split: "pool" to be labelled, "test" kept to measure the model. limit:
    bytes a file (default settings.UPLOAD_LIMIT). The first import into the pool starts the
    learning.
    """
    if spans not in ("gold", "machine", "ignore") or split not in Dialogue.Split.values:
        raise Refused("spans are gold, machine or ignore; the split is pool or test")
    options = Options(format, lang or project.lang, cast(Meaning, spans), split, encoding)
    cap = settings.UPLOAD_LIMIT if limit is None else limit
    reports = [import_file(project, upload, options, user, cap) for upload in group_files(files)]
    if split == Dialogue.Split.POOL and any(report.turns for report in reports):
        start_learning(project, user)
    return reports


def import_file(
    project: Project, upload: Upload, options: Options, user: User, limit: int | None
) -> FileReport:
    """Read one file and write it in one transaction."""
    spans: Meaning = options.spans
    try:
        format, dialogues = read_upload(upload, options, limit)
    except FormatError as error:
        return FileReport(error.file, problems=(error,))
    count = sum(len(turn.spans) for each in dialogues for turn in each.turns)
    if spans == "ignore":
        count = 0
    scheme = scheme_for(project, dialogues) if count else None
    problems = find_duplicates(project, dialogues, upload.name)
    if count and not problems:
        problems = find_unknown(project, scheme, dialogues, upload.name)
    if problems:
        return FileReport(problems[0].file, format, problems=tuple(problems))
    try:
        with transaction.atomic():
            if scheme:
                project.labels.all().delete()
                make_labels(project, scheme)
            meaning = spans if count else "ignore"
            turns = _write(project, dialogues, meaning, options.split, user, format)
    except IntegrityError:  # somebody imported the same ids at this moment
        return FileReport(upload.name, format, problems=(_duplicate(upload.name, None),))
    return FileReport(
        upload.name,
        format,
        len(dialogues),
        turns,
        count,
        unlabelled=spans != "ignore" and not count,
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


def find_duplicates(
    project: Project, dialogues: Sequence[DialogueValue], file: str
) -> list[FormatError]:
    """Dialogues whose id the project holds already, named by line."""
    lines = {each.id: each.line for each in dialogues}
    names, found = list(lines), []
    for first in range(0, len(names), 500):
        taken = Dialogue.objects.filter(
            project=project, external_id__in=names[first : first + 500]
        ).values_list("external_id", flat=True)
        found += sorted(lines[name] for name in taken)
        if len(found) >= SHOWN:
            break
    return [_duplicate(file, line or None) for line in found[:SHOWN]]


def _duplicate(file: str, line: int | None) -> FormatError:
    return FormatError(
        "duplicate_id",
        "a dialogue with this id is in the project already",
        file=file,
        line=line,
        expected="ids that the project does not have",
        status=409,
    )


def scheme_for(project: Project, dialogues: Sequence[DialogueValue]) -> Scheme | None:
    """The scheme to give to a project whose labels nobody chose or used yet, from the file."""
    if project.labels.exists() and not is_provisional(project):
        return None
    return guess_scheme(
        {span.label for each in dialogues for turn in each.turns for span in turn.spans}
    )


def is_provisional(project: Project) -> bool:
    """Labels were to come with a file, and stand in until one brings its own."""
    used = Span.objects.filter(turn__dialogue__project=project)
    return project.scheme == FROM_IMPORT and not used.exists()


def find_unknown(
    project: Project, scheme: Scheme | None, dialogues: Sequence[DialogueValue], file: str
) -> list[FormatError]:
    """Labels that the project lacks, at most one a dialogue, each with the list of known ones."""
    known = (
        [label.name for label in scheme.labels]
        if scheme
        else list(project.labels.values_list("name", flat=True))
    )
    problems: list[FormatError] = []
    for dialogue in dialogues:
        try:
            check_labels([dialogue], known, file=file)
        except FormatError as error:
            problems.append(error)
            if len(problems) == SHOWN:
                break
    return problems


def _write(
    project: Project,
    dialogues: Sequence[DialogueValue],
    spans: Meaning,
    split: str,
    user: User,
    format: str,
) -> int:
    """Write rows in chunks and the access record, inside a transaction; returns the turns."""
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
                split=split,
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
    AccessEvent.objects.create(
        user=user,
        project=project,
        action=AccessEvent.Action.IMPORT,
        detail={"dialogues": len(dialogues), "turns": turns, "format": format, "split": split},
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
