"""The values that the dialogues of a corpus have in common, for labels that name no known kind.

Counted by callers over a whole corpus, and drawn from by `attributes.others`. A value that few
dialogues say would tell in another who is in them, and an identifier is somebody's: neither is
among them.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from surrogates.draw import Pool
from surrogates.folding import fold
from surrogates.labels import Kind, canonical, kind_of
from surrogates.types import Counts

SAID_IN = 5  # dialogues that must say a value before another may show it
# What is written so names an account, an order, an address; in figures from four on.
_IDENTIFIES = re.compile(r"@|://|\d{4}|\d[\s.-]?\d[\s.-]?\d[\s.-]?\d|\d[^\W\d_]|[^\W\d_]\d")
_IDENTIFYING_TEXT = "id code codigo código serial token key license licence matricula ref"
_IDENTIFYING = frozenset(_IDENTIFYING_TEXT.split())


def has_own_values(label: str) -> bool:
    """Whether nothing but a label's own values can stand for it."""
    parts = canonical(label).replace("/", "_").split("_")
    return kind_of(label) is Kind.OTHER and _IDENTIFYING.isdisjoint(parts)


@dataclass
class ValueCounter:
    """Counts whole values as dialogues pass by; spellings of one value together."""

    spellings: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    where: dict[tuple[str, str], set[object]] = field(default_factory=dict)

    def add(self, label: str, dialogue: object, text: str) -> None:
        """Takes in what a dialogue says under a label; identifiers and other kinds are left."""
        if not has_own_values(label) or _IDENTIFIES.search(text):
            return
        key = (label, fold(text))
        self.spellings.setdefault(key, Counter())[text] += 1
        self.where.setdefault(key, set()).add(dialogue)

    def counts(self, said_in: int = SAID_IN) -> dict[str, dict[str, int]]:
        """Label -> value as mostly written -> how often; those that `said_in` dialogues say."""
        counts: dict[str, dict[str, int]] = {}
        for (label, key), spelled in sorted(self.spellings.items()):
            if len(self.where[label, key]) >= said_in:
                commonest = min(spelled, key=lambda text: (-spelled[text], text))
                counts.setdefault(label, {})[commonest] = spelled.total()
        return counts


class OwnValues:
    """Counted values, ready to be drawn from."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self._pools: dict[str, Pool] = {}

    def of(self, label: str) -> Mapping[str, int]:
        return self.counts.get(label, {})

    def pool(self, label: str) -> Pool:
        """The values of a label, each as likely as it is frequent."""
        if label not in self._pools:
            self._pools[label] = Pool(self.of(label).items())
        return self._pools[label]
