"""Protection of people by what is still said of them, by hand."""

import pytest

from annotation.evidence.masking.subjects import measure_protection


def person(*values: str) -> dict[str, object]:
    return {"attributes": [{"tag": "X", "value": value} for value in values]}


def test_rates_by_hand() -> None:
    found = measure_protection(
        [
            (
                "Jan Nowak, 42, of Kielce, a Lawyer, and Ewa.",
                "Piotr Lis, 42, of Lublin, a lawyer, and Maria.",
                [person("Jan Nowak", "42", "Lawyer", "Kielce / Poland"), person("Ewa"), person()],
            )
        ]
    )
    # The first keeps 2 of 4 unsaid, the second 1 of 1; of 5 attributes 3 are not said.
    assert found.cpr == pytest.approx(3 / 5)
    assert found.ipr == pytest.approx((2 / 4 + 1) / 2)
    assert (found.said, found.stays) == (5, 2)
    assert (found.subjects, found.attributes) == (2, 5)


def test_a_value_inside_a_word_is_not_said() -> None:
    found = measure_protection([("Anna", "Susanna", [person("Anna")])])
    assert (found.cpr, found.said, found.stays) == (1.0, 1, 0)


def test_nobody_to_protect() -> None:
    with pytest.raises(ValueError, match="no subject"):
        measure_protection([("a", "a", [person()])])
