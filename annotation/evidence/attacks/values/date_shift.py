"""One shift a dialogue: who knows one event of it, or finds a date that was missed, dates the rest.

A row of the registry. The attacker knows the true date of one event, and reads the others off the
released text.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from annotation.evidence.attacks.items import Item, Turned, items_in, turns_of
from annotation.evidence.attacks.outcome import state_of
from annotation.evidence.attacks.shares import share_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report
from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from surrogates.errors import UnknownLanguage
from surrogates.folding import words
from surrogates.labels import Kind, kind_of
from surrogates.languages import load_lexicon
from surrogates.types import N_

FEWEST = 2  # dialogues with two full dates or more
SHIFTS = 690  # days from about a year before to about a year after: what a guess has to hit
WEEK = 7


@dataclass(frozen=True, slots=True)
class _Dates:
    """The full dates of one dialogue: before and after, and those that stayed as they were."""

    pairs: tuple[tuple[date, date], ...]
    missed: tuple[date, ...]
    says_weekday: bool


def date_shift(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """One true date, drawn at random, gives the shift; success is the share of the other dates of
    its dialogue that are then right. Raises EvidenceError with fewer than two such dialogues."""
    dated = list(_dated(target, report))
    usable = [each for each in dated if len({old for old, _ in each.pairs}) > 1]
    if len(usable) < FEWEST:
        raise EvidenceError(
            N_("Fewer than two dialogues hold two full dates or more; expected two.")
        )
    rows = [_known_event(each, rng) for each in usable]
    share = share_of(rows)
    beside = [each for each in dated if each.missed and each.pairs]
    given = sum(any(old in each.missed for old, _ in each.pairs) for each in beside)
    told_days = [each for each in usable if each.says_weekday]
    kept = sum((each.pairs[0][1] - each.pairs[0][0]).days % WEEK == 0 for each in told_days)
    shifts = Counter((each.pairs[0][1] - each.pairs[0][0]).days for each in usable)
    chance = 1 / SHIFTS
    return Finding(
        "date-shift",
        "values",
        state_of(share, chance),
        N_(
            "One known date gives %(right)s of %(tried)s other dates of its dialogue; a date that "
            "was missed stands beside shifted ones in %(beside)s dialogues."
        ),
        {"right": round(share.value * share.n), "tried": share.n, "beside": len(beside)},
        share,
        chance,
        share.n,
        rows=(
            {"what": "dialogues with one shift for all full dates", "n": len(usable),
             "hits": sum(len({(b - a).days for a, b in each.pairs}) == 1 for each in usable)},
            {"what": "dialogues with a missed date that is said shifted, too", "n": len(beside),
             "hits": given},
            {"what": "dialogues that say a weekday, shifted by whole weeks", "n": len(told_days),
             "hits": kept},
            {"what": "bits of a shift, seen", "bits": round(_entropy(shifts), 2),
             "of_bits": round(float(np.log2(SHIFTS)), 2), "n": len(usable)},
        ),
    )  # fmt: skip


def _known_event(dated: _Dates, rng: np.random.Generator) -> tuple[int, int]:
    """Right and tried: the other dates of the dialogue by the shift of one."""
    old, new = dated.pairs[int(rng.integers(len(dated.pairs)))]
    shift = new - old
    others = {pair for pair in dated.pairs if pair[0] != old}
    return sum(after - shift == before for before, after in others), len(others)


def _entropy(counts: Counter[int]) -> float:
    total = counts.total()
    return -sum(n / total * float(np.log2(n / total)) for n in counts.values())


def _dated(target: Target, report: Report) -> Iterator[_Dates]:
    by_dialogue: defaultdict[int, list[Turned]] = defaultdict(list)
    for turned in turns_of(target.pairs):
        by_dialogue[turned.dialogue].append(turned)
    for number, turns in by_dialogue.items():
        report(number / len(target.pairs), "")
        found = _dates(turns)
        if found is not None:
            yield found


def _dates(turns: Sequence[Turned]) -> _Dates | None:
    items = [
        item
        for turned in turns
        if any(kind_of(s.label) is Kind.DATE for s in turned.original.spans)
        for item in items_in(turned)
        if item.kind is Kind.DATE
    ]
    if not items:
        return None
    pairs, missed = [], []
    for item in items:
        old = full_date(item.original, item.lang)
        if old is None:
            continue
        if not item.is_replaced:
            missed.append(old)
        elif (new := full_date(item.surrogate, item.lang)) is not None and new != old:
            pairs.append((old, new))
    lang = turns[0].lang
    return _Dates(tuple(pairs), tuple(missed), _says_weekday(turns, lang, items))


def _says_weekday(turns: Sequence[Turned], lang: str, items: Sequence[Item]) -> bool:
    """Whether a day of the week stands in the text as it was said, in a turn with a date."""
    try:
        days = {word for day in load_lexicon(lang).weekdays for word in words(day)}
    except UnknownLanguage:
        return False
    dated = {item.turn for item in items}
    return any(
        days.intersection(words(turned.released.text)) for turned in turns if turned.turn in dated
    )


def full_date(text: str, lang: str) -> date | None:
    """The one date that a text says in full: day, month and year; else None."""
    try:
        parsed = read_dates(text, calendar_for(lang))
    except KeyError:
        return None
    if len(parsed.moments) != 1:
        return None
    moment = parsed.moments[0]
    year, month, day = (moment.value(name) for name in ("year", "month", "day"))
    if year is None or month is None or day is None or not 1000 < year < 3000:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
