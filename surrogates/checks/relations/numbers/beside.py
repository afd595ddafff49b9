"""Numbers outside the labels that went with labelled ones: "[91], over ninety", "[79], eighty in
May", "[14], [14] and [17], forty-five together"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from surrogates import notices
from surrogates.checks.relations.numbers.sums import dictated, years_said
from surrogates.checks.relations.numbers.unlabelled import (
    CODES,
    ENDS,
    Phrases,
    Unlabelled,
    numbers,
    phrases,
    phrases_in,
    says_one_of,
)
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.checks.residual_numbers import counted
from surrogates.dates.reading import read_dates
from surrogates.folding import digits_only, words
from surrogates.labels import Kind, is_measure_label, kind_of
from surrogates.languages.numerals import Numerals
from surrogates.numbers.identifiers.checksums import tells_birth
from surrogates.numbers.sums.values import CENTS, PERCENT, read_amount, unit_of

NEAR = 3  # turns between an age and what is said of it
_SUMMED = 2  # turns between amounts and their sum
_AGES = range(10, 111)
_STEPS = 3  # years that an age which is to come is away at most
_ALMOST = 4  # years below a number that are almost it
_ROUND = 10  # years, or a tenth of an amount, that a number is above or below another one
_TELLING = 100 * CENTS  # below, two numbers make a sum by chance
_MANY = 3  # amounts whose sum is told without a word for it
_MOST = 6
_EACH = 3
_BEHIND = 3  # words behind a number that may say that each has so much
_CLOSE = 3  # words before a sum that say that it is one
_LIKE_TEXT = "como con por com amb per like with as wie mit auf comme par avec igual"
_LIKE = frozenset(_LIKE_TEXT.split())
_BORN = 8  # digits of a number that tells a birthday
_YEAR_OF_BIRTH = slice(1, 3)
_CENTURY = 100
_LEAST = 2  # digits of a number that another one begins with


@dataclass(frozen=True, slots=True)
class _Value:
    """A labelled number, before and after, in cents."""

    span: Span
    old: int
    new: int
    unit: str
    each: bool  # several have so much each

    @property
    def turn(self) -> int:
        return self.span.turn


def ages(spans: Spans) -> Iterator[Found]:
    """An age outside the labels is as far from the labelled one as it was, on the same side."""
    aged = [v for v in spans.once(_values) if v.span.kind is Kind.AGE and v.old != v.new]
    turns_near = sorted({t for v in aged for t in range(v.turn, v.turn + NEAR + 1)})
    for said in (number for turn in turns_near for number in numbers(spans, turn)):
        near = [v for v in aged if v.turn <= said.turn <= v.turn + NEAR]
        if said.whole not in _AGES or not near:
            continue
        calendar = spans.calendars[0]
        unit = counted(said.after, spans.scene, said.numerals, calendar)
        turns = not {*calendar.phrases("age"), *calendar.phrases("turns")}.isdisjoint(
            words(said.before)[-_CLOSE:]
        )
        if unit not in ("", "year"):
            continue
        for value in near:
            if side := _side(said):
                reach = (_ALMOST if side < 0 else _ROUND) * CENTS
                held = [_is_on(v, said, side, reach) for v in (value.old, value.new)]
                if held[0] and not held[1]:
                    yield Found(notices.BESIDE_LOST, value.span, place=said.place)
            elif 0 < abs(said.value - value.old) <= _STEPS * CENTS and (turns or unit):
                notice = notices.BESIDE_LOST
                if not turns:
                    notice = notice._replace(severity="info")
                yield Found(notice, value.span, place=said.place)


def amounts(spans: Spans) -> Iterator[Found]:
    """A labelled amount is above, below or about the unlabelled one that it was."""
    values = [v for v in spans.once(_values) if v.span.kind is not Kind.AGE and v.old != v.new]
    here = [t for t in sorted({v.turn for v in values}) if says_one_of(spans, t, "over", "almost")]
    for said in (number for turn in here for number in numbers(spans, turn)):
        side = _side(said)
        for value in values if side else ():
            alike = value.turn == said.turn and _unit(spans, said) == value.unit
            reach = said.value // _ROUND
            held = [_is_on(v, said, side, reach) for v in (value.old, value.new)]
            if alike and value.old >= _ROUND * CENTS and held[0] and not held[1]:
                yield Found(notices.BESIDE_LOST, value.span, place=said.place)
                break


def sums(spans: Spans) -> Iterator[Found]:
    """What labelled numbers made together, or with what is left, is outside the labels the sum of
    their surrogates."""
    among = spans.once(dictated)
    values = [v for v in spans.once(_values) if v.unit or v.span.item.index not in among]
    values = [v for v in values if not is_measure_label(v.span.item.label)]
    for said in _near_sums(spans, values):
        if said.value < _ROUND * CENTS:
            continue
        near = [v for v in values if abs(v.turn - said.turn) <= _SUMMED]
        unit = _unit(spans, said)
        held = [
            (row, times)
            for row in _rows(near)
            if _tells(said, unit, row)
            for times in _times(row)
            if sum(v.old * n for v, n in zip(row, times, strict=True)) == said.value
        ]
        if held and all(
            sum(v.new * n for v, n in zip(row, times, strict=True)) != said.value
            for row, times in held
        ):
            yield Found(notices.SUM_SAID, held[0][0][-1].span, place=said.place)


def _near_sums(spans: Spans, values: Sequence[_Value]) -> Iterator[Unlabelled]:
    """Numbers that may be the sum of labelled ones near them."""
    for turn in range(len(spans.scene.dialogue.turns)):
        if sum(abs(v.turn - turn) <= _SUMMED for v in values) > 1:
            yield from numbers(spans, turn)


def _rows(values: Sequence[_Value]) -> Iterator[Sequence[_Value]]:
    """Numbers that follow each other and count one thing."""
    for start in range(len(values)):
        for end in range(start + 2, min(len(values), start + _MOST) + 1):
            row = values[start:end]
            alike = all(a.unit == b.unit or not (a.unit and b.unit) for a, b in pairwise(row))
            aged = {v.span.kind is Kind.AGE for v in row}
            if alike and len(aged) == 1:
                yield row


def _times(row: Sequence[_Value]) -> Iterator[tuple[int, ...]]:
    """How many times each number counts: what each of two or three has may count for all."""
    return product(*(range(1, _EACH + 1) if value.each else (1,) for value in row))


def _tells(said: Unlabelled, unit: str, row: Sequence[_Value]) -> bool:
    """Whether a number is no sum by chance."""
    units = {v.unit for v in row} - {""}
    if unit and units and unit not in units:
        return False
    if said.is_led("total") or said.numerals.forms("total") & {*words(said.before)[-_CLOSE:]}:
        return True
    aged = row[0].span.kind is Kind.AGE
    cents = any(v.old % CENTS for v in row)
    return not aged and (cents or len(row) >= _MANY or said.value >= _TELLING)


def begun(spans: Spans) -> Iterator[Found]:
    """A number that is said to begin or to end like another one does: "starts with my house
    number"."""
    others = [s for s in spans.all if _LEAST <= len(_figures(s.old)) < _BORN and s.old != s.new]
    codes = [s for s in spans.of(*CODES) if len(_figures(s.old)) > _LEAST]
    for turn in sorted({t for s in codes for t in range(s.turn, s.turn + NEAR + 1)}):
        for at, text in spans.stretches(turn) if others else ():
            for numerals in spans.spoken:
                for klass in ENDS:
                    known = _of_ends(numerals, klass)
                    said = ((s, e) for s, e, _ in phrases_in(text, known))
                    place = next((p for p in said if _is_compared(text[p[1] :], numerals)), None)
                    near = [s for s in codes if turn - NEAR <= s.turn <= turn] if place else []
                    pairs = [
                        (s, o)
                        for s in near
                        for o in others
                        if o is not s
                        and abs(o.turn - turn) <= 2 * NEAR
                        and _fits(s.old, o.old, klass)
                    ]
                    if place and pairs and not any(_fits(s.new, o.new, klass) for s, o in pairs):
                        span, other = pairs[0]
                        here = turn, at + place[0], at + place[1]
                        yield Found(notices.DIGITS_LOST, span, (other,), place=here)


@lru_cache(maxsize=32)
def _of_ends(numerals: Numerals, klass: str) -> Phrases:
    return phrases(dict.fromkeys(numerals.forms(klass), ""))


def _is_compared(after: str, numerals: Numerals) -> bool:
    """Whether a word that compares follows right behind; a Basque one stands before."""
    return bool(numerals.endings) or not _LIKE.isdisjoint(words(after)[:1])


def births(spans: Spans) -> Iterator[Found]:
    """A number that began with a labelled day and month begins with those of the new date."""
    codes = [s for s in spans.of(Kind.ID) if _is_long(s.old) and _is_long(s.new)]
    dates = spans.of(Kind.DATE) if codes else []
    for code in codes:
        for date in dates:
            old, new = (_starts(spans, text) for text in (date.old, date.new))
            figures, now = _figures(code.old), _figures(code.new)
            held = [n for n, start in enumerate(old) if figures.startswith(start)]
            if held and new and not any(now.startswith(new[n]) for n in held):
                yield Found(notices.BIRTH_UNLIKE, code, (date,))
                break


def birth_years(spans: Spans) -> Iterator[Found]:
    """The year of birth that a French social security number tells goes with an age and a year."""
    codes = [s for s in spans.of(Kind.ID) if tells_birth(digits_only(s.old))]
    aged = [v for v in spans.once(_values) if v.span.kind is Kind.AGE] if codes else []
    for code in codes:
        born, now = (int(digits_only(text)[_YEAR_OF_BIRTH] or -1) for text in (code.old, code.new))
        for value in aged:
            held = [
                year
                for year in spans.once(years_said)
                if abs(year[0].turn - value.turn) <= NEAR
                and (year[1] - born - value.old // CENTS) % _CENTURY in (0, 1)
            ]
            if held and all(
                (year[2] - now - value.new // CENTS) % _CENTURY not in (0, 1) for year in held
            ):
                yield Found(notices.BIRTH_UNLIKE, code, (value.span, held[0][0]))
                break


def _starts(spans: Spans, text: str) -> list[str]:
    """What a number that tells a birthday begins with: DDMM, or YYMMDD where the year is told."""
    moments = read_dates(text, spans.calendars[0]).moments
    if len(moments) != 1:
        return []
    day, month = moments[0].value("day"), moments[0].value("month")
    if not day or not month:
        return []
    return [f"{day:02d}{month:02d}"]


def _figures(text: str) -> str:
    return digits_only(text)


def _is_long(text: str) -> bool:
    return len(_figures(text)) >= _BORN and not any(c.isalpha() for c in text)


def _fits(whole: str, piece: str, klass: str) -> bool:
    signs, part = _figures(whole), _figures(piece)
    there = signs.startswith(part) if klass == "head" else signs.endswith(part)
    return bool(part) and len(part) < len(signs) and there


def _side(said: Unlabelled) -> int:
    """1 where the words say that a labelled number is above an unlabelled one, -1 where below it, 0
    where they say neither."""
    if said.is_led("over"):
        return 1
    return -1 if said.is_led("almost") else 0


def _is_on(value: int, said: Unlabelled, side: int, reach: int) -> bool:
    """Whether a value is above or below the number, and near enough for anybody to say so."""
    return 0 < (value - said.value) * side <= reach


def _unit(spans: Spans, said: Unlabelled) -> str:
    text = spans.turn_text(said.turn)[said.start : said.end]
    amount = read_amount(text, said.numerals, spans.lexicon)
    known = (
        unit_of(amount, said.before, said.after, said.numerals, spans.lexicon)
        if amount is not None
        else ""
    )
    return known or counted(said.after, spans.scene, said.numerals, spans.calendars[0])


def _values(spans: Spans) -> Iterator[_Value]:
    for span in spans.of(Kind.AGE, Kind.NUMBER):
        if kind_of(span.item.label) not in (Kind.AGE, Kind.NUMBER):
            continue
        for numerals in spans.spoken:
            old = read_amount(span.old, numerals, spans.lexicon)
            new = read_amount(span.new, numerals, spans.lexicon)
            if old is None or new is None:
                continue
            unit = unit_of(old, span.before, span.after, numerals, spans.lexicon)
            behind = f" {' '.join(words(span.after)[:_BEHIND])} "
            each = any(f" {form} " in behind for form in spans.lexicon.cues("apiece"))
            if unit != PERCENT:
                yield _Value(span, old.value, new.value, unit, each)
            break
