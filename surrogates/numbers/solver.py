"""Draws the digits of tied numbers: what every rendering allows, checksums repaired last."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from surrogates import draw
from surrogates.folding import words
from surrogates.numbers.amounts import amounts_of
from surrogates.numbers.board import Board, Group, Relation
from surrogates.numbers.identifiers.check_letters import repair_of
from surrogates.numbers.identifiers.schemes.scheme import Repair
from surrogates.numbers.slots import COUNTED
from surrogates.scene import Scene

ATTEMPTS = 150
RUN = 7
APART, PIECES, WHOLE = range(3)
Domains = dict[str, frozenset[str]]
Limits = Mapping[int, frozenset[str]]


def solve(
    scene: Scene,
    component: Sequence[Group],
    board: Board,
    stream: draw.Stream,
    limits: Limits,  # narrow some variables further (a reserved range)
    wish: int = APART,  # how different the new value must be
) -> bool:
    """Draws new values for all variables of a component; False when none was found."""
    domains = _domains(component, board, limits)
    relations = [_rooted(r, board) for g in component for r in g.relations]
    if not _narrow(domains, relations):
        return False
    if all(d == {v} for d, v in _originals(component, board, domains)):
        return False
    if wish < WHOLE and any(_stays(group, board, domains) for group in component):
        return False
    repairs = _repairs(component)
    for _ in range(ATTEMPTS):
        if _draw(domains, relations, board, stream):
            _repair(repairs, board)
            valid = all(r(board.now(g.values)) == board.now(g.values) for g, r in repairs)
            if valid and _acceptable(scene, component, board, domains, wish):
                for group in component:
                    new = board.now(group.values)
                    board.became.setdefault(new, set()).add(group.cut.said)
                return True
    return False


def narrow_domains(component: Sequence[Group], board: Board, limits: Limits) -> None:
    """Writes on the board what the renderings of a component leave to each variable."""
    domains = _domains(component, board, limits)
    _narrow(domains, [_rooted(r, board) for g in component for r in g.relations])
    board.domains |= domains


def _stays(group: Group, board: Board, domains: Domains) -> bool:
    """Whether a piece would come out as it was in every draw, though it need not: "seis"."""
    pieces: dict[int, list[int]] = {}
    for slot in group.slots:
        pieces.setdefault(slot.tokens[0].item, []).extend(slot.values)
    return any(
        values
        and all(domains[board.root(v)] == {board.variables[v].was} for v in values)
        and not board.is_forced(group, place)
        for place, values in pieces.items()
    )


Rooted = tuple[tuple[str, ...], list[str]]


def _rooted(relation: Relation, board: Board) -> Rooted:
    return tuple(board.root(v) for v in relation.values), list(relation.options)


def _domains(component: Sequence[Group], board: Board, limits: Limits) -> Domains:
    domains: Domains = {}
    for value in (v for group in component for v in group.values):
        domain = board.variables[value].domain & limits.get(value, board.variables[value].domain)
        root = board.root(value)
        domains[root] = domains.get(root, domain) & domain
    return domains


def _originals(
    component: Sequence[Group], board: Board, domains: Domains
) -> Iterator[tuple[frozenset[str], str]]:
    for value in (v for group in component for v in group.values):
        yield domains[board.root(value)], board.variables[value].was


def _narrow(domains: Domains, relations: list[Rooted]) -> bool:
    """Drops what cannot be part of any value, until nothing changes; False when nothing is left."""
    changed = True
    while changed:
        changed = False
        for roots, options in relations:
            fits = [o for o in options if _fits(o, roots, domains)]
            if len(fits) < len(options):
                options[:] = fits
            for k, root in enumerate(roots):
                left = domains[root] & {o[k] for o in fits}
                if left != domains[root]:
                    domains[root] = left
                    changed = True
    return all(domains.values())


def _fits(option: str, roots: tuple[str, ...], domains: Domains) -> bool:
    return all(c in domains[r] for c, r in zip(option, roots, strict=True))


def _draw(domains: Domains, relations: list[Rooted], board: Board, stream: draw.Stream) -> bool:
    """One value for every variable, relation by relation; False at a dead end."""
    drawn: dict[str, str] = {}
    for roots, options in relations:
        fits = options
        if any(r in drawn for r in roots) or len(set(roots)) < len(roots):
            fits = [o for o in options if _agrees(o, roots, drawn)]
        if not fits:
            return False
        drawn |= dict(zip(roots, stream.choice(fits), strict=True))
    for root in sorted(domains):
        board.new[root] = drawn.get(root) or stream.choice(sorted(domains[root]))
    return True


def _agrees(option: str, roots: tuple[str, ...], drawn: dict[str, str]) -> bool:
    if any(drawn.get(r, c) != c for c, r in zip(option, roots, strict=True)):
        return False
    return len(set(zip(roots, option, strict=True))) == len(set(roots))


def _repairs(component: Sequence[Group]) -> list[tuple[Group, Repair]]:
    """How identifiers become valid; one misread or mended that was not valid follows the others."""
    repairs = [(g, repair) for g in component if (repair := repair_of(g)) is not None]
    valid = [(g, repair) for g, repair in repairs if repair(g.cut.said) == g.cut.said]
    return valid or repairs


def _repair(repairs: Iterable[tuple[Group, Repair]], board: Board) -> None:
    for group, repair in repairs:
        for value, char in zip(group.values, repair(board.now(group.values)), strict=True):
            board.new[board.root(value)] = char


def _acceptable(
    scene: Scene, component: Sequence[Group], board: Board, domains: Domains, wish: int
) -> bool:
    roots = {board.root(v) for g in component for v in g.values}
    if any(board.new[x] == board.new[y] for x, y in _pairs(board, roots)):
        return False
    for low, high in board.rising:
        if board.root(low[0]) in roots and int(board.now(low)) >= int(board.now(high)):
            return False
    return all(_fine(scene, group, board, domains, wish) for group in component)


def _pairs(board: Board, roots: set[str]) -> list[tuple[str, str]]:
    pairs = ((board.root(x), board.root(y)) for x, y in board.unequal)
    return [pair for pair in pairs if pair[0] in roots]


def _fine(scene: Scene, group: Group, board: Board, domains: Domains, wish: int) -> bool:
    was, now = group.cut.said, board.now(group.values)
    if was == now or _shares_run(was, now):
        return False
    for relation in group.relations:  # a check digit may have left what its word can say
        if board.now(relation.values) not in relation.options:
            return False
    if any(board.new[board.root(v)] not in domains[board.root(v)] for v in group.values):
        return False
    if len(now) >= 4 and (now in scene.original_digits or _said_before(board, group, now)):
        return False
    if group.kind in COUNTED and any(
        first.style == "figure"
        and first.tokens[0].lead  # "CE1" counts nothing
        and board.now(values) in {"0", "1"} - {board.was(values)}
        for first, _, values in amounts_of(group)
    ):
        return False
    if not _reads_back(group, board) or _repeats_word(scene, group, board):
        return False
    if wish < WHOLE and not all(board.is_forced(group, k) for k in board.unchanged(group)):
        return False
    return wish > APART or not _too_close(group, board, domains)


def _repeats_word(scene: Scene, group: Group, board: Board) -> bool:
    """Whether a word of letters and figures ("ES91"), or figures that stand by themselves in an
    amount ("41 208"), came out as an original of the dialogue."""
    texts = [i.text for i in group.items]
    mixed = {w for w in _mixed(texts) if w in scene.originals}
    if mixed and not mixed.isdisjoint(_mixed(board.written(group))):
        return True
    if group.kind not in COUNTED:
        return False
    own = {w for text in texts for w in words(text)}
    figures = {w for text in board.written(group) for w in words(text) if w.isdecimal()} - own
    return not figures.isdisjoint(scene.originals)


def _mixed(texts: Iterable[str]) -> Iterator[str]:
    all_words = (w for text in texts for w in words(text))
    return (w for w in all_words if not w.isalpha() and not w.isdecimal())


def _reads_back(group: Group, board: Board) -> bool:
    """Whether number words in a row are heard as they were drawn: 800 and 2 would be 802."""
    numerals = group.cut.numerals
    for run in group.runs:
        pairs = zip(run, group.styles_of(run), strict=True)
        spoken = [numerals.say(int(board.now(slot.values)), style) for slot, style in pairs]
        if numerals.hear(" ".join(spoken)) != [int(board.now(slot.values)) for slot in run]:
            return False
    return True


def _shares_run(was: str, now: str) -> bool:
    """Whether a long row of digits came back; `leaks` would call that the original."""
    rows = {was[i : i + RUN] for i in range(len(was) - RUN + 1)}
    return any(now[i : i + RUN] in rows for i in range(len(now) - RUN + 1))


def _said_before(board: Board, group: Group, now: str) -> bool:
    """Whether another number was or has become the same."""
    return now in board.originals or bool(board.became.get(now, set()) - {group.cut.said})


def _too_close(group: Group, board: Board, domains: Domains) -> bool:
    """Whether fewer than half of the digits that could change did."""
    free = [v for v in group.values if len(domains[board.root(v)]) > 1]
    changed = sum(board.new[board.root(v)] != board.variables[v].was for v in free)
    return 2 * changed < len(free)
