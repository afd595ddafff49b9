"""Dates of a dialogue move together: one shift in days, one in months, so that what is said of
them ("el mes pasado", "al día siguiente") stays true.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from surrogates import draw
from surrogates.calendars import Written, read_date, write_date
from surrogates.clock import write_time
from surrogates.folding import fold, words
from surrogates.labels import Kind, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import N_, Constraint, EntityCard

NEAREST, FARTHEST = 28, 364
_YEAR_CUES = frozenset({"ano", "anos", "del", "year", "in"})


@dataclass(frozen=True, slots=True)
class Shift:
    """How the dialogue's time moves: days for full dates and weekdays, months, whole years."""

    days: int
    months: int
    years: int
    conflict: bool = False


@dataclass(frozen=True, slots=True)
class Dated:
    item: Item
    written: Written
    date: dt.date | None  # day and month known; year assumed where it is not said


def fill(scene: Scene, items: list[Item]) -> None:
    """Writes surrogates of DATE and TIME items; what is no date becomes a placeholder."""
    stream = draw.Stream(scene.seed("time", "shift", items))
    for item in scene.of_kind(items, Kind.TIME):
        text = write_time(item.text, scene.lexicon, stream_of(scene))
        _set(scene, item, text)
    dates = scene.of_kind(items, Kind.DATE)
    if not dates:
        return
    dated: list[Dated] = []
    for item in dates:
        cue = words(scene.before(item))[-1:]
        written = read_date(item.text, scene.lexicon, bool(_YEAR_CUES & set(cue)))
        if written is None:
            # "a las tres" and the like carry a date's label in several corpora.
            _set(scene, item, write_time(item.text, scene.lexicon, stream_of(scene)))
            continue
        date = _date_of(scene, written)
        if written.value("day") and written.value("month") and date is None:
            keys = (item.key,)
            fix = (Constraint("placeholder", keys),)
            scene.raise_issue(
                "DATE_INVALID", "warn", item, N_("This is not a real calendar date."), keys, fix
            )
            _set(scene, item, None)
            continue
        dated.append(Dated(item, written, date))
    if dated:
        shift = choose_shift(dated, stream)
        _write_all(scene, dated, shift)
        _flag(scene, dated, shift)


def stream_of(scene: Scene) -> draw.Stream:
    """One clock shift a dialogue: every call starts the same stream."""
    return draw.Stream(scene.seed("time", "clock"))


def _set(scene: Scene, item: Item, text: str | None) -> None:
    scene.surrogates[item.index] = text or f"[{type_name(item.label)}]"


def reference_year(scene: Scene) -> int:
    """Year of dates that do not say theirs: the dialogue's metadata, else one without 29 Feb."""
    for name in ("year", "date"):
        text = str(scene.dialogue.meta.get(name, ""))[:4]
        if text.isdecimal() and len(text) == 4:
            return int(text)
    return 2018


def _date_of(scene: Scene, written: Written) -> dt.date | None:
    day, month, year = (written.value(n) for n in ("day", "month", "year"))
    if day is None or month is None:
        return None
    if year is None:
        year = reference_year(scene)
    elif year < 100:
        year += 1900 if year > 30 else 2000
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def choose_shift(dated: list[Dated], stream: draw.Stream) -> Shift:
    """The first shift in keyed order that keeps everything said; wishes are dropped in order."""
    years = stream.choice([-3, -2, -1, 1, 2, 3])
    offsets = [*range(-FARTHEST, -NEAREST + 1), *range(NEAREST, FARTHEST + 1)]
    order = stream.shuffled(offsets)
    months_order = stream.shuffled(range(1, 12))
    full = [d for d in dated if d.date is not None]
    alone = [m for d in dated if d.date is None and (m := d.written.value("month"))]
    weekdays = {w for d in dated if (w := d.written.value("weekday")) is not None}
    said = {m for d in dated if (m := d.written.value("month"))}
    if not full:
        fresh = [m for m in months_order if not said & {_moved(a, m) for a in alone}]
        months = (fresh or months_order)[0]
        unsaid = (d for d in order if d % 7 and not weekdays & {(w + d) % 7 for w in weekdays})
        return Shift(next(unsaid, _odd(order)), months, years)
    for wish in range(4):
        for days in order:
            common = _month_shift(full, days)
            if alone and wish < 3 and not common:
                continue
            if _keeps(full, alone, said, days, common or 0, wish):
                return Shift(days, common or months_order[0], years, bool(alone and not common))
    return Shift(_odd(order), months_order[0], years, True)


def _odd(order: list[int]) -> int:
    return next(d for d in order if d % 7)


def _moved(month: int, by: int) -> int:
    return (month - 1 + by) % 12 + 1


def _month_shift(full: list[Dated], days: int) -> int | None:
    """The months by which every full date moves, when it is the same for all (None: it is not)."""
    found = {(_later(d, days).month - _month(d)) % 12 for d in full}
    return found.pop() if len(found) == 1 else None


def _month(dated: Dated) -> int:
    assert dated.date is not None
    return dated.date.month


def _later(dated: Dated, days: int) -> dt.date:
    assert dated.date is not None
    return dated.date + dt.timedelta(days=days)


def _keeps(
    full: list[Dated], alone: list[int], said: set[int], days: int, months: int, wish: int
) -> bool:
    if days % 7 == 0:
        return False
    later = [_later(d, days) for d in full]
    old = {(d.date.day, d.date.month) for d in full if d.date is not None}
    if wish < 3 and any((n.day, n.month) in old for n in later):
        return False
    if wish < 2 and any(
        n.year != d.date.year
        for n, d in zip(later, full, strict=True)
        if d.date is not None and d.written.value("year") is None
    ):
        return False
    if wish < 2 and alone and any(_moved(a, months) == a for a in alone):
        return False
    # At best no month that was said is said again.
    return wish > 0 or not said & ({n.month for n in later} | {_moved(a, months) for a in alone})


def _write_all(scene: Scene, dated: list[Dated], shift: Shift) -> None:
    for entry in dated:
        new = _new_values(entry, shift)
        text = write_date(entry.written, new, scene.lexicon)
        if fold(text) == fold(entry.item.text):
            text = ""
        _set(scene, entry.item, text)
        scene.cards.append(
            EntityCard(
                key=f"date:{entry.item.key}",
                kind="date",
                label=entry.item.label,
                mentions=(entry.item.key,),
                original=entry.item.text,
                surrogate=scene.surrogates[entry.item.index],
                lang=scene.lexicon.lang,
                links=("offset",) if len(dated) > 1 else (),
            )
        )


def _new_values(entry: Dated, shift: Shift) -> dict[str, int]:
    written = entry.written
    new: dict[str, int] = {}
    weekday, month, year, day = (written.value(n) for n in ("weekday", "month", "year", "day"))
    if weekday is not None:
        new["weekday"] = (weekday + shift.days) % 7
    if entry.date is not None:
        later = _later(entry, shift.days)
        return new | {"day": later.day, "month": later.month, "year": later.year}
    if month is not None:
        new["month"] = _moved(month, shift.months)
        if year is not None:
            new["year"] = year + (month - 1 + shift.months) // 12
    elif year is not None:
        new["year"] = (year + shift.years) % (100 if year < 100 else 10000)
    if day is not None:
        moved = (day - 1 + shift.days) % 28
        new["day"] = moved + 1 if moved + 1 != day else (moved + 1) % 28 + 1
    return new


def _flag(scene: Scene, dated: list[Dated], shift: Shift) -> None:
    first = dated[0].item
    keys = tuple(d.item.key for d in dated)
    fix = (Constraint("placeholder", keys),)
    if shift.conflict:
        scene.raise_issue(
            "DATE_CONFLICT",
            "warn",
            first,
            N_("No shift moves the full dates and the months alike."),
            keys,
            fix,
        )
    if any(d.written.value("month") for d in dated):
        for _ in _anchors(scene):
            scene.raise_issue(
                "DATE_ANCHOR",
                "warn",
                first,
                N_("A feast or a season outside the labels says when this was."),
                keys,
                fix,
            )


def _anchors(scene: Scene) -> Iterator[str]:
    text = " ".join(scene.outside_text)
    for kind in ("feast", "season"):
        for cue in scene.lexicon.cues(kind):
            if f" {cue} " in text:
                yield cue
                return
