"""Numbers of a dialogue: telephone, identity and card numbers, amounts, in words or figures.

Pieces of one number are joined, renderings of one number tied digit by digit, each digit drawn
inside what every rendering allows, checksums repaired last, and every piece written in its form.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import words
from surrogates.labels import Kind, is_duration_label, type_name
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.amounts import first_digit, limit_words
from surrogates.numbers.board import SLICE, Board, Group, leave
from surrogates.numbers.counted.counts import keep_counts
from surrogates.numbers.counted.measures import limit_measures
from surrogates.numbers.counted.ordered import limit_parts, order_ranges
from surrogates.numbers.counted.steps import keep_steps
from surrogates.numbers.identifiers import ip_addresses
from surrogates.numbers.identifiers.check_letters import outside_letter
from surrogates.numbers.identifiers.checksums import fixed_letters, is_free, repair_for
from surrogates.numbers.identifiers.floors_apart import hold_floors_apart
from surrogates.numbers.identifiers.house_numbers import replace_house_numbers
from surrogates.numbers.identifiers.initials import with_initials
from surrogates.numbers.identifiers.lettered_starts import lettered_starts
from surrogates.numbers.identifiers.phone_classes import (
    Limits,
    begins_like,
    class_limits,
    keeps_class,
    loose_limits,
    options_of,
    telling_little,
)
from surrogates.numbers.identifiers.reserved_ranges import code_limits, is_assignable, limits_for
from surrogates.numbers.identifiers.rooms import tie_rooms
from surrogates.numbers.identifiers.schemes.registers import LEADS
from surrogates.numbers.identifiers.schemes.years import limit_years, years_in
from surrogates.numbers.left_as_said import keep_as_said
from surrogates.numbers.pieces import continues, pieces_of
from surrogates.numbers.relaxation import card_limits, free_pieces
from surrogates.numbers.slots import LETTERED, cuts
from surrogates.numbers.solver import APART, PIECES, WHOLE, narrow_domains, solve
from surrogates.numbers.sums.nearness import keep_near
from surrogates.numbers.sums.orders import keep_orders, keep_thresholds
from surrogates.numbers.sums.roundings import keep_roundings
from surrogates.numbers.sums.swapped import keep_swapped
from surrogates.numbers.sums.totals import keep_totals
from surrogates.numbers.ties import choose_cuts, cued, flag_partial, is_tail, tie_renderings
from surrogates.rewrite import READ_OUT, Item
from surrogates.scene import IBAN_STARTS, Scene
from surrogates.union_find import UnionFind

Prefixes = Mapping[int, tuple[str, str]]


def replace_numbers(scene: Scene, items: list[Item], prefixes: Prefixes) -> Board:
    """Writes surrogates of all numeric items (and of letters that complete an identifier).

    `prefixes`: item index -> (digits that the original starts with, digits to start with now, "?"
    for any, "n" for 2 to 9), for postal codes, telephone prefixes and the like that follow a place.
    """
    board = Board()
    items = replace_house_numbers(scene, ip_addresses.replace_ip_addresses(scene, items))
    if not items:
        return board
    starts = with_initials(scene, items, lettered_starts(scene, items))
    prefixes = {**starts, **prefixes}
    pieces = pieces_of(scene, items)
    for (kind, piece_items, _), cut in zip(
        pieces, choose_cuts([p[2] for p in pieces]), strict=True
    ):
        board.add(Group(kind, piece_items, cut))
    read_out = any(item.cue == READ_OUT for item in scene.items)
    for group in board.groups:
        group.ends = len(group.values) >= SLICE and is_tail(scene, group)
        limit_words(scene, group, board)
        group.check = outside_letter(scene, group)
        if read_out and group.kind in LETTERED and repair_for(group.cut.said, group.kind) is None:
            _renew_figures(group, board)
        _keep(group, board, prefixes)
        limit_years(group, board)
    limit_measures(scene, board)
    keep_counts(scene, board)
    limit_parts(scene, board)
    tie_renderings(scene, board)
    tie_rooms(scene, board)
    hold_floors_apart(scene, board)
    keep_as_said(scene, board)
    order_ranges(scene, board)
    flag_partial(scene, board, prefixes)
    for group in board.groups:
        if group.stays:  # what must differ from it, or rise above it, asks what it is
            board.new |= {board.root(v): board.variables[v].was for v in group.values}
    free: dict[Kind, Group] = {}
    for component in _components(board):
        _draw(scene, component, board, free)
    for group in board.groups:
        if group.stays:
            scene.surrogates.update({item.index: item.text for item in group.items})
        else:
            _write(scene, group, board)
    keep_near(scene, board)
    held = keep_totals(scene, board)
    keep_steps(scene, board, held)
    keep_orders(scene, board, held)
    keep_thresholds(scene, board, held)
    keep_roundings(scene, board, held)
    keep_swapped(scene, board)
    for group in free.values():
        scene.raise_issue(notices.ASSIGNABLE, group.first, group.keys)
    return board


def letter_items(scene: Scene, items: list[Item]) -> list[Item]:
    """LETTER items that are the check letter of the identifier right before them."""
    letters: list[Item] = []
    pieces: list[Item] = []  # of the identifier that ends here
    for one, two in pairwise(items):
        joined = continues(scene, one, two)
        if one.kind is Kind.ID:
            pieces = [*pieces, one]
            completes = two.kind is Kind.LETTER and not two.cue and joined
            completes = completes and len(_said(scene, [two])) == 1
            if completes and repair_for(_said(scene, pieces), Kind.ID) is None:
                letters.append(two)
        if two.kind is not Kind.ID or not joined:
            pieces = []
    return letters


def _said(scene: Scene, items: list[Item]) -> str:
    texts = [turn.text for turn in scene.dialogue.turns]
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    return cuts(texts, items, items[0].kind, spoken, scene.lexicon)[0].said


def _renew_figures(group: Group, board: Board) -> None:
    """Every figure becomes another one: it is said again by itself."""
    years = {start + n for start, was in years_in(group) for n in range(len(was))}
    for place, (value, was) in enumerate(zip(group.values, group.cut.said, strict=True)):
        if was.isdecimal() and place not in years:
            board.limit(value, "0123456789".replace(was, ""))


def _keep(group: Group, board: Board, prefixes: Prefixes) -> None:
    """Digits that a number of this kind keeps or may not take."""
    values, was = group.values, group.cut.said
    group.stays = group.stays or was in IBAN_STARTS.values()
    free = group.kind is Kind.ID and is_free(group.first.text)
    for position, domain in fixed_letters("" if free else was, group.kind).items():
        board.limit(values[position], domain)
        # "IE" of an account has a letter that codes avoid.
        variable = board.variables[values[position]]
        variable.domain = variable.domain or domain
    if group.check and was[0].isalpha():
        board.limit(values[0], "XYZ")
    old, fresh = prefixes.get(group.first.index, ("", ""))
    if old.isalpha() and repair_for(was, group.kind) is not None:
        return  # "DE" of an account is no plate's
    if fresh and was.startswith(old) and len(values) >= len(fresh):
        told = (pair for pair in zip(values, fresh, strict=False) if pair[1] != "?")
        for value, char in told:
            group.coded = group.kind is Kind.PHONE
            board.variables[value].domain = frozenset(
                options_of(char)[0]
            )  # "OX" has a letter that codes avoid


def _components(board: Board) -> list[list[Group]]:
    """Groups that share digits or a relation, or whose order or difference is kept."""
    groups = board.groups
    sets = UnionFind(str(i) for i in range(len(groups)))
    owner: dict[str, str] = {}
    for i, group in enumerate(groups):
        for value in group.values:
            sets.union(str(i), owner.setdefault(board.root(value), str(i)))
    for i, group in enumerate(groups):
        for value in (v for relation in group.relations for v in relation.values):
            sets.union(str(i), owner[board.root(value)])
    pairs = [*board.unequal, *((low[0], high[0]) for low, high in board.rising)]
    for x, y in pairs:
        sets.union(owner[board.root(x)], owner[board.root(y)])
    components: dict[str, list[Group]] = {}
    for i, group in enumerate(groups):
        if group.values and not group.stays:
            components.setdefault(sets.find(str(i)), []).append(group)
    return list(components.values())


def _draw(scene: Scene, component: list[Group], board: Board, free: dict[Kind, Group]) -> None:
    """New digits for a component: in a reserved range, else anywhere, else placeholders."""
    lang = scene.dialogue.lang
    longest = max((g.cut.said for g in component), key=len)
    items = [i for g in component for i in g.items]
    seed = scene.seed("number", longest, items)
    # Numbers that begin alike may be first said at one place: the second must not repeat the first.
    stream = draw.Stream(seed, str(board.seeds[seed] or ""))
    board.seeds[seed] += 1
    whole = max(component, key=lambda g: len(g.values))
    whole.begins = whole.kind is Kind.PHONE and _begins(scene, whole, board)
    code: Limits = {}
    for group in component:
        code |= code_limits(group, lang)
        board.plain.update(map(board.root, telling_little(group, lang)))
    narrow_domains(component, board, code)
    if free_pieces(component, board):
        narrow_domains(component, board, code)
    typed = _typed(scene, component)
    if typed and solve(scene, component, board, stream, typed, WHOLE):
        return
    if any(
        solve(scene, component, board, stream, code | limits, wish)
        for limits in limits_for(whole, lang)
        for wish in (APART, PIECES)
    ):
        return
    tries = _tries(component, whole, board, stream, code, lang)
    if any(solve(scene, component, board, stream, limits, wish) for limits, wish in tries):
        for group in component:
            # 067 is Nivelles in Belgium: a place's code is a landline's, whatever it is at home.
            if not group.coded and not keeps_class(group, board.now(group.values), lang):
                scene.raise_issue(notices.CLASS_LOST, group.first, group.keys)
            if is_assignable(group, lang):
                free.setdefault(group.kind, group)
        return
    if all(is_duration_label(group.first.label) for group in component):
        for group in component:  # "vingt ans" leaves nothing near as round, and names nobody
            leave(scene, group)
            scene.raise_issue(notices.DATE_RELATIVE, group.first, group.keys)
        return
    for group in component:
        group.failed = True
    keys = tuple(i.key for i in items)
    scene.raise_issue(notices.LOW_ENTROPY, component[0].first, keys)


def _begins(scene: Scene, whole: Group, board: Board) -> bool:
    """Whether digits that are no whole telephone number are the first ones of it."""
    first = next(group for group in board.groups if group.kind is Kind.PHONE) is whole
    early = first or len(whole.values) > SLICE or cued(scene, whole.first, whole.cut, "head")
    return early and len(whole.values) > 1 and not cued(scene, whole.first, whole.cut, "tail")


def _tries(
    component: list[Group],
    whole: Group,
    board: Board,
    stream: draw.Stream,
    code: Limits,
    lang: str,
) -> Iterator[tuple[Limits, int]]:
    """What is asked of a number that no reserved range fits, the most first."""
    first: Limits = {}
    for group in component:
        first |= first_digit(group)
    first |= card_limits(component, board)  # of a whole card too, if a piece says it
    for group in component:  # what was said wrong at first tells a class, too
        first = _both(first, begins_like(group, lang) if group is not whole else {})
    classes = stream.shuffled(class_limits(whole, lang))
    strict = [_both(code | one, first) for one in classes]
    lenient = [code | one for one in classes]
    for some in (strict, lenient):
        yield from ((limits, wish) for wish in (APART, PIECES) for limits in some)
    yield from ((code | one, PIECES) for one in loose_limits(whole, lang))
    yield from ((code, wish) for wish in (APART, PIECES))
    yield from ((limits, WHOLE) for limits in (*strict, {}))


def _both(some: Limits, others: Limits) -> Limits:
    """What two demands leave."""
    shared = {v: some[v] & others[v] for v in some.keys() & others.keys()}
    return some | others | shared


def _typed(scene: Scene, component: list[Group]) -> Limits:
    """Digits that a person typed for one rendering, so that the others follow."""
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    limits: Limits = {}
    for group in component:
        texts = [
            c.value for i in group.items if (c := scene.constraint_for(ConstraintKind.SURROGATE, i))
        ]
        if len(texts) == len(group.items) == 1:
            moved = replace(group.first, turn=0, start=0, end=len(texts[0]), text=texts[0])
            digits = cuts(texts, [moved], group.kind, spoken, scene.lexicon)[0].said
            if len(digits) == len(group.values):
                limits |= {v: frozenset(c) for v, c in zip(group.values, digits, strict=True)}
    return limits


def _write(scene: Scene, group: Group, board: Board) -> None:
    """Texts of a group's items; placeholders where some did not change, or were not understood."""
    odd = {t.item for t in group.cut.odd}
    spoken = {t.item for slot in group.slots for t in slot.tokens}
    numerals = group.cut.numerals
    beside = numerals.joiners | numerals.forms("repeat")
    joiners = {t.item for t in group.cut.tokens if t.key in beside}
    if group.failed or not group.values:
        texts = ["" for _ in group.items]
    else:
        texts = board.written(group)
        same = board.unchanged(group)
        if not all(board.is_forced(group, place) for place in same):
            # All of them: placeholders for some would tell which digits are genuine.
            texts = ["" for _ in group.items]
        if same:
            scene.raise_issue(notices.LOW_ENTROPY, group.first, group.keys)
    for place, item in enumerate(group.items):
        strange = not (place in spoken or place in joiners)
        if strange and place not in odd:
            scene.raise_issue(notices.NUMBER_UNKNOWN, item)
        lost = place in odd or strange or not texts[place]
        scene.surrogates[item.index] = f"[{type_name(item.label)}]" if lost else texts[place]
        lead = words(item.text)[:1]
        if group.kind is Kind.ID and lead and lead[0] in LEADS and not lost:
            scene.told[item.index] = frozenset(lead)
    scene.add_card(
        str(group.kind),
        group.items,
        " ".join(scene.surrogates[i.index] for i in group.items),
        ("same_value",) if len(group.items) > 1 or group.tied else (),
        original=" ".join(i.text for i in group.items),
        lang=numerals.lang,
    )
