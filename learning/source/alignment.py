"""From stretches of a text with a score, as most recognisers give them, to tokens."""

from collections.abc import Iterable, Sequence

import numpy as np

from learning.errors import SourceMalformed
from learning.tokens import tokenise
from learning.told import Told
from learning.types import Flags, Floats, Span


def told_of_spans(
    texts: Sequence[str],
    found: Sequence[Iterable[Span]],
    read: Sequence[Flags],
    labels: Sequence[str],
) -> Told:
    """Each token has the highest score of the spans that it shares a character with, 0 without.

    found: spans with their score as `confidence`; labels: those that it may give.
    Raises: SourceMalformed for a span beyond its text or of another label.
    """
    columns = {label: place for place, label in enumerate(labels)}
    sensitive, shares = [], []
    for text, spans in zip(texts, found, strict=True):
        table = np.zeros((len(tokenise(text)), len(labels)), np.float32)
        for span in spans:
            _lay(table, text, span, columns)
        chances = table.max(axis=1) if labels else np.zeros(len(table), np.float32)
        total = table.sum(axis=1)
        scale = np.divide(chances, total, out=np.zeros_like(chances), where=total > 0)
        sensitive.append(chances)
        shares.append(table * scale[:, None])
    return Told(sensitive, read, tuple(labels), shares)


def _lay(table: Floats, text: str, span: Span, columns: dict[str, int]) -> None:
    if not 0 <= span.start < span.end <= len(text):
        raise SourceMalformed("The source found something beyond the end of a turn.")
    if span.label not in columns:
        raise SourceMalformed("The source gave a label that it was not asked for.")
    if not 0 <= (span.confidence or 0.0) <= 1:
        raise SourceMalformed("The source gave a score that is no number from 0 to 1.")
    column = columns[span.label]
    for place, token in enumerate(tokenise(text)):
        if token.start < span.end and span.start < token.end:
            table[place, column] = max(table[place, column], span.confidence or 0.0)


def spans_of(told: Told, texts: Sequence[str], threshold: float = 0.5) -> list[tuple[Span, ...]]:
    """What a source finds when it is used as it is: neighbours of one label are one span."""
    answer = []
    for turn, text in enumerate(texts):
        spans: list[Span] = []
        before = ""
        for place, token in enumerate(tokenise(text)):
            chance = float(told.sensitive[turn][place])
            name = ""
            if chance >= threshold:
                name = told.labels[int(told.shares[turn][place].argmax())] if told.labels else "X"
            if name and name == before:
                last = spans.pop()
                sure = min(chance, last.confidence or 0.0)
                spans.append(Span(last.start, token.end, name, sure))
            elif name:
                spans.append(Span(token.start, token.end, name, chance))
            before = name
        answer.append(tuple(spans))
    return answer


def all_read(texts: Sequence[str]) -> list[Flags]:
    """Flags of a source that reads everything."""
    return [np.ones(len(tokenise(text)), np.bool_) for text in texts]
