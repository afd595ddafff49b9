"""Times of the day: hours and minutes move, words such as "media" or "de la tarde" stay."""

import re

from surrogates import draw
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers import say, word_table

_CLOCK = re.compile(r"(?<!\d)(\d{1,2})(?:([:.h])(\d{2}))?(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")


def write_time(text: str, lexicon: Lexicon, stream: draw.Stream) -> str | None:
    """Another time in the same form, or None when the text names no hour."""
    hours, minutes = 2 + stream.below(8), 5 * (1 + stream.below(10))
    if _CLOCK.search(text) is not None:
        return _CLOCK.sub(lambda m: _figures(m, hours, minutes), text)
    table = word_table(lexicon)
    found = [
        (m.start(), m.end(), table[fold(m.group())].value)
        for m in _WORD.finditer(text)
        if fold(m.group()) in table
    ]
    if not found or not 2 <= found[0][2] <= 12:
        # "la una" would need another article, which may stand outside.
        return None
    for rank, (start, end, value) in reversed(list(enumerate(found))):
        new = _hour(value, hours) if rank == 0 else 2 + (value + minutes) % 25
        text = text[:start] + say(lexicon, 22 if new == 21 else new) + text[end:]
    return text


def _figures(match: re.Match[str], hours: int, minutes: int) -> str:
    hour, separator, minute = match.groups()
    value = int(hour)
    if value > 24:
        return str(30 + (value + minutes) % 30)
    new = f"{_hour(value, hours):0{2 if hour.startswith('0') else 1}d}"
    if separator is None:
        return new
    return f"{new}{separator}{(int(minute) + minutes) % 60:02d}"


def _hour(value: int, shift: int) -> int:
    """An hour of the same half of the day, never one o'clock and never the same."""
    if value > 12:
        return 13 + (value - 13 + shift) % 11
    new = 2 + (value - 2 + shift) % 11
    return new if new != value else 2 + (value - 1 + shift) % 11
