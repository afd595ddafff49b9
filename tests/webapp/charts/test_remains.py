"""Bars of how many people fit."""

from annotation.evidence.remains.people import table_for
from webapp.charts.remains import draw_fit
from webapp.templatetags.remains import SOURCES


def test_bars_are_as_high_as_they_are_many() -> None:
    """The highest is 92 high and stands on 110; half of it is 46 high."""
    drawn = draw_fit([0, 2, 0, 0, 4, 0], fewest=0)
    assert [bar.height for bar in drawn.bars] == ["0.0", "46.0", "0.0", "0.0", "92.0", "0.0"]
    assert [bar.y for bar in drawn.bars][1:5:3] == ["64.0", "18.0"]
    assert "3–4: 2" in drawn.label


def test_what_lies_below_the_limit_is_an_outline() -> None:
    assert [bar.held for bar in draw_fit([1] * 6, fewest=3).bars] == [True] + [False] * 5
    assert [bar.held for bar in draw_fit([1] * 6, fewest=9).bars] == [True, True] + [False] * 4
    assert not any(bar.held for bar in draw_fit([1] * 6, fewest=0).bars)


def test_an_empty_corpus_draws() -> None:
    assert [bar.height for bar in draw_fit([0] * 6, fewest=3).bars] == ["0.0"] * 6


def test_every_table_is_named_in_the_language_of_the_page() -> None:
    table = table_for("es")
    assert table is not None
    assert {source.what for source in table.sources} == set(SOURCES)
