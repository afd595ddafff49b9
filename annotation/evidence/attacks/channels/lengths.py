"""Whether the length of a surrogate tells the length of what it stands for.

Called by the table of attacks.
"""

from collections import Counter, defaultdict

import numpy as np

from annotation.evidence.attacks.mentions import Mention, mentions_of
from annotation.evidence.attacks.outcome import not_run, single_share, state_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_
from surrogates.labels import kind_of

NAME, GROUP = "lengths", "channels"


def lengths(target: Target, _rng: np.random.Generator, report: Report) -> Finding:
    """Success: replaced items whose surrogate has as many signs; chance: the same where surrogates
    of one kind are dealt out anew. Not run where nothing was replaced by a value."""
    by_kind: defaultdict[str, list[Mention]] = defaultdict(list)
    for items in mentions_of(target, report, end=0.9):
        for item in items:
            if not item.stays:
                by_kind[kind_of(item.label).value].append(item)
    if not by_kind:
        return not_run(NAME, GROUP, NO_VALUES)
    rows = []
    equal, expected = 0, 0.0
    for kind, replaced in sorted(by_kind.items()):
        same = sum(len(item.original) == len(item.released) for item in replaced)
        chance = _chance(replaced)
        equal, expected = equal + same, expected + chance * len(replaced)
        rows.append({"kind": kind, "tried": len(replaced), "equal": same,
                     "expected": round(chance * len(replaced), 1)})  # fmt: skip
    tried = sum(len(replaced) for replaced in by_kind.values())
    success = single_share(equal, tried)
    return Finding(
        NAME,
        GROUP,
        state_of(success, expected / tried),
        sentence=SENTENCE,
        values={"equal": equal, "tried": tried, "expected": round(expected)},
        success=success,
        chance=expected / tried,
        tried=tried,
        rows=tuple(rows),
    )


def _chance(items: list[Mention]) -> float:
    """How often an original and any surrogate of these have one length."""
    before = Counter(len(item.original) for item in items)
    after = Counter(len(item.released) for item in items)
    return sum(n * after[length] for length, n in before.items()) / len(items) ** 2


SENTENCE = N_(
    "%(equal)s of %(tried)s surrogates are as long as what they stand for; %(expected)s would be "
    "if those of a kind were dealt out anew."
)
NO_VALUES = N_("No item was replaced by another value.")
