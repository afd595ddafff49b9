"""Figures as people read them."""

from django.utils import translation

from annotation.services.figures import short_share


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
