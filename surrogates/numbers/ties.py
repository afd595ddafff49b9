"""Which numbers of a dialogue are one: renderings, echoes of a slice, self-corrections.

Tied digits get one value; the differing digit of a correction must differ again.
"""

import re
from collections import Counter
from collections.abc import Container

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import words
from surrogates.labels import Kind, is_measure_label, is_money_label
from surrogates.numbers.amounts import amounts_of
from surrogates.numbers.board import SLICE, Board, Group
from surrogates.numbers.corrections import (
    Mended,
    apply_correction,
    is_correction,
    is_near,
    misheard_at,
    takes_back,
    tie_alike,
    tie_alike_sounding,
    tie_correction,
    tie_mended,
    tie_said_otherwise,
    whole,
)
from surrogates.numbers.identifiers.phone_classes import leading
from surrogates.numbers.identifiers.schemes.accounts import OWN_FIGURES
from surrogates.numbers.mended_pieces import tie_mended_pieces
from surrogates.numbers.slots import COUNTED, Cut
from surrogates.numbers.sums.said import is_amount
from surrogates.numbers.sums.values import time_words
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Constraint

_WHOLE_CARD = 12
_IDENTIFIER = 8  # digits and letters of one whose end is no other by chance
_BLOCK = 2  # letters that stand by themselves in a code
_LETTERS = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?]\s")
_NEAR = 4  # turns between a number begun and said from its first digit on


def choose_cuts(groups: list[list[Cut]]) -> list[Cut]:
    """One cut of each number: the first, or the one that another rendering asks for."""
    counts = Counter(ways[0].said for ways in groups)
    long = {digits for digits in counts if len(digits) >= SLICE}
    chosen: list[Cut] = []
    for ways in groups:
        others = long if counts[ways[0].said] > 1 else long - {ways[0].said}
        fits = (cut for cut in ways if cut.said in others)
        parts = (c for c in ways[1:] for o in others if len(c.said) > SLICE and c.said in o)
        inside = any(ways[0].said in other for other in others)
        # "quatre vingt deux" is 82, unless somebody else writes 4202 for it.
        chosen.append(next(fits, ways[0] if inside else next(parts, ways[0])))
    return chosen


def tie_renderings(scene: Scene, board: Board) -> None:
    """Ties every pair of numbers that say the same digits."""
    digits = [group.cut.said for group in board.groups]
    at_home = [_at_home(scene, group) for group in board.groups]
    mended: dict[int, Mended] = {}  # by the correction
    placed = tie_mended_pieces(board)
    for k, later in enumerate(board.groups):
        for i in reversed(range(k)):
            earlier = board.groups[i]
            if not placed.isdisjoint((i, k)) or _told_apart(earlier, later, board):
                continue
            if _letter_mended(scene, earlier, later, board):
                continue
            if tie_alike_sounding(earlier, later, board):
                continue
            misheard = misheard_at(earlier, later)
            if misheard is not None:
                end = misheard + len(later.values)
                tie_alike(board, earlier.values[misheard:end], later.values)
                earlier.tied = later.tied = True
                continue
            corrected = is_near(earlier, later) and is_correction(scene, earlier, later)
            size = tie_correction(earlier, later, board) if corrected else 0
            if size:
                mended[k] = apply_correction(mended.get(i) or whole(earlier), later, size)
                continue
            apart = _split(scene, earlier, later)
            if not apart and tie_said_otherwise(earlier, later, board):
                continue
            abroad = at_home[i] is not None and at_home[i] == at_home[k]
            if abroad or digits[i] in digits[k] or digits[k] in digits[i]:
                _tie_slice(scene, earlier, later, board, corrected)
    for one in mended.values():
        tie_mended(one, board)


def _told_apart(a: Group, b: Group, board: Board) -> bool:
    """Whether two postal codes are already those of two towns, which no digits tie."""
    codes = a.kind is b.kind is Kind.ZIP and a.cut.said != b.cut.said
    return codes and all(len(board.variables[v].domain) == 1 for v in (*a.values, *b.values))


def _letter_mended(scene: Scene, a: Group, b: Group, board: Board) -> bool:
    """Parts the letter that was taken back from the one that is right: "ele, perdón, zeta"."""
    whole, wrong = (a, b) if len(b.values) == 1 else (b, a)
    if len(wrong.values) != 1 or not wrong.cut.said.isalpha() or whole.kind is not Kind.ID:
        return False
    right = next((i for i in whole.items if i.index == wrong.first.index + 1), None)
    if right is None or not takes_back(scene, wrong.first, right, whole.cut):
        return False
    board.unequal.append((wrong.values[0], whole.values[-1]))
    wrong.tied = True
    return True


def _at_home(scene: Scene, group: Group) -> str | None:
    """A whole telephone number without its trunk zero and country code; None for anything else."""
    start = _at_home_from(scene, group)
    return None if start is None else group.cut.said[start:]


def _at_home_from(scene: Scene, group: Group) -> int | None:
    """Where it begins; behind one zero where the country is none of the dialogue's language."""
    start, said = leading(group, scene.dialogue.lang), group.cut.said
    trunk = group.kind is Kind.PHONE and len(said) > _IDENTIFIER and re.match("0[1-9]", said)
    return start if start is not None else 1 if trunk else None


def _tie_slice(scene: Scene, a: Group, b: Group, board: Board, corrected: bool) -> None:
    """Ties the shorter value to the place where the longer one holds it."""
    sizes = len(a.values), len(b.values)
    if not all(sizes) or _split(scene, a, b):
        return
    short, long = (b, a) if sizes[1] < sizes[0] else (a, b)
    skipped = 0
    if _counts_alone(scene, short, long):
        return
    if short.cut.said == long.cut.said:
        start: int | None = 0
    elif _thousands(scene, short) and long.cut.said == short.cut.said + _thousands(scene, short):
        start = 0
        for value in long.values[len(short.values) :]:
            board.limit(value, "0")
    else:
        skipped, start = _abroad(scene, short, long)
        if start is None:
            start = _place(scene, a, b, short, long, corrected)
    if start is None:
        return
    for x, y in zip(short.values[skipped:], long.values[start:], strict=False):
        board.tie(x, y)
    for value in short.values[:skipped]:
        board.limit(value, board.variables[value].was)
    a.tied = b.tied = True
    _keep_padding(short, long, start, board)


def _keep_padding(short: Group, long: Group, start: int, board: Board) -> None:
    """An account of fewer figures than its country's have has zeros before them in an IBAN."""
    whole, said = long.cut.said, short.cut.said
    begin = len(whole) - OWN_FIGURES.get(whole[:2], 0)
    padding = whole[begin:start]
    if padding and not padding.strip("0") and whole.endswith(said) and said[0] != "0":
        for value in long.values[begin:start]:
            board.limit(value, "0")
        board.limit(short.values[0], "123456789")


def _counts_alone(scene: Scene, short: Group, long: Group) -> bool:
    """Whether an age, or a sum of money, has another number's digits by chance alone."""
    if Kind.AGE in (short.kind, long.kind):
        told = short.kind is not long.kind
    else:
        told = long.kind not in COUNTED and is_money_label(short.first.label)
    linked = _is_linked(scene, short, long)
    return told and not (linked or cued(scene, short.first, short.cut, "tail"))


def _is_linked(scene: Scene, a: Group, b: Group) -> bool:
    """Whether a person said that the two are one number."""
    return any(
        c.kind == ConstraintKind.LINK
        and set(c.mentions) & set(a.keys)
        and set(c.mentions) & set(b.keys)
        for c in scene.constraints
    )


def _thousands(scene: Scene, group: Group) -> str:
    """The zeros that a word after an amount stands for: [treinta y un] mil."""
    if group.kind not in COUNTED:
        return ""
    after = next(iter(words(scene.after(group.items[-1]))), "")
    return str(group.cut.numerals.thousands.get(after, ""))[1:]


def _abroad(scene: Scene, short: Group, long: Group) -> tuple[int, int | None]:
    """Where two telephone numbers begin that differ in the country's code only: 06.., +33 6.."""
    starts = [_at_home_from(scene, short), _at_home_from(scene, long)]
    if None in starts or starts == [0, 0]:
        return 0, None
    one, two = starts[0] or 0, starts[1] or 0
    return (one, two) if short.cut.said[one:] == long.cut.said[two:] else (0, None)


def _split(scene: Scene, a: Group, b: Group) -> bool:
    """Whether a person said that one of them stands alone."""
    apart = [c.mentions for c in scene.constraints if c.kind == ConstraintKind.SPLIT]
    return any(key in mentions for mentions in apart for key in (*a.keys, *b.keys))


def _place(
    scene: Scene, a: Group, b: Group, short: Group, long: Group, corrected: bool
) -> int | None:
    """Where the longer number says the shorter one, or None when that may be chance."""
    digits, whole = short.cut.said, long.cut.said
    if digits not in whole:
        return None
    echo = _echoed(short, long) and not (
        short.kind in COUNTED
        and (long.kind not in COUNTED or digits != whole)
        and is_amount(scene, short.first, short.cut.numerals)
    )
    end = cued(scene, short.first, short.cut, "tail")
    begin = cued(scene, short.first, short.cut, "head")
    linked = _is_linked(scene, short, long)
    anew = _begun_anew(short, long)
    least = 1 if linked else 2 if echo or end or begin or corrected or anew else SLICE
    amount = _amount_start(short, long)
    check = digits.isalpha() and short.kind is Kind.ID  # "la zeta, sí"
    told = short.kind is long.kind is Kind.ID and len(whole) >= _IDENTIFIER and len(digits) > 1
    if told and not begin and whole.endswith(digits):
        return len(whole) - len(digits)  # "la clé, c'est 46 ?"
    block = _block(digits, long) if short.kind is long.kind is Kind.ID else None
    if block is not None:
        return block
    if len(digits) == 1 and (end or check) and whole.endswith(digits) and len(whole) >= SLICE:
        return len(whole) - 1
    if len(digits) < least:
        return amount
    if end and len(digits) < SLICE and not (whole.endswith(digits) or linked or corrected):
        return amount  # "it ends in 56": what has them elsewhere is another number
    end_of = len(whole) - whole[-1:].isalpha()  # before the letter that checks it
    if end and digits in (whole[-len(digits) :], whole[end_of - len(digits) : end_of]):
        return whole.rfind(digits)
    if begin and whole.startswith(digits):
        return 0
    # What was said last before the slice is what it repeats.
    aligned = [(start, turn) for start, turn in long.starts() if whole.startswith(digits, start)]
    before = [(turn, start) for start, turn in aligned if turn <= short.first.turn]
    if before:
        return max(before)[1]
    return aligned[0][0] if aligned else whole.find(digits)


def _block(letters: str, long: Group) -> int | None:
    """Where a code has some letters that stand by themselves in it: "KW" of "HI-KW 482"."""
    blocks = _LETTERS.findall(" ".join(item.text.upper() for item in long.items))
    if len(letters) < _BLOCK or blocks.count(letters) != 1:
        return None
    return long.cut.said.find(letters, sum(map(len, blocks[: blocks.index(letters)])))


def _echoed(short: Group, long: Group) -> bool:
    """Whether the other speaker says the shorter number right after a piece of the longer one."""
    first = short.first
    return any(i.speaker != first.speaker and first.turn - i.turn == 1 for i in long.items) or any(
        i.speaker != first.speaker and i.turn - first.turn == 1 for i in long.items[:1]
    )


def _begun_anew(short: Group, long: Group) -> bool:
    """Whether a speaker who began a number says it from its first digit on: "91", then "91 555"."""
    last, first = short.items[-1], long.first
    near = last.speaker == first.speaker and 0 < first.turn - last.turn < _NEAR
    return near and short.kind not in COUNTED and long.cut.said.startswith(short.cut.said)


def _amount_start(short: Group, long: Group) -> int | None:
    """ "doce con cincuenta" and "12,50": an amount that stands whole between the marks."""
    if short.kind not in COUNTED or short.kind is not long.kind or len(short.values) < 2:
        return None
    position = 0
    for first, _, values in amounts_of(long):
        decimals = position > 0 and first.tokens[0].lead in (",", ".")  # of "38,90" no "90"
        if (
            not decimals
            and long.cut.said[position : position + len(values)] == short.cut.said
            and (len(values) == len(short.values))
        ):
            return position
        position += len(values)
    return None


def cued(scene: Scene, first: Item, cut: Cut, klass: str) -> bool:
    """Whether the words before a number say that it is the end ("tail") or start of another."""
    said = words(_SENTENCE.split(scene.before(first))[-1])[-4:]
    # "Im letzten Jahr hatten Sie [4812]" is the end of nothing.
    times = time_words(scene.lexicon)
    before = [w for w, after in zip(said, (*said, "")[1:], strict=True) if after not in times]
    after = words(scene.after(first))[:2]  # "[4417]n bukatzen den txartela"
    behind = cut.numerals.forms(f"{klass}_after").intersection(after)
    return bool(cut.numerals.forms(klass).intersection(before) or behind)


def is_tail(scene: Scene, group: Group) -> bool:
    """Whether a number is said to be the end of another one; what it measures ends nothing: "bei
    der letzten Untersuchung wog sie [7.850 Gramm]"."""
    measures = is_money_label(group.first.label) or is_measure_label(group.first.label)
    return not measures and cued(scene, group.first, group.cut, "tail")


def flag_partial(scene: Scene, board: Board, explained: Container[int]) -> None:
    """A piece too short to tell which number it belongs to."""
    for group in board.groups:
        if group.tied or group.kind in COUNTED or group.kind is Kind.ZIP or not group.values:
            continue
        # What follows something else is explained, as a prefix is by its place.
        if group.first.index in explained:
            continue
        # What is said to be the end of a number is no more than that: "acabada en 4417".
        if cued(scene, group.first, group.cut, "tail"):
            continue
        size = len(group.values)
        begun = size < 7 and cued(scene, group.first, group.cut, "head")
        if size < SLICE or (group.kind is Kind.CARD and size < _WHOLE_CARD) or begun:
            fix = _partial_fix(group, board)
            scene.raise_issue(notices.NUMBER_PARTIAL, group.first, group.keys, fix=fix)


def _partial_fix(group: Group, board: Board) -> Constraint:
    """A link to the one longer number that says these digits, or a placeholder."""
    longer = [
        other
        for other in board.groups
        if other.kind is group.kind
        and len(other.values) > len(group.values)
        and group.cut.said in other.cut.said
    ]
    if len(longer) == 1:
        return Constraint(ConstraintKind.LINK, (*group.keys, *longer[0].keys))
    return Constraint(ConstraintKind.PLACEHOLDER, group.keys)
