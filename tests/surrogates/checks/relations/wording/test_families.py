"""Irish forms of one surname that are no longer forms of one are told at each of them."""

from surrogates import notices
from tests.surrogates.checks.relations.told import sentences

LINES = ("A: I'm [Aoife:GIVEN] [Ní Bhriain:SURNAME].", "B: And he's [Pat:GIVEN] [O'Brien:SURNAME]?")


def test_forms_that_part_are_told() -> None:
    told = sentences("en", LINES, "Emma|Cooper|Tom|Harris")
    assert told.count(notices.PART_LOST.message) == 2


def test_forms_that_stay_forms_are_not() -> None:
    assert notices.PART_LOST.message not in sentences(
        "en", LINES, "Emma|Ní Dhomhnaill|Tom|O'Donnell"
    )


def test_two_families_are_two() -> None:
    lines = ("A: [Ní Bhriain:SURNAME], and [Murphy:SURNAME].",)
    assert notices.PART_LOST.message not in sentences("en", lines, "Cooper|Harris")


def test_a_clipped_name_of_no_list_that_parts_from_its_name_is_told() -> None:
    lines = ("A: Could [Tunde:GIVEN] come?", "B: That's [Babatunde:GIVEN].")
    assert notices.PART_LOST.message in sentences("en", lines, "John|Brandon")
    assert notices.PART_LOST.message not in sentences("en", lines, "Sandy|Alexander")
