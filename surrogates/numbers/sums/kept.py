"""Numbers that amounts are made with and that stay as they are: "[24] instalments", "[10 %]".

They tell nothing of anybody, and with others the amounts would make no sense. Called by `totals`.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from surrogates import notices
from surrogates.folding import words
from surrogates.notices import Notice
from surrogates.numbers.sums.found import sums
from surrogates.numbers.sums.percents import factors, is_made
from surrogates.numbers.sums.products import factors_of, products
from surrogates.numbers.sums.said import NEAR, OFFER, Said, is_kept
from surrogates.numbers.sums.values import CENTS, MONEY, PERCENT
from surrogates.scene import Scene


def keep_factors(scene: Scene, every: Sequence[Said]) -> list[Said]:
    """The amounts without percentages; a count that makes a price its total stays as it is."""
    said = [each for each in every if each.unit != PERCENT]
    factors = {count.value for count in factors_of(scene, said)} - _money(said)
    return [
        _keep(scene, each, notices.COUNT_STAYS) if each.value in factors else each for each in said
    ]


def keep_made(scene: Scene, said: Sequence[Said]) -> list[Said]:
    """The amounts; what only numbers make that stay stays, too: "three a day, ten days, [30]"; and
    what such a one is made of with others: "two dozen, [20] came, four are missing"."""
    kept = {each.value for each in said if is_kept(each)}
    ties = [*sums(scene, said), *products(scene, said, said)] if kept else []
    free = {each.value for each in said if not each.fixed} - _money(said)
    more = {each.value * _times(scene, each) for each in said if is_kept(each)} - kept
    made: set[int] = set()
    while True:
        kept |= more
        made |= more & free
        left = [tie.terms.keys() - kept for tie in ties]
        more = {value for values in left if len(values) == 1 for value in values} & free
        if not more:
            break
    return [
        _keep(scene, each, notices.SAID_AROUND) if each.value in made else each for each in said
    ]


def _money(said: Sequence[Said]) -> set[int]:
    """The values that are money somewhere: "it's [41] euros ... twelve times [41]"."""
    return {each.value for each in said if each.unit == MONEY}


def _times(scene: Scene, count: Said) -> int:
    """How many things a count counts each time: "two [dozen]"."""
    counted = words(scene.after(count.item))[:1]
    return int(scene.lexicon.cues("count_word").get(" ".join(counted), 1))


def _keep(scene: Scene, said: Said, reason: Notice) -> Said:
    item = said.item
    if said.fixed:
        return said
    scene.surrogates[item.index] = item.text
    scene.told[item.index] = frozenset(words(item.text))
    scene.raise_issue(reason, item)
    scene.cards[:] = [
        replace(card, surrogate=item.text) if item.key in card.mentions else card
        for card in scene.cards
    ]
    return replace(said, new=said.value, fixed=True)


def keep_percents(scene: Scene, said: Sequence[Said], percents: Sequence[Said]) -> list[Said]:
    """The percentages; one that makes an amount of another stays: another discount is none that a
    shop gives."""
    kept: list[Said] = []
    for each in percents:
        turn = each.item.turn
        beside = any(a.item.turn == turn for a in said)
        reach = OFFER if beside else NEAR
        near = [a for a in said if abs(a.item.turn - turn) <= reach]
        ways = factors(Fraction(each.value, CENTS))
        makes = any(
            is_made(one.value, one.old.unit, two.value, way)
            for one, two in permutations(near, 2)
            for way in ways
        )
        kept.append(_keep(scene, each, notices.COUNT_STAYS) if makes else each)
    return kept
