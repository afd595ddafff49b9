"""Finds what teaches a model two things at once: the same text labelled in different ways.

Pure; a round tells people about it and learns from all of it, because the context may decide.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from learning.types import Span


def contradictory(labelled: Iterable[tuple[str, Sequence[Span]]]) -> list[int]:
    """Places of the utterances whose text stands elsewhere with other labels; linear."""
    readings: dict[str, set[tuple[tuple[int, int, str], ...]]] = defaultdict(set)
    places: dict[str, list[int]] = defaultdict(list)
    for place, (text, spans) in enumerate(labelled):
        # Case and the white space around a text do not count, nor does a span's confidence.
        before = len(text) - len(text.lstrip())
        key = text.strip().casefold()
        labels = sorted((span.start - before, span.end - before, span.label) for span in spans)
        readings[key].add(tuple(labels))
        places[key].append(place)
    return sorted(place for key, ways in readings.items() if len(ways) > 1 for place in places[key])
