"""How well taggers do: k folds of dialogues, weighted figures, two-sided Wilcoxon between taggers,
and what one domain teaches of others [Eder20, Tables 7, 8, 10].

Figures are of whole items with their label, averaged over labels by their true instances. Taggers
come as functions that make an untrained one; nothing here knows which there are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import wilcoxon

from annotation.evidence.errors import EvidenceError
from annotation.evidence.tables.table import Table, mean
from annotation.evidence.types import Report, quietly
from annotation.translatable import N_
from learning.errors import LearningError
from learning.metrics.precision_recall import span_figures
from learning.tagger import Tagger
from learning.types import Span, Utterance

Makers = Mapping[str, Callable[[], Tagger]]
PLURAL = {"fold": N_("folds"), "dialogue": N_("dialogues")}
NOTES = {
    "fold": N_(
        "Weighted by true items; the mean over folds, each tagged by a model of the others."
    ),
    "dialogue": N_("Weighted by true items; the mean over dialogues that hold one."),
}
TESTED = {
    "fold": N_(
        "Two-sided Wilcoxon signed-rank test over the same folds. With n of them p cannot be below "
        "2 / 2^n, and folds learn from much the same, so p is rather too small."
    ),
    "dialogue": N_("Two-sided Wilcoxon signed-rank test over the same dialogues."),
}
ELSEWHERE = N_(
    "F1 weighted by true items, on a fifth of each domain's dialogues that nothing was learnt "
    "from. Labels that a domain never says cannot be learnt there."
)
HELD = 5  # one dialogue of so many of a domain is kept to be tagged


@dataclass(frozen=True, slots=True)
class Score:
    """A tagger's weighted figures on one fold (or dialogue)."""

    precision: float
    recall: float
    f1: float
    items: int


def split_dialogues(utterances: Sequence[Utterance], folds: int, seed: int = 0) -> list[list[int]]:
    """Places of the utterances of each fold: dialogues stay whole, and folds are about even.

    Raises: EvidenceError for fewer dialogues than folds.
    """
    by_dialogue: dict[str, list[int]] = {}
    for place, utterance in enumerate(utterances):
        by_dialogue.setdefault(utterance.dialogue, []).append(place)
    if len(by_dialogue) < folds:
        raise EvidenceError(
            f"{len(by_dialogue)} labelled dialogues for {folds} folds; expected one a fold or more"
        )
    names = sorted(by_dialogue)
    order = np.random.default_rng(seed).permutation(len(names))
    # The longest first, each to the fold that has least: a stable sort keeps the drawn order.
    drawn = sorted((names[at] for at in order), key=lambda name: -len(by_dialogue[name]))
    parts: list[list[int]] = [[] for _ in range(folds)]
    for name in drawn:
        min(parts, key=len).extend(by_dialogue[name])
    return [sorted(part) for part in parts]


def cross_validate(
    utterances: Sequence[Utterance],
    makers: Makers,
    folds: int,
    seed: int = 0,
    report: Report = quietly,
) -> dict[str, list[Score]]:
    """Tagger -> its score on each fold, learnt from the others; all taggers see the same folds.

    Raises: EvidenceError, LearningError, and what `report` raises to stop it.
    """
    parts = split_dialogues(utterances, folds, seed)
    scores: dict[str, list[Score]] = {name: [] for name in makers}
    for number, part in enumerate(parts):
        held = set(part)
        train = [each for place, each in enumerate(utterances) if place not in held]
        test = [utterances[place] for place in part]
        for at, (name, make) in enumerate(makers.items()):
            report((number + at / len(makers)) / folds, "learning")
            scores[name].append(score_of(test, _taught(make, train, test)))
    return scores


def score_of(gold: Sequence[Utterance], predicted: Sequence[Sequence[Span]]) -> Score:
    """Weighted figures of predicted spans."""
    row = span_figures([each.spans for each in gold], predicted)["weighted"]
    return Score(row["precision"], row["recall"], row["f1"], row["support"])


def taggers_tables(scores: Mapping[str, Sequence[Score]], by: str = "fold") -> list[Table]:
    """The mean of each tagger with its deviation over folds, and every two taggers compared.

    by: what a score is of, "fold" or "dialogue". Dialogues without an item say nothing of recall:
    they are left out by whoever calls.
    """
    columns = (
        N_("tagger"), N_("precision"), N_("recall"), "F1", N_("deviation of F1"), PLURAL[by],
        N_("items"),
    )  # fmt: skip
    rows = []
    for name, each in scores.items():
        f1 = [score.f1 for score in each]
        rows.append(
            (
                name,
                mean([score.precision for score in each]),
                mean([score.recall for score in each]),
                mean(f1),
                float(np.std(f1, ddof=1)) if len(f1) > 1 else None,
                len(f1),
                sum(score.items for score in each),
            )
        )
    tables = [Table("taggers", N_("Taggers"), columns, tuple(rows), NOTES[by])]
    if len(scores) > 1:
        tables.append(_wilcoxon(scores, by))
    return tables


def _wilcoxon(scores: Mapping[str, Sequence[Score]], by: str) -> Table:
    """Two-sided signed-rank test on the differences of F1."""
    rows = []
    for one, other in combinations(scores, 2):
        pairs = zip(scores[one], scores[other], strict=True)
        steps = [second.f1 - first.f1 for first, second in pairs]
        statistic, p = compare(steps)
        rows.append((f"{one} / {other}", mean(steps), statistic, p, len(steps)))
    columns = (N_("taggers"), N_("difference of F1"), "W", "p", PLURAL[by])
    note = TESTED[by]
    return Table("wilcoxon", N_("Taggers compared"), columns, tuple(rows), note)


def compare(steps: Sequence[float]) -> tuple[float, float]:
    """W, the smaller sum of ranks, and p; (0, 1) where there is no difference at all."""
    if not any(steps):
        return 0.0, 1.0
    found: Any = wilcoxon(steps, alternative="two-sided")
    return float(found.statistic), float(found.pvalue)


def domain_table(
    domains: Mapping[str, Sequence[Utterance]],
    make: Callable[[], Tagger],
    seed: int = 0,
    report: Report = quietly,
) -> Table:
    """F1 on one fifth of the dialogues of each domain (columns), learnt from the other four fifths
    of one (rows).

    Raises: EvidenceError for one domain only or one with too few dialogues, LearningError.
    """
    if len(domains) < 2:
        raise EvidenceError(f"{len(domains)} domain; expected two or more to train on one of them")
    train: dict[str, list[Utterance]] = {}
    test: dict[str, list[Utterance]] = {}
    for name, utterances in domains.items():
        held = set(split_dialogues(utterances, HELD, seed)[0])
        test[name] = [each for place, each in enumerate(utterances) if place in held]
        train[name] = [each for place, each in enumerate(utterances) if place not in held]
    rows: list[tuple[str | float | None, ...]] = []
    everything = [each for part in test.values() for each in part]
    for number, name in enumerate(domains):
        report(number / len(domains), "learning")
        tagged = iter(_taught(make, train[name], everything))
        row: list[str | float | None] = [name]
        for other in domains:
            score = score_of(test[other], [next(tagged) for _ in test[other]])
            row.append(score.f1 if score.items else None)
        elsewhere = [f1 for place, f1 in enumerate(row[1:]) if place != number]
        row.append(mean([f1 for f1 in elsewhere if isinstance(f1, float)]))
        rows.append(tuple(row))
    columns = (N_("learnt from"), *domains, N_("mean of the others"))
    return Table("domains", N_("From one domain to others"), columns, tuple(rows), ELSEWHERE)


def _taught(
    make: Callable[[], Tagger], train: Sequence[Utterance], test: Sequence[Utterance]
) -> list[tuple[Span, ...]]:
    """What a tagger finds; nothing where there was nothing to learn from."""
    tagger = make()
    try:
        tagger.fit(train)
    except LearningError:
        if any(each.spans for each in train):
            raise
        return [()] * len(test)
    return [tuple(spans) for spans in tagger.predict(test)]
