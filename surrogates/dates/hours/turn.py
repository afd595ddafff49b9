"""How far the hours of a dialogue turn: as far as leaves each in its part of the day, keyed."""

from collections.abc import Iterable, Sequence

from surrogates import draw
from surrogates.dates.hours.clock import HALF_DAY, Clock, Hour, Turned, turned_hour, write_clock

_MORNING = 6  # before it people sleep
_OPEN = range(7, 22)  # hours at which a shop, an office or a doctor may be open
_NEAR = 2  # hours that a turn may pass noon by, where it is one of few


def choose_turn(clocks: Sequence[Clock], stream: draw.Stream) -> Turned | None:
    """The first turn in keyed order that leaves every time in its part of the day; None where one
    turn alone would do, since it would tell the original."""
    every = [h for c in clocks for h in c.hours]
    grain = _grain(every)
    steps = list(range(0, 60, grain)) if grain else [0]
    if len(steps) > 12:
        steps = [1 + stream.below(59) for _ in range(6)]
    order = stream.shuffled([(h, m) for h in range(-11, 12) for m in steps if (h, m) != (0, 0)])
    best: list[Turned] = []
    least = (len(clocks) + 1, 0, 0, 0)
    costs: dict[Turned, tuple[int, int, int, int]] = {}
    for turned in (Turned(*each) for each in order):
        cost = costs[turned] = (
            sum(write_clock(c, turned) is None for c in clocks),
            sum(_wraps(h, turned) for h in every),
            sum(_wakes(h, turned, _MORNING) for h in every),
            sum(_turns_day_to_night(h, turned) for h in every),
        )
        if cost < least:
            best, least = [], cost
        if cost == least:
            best.append(turned)
        if len(best) > 1 and not any(least):
            break
    if len(best) == 1:
        best = [turned for turned, cost in costs.items() if cost[:3] == least[:3]]
    if len(best) == 1:
        near = 0 if any(h.value > HALF_DAY for h in every) else _NEAR  # 13 would become 1
        best = [
            turned
            for turned, cost in costs.items()
            if cost[0] == least[0]
            and (cost[:3] == least[:3] or abs(turned.hours) <= near or cost[1] == least[1])
            and not any(_wakes(h, turned, _MORNING - 1) for h in every)
        ]
    return best[0] if len(best) > 1 else None


def _grain(hours: Iterable[Hour]) -> int:
    """The grain of minutes that all times share, 0 when some say none in figures."""
    minutes = [h.minutes[2] if h.minutes is not None else -1 for h in hours]
    if not minutes or -1 in minutes or not any(minutes):
        return 0
    return next(g for g in (30, 15, 10, 5, 1) if all(m % g == 0 for m in minutes))


def _wraps(hour: Hour, turned: Turned) -> bool:
    """Whether an hour without a part of the day would pass noon or midnight."""
    if hour.high or hour.value > HALF_DAY:
        return False
    return not 1 <= hour.value + turned.hours <= HALF_DAY


def _wakes(hour: Hour, turned: Turned, morning: int) -> bool:
    """Whether an hour of the day would become one at which people sleep."""
    new = turned_hour(hour, turned)
    return bool(hour.high) and new is not None and new[0] < morning <= hour.of_day % 24


def _turns_day_to_night(hour: Hour, turned: Turned) -> bool:
    """Whether an hour at which a shop is open would become one of the night, or the other way.

    "Half past two" may be either; "09:30" and "halb zehn" are rather of the morning."""
    new = turned_hour(hour, turned)
    if new is None or not (hour.high or hour.of_day in _OPEN or _is_of_24(hour)):
        return False
    return (hour.of_day % 24 in _OPEN) != (new[0] in _OPEN)


def _is_of_24(hour: Hour) -> bool:
    """Whether an hour is plainly one of twenty-four: 0:30, 03:30, 23:15."""
    return not 0 < hour.value <= HALF_DAY or hour.width > 1
