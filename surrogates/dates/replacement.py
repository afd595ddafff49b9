"""Dates of a dialogue move together: one shift in days, one in months, so that what is said of
them ("el mes pasado", "al día siguiente") stays true. Times of day turn together as well.

`runs` and `reading` say what the mentions name, `resolution` which dates those are,
`anchors` what the words around them ask, `shift` how far they move; `writing` writes.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.dates import anchors
from surrogates.dates.calendars import Calendar
from surrogates.dates.feasts import FEAST
from surrogates.dates.hours.clock import Clock, on_24, read_clock, write_clock
from surrogates.dates.hours.endings import tell_endings
from surrogates.dates.hours.lasting import lasts, says_again, says_part_of_day
from surrogates.dates.hours.lengths import says_part_of_hour
from surrogates.dates.hours.noon import names_midnight, names_noon
from surrogates.dates.hours.told_elsewhere import told_elsewhere
from surrogates.dates.hours.turn import choose_turn, stay_with
from surrogates.dates.lives import ages
from surrogates.dates.lives.ages_apart import move_ages
from surrogates.dates.lives.birthdays import tie_birthdays
from surrogates.dates.lives.births import move_births
from surrogates.dates.lives.passing import Passed, passed_years, tell_counts
from surrogates.dates.lives.present import present_years
from surrogates.dates.lives.since import counts_since, forward
from surrogates.dates.numeric import Part
from surrogates.dates.reading import read_dates
from surrogates.dates.recurring.monthly import keep_series
from surrogates.dates.recurring.working_week import whole_weeks
from surrogates.dates.resolution import Entry, days_to, is_real, months_to, render, resolve
from surrogates.dates.runs import (
    Run,
    calendars_of,
    counts_days,
    entries_of,
    expires,
    feast_of,
    is_joint,
    read_runs,
)
from surrogates.dates.shift import LEAP, YEARS, Bounds, Shift, choose_shift, month_index
from surrogates.dates.shifted import moved, new_values
from surrogates.dates.weeks import names_week, replace_weeks
from surrogates.dates.writing import cut, write_parts
from surrogates.folding import fold, words
from surrogates.labels import Kind, type_name
from surrogates.notices import Notice
from surrogates.rewrite import Item
from surrogates.scene import Scene


def replace_dates(scene: Scene, items: list[Item]) -> None:
    """Writes surrogates of DATE and TIME items, and of ages; what is no date becomes a
    placeholder."""
    open_items = [i for i in items if scene.constraint_for(ConstraintKind.PLACEHOLDER, i) is None]
    for item in items:
        scene.surrogates[item.index] = f"[{type_name(item.label)}]"
    calendars = calendars_of(scene)
    clocks: dict[int, Clock] = {}
    for item in scene.of_kind(open_items, Kind.TIME):
        _read_time(scene, item, calendars, clocks)
    _keep_lengths_again(scene, clocks)
    clocks = told_elsewhere(scene, clocks)
    entries: list[Entry] = []
    dates = []
    numbered = [i for i in scene.of_kind(open_items, Kind.DATE) if names_week(i, scene.lexicon)]
    for item in scene.of_kind(open_items, Kind.DATE):
        if item in numbered:
            continue
        if is_joint(item, calendars[0]) or counts_days(scene, item, calendars[0]):
            _keep(scene, item)
        else:
            dates.append(item)
    for run in read_runs(scene, dates, calendars):
        if (feast := feast_of(run, calendars[0])) is not None:
            entries.append(feast)
        elif run.reading.moments and not run.reading.figures_left:
            entries += entries_of(run)
        else:
            for item in run.items:
                _settle_other(scene, item, run, calendars, clocks)
    parts = _clock_parts(scene, entries)
    clock_texts = _turn_clocks(scene, items, clocks, parts)
    for item in scene.of_kind(open_items, Kind.DATE):
        _check_typed(scene, item, calendars)
    tied: dict[int, int] = {}
    shift: Shift | None = None
    present: frozenset[int] = frozenset()
    passed: list[Passed] = []
    if entries:
        tell_endings(scene, entries)
        present = present_years(scene, entries)
        resolve(scene, entries, present)
        timed = [e for e in entries if e.dated.moment.parts.keys() - {"clock"}]
        dated, owners = [e.dated for e in timed], [e.item for e in timed]
        used = list(dict.fromkeys([calendars[0], *(e.calendar for e in entries)]))
        bounds = replace(
            anchors.bounds_of(scene, dated, owners, used),
            days=_asked(scene, timed, "day"),
            months=_asked(scene, timed, "month"),
            later=any(_expires(scene, e) for e in timed),
            forward=forward(scene, entries, YEARS),
        )
        if whole_weeks(scene, timed, bounds.weekend):
            bounds = replace(bounds, keep_weekday=True)
        stream = draw.Stream(scene.seed("shift", "", items))
        shift = choose_shift(dated, bounds, stream)
        keep_series(scene, entries, bounds, shift)
        tie_birthdays(scene, entries)
        move_births(scene, entries, shift, LEAP if bounds.leap else 1)
        entries = _moving(scene, entries, shift)
        _write_all(scene, entries, shift, clock_texts, bounds)
        _flag_conflict(scene, entries, shift)
        tied = ages.ages_of_dates(scene, entries, shift)
        passed = list(passed_years(scene, entries, shift, present))
        tell_counts(scene, passed, calendars[0])
        anchors.flag(scene, dated, owners, used, bounds, shift)
        known = {d: moved(d, e.dated, shift) for e in entries if (d := e.dated.date) is not None}
        replace_weeks(scene, numbered, known, shift.days)
    elif numbered:
        replace_weeks(scene, numbered, {}, None)
    move_ages(scene, tied, counts_since(scene, entries, shift, present), passed)


def _turn_clocks(
    scene: Scene,
    items: list[Item],
    clocks: dict[int, Clock],
    parts: dict[tuple[int, int], Clock],
) -> dict[tuple[int, int], str | None]:
    """Writes the times of day; what those inside dates become, by (item, start)."""
    every = on_24([*clocks.values(), *parts.values()])
    clocks, parts = (
        dict(zip(clocks, every, strict=False)),
        dict(zip(parts, every[len(clocks) :], strict=True)),
    )
    turned = None
    if not all(clock.is_noon for clock in every):  # noon alone tells nothing
        turned = choose_turn(every, draw.Stream(scene.seed("clock", "", items)))
    texts = {id(clock): write_clock(clock, turned) for clock in every if turned is not None}
    stuck = [clock for clock in every if texts.get(id(clock)) is None]
    kept = [i for i in items if i.index not in clocks and scene.surrogates.get(i.index) == i.text]
    noon = any(_stays_noon(scene, item, True) for item in kept)  # "midi et demi" is "12h30"
    still = {id(clock) for clock in stay_with(every, stuck, noon=noon)}
    for item in items:
        clock = clocks.get(item.index)
        if clock is not None and id(clock) not in still:
            _set(scene, item, texts[id(clock)])
        elif clock is not None or _stays_noon(scene, item, turned is None):
            _keep(scene, item, notices.HOUR_STAYS)
        if any(key[0] == item.index and id(c) in still for key, c in parts.items()):
            scene.raise_issue(notices.HOUR_STAYS, item)
    return {key: c.text if id(c) in still else texts[id(c)] for key, c in parts.items()}


def _stays_noon(scene: Scene, item: Item, still: bool) -> bool:
    """Whether a mention says midnight, or noon where no hour moves."""
    if item.kind is not Kind.TIME:
        return False
    says, calendar = names_noon if still else names_midnight, calendars_of(scene)[0]
    placed = scene.constraint_for(ConstraintKind.PLACEHOLDER, item) is not None
    return not placed and says(item.text, calendar)


def _set(scene: Scene, item: Item, text: str | None) -> None:
    if text:
        scene.surrogates[item.index] = text


def _settle_other(
    scene: Scene, item: Item, run: Run, calendars: list[Calendar], clocks: dict[int, Clock]
) -> None:
    """A mention that names no date: relative words stay, times turn, the rest is no date."""
    if run.reading.impossible:
        scene.raise_issue(notices.DATE_INVALID, item)
        return
    if anchors.names_feast(item.text, run.calendar):
        anchors.flag_labelled(scene, item)
        return
    relative = not run.reading.figures_left and not run.reading.unknown
    if relative and not run.reading.moments and any(c.isalpha() for c in item.text):
        _keep(scene, item)
        return
    units = run.calendar.phrases("unit").keys() & set(words(item.text))
    if run.reading.unknown or (units and not {"las", "les"} & set(words(item.text))):
        return  # what nobody understands, or counts ("semana 12"), stays a placeholder
    # "a las tres" and the like carry a date's label in several corpora.
    _read_time(scene, item, calendars, clocks)


def _check_typed(scene: Scene, item: Item, calendars: list[Calendar]) -> None:
    """A date typed by a person must be in the calendar."""
    typed = scene.constraint_for(ConstraintKind.SURROGATE, item)
    if typed is None:
        return
    readings = [read_dates(typed.value, c) for c in calendars]
    best = min(readings, key=lambda r: (r.figures_left, r.unknown, not r.moments))
    if best.impossible or not all(is_real(m) for m in best.moments):
        scene.raise_issue(notices.DATE_INVALID._replace(severity="block"), item)


def _expires(scene: Scene, entry: Entry) -> bool:
    monthly = entry.dated.said("month") is not None and entry.dated.said("day") is None
    return monthly and expires(scene, entry.item, entry.calendar)


def _asked(scene: Scene, entries: list[Entry], unit: str) -> int | None:
    """The shift in days or months that the first date typed by a person asks, None if none does."""
    measure = days_to if unit == "day" else months_to
    for entry in entries:
        for item in entry.owners.values():
            typed = scene.constraint_for(ConstraintKind.SURROGATE, item)
            moments = read_dates(typed.value, entry.calendar).moments if typed else ()
            distance = measure(entry.dated, moments[0]) if moments and is_real(moments[0]) else None
            if distance:
                return distance
    return None


def _read_time(
    scene: Scene, item: Item, calendars: list[Calendar], clocks: dict[int, Clock]
) -> None:
    before, after = scene.around(item)
    for calendar in calendars:
        if lasts(item.text, before, after, calendar):
            _keep(scene, item)
            return
        clock = read_clock(item.text, before, after, calendar)
        if clock is not None:
            clocks[item.index] = clock
            return
    if any(says_part_of_day(item.text, calendar) for calendar in calendars[:2]):
        _keep(scene, item, notices.DAYPART_STAYS)
    elif says_part_of_hour(item.text, calendars[0]):
        _keep(scene, item, notices.HOUR_STAYS)


def _keep_lengths_again(scene: Scene, clocks: dict[int, Clock]) -> None:
    """ "4 h 15" answers "quatre heures et quart de trajet ?": it says how long, too."""
    times = scene.of_kind(scene.items, Kind.TIME)
    kept = [i for i in times if i.index not in clocks and scene.surrogates.get(i.index) == i.text]
    for item in [i for i in times if i.index in clocks]:
        clock = clocks[item.index]
        for length in kept:
            if 0 <= item.turn - length.turn <= 1 and says_again(clock, length.text):
                _keep(scene, item)
                clocks.pop(item.index, None)


def _keep(scene: Scene, item: Item, reason: Notice = notices.DATE_RELATIVE) -> None:
    """ "Ayer" and "tres meses" say the same after any shift: they stay as they were."""
    scene.surrogates[item.index] = item.text
    scene.raise_issue(reason, item)


def _clock_parts(scene: Scene, entries: list[Entry]) -> dict[tuple[int, int], Clock]:
    """Clock times inside dates, by (item, start)."""
    clocks: dict[tuple[int, int], Clock] = {}
    for entry in entries:
        part, item = entry.dated.moment.parts.get("clock"), entry.owners.get("clock")
        if part is None or item is None:
            continue
        turn = scene.dialogue.turns[item.turn].text
        start, end = entry.base + part.start, entry.base + part.end
        clock = read_clock(turn[start:end], turn[:start], turn[end:], entry.calendar)
        if clock is not None:
            clocks[item.index, part.start] = clock
    return clocks


def _write_all(
    scene: Scene,
    entries: list[Entry],
    shift: Shift,
    clock_texts: dict[tuple[int, int], str | None],
    bounds: Bounds,
) -> None:
    pieces: dict[int, list[tuple[Part, str | None]]] = {}
    owner: dict[int, tuple[Item, Entry]] = {}
    for entry in entries:
        new = new_values(entry.dated, shift)
        for name, part in entry.dated.moment.parts.items():
            item = entry.owners[name]
            turn = scene.dialogue.turns[item.turn].text
            old = turn[entry.base + part.start : entry.base + part.end]
            if name == "clock":
                text = clock_texts.get((item.index, part.start))
            else:
                text = render(entry, part, old, new)
            for holder, piece, words_of in _spread(scene, entry, part, text):
                pieces.setdefault(holder.index, []).append((piece, words_of))
                owner.setdefault(holder.index, (holder, entry))
    for index, (item, entry) in owner.items():
        parts = [(p, t) for p, t in pieces[index] if t is not None]
        if len(parts) == len(pieces[index]):
            text = write_parts(item.text, item.start - entry.base, parts, entry.calendar.lang)
            # One word of a date may stay when the date as a whole moved.
            pieces_apart = len({o.index for o in entry.owners.values()}) > 1 or entry.shares
            same = fold(text) == fold(item.text)
            may_stay = bounds.keep_month or bounds.keep_weekday
            if same and bounds.leap:
                _keep(scene, item, notices.LEAP_STAYS)
            elif same and bounds.keep_month and "month" in entry.owners:
                _keep(scene, item, notices.MONTH_STAYS)
            elif same and bounds.keep_weekday and "weekday" in entry.owners:
                _keep(scene, item, notices.WEEKDAY_STAYS)
            elif not same or may_stay or pieces_apart:
                _set(scene, item, text)
            elif entry.dated.birth or entry.dated.birthday:
                _keep(scene, item, notices.AGE_TIED)
        _add_card(scene, item, entry, entries)


def _spread(
    scene: Scene, entry: Entry, part: Part, text: str | None
) -> list[tuple[Item, Part, str | None]]:
    """The new words of a part by the item that they are written in."""
    items = entry.shares.get(part.name)
    if not items:
        return [(entry.owners[part.name], part, text)]
    written = cut(text, scene, items) if text is not None else None
    pieces: Sequence[str | None] = written or [None] * len(items)
    return [
        (
            item,
            replace(
                part,
                start=max(part.start, item.start - entry.base),
                end=min(part.end, item.end - entry.base),
            ),
            piece,
        )
        for item, piece in zip(items, pieces, strict=True)
    ]


def _add_card(scene: Scene, item: Item, entry: Entry, entries: list[Entry]) -> None:
    date = entry.dated.date
    same = date is not None and any(e is not entry and e.dated.date == date for e in entries)
    links = (*(("offset",) if len(entries) > 1 else ()), *(("same_date",) if same else ()))
    scene.add_card("date", [item], scene.surrogates[item.index], links, lang=entry.calendar.lang)


def _moving(scene: Scene, entries: list[Entry], shift: Shift) -> list[Entry]:
    """The dates that move: feasts alone, of which no shift makes others, are the same days for
    everybody, and stay."""
    if any(e.owners.keys() != {FEAST} for e in entries) or all(_fits(e, shift) for e in entries):
        return entries
    for entry in entries:
        _keep(scene, entry.item, notices.FEAST_STAYS)
    return []


def _fits(entry: Entry, shift: Shift) -> bool:
    new = new_values(entry.dated, shift)
    return all(check(new) for check in entry.dated.checks)


def _flag_conflict(scene: Scene, entries: list[Entry], shift: Shift) -> None:
    """Names what no shift keeps true; a placeholder for the lesser dates settles it."""
    for entry in entries:
        if not _fits(entry, shift):
            keys = tuple(dict.fromkeys(i.key for i in entry.owners.values()))
            feast = FEAST in entry.owners
            notice = notices.FEAST_LABELLED if feast else notices.DATE_UNFIT
            scene.raise_issue(notice, entry.item, keys)
    for name, notice in (("months", notices.MONTHS_UNLIKE), ("years", notices.YEARS_UNLIKE)):
        if name not in shift.untrue:
            continue
        lesser = _month_items(entries, shift) if name == "months" else _year_items(entries)
        keys = tuple(dict.fromkeys(i.key for i in lesser))
        scene.raise_issue(notice, lesser[0], keys)


def _month_items(entries: list[Entry], shift: Shift) -> list[Item]:
    """Months that stand alone; else the dates that move by other months than most."""
    alone = [e.item for e in entries if e.dated.date is None and e.dated.said("month") is not None]
    if alone:
        return alone
    whole = [(e, e.dated.date) for e in entries if e.dated.date is not None]
    days = timedelta(days=shift.days)
    moved = [month_index(date + days) - month_index(date) for _, date in whole]
    common = Counter(moved).most_common(1)[0][0]
    items = [e.item for (e, _), n in zip(whole, moved, strict=True) if n != common]
    return items or [e.item for e, _ in whole]


def _year_items(entries: list[Entry]) -> list[Item]:
    """Years and decades that stand alone."""
    rest = [e for e in entries if e.dated.date is None and e.dated.said("month") is None]
    return [e.item for e in rest if any(e.dated.said(n) is not None for n in ("year", "decade"))]
