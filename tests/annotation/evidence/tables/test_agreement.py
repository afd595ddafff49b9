"""Agreement of three readers, worked by hand; the vote; one reader only."""

import pytest

from annotation.evidence.errors import EvidenceError
from annotation.evidence.tables.agreement import agreement_tables, vote
from learning.readings.agreement import SharedTurn
from learning.types import Span

ANA, EVA = Span(4, 7, "per"), Span(10, 13, "per")
VIGO, SURNAME = Span(17, 21, "loc"), Span(17, 21, "fam")
TEXT = "Soy Ana y Eva de Vigo"


def turn(**readings: tuple[Span, ...]) -> SharedTurn:
    return SharedTurn(1, TEXT, readings)


THREE = turn(one=(ANA, EVA, VIGO), three=(ANA, EVA, SURNAME), two=(ANA, VIGO))


def test_majority() -> None:
    # Ana of three, Eva of two, Vigo of two as a place; of one as a surname, which is out.
    assert vote([THREE])[0].gold == (ANA, EVA, VIGO)
    assert vote([turn(one=(ANA, EVA), two=(ANA,))])[0].gold == (ANA,)
    assert vote([turn(one=(ANA,))]) == []


def test_readers_by_hand() -> None:
    readers, labels, pairs = agreement_tables([THREE], by_vote=True)
    found = {row[0]: row[1:] for row in readers.rows}
    assert found["one"][:4] == (1.0, 1.0, 1.0, 3)
    # two: per P 1, R 1/2, F1 2/3; loc all right. Weighted by 2 and 1: P 1, R 2/3, F1 7/9.
    assert found["two"][:4] == (1.0, pytest.approx(2 / 3), pytest.approx(7 / 9), 3)
    # three: per right, loc not found: P, R and F1 2/3 (fam has no true item to weigh).
    assert found["three"][:4] == (pytest.approx(2 / 3),) * 3 + (3,)
    # Together: per 5 of 6 found, none false: P 1, R 5/6, F1 10/11; loc 2 of 3: P 1, R 2/3, F1 .8.
    weighted = (6 * 10 / 11 + 3 * 0.8) / 9
    assert found["all together"][:4] == (
        1.0, pytest.approx(7 / 9), pytest.approx(weighted), 9,
    )  # fmt: skip
    rows = {row[0]: row for row in labels.rows}
    assert rows["per"][1:4] == (6, 1.0, pytest.approx(5 / 6))
    assert [row[0] for row in labels.rows] == ["per", "loc", "fam", "all labels"]
    pair = {row[0]: row for row in pairs.rows}
    # one / two: two of three and two: F1 2 x 2 / 5 = .8. One for right: per F1 2/3 (two items), loc
    # 1: 7/9. The other way: per 2/3 (one item), loc 1: 5/6.
    assert pair["one / two"][2] == pytest.approx(0.8)
    assert pair["one / two"][1] == pytest.approx((7 / 9 + 5 / 6) / 2)
    mean = sum(row[2] for name, row in pair.items() if name != "mean") / 3
    assert pair["mean"][2] == pytest.approx(mean)


def test_what_was_agreed_is_the_gold_unless_the_vote_is_asked_for() -> None:
    agreed = SharedTurn(1, TEXT, THREE.readings, gold=(ANA, EVA, SURNAME))
    found = {row[0]: row[3] for row in agreement_tables([agreed])[0].rows}
    assert found["three"] == 1.0 > found["one"]
    # Nothing agreed: pairs alone.
    assert [table.name for table in agreement_tables([THREE])] == ["pairs"]


def test_where_nobody_decided_everybody_is_right_and_that_is_said() -> None:
    agreed = SharedTurn(1, TEXT, {"one": (ANA,), "two": (ANA,)}, gold=(ANA,))
    open_turn = turn(one=(VIGO,), two=(SURNAME,))
    readers = agreement_tables([agreed, open_turn])[0]
    assert [row[3] for row in readers.rows] == [1.0, 1.0, 1.0]
    assert readers.note.startswith("Nobody has decided where readers differ")
    assert agreement_tables([agreed])[0].note.startswith("Against what was agreed")


def test_one_reader_only() -> None:
    with pytest.raises(EvidenceError, match="no turn was read by two people"):
        agreement_tables([turn(one=(ANA,))])
