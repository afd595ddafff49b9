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
from surrogates.folding import WORD, fold
from surrogates.labels import Kind, canonical, kind_of
from surrogates.types import Counts

FEW = 8  # values among which one is drawn
Beside = dict[tuple[str, str], Counter[str]]
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
    """Counts whole values and their words as dialogues pass by; spellings of one together."""

    values: "_Spellings" = field(default_factory=lambda: _Spellings())
    words: "_Spellings" = field(default_factory=lambda: _Spellings())
    totals: Counter[str] = field(default_factory=Counter)  # items of each label
    labels: dict[object, set[str]] = field(default_factory=dict)  # of each dialogue

    def add(self, label: str, dialogue: object, text: str) -> None:
        """Takes in what a dialogue says under a label; identifiers and other kinds are left."""
        self.labels.setdefault(dialogue, set()).add(label)
        if not has_own_values(label) or _IDENTIFIES.search(text):
            return
        self.totals[label] += 1
        self.values.add(label, dialogue, text)
        for match in WORD.finditer(text):
            if not any(map(str.isdecimal, match.group())):
                self.words.add(label, dialogue, match.group())

    def merge(self, other: "ValueCounter") -> None:
        """Take in what was counted in other dialogues, which have other numbers."""
        self.values.merge(other.values)
        self.words.merge(other.words)
        self.totals.update(other.totals)
        self.labels |= other.labels

    def counted(self, said_in: int = SAID_IN) -> "OwnValues":
        """What `said_in` dialogues say under each label."""
        values, words = self.values, self.words
        return OwnValues(
            values.counts(said_in),
            words.counts(said_in),
            self.totals,
            values.beside(self.labels, said_in) | words.beside(self.labels, said_in),
        )


@dataclass
class _Spellings:
    """How often each text is written in which way under a label, and in which dialogues."""

    written: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    where: dict[tuple[str, str], set[object]] = field(default_factory=dict)

    def add(self, label: str, dialogue: object, text: str) -> None:
        key = (label, fold(text))
        self.written.setdefault(key, Counter())[text] += 1
        self.where.setdefault(key, set()).add(dialogue)

    def merge(self, other: "_Spellings") -> None:
        for key, written in other.written.items():
            self.written.setdefault(key, Counter()).update(written)
            self.where.setdefault(key, set()).update(other.where[key])

    def counts(self, said_in: int) -> dict[str, dict[str, int]]:
        """Label -> text as mostly written -> how often; those that `said_in` dialogues say."""
        counts: dict[str, dict[str, int]] = {}
        for (label, key), spelled in sorted(self.written.items()):
            if len(self.where[label, key]) >= said_in:
                commonest = min(spelled, key=lambda text: (-spelled[text], text))
                counts.setdefault(label, {})[commonest] = spelled.total()
        return counts

    def beside(self, labels: Mapping[object, set[str]], said_in: int) -> Beside:
        """(label, folded text) -> other label -> dialogues that say the text and hold the other;
        a dialogue without another counts for ""."""
        found: Beside = {}
        for (label, key), dialogues in self.where.items():
            if len(dialogues) >= said_in:
                others = (labels[each] - {label} or {""} for each in dialogues)
                found[label, key] = Counter(other for some in others for other in some)
        return found


class OwnValues:
    """Counted values and words, ready to be drawn from."""

    def __init__(
        self,
        counts: Counts,
        said_words: Counts | None = None,
        totals: Mapping[str, int] | None = None,
        beside: Beside | None = None,
    ) -> None:
        self.counts = counts
        self.words = said_words or {}
        self._totals = totals or {}
        self._beside = beside or {}
        self._pools: dict[tuple[str, str, frozenset[str]], Pool] = {}

    def of(self, label: str) -> Mapping[str, int]:
        return self.counts.get(label, {})

    def knows(self, label: str) -> bool:
        """Whether there is anything to draw under a label."""
        return bool(self.counts.get(label) or self.words.get(label))

    def shared(self, label: str) -> float:
        """Share of a label's items that say what enough other dialogues say, too."""
        total = self._totals.get(label, 0)
        return sum(self.of(label).values()) / total if total else 1.0

    def pool(self, label: str, beside: frozenset[str] = frozenset()) -> Pool:
        """The values of a label, each as likely as it is frequent: of those that dialogues say
        which hold the labels `beside`, too ("book" with a rating, "song" with a playlist)."""
        return self._pool("value", label, self.of(label), beside - {label})

    def word_pool(self, label: str, beside: frozenset[str] = frozenset()) -> Pool:
        """The words of a label's values, in the same way."""
        return self._pool("word", label, self.words.get(label, {}), beside - {label})

    def _pool(
        self, what: str, label: str, counts: Mapping[str, int], beside: frozenset[str]
    ) -> Pool:
        place = what, label, beside
        if place not in self._pools:
            with_them = {text: self._said_beside(label, text, beside) for text in counts}
            likely = {text: n for text, n in with_them.items() if n >= SAID_IN}
            # Few would tell; so would a value that hardly anybody says.
            self._pools[place] = Pool((likely if len(likely) >= FEW else counts).items())
        return self._pools[place]

    def _said_beside(self, label: str, text: str, beside: frozenset[str]) -> int:
        """Dialogues that say a text and hold the rarest of the other labels."""
        found = self._beside.get((label, fold(text)), Counter[str]())
        return min(found[other] for other in beside or ("",))
