"""The figure of epsilon over p: its scale, by hand, and when there is none."""

from annotation.evidence.bounds.curve import line_of
from annotation.services.evidence.epsilon.page import Shown
from webapp.charts.epsilon import draw_epsilon


def test_nothing_to_draw() -> None:
    assert draw_epsilon(Shown("", [])) == []


def test_drawn_for_a_screen_and_a_phone() -> None:
    shown = Shown(
        "", [], lines=[line_of("surname", 100, 0.01), line_of("month", 12, 1 / 12)], p=0.9
    )
    wide, narrow = draw_epsilon(shown)
    assert (wide.width, wide.right, narrow.width, narrow.right) == (960, 944, 340, 324)
    # 100 words at p = .5: ln(101) = 4.615, so the axis ends at 6; 236 - 208 x 4.615 / 6 = 76.0.
    assert wide.lines[0].path.startswith("M44.0 76.0 L")
    # p = .9 lies four fifths of the way: 44 + 900 x .8 = 764. At p = 1 all curves end at 0.
    assert wide.now == "764.0" and wide.lines[0].path.endswith("944.0 236.0")
    assert [tick.text for tick in wide.y_ticks] == ["0", "2", "4", "6"]
    assert [tick.text for tick in wide.x_ticks] == [".5", ".6", ".7", ".8", ".9", "1"]
    assert wide.lines[0].text == "surnames: 100" and not wide.lines[0].thin and wide.lines[1].thin
    assert "surnames: 4.6 at .5, 2.5 at .9, .7 at .99" in wide.description


def test_f1_stands_at_the_right() -> None:
    shown = Shown("", [], lines=[line_of("month", 12, 1 / 12)], f1={"word": 0.5})
    wide, _narrow = draw_epsilon(shown)
    # Half way between 28 and 236; the axis gives way to the words.
    assert (wide.right, wide.f1[0].y, wide.f1[0].text) == (780, "132.0", "F1 Word .50")
    assert wide.now == ""


def test_f1_over_p_is_drawn_beside_epsilon() -> None:
    """As figure 1 of the paper: at p = .5 the left end, at 1 the right; F1 .25 a quarter of 208
    above the foot: 236 - 52 = 184."""
    shown = Shown(
        "", [], lines=[line_of("month", 12, 1 / 12)], f1={"word": 0.5},
        f1_curve=[(0.5, 0.75), (1.0, 0.25)],
    )  # fmt: skip
    wide, narrow = draw_epsilon(shown)
    assert wide.f1_curve == "M44.0 80.0 L780.0 184.0" and narrow.f1_curve
    assert "F1 of word, dashed, with p in brackets: .75 (.50), .25 (1.00)" in wide.description


def test_words_of_points_that_are_close_stay_in_the_drawing() -> None:
    def words(f1: float) -> list[str]:
        of_all = dict.fromkeys(("entity", "typed", "word"), f1)
        shown = Shown("", [], lines=[line_of("month", 12, 1 / 12)], f1=of_all)
        return [each.text_y for each in draw_epsilon(shown)[0].f1]

    assert words(1.0) == ["28.0", "42.0", "56.0"]
    assert words(0.0) == ["208.0", "222.0", "236.0"]
