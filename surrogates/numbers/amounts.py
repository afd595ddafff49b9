"""What the slots of a number may say: classes kept, agreement with the noun, amounts and ages.

A number word becomes only words that would be said the same way in every reading that the text
leaves open. "treinta euros" may not become "veintiún": nothing says whether it would be veintiuno.
"veintiuna llamadas" says its gender.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from surrogates import notices
from surrogates.folding import PARTICLES, fold
from surrogates.labels import Kind
from surrogates.languages.numerals import PLAIN, Numerals, Style
from surrogates.numbers.board import (
    LETTERS,
    Board,
    Group,
    Relation,
    is_card_piece,
    is_dictated,
    leave,
)
from surrogates.numbers.slots import COUNTED, Slot
from surrogates.numbers.sums.values import SYMBOLS
from surrogates.numbers.writing import ordinals_like, parts
from surrogates.scene import Scene

_NEXT_WORD = re.compile(r"\s*(?:%|€|\$|£)?\s*([^\W\d_]+)")
_ARTICLE = 10  # characters before a number in which its article is looked for
_ELIDED = ("'", "’")  # "a l'[11]"
_PLURAL = frozenset("23456789")
_THOUSANDS = 3  # figures
_GRADES = 3
_STOREYS, _FIFTH = 2, 5  # by how much an ordinal moves at most: so many, or this part of it


@dataclass(frozen=True, slots=True)
class After:
    """What follows a number: a word ("" at the end or before a mark), and its gender if known."""

    word: str = ""
    gender: str = ""


def limit_words(scene: Scene, group: Group, board: Board) -> None:
    """Sets the styles and relations of a group's slots, and narrows their variables."""
    amount = not is_dictated(group)
    variants = _variants(group)
    for slot in group.slots:
        if slot.style == "word" and slot.reading is not None and slot.times == 1:
            after = _after(scene, group, slot) if amount else After()
            after = after if after.word or not amount else _said_of(scene, group, board)
            styles = _styles(group.cut.numerals, slot, after, amount, variants)
            group.styles.append(_limit_word(group, slot, styles, after))
        elif slot.style == "word" and slot.reading is not None:
            numerals = group.cut.numerals
            group.styles.append(min(slot.reading.styles, key=numerals.styles.index))
        else:
            group.styles.append(PLAIN)
            _bind_other(group, slot)
            if slot.style == "alphabet":  # a word of it may not be one that was said
                every = (s for g in board.groups for s in g.slots if s.style == "alphabet")
                board.limit(slot.values[0], LETTERS - {s.was for s in every})
    if amount:
        _narrow_amount(scene, group, board)
    if group.kind in COUNTED:
        _suit_article(scene, group)
        _check_grammar(scene, group, board)


def _variants(group: Group) -> frozenset[str]:
    """Variants that some word of the group can only belong to ("oh", "nonante")."""
    variants: set[str] = set()
    for slot in group.slots:
        if slot.reading is not None:
            variants_said = {s.variant for s in slot.reading.styles}
            variants |= variants_said if "" not in variants_said else set()
    return frozenset(variants)


def _styles(
    numerals: Numerals, slot: Slot, after: After, amount: bool, variants: frozenset[str]
) -> frozenset[Style]:
    """The ways in which the slot's number may be meant to be said."""
    assert slot.reading is not None
    styles = slot.reading.styles
    if len(slot.was) > 1:
        variants -= numerals.digit_variants
    named = frozenset(s for s in styles if s.variant in variants)
    plain = frozenset(s for s in styles if not s.variant)
    styles = named or plain or styles
    first = min(styles, key=numerals.styles.index)
    styles = frozenset(s for s in styles if s.variant == first.variant)
    if not amount:
        return frozenset({first})
    if after.gender:
        place = "before_noun" if after.word and "before_noun" in numerals.places else "alone"
        fits = [s for s in styles if s.gender == after.gender and s.place == place]
    else:
        fits = [s for s in styles if not after.word and s.place == "alone"]
    return frozenset(fits) or styles


def _after(scene: Scene, group: Group, slot: Slot) -> After:
    """The word after a slot, its own words and figures left out."""
    token = slot.tokens[-1]
    match = _NEXT_WORD.match(scene.dialogue.turns[token.turn].text, token.end)
    if match is None:
        return After()
    word, numerals = fold(match.group(1)), group.cut.numerals
    if word in numerals.nouns:
        return After(word, numerals.nouns[word])
    beside = numerals.joiners | numerals.forms("to") | numerals.forms("label") | PARTICLES
    if word in beside or word in group.cut.lexicon.fillers or word in numerals.single_words:
        return After()
    return After(word)


def _said_of(scene: Scene, group: Group, board: Board) -> After:
    """The gender of what another rendering counts: "ciento dos euros. ¿Ciento dos?"."""
    equal = (g for g in board.groups if g is not group and g.cut.said == group.cut.said)
    nouns = (_after(scene, other, other.slots[-1]) for other in equal if other.slots)
    return After(gender=next((noun.gender for noun in nouns if noun.gender), ""))


def _limit_word(group: Group, slot: Slot, styles: frozenset[Style], after: After) -> Style:
    assert slot.reading is not None
    numerals = group.cut.numerals
    relations = list(_relations(numerals, slot, styles))
    stuck = all(set(r.options) <= {_part(slot, r)} for r in relations)
    if stuck or (not slot.whole and any(_is_stuck(slot, r) for r in relations)):
        # Nothing can be said for certain: the noun's ending decides.
        gender = "f" if after.word.endswith(numerals.feminine or ("\0",)) else "m"
        fits = [s for s in styles if s.gender == gender] or styles
        styles = frozenset({min(fits, key=numerals.styles.index)})
        relations = list(_relations(numerals, slot, styles))
    if not slot.whole and slot.reading.value < 1000 and any(_is_stuck(slot, r) for r in relations):
        relations = [any_number(numerals, slot, min(styles, key=numerals.styles.index))]
    group.relations += relations
    return min(styles, key=numerals.styles.index)


def any_number(numerals: Numerals, slot: Slot, style: Style) -> Relation:
    """Any number of as many digits; in several spans of as many words: [quatre] [vingt] [dix]."""
    fits = _aligned(numerals, slot, frozenset({style}))
    size = len(slot.was)
    options = tuple(str(n) for n in range(10 ** (size - 1), 10**size) if fits(n))
    return Relation(tuple(slot.values), options)


def _is_stuck(slot: Slot, relation: Relation) -> bool:
    """Whether some digit, and so the span that says it, cannot change."""
    columns = zip(_part(slot, relation), zip(*relation.options, strict=True), strict=False)
    return any(set(column) <= {digit} for digit, column in columns if digit != "0")


def _part(slot: Slot, relation: Relation) -> str:
    at = slot.values.index(relation.values[0])
    return slot.was[at : at + len(relation.values)]


def _relations(numerals: Numerals, slot: Slot, styles: frozenset[Style]) -> Iterator[Relation]:
    """What the digits of a number word may be, thousands and the rest apart."""
    assert slot.reading is not None
    value = slot.reading.value
    fits = _aligned(numerals, slot, styles)
    if value < 1000:
        same = _invariant(numerals, numerals.shape(value), styles)
        options = tuple(str(n) for n in same if fits(n) or n == value)
        yield Relation(tuple(slot.values), options)
        return
    thousands, rest = divmod(value, 1000)
    width = len(str(thousands))
    many: tuple[int, ...] = numerals.shapes[numerals.shape(thousands)]
    if thousands == 1 and rest:
        many = (1,)  # "mil doscientos" says no one
    options = tuple(
        str(n)
        for n in many
        if n == thousands or (n > bool(rest) and _same(numerals, 1000 * n + rest, styles, fits))
    )
    yield Relation(tuple(slot.values[:width]), options)
    few = numerals.shapes[numerals.shape(rest)] if rest else (0,)
    options = tuple(
        f"{n:03d}"
        for n in few
        if n == rest or (n and _same(numerals, 1000 * thousands + n, styles, fits))
    )
    yield Relation(tuple(slot.values[width:]), options)


def _same(
    numerals: Numerals, number: int, styles: frozenset[Style], fits: Callable[[int], bool]
) -> bool:
    return len({numerals.say(number, s) for s in styles}) == 1 and fits(number)


@lru_cache(maxsize=512)
def _invariant(
    numerals: Numerals, shape: tuple[str, ...], styles: frozenset[Style]
) -> tuple[int, ...]:
    """Numbers of a shape that all the styles say alike."""
    return tuple(
        n for n in numerals.shapes[shape] if len({numerals.say(n, s) for s in styles}) == 1
    )


def _aligned(numerals: Numerals, slot: Slot, styles: frozenset[Style]) -> Callable[[int], bool]:
    """Whether another number has its words where the slot's spans want them."""
    if slot.whole:
        return lambda number: True
    style = min(styles, key=numerals.styles.index)
    keys = [t.key if t.item < 0 else "" for t in slot.tokens]

    def fits(number: int) -> bool:
        spoken = numerals.key(" ".join(parts(numerals, numerals.say(number, style)))).split()
        return len(spoken) == len(keys) and all(
            k in ("", w) for k, w in zip(keys, spoken, strict=True)
        )

    return fits


def _bind_other(group: Group, slot: Slot) -> None:
    """Ordinals and Roman figures: another of the same form."""
    size = len(slot.was)
    if slot.style == "ordinal":
        numbers: list[int] = sorted(ordinals_like(group.cut.numerals, slot))
        if slot.word is not None and slot.word.position != "joined" and _ends_cardinal(group, slot):
            # "vingt-deuxième", but "vingt et unième"
            words = group.cut.numerals.words
            joined = {w.value for w in words if w.klass == "ordinal" and w.position == "joined"}
            numbers = [n for n in numbers if n not in joined]
    elif slot.style == "roman":
        number = int(slot.was)
        top = (
            _GRADES + 1  # of care, of a burn, of a wound
            if number <= _GRADES
            else 22
            if 10 <= number < 22
            else 40
            if 22 <= number < 40
            else 2030
            if number >= 1000
            else 10**size
        )
        numbers = list(range(max(10 ** (size - 1), 1500 if size == 4 else 1), top))
    else:
        return
    numbers = _near(numbers, int(slot.was)) or numbers
    options = tuple(str(n) for n in numbers if len(str(n)) == size)
    group.relations.append(Relation(tuple(slot.values), options))


def _near(numbers: Iterable[int], old: int) -> list[int]:
    """Floors, classes and centuries near one, where any other is: no tenth form becomes a 29th."""
    reach = max(_STOREYS, old // _FIFTH)
    near = [n for n in numbers if abs(n - old) <= reach]
    return near if len(near) > 1 else []


def _ends_cardinal(group: Group, slot: Slot) -> bool:
    """Whether an ordinal ends a number whose tens are a cardinal."""
    pairs = pairwise(group.slots)
    return any(two is slot and one.scale > 1 and one.word is None for one, two in pairs)


def _narrow_amount(scene: Scene, group: Group, board: Board) -> None:
    """Amounts keep plural agreement outside and never lead with a zero they did not have."""
    pieces = list(amounts_of(group))
    for first, last, values in pieces:
        if first.style not in ("word", "figure"):
            continue
        if len(values) > 1:
            if first.style == "figure" and first.was != "0":
                board.limit(values[0], "123456789")
            continue
        if len(pieces) == 1 or first.style == "word":
            _narrow_digit(scene, group, board, last)


def _suit_article(scene: Scene, group: Group) -> None:
    """ "an eighteen-year-old": another number that is said after "an"."""
    for first, _, values in amounts_of(group):
        token = first.tokens[0]
        text = scene.dialogue.turns[token.turn].text[: token.start]
        text = text[: len(text) - (text[-1:] in SYMBOLS)]  # "an $80 fee"
        glued = not (text[-1:].isspace() or text[-1:] in _ELIDED)
        word = "" if glued else next(iter(fold(text[-_ARTICLE:]).split()[-1:]), "")
        head = values[: (len(values) - 1) % _THOUSANDS + 1]  # "an $80,000 loan": the eighty
        size = len(head)
        numbers = range(10 ** (size - 1) * (len(values) > 1), 10**size)
        fits = tuple(str(n) for n in numbers if group.cut.numerals.fits_after(word, n))
        more = len(fits) > 1 or len(group.values) > size
        if 0 < len(fits) < len(numbers) and more:
            group.relations.append(Relation(tuple(head), fits))
        elif len(fits) == 1 and not group.stays:  # "d'[una setmana]" is left as it is
            scene.raise_issue(notices.ARTICLE_DISAGREES, group.first, group.keys)


def _narrow_digit(scene: Scene, group: Group, board: Board, slot: Slot) -> None:
    """A single digit stays plural; a one that counts a noun stays: no other number agrees."""
    if slot.style == "figure" and not slot.tokens[0].lead:
        board.limit(slot.values[0], "123456789")  # "CM1" counts nothing
        return
    after = _after(scene, group, slot)
    counts = slot.was == "1" and after.word and not _is_ordinal(scene, slot)
    board.limit(slot.values[0], "1" if counts else _PLURAL)
    if counts and len(group.items) == len(group.values) == 1:
        leave(scene, group)
        scene.raise_issue(notices.ONE_STAYS, group.first)


def _is_ordinal(scene: Scene, slot: Slot) -> bool:
    """Figures with an ending of their own: 1.º, 1st, 1er."""
    text = scene.dialogue.turns[slot.tokens[-1].turn].text
    return re.match(r"\.?[ºª°]|[^\W\d_]", text[slot.tokens[-1].end :]) is not None


def _check_grammar(scene: Scene, group: Group, board: Board) -> None:
    """Number words that nobody says together: "treinta y cero", "doscientos cero", "cien dos"."""
    slots, odd = group.slots, bool(group.cut.odd)
    for first, second in pairwise(slots):
        if _clashes(scene, group, first, second):
            odd = True
            board.limit(second.values[0], "123456789")
    if odd:
        scene.raise_issue(notices.NUMBER_UNSAYABLE, group.first, group.keys)


def _clashes(scene: Scene, group: Group, first: Slot, second: Slot) -> bool:
    numerals = group.cut.numerals
    if first.reading is None or second.reading is None:
        return False
    one, two = first.reading.value, second.reading.value
    start, end = first.tokens[-1].end, second.tokens[0].start
    turn = first.tokens[0].turn
    if turn != second.tokens[0].turn:
        return False
    text = scene.dialogue.turns[turn].text
    gap = fold(text[start:end]).strip()
    round_number = one % 10 == 0 and one >= 20
    if gap in numerals.joiners and numerals.joins_tens:
        before = fold(text[: first.tokens[0].start]).split()[-1:]
        ranged = bool(numerals.forms("from").intersection(before))
        return round_number and two < 10 and not ranged
    pair = not gap and len(group.slots) == 2
    return pair and round_number and (two == 0 or (one == 100 and two < 100))


def first_digit(group: Group) -> dict[int, frozenset[str]]:
    """The first digit says the kind of number: card scheme, mobile or landline, decade of age."""
    least = {Kind.CARD: 1, Kind.PHONE: 3, Kind.AGE: 2}.get(group.kind)
    if least is None or len(group.values) < least or is_card_piece(group):
        return {}
    return {group.values[0]: frozenset(group.cut.said[0])}


def amounts_of(group: Group) -> Iterator[tuple[Slot, Slot, list[int]]]:
    """(first slot, last slot, variables) of every amount: one number word, or figures in a row."""
    run: list[Slot] = []
    for slot in group.slots:
        if run and not (slot.style == run[-1].style == "figure" and slot.tokens[0].lead == ""):
            yield run[0], run[-1], [v for s in run for v in s.values]
            run = []
        run.append(slot)
    if run:
        yield run[0], run[-1], [v for s in run for v in s.values]
