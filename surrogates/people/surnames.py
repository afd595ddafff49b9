"""Surnames: one surrogate per surname, whoever carries it, so that families stay families."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, islice, pairwise

from surrogates import draw
from surrogates.folding import differ_in_marks, fold, has_marks
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.nations import names_from
from surrogates.people.cast import (
    Cast,
    Spelled,
    add_card,
    add_near_card,
    base_key,
    draw_slip,
    facets_of,
    flag_pool,
    nodes_of,
    pinned_text,
    rank,
    told_right,
)
from surrogates.people.context.gender import Gender
from surrogates.people.entities import Cluster, Link, cluster
from surrogates.people.facets import FREE, GLUE, STRICT, met
from surrogates.people.given_names import SMALL_POOL, Identity
from surrogates.people.letter_needs import SpellNeed
from surrogates.people.linking import links
from surrogates.people.linking.alike import surname_of_name
from surrogates.people.linking.slips import TIERS, Slip, has_slip
from surrogates.people.namesakes import take_names, takes_after
from surrogates.scene import Scene

FEW = 4  # surnames among which letters would tell too much


def _surname_links(scene: Scene, cast: Cast) -> list[Link]:
    nodes = nodes_of(scene, cast, "surname")
    links_found = [
        *links.person_links(scene, nodes),
        *links.writings(nodes),
        *links.cut_offs(scene, nodes),
    ]
    links.suggest_merges(scene, nodes, links_found)
    return links_found


def surname_pool(lexicon: Lexicon, origin: str = "") -> draw.Pool:
    """All surnames of a lexicon with their weights, or those of an origin."""
    key = ("surname", origin)
    if key not in lexicon.pools:
        abroad = ((name, 1.0) for name in names_from(lexicon, origin, "surname"))
        lexicon.pools[key] = draw.Pool(abroad if origin else lexicon.surname_weights.items())
    pool: draw.Pool = lexicon.pools[key]
    return pool


def draw_surnames(scene: Scene, cast: Cast, spelled: Spelled) -> None:
    """Draws every surname once; those whose letters are spelled go first."""
    groups = cluster(nodes_of(scene, cast, "surname"), _surname_links(scene, cast))
    groups, misses = told_right(scene, groups, spelled)
    ordered = sorted(
        groups,
        key=lambda g: (not any(("surname", n.key) in spelled for n in g.nodes), rank(scene, g)),
    )
    partners = _partners(scene, cast)
    for group in ordered:
        need = next(
            (spelled[("surname", n.key)] for n in group.nodes if ("surname", n.key) in spelled),
            SpellNeed(),
        )
        known = {p for n in group.nodes for p in partners.get(n.key, ())}
        seed = scene.seed("surname", base_key(group), group.items)
        near = [each for n in group.nodes for each in misses.get(n.key, ())]
        slips = [slip for _, slip in near]
        for slip in slips:
            need = slip.asked_of_right(need)
        pool = surname_pool(scene.lexicon, cast.origin(group))
        needs = _wider(pool, need)
        fits: list[Callable[[str], bool]]
        fits = [partial(_fits, scene.lexicon, one, known) for one in needs]
        fits = [*_with_slips(scene, slips, fits), *fits]
        # Letters that spell no name would be worse than what is said of them and is not true.
        unmet = [*(one for wide in needs for one in wide.but_one), *(n.unsaid for n in needs)]
        last = [partial(_fits, scene.lexicon, one, known) for one in unmet]
        named = surname_of_name(scene, cast, group)
        named = named if named and not slips and needs[0].met_by(named) else ""
        typed = pinned_text(scene, group, cast) or named
        drawn, relaxed = (typed, False) if typed else _choose(scene, group, pool, seed, fits, last)
        size = _meeting(pool, needs[0], SMALL_POOL) if need.asks else len(pool)
        identity = Identity(drawn, candidates=size, relaxed=relaxed) if drawn else None
        if drawn:
            take_names(scene, drawn)
        flag_pool(scene, group, identity)
        for node in group.nodes:
            if drawn:
                cast.forms[("surname", node.key)] = drawn
        for miss, slip in near:
            draw_slip(scene, miss, slip, cast)
    for group in groups:
        size = len(surname_pool(scene.lexicon, cast.origin(group)))
        add_card(scene, group, "surname", Gender("", ""), Identity("", candidates=size), cast)
    for group, _ in chain.from_iterable(misses.values()):
        add_near_card(scene, group, "surname", cast)


def _with_slips(
    scene: Scene, slips: Sequence[Slip], fits: Sequence[Callable[[str], bool]]
) -> list[Callable[[str], bool]]:
    """The same demands on a surname that leaves one for every name it was heard as, too."""

    def both(name: str, tier: int, fit: Callable[[str], bool]) -> bool:
        return fit(name) and all(has_slip(scene, slip, name, tier) for slip in slips)

    tiers = TIERS if all(slip.is_name for slip in slips) else TIERS[-2:]
    return [partial(both, tier=t, fit=fit) for t in tiers for fit in fits] if slips else []


def _wider(pool: draw.Pool, need: SpellNeed) -> list[SpellNeed]:
    """A need, and its wider forms; the wider ones alone where letters would tell the surname."""
    needs = list(dict.fromkeys((need, need.unplaced, need.anywhere)))
    if any(s.loose for s in need.sayings):
        while len(needs) > 1 and _meeting(pool, needs[0], FEW) < FEW:
            needs.pop(0)
    return needs


def _meeting(pool: draw.Pool, need: SpellNeed, limit: int) -> int:
    """How many surnames can be spelled as needed, counted up to a limit."""
    return sum(1 for _ in islice(filter(need.met_by, pool.weights), limit))


def _choose(
    scene: Scene,
    group: Cluster,
    pool: draw.Pool,
    seed: bytes,
    options: Sequence[Callable[[str], bool]],
    last: Sequence[Callable[[str], bool]],
) -> tuple[str | None, bool]:
    """The best surname, and whether one of the demands was dropped for it; `last`: what is asked
    of it even so, if any surname has it."""
    for fits in options:
        drawn = _best(scene, group, pool, seed, fits)
        if drawn is not None:
            return drawn, False
    forms = (scene.first_allowed(seed, pool, fits) for fits in (*last, None))
    return next((form for form in forms if form is not None), None), True


def _best(
    scene: Scene, group: Cluster, pool: draw.Pool, seed: bytes, fits: Callable[[str], bool]
) -> str | None:
    facets = facets_of(scene, group)
    mark = differ_in_marks(u.bare for u in group.units)
    keys = [node.key for node in group.nodes]
    hopes: list[tuple[str, int]] = [("", FREE)]
    if facets:
        hopes = [("", STRICT), ("", GLUE)]
    if mark:
        hopes = [(mark, level) for _, level in hopes] + hopes
    for wanted, level in hopes:

        def suits(name: str, wanted: str = wanted, level: int = level) -> bool:
            right = (
                fits(name) and has_marks(name, wanted) and not fold(name).startswith(group.begun)
            ) and not takes_after(scene, name)
            return right and met(scene, facets, dict.fromkeys(keys, name), level)

        drawn = scene.first_allowed(seed, pool, suits)
        if drawn is not None:
            return drawn
    return None


def _fits(lexicon: Lexicon, need: SpellNeed, partners: set[str], surname: str) -> bool:
    """Whether a surname can be spelled as needed and makes no public figure of a partner."""
    key = fold(surname)
    return need.met_by(surname) and not any((p, key) in lexicon.public_figures for p in partners)


def _partners(scene: Scene, cast: Cast) -> dict[str, set[str]]:
    """Surname key -> folded surrogates of the given names right before it."""
    partners: dict[str, set[str]] = {}
    units = sorted(cast.all_units(), key=lambda u: (u.item.index, u.start))
    for one, two in pairwise(units):
        if one.role == "given" and two.role == "surname" and one.item.turn == two.item.turn:
            form = cast.forms.get(("given", one.key))
            if form:
                partners.setdefault(two.key, set()).add(fold(form))
    return partners
