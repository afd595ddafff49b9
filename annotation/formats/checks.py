"""Rules that hold for every format: spans lie inside their text, ids occur once, caps are kept."""

import difflib
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import check_text
from annotation.formats.types import DialogueValue, SpanValue, TurnValue

MAX_TURN = 20_000  # characters; no speaker holds the floor for longer
MAX_ID = 200
MAX_SPEAKER = 200
MAX_LABEL = 80
_LINE_END = re.compile("[\n\v\f\r\x85\u2028\u2029]")


def check_turn(turn: TurnValue, *, number: int, file: str, line: int | None, cap: int) -> None:
    """Refuse a turn whose text or speaker cannot be kept as it is. `number` is 1-based."""
    what = f"turn {number}"
    check_text(turn.text, file=file, line=line, what=what)
    check_name(turn.speaker, what=f"{what}: speaker", cap=MAX_SPEAKER, file=file, line=line)
    if len(turn.text) > cap:
        raise FormatError(
            "turn_too_long",
            f"{what} has {len(turn.text)} characters",
            file=file,
            line=line,
            expected=f"at most {cap}",
            status=413,
        )
    check_spans(turn.text, turn.spans, what=what, file=file, line=line)


def check_name(name: str, *, what: str, cap: int, file: str, line: int | None) -> None:
    """Refuse an id, speaker or label that is too long or holds controls or line ends."""
    check_size(name, what=what, cap=cap, file=file, line=line)
    if found := _LINE_END.search(name):
        raise FormatError(
            "control_char",
            f"{what}: line end at character {found.start()}",
            file=file,
            line=line,
            expected="a name on one line",
        )


def check_size(name: str, *, what: str, cap: int, file: str, line: int | None) -> None:
    """Refuse a text beside the turns that is too long or holds controls."""
    check_text(name, file=file, line=line, what=what)
    if len(name) > cap:
        raise FormatError(
            "name_too_long",
            f"{what} has {len(name)} characters",
            file=file,
            line=line,
            expected=f"at most {cap}",
        )


def check_spans(
    text: str, spans: Sequence[SpanValue], *, what: str, file: str, line: int | None
) -> None:
    """Refuse spans outside the text, empty or overlapping ones, and unusable labels.

    Messages count spans from 0 as they stand in the file, and give the length of the text.
    """
    size = len(text)
    for index, span in enumerate(spans):
        if not 0 <= span.start < span.end <= size:
            raise FormatError(
                "span_range",
                f"{what}, span {index}: {span.start}-{span.end} does not fit "
                f"the text of {size} characters",
                file=file,
                line=line,
                expected="0 <= start < end <= length, in code points, end exclusive",
                status=422,
            )
        check_label(span.label, what=f"{what}, span {index}", file=file, line=line)
    order = sorted(range(len(spans)), key=lambda index: (spans[index].start, spans[index].end))
    for first, second in pairwise(order):
        if spans[second].start < spans[first].end:
            low, high = sorted((first, second))
            raise FormatError(
                "span_overlap",
                f"{what}: spans {low} and {high} overlap",
                file=file,
                line=line,
                expected="spans that do not overlap",
                status=422,
            )


def check_label(label: str, *, what: str, file: str, line: int | None) -> None:
    """Refuse an empty label, or one with a space at its edge (a second label by mistake)."""
    check_name(label, what=f"{what}: label", cap=MAX_LABEL, file=file, line=line)
    if not label or label != label.strip():
        raise FormatError(
            "unknown_label",
            f"{what}: label is empty or begins or ends with a space",
            file=file,
            line=line,
            expected="a label of the scheme",
            status=422,
        )


def check_surface(
    text: str, span: SpanValue, surface: str, *, what: str, file: str, line: int | None
) -> None:
    """Refuse a span whose given surface is not the slice: the wrong text would be redacted."""
    if text[span.start : span.end] == surface:
        return
    if utf16_slice(text, span.start, span.end) == surface:
        raise FormatError(
            "offset_unit",
            f"{what}: offsets count UTF-16 units",
            file=file,
            line=line,
            expected="offsets in code points",
        )
    raise FormatError(
        "surface_mismatch",
        f"{what}: text at {span.start}-{span.end} differs from the given surface; "
        "were the offsets made on another normalisation (NFC, NFD) or other line ends?",
        file=file,
        line=line,
        expected="offsets in code points of this very text",
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
    check_name(name, what="id", cap=MAX_ID, file=file, line=line)
    if not name.strip():
        raise FormatError(
            "missing_key", "the id is empty", file=file, line=line, expected='"id" with a name'
        )
    if name in seen:
        raise FormatError(
            "duplicate_id",
            "this id stands twice in the file",
            file=file,
            line=line,
            expected="a different id for every dialogue",
            status=409,
        )
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
                    raise FormatError(
                        "unknown_label",
                        f"turn {number}, span {index}: label is not in the scheme"
                        + nearest(span.label, known),
                        file=file,
                        line=dialogue.line or None,
                        expected="one of " + ", ".join(known),
                        status=422,
                    )


def nearest(label: str, known: Sequence[str]) -> str:
    """ " (did you mean X?)" for a label that is nearly one of `known`, else nothing."""
    folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(label.strip().casefold(), folded, n=1, cutoff=0.75)
    return f" (did you mean {folded[close[0]]}?)" if close else ""
