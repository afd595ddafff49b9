"""The same text with other labels, by hand."""

from learning.readings.contradictions import contradictory
from learning.types import Span

NAME, PLACE = Span(0, 5, "NAME"), Span(0, 5, "PLACE")


def test_other_labels_none_and_other_bounds() -> None:
    assert contradictory([("Marta", [NAME]), ("Marta", [PLACE])]) == [0, 1]
    assert contradictory([("Marta", [NAME]), ("hola", []), ("Marta", [])]) == [0, 2]
    assert contradictory([("Marta R", [NAME]), ("Marta R", [Span(0, 7, "NAME")])]) == [0, 1]


def test_what_agrees() -> None:
    assert contradictory([]) == []
    assert contradictory([("sí", []), ("sí", []), ("no", [])]) == []
    assert contradictory([("Marta", [NAME]), ("Marta", [Span(0, 5, "NAME", 0.5)])]) == []
    two = [Span(0, 2, "A"), Span(3, 5, "B")]
    assert contradictory([("ab cd", two), ("ab cd", two[::-1])]) == []


def test_case_and_white_space_do_not_count() -> None:
    assert contradictory([("Marta ", [NAME]), ("  marta", [Span(2, 7, "NAME")])]) == []
    assert contradictory([("Marta ", [NAME]), ("  marta", [])]) == [0, 1]
