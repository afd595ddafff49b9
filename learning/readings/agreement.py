"""How far people agree who read the same turns: kappa, alpha, span F1, and where they differ.

`measure_agreement` takes turns with the readings of each and, where it exists, what was agreed
(gold). Called by `annotation.services.team.agreement`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TypeVar, cast

from learning.metrics.precision_recall import Figures, kappa_of_pairs, span_figures
from learning.readings.disagreements import Disagreement, differences
from learning.tokens import OUTSIDE, spans_to_tags, tokenise, words
from learning.types import Span

Pairs = Counter[tuple[str, str]]
Patterns = Counter[tuple[str, ...]]
Pattern = TypeVar("Pattern", bound=tuple[str, ...])


@dataclass(frozen=True, slots=True)
class SharedTurn:
    """A turn with the spans of each of its readers, and the agreed ones (None: not agreed yet)."""

    turn: int
    text: str
    readings: Mapping[str, tuple[Span, ...]]
    gold: tuple[Span, ...] | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """Two layers over the turns that both have."""

    turns: int
    tokens: int
    kappa: float  # on BIO tags
    label_kappa: dict[str, float]  # one label against everything else
    spans: Figures  # `span_figures`, the second layer judged by the first

    @property
    def f1(self) -> float:
        return float(self.spans["micro"]["f1"])


@dataclass(frozen=True, slots=True)
class Pair(Compared):
    """Two readers, in the order of their names."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Everything about turns that two people or more read."""

    turns: int
    tokens: int
    alpha: float
    label_alpha: dict[str, float]  # one label against everything else
    label_items: dict[str, int]  # what anybody gave it to
    pairs: list[Pair]
    spans: Figures  # all pairs pooled; only F1 has a meaning: neither reader is right
    gold: dict[str, Compared]  # each reader, by name, judged by what was agreed
    disagreements: list[Disagreement]


@dataclass
class _Tally:
    """What a pass over the turns counts of two layers."""

    turns: int = 0
    pairs: Pairs = field(default_factory=Counter)
    first: list[tuple[Span, ...]] = field(default_factory=list)
    second: list[tuple[Span, ...]] = field(default_factory=list)

    def compared(self) -> Compared:
        return Compared(
            self.turns,
            self.pairs.total(),
            kappa_of_pairs(self.pairs),
            {name: kappa_of_pairs(_only(self.pairs, name)) for name in _labels(self.pairs)},
            span_figures(self.first, self.second),
        )


def measure_agreement(turns: Iterable[SharedTurn]) -> Agreement:
    """Compare every two readers, all of them together, and each with what was agreed."""
    tallies: dict[tuple[str, str], _Tally] = defaultdict(_Tally)
    judged: dict[str, _Tally] = defaultdict(_Tally)
    patterns: Patterns = Counter()
    disagreements: list[Disagreement] = []
    items: Counter[str] = Counter()
    shared = 0
    for turn in turns:
        names = sorted(turn.readings)
        layers = [turn.readings[name] for name in names]
        if turn.gold is not None:
            layers.append(turn.gold)
        tags, size = _tagged(turn.text, layers)
        for one, other in combinations(range(len(names)), 2):
            tally = tallies[names[one], names[other]]
            _count(tally, tags[one], tags[other], size, layers[one], layers[other])
            disagreements += differences(
                turn.turn, names[one], names[other], layers[one], layers[other]
            )
        if turn.gold is not None:
            for place, name in enumerate(names):
                _count(judged[name], tags[-1], tags[place], size, turn.gold, layers[place])
        if len(names) > 1:
            shared += 1
            given = {
                (span.label, span.start, span.end)
                for layer in turn.readings.values()
                for span in layer
            }
            items.update(label for label, _start, _end in given)
            if tags[0]:
                patterns.update(zip(*tags[: len(names)], strict=True))
            else:
                patterns[(OUTSIDE,) * len(names)] += size
    pooled = [tallies[key] for key in sorted(tallies)]
    return Agreement(
        turns=shared,
        tokens=patterns.total(),
        alpha=alpha_of_patterns(patterns),
        label_alpha={name: alpha_of_patterns(_only(patterns, name)) for name in _labels(patterns)},
        label_items=dict(items),
        pairs=[_pair(*key, tallies[key].compared()) for key in sorted(tallies)],
        spans=span_figures(
            (spans for tally in pooled for spans in tally.first),
            (spans for tally in pooled for spans in tally.second),
        ),
        gold={name: judged[name].compared() for name in sorted(judged)},
        disagreements=disagreements,
    )


def alpha_of_patterns(patterns: Patterns) -> float:
    """Krippendorff's alpha for nominal values [Krippendorff04, 11]; 1.0 where all are one."""
    totals: Counter[str] = Counter()
    observed = 0.0
    for pattern, times in patterns.items():
        if len(pattern) < 2:
            continue  # a unit with one value says nothing
        counts = Counter(pattern)
        same = sum(count * count for count in counts.values())
        observed += times * (len(pattern) ** 2 - same) / (len(pattern) - 1)
        for value, count in counts.items():
            totals[value] += times * count
    whole = totals.total()
    apart = whole * whole - sum(count * count for count in totals.values())
    return 1 - (whole - 1) * observed / apart if apart else 1.0


def roll_up(turns: Iterable[SharedTurn], names: Mapping[str, str]) -> list[SharedTurn]:
    """The same turns with other names of labels: those of a level above, or one for all."""

    def renamed(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(replace(span, label=names[span.label]) for span in spans)

    return [
        replace(
            turn,
            readings={reader: renamed(spans) for reader, spans in turn.readings.items()},
            gold=None if turn.gold is None else renamed(turn.gold),
        )
        for turn in turns
    ]


def _tagged(text: str, layers: Sequence[tuple[Span, ...]]) -> tuple[list[list[str]], int]:
    """BIO tags of each layer, and the number of tokens; no tags where nobody labelled anything."""
    if not any(layers):
        return [[] for _layer in layers], len(words(text))
    tokens = tokenise(text)
    return [spans_to_tags(tokens, spans) for spans in layers], len(tokens)


def _count(
    tally: _Tally,
    first_tags: list[str],
    second_tags: list[str],
    size: int,
    first: tuple[Span, ...],
    second: tuple[Span, ...],
) -> None:
    tally.turns += 1
    if first_tags:
        tally.pairs.update(zip(first_tags, second_tags, strict=True))
    else:
        tally.pairs[OUTSIDE, OUTSIDE] += size
    if first or second:
        tally.first.append(first)
        tally.second.append(second)


def _pair(left: str, right: str, compared: Compared) -> Pair:
    return Pair(
        compared.turns,
        compared.tokens,
        compared.kappa,
        compared.label_kappa,
        compared.spans,
        left=left,
        right=right,
    )


def _labels(patterns: Iterable[tuple[str, ...]]) -> list[str]:
    return sorted({tag[2:] for pattern in patterns for tag in pattern if tag != OUTSIDE})


def _only(patterns: Counter[Pattern], label: str) -> Counter[Pattern]:
    """The same counts with the tags of all other labels as outside."""
    merged: Counter[Pattern] = Counter()
    for pattern, times in patterns.items():
        tags = (tag if tag[2:] == label else OUTSIDE for tag in pattern)
        merged[cast(Pattern, tuple(tags))] += times
    return merged
