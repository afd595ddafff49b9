"""Entries of a form in a text, "Name: value": a heading is no item, and its value may be one.

Pure; called by `said` and `finding`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from annotation.services.candidates.joints import Word

MOST_BEHIND = 2  # small words of a heading behind its capital: "Correo electrónico"


class Entry(NamedTuple):
    """Places of words: of the heading's first and last, of the value's first and last."""

    begin: int
    heading: int
    first: int
    last: int


def entries_of(text: str, words: Sequence[Word]) -> list[Entry]:
    """The entries of a text that say something; a value ends with its line."""
    headings = [
        n for n, (word, after) in enumerate(pairwise(words)) if _is_heading(text, word, after)
    ]
    if not headings:
        return []
    begins = [_begin(text, words, heading) for heading in headings]
    found = []
    for begin, heading, end in zip(begins, headings, [*begins[1:], len(words)], strict=True):
        first = last = heading + 1
        while last + 1 < end and "\n" not in text[words[last].end : words[last + 1].start]:
            last += 1
        if first < end:
            found.append(Entry(begin, heading, first, last))
    return found


def _is_heading(text: str, word: Word, after: Word) -> bool:
    """Whether a colon parts a word from the next one, in one line; not that of an hour, "10:30"."""
    is_hour = word.look == after.look == "0"
    sign = text[word.end : after.start]
    return sign.startswith(":") and "\n" not in sign and not is_hour


def _begin(text: str, words: Sequence[Word], heading: int) -> int:
    """The first word of a heading: as far as there is no gap ("E-mail"), and from the capital on
    that its small words follow."""

    def gap(place: int) -> str:
        return text[words[place - 1].end : words[place].start]

    while heading and not any(map(str.isspace, gap(heading))):
        heading -= 1
    begin = heading
    while begin and heading - begin < MOST_BEHIND and words[begin].look == "a":
        if gap(begin).strip():
            return heading
        begin -= 1
    return begin if words[begin].look == "A" else heading


def said_of_entries(
    text: str, words: Sequence[Word], label_of: Sequence[int | None]
) -> Iterator[tuple[str, bool]]:
    """Headings, and whether their value is not one label."""
    for _begin, heading, first, last in entries_of(text, words):
        labels = {*label_of[first : last + 1]}
        around = {label_of[heading], *label_of[last + 1 : last + 2]}
        yield words[heading].key, len(labels) > 1 or None in labels or bool(labels & around)


def wholes_of(
    words: Sequence[Word], entries: Sequence[Entry], said: Mapping[str, tuple[int, int]]
) -> dict[int, int]:
    """First and last word of values that are one item, by what was said of their headings."""
    found = {}
    for _begin, heading, first, last in entries:
        whole, other = said.get(words[heading].key, (0, 0))
        if whole > other:
            found[first] = last
    return found
