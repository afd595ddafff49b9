"""Where the lemma holds, its figure; everywhere else the reason why it does not."""

import math
from collections.abc import Iterable

import pytest

from annotation.evidence.bounds import reasons
from annotation.evidence.bounds.curve import STEPS, line_of
from annotation.evidence.bounds.lists import LabelWords, Said, WordList, count_words
from annotation.evidence.bounds.table import Bound, Bounds, bound_labels
from surrogates import privacy
from surrogates.languages import lexicon_for


def bounds(
    rows: Iterable[tuple[str, int, str]], strategy: str, p: float | None, **more: bool
) -> Bounds:
    """The table of Spanish items (label, dialogue, text)."""
    said = [Said(label, dialogue, "es", text) for label, dialogue, text in rows]
    words = count_words(said, lambda _: strategy, lexicon_for, {"FAM": {"García": 3, "Ruiz": 1}})
    return bound_labels(words, lambda _: strategy, lambda _: p, **more)


def one(text: str, strategy: str, p: float | None = 0.9, label: str = "FAM", **more: bool) -> Bound:
    return bounds([(label, 1, text)], strategy, p, **more).rows[0]


def test_word_that_may_be_itself_has_a_bare_figure() -> None:
    size = len(lexicon_for("es").surnames)
    row = one("García", "word", itself=True)
    # Uniform: eps = ln(1 + n (1 - p) / p), here with (1 - p) / p = 1/9.
    assert row.epsilon == pytest.approx(math.log(1 + size / 9))
    assert (row.why, row.words, row.outside) == ((), 1, 0.0)
    assert row.delta == pytest.approx(0.1)
    assert (row.lists[0].name, row.lists[0].size) == ("surname", size)


def test_classes_of_number_words_as_published() -> None:
    # Ten, twenty and seven words: .7472, 1.1701, .5754 at p = .9. (Of hundreds the list has ten
    # forms, for "cien" and "ciento" are one value.)
    for word, size, epsilon in [("seis", 10, 0.7472), ("once", 20, 1.1701), ("treinta", 7, 0.5754)]:
        row = one(word, "word", label="NUM", itself=True)
        assert (row.lists[0].size, row.epsilon) == (size, pytest.approx(epsilon, abs=1e-4)), word


def test_figures_are_drawn_one_by_one_and_compose() -> None:
    row = one("123456789", "word", label="PHONE", itself=True)
    # Nine draws; the first is of nine figures, for a number does not begin with 0.
    assert row.words == 9 and [(e.name, e.size, e.words) for e in row.lists] == [
        ("figure", 10, 8), ("first figure", 9, 1),
    ]  # fmt: skip
    # Each at ten figures at most: 9 x ln(1 + 10/9) = 9 x 0.7472 = 6.7249.
    assert row.composed == pytest.approx(6.7249, abs=1e-4)


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        ("word", (reasons.NEVER,)),
        ("entity", (reasons.DRAWN_ONCE,)),
        ("dissociation", (reasons.PRIVATE, reasons.NEVER)),
        ("redact", (reasons.HIDDEN,)),
        ("typed", (reasons.HIDDEN,)),
        ("indexed", (reasons.HIDDEN,)),
        ("named", (reasons.HIDDEN,)),
        ("generalise", (reasons.COARSER,)),
        ("none", (reasons.KEPT,)),
    ],
)
def test_reason_of_each_strategy(strategy: str, why: tuple[str, ...]) -> None:
    row = one("García", strategy)
    assert (row.epsilon, row.composed, row.why) == (None, None, why)
    assert row.delta == pytest.approx(0.1)


def test_no_strategy_but_word_with_itself_is_bare() -> None:
    for strategy in reasons.OF_STRATEGY:
        for itself in (False, True):
            row = one("García", strategy, itself=itself)
            assert (row.epsilon is not None) == (strategy == "word" and itself), strategy


def test_a_word_off_the_list_has_none() -> None:
    row = bounds([("FAM", 1, "García"), ("FAM", 1, "Qwertzuiop")], "word", 0.9, itself=True).rows[0]
    assert (row.epsilon, row.why, row.outside) == (None, (reasons.OFF_LIST,), 0.5)


def test_marked_spans_and_an_unknown_p_have_none() -> None:
    assert one("García", "word", itself=True, marked=True).why == (reasons.MARKED,)
    row = one("García", "word", None, itself=True)
    assert (row.why, row.p, row.delta) == ((reasons.UNKNOWN,), None, None)


def test_placeholders_are_0_only_where_nothing_is_missed() -> None:
    row = one("García", "typed", 1.0)
    assert (row.epsilon, row.why, row.delta) == (0.0, (), 0.0)


def test_dissociation_draws_from_the_dialogues() -> None:
    row = one("García", "dissociation")
    assert row.lists[0].private and row.lists[0].size == 2
    assert row.lists[0].smallest == pytest.approx(0.25)  # one of four


def test_entity_draws_names_as_often_as_they_are_borne() -> None:
    row = one("García", "entity")
    assert row.lists[0].smallest < 1 / row.lists[0].size
    assert math.fsum(row.lists[0].pi) == pytest.approx(1.0)
    # A draw by itself, with the rarest name, beside the reason why that is no bound.
    assert row.single == pytest.approx(privacy.epsilon(row.lists[0].pi, 0.9))


def test_those_without_stand_first_and_the_dialogue_adds_up() -> None:
    rows = [("FAM", 1, "García"), ("FAM", 1, "Ruiz"), ("FAM", 2, "López"), ("NUM", 1, "seis")]
    table = bounds(rows, "word", 0.9, itself=True)
    assert [row.label for row in table.rows] == ["FAM", "NUM"]  # the larger one first
    surname, number = table.rows
    assert (surname.most, number.most, table.most) == (2, 1, 3)
    assert table.composed == pytest.approx(2 * (surname.epsilon or 0) + (number.epsilon or 0))
    table = bounds([*rows, ("NUM", 3, "chirimbolo")], "word", 0.9, itself=True)
    assert ([row.label for row in table.rows], table.composed) == (["NUM", "FAM"], None)


def test_particles_are_not_drawn() -> None:
    assert one("de la Fuente", "word").words == 1


def test_curve_is_the_lemma() -> None:
    line = line_of("surname", 100, 0.01)
    for p, epsilon in line.points:
        assert epsilon == pytest.approx(privacy.epsilon(privacy.uniform(100), p))
    assert [p for p, _ in line.points] == list(STEPS)


def test_bound_of_one_list_by_hand() -> None:
    words = LabelWords("FAM", 1, {("x", "es"): WordList("x", "es", (50, 30, 15, 5), words=1)})
    words.by_dialogue[1] = 1
    table = bound_labels({"FAM": words}, lambda _: "word", lambda _: 0.9, itself=True)
    # ln((.1 + .9 x .05) / (.9 x .05)) = ln(3.2222) = 1.1701.
    assert table.rows[0].epsilon == pytest.approx(1.1701, abs=1e-4)
