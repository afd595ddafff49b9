"""brat standoff: a .txt and an .ann for each document; a line of text is a turn.

Only T lines become spans; relations, events, attributes and notes are counted ("brat_ignored").
A span in pieces ("10 14;20 25") is one span where only blanks lie between the pieces on a line,
else one span a piece. Blank lines are counted and written back. A third file, .speakers, one a
line, is ours: brat leaves it alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from annotation.formats import faults
from annotation.formats.checks import check_spans, check_surface, check_turn
from annotation.formats.corpora.lines import Line, blanks, count_blank, cut_lines, one_line
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue

BOM = "\ufeff"
_TEXT, _NOTES, _SPEAKERS = ".txt", ".ann", ".speakers"
DEFAULT_SPEAKER = "note"  # of documents that have no speakers
_ANN = re.compile(
    r"(?P<id>T\d+)\t(?P<label>\S+) (?P<ranges>\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)"
    r"(?:\t(?P<surface>.*))?"
)
# A label with blanks stands in a note to its annotation, as brat cannot write it in the line.
_NOTE = re.compile(r"#\d+\tAnnotatorNotes (?P<id>T\d+)\t(?P<label>.+)")
_OTHER = re.compile(r"[REAMN#]\w*\t|\*\t")


@dataclass(frozen=True, slots=True)
class Mark:
    """A T line: stretches of the whole document, and the text that it says stands there."""

    label: str
    ranges: tuple[tuple[int, int], ...]
    surface: str | None
    line: int


def read_brat(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """A dialogue for each pair NAME.txt, NAME.ann; raises FormatError."""
    for name in files:
        stem, ending = _split(name)
        if ending == _NOTES and stem + _TEXT not in files:
            options.leave_out(_lonely(name, _TEXT))
        if ending != _TEXT:
            continue
        if stem + _NOTES not in files:
            options.leave_out(_lonely(name, _NOTES))
            continue
        data, ann, said = files[name], files[stem + _NOTES], files.get(stem + _SPEAKERS)
        pair = (name, data, stem + _NOTES, ann, said, options)
        yield from options.made(partial(_read_pair, *pair))


def _split(name: str) -> tuple[str, str]:
    stem, dot, ending = name.rpartition(".")
    return stem, dot + ending


def _lonely(name: str, other: str) -> FormatError:
    return FormatError(faults.MISSING_PAIR, file=name, ending=other)


def _read_pair(
    name: str, data: bytes, ann_name: str, ann: bytes, said: bytes | None, options: ReadOptions
) -> DialogueValue:
    document, notes = decode(data, file=name), decode(ann, file=ann_name)
    marks, ignored = _read_marks(notes.removeprefix(BOM), ann_name)
    extra: dict[str, object] = {"brat_ignored": ignored} if ignored else {}
    if notes.startswith(BOM):
        extra["ann_bom"] = True
    if document.startswith(BOM):
        document = document[1:]
        marks, counted = _past_mark(document, marks)
        # A second mark is the text's own: the first is one that our writer put there.
        if counted or not document.startswith(BOM):
            extra["bom" if counted else "bom_uncounted"] = True
    lines = cut_lines(document)
    placed = _place(document, lines, marks, ann_name)
    speakers = [] if said is None else decode(said, file=name).split("\n")
    turns: list[TurnValue] = []
    for number, line in enumerate(lines, 1):
        if not line.text:
            count_blank(line, turns, extra)
            continue
        spans, kept = placed.get(number, ()), {"crlf": True} if line.ending == "\r\n" else {}
        speaker = speakers[len(turns)] if len(turns) < len(speakers) else DEFAULT_SPEAKER
        turn = TurnValue(speaker, line.text, tuple(spans), kept)
        check_turn(turn, number=len(turns) + 1, file=name, line=number, cap=options.max_turn)
        turns.append(turn)
    if lines and not lines[-1].ending:
        extra["final_newline"] = False
    stem = _split(name)[0].replace("\\", "/").rsplit("/", 1)[-1]
    return DialogueValue(dialogue_name(stem), options.lang, tuple(turns), extra=extra, line=1)


def _read_marks(ann: str, file: str) -> tuple[list[Mark], int]:
    """The T lines, and how many lines were of other kinds."""
    marks: dict[str, Mark] = {}
    ignored = 0
    for number, raw in enumerate(ann.split("\n"), 1):
        row = raw.removesuffix("\r")
        note = _NOTE.fullmatch(row)
        named = marks.get(note["id"]) if note else None
        if match := _ANN.fullmatch(row):
            bounds = [int(digits) for digits in re.findall(r"\d+", match["ranges"])]
            ranges = tuple(sorted(zip(bounds[::2], bounds[1::2], strict=True)))
            if match["id"] in marks:
                raise FormatError(faults.ANNOTATION_TWICE, file=file, line=number)
            marks[match["id"]] = Mark(match["label"], ranges, match["surface"], number)
        elif note and named and _plain_label(note["label"]) == named.label:
            marks[note["id"]] = replace(named, label=note["label"])
        elif _OTHER.match(row):
            ignored += 1
        elif row.strip():
            raise FormatError(faults.NO_STANDOFF, file=file, line=number)
    return list(marks.values()), ignored


def _plain_label(label: str) -> str:
    """A label as brat can write it: without blanks."""
    return re.sub(r"\s", "_", label)


def _past_mark(document: str, marks: Sequence[Mark]) -> tuple[list[Mark], bool]:
    """The marks for a document whose byte order mark was taken off, and whether they counted it.

    brat counts it as a character; where the surfaces agree without it, another tool did not.
    """
    shifted = [
        Mark(m.label, tuple((start - 1, end - 1) for start, end in m.ranges), m.surface, m.line)
        for m in marks
    ]

    def agreeing(some: Iterable[Mark]) -> int:
        return sum(_surface(document, mark) == mark.surface for mark in some)

    if agreeing(marks) > agreeing(shifted):
        return list(marks), False
    return shifted, True


def _surface(document: str, mark: Mark) -> str:
    """What brat prints for a mark: its pieces with a space between, line ends as spaces."""
    pieces = [document[max(start, 0) : end] for start, end in mark.ranges]
    return re.sub(r"\r?\n|\r", " ", " ".join(pieces))


def _place(
    document: str, lines: Sequence[Line], marks: Sequence[Mark], file: str
) -> dict[int, list[SpanValue]]:
    """Spans by line number, sorted; each lies inside its line."""
    placed: dict[int, list[SpanValue]] = {}
    number = 0
    for span, mark in _checked(document, marks, file):
        while number < len(lines) and lines[number].end < span.end:
            number += 1
        if number == len(lines) or span.start < lines[number].start:
            raise FormatError(faults.ANNOTATION_OVER_LINES, file=file, line=mark.line)
        before = lines[number].start
        moved = SpanValue(span.start - before, span.end - before, span.label)
        placed.setdefault(number + 1, []).append(moved)
    return placed


def _checked(document: str, marks: Sequence[Mark], file: str) -> list[tuple[SpanValue, Mark]]:
    """Stretches of the document in order, with their marks: in range, as printed, apart."""
    checked: list[tuple[SpanValue, Mark]] = []
    for mark in marks:
        pieces = [SpanValue(start, end, mark.label) for start, end in _merged(document, mark)]
        for piece in pieces:
            check_spans(document, [piece], place=faults.ANNOTATION, file=file, line=mark.line)
            checked.append((piece, mark))
        if mark.surface is not None and _surface(document, mark) != mark.surface:
            whole = SpanValue(pieces[0].start, pieces[-1].end, mark.label)
            place = faults.ANNOTATION
            check_surface(document, whole, mark.surface, place=place, file=file, line=mark.line)
    checked.sort(key=lambda pair: (pair[0].start, pair[0].end))
    for (first, one), (second, other) in pairwise(checked):
        if second.start < first.end:
            low, high = sorted((one.line, other.line))
            raise FormatError(
                faults.ANNOTATION_OVERLAP, file=file, line=high, first=low, second=high
            )
    return checked


def _merged(document: str, mark: Mark) -> list[tuple[int, int]]:
    """The pieces of a mark; neighbours with only blanks of the same line between are one."""
    stretches: list[tuple[int, int]] = []
    for start, end in mark.ranges:
        gap = (
            document[stretches[-1][1] : start] if stretches and stretches[-1][1] <= start else None
        )
        if gap is not None and "\n" not in gap and not gap.strip():
            stretches[-1] = (stretches[-1][0], end)
        else:
            stretches.append((start, end))
    return stretches


def render_brat(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The files of a dialogue, by their endings: .txt and .ann, .speakers where needed.

    A line end inside a turn becomes a space, one for one, so that offsets hold; a turn without
    text is a blank line.
    """
    text, marks = _write_pair(dialogue)
    files = [(_TEXT, text.encode("utf-8")), (_NOTES, marks.encode("utf-8"))]
    if any(turn.speaker != DEFAULT_SPEAKER for turn in dialogue.turns):
        spoken = [turn.speaker for turn in dialogue.turns if turn.text]
        speakers = "\n".join(speaker.replace("\n", " ") for speaker in spoken)
        files.append((_SPEAKERS, speakers.encode("utf-8")))
    return files


def _write_pair(dialogue: DialogueValue) -> tuple[str, str]:
    pieces, number = blanks(dialogue.extra), 0
    marks: list[str] = [BOM] if dialogue.extra.get("ann_bom") is True else []
    counted = dialogue.extra.get("bom") is True
    at = sum(map(len, pieces)) + counted
    last = len(dialogue.turns) - 1
    for index, turn in enumerate(dialogue.turns):
        text = one_line(turn.text)
        for span in turn.spans:
            number += 1
            label = _plain_label(span.label)
            surface = text[span.start : span.end].replace("\r", " ")
            marks.append(f"T{number}\t{label} {at + span.start} {at + span.end}\t{surface}\n")
            if label != span.label:
                marks.append(f"#{number}\tAnnotatorNotes T{number}\t{span.label}\n")
        bare = index == last and dialogue.extra.get("final_newline") is False
        between = blanks(turn.extra)
        ending = "" if bare and not between else "\r\n" if turn.extra.get("crlf") is True else "\n"
        row = text + ending + "".join(between)
        pieces.append(row)
        at += len(row)
    text = "".join(pieces)
    # A text that begins with such a mark itself needs another, which readers take off.
    marked = counted or dialogue.extra.get("bom_uncounted") is True or text.startswith(BOM)
    return (BOM if marked else "") + text, "".join(marks)
