"""What counts or measures stays near what it was, and as round: a rent of "850" is one of 950.

One factor of the dialogue moves all such numbers, so what nobody looks for holds by itself: the
cold rent is below the warm one, three times as much is nearly so, which `totals` makes exact.
Called by `replacement` before what hangs together is written. A row of figures that may be a code
keeps its draw, and what has a rule of its own (`measures`, `counts`) keeps to it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, pairwise

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind, is_money_label
from surrogates.languages.cardinals import parse_one_by_one
from surrogates.numbers.board import Board, Group
from surrogates.numbers.slots import COUNTED
from surrogates.numbers.sums.beside import is_about
from surrogates.numbers.sums.said import PRICES, Said
from surrogates.numbers.sums.totals import amounts_of_groups, said_amounts, set_text, written
from surrogates.numbers.sums.values import CENTS, MONEY, PERCENT, time_words
from surrogates.scene import Scene

_LEAST, _MOST = 0.06, 0.17  # the part of a number by which it grows or shrinks
_CLOSE, _FAR = 0.35, 0.6  # the same at most, where none nearer can be said
# Whether words keep their shape, how far, and how much less round it may be.
_WISHES = ((True, _CLOSE, 1), (True, _CLOSE, 5), (False, _FAR, 1), (True, _FAR, 1))
_SHARE = 4  # parts of a number of which its grain is one at most
_TRIED = 60  # values on one side
_PLURAL = 8  # digits that may stand for one that says several
_COUNTS = 3  # figures that are no code
_ROUND = 50 * CENTS
_GRAINS = tuple(first * 10**size * CENTS for size in range(6, -1, -1) for first in (5, 1))
_NINES = 99
_PARTS = (50, 10, 5)  # cents
_TENTH = re.compile(r"(\D*)(\d{1,3})([.,])(\d)(\D*)")
# Units, how many of the next one make one, and how much of the factor moves what they measure.
_UNITS = {"m": (100, 0.3), "lb": (16, 1.0), "ft": (12, 0.3), "st": (14, 0.5)}
_MIXED = re.compile(r"(\d{1,2})(\s?[^\W\d_]{1,2})(\s?)(\d{1,2})(\D*)")
_PRESSURE = re.compile(r"(\d{2,3})( ?/ ?)(\d{1,3})")
_BODY, _WARMER = range(3550, 4100), 0.1  # what a thermometer says, and how little that moves
_ANY = 10**12
_METRES, _CENTIMETRES, _TALLER = range(130, 211), range(130 * CENTS, 211 * CENTS), 0.3
_TALL = (
    re.compile(r"\s?(?:cm|cent[ií]m|zentim|zentím)"),
    re.compile(r"(?!\s?(?:€|\$|£|[e]ur|l\b|kg|k))"),
)
_FEVER, _FEVERS = re.compile(r"(?<![\d.,])(\d\d)[.,]\d(?!\d)"), range(36, 41)
_LONG, _KILOMETRE_TEXT = 100 * CENTS, "km kilometros quilometres kilometro kilometrora kilometres"
_KILOMETRES = frozenset((*_KILOMETRE_TEXT.split(), "kilometer", "kilometern", "miles", "mile"))
_SIZES, _SIZED = 50 * CENTS, 0.5  # what counts nothing may be a size: of shoes, say
_NEARLY_ALL = 0.25  # how little of the factor moves "96 %"
_AGAIN = frozenset({Kind.NUMBER, Kind.PRODUCT, Kind.STREET})
_ORDINAL = re.compile(r"\d(?:[ºª°]|st|nd|rd|th)$")
_HOUSE = 4  # characters between a street and its number
_PRESSURES = ((range(85, 230), range(40, 131)), (range(9, 21), range(4, 13)))
_PRESSED = 0.05


@dataclass(frozen=True, slots=True)
class _Near:
    """A number in all its mentions, and how they are written with another value."""

    value: int  # in cents
    step: int
    below: int  # what it may become is below
    part: float  # of the factor
    write: Callable[[int, bool], dict[int, str]]  # item index -> text, empty where none can be


def keep_near(scene: Scene, board: Board) -> None:
    """Writes such numbers anew, the equal ones alike."""
    said = {each.item.index: each for each in (*said_amounts(scene, board), *_babies(scene, board))}
    prices = {index for index, each in said.items() if _is_price(scene, each)}
    held = {*_held(board, prices), *_houses(scene), *_again(scene, said)}
    found = [*_amounts(scene, [s for s in said.values() if s.item.index not in held], board),
             *_tenths(scene, board, held | said.keys())]  # fmt: skip
    stream = draw.Stream(scene.seed("near", ""))
    part = _LEAST + (_MOST - _LEAST) * stream.unit()
    # Below a two is nothing that is said of several.
    up = bool(stream.below(2)) or any(each.value == 2 * CENTS for each in found)
    factor = 1 + part if up else 1 - part
    last = 0 if up else _ANY
    items = {item.index: item for item in scene.items}
    for each in sorted(found, key=lambda near: near.value, reverse=not up):
        own = 1 + (factor - 1) * each.part
        ways = (
            (new, strict)
            for strict, far, finer in _WISHES
            for new in _values(each, own, last, far, _finer(each.step, finer))
        )
        for new, strict in ways:
            texts = each.write(new, strict)
            if texts:
                if each.part == 1:
                    last = max(last, new) if up else min(last, new)
                for index, text in texts.items():
                    set_text(scene, items[index], text)
                break
    _pressures(scene, board, held, factor)
    _mixed(scene, board, held, factor)


def _is_price(scene: Scene, said: Said) -> bool:
    """Whether a number has the digits of another one by chance alone."""
    first = said.old.pieces[0]
    return said.unit == MONEY or bool(first.thousands) or is_about(scene, said)


def _babies(scene: Scene, board: Board) -> Iterator[Said]:
    """Ages in months and weeks."""
    short = time_words(scene.lexicon) - time_words(scene.lexicon, value="year")
    ages = [group for group in board.groups if group.kind is Kind.AGE]
    for each in amounts_of_groups(scene, ages, frozenset(), board):
        if not short.isdisjoint(words(each.item.text[each.old.end :] + scene.after(each.item))[:1]):
            yield each


def _held(board: Board, prices: Set[int]) -> Iterator[int]:
    """The mentions that something else holds: pieces of a number, digits of another one, one end
    of a range whose other end stays. `prices` have another number's digits by chance."""
    owners: dict[str, list[Group]] = {}
    for group in board.groups:
        for value in group.values:
            owners.setdefault(board.root(value), []).append(group)
    pairs = [*board.unequal, *((low[0], high[0]) for low, high in board.rising)]
    joined = [{id(g): g for v in pair for g in owners[board.root(v)]} for pair in pairs]
    for groups in (*joined, *({id(g): g for g in row} for row in owners.values())):
        told = {group.cut.said for group in groups.values()}
        ranged = groups in joined[len(board.unequal) :]
        still = any(_is_still(group) for group in groups.values())
        if (len(told) > 1 and not ranged) or still:
            rest = [item.index for group in groups.values() for item in group.items]
            one = any(f"{said}000" in told for said in told)  # "[31] mil", "[31.000]"
            one = one or (groups in joined and prices >= set(rest))
            by_chance = frozenset[int]() if one else prices
            yield from (index for index in rest if index not in by_chance)


def _houses(scene: Scene) -> Iterator[int]:
    """Numbers of houses, wherever they are said; they tell more than what they count."""
    pairs = pairwise(scene.items)
    houses = {
        two.text
        for one, two in pairs
        if one.kind is Kind.STREET and one.turn == two.turn and two.start - one.end <= _HOUSE
        if two.cue != MONEY and not is_money_label(two.label)
    }
    yield from (item.index for item in scene.items if item.text in houses)


def _again(scene: Scene, said: Mapping[int, Said]) -> Iterator[int]:
    """Numbers without a unit whose figures are said again in another way, which follow them: "[48]
    ... [four eight]", "[21] ... [21º]", "el [dos]" of "[Rutalux 2]"."""
    others = (
        item
        for item in scene.items
        if item.kind in _AGAIN and (item.index not in said or _ORDINAL.search(item.text))
    )
    figures = {figure for item in others for figure in _figures(scene, item.text)}
    for index, each in said.items():
        if not each.unit and str(each.value // CENTS) in figures:
            yield index


def _figures(scene: Scene, text: str) -> set[str]:
    """The numbers in a text, and that of figures said one by one."""
    spelled = parse_one_by_one(scene.lexicon, text)
    return {*re.findall(r"\d+", text), *([spelled] if len(spelled) > 1 else ())}


def _is_still(group: Group) -> bool:
    """Whether a number stays, is no count, or is given in pieces."""
    pieces = len({fold(item.text) for item in group.items}) > 1
    return group.stays or group.kind not in COUNTED or pieces


def _amounts(scene: Scene, said: Sequence[Said], board: Board) -> Iterator[_Near]:
    owners = {item.index: group for group in board.groups for item in group.items}
    by_value: dict[tuple[int, bool], list[Said]] = {}
    for each in said:
        # "[12] euros" is no "[twelve] months"; what has no unit may be either.
        money = each.unit == MONEY or (not each.unit and not each.fixed)
        by_value.setdefault((each.value, money), []).append(each)
    for (value, _), alike in by_value.items():
        if any(each.fixed or each.measured for each in alike):
            continue
        if any(_counts(scene, each) for each in alike):
            pairs = [(each, owners[each.item.index]) for each in alike]

            def write(
                new: int, strict: bool, pairs: Sequence[tuple[Said, Group]] = pairs
            ) -> dict[int, str]:
                if not all(_may_say(*pair, new, board, strict=strict) for pair in pairs):
                    return {}
                texts = {each.item.index: written(scene, each, new) for each, _ in pairs}
                return texts if all(texts.values()) else {}

            percent = any(each.unit == PERCENT for each in alike)
            part = _NEARLY_ALL if percent and value >= 90 * CENTS else _part(scene, alike[0])
            yield _Near(value, _step(value), 100 * CENTS if percent else _ANY, part, write)


def _part(scene: Scene, said: Said) -> float:
    """How much of the factor moves what may be a body's: how tall it is, its fever, its shoes."""
    after = scene.after(said.item)
    tall = said.value in (_METRES if said.old.pieces[0].point else _CENTIMETRES)
    if tall and _TALL[bool(said.old.pieces[0].point)].match(after):
        return _TALLER
    if said.unit == "" and said.value in _BODY and not said.value % CENTS:
        turns = (turn.text for turn in scene.dialogue.turns)
        if any(int(m[1]) in _FEVERS for text in turns for m in _FEVER.finditer(text)):
            return _WARMER
    behind = words(said.item.text[said.old.end :] + after)[:1]
    if said.value < _LONG and any(word in _KILOMETRES for word in behind):
        return _TALLER  # so far from a town that another stands for
    years = time_words(scene.lexicon, value="year")
    if not years.isdisjoint(behind) and scene.of_kind(scene.items, Kind.AGE):
        return _TALLER  # a life has room for them
    return _SIZED if said.unit == "" and said.value < _SIZES else 1


def _counts(scene: Scene, said: Said) -> bool:
    """Whether a number counts or measures, and is no code."""
    first, whole = said.old.pieces[0], said.value // CENTS
    if first.width or (not first.point and whole < 1):
        return False
    told = bool(said.unit) or bool(first.point) or first.reading is not None or first.scale > 1
    told = told or bool(first.thousands)
    short = len(str(whole)) <= _COUNTS or said.value % _ROUND == 0
    return told or short or is_about(scene, said)


def _may_say(said: Said, group: Group, new: int, board: Board, *, strict: bool) -> bool:
    """Whether what limits the digits of a number allows a new one; `strict`: its words keep their
    shape, too."""
    if any(slot.style == "ordinal" for slot in group.slots):
        return False  # "twenty-first" was drawn near already
    words = all(slot.style == "word" for slot in group.slots)
    twice = len({relation.values for relation in group.relations}) < len(group.relations)
    if words and not (strict or twice):
        return True
    was, now = group.cut.said, str(new // CENTS)
    if said.old.pieces[0].point or len(said.old.pieces) > 1:
        now += f"{new % CENTS:02d}"
    if len(was) != len(now):
        limited = any(len(board.variables[v].domain) < _PLURAL for v in group.values)
        return not (group.relations or limited)
    digits = dict(zip(group.values, now, strict=True))
    return all(digit in board.variables[v].domain for v, digit in digits.items()) and all(
        "".join(digits[v] for v in relation.values) in relation.options
        for relation in group.relations
        if digits.keys() >= {*relation.values}
    )


def _tenths(scene: Scene, board: Board, known: Iterable[int]) -> Iterator[_Near]:
    """Numbers with one decimal, which are no amounts."""
    by_value: dict[int, list[tuple[Group, re.Match[str]]]] = {}
    for group in _free(board, known):
        match = _TENTH.fullmatch(group.first.text)
        if match is not None and len(match[2]) == len(str(int(match[2]))):
            value = int(match[2]) * CENTS + int(match[4]) * 10
            by_value.setdefault(value, []).append((group, match))
    for value, alike in by_value.items():
        own = {id(group) for group, _ in alike}
        said = {group.cut.said for group, _ in alike if group.tied}
        again = any(g.cut.said in said and id(g) not in own for g in board.groups)
        if again or any(group.measured for group, _ in alike):
            continue

        def write(
            new: int, _: bool, alike: Sequence[tuple[Group, re.Match[str]]] = alike
        ) -> dict[int, str]:
            whole, rest = divmod(new, CENTS)
            return {
                group.first.index: f"{said[1]}{whole}{said[3]}{rest // 10}{said[5]}"
                for group, said in alike
            }

        feverish = value in _BODY
        below, part = (_BODY.stop, _WARMER) if feverish else (_ANY, 1)
        yield _Near(value, 10, below, part, write)


def _mixed(scene: Scene, board: Board, held: Iterable[int], factor: float) -> None:
    """Two units in one mention: "1m68", "7lb 4"."""
    for group in _free(board, held):
        match = _MIXED.fullmatch(group.first.text)
        size, part = _UNITS.get(fold(match[2]).strip(), (0, 0.0)) if match is not None else (0, 0.0)
        if match is None or not size or int(match[4]) >= size:
            continue
        old = int(match[1]) * size + int(match[4])
        new = round(old * (1 + (factor - 1) * part))
        new = new if new != old else old + (1 if factor > 1 else -1)
        whole, rest = divmod(new, size)
        rest_text = f"{rest:02d}" if len(match[4]) > 1 and size == CENTS else str(rest)
        set_text(scene, group.first, f"{whole}{match[2]}{match[3]}{rest_text}{match[5]}")


def _free(board: Board, known: Iterable[int]) -> Iterator[Group]:
    known = set(known)
    for group in board.groups:
        free = group.kind is Kind.NUMBER and len(group.items) == 1 and not group.failed
        if free and not group.stays and group.first.index not in known:
            yield group


def _pressures(scene: Scene, board: Board, held: Iterable[int], factor: float) -> None:
    """A blood pressure in one mention: "145/85"."""
    for group in _free(board, held):
        match = _PRESSURE.fullmatch(group.first.text)
        if match is None or group.measured:
            continue
        olds = int(match[1]), int(match[3])
        known = any(a in one and b in two for one, two in _PRESSURES for a, b in [olds])
        if not known or olds[0] <= olds[1]:
            continue
        way = 1 if factor > 1 else -1
        step = 5 if all(old % 5 == 0 for old in olds) else 1
        high, low = (round((old + way * max(step, old * _PRESSED)) / step) * step for old in olds)
        set_text(scene, group.first, f"{high}{match[2]}{low}")


def _step(value: int) -> int:
    """What a number is a multiple of; a coarse grain would take it far away."""
    whole, cents = divmod(value, CENTS)
    if whole >= _NINES and whole % 10 == 9 and not cents:
        return 10 * CENTS  # "899 euros"
    if cents in PRICES and whole:
        return CENTS if cents else next(
            (g for g in _GRAINS if value % g == 0 and g * _SHARE <= value), CENTS
        )  # fmt: skip
    return next((part for part in _PARTS if cents % part == 0), 1)


def _finer(step: int, parts: int) -> int:
    """A grain that is less round, where it is one of whole numbers."""
    return step // parts if step % (parts * CENTS) == 0 else step


def _values(near: _Near, factor: float, last: int, far: float, step: int) -> Iterator[int]:
    """New values, the nearest to what the factor makes first: beyond the one before, then any."""
    up, old = factor > 1, near.value
    target = old * factor
    middle = round((target - old % step) / step) * step + old % step
    row = {start + n * step for start in (middle, old) for n in range(-_TRIED, _TRIED + 1)}
    near_by = [v for v in row if v > 0 and 0 < abs(v - old) <= max(far * old, step)]
    near_by = [v for v in near_by if v < near.below or old >= near.below]
    near_by.sort(key=lambda v: (abs(v - target), v))
    ahead = [v for v in near_by if (v > old) == up]
    beyond = [v for v in ahead if near.part == 1 and (v > last if up else v < last)]
    return chain(beyond, ahead, near_by)
