"""How far, or in what direction, towns lie from each other: "gleich nördlich von [Ulm]", "from
[Ely] it's about two hours". No table tells it, so towns are drawn without it."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon

_REACH = 6  # turns between two towns of which one is said with its way to the other
_DIGITS = re.compile(r"\d+")
_BASQUE_FROM = re.compile(r"[td]ik$")


def distances(spans: Spans) -> Iterator[Found]:
    """The first town that is said to lie so far from another, where both are others now."""
    towns = [s for s in spans.of(Kind.PLACE) if _is_town(spans, s)]
    cues = spans.lexicon.cues("distance")
    for i, span in enumerate(towns):
        others = [
            s for s in towns[:i] if span.turn - s.turn <= _REACH and s.new_key != span.new_key
        ]
        if not others or _are_as_near(spans, span, others[-1]):
            continue
        said, asked = spans.sentence(span)
        way = _has(span.before + " " + span.after, cues, "direction")
        if not way and (_is_from(spans, span, cues) or _has_pair(spans, span, others[-1], cues)):
            following = spans.turn_text(span.turn + 1)
            placed = any(s.kind is Kind.PLACE for s in spans.in_turns(span.turn + 1, span.turn + 1))
            near = (asked or others[-1].turn == span.turn) and not placed
            way = _has(said, cues, "unit") or (near and _has(following, cues, "unit"))
        if way:
            yield Found(notices.DISTANCE_STAYS, span, (others[-1],))
            return


def coasts(spans: Spans) -> Iterator[Found]:
    """A town that has a beach: "en [Gandia], al lado de la playa"."""
    cues = spans.lexicon.cues("coast")
    for span in spans.of(Kind.PLACE):
        if _is_town(spans, span) and not cues.keys().isdisjoint(words(spans.sentence(span)[0])):
            yield Found(notices.COAST_STAYS, span)
            return


def _is_town(spans: Spans, span: Span) -> bool:
    key, lexicon = fold(span.old), spans.lexicon
    area = key in lexicon.province_by_key and key not in lexicon.place_by_key
    return span.new_key != span.old_key and span.old[:1].isupper() and not area


def _are_as_near(spans: Spans, one: Span, other: Span) -> bool:
    """Whether two surrogates lie in one province, as what they stand for did."""
    by_key = spans.lexicon.place_by_key

    def province(text: str) -> str:
        entry = by_key.get(fold(text))
        return entry.province if entry is not None else ""

    was, now = ((province(a), province(b)) for a, b in ((one.old, other.old), (one.new, other.new)))
    return now[0] == now[1] not in {"", *_states(spans.lexicon)} and (was[0] == was[1] or "" in was)


@lru_cache(maxsize=16)
def _states(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(r["name"] for r in lexicon.all_rows("landscape") if r["kind"] == "state")


def _has(text: str, cues: Mapping[str, str], value: str) -> bool:
    said = {cues.get(word) for word in words(_DIGITS.sub(" ", text))}
    return value in said and "later" not in said  # "um neun, eine Stunde später"


def _is_from(spans: Spans, span: Span, cues: Mapping[str, str]) -> bool:
    if spans.lang == "eu" and _BASQUE_FROM.search(fold(span.old)):
        return True
    return any(cues.get(word) == "from" for word in words(span.before)[-1:])


def _has_pair(spans: Spans, span: Span, other: Span, cues: Mapping[str, str]) -> bool:
    """Whether one leaves the other of two towns of one sentence: "desde [Vic] hasta [Olot]"."""
    row = list(spans.in_turns(span.turn, span.turn))
    between = list(pairwise(row))
    if other.turn != span.turn or not any(pair[1] is span for pair in between):
        return False
    return spans.sentence(span) == spans.sentence(other) and _is_from(spans, other, cues)
