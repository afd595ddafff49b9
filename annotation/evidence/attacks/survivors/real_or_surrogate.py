"""Real or surrogate? How well values are told apart by kind: balanced accuracy, chance .50.

Two attackers, the better of whom counts: one has the tool's public tables and asks how much of a
value is in them, the other learns character n-grams from labelled examples. Both learn on half of
the dialogues and are tried on the rest. A row of the registry; `benchmarks/realism.py` uses it too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from annotation.evidence.attacks.items import items_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.survivors.tables import public_words
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report, Share
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.types import N_

BOTH = (True, False)
FEWEST = 10  # values of either sort, in either half
MOST = 3_000  # values of a kind: more changes no figure
LIMIT = 0.5  # chance; a kind whose interval lies above it is told
# Numbers are drawn digit by digit, and their tables are none: an n-gram finds their lengths.
SKIPPED = frozenset({Kind.OTHER, Kind.LETTER})


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a dialogue, and whether somebody really said it."""

    text: str
    dialogue: int
    is_real: bool


def real_or_surrogate(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Real values come from one half of the dialogues, surrogates from the other. The attacker has
    public tables and some hundred values that are known to be real or not. Raises EvidenceError
    where no kind has enough of both."""
    values = _values(target, rng)
    rows, rights = [], []
    for place, (kind, found) in enumerate(sorted(values.items())):
        report(place / len(values), kind)
        told = told_apart(found, target.pairs[0].original.lang if target.pairs else "en")
        if told is None:
            rows.append({"what": kind, "state": "too few to say", "n": len(found)})
            continue
        rows.append({"what": kind, "by": told.by, **told.share.to_json()})
        rights.append(told)
    if not rights:
        raise EvidenceError(
            N_("No kind of item has ten real values and ten surrogates in either half.")
        )
    total = sum(each.share.n for each in rights)
    mean = [
        sum(getattr(each.share, part) * each.share.n for each in rights) / total
        for part in ("value", "low", "high")
    ]
    above = [each for each in rights if each.share.low > LIMIT]
    return Finding(
        "real-or-surrogate",
        "survivors",
        TOLD if above else HELD,
        N_(
            "Of %(kinds)s kinds of items, real values of %(told)s can be told from surrogates "
            "better than by chance."
        ),
        {"kinds": len(rights), "told": len(above)},
        Share(mean[0], mean[1], mean[2], total),
        0.5,
        total,
        rows=tuple(rows),
    )


def _values(target: Target, rng: np.random.Generator) -> dict[str, list[Value]]:
    order = rng.permutation(len(target.pairs))
    number = {int(place): at for at, place in enumerate(order)}
    values: dict[str, list[Value]] = {}
    seen: set[tuple[str, int, str]] = set()
    for item in items_of(target.pairs):
        # A place that stands for one person's whole name is no value of the kind.
        if item.kind in SKIPPED or not item.is_replaced:
            continue
        at = number[item.dialogue]
        text = item.original if at % 2 == 0 else item.surrogate
        if text.startswith("[") or not text.strip() or (str(item.kind), at, text) in seen:
            continue
        seen.add((str(item.kind), at, text))
        values.setdefault(str(item.kind), []).append(Value(text, at, at % 2 == 0))
    return {kind: found[:MOST] for kind, found in values.items()}


@dataclass(frozen=True, slots=True)
class Told:
    """Balanced accuracy of the better attacker."""

    by: str
    share: Share


def told_apart(values: Sequence[Value], lang: str) -> Told | None:
    """Balanced accuracy of both attackers on dialogues that they did not learn from, and the 95 %
    interval of the better one (dialogues drawn again 500 times); None where there is too little."""
    learnt = [v for v in values if v.dialogue // 2 % 2 == 0]
    tried = [v for v in values if v.dialogue // 2 % 2 == 1]
    sizes = [sum(v.is_real is real for v in part) for part in (learnt, tried) for real in BOTH]
    if min(sizes) < FEWEST:
        return None
    said = {
        "lexicon": _by_lexicon(learnt, tried, lang),
        "n-grams": _by_ngrams(learnt, tried),
    }
    told = {name: _balanced(tried, guesses) for name, guesses in said.items()}
    best = max(told, key=told.__getitem__)
    low, high = _interval(tried, said[best])
    return Told(best, Share(told[best], low, high, len(tried)))


def _by_lexicon(learnt: Sequence[Value], tried: Sequence[Value], lang: str) -> list[bool]:
    """A value is real where more, or less, of it is in the lists than a bound learnt before."""
    known = public_words(lang)

    def share(value: Value) -> float:
        own = [w for w in words(value.text) if not w.isdigit()]
        return sum(w in known for w in own) / len(own) if own else 0.5

    shares = [share(v) for v in learnt]
    options = [(bound, above) for bound in sorted(set(shares)) for above in BOTH]

    def guesses(of: list[float], bound: float, above: bool) -> list[bool]:
        return [(each >= bound) is above for each in of]

    bound, above = max(options, key=lambda o: _balanced(learnt, guesses(shares, *o)))
    return guesses([share(v) for v in tried], bound, above)


def _by_ngrams(learnt: Sequence[Value], tried: Sequence[Value]) -> list[bool]:
    vectors = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4), min_df=2, lowercase=False)
    model = LogisticRegression(class_weight="balanced", max_iter=2000, C=10)
    try:
        seen = vectors.fit_transform(v.text for v in learnt)
    except ValueError:  # no n-gram is met twice
        return [False] * len(tried)
    model.fit(seen, [v.is_real for v in learnt])
    return [bool(x) for x in model.predict(vectors.transform(v.text for v in tried))]


def _balanced(values: Sequence[Value], guesses: Sequence[bool]) -> float:
    right = [
        [guess is real for v, guess in zip(values, guesses, strict=True) if v.is_real is real]
        for real in BOTH
    ]
    return sum(sum(each) / len(each) if each else 0.5 for each in right) / 2


def _interval(values: Sequence[Value], guesses: Sequence[bool]) -> tuple[float, float]:
    """Dialogues drawn again: of each its counts of right and all, real and not."""
    counts: dict[int, list[int]] = {}
    for value, guess in zip(values, guesses, strict=True):
        row = counts.setdefault(value.dialogue, [0, 0, 0, 0])
        row[0 if value.is_real else 2] += guess is value.is_real
        row[1 if value.is_real else 3] += 1
    table = np.array(list(counts.values()))
    drawn = np.random.default_rng(0).multinomial(
        len(table), [1 / len(table)] * len(table), size=500
    )
    sums = drawn @ table
    real = np.where(sums[:, 1] > 0, sums[:, 0] / np.maximum(1, sums[:, 1]), 0.5)
    made = np.where(sums[:, 3] > 0, sums[:, 2] / np.maximum(1, sums[:, 3]), 0.5)
    low, high = np.quantile((real + made) / 2, [0.025, 0.975])
    return float(low), float(high)
