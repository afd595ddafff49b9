"""What was true of the originals and can be read off the text is true of what was drawn.

The last check of the engine: it compares the dialogue with its draft and knows nothing of how a
value was drawn, so an error becomes an issue whatever its cause. A relation is a function and a
row of RELATIONS; it is judged on the originals first. Called by `issues`.

A module of one of the rooms is a relation, or a few of one kind.
"""

from collections.abc import Callable, Iterable, Iterator

from surrogates.checks.relations.numbers import (
    beside,
    clock,
    counted_digits,
    counts,
    digits,
    order,
    scores,
    shapes,
    sums,
    writings,
)
from surrogates.checks.relations.places import distances, marks, roads, standing
from surrogates.checks.relations.spans import Found, Spans, raise_beside
from surrogates.checks.relations.spelling import (
    heard,
    hosts,
    initials,
    letters,
    read_aloud,
    read_out,
    spelled,
    statements,
)
from surrogates.checks.relations.wording import (
    agreement,
    alphabet,
    meanings,
    names,
    one_thing,
    saints,
    star_signs,
    trades,
    words,
)
from surrogates.codes import ConstraintKind, IssueCode
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Constraint, overlap

RELATIONS: tuple[Callable[[Spans], Iterator[Found]], ...] = (
    words.same_words,
    words.part_of,
    digits.pieces,
    digits.swapped,
    digits.doubled,
    digits.address_digits,
    digits.code_letters,
    digits.phone_classes,
    digits.plate_years,
    digits.region_digits,
    digits.region_phones,
    initials.acronyms,
    one_thing.two_writings,
    initials.addresses,
    initials.of_people,
    read_aloud.endings,
    read_aloud.initials,
    hosts.names,
    hosts.pieces,
    marks.towns,
    marks.keys,
    marks.districts,
    standing.articles,
    standing.regions,
    sums.totals,
    sums.percents,
    sums.taxes,
    sums.ages,
    sums.lived,
    sums.made,
    counts.tens,
    counts.sides,
    counts.houses,
    counts.since,
    counts.offers,
    counts.notes,
    counts.again,
    scores.leads,
    scores.margins,
    shapes.shapes,
    shapes.endings,
    counted_digits.counted,
    beside.ages,
    beside.amounts,
    beside.sums,
    beside.begun,
    beside.births,
    beside.birth_years,
    letters.letters_said,
    meanings.meanings,
    spelled.spelled,
    letters.contrasts,
    statements.statements,
    heard.misheard,
    heard.clipped,
    heard.letters_alike,
    heard.short_forms,
    heard.called,
    read_out.codes,
    read_out.key_words,
    read_out.said_again,
    read_out.counted,
    read_out.same_letter,
    order.ranges,
    order.months_apart,
    order.dates_in_order,
    order.days_again,
    order.expiries,
    writings.one_date,
    clock.hours_apart,
    clock.by_day,
    agreement.agreement,
    roads.roads,
    distances.distances,
    distances.nearness,
    distances.same_areas,
    distances.coasts,
    distances.lakes,
    distances.surroundings,
    trades.short_trades,
    trades.deeds,
    trades.at_work,
    names.small_words,
    names.families,
    names.firms,
    saints.namesakes,
    star_signs.signs,
    alphabet.ordered,
    alphabet.ranges,
    words.differ,
    words.reused,
)
# Issues that tell of something else than what no longer holds.
_OTHER = frozenset(
    {
        IssueCode.PUBLIC_FIGURE,
        IssueCode.COLLISION_OUTSIDE,
        IssueCode.SINGLETON_STANDS_OUT,
        IssueCode.GENDER_UNKNOWN,
        IssueCode.GENDER_CONFLICT,
        IssueCode.NO_TABLES,
        IssueCode.RESIDUAL_MENTION,
        IssueCode.RESIDUAL_YEAR,
        IssueCode.NESTED_MENTION,
    }
)


def inspect(scene: Scene, items: Iterable[Item]) -> None:
    """Raises RELATION_LOST for what held of these items and does not now, where no other check
    told of the mention."""
    if scene.kept:
        return  # a dialogue of both coheres with neither
    spans = Spans(scene, items)
    told = {
        mention
        for issue in scene.issues
        if issue.severity != "info" and issue.code not in _OTHER
        for mention in issue.mentions
    }
    for relation in RELATIONS:
        for found in relation(spans):
            if found.place is not None or found.span.item.key not in told:
                _raise(scene, found)


def _raise(scene: Scene, found: Found) -> None:
    item = found.span.item
    keys = (item.key, *dict.fromkeys(s.item.key for s in found.others if s.item is not item))
    if found.place is not None:
        if not _is_told(scene, *found.place):
            raise_beside(scene, found.notice, item, found.place, keys)
        return
    fix = Constraint(ConstraintKind.SURROGATE, (item.key,), found.same) if found.same else None
    scene.raise_issue(found.notice, item, keys, fix=fix)


def _is_told(scene: Scene, turn: int, start: int, end: int) -> bool:
    """Whether an issue stands at some words already."""
    here = (issue for issue in scene.issues if issue.turn == turn)
    return any(overlap((issue.start, issue.end), (start, end)) for issue in here)
