"""The words and figures of a text as a date reads them: months, weekdays, numbers, joining words.

Called by `reading`, and by `checks.residual_years` for numbers in words.
"""

import re
from dataclasses import dataclass

from surrogates.dates.calendars import PLAIN, Calendar, Form
from surrogates.dates.numeric import TOKEN
from surrogates.folding import fold
from surrogates.types import Stretch, overlap

_GAP = re.compile(r"[\s\-'’]+")
MAX_WORDS = 8  # the longest year in words: "mille neuf cent quatre vingt dix neuf"
Words = list[tuple[int, int, str]]  # start, end and text of each word or figure


@dataclass
class Token:
    """A word, figure or number phrase."""

    start: int
    end: int
    text: str
    # Of a component: number, day, month, weekday, decade. Else: duration; range, join, unit, word
    # (known words of dates); other.
    kind: str
    value: int = 0
    form: Form = PLAIN
    style: str = "word"  # or "figure"
    suffix: str = ""  # what hangs on a figure: "th", "ko"
    key: str = ""  # the folded text


def tokens_of(text: str, calendar: Calendar, taken: list[Stretch]) -> list[Token]:
    """The tokens of a text outside the stretches that are `taken`."""
    words = [
        (m.start(), m.end(), m.group())
        for m in TOKEN.finditer(text)
        if not any(overlap(m.span(), place) for place in taken)
    ]
    tokens: list[Token] = []
    i = 0
    while i < len(words):
        if words[i][2].isdecimal():
            token, used = _figure_token(text, words, i, calendar)
        else:
            token, used = _word_token(text, words, i, calendar)
        tokens.append(token)
        i += used
    return tokens


def _word_token(text: str, words: Words, i: int, calendar: Calendar) -> tuple[Token, int]:
    """The token that begins with word i, and how many words it takes."""
    start, end, word = words[i]
    key = fold(word)
    month, weekday = _named(text, words, i, calendar)
    if month is not None:
        return Token(start, end, word, "month", month.value, month, key=key), 1
    if weekday is not None:
        return Token(start, end, word, "weekday", weekday.value, weekday, key=key), 1
    number = number_phrase(text, words, i, calendar)
    if number is not None:
        form, used = number
        end = words[i + used - 1][1]
        kind = "number" if form.variant in ("cardinal", "hundreds", "pair") else "day"
        return Token(start, end, text[start:end], kind, form.value, form, key=key), used
    if key in calendar.phrases("decade_name"):
        value = int(calendar.phrases("decade_name")[key])
        return Token(start, end, word, "decade", value, Form(value, "name"), key=key), 1
    known = "word" if key in calendar.known_words else "other"
    kind = next((k for k in ("unit", "range", "join") if key in calendar.phrases(k)), known)
    return Token(start, end, word, kind, key=key), 1


def _named(text: str, words: Words, i: int, calendar: Calendar) -> tuple[Form | None, Form | None]:
    """The month or the weekday that a word names."""
    start, end, word = words[i]
    key = fold(word)
    month, weekday = calendar.months.get(key), calendar.weekdays.get(key)
    # A short form needs figures beside it or a dot, else it may be any word.
    figures = any(other.isdecimal() for _, _, other in words)
    # Alone, French "sept" and Catalan "set" are the seven.
    alone = key == fold(text).strip(" .") and calendar.read_number(word) is None
    bare = alone or figures or text[end : end + 1] == "."
    if month is not None and month.variant == "short" and not bare:
        month = None
    if weekday is not None and weekday.variant == "short" and not bare:
        weekday = None
    if month is not None and weekday is not None:  # "mar" is Tuesday beside a month
        others = any(fold(w) in calendar.months for s, _, w in words if s != start)
        return (None, weekday) if others else (month, None)
    return month, weekday


def _figure_token(text: str, words: Words, i: int, calendar: Calendar) -> tuple[Token, int]:
    """A figure with the letters that hang on it: 10th, 1er, 10ean, 2018ko, 80s."""
    start, end, word = words[i]
    token = Token(start, end, word, "number", int(word), style="figure", key=word)
    if i + 1 == len(words):
        return token, 1
    after_start, after_end, after = words[i + 1]
    gap, key = text[end:after_start], fold(after)
    if gap not in ("", "-", "'", "’"):
        return token, 1
    applies = "year" if token.value > 31 else "day"
    name = calendar.figure_ending(token.value, key, applies)
    if name is not None:
        token.form, token.suffix, token.end = Form(token.value, "", name), gap, after_end
        return token, 2
    if gap == "" and key in calendar.suffixes:
        token.kind, token.suffix, token.end = "day", after, after_end
        return token, 2
    if gap == "" and key in ("s", "er", "ers") and token.value % 10 == 0 and token.value > 9:
        token.kind = "decade"
        return token, 2
    return token, 1


def number_phrase(text: str, words: Words, i: int, calendar: Calendar) -> tuple[Form, int] | None:
    """The longest number phrase that starts at token i, and how many tokens it takes."""
    last = i
    while (
        last + 1 < len(words)
        and last + 1 - i < MAX_WORDS
        and _GAP.fullmatch(text[words[last][1] : words[last + 1][0]])
    ):
        last += 1
    for j in range(last, i - 1, -1):
        form = calendar.read_number(text[words[i][0] : words[j][1]])
        if form is not None:
            pair = _pair(text, words, i, j, form, calendar)
            return pair if pair is not None else (form, j - i + 1)
    return None


def _pair(
    text: str, words: Words, i: int, j: int, form: Form, calendar: Calendar
) -> tuple[Form, int] | None:
    """English years are said in two halves: "nineteen ninety-nine", "twenty oh eight"."""
    if calendar.lang != "en" or not 13 <= form.value <= 20 or form.variant != "cardinal":
        return None
    for k in range(min(j + 2, len(words) - 1), j, -1):
        rest = text[words[j][1] : words[k][1]]
        if not _GAP.match(rest):
            continue
        low = calendar.read_number(rest.strip(" -"))
        if fold(words[j + 1][2]) in ("oh", "o") and k == j + 2:
            low = calendar.read_number(words[k][2])
            if low is not None and low.value < 10:
                return Form(100 * form.value + low.value, "pair"), k - i + 1
        if low is not None and low.variant == "cardinal" and 10 <= low.value <= 99:
            return Form(100 * form.value + low.value, "pair"), k - i + 1
    return None
