"""What several people marked in one turn, as its items. Called by `checked` and `second`."""

from collections.abc import Sequence

from annotation.convert import label_span
from learning.types import Span as Found


def joined(spans: Sequence[Found]) -> list[Found]:
    """What several people marked, as one: spans that overlap are one item from the first sign of
    any to the last, with the label of the longest."""
    items: list[tuple[Found, int, int]] = []
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        if items and span.start < items[-1][2]:
            longest, start, end = items[-1]
            longer = span.end - span.start > longest.end - longest.start
            items[-1] = (span if longer else longest, start, max(end, span.end))
        else:
            items.append((span, span.start, span.end))
    return [label_span(start, end, longest.label) for longest, start, end in items]
