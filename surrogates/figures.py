"""Numbers of a dialogue: telephone, identity and card numbers, amounts, in words or figures.

Pieces of one number are joined, renderings of one number tied digit by digit, each digit drawn
inside what every rendering allows, checksums repaired last, and every piece written in its form.
"""

from collections.abc import Mapping
from itertools import pairwise

from surrogates import draw
from surrogates.board import Board, Group, bad_amount, is_dictated, narrow_amount, too_close
from surrogates.checksums import fixed_letters, repair_for
from surrogates.entities import UnionFind
from surrogates.folding import fold, words
from surrogates.labels import Kind, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.shapes import bind, read_shape
from surrogates.types import N_, Constraint, EntityCard
from surrogates.wording import write_shape

ATTEMPTS = 400
# From this length on the first digit stays: card scheme, mobile or landline, decade of an age.
_KEEP_FIRST = {Kind.CARD: 1, Kind.PHONE: 3, Kind.AGE: 2}
NUMERIC = (Kind.NUMBER, Kind.AGE, Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP)
_LETTER_CUES = frozenset({"letra", "letter", "letras", "la", "es", "con", "the", "is"})


def fill(scene: Scene, items: list[Item], prefixes: Mapping[int, tuple[str, str]]) -> Board:
    """Writes surrogates of all numeric items (and of letters that complete an identifier).

    `prefixes`: item index -> (digits that the original starts with, digits to start with now), for
    postal codes and telephone prefixes that follow a place.
    """
    board = Board()
    groups = _groups(scene, items, board)
    _tie_renderings(scene, groups, board)
    for group in groups:
        _narrow(scene, group, board, prefixes)
    for component in _components(groups, board):
        _draw(scene, component, board)
    for group in groups:
        for shape in group.shapes:
            item = shape.item
            if not shape.values:
                scene.surrogates[item.index] = f"[{type_name(item.label)}]"
                continue
            text = write_shape(scene, shape, board.now)
            if fold(text) == fold(item.text):
                text = f"[{type_name(item.label)}]"
            scene.surrogates[item.index] = text
        _card(scene, group)
    return board


def letter_items(scene: Scene, items: list[Item]) -> list[Item]:
    """LETTER items that are the check letter of the identifier right before them."""
    found: list[Item] = []
    for one, two in pairwise(items):
        if one.kind is Kind.ID and two.kind is Kind.LETTER and continues(scene, one, two):
            found.append(two)
    return found


def _groups(scene: Scene, items: list[Item], board: Board) -> list[Group]:
    groups: list[Group] = []
    for item in sorted(items, key=lambda i: i.index):
        shape = read_shape(scene, item, board.variables)
        for group in reversed(groups[-4:]):
            last = group.shapes[-1].item
            same = item.kind == last.kind or item.kind is Kind.LETTER
            same = same and not _complete(group)
            if same and item.kind is not Kind.AGE and continues(scene, last, item):
                group.shapes.append(shape)
                break
        else:
            groups.append(Group(item.kind, [shape]))
    for group in groups:
        bind(scene, group.shapes, board.variables)
    return groups


def _complete(group: Group) -> bool:
    """Whether the figures so far are a whole identifier, so that the next piece is another one."""
    said = "".join(c for s in group.shapes for c in s.item.text.upper() if c.isalnum())
    return repair_for(said, group.kind) is not None


def continues(scene: Scene, one: Item, two: Item) -> bool:
    """Whether nothing but fillers (and the other speaker's "sí" or echo) stands between."""
    plain = scene.lexicon.fillers
    if one.kind is Kind.ID:
        plain = plain | _LETTER_CUES
    if one.turn == two.turn:
        gap = scene.between(one, two)
        return all(w in plain for w in words(gap)) and not any(c in gap for c in ".;?!")
    if one.speaker != two.speaker or two.turn - one.turn > 4:
        return False
    if one.kind is Kind.NUMBER and two.turn - one.turn > 2:
        return False
    if any(w not in plain for w in words(scene.after(one) + " " + scene.before(two))):
        return False
    return all(_only_fillers(scene, number, plain) for number in range(one.turn + 1, two.turn))


def _only_fillers(scene: Scene, number: int, plain: frozenset[str]) -> bool:
    text = scene.dialogue.turns[number].text
    spelled = (*NUMERIC, Kind.LETTER)
    for item in reversed([i for i in scene.items if i.turn == number and i.kind in spelled]):
        text = text[: item.start] + " " + text[item.end :]
    return all(w in plain for w in words(text))


def _tie_renderings(scene: Scene, groups: list[Group], board: Board) -> None:
    for k, later in enumerate(groups):
        for earlier in reversed(groups[:k]):
            if _correction(scene, earlier, later):
                _tie_correction(earlier, later, board)
            else:
                _tie_slice(earlier, later, board)


def _tie_slice(a: Group, b: Group, board: Board) -> None:
    """Ties the shorter value to the place where the longer one holds it."""
    short, long = sorted((a, b), key=lambda g: len(g.values))
    digits, whole = board.was(short.values), board.was(long.values)
    echo = b.first.turn - a.shapes[-1].item.turn == 1 and a.first.speaker != b.first.speaker
    if digits == whole:
        if Kind.AGE in (a.kind, b.kind) and a.kind is not b.kind:
            return
        start = 0
    elif len(digits) >= (2 if echo else 3) and digits in whole:
        starts = [0]
        for shape in long.shapes:
            starts.append(starts[-1] + len(shape.values))
        aligned = [s for s in starts if whole.startswith(digits, s)]
        start = aligned[-1] if aligned else whole.find(digits)
    else:
        return
    for x, y in zip(short.values, long.values[start:], strict=False):
        board.tie(x, y)


def _correction(scene: Scene, a: Group, b: Group) -> bool:
    one, two = a.shapes[-1].item, b.shapes[0].item
    if one.turn != two.turn or a.kind is not b.kind or one.index + 1 != two.index:
        return False
    gap = f" {' '.join(words(scene.between(one, two)))} "
    return any(f" {cue} " in gap for cue in scene.lexicon.cues("correction"))


def _tie_correction(a: Group, b: Group, board: Board) -> None:
    """ "nueve uno cinco, perdón, nueve uno seis": equal digits stay equal, others differ."""
    if len(a.values) != len(b.values):
        return
    for x, y in zip(a.values, b.values, strict=True):
        if board.variables[x].was == board.variables[y].was:
            board.tie(x, y)
        else:
            board.unequal.append((x, y))


def _narrow(
    scene: Scene, group: Group, board: Board, prefixes: Mapping[int, tuple[str, str]]
) -> None:
    """Digits that a number of this kind keeps or may not take."""
    values, variables = group.values, board.variables
    if not values:
        return
    was = board.was(values)
    limits: dict[int, frozenset[str]] = {}
    for position, domain in fixed_letters(was, group.kind).items():
        limits[position] = domain
    old, fresh = prefixes.get(group.first.index, ("", ""))
    if fresh and was.startswith(old):
        limits |= {i: frozenset(c) for i, c in enumerate(fresh)}
    elif len(was) >= _KEEP_FIRST.get(group.kind, len(was) + 1):
        limits[0] = frozenset(was[0])
    for position, domain in limits.items():
        variables[values[position]].domain &= domain
    if group.kind in (Kind.NUMBER, Kind.AGE):
        narrow_amount(scene, group, board)


def _components(groups: list[Group], board: Board) -> list[list[Group]]:
    sets = UnionFind(str(i) for i in range(len(groups)))
    owner: dict[str, str] = {}
    for i, group in enumerate(groups):
        for value in group.values:
            root = board.root(value)
            sets.union(str(i), owner.setdefault(root, str(i)))
    for x, y in board.unequal:
        sets.union(owner[board.root(x)], owner[board.root(y)])
    found: dict[str, list[Group]] = {}
    for i, group in enumerate(groups):
        if group.values:
            found.setdefault(sets.find(str(i)), []).append(group)
    return list(found.values())


def _draw(scene: Scene, component: list[Group], board: Board) -> None:
    values = [v for group in component for v in group.values]
    domains = _domains(scene, component, board, values)
    longest = max((board.was(g.values) for g in component), key=len)
    items = [s.item for g in component for s in g.shapes]
    stream = draw.Stream(scene.seed("number", longest, items))
    roots = sorted(domains)
    for _ in range(ATTEMPTS):
        for root in roots:
            board.new[root] = stream.choice(sorted(domains[root]))
        _repair(component, board, domains)
        if _acceptable(scene, component, board, domains):
            return
    keys = tuple(i.key for i in items)
    scene.raise_issue(
        "LOW_ENTROPY",
        "warn",
        items[0],
        N_("The form of this number leaves no other value; a placeholder is safer."),
        keys,
        (Constraint("placeholder", keys),),
    )


def _domains(
    scene: Scene, component: list[Group], board: Board, values: list[int]
) -> dict[str, frozenset[str]]:
    domains: dict[str, frozenset[str]] = {}
    for value in values:
        root = board.root(value)
        own = board.variables[value].domain
        both = domains.get(root, own) & own
        if not both:
            scene.raise_issue(
                "NUMBER_GRAMMAR",
                "warn",
                component[0].first,
                N_("Two renderings of one number ask for different digits."),
            )
            both = own
        domains[root] = both
    return domains


def _repair(component: list[Group], board: Board, domains: Mapping[str, frozenset[str]]) -> None:
    for group in component:
        values = group.values
        repair = repair_for(board.was(values), group.kind)
        if repair is None:
            continue
        for value, char in zip(values, repair(board.now(values)), strict=True):
            board.new[board.root(value)] = char


def _acceptable(
    scene: Scene,
    component: list[Group],
    board: Board,
    domains: Mapping[str, frozenset[str]],
) -> bool:
    if any(board.new[root] not in domain and len(domain) < 10 for root, domain in domains.items()):
        return False
    if any(
        board.new[board.root(x)] == board.new[board.root(y)]
        for x, y in board.unequal
        if board.root(x) in domains
    ):
        return False
    for group in component:
        was, now = board.was(group.values), board.now(group.values)
        repair = repair_for(was, group.kind)
        if repair is not None and repair(now) != now:
            return False
        if len(now) >= 4 and now in scene.original_digits:
            return False
        if too_close(group, board, domains):
            return False
        for shape in group.shapes:
            if not shape.values:
                continue
            if fold(write_shape(scene, shape, board.now)) == fold(shape.item.text):
                return False
            amount = group.kind in (Kind.NUMBER, Kind.AGE) and not is_dictated(scene, group)
            if amount and bad_amount(shape, board):
                return False
    return True


def _card(scene: Scene, group: Group) -> None:
    first = group.first
    scene.cards.append(
        EntityCard(
            key=f"{group.kind}:{first.key}",
            kind=str(group.kind),
            label=first.label,
            mentions=tuple(s.item.key for s in group.shapes),
            original=" ".join(s.item.text for s in group.shapes),
            surrogate=" ".join(scene.surrogates[s.item.index] for s in group.shapes),
            lang=scene.lexicon.lang,
            links=("same_value",) if len(group.shapes) > 1 else (),
        )
    )
