"""The models that the laboratory trains, and how they are scored: taggers of labels, classifiers of
what a turn is for. Called by the laboratory's parts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.types import LABELS, Counted, Example, Plan, Score
from learning.errors import OneClassOnly
from learning.large.kinds import new_tagger
from learning.metrics.precision_recall import ratio, span_figures
from learning.tagger import Tagger
from learning.types import Span, Utterance
from surrogates.types import Dialogue


class Model(Protocol):
    """What was learnt from one side's training dialogues."""

    def score(self, examples: Sequence[Example]) -> Score: ...


def learn(examples: Sequence[Example], plan: Plan) -> Model | None:
    """A model of the examples; None where they hold no item to learn from (placeholders that are
    empty leave none). Raises: EvidenceError, LearningError."""
    if plan.task == LABELS:
        try:
            tagger = new_tagger(plan.tagger, plan.large)
            return _Labels(tagger.fit(utterances([each.dialogue for each in examples])))
        except OneClassOnly:
            return None
    texts, answers = _asked(examples)
    if len(set(answers)) < 2:
        raise EvidenceError(
            f"{len(set(answers))} kinds of answers in the training dialogues that leave; expected "
            "two or more"
        )
    classifier = CLASSIFIERS[plan.classifier]()
    classifier.fit(texts, answers)
    return _Answers(classifier)


def linear() -> Any:
    """Counts of words and pairs of words, weighed, and a logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    return make_pipeline(words, LogisticRegression(max_iter=1000, C=10))


CLASSIFIERS = {"linear": linear}


class _Labels:
    def __init__(self, tagger: Tagger) -> None:
        self.tagger = tagger

    def score(self, examples: Sequence[Example]) -> Score:
        gold = utterances([each.dialogue for each in examples])
        return score_spans([each.spans for each in gold], self.tagger.predict(gold))


class _Answers:
    def __init__(self, classifier: Any) -> None:
        self.classifier = classifier

    def score(self, examples: Sequence[Example]) -> Score:
        texts, answers = _asked(examples)
        labels = [
            {mention.label for mention in each.dialogue.turns[turn].mentions}
            for each in examples
            for turn, _answer in each.asked()
        ]
        guesses = self.classifier.predict(texts) if texts else []
        return score_answers(answers, [str(guess) for guess in guesses], labels)


def score_spans(gold: Sequence[Sequence[Span]], predicted: Sequence[Sequence[Span]]) -> Score:
    """Span F1: an item counts when both borders and the label are right."""
    table = span_figures(gold, predicted)
    rows: Mapping[str, Mapping[str, float]] = table["per_label"]
    return Score(
        table["micro"]["f1"],
        int(table["micro"]["support"]),
        {label: row["f1"] for label, row in rows.items()},
        {
            label: Counted(round(row["recall"] * row["support"]), int(row["support"]))
            for label, row in rows.items()
        },
    )


def score_answers(
    answers: Sequence[str], guesses: Sequence[str], labels: Sequence[set[str]]
) -> Score:
    """Accuracy; `labels` are those that the items of each turn have."""
    right: dict[str, Counter[str]] = {"label": Counter(), "answer": Counter()}
    every: dict[str, Counter[str]] = {"label": Counter(), "answer": Counter()}
    hits = 0
    for answer, guess, held in zip(answers, guesses, labels, strict=True):
        hits += answer == guess
        for kind, names in (("label", held), ("answer", {answer})):
            every[kind].update(names)
            right[kind].update(names if answer == guess else ())

    def counted(kind: str) -> dict[str, Counted]:
        return {name: Counted(right[kind][name], n) for name, n in sorted(every[kind].items())}

    return Score(ratio(hits, len(answers)), len(answers), {}, counted("label"), counted("answer"))


def utterances(dialogues: Sequence[Dialogue]) -> list[Utterance]:
    """The turns of dialogues, in order, as instances."""
    return [
        Utterance(
            turn.text,
            tuple(Span(m.start, m.end, m.label) for m in turn.mentions),
            turn.speaker,
            dialogue.id,
            place / max(len(dialogue.turns) - 1, 1),
        )
        for dialogue in dialogues
        for place, turn in enumerate(dialogue.turns)
    ]


def _asked(examples: Sequence[Example]) -> tuple[list[str], list[str]]:
    pairs = [
        (each.dialogue.turns[turn].text, answer)
        for each in examples
        for turn, answer in each.asked()
    ]
    return [text for text, _answer in pairs], [answer for _text, answer in pairs]
