"""What a file tells of the labels that no rule knows: how many own values stood for their items.

Called by `outgoing` and `pseudonyms`. Counts, never a value.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.replacement.rules import Rules
from surrogates.labels import type_name
from surrogates.types import Result

OWN_VALUES = "own_values"  # the key of a summary


@dataclass(slots=True)
class OwnTally:
    """Items of such labels in what was written: another value of the label, or a placeholder."""

    values: dict[str, int] = field(default_factory=dict)  # of each label, to draw from
    drawn: Counter[str] = field(default_factory=Counter)
    placeholders: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result, rules: Rules) -> None:
        """Takes in a dialogue that was replaced by the rules."""
        for each in result.replacements:
            if not rules.draws_own(each.label):
                continue
            if rules.values is not None:
                self.values.setdefault(each.label, len(rules.values.of(each.label)))
            stayed = each.surrogate == f"[{type_name(each.label)}]"
            (self.placeholders if stayed else self.drawn)[each.label] += 1

    def as_json(self) -> list[dict[str, int]]:
        """For `add_json`, of another process or another day."""
        return [self.values, dict(self.drawn), dict(self.placeholders)]

    def add_json(self, counts: Sequence[Mapping[str, int]]) -> None:
        values, drawn, placeholders = counts
        self.values |= values
        self.drawn.update(drawn)
        self.placeholders.update(placeholders)

    def summary(self) -> dict[str, object]:
        """Label -> values to draw from, items drawn, placeholders; nothing without such labels."""
        labels = sorted(self.drawn.keys() | self.placeholders.keys())
        rows = {
            label: {
                "values": self.values.get(label, 0),
                "drawn": self.drawn[label],
                "placeholders": self.placeholders[label],
            }
            for label in labels
        }
        return {OWN_VALUES: rows} if rows else {}


def draws_from_others(summary: Mapping[str, Any]) -> bool:
    """Whether a file shows in one dialogue values that others say."""
    return any(row["drawn"] for row in summary.get(OWN_VALUES, {}).values())
