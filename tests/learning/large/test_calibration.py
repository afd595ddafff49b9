"""Calibration by sums worked by hand."""

import numpy as np
import pytest

from learning.large.calibration import calibrate, ece, ece_of, fit_temperature, gold_columns, soften


def test_softening_divides_the_logits() -> None:
    # Odds 9:1 become the root of 9 = 3:1 at a temperature of 2.
    assert soften(np.asarray([[0.9, 0.1]], np.float32), 2.0)[0] == pytest.approx([0.75, 0.25])
    assert soften(np.asarray([[0.75, 0.25]], np.float32), 0.5)[0] == pytest.approx([0.9, 0.1])
    one = np.asarray([[1.0, 0.0, 0.0]], np.float32)
    assert soften(one, 3.0).sum() == pytest.approx(1)
    assert np.isfinite(soften(one, 20.0)).all()


def test_expected_calibration_error() -> None:
    # Two bins of ten: four tokens at .95, three of them right; two tokens at .65, one right.
    # (4 |.75 - .95| + 2 |.5 - .65|) / 6 = (.8 + .3) / 6
    sure = np.asarray([0.95] * 4 + [0.65] * 2)
    right = np.asarray([1, 1, 1, 0, 1, 0], float)
    assert ece(sure, right, bins=10) == pytest.approx(1.1 / 6)
    assert ece(np.asarray([1.0, 1.0]), np.asarray([1.0, 1.0])) == 0
    assert ece(np.zeros(0), np.zeros(0)) == 0


def test_the_temperature_that_makes_it_honest() -> None:
    # It says 9:1 and is right three times in four: odds of 3:1 are honest, a temperature of 2.
    marginals = np.asarray([[0.9, 0.1]] * 400, np.float32)
    gold = np.asarray([0, 0, 0, 1] * 100)
    assert fit_temperature(marginals, gold) == pytest.approx(2.0, abs=0.02)
    found = calibrate(marginals, gold)
    assert found is not None and found.tokens == 400
    assert found.ece_before == pytest.approx(0.15, abs=1e-6)
    assert found.ece_after == pytest.approx(0.0, abs=2e-3)


def test_no_mistake_on_few_tokens_is_no_certainty() -> None:
    # 98 of 98 right at .9: as if 99 of 100 were, so odds of 99 instead of 9
    marginals = np.asarray([[0.9, 0.1]] * 98, np.float32)
    found = fit_temperature(marginals, np.zeros(98, np.int64))
    assert found == pytest.approx(np.log(9) / np.log(99), abs=1e-3)


def test_what_it_finds_does_not_change() -> None:
    rng = np.random.default_rng(0)
    marginals = rng.dirichlet([0.3] * 5, 500).astype(np.float32)
    for temperature in (0.1, 1.7, 9.0):
        assert (soften(marginals, temperature).argmax(1) == marginals.argmax(1)).all()


def test_too_few_tokens_and_unknown_tags() -> None:
    marginals = np.asarray([[0.9, 0.1]] * 120, np.float32)
    assert calibrate(marginals[:50], np.zeros(50, np.int64)) is None
    gold = np.asarray([0] * 30 + [-1] * 90)
    assert calibrate(marginals, gold) is None


def test_columns_of_the_true_tags() -> None:
    tags = ("O", "I-NAME", "B-NAME", "I-PLACE")
    tagged = [["O", "B-NAME", "I-NAME"], ["B-PLACE", "I-ID"]]
    assert gold_columns(tagged, tags).tolist() == [0, 2, 1, 3, -1]


def test_ece_of_marginals() -> None:
    marginals = np.asarray([[0.8, 0.2], [0.2, 0.8]], np.float32)
    assert ece_of(marginals, np.asarray([0, 0])) == pytest.approx(abs(0.5 - 0.8))
