"""French social security numbers, which tell year, month and place of birth: "2 84 05 33 063 ...".

Once the dates are written, one that told a labelled date's year and month tells those of the new
date. The commune is that of the new birthplace, else one of the department. What cannot be written
so is flagged.
"""

from collections.abc import Iterator

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of, entries_of, read_runs
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.numbers.board import Board, Group
from surrogates.numbers.identifiers.checksums import repair_for, tells_birth
from surrogates.numbers.sums.totals import set_text
from surrogates.scene import Scene

_BIRTH = slice(1, 5)  # year and month
_PLACE = slice(5, 10)  # department and commune
_ABROAD, _OVERSEAS = "99", "97"
_RUN = 7  # digits in a row by which an original is known


def follow_births(scene: Scene, board: Board) -> None:
    """Writes such numbers anew, and the numbers that share digits with them."""
    numbers = [
        group
        for group in board.groups
        if group.kind is Kind.ID and not group.failed and tells_birth(group.cut.said)
    ]
    births = dict(_births(scene)) if numbers else {}
    for group in numbers:
        was, drawn = group.cut.said, board.now(group.values)
        now = drawn[: _BIRTH.start] + births.get(was[_BIRTH], drawn[_BIRTH]) + drawn[_BIRTH.stop :]
        now = now[: _PLACE.start] + _commune(scene, was, now) + now[_PLACE.stop :]
        if now == drawn:
            continue
        repair = repair_for(group.cut.said, Kind.ID)
        if not write_digits(scene, board, group, repair(now) if repair is not None else now):
            scene.raise_issue(notices.BIRTH_UNLIKE, group.first, group.keys)


def _commune(scene: Scene, was: str, now: str) -> str:
    """Department and commune of what the birthplace became, else of one in the new department."""
    codes = {fold(row["name"]): row["code"] for row in scene.lexicon.rows("communes")}
    size = 3 if now[_PLACE].startswith(_OVERSEAS) else 2
    area = now[_PLACE][:size]
    if area == _ABROAD or not codes:
        return now[_PLACE]
    places = [(fold(i.text), fold(scene.surrogates.get(i.index, "")))
              for i in scene.of_kind(scene.items, Kind.PLACE)]  # fmt: skip
    fresh = [(codes.get(old, ""), codes[new]) for old, new in places if new in codes]
    born = [new for old, new in fresh if old == was[_PLACE]]
    near = [new for old, new in fresh if old[:2] == was[_PLACE][:2]]  # it may be Paris 14
    options = sorted(code for code in codes.values() if code.startswith(area))
    if born or near or now[_PLACE] in options or not options:
        return (born or near or [now[_PLACE]])[0]
    return draw.Stream(scene.seed("commune", was)).choice(options)


def _births(scene: Scene) -> Iterator[tuple[str, str]]:
    """Year and month of each date in four figures, under one label or two, and those of its
    surrogate; the first wins."""
    calendars = calendars_of(scene)
    dates = [item for item in scene.items if item.kind is Kind.DATE]
    for run in reversed(read_runs(scene, dates, calendars)):
        for entry in entries_of(run):
            year, month = entry.dated.said("year"), entry.dated.said("month")
            if not (year and month):
                continue
            owners = {entry.owners[name].index for name in ("year", "month")}
            text = " ".join(scene.surrogates[index] for index in sorted(owners))
            reading = read_dates(text, run.calendar, year_cue=True)
            for moment in reading.moments:
                if (now := moment.said("year")) and (then := moment.said("month")):
                    yield f"{year % 100:02d}{month:02d}", f"{now % 100:02d}{then:02d}"


def write_digits(scene: Scene, board: Board, group: Group, now: str) -> bool:
    """Writes a number with these digits, and the numbers that share some; whether that was done."""
    was = group.cut.said
    roots = [board.root(value) for value in group.values]
    alike = [g for g in board.groups if not set(roots).isdisjoint(map(board.root, g.values))]
    typed = any(scene.constraint_for(ConstraintKind.SURROGATE, i) for g in alike for i in g.items)
    figures = all(slot.style in ("figure", "letter") for g in alike for slot in g.slots)
    if typed or not figures or any(g.stays or g.failed for g in alike):
        return False
    if any(was[i : i + _RUN] in now for i in range(len(was) - _RUN + 1)):
        return False
    before = dict(board.new)
    board.new.update(zip(roots, now, strict=True))
    if any(board.unchanged(g) for g in alike):
        board.new = before
        return False
    for each in alike:
        for item, text in zip(each.items, board.written(each), strict=True):
            set_text(scene, item, text)
    return True
