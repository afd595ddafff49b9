"""Numbers of a dialogue: telephone, identity and card numbers, amounts, in words or figures.

Pieces of one number are joined, renderings of one number tied digit by digit, each digit drawn
inside what every rendering allows, checksums repaired last, and every piece written in its form.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from surrogates import draw
from surrogates.checksums import fixed_letters, repair_for
from surrogates.entities import UnionFind
from surrogates.folding import fold, words
from surrogates.labels import Kind, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.shapes import Shape, Slot, Variable, bind, read_shape
from surrogates.types import Constraint, EntityCard
from surrogates.wording import write_shape

ATTEMPTS = 400
# From this length on the first digit stays: card scheme, mobile or landline, decade of an age.
_KEEP_FIRST = {Kind.CARD: 1, Kind.PHONE: 3, Kind.AGE: 2}
NUMERIC = (Kind.NUMBER, Kind.AGE, Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP)
_LETTER_CUES = frozenset({"letra", "letter", "letras"})


@dataclass
class Group:
    """Pieces that one speaker gives of one number."""

    kind: Kind
    shapes: list[Shape]

    @property
    def values(self) -> list[int]:
        return [v for shape in self.shapes for v in shape.values]

    @property
    def first(self) -> Item:
        return self.shapes[0].item


@dataclass
class Board:
    """Variables of all numbers of a dialogue, what ties them, and what must differ."""

    variables: list[Variable] = field(default_factory=list)
    sets: UnionFind = field(default_factory=UnionFind)
    unequal: list[tuple[int, int]] = field(default_factory=list)
    new: dict[str, str] = field(default_factory=dict)

    def root(self, value: int) -> str:
        return self.sets.find(f"{value:06d}")

    def tie(self, a: int, b: int) -> None:
        self.sets.union(f"{a:06d}", f"{b:06d}")

    def was(self, values: Iterable[int]) -> str:
        return "".join(self.variables[v].was for v in values)

    def now(self, values: Iterable[int]) -> str:
        return "".join(self.new[self.root(v)] for v in values)


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
            if same and item.kind is not Kind.AGE and continues(scene, last, item):
                group.shapes.append(shape)
                break
        else:
            groups.append(Group(item.kind, [shape]))
    for group in groups:
        bind(scene, group.shapes, board.variables)
    return groups


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
        _narrow_amount(scene, group, board)


def _narrow_amount(scene: Scene, group: Group, board: Board) -> None:
    """Amounts keep plural agreement outside and never lead with a zero they did not have."""
    slots = [slot for shape in group.shapes for slot in shape.slots]
    variables = board.variables
    if len(slots) == 1 and len(slots[0].values) == 1:
        variable = variables[slots[0].values[0]]
        variable.domain &= frozenset("23456789")
        if variable.was == "1":
            keys = (group.first.key,)
            scene.raise_issue(
                "NUMBER_GRAMMAR",
                "warn",
                group.first,
                "A one became a plural number; the noun after it may not agree.",
                keys,
                (Constraint("placeholder", keys),),
            )
        return
    for i, slot in enumerate(slots):
        if slot.style == "figure":
            leads = i == 0 or slots[i - 1].style != "figure" or slots[i - 1].end != slot.start
            if leads and variables[slot.values[0]].was != "0":
                variables[slot.values[0]].domain &= frozenset("123456789")
        elif slot.word is not None and slot.word.klass == "I" and _completes(slots, i):
            # x1 would need the gender and place of a noun that may be anywhere.
            variables[slot.values[0]].domain -= {"1"}


def _completes(slots: list[Slot], i: int) -> bool:
    if i == 0:
        return False
    word = slots[i - 1].word
    return word is not None and word.klass in ("III", "IV")


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
        "The form of this number leaves no other value; a placeholder is safer.",
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
                "Two renderings of one number ask for different digits.",
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
        if _too_close(group, board, domains):
            return False
        for shape in group.shapes:
            if not shape.values:
                continue
            if fold(write_shape(scene, shape, board.now)) == fold(shape.item.text):
                return False
            if group.kind in (Kind.NUMBER, Kind.AGE) and _bad_amount(shape, board):
                return False
    return True


def _too_close(group: Group, board: Board, domains: Mapping[str, frozenset[str]]) -> bool:
    """Whether fewer than half of the digits that could change did."""
    free = [v for v in group.values if len(domains[board.root(v)]) > 1]
    changed = sum(board.new[board.root(v)] != board.variables[v].was for v in free)
    return 2 * changed < len(free)


def _bad_amount(shape: Shape, board: Board) -> bool:
    """21 as an amount would need the noun's gender; 0 and 1 alone its number."""
    for slot in shape.slots:
        if slot.word is not None and slot.word.klass == "II" and board.now(slot.values) == "21":
            return True
    figures = [slot for slot in shape.slots if slot.style == "figure"]
    whole = board.now(shape.values)
    return len(figures) == len(shape.slots) and whole in ("0", "1")


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
