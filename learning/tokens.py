"""Cuts a turn into tokens and carries spans to tags and back; used by features, taggers and scores.

Offsets are Unicode code points, end exclusive, and always those of the untouched text.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from learning.types import Span

OUTSIDE = "O"

# Transcription marks stay with their word: <%osea> filler, <pala-> unfinished, <voy> repetition,
# una= lengthened, +pa shortened. Combining accents belong to the letter before them.
_WORD = r"[\w\u0300-\u036f]"
_TOKEN = re.compile(
    rf"<%?[^\W\d_]{_WORD}*[-=]?>"
    rf"|(?<!\w)\+(?=[^\W\d_]){_WORD}+=?"
    rf"|\w{_WORD}*(?:(?<=[^\W\d_]|[\u0300-\u036f])=(?![\w=]))?"
    r"|[^\w\s]"
)


class Token(NamedTuple):
    """One token; code-point offsets, end exclusive."""

    start: int
    end: int


def tokenise(text: str) -> list[Token]:
    """Tokens of `text` in order: words (with their transcription marks) and single signs."""
    return list(_cut(text))


@lru_cache(maxsize=2048)  # a round asks for each of its labelled turns four times
def _cut(text: str) -> tuple[Token, ...]:
    return tuple(Token(*match.span()) for match in _TOKEN.finditer(text))


def words(text: str) -> list[str]:
    """The surface of each token of `text`."""
    return _TOKEN.findall(text)


def spans_to_tags(tokens: Sequence[Token], spans: Sequence[Span]) -> list[str]:
    """BIO tags, one per token: a token belongs to the first span that it shares a character with.

    A span that covers no token leaves no trace. Overlapping spans: the earlier start wins.
    """
    tags = [OUTSIDE] * len(tokens)
    place = 0
    for span in sorted(spans, key=lambda each: (each.start, each.end)):
        while place < len(tokens) and tokens[place].end <= span.start:
            place += 1
        prefix = "B-"
        while place < len(tokens) and tokens[place].start < span.end:
            tags[place] = prefix + span.label
            prefix = "I-"
            place += 1
    return tags


def tags_to_spans(
    tokens: Sequence[Token],
    tags: Sequence[str],
    scores: Sequence[float] | None = None,
    found: Sequence[float] | None = None,
) -> tuple[Span, ...]:
    """Spans of BIO (or IOB1, or plain IO) tags; an I- after anything else opens a span.

    `scores` gives one probability per token; a span's confidence is its smallest. `found`: the same
    for `Span.found`.
    """
    spans: list[Span] = []
    begin = 0
    open_label: str | None = None
    for place in range(len(tags) + 1):
        tag = tags[place] if place < len(tags) else OUTSIDE
        prefix, _, label = tag.partition("-")
        if open_label is not None and (prefix != "I" or label != open_label):
            # It bounds the probability of the whole span from above.
            score = min(scores[begin:place]) if scores is not None else None
            any_label = min(found[begin:place]) if found is not None else None
            start, end = tokens[begin].start, tokens[place - 1].end
            spans.append(Span(start, end, open_label, score, any_label))
            open_label = None
        if open_label is None and prefix in {"B", "I"}:
            begin, open_label = place, label
    return tuple(spans)


def compact_tags(tags: Sequence[str]) -> list[str]:
    """BIO to IOB1: B- only right behind a span of the same label [RamshawMarcus95, 3].

    It halves the tag set, and so the training time, without losing a border.
    """
    compact: list[str] = []
    for place, tag in enumerate(tags):
        if tag.startswith("B-") and (place == 0 or tags[place - 1][2:] != tag[2:]):
            tag = "I-" + tag[2:]
        compact.append(tag)
    return compact
