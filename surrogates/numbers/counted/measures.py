"""Numbers of what is measured stay what it may be: a fever of 38.4, a blood pressure of 12/8.

The words are rows "measure" of cues.tsv, each with its ranges ("10-18 100-180"), "height" for how
tall somebody is, where metres and what is beyond them move apart, and "level" for school classes
("CM" has 1 and 2); a number in no range is limited by none. Several values of one measure move
together, so that a fever rises as it did and a size too small is the smaller one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from surrogates import notices
from surrogates.folding import PARTICLES, fold, words, words_apart
from surrogates.labels import is_measure_label
from surrogates.languages.numerals import percent_sign
from surrogates.numbers.amounts import amounts_of
from surrogates.numbers.board import Board, Group, Relation, leave
from surrogates.numbers.slots import COUNTED
from surrogates.numbers.sums.values import currencies, time_words
from surrogates.rewrite import Item
from surrogates.scene import Scene

_AROUND = 50  # characters of a sentence in which the word for what is measured stands
_SENTENCE = re.compile(r"[.!?]\s")
_PERCENT = ((0, 100),)
_BORN = ((40, 99), (1930, 2010))  # years in which somebody living was born
_TOLD = 6  # words between them and what says so
_AGAIN = 3  # turns in which another value with a tenth is of the same measure
_TENTH = re.compile(r"\d{2}[.,]\d")
_THOUSANDS = re.compile(r"(?<!\d)\d{1,3}[.,\s]\d{3}(?!\d)")
_HUNDREDTHS = re.compile(r"\d[.,]\d\d")
_POINTS = (".", ",")
_TENTHS = 10
_UNIT_TEXT = (
    "kg kilo kilos kilogramos quilos quilograms kilogramm gramos grams gramm grammes gramo kwh lb"
    " lbs oz ounces"
)
_UNITS = frozenset(_UNIT_TEXT.split())
_WIDER = 4  # times that the range of a measure may be as wide as a narrower one of it
_FEW, _FEW_TENTHS = 2, 4  # by how much a value may always move
_FIFTH, _QUARTER = 5, 4  # the parts of a value, and of its range, by which it moves at most
_EMPTY = 2  # words of a sentence that says nothing of its own: "¿Y la fiebre? - [38,4]"
Ranges = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Value:
    """A value that is measured: its variables, those of its tenths, and what it may become."""

    group: Group
    whole: list[int]
    tenths: list[int]
    was: int  # in tenths
    ranges: Ranges
    alone: bool  # no other value moves with it

    @property
    def signs(self) -> list[int]:
        return [*self.whole, *self.tenths]

    def range_of(self, ranges: Ranges) -> tuple[int, int] | None:
        """The narrowest that holds it: "fever" says more than "temperature"."""
        fitting = [r for r in ranges if r[0] <= self.was // _TENTHS <= r[1]]
        return min(fitting, key=_width, default=None)

    def reach(self, span: tuple[int, int]) -> int:
        """By how many tenths it may move: what is measured stays of its kind."""
        least = _FEW_TENTHS if self.tenths else _FEW * _TENTHS
        # A fever stays one, and who has none gets none.
        wide = (_width(span) + 1) * _TENTHS // (_QUARTER * (1 + 2 * bool(self.tenths)))
        return max(least, min(self.was // _FIFTH, wide))


def limit_measures(scene: Scene, board: Board) -> None:
    """Narrows amounts to the range of what they measure; one that leaves no other value stays,
    and so does a whole of 100 per cent."""
    values = [value for group in board.groups for value in _values(scene, group, board)]
    known = [value for value in values if value.ranges]
    known += [
        replace(value, ranges=near[0].ranges, alone=False)
        for value in values
        if not value.ranges and (near := [each for each in known if _are_alike(value, each)])
    ]
    rows = [(row, spans) for row, spans in _rows(known) if len(row) > 1 or (row and row[0].tenths)]
    for row, spans in rows:
        _move(scene, row, spans, board)
    for value in known:
        held = value.range_of(value.ranges) is not None
        told = value.ranges in (_PERCENT, _BORN) or _HUNDREDTHS.fullmatch(value.group.first.text)
        value.group.measured |= held and not told  # "1,04" moves with what else is so near
    moved = {value.group.cut.said for row, _ in rows for value in row}
    for value in known:
        span = value.range_of(value.ranges)
        if span is not None and value.group.cut.said not in moved:
            _limit(scene, value, span, board)


def _values(scene: Scene, group: Group, board: Board) -> Iterator[_Value]:
    # "3.400 gramos" stays as near as what costs so much.
    counts = group.kind in COUNTED and not _THOUSANDS.search(group.items[-1].text)
    ranges, alone = _ranges(scene, group) if counts else ((), True)
    amounts = list(amounts_of(group))
    for n, (first, _, whole) in enumerate(amounts):
        was = board.was(whole)
        if not was.isdecimal() or len(was) != len(str(int(was))):
            continue
        if n and first.tokens[0].lead in _POINTS and len(whole) == 1:
            continue  # the tenths of the one before
        behind = amounts[n + 1 : n + 2]
        parted = behind and behind[0][0].tokens[0].lead in _POINTS and len(behind[0][2]) == 1
        # A letter behind a point is none: "ana5@mail.es" under the label of a code.
        parted = parted and board.was(behind[0][2]).isdecimal()
        tenths = behind[0][2] if parted else []
        value = int(was) * _TENTHS + int(board.was(tenths) or 0)
        pointed = behind and not parted and behind[0][0].tokens[0].lead in _POINTS
        known = any(low <= int(was) <= high for low, high in ranges)
        told = is_measure_label(group.first.label) and not (known or pointed or n)
        if told and int(was) >= _TENTHS:  # "12 km": near what it was
            yield _Value(group, whole, tenths, value, (_beside_value(int(was)),), True)
            continue
        hundredths = bool(n) and first.tokens[0].lead in _POINTS and not alone
        yield _Value(group, whole, tenths, value, () if hundredths else tuple(ranges), alone)


def _beside_value(whole: int) -> tuple[int, int]:
    return whole - max(_FEW, whole // _QUARTER), whole + max(_FEW, whole // _QUARTER)


def _are_alike(value: _Value, known: _Value) -> bool:
    """Whether a number with tenths is another value of what was measured some turns before."""
    texts = [each.group.first.text.strip() for each in (value, known)]
    near = 0 <= value.group.first.turn - known.group.first.turn <= _AGAIN
    alike = near and all(map(_TENTH.fullmatch, texts)) and not known.alone
    return alike and value.range_of(known.ranges) is not None


def _rows(known: Sequence[_Value]) -> Iterator[tuple[list[_Value], Ranges]]:
    """The values of each measure, each once, and the ranges that they share, the narrow first."""
    for ranges in dict.fromkeys(value.ranges for value in known if not value.alone):
        row = list({v.was: v for v in reversed(known) if v.ranges == ranges}.values())
        shared = [r for r in ranges if all(v.range_of([r]) for v in row)]
        # In a range much wider than its own a value would be of another measure: "20 Kilo, 39,2".
        own = [_width(r) for v in row if (r := v.range_of(ranges)) is not None]
        shared = sorted((r for r in shared if _width(r) <= _WIDER * min(own)), key=_width)
        if shared:
            yield row, shared
            continue
        for span in ranges:
            yield [v for v in row if v.range_of(ranges) == span], [span]


def _width(span: tuple[int, int]) -> int:
    return span[1] - span[0]


def _move(scene: Scene, row: Sequence[_Value], spans: Ranges, board: Board) -> None:
    """Lets all values of a row move by as much, or stay where nothing else is in the range."""
    row = sorted(row, key=lambda value: value.was)
    signs = [sign for value in row for sign in value.signs]
    for span in spans:
        moves = _moves(row, span)
        reach = min(value.reach(span) for value in row)
        for some in ([move for move in moves if abs(move) <= reach], moves):
            moved = ["".join(_written(value, value.was + move) for value in row) for move in some]
            options = [option for option in moved if _can_say(row, signs, option, board)]
            if len(options) > 1:
                row[0].group.relations.insert(0, Relation(tuple(signs), tuple(options)))
                return
    for value in row:
        if len(value.signs) == len(value.group.values):
            _stay(scene, value.group)


def _moves(row: Sequence[_Value], span: tuple[int, int]) -> list[int]:
    """By how much values, the least first, may move in a range; none to where another was, where
    that leaves some."""
    step = 1 if all(value.tenths for value in row) else _TENTHS
    if all(value.was % (2 * _TENTHS) == 0 for value in row):
        step = 2 * _TENTHS  # sizes of clothes are even
    low, high = span[0] * _TENTHS - row[0].was, (span[1] + 1) * _TENTHS - 1 - row[-1].was
    every = [move for move in range(-(-low // step) * step, high + 1, step) if move]
    olds = {value.was for value in row}
    apart = [move for move in every if olds.isdisjoint(value.was + move for value in row)]
    return apart if len(apart) > 1 else every


def _written(value: _Value, new: int) -> str:
    return str(new if value.tenths else new // _TENTHS)


def _can_say(row: Sequence[_Value], signs: Sequence[int], option: str, board: Board) -> bool:
    """Whether the words and the length of each value leave it such a new one."""
    if len(option) != len(signs):
        return False
    now = dict(zip(signs, option, strict=True))
    domains = (board.variables[sign].domain for sign in signs)
    relations = [r for value in row for r in value.group.relations if now.keys() >= {*r.values}]
    return all(char in domain for char, domain in zip(option, domains, strict=True)) and all(
        "".join(now[v] for v in relation.values) in relation.options for relation in relations
    )


def _limit(scene: Scene, value: _Value, span: tuple[int, int], board: Board) -> None:
    """Leaves a value the numbers of a range, in as many figures."""
    was = board.was(value.whole)
    every = [n for n in range(span[0], span[1] + 1) if len(str(n)) == len(was)]
    reach = value.reach(span) // _TENTHS
    near = {str(n) for n in every if abs(n - int(was)) <= reach} - {was}
    apart = value.ranges in (_PERCENT, _BORN)
    fits = set(map(str, every))
    if fits == {was} and len(value.whole) == len(value.group.values):
        _stay(scene, value.group)
    elif fits and (apart or not near or not _narrow(value.group, board, value.whole, near)):
        _narrow(value.group, board, value.whole, fits)


def _stay(scene: Scene, group: Group) -> None:
    leave(scene, group)
    scene.raise_issue(notices.LOW_ENTROPY, group.first, group.keys)


def _narrow(group: Group, board: Board, values: list[int], fits: set[str]) -> bool:
    """Leaves the numbers that fit, where the words that say them leave any."""
    for at, relation in enumerate(group.relations):
        if list(relation.values) == values:
            left = tuple(option for option in relation.options if option in fits)
            if left:
                group.relations[at] = Relation(relation.values, left)
            return bool(left)
    if len(values) == 1:
        left_over = board.variables[values[0]].domain & fits
        if left_over:
            board.limit(values[0], left_over)
        return bool(left_over)
    group.relations.append(Relation(tuple(values), tuple(sorted(fits))))
    return True


def _ranges(scene: Scene, group: Group) -> tuple[Ranges, bool]:
    """The ranges of what is named beside a group, or in the question that it answers; and whether
    they are of one number alone."""
    item, numerals = group.items[-1], group.cut.numerals
    if _is_birth(scene, item):
        return _BORN, True
    after = re.match(r"\s*([^\W\d_]+)", scene.after(item))
    word = fold(after[1]) if after is not None else ""
    sign = percent_sign(numerals)
    if sign.search(item.text) or sign.match(scene.after(item).lstrip()):
        return _PERCENT, True
    measures = scene.lexicon.cues("measure")
    if word not in (*PARTICLES, *measures) and (
        word in numerals.nouns
        or word in currencies(scene.lexicon)
        or word in time_words(scene.lexicon)
    ):
        return (), True
    class_of = re.match(r"([^\W\d_]+)\d", item.text.strip())
    if class_of is not None:
        return _spans(scene.lexicon.cues("level").get(fold(class_of[1]), "")), True
    said = f" {' '.join(words_apart(f'{_beside(scene, item)} | {item.text}'))} "
    for cues, alone in ((scene.lexicon.cues("height"), True), (measures, False)):
        named = [
            spans
            for cue, spans in cues.items()
            if f" {cue} " in said and (cue not in _UNITS or _is_unit_of(scene, item, cue))
        ]
        if named:
            return [span for spans in named for span in _spans(spans)], alone
    return (), False


def _is_unit_of(scene: Scene, item: Item, unit: str) -> bool:
    """Whether a unit is that of a number, not of the next: "1,62 m, [70] kg"."""
    behind = words_apart(f"{item.text} {scene.after(item)[:_AROUND]}")
    asked = scene.dialogue.turns[item.turn - 1].text if item.turn else ""
    size = len(words_apart(item.text)) + 1
    return unit in (*behind[:size], *words_apart(scene.before(item))[-1:], *words_apart(asked))


def _is_birth(scene: Scene, item: Item) -> bool:
    """Whether the words around say a year of birth: "84, mon année de naissance"."""
    near = (*words(scene.before(item))[-_TOLD:], *words(scene.after(item))[:_TOLD])
    said = {word.rpartition("'")[2] for word in near} - PARTICLES  # "l'any"
    return all(not said.isdisjoint(time_words(scene.lexicon, kind)) for kind in ("birth", "year"))


def _spans(spans: str) -> Ranges:
    pairs = (span.split("-") for span in spans.split())
    return [(int(low), int(high)) for low, high in pairs]


def _beside(scene: Scene, item: Item) -> str:
    *earlier, last = _SENTENCE.split(scene.before(item))
    before = " ".join((*earlier[-1:], last) if len(words(last)) < _EMPTY else (last,))[-_AROUND:]
    after = _SENTENCE.split(scene.after(item))[0][:_AROUND]
    asked = scene.dialogue.turns[item.turn - 1].text if item.turn else ""
    if _TENTH.fullmatch(item.text.strip()):
        return f"{asked} {scene.before(item)} | {scene.after(item)}"
    question = asked[-_AROUND:] if asked.rstrip().endswith("?") and item.start < _AROUND else ""
    return f"{question} {before} | {after}"
