"""Figures such as 05/08 say day and month as the country does that the rest of a dialogue tells."""

import pytest

from tests.surrogates.dialogues import dialogue, run

KEYS = [bytes([n]) * 32 for n in range(8)]


@pytest.mark.parametrize(
    ("told", "first"),
    [("NHS number?", "day"), ("It's £20.", "day"), ("[LS8 2QT:POSTCODE]", "day"),
     ("In [Harrogate:TOWN].", "day"), ("At the DMV.", "month"), ("It's $20.", "month"),
     ("[57325:POSTCODE]", "month"), ("GP, not DMV.", "month")],
)  # fmt: skip
def test_day_and_month_stand_as_in_the_country(told: str, first: str) -> None:
    made = dialogue("A: [05/08/1941:DATE]", f"B: {told}", lang="en")
    dates = [run(made, key=key).draft.turns[0].text.split("/") for key in KEYS]
    month, day = (1, 0) if first == "day" else (0, 1)
    assert all(int(date[month]) <= 12 for date in dates)
    assert any(int(date[day]) > 12 for date in dates)
