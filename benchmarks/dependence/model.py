"""The model of dependent words: a logistic regression over the names of features."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from benchmarks.dependence.reading import Example, Line, examples, phrases
from surrogates.checks.context.features import features, groups_of

_STRENGTH = 1.0  # scikit-learn's C
_SMALLEST = 0.15  # log odds: what weighs less is left out
# A marked word is seldom, a word of a corpus may depend though nobody marked it, and a phrase says
# nothing of what stands around it.
_MARKED, _CORPUS, _PHRASE = 3.0, 0.5, 0.3


@dataclass(frozen=True)
class Model:
    bias: float
    weights: dict[str, float]

    def write(self, path: Path, limit: float) -> None:
        """The table that the engine reads, in which a word above the limit has odds above 0."""
        kept = {n: w for n, w in self.weights.items() if abs(w) >= _SMALLEST}
        rows = [("", self.bias - limit), *sorted(kept.items())]
        lines = ["feature\tweight", *(f"{name}\t{weight:.2f}" for name, weight in rows)]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def fit(lang: str, snippets: Iterable[Sequence[Line]], corpora: Iterable[Sequence[Line]]) -> Model:
    """Learns from snippets, from corpora in which nothing is marked, and from phrases."""
    rows = [(e, _MARKED if e.depends else 1.0) for s in snippets for e in examples(s)]
    rows += [(e, _CORPUS) for dialogue in corpora for e in examples(dialogue)]
    rows += [(e, _PHRASE * (1.5 if e.depends else 1.0)) for e in phrases(lang)]
    names = CountVectorizer(analyzer=_features, binary=True, min_df=2)
    told = names.fit_transform([example for example, _ in rows])
    learned = LogisticRegression(C=_STRENGTH, max_iter=300).fit(
        told, [e.depends for e, _ in rows], sample_weight=[weight for _, weight in rows]
    )
    weights = dict(zip(names.get_feature_names_out(), map(float, learned.coef_[0]), strict=True))
    return Model(float(learned.intercept_[0]), weights)


def _features(example: Example) -> Sequence[str]:
    return example.features


def odds(model: Model, turns: Sequence[Line]) -> list[dict[int, float]]:
    """The log odds of each word, a dictionary a turn."""
    found = []
    before: frozenset[str] = frozenset()
    for line in turns:
        here = groups_of(line.row)
        found.append({
            at: model.bias
            + sum(model.weights.get(f, 0.0) for f in features(line.row, at, here, before))
            for at, piece in enumerate(line.row) if piece.is_word
        })  # fmt: skip
        before = here
    return found


def limit_of(highest: Iterable[float], share: float) -> float:
    """What so great a share of the values lies above."""
    values = sorted(highest)
    return values[min(len(values) - 1, int(len(values) * (1 - share)))]
