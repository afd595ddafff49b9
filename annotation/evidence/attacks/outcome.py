"""How an attack says what it found. Called by the attacks of coherence, people and channels."""

from annotation.evidence.attacks.aligned import Item, items_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report, Share
from annotation.formats.other_tools.placeholders import is_placeholder
from learning.metrics.intervals import wilson
from surrogates.labels import CLOSED, TRAITS, Kind, kind_of

HELD, TOLD, NOT_RUN = "held", "told", "not run"
# Dates, numbers, ages, sexes and relations identify nobody alone, and stay near or as they are by
# design.
NAMING = frozenset(Kind) - CLOSED - TRAITS
# Strategies that put another value in the place of an item; the others put a sign that says so.
WITH_VALUES = frozenset({"entity", "word", "dissociation", "named", "generalise"})


def share_of(hits: int, trials: int) -> Share:
    """A share with its Wilson interval; 0 with the interval (0, 1) without trials."""
    low, high = wilson(hits, trials)
    return Share(hits / trials if trials else 0.0, low, high, trials)


def state_of(success: Share, chance: float) -> str:
    """Told where even the lower end of the interval is above chance."""
    return TOLD if success.n and success.low > chance else HELD


def not_run(name: str, group: str, why: str) -> Finding:
    """An attack for which something is missing; it is not passed."""
    return Finding(name, group, NOT_RUN, why=why)


def per_cent(share: float) -> str:
    """A share as sentences have it: "3.6"."""
    return f"{100 * share:.1f}"


def items_by_dialogue(
    target: Target, report: Report, begin: float = 0.0, end: float = 0.5
) -> list[list[Item]]:
    """The items of each dialogue, in order, of labels that name somebody or something and are
    replaced by other values: of those that get a placeholder, all that is no placeholder is real
    anyhow. Raises EvidenceError where a dialogue does not align."""
    every = []
    for number, pair in enumerate(target.pairs, 1):
        if number % 50 == 1:
            report(begin + (end - begin) * number / max(1, len(target.pairs)), "")
        every.append(items_of(pair, number))
    valued = {
        item.label
        for items in every
        for item in items
        if not item.stays
        and kind_of(item.label) in NAMING
        and target.strategies.get(item.label, "entity") in WITH_VALUES
        and not is_placeholder(item.released, [item.label])
    }
    return [
        [
            item
            for item in items
            if item.label in valued
            and (item.stays or not is_placeholder(item.released, [item.label]))
        ]
        for items in every
    ]
