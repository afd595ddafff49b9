"""A road that is said by its number beside towns: "auf der A7 zwischen [Soltau] und [Walsrode]".

No table tells which towns a road leads past, so towns are drawn without it.
"""

import re
from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.folding import fold
from surrogates.labels import Kind

_NUMBER = r"[A-Z]{1,3}\s?\d{1,4}(?!\d)"
_ROAD = re.compile(rf"(?<![^\W_])([^\W\d_]+)(?:['’]|\s+)(?:{_NUMBER})")
# With a hyphen it is one without a word before: "A-8an", "AP-7", "I-95".
_HYPHENED = re.compile(r"(?<![\w-])(?:A|AP|AG|B|BI|C|CV|E|GI|I|M|N|NA|R)-\d{1,4}(?!\d)")
_ALONE = re.compile(r"[A-Z]{1,3}[-\s]?\d{1,4}")


def roads(spans: Spans) -> Iterator[Found]:
    """The first town of a sentence that says a road by its number, where the town is another."""
    told: set[int] = set()
    for span in spans.of(Kind.PLACE):
        moved = span.new_key != span.old_key and not _ALONE.fullmatch(span.old)
        if moved and span.turn not in told and _says_road(spans, span):
            told.add(span.turn)
            yield Found(notices.ROAD_STAYS, span)


def _says_road(spans: Spans, span: Span) -> bool:
    """Whether the sentence of a mention says a road, labelled or not."""
    said, _ = spans.sentence(span)
    cues = spans.lexicon.cues("road")
    return bool(_HYPHENED.search(said)) or any(fold(m[1]) in cues for m in _ROAD.finditer(said))
