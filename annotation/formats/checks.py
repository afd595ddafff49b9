"""Rules that hold for every format: spans lie inside their text, ids occur once, caps are kept."""

import difflib
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from annotation.formats import faults
from annotation.formats.errors import FormatError, Phrase, Where
from annotation.formats.files.encoding import check_text
from annotation.formats.types import DialogueValue, SpanValue, TurnValue

MAX_TURN = 20_000  # characters; no speaker holds the floor for longer
MAX_ID = 200
MAX_SPEAKER = 200
MAX_LABEL = 80
_LINE_END = re.compile("[\n\v\f\r\x85\u2028\u2029]")


def check_turn(turn: TurnValue, *, number: int, file: str, line: int | None, cap: int) -> None:
    """Refuse a turn whose text or speaker cannot be kept as it is. `number` is 1-based."""
    place = faults.turn(number)
    check_text(turn.text, file=file, line=line, where=(place,))
    speaker = (place, faults.SPEAKER)
    check_name(turn.speaker, where=speaker, cap=MAX_SPEAKER, file=file, line=line)
    if (size := len(turn.text)) > cap:
        where = (place,)
        raise FormatError(faults.TURN_TOO_LONG, file=file, line=line, where=where, n=size, most=cap)
    check_spans(turn.text, turn.spans, place=place, file=file, line=line)


def check_name(name: str, *, where: Where, cap: int, file: str, line: int | None) -> None:
    """Refuse an id, speaker or label that is too long or holds controls or line ends."""
    check_size(name, where=where, cap=cap, file=file, line=line)
    if end := _LINE_END.search(name):
        raise FormatError(faults.LINE_END, file=file, line=line, where=where, n=end.start())


def check_size(name: str, *, where: Where, cap: int, file: str, line: int | None) -> None:
    """Refuse a text beside the turns that is too long or holds controls."""
    check_text(name, file=file, line=line, where=where)
    if (size := len(name)) > cap:
        raise FormatError(faults.NAME_TOO_LONG, file=file, line=line, where=where, n=size, most=cap)


def check_spans(
    text: str, spans: Sequence[SpanValue], *, place: Phrase, file: str, line: int | None
) -> None:
    """Refuse spans outside the text, empty or overlapping ones, and unusable labels.

    Messages count spans from 0 as they stand in the file, and give the length of the text.
    """
    size = len(text)
    for index, span in enumerate(spans):
        if 0 <= span.start < span.end <= size and _is_plain(span.label):
            continue  # most are: no place is made for them
        where = (faults.span_of(place, index),)
        if not 0 <= span.start < span.end <= size:
            raise FormatError(
                faults.SPAN_RANGE,
                file=file,
                line=line,
                where=where,
                start=span.start,
                end=span.end,
                n=size,
            )
        check_label(span.label, where=where, file=file, line=line)
    order = sorted(range(len(spans)), key=lambda index: (spans[index].start, spans[index].end))
    for one, other in pairwise(order):
        if spans[other].start < spans[one].end:
            first, second = sorted((one, other))
            raise FormatError(
                faults.SPAN_OVERLAP,
                file=file,
                line=line,
                where=(place,),
                first=first,
                second=second,
            )


def _is_plain(label: str) -> bool:
    """Whether `check_label` has surely nothing to say."""
    return 0 < len(label) <= MAX_LABEL and label.isprintable() and label == label.strip()


def check_label(label: str, *, where: Where, file: str, line: int | None) -> None:
    """Refuse an empty label, or one with a space at its edge (a second label by mistake)."""
    check_name(label, where=(*where, faults.LABEL), cap=MAX_LABEL, file=file, line=line)
    if not label or label != label.strip():
        raise FormatError(faults.LABEL_EDGES, file=file, line=line, where=where)


def check_surface(
    text: str, span: SpanValue, surface: str, *, place: Phrase, file: str, line: int | None
) -> None:
    """Refuse a span whose given surface is not the slice: the wrong text would be redacted."""
    start, end, where = span.start, span.end, (place,)
    if text[start:end] == surface:
        return
    if utf16_slice(text, start, end) == surface:
        raise FormatError(faults.OFFSET_UNIT, file=file, line=line, where=where)
    raise FormatError(
        faults.SURFACE_MISMATCH, file=file, line=line, where=where, start=start, end=end
    )


def utf16_slice(text: str, start: int, end: int) -> str | None:
    """text[start:end] counted in UTF-16 units; None where that cuts a character."""
    if text.isascii():
        return None
    try:
        units = text.encode("utf-16-le")
        return units[2 * start : 2 * end].decode("utf-16-le")
    except UnicodeError:
        return None


def check_id(name: str, seen: set[str], *, file: str, line: int | None) -> None:
    """Refuse an empty id or one that the file has had already, and remember it in `seen`."""
    check_name(name, where=("id",), cap=MAX_ID, file=file, line=line)
    if not name.strip():
        raise FormatError(faults.ID_EMPTY, file=file, line=line)
    if name in seen:
        raise FormatError(faults.ID_TWICE, file=file, line=line)
    seen.add(name)


def check_labels(dialogues: Iterable[DialogueValue], known: Sequence[str], *, file: str) -> None:
    """Refuse a label that the scheme does not have; names the nearest one that it has.

    The label itself is not printed: in a file with shifted columns it is a piece of text.
    """
    names = set(known)
    for dialogue in dialogues:
        for number, turn in enumerate(dialogue.turns, 1):
            for index, span in enumerate(turn.spans):
                if span.label not in names:
                    where = (faults.span_of(faults.turn(number), index),)
                    raise _unknown(span.label, known, file, dialogue.line, where)


def _unknown(label: str, known: Sequence[str], file: str, line: int, where: Where) -> FormatError:
    names, near = ", ".join(known), _nearest(label, known)
    if near is None:
        return FormatError(faults.UNKNOWN_LABEL, file=file, line=line, where=where, names=names)
    return FormatError(
        faults.MISSPELT_LABEL, file=file, line=line, where=where, name=near, names=names
    )


def _nearest(label: str, known: Sequence[str]) -> str | None:
    folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(label.strip().casefold(), folded, n=1, cutoff=0.75)
    return folded[close[0]] if close else None
