"""The model of dependent words: a logistic regression over the names of features."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from benchmarks.dependence.reading import Example, Line, examples, phrases
from surrogates.checks.context.learned import LIMIT

_STRENGTH = 0.6  # scikit-learn's C
_SMALLEST = 0.15  # log odds: what weighs less is left out
# A marked word is seldom, a word of a corpus may depend though nobody marked it, and a phrase says
# nothing of what stands around it.
_MARKED, _CORPUS, _PHRASE = 5.0, 0.2, 0.3


class Weights(dict[str, float]):
    """What each feature weighs, in log odds; the bias is that of no feature."""

    def above(self, limit: float) -> "Weights":
        """The same with a limit."""
        return Weights({**self, LIMIT: limit})

    def write(self, path: Path) -> None:
        """The table that the engine reads."""
        special = {"", LIMIT}
        kept = (name for name in sorted(self) if abs(self[name]) >= _SMALLEST or name in special)
        lines = ["feature\tweight", *(f"{name}\t{self[name]:.2f}" for name in kept)]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def fit(
    lang: str, snippets: Iterable[Sequence[Line]], corpora: Iterable[Sequence[Line]]
) -> Weights:
    """Learns from snippets, from corpora in which nothing is marked, and from phrases."""
    rows = [(e, _MARKED if e.depends else 1.0) for s in snippets for e in examples(s)]
    rows += [(e, _CORPUS) for dialogue in corpora for e in examples(dialogue)]
    rows += [(e, _PHRASE * (1.5 if e.depends else 1.0)) for e in phrases(lang)]
    names = CountVectorizer(analyzer=_features, binary=True, min_df=2)
    told = names.fit_transform([example for example, _ in rows])
    learned = LogisticRegression(C=_STRENGTH, max_iter=300).fit(
        told, [e.depends for e, _ in rows], sample_weight=[weight for _, weight in rows]
    )
    weighed = zip(names.get_feature_names_out(), map(float, learned.coef_[0]), strict=True)
    return Weights({"": float(learned.intercept_[0]), **dict(weighed)})


def _features(example: Example) -> Sequence[str]:
    return example.features


def limit_of(highest: Iterable[float], share: float) -> float:
    """What so great a share of the values lies above."""
    values = sorted(highest)
    return values[min(len(values) - 1, int(len(values) * (1 - share)))]
