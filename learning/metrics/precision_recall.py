"""Scores of predicted against gold spans: precision, recall, F1, agreement, what was left unseen.

Plain counts on tags and spans, so that each figure can be worked out by hand. A ratio without a
denominator is 0.0.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.types import Span, Utterance

Figures = dict[str, Any]


def ratio(part: float, whole: float) -> float:
    """part / whole, or 0.0 when there is no whole."""
    return part / whole if whole else 0.0


def prf(correct: int, predicted: int, gold: int) -> Figures:
    """Precision, recall and F1 of counts, with the number of gold items as `support`."""
    precision, recall = ratio(correct, predicted), ratio(correct, gold)
    f1 = ratio(2 * correct, predicted + gold)
    return {"precision": precision, "recall": recall, "f1": f1, "support": gold}


def kappa(first: Sequence[str], second: Sequence[str]) -> float:
    """Cohen's kappa of two tag sequences of one length; 1.0 when both use one same tag [Cohen60].

    Raises: ValueError when the lengths differ.
    """
    if len(first) != len(second):
        raise ValueError("The two sequences differ in length.")
    return kappa_of_pairs(Counter(zip(first, second, strict=True)))


def kappa_of_pairs(pairs: Mapping[tuple[str, str], int]) -> float:
    """Cohen's kappa of counted pairs (one side's tag, the other side's tag) [Cohen60]."""
    total = sum(pairs.values())
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for (one, other), times in pairs.items():
        left[one] += times
        right[other] += times
    agreed = sum(times for (one, other), times in pairs.items() if one == other)
    # Whole numbers as long as possible: perfect agreement by chance alone is then told exactly.
    chance = sum(count * right[tag] for tag, count in left.items())
    if chance == total * total:
        return 1.0
    return (agreed * total - chance) / (total * total - chance)


def table(counts: dict[str, list[int]]) -> Figures:
    """Per label, micro and support-weighted figures of {label: [correct, predicted, gold]}."""
    per_label = {label: prf(*counts[label]) for label in sorted(counts)}
    totals = [sum(column) for column in zip(*counts.values(), strict=True)] or [0, 0, 0]
    weighted = {
        name: ratio(sum(row[name] * row["support"] for row in per_label.values()), totals[2])
        for name in ("precision", "recall", "f1")
    }
    return {
        "per_label": per_label,
        "micro": prf(*totals),
        "weighted": dict(weighted, support=totals[2]),
    }


def token_figures(gold: Iterable[Sequence[str]], predicted: Iterable[Sequence[str]]) -> Figures:
    """Token-level figures of BIO tags: per label, micro, weighted, and `binary` (any label)."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    binary = [0, 0, 0]
    for tags, guesses in zip(gold, predicted, strict=True):
        for tag, guess in zip(tags, guesses, strict=True):
            if tag == OUTSIDE and guess == OUTSIDE:
                continue
            binary[0] += tag != OUTSIDE and guess != OUTSIDE
            binary[1] += guess != OUTSIDE
            binary[2] += tag != OUTSIDE
            if tag != OUTSIDE:
                counts[tag[2:]][2] += 1
            if guess != OUTSIDE:
                counts[guess[2:]][1] += 1
            if tag != OUTSIDE and tag[2:] == guess[2:]:
                counts[tag[2:]][0] += 1
    return dict(table(counts), binary=prf(*binary))


def span_figures(gold: Iterable[Sequence[Span]], predicted: Iterable[Sequence[Span]]) -> Figures:
    """Span-level figures: a span counts when both its borders (and its label) are right."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    binary = [0, 0, 0]
    for spans, guesses in zip(gold, predicted, strict=True):
        gold_spans = {(span.start, span.end, span.label) for span in spans}
        guessed_spans = {(span.start, span.end, span.label) for span in guesses}
        for column, group in enumerate((gold_spans & guessed_spans, guessed_spans, gold_spans)):
            for _start, _end, label in group:
                counts[label][column] += 1
        borders = {span[:2] for span in gold_spans}
        guessed = {span[:2] for span in guessed_spans}
        for column, size in enumerate((len(borders & guessed), len(guessed), len(borders))):
            binary[column] += size
    return dict(table(counts), binary=prf(*binary))


def all_or_nothing(gold: Sequence[Utterance], predicted: Sequence[Sequence[Span]]) -> Figures:
    """Shares of dialogues, and of entities, of which not one character was missed, by any label.

    An entity is a surface (case ignored) with its label within a dialogue; all its mentions must be
    covered. One missed mention gives a person away, so this is the recall that counts.
    """
    dialogues: dict[str, bool] = {}
    entities: dict[tuple[str, str, str], bool] = {}
    for place, (utterance, guesses) in enumerate(zip(gold, predicted, strict=True)):
        name = utterance.dialogue or f"#{place}"
        for span in utterance.spans:
            seen = covered(utterance.text, span, guesses)
            surface = " ".join(utterance.text[span.start : span.end].casefold().split())
            entity = (name, surface, span.label)
            dialogues[name] = dialogues.get(name, True) and seen
            entities[entity] = entities.get(entity, True) and seen
    return {"dialogue": _share(dialogues.values()), "entity": _share(entities.values())}


def covered(text: str, span: Span, guesses: Sequence[Span]) -> bool:
    """Whether predicted spans cover every character of `span` except white space."""
    return all(
        text[place].isspace() or any(span.start <= place < span.end for span in guesses)
        for place in range(span.start, min(span.end, len(text)))
    )


def _share(values: Iterable[bool]) -> Figures:
    listed = list(values)
    hits, total = sum(listed), len(listed)
    return {"found": hits, "total": total, "recall": ratio(hits, total)}


def evaluate(gold: Sequence[Utterance], predicted: Sequence[Utterance]) -> Figures:
    """Everything that can be said of predictions over the same texts in the same order.

    Keys: utterances, tokens, token, span (each per_label, micro, weighted, binary),
    all_or_nothing (dialogue, entity), kappa (on BIO tags).
    Raises: ValueError when the two lists do not hold the same texts.
    """
    if len(gold) != len(predicted):
        raise ValueError(f"Gold has {len(gold)} turns, the prediction has {len(predicted)}.")
    for place, (one, other) in enumerate(zip(gold, predicted, strict=True), start=1):
        if one.text != other.text:
            raise ValueError(f"Turn {place}: the texts of gold and prediction differ.")
    tokens = [tokenise(utterance.text) for utterance in gold]
    spans = [utterance.spans for utterance in gold]
    guesses = [utterance.spans for utterance in predicted]
    tags = [list(map(spans_to_tags, tokens, side)) for side in (spans, guesses)]
    flat = [[tag for turn_tags in side for tag in turn_tags] for side in tags]
    return {
        "utterances": len(gold),
        "tokens": sum(map(len, tokens)),
        "token": token_figures(*tags),
        "span": span_figures(spans, guesses),
        "all_or_nothing": all_or_nothing(gold, guesses),
        "kappa": kappa(*flat),
    }
