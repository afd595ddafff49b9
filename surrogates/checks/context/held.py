"""What is known to hold still of a cue and a value near it, so that nobody need look.

Called by `context`; a kind that no table can judge has no row.
"""

from collections.abc import Callable

from surrogates.arithmetic.equations import equations
from surrogates.arithmetic.quantities import Quantity, quantities
from surrogates.arithmetic.ways import Equation
from surrogates.checks.context.words import Cue
from surrogates.checks.relations.places.distances import are_as_near
from surrogates.checks.relations.spans import Span, Spans
from surrogates.dates.reading import read_dates
from surrogates.folding import fold, words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import name_key
from surrogates.numbers.sums.values import pieces_of
from surrogates.things.geography.areas import area_of, areas_of
from surrogates.things.geography.shores import lies_by_sea

_SATURDAY = 5
_BEHIND = 16  # signs behind a cue in which its number begins


def holds(spans: Spans, cue: Cue, span: Span) -> bool:
    """Whether what the words say of a value is known to be true of the one that stands there."""
    judge = _JUDGES.get(cue.kind)
    return judge is not None and judge(spans, cue, span)


def _as_far(spans: Spans, cue: Cue, span: Span) -> bool:
    """Whether no other place moved, or the one said before it lies as near as it did."""
    if cue.value == "zone":
        return False
    others = [s for s in spans.of(Kind.PLACE, Kind.COUNTRY) if s.old_key != span.old_key]
    others = [s for s in others if s.new_key not in (s.old_key, span.new_key)]
    nearest = min(others, key=lambda s: abs(s.item.index - span.item.index), default=None)
    return nearest is None or are_as_near(spans, span, nearest, directed=False)


def _by_sea(spans: Spans, cue: Cue, span: Span) -> bool:
    stem = spans.scene.stems.thing(span.new, Kind.PLACE)[0]
    return cue.value == "sea" and lies_by_sea(spans.lexicon, stem)


def _in_one_area(spans: Spans, cue: Cue, span: Span) -> bool:
    """Whether a place is of the region that it was of, or of the country where that is enough."""
    if cue.value == "country":
        places = (spans.lexicon.place_by_key.get(fold(text)) for text in (span.old, span.new))
        one, other = map(areas_of(spans.lexicon).every, places)
        return bool(one & other)
    was, now = (
        area_of(spans.lexicon, name_key(spans.scene.stems.thing(text, Kind.PLACE)[0]))
        for text in (span.old, span.new)
    )
    return was == now != ""


def _worked_out(spans: Spans, cue: Cue, span: Span) -> bool:
    """Whether a number is part of a sum or a difference, labelled or not, that holds; or nothing
    is counted without a label behind words that stand in any sentence."""
    if cue.value == "number" and not _counts(spans, cue):
        return True
    new = {each.item.index: each.new for each in spans.once(_quantities)}
    ties = [
        tie for tie in spans.once(_ties) if span.item.index in {q.item.index for q in tie.members}
    ]
    return any(tie.told for tie in ties) and all(tie.holds(new) for tie in ties if tie.told)


def _counts(spans: Spans, cue: Cue) -> bool:
    """Whether a number without a label follows the words."""
    text = spans.turn_text(cue.turn)
    labelled = (i.start for i in spans.scene.items_by_turn.get(cue.turn, ()) if i.start >= cue.end)
    behind = text[cue.end : min(labelled, default=len(text))][:_BEHIND]
    return any(pieces_of(behind, numerals) for numerals in spans.spoken)


def _quantities(spans: Spans) -> list[Quantity]:
    return quantities(spans.scene)


def _ties(spans: Spans) -> list[Equation]:
    return equations(spans.scene, spans.once(_quantities))


def _is_working_day(spans: Spans, _: Cue, span: Span) -> bool:
    """Whether a day is none of rest, or was one before."""
    return _is_rest(spans, span.old) or not _is_rest(spans, span.new)


def _is_rest(spans: Spans, text: str) -> bool:
    calendar = spans.calendars[0]
    for moment in read_dates(text, calendar).moments:
        weekday, month, day = map(moment.value, ("weekday", "month", "day"))
        if weekday is not None and weekday >= _SATURDAY:
            return True
        if (month, day) in calendar.holidays:
            return True
    return False


def _says_no_month(spans: Spans, _: Cue, span: Span) -> bool:
    """Whether a date has no month, so that it tells no season."""
    if span.kind is not Kind.DATE:
        return False
    moments = read_dates(span.old, spans.calendars[0]).moments
    return all(moment.value("month") is None for moment in moments)


def _is_read(spans: Spans, cue: Cue, span: Span) -> bool:
    """Whether a date says no month, or a day stands near, of which the engine read the part of its
    month and kept it."""
    calendar = spans.calendars[0]
    said = words_apart(spans.turn_text(cue.turn)[cue.start : cue.end])
    near = spans.in_turns(cue.turn - 1, cue.turn + 1)
    days = (
        moment.value("day")
        for other in near
        if other.kind is Kind.DATE
        for moment in read_dates(other.old, calendar).moments
    )
    if not calendar.phrases("month_part").keys().isdisjoint(said) and any(days):
        return True
    return _says_no_month(spans, cue, span)


_JUDGES: dict[str, Callable[[Spans, Cue, Span], bool]] = {
    "way": _as_far,
    "land": _by_sea,
    "speech": _in_one_area,
    "compared": _worked_out,
    "day": _is_working_day,
    "part": _is_read,
    "climate": _says_no_month,
}
