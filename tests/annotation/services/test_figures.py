"""Figures as people read them."""

import math

from django.utils import translation

from annotation.services.figures import about, duration, per_cent, short_share


def test_a_share_is_rounded_and_short() -> None:
    with translation.override("en"):
        assert [short_share(each) for each in (0.8157, 0.924, 0.0, 0.996)] == [
            ".82",
            ".92",
            ".00",
            "1.00",
        ]
        assert short_share(0.25, 1) == ".2"
    with translation.override("es"):
        assert short_share(0.8157) == "0,82"


def test_round_numbers() -> None:
    assert [about(each) for each in (0, 0.4, 3.4, 12, 167, 1676)] == [0, 0, 3, 12, 170, 1700]


def test_times_are_as_fine_as_they_are_short() -> None:
    """55 turns at 6 s are no hour."""
    told = [duration(each).replace("\N{NO-BREAK SPACE}", " ") for each in (20, 330, 2112, 3600)]
    assert told == ["1 min", "6 min", "36 min", "1 h"]
    assert duration(3900).replace("\N{NO-BREAK SPACE}", " ") == "1 h 15 min"


def test_a_measured_share_is_rounded_and_the_ends_of_its_interval_outwards() -> None:
    told = [per_cent(0.74656), per_cent(0.7311, math.floor), per_cent(0.7311, math.ceil)]
    assert [each.replace("\N{NO-BREAK SPACE}", " ") for each in told] == [
        "74.7 %",
        "73.1 %",
        "73.2 %",
    ]
