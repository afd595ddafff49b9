"""Times of turns: seconds from the beginning of the recording, to the millisecond.

A turn's `extra` has them as "start" and "end". Where a format wants times and a turn has none, both
are written as the end of the turn before; a reader takes a turn without length to have no times.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence

from annotation.formats.types import TurnValue

_CLOCK = re.compile(r"(?:(?P<h>\d{1,4}):)?(?P<m>\d{1,2}):(?P<s>\d{1,2}(?:[.,]\d{1,9})?)")
_SECONDS = re.compile(r"\d{1,7}(?:[.,]\d{1,9})?")
LONGEST = 10_000_000
_CUE_ROWS = re.compile(
    r"^(?:\d+\r?\n)?\d\d+:\d\d:\d\d[.,]\d{3} --> \d\d+:\d\d:\d\d[.,]\d{3}\r?$", re.MULTILINE
)
_TIME_VALUES = re.compile(r"\b(?:time|startTime|endTime)=\"[\d.]+\"")


def parse_time(text: str) -> float | None:
    """Seconds of "83.5" or "0:01:23,500"; None for anything else, such as a date."""
    text = text.strip()
    if match := _CLOCK.fullmatch(text):
        clock = 3600 * int(match["h"] or 0) + 60 * int(match["m"])
        return round(clock + float(match["s"].replace(",", ".")), 3)
    return round(float(text.replace(",", ".")), 3) if _SECONDS.fullmatch(text) else None


def clock(seconds: float, point: str = ".") -> str:
    """Seconds as 00:01:23.500."""
    whole = round(seconds * 1000)
    hours, rest = divmod(whole, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02d}:{minutes:02d}:{rest // 1000:02d}{point}{rest % 1000:03d}"


def time_of(extra: Mapping[str, object], key: str) -> float | None:
    """A time that a turn keeps under this key, if it is one."""
    value = extra.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST:
        return None  # not a number is not between
    return round(float(value), 3)


def stretch(start: float, end: float) -> dict[str, object]:
    """What a turn keeps of its times: nothing where it has no length."""
    return {"start": start, "end": end} if end > start else {}


def times_of(turns: Sequence[TurnValue]) -> Iterator[tuple[float, float]]:
    """A start and an end for each turn; one that has no end ends where the next one starts."""
    starts = [time_of(turn.extra, "start") for turn in turns]
    following: list[float | None] = [None] * len(turns)
    for at in range(len(turns) - 2, -1, -1):
        following[at] = following[at + 1] if starts[at + 1] is None else starts[at + 1]
    last = 0.0
    for turn, start, later in zip(turns, starts, following, strict=True):
        end = time_of(turn.extra, "end")
        if start is None:
            yield last, last
            continue
        if end is None or end < start:
            end = later if later is not None and later > start else start
        last = end
        yield start, end


def said_in(rendered: str) -> str:
    """What can be read in a transcript as we write it, without its times: for a search in it.

    A stamp of 00:00:01.250 would show the number 250, of which somebody may have said one.
    """
    return html.unescape(_TIME_VALUES.sub("", _CUE_ROWS.sub("", rendered)))
