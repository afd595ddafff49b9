"""Places: two that are said to be in one province or county are, and a capital is one."""

from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.things.same_area import area_of, is_called_capital, is_capital, said_together


def same_area(spans: Spans) -> Iterator[Found]:
    """ "[Lugo], [Guitiriz], en la misma provincia"."""
    by_index = {span.item.index: span for span in spans.of(Kind.PLACE)}
    items = [span.item for span in by_index.values()]
    for pair in said_together(spans.scene, items):
        one, other = (by_index[item.index] for item in pair)
        areas = {area_of(spans.lexicon, fold(span.new)) for span in (one, other)}
        if len(areas) > 1 or "" in areas:
            yield Found(notices.TOGETHER_LOST, one, (other,))


def capitals(spans: Spans) -> Iterator[Found]:
    """ "[Lugo] capital"."""
    for span in spans.of(Kind.PLACE):
        called = is_called_capital(spans.lexicon, span.after, fold(span.old))
        if called and not is_capital(spans.lexicon, fold(span.new)):
            yield Found(notices.TOGETHER_LOST, span)
