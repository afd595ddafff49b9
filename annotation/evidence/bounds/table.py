"""Epsilon label by label, or the reasons why there is none [Adelani20, lemma 1].

One word, replaced with probability p by a draw from a fixed list, independent of all else: then
its epsilon is max_t ln((1 - p + p pi(t)) / (p pi(t))). Called by `services.evidence.epsilon`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from annotation.evidence.bounds import reasons
from annotation.evidence.bounds.lists import LabelWords, WordList
from surrogates import privacy
from surrogates.own_values import has_own_values


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of one label. Not a promise to anybody: p is an average, and a word that is
    always missed has none."""

    label: str
    strategy: str
    items: int
    words: int  # that are drawn, one by one
    lists: tuple[WordList, ...]  # the one with the smallest probability first
    p: float | None  # lower limit of item recall x q; None: not measured
    outside: float | None  # share of the real words on no list; None where nothing is drawn
    epsilon: float | None  # of one word; None: see `why`
    why: tuple[str, ...]  # of `reasons`
    single: float | None  # the lemma's figure for one draw, were there no reason but these
    most: int  # words (items, where none is drawn) of the dialogue with the most

    @property
    def delta(self) -> float | None:
        """delta(0) = 1 - p, whatever the lists are."""
        return None if self.p is None else 1.0 - self.p

    @property
    def composed(self) -> float | None:
        """Basic composition over the words of the dialogue with the most."""
        return None if self.epsilon is None else privacy.compose([self.epsilon] * self.most)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Every label, those without an epsilon first, and the worst dialogue over all of them."""

    rows: tuple[Bound, ...]
    composed: float | None  # None where one label has no epsilon
    most: int  # words in the dialogue with the most


def bound_labels(
    labels: Mapping[str, LabelWords],
    strategy_of: Callable[[str], str],
    p_of: Callable[[str], float | None],
    *,
    itself: bool = False,
    marked: bool = False,
) -> Bounds:
    """The table. itself: `word` as in the paper, where a word may be drawn for itself (no file of
    ours is written so); marked: spans tell what was replaced."""
    rows = [
        _bound(words, strategy_of(name), p_of(name), itself=itself, marked=marked)
        for name, words in labels.items()
    ]
    rows.sort(key=lambda row: (row.epsilon is not None, -(row.epsilon or 0.0), row.p or 0.0,
                               row.label))  # fmt: skip
    sums: Counter[object] = Counter()
    drawn: Counter[object] = Counter()
    for row in rows:
        for dialogue, words in labels[row.label].by_dialogue.items():
            drawn[dialogue] += words
            sums[dialogue] += words * (row.epsilon or 0.0)  # type: ignore[assignment]
    finite = bool(rows) and all(row.epsilon is not None for row in rows)
    return Bounds(
        tuple(rows),
        float(max(sums.values(), default=0.0)) if finite else None,
        max(drawn.values(), default=0),
    )


def _bound(
    words: LabelWords, strategy: str, p: float | None, *, itself: bool, marked: bool
) -> Bound:
    lists = sorted(words.lists.values(), key=lambda each: (each.smallest, each.name))
    single = None
    if p is not None and lists and (not words.outside or p == 1.0):
        single = max(privacy.epsilon(each.pi, p) if each.weights else 0.0 for each in lists)
    elif p == 1.0 and not lists:
        single = 0.0  # nothing is left, and what stands there is the same for all
    why = _why(words, strategy, p, itself=itself, marked=marked)
    return Bound(
        label=words.label,
        strategy=strategy,
        items=words.items,
        words=words.words,
        lists=tuple(lists),
        p=p,
        outside=words.outside / words.words if lists else None,
        epsilon=None if why else single,
        why=why,
        single=single,
        most=words.most,
    )


def _why(
    words: LabelWords, strategy: str, p: float | None, *, itself: bool, marked: bool
) -> tuple[str, ...]:
    broken = list(reasons.OF_STRATEGY[strategy])
    if strategy == "word" and itself:
        broken.remove(reasons.NEVER)
    if strategy == "entity" and has_own_values(words.label):
        broken.append(reasons.PRIVATE)
    if p == 1.0 and reasons.HIDDEN in broken:
        broken.remove(reasons.HIDDEN)
    if marked and p != 1.0:
        broken.append(reasons.MARKED)
    if p is None:
        broken.append(reasons.UNKNOWN)
    if words.outside and p != 1.0:
        broken.append(reasons.OFF_LIST)
    return tuple(broken)
