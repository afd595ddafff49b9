"""The model of dependent words: a logistic regression over the names of features."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from benchmarks.dependence.reading import Line, examples, phrases
from surrogates.checks.context.learned import LIMIT, Weights

_STRENGTH = 0.6  # scikit-learn's C
_SMALLEST = 0.15  # log odds: what weighs less is left out
_OFTEN = 3  # times that a known word is said
# A marked word is seldom, a word of a corpus may depend though nobody marked it, and a phrase says
# nothing of what stands around it.
_MARKED, _CORPUS, _PHRASE = 5.0, 0.2, 0.3


def write(weights: Weights, path: Path) -> None:
    """The table that the engine reads. Words stay whatever they weigh: others are rare."""
    stay = {"", LIMIT, *(f"w {word}" for word in weights.known)}
    kept = (name for name in sorted(weights) if abs(weights[name]) >= _SMALLEST or name in stay)
    lines = ["feature\tweight", *(f"{name}\t{weights[name]:.2f}" for name in kept)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def fit(
    lang: str, snippets: Iterable[Sequence[Line]], corpora: Iterable[Sequence[Line]]
) -> Weights:
    """Learns from snippets, from corpora in which nothing is marked, and from phrases."""
    rows = [(e, _MARKED if e.depends else 1.0) for s in snippets for e in examples(s)]
    rows += [(e, _CORPUS) for dialogue in corpora for e in examples(dialogue)]
    rows += [(e, _PHRASE * (1.5 if e.depends else 1.0)) for e in phrases(lang)]
    counts = Counter(example.word for example, _ in rows)
    known = {word for word, count in counts.items() if count >= _OFTEN}
    names = CountVectorizer(analyzer=lambda e: e.features(known), binary=True, min_df=2)
    told = names.fit_transform([example for example, _ in rows])
    learned = LogisticRegression(C=_STRENGTH, max_iter=300).fit(
        told, [e.depends for e, _ in rows], sample_weight=[weight for _, weight in rows]
    )
    weighed = zip(names.get_feature_names_out(), map(float, learned.coef_[0]), strict=True)
    return Weights([("", float(learned.intercept_[0])), *weighed])


def above(weights: Weights, limit: float) -> Weights:
    """The same with a limit."""
    return Weights([*weights.items(), (LIMIT, limit)])


def limit_of(highest: Iterable[float], share: float) -> float:
    """What so great a share of the values lies above."""
    values = sorted(highest)
    return values[min(len(values) - 1, int(len(values) * (1 - share)))]
