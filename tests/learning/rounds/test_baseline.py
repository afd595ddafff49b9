"""What turns drawn by chance teach: measured on the same turns as the round's own model."""

from pathlib import Path

import pytest

from learning.crf.pool import Pool, open_pool
from learning.rounds.baseline import measure_chance
from learning.rounds.validation import by_cross_validation
from learning.types import Span, Utterance

NAMES = ["Ana", "Luis", "Marta", "Pedro", "Nuria", "Jon", "Eva", "Iker", "Rosa", "Aitor"]


@pytest.fixture
def pool(tmp_path: Path) -> Pool:
    """Twenty turns, every other one with a name after the same words."""
    texts = [f"me llamo {name} y llamo" for name in NAMES] + [f"no va el {n}" for n in range(10)]
    return open_pool([Utterance(text) for text in texts], tmp_path)


def labelled(pool: Pool) -> dict[int, tuple[Span, ...]]:
    spans = {}
    for index, each in enumerate(pool.utterances):
        end = each.text.find(" y ")
        spans[index] = (Span(9, end, "NAME"),) if end > 0 else ()
    return spans


def test_all_turns_drawn_is_the_round_itself(pool: Pool) -> None:
    spans = labelled(pool)
    whole = by_cross_validation(pool, sorted(spans), [spans[n] for n in sorted(spans)])
    assert measure_chance(pool, spans, set(spans)).metrics == whole.metrics


def test_turns_without_labels_teach_nothing(pool: Pool) -> None:
    spans = labelled(pool)
    measured = measure_chance(pool, spans, {10, 11, 12})
    assert (measured.metrics["f1"], measured.n) == (0.0, 20)
    test = [Utterance("me llamo Sara y llamo", (Span(9, 13, "NAME"),))]
    assert measure_chance(pool, spans, {10, 11}, test).metrics["recall"] == 0.0


def test_with_a_test_it_is_measured_on_the_test(pool: Pool) -> None:
    test = [Utterance("me llamo Sara y llamo", (Span(9, 13, "NAME"),))]
    measured = measure_chance(pool, labelled(pool), {0, 1, 2, 3, 10, 11}, test)
    assert (measured.metrics["on"], measured.metrics["f1"]) == ("test", 1.0)
