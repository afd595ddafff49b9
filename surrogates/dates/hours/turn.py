"""How far the hours of a dialogue turn: as far as leaves each in its part of the day, keyed."""

from collections.abc import Iterable, Mapping, Sequence

from surrogates import draw
from surrogates.dates.hours.clock import HALF_DAY, Clock, Hour, Turned, turned_hour, write_clock
from surrogates.dates.hours.closing import CLOSES, before_closing, closes, is_early

# First and last hours of morning, midday, afternoon, evening and night, and how far each may reach.
_PARTS = ((6, 12), (12, 14), (14, 18), (18, 22), (22, 30))
_REACH = ((6, 13), (11, 16), (13, 20), (17, 23), (21, 30))
_EVENING = 3  # of the parts
_OPEN = range(8, 20)  # hours at which a shop, an office or a doctor is open
_EARLY = range(5, 11)  # hours at which one goes to school and to work
_SOON = 60  # minutes that these may turn by
_AFTERNOON = 6  # up to it an hour that says no part of the day is rather one of the afternoon
_MORNING = 5  # before it people sleep
_NEAR = 2  # hours that a turn may leave its part of the day by, where it is one of few
_LATE = frozenset({"de", "ca"})  # "halb drei", "dos quarts de tres": half past two
Readings = Mapping[int, int]  # id of an hour -> the hour of 24


def choose_turn(clocks: Sequence[Clock], stream: draw.Stream) -> Turned | None:
    """The first turn in keyed order that leaves every time in its part of the day; None where one
    turn alone would do, since it would tell the original."""
    every = [h for c in clocks for h in c.hours]
    shutting = [h for c in clocks if closes(c) for h in c.hours]
    read = readings(clocks)
    early = [h for c in clocks if is_early(c) for h in c.hours if read[id(h)] in _EARLY]
    grain = _grain(every)
    steps = list(range(0, 60, grain)) if grain else [0]
    if len(steps) > 12:
        steps = [1 + stream.below(59) for _ in range(6)]
    order = stream.shuffled([(h, m) for h in range(-11, 12) for m in steps if (h, m) != (0, 0)])
    costs = {}
    for turned in (Turned(*each) for each in order):
        stuck = sum(write_clock(c, turned) is None for c in clocks)
        moves = [(read[id(h)], _later(read[id(h)], h, turned)) for h in every]
        grave = sum(_is_grave(old, new) for old, new in moves)
        shut = [(read[id(h)], _later(read[id(h)], h, turned)) for h in shutting]
        grave += sum(old in CLOSES and new not in CLOSES for old, new in shut)
        first = (60 * turned.hours + turned.minutes for h in early)
        grave += sum(abs(minutes) > _SOON for minutes in first)
        costs[turned] = stuck, grave, sum(_part(old) != _part(new) for old, new in moves)
    least = min(costs.values())
    best = [turned for turned, cost in costs.items() if cost == least]
    if len(best) == 1:
        best = [turned for turned, cost in costs.items() if cost[:2] == least[:2]]
    if len(best) == 1:
        best = [
            turned
            for turned, cost in costs.items()
            if cost[0] == least[0]
            and (cost == least or abs(turned.hours) <= (1 if early else _NEAR))
            and not any(_wakes(h, turned) for h in every)
        ]
    return best[0] if len(best) > 1 else None


def readings(clocks: Iterable[Clock]) -> dict[int, int]:
    """What hour of the day each hour is taken for: "half past two" is one of the afternoon."""
    clocks = list(clocks)
    plain = {h.value for c in clocks for h in c.hours if h.of_24}
    closing = before_closing(clocks)
    read: dict[int, int] = {}
    for clock in clocks:
        for hour in clock.hours:
            value = hour.of_day
            figures = hour.minutes is not None and clock.calendar.lang != "en"
            late = value - 1 if clock.calendar.lang in _LATE else value
            said = hour.variant != "figure" and not plain.isdisjoint({value + 12, late + 12})
            said = said or 0 < value <= _AFTERNOON - figures or id(hour) in closing
            if said and not (hour.high or hour.of_24):
                value += HALF_DAY
            read[id(hour)] = value
    return read


def stay_with(
    clocks: Sequence[Clock], stuck: Sequence[Clock], *, noon: bool = False
) -> list[Clock]:
    """Clocks near one that cannot turn, or near a noon that stays: what is said of both ("a quarter
    of an hour before") holds only where they stay, too."""
    read = readings(clocks)
    still = [read[id(h)] % HALF_DAY for c in stuck for h in c.hours] + [0] * noon
    return [
        clock
        for clock in clocks
        if any(
            min((read[id(h)] - hour) % HALF_DAY, (hour - read[id(h)]) % HALF_DAY) <= _NEAR
            for h in clock.hours
            for hour in still
        )
    ]


def _grain(hours: Iterable[Hour]) -> int:
    """The grain of minutes that all times share, 0 when some say none in figures."""
    minutes = [h.minutes[2] if h.minutes is not None else -1 for h in hours]
    if not minutes or -1 in minutes or not any(minutes):
        return 0
    return next(g for g in (30, 15, 10, 5, 1) if all(m % g == 0 for m in minutes))


def _later(old: int, hour: Hour, turned: Turned) -> int:
    minutes = hour.minutes[2] if hour.minutes is not None else 0
    return old + turned.hours + (minutes + turned.minutes) // 60


def _part(hour: int) -> int:
    hour = (hour - _PARTS[0][0]) % 24 + _PARTS[0][0]
    return next(i for i, (first, end) in enumerate(_PARTS) if first <= hour < end)


def _is_grave(old: int, new: int) -> bool:
    """Whether an hour would leave its part of the day by far, or an open door would be shut."""
    first, end = _REACH[_part(old)]
    reached = (new - _PARTS[0][0]) % 24 + _PARTS[0][0]
    shuts = old in _OPEN and new not in _OPEN and _part(old) < _EVENING
    return shuts or not first <= reached < end


def _wakes(hour: Hour, turned: Turned) -> bool:
    """Whether an hour of the day would become one at which people sleep."""
    new = turned_hour(hour, turned)
    return bool(hour.high) and new is not None and new[0] < _MORNING <= hour.of_day % 24
