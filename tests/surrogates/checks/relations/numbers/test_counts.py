"""Small numbers that tell of each other: what no longer holds is told, what holds is not."""

import pytest

from surrogates import notices
from surrogates.notices import Notice
from tests.surrogates.checks.relations.told import sentences

# Language, lines, surrogates that keep the relation, others that lose it, what is told then.
CASES: list[tuple[str, tuple[str, ...], str, str, Notice]] = [
    # A whole and its parts
    ("ca", ("A: Té [quatre:NUM] pel·lícules: [tres:NUM] per avui i [una:NUM] per demà.",),
     "cinc|tres|dues", "quatre|vuit|onze", notices.SUM_LOST),
    ("eu", ("A: [Zazpi:NUM] lagun: [bost:NUM] heldu eta [bi:NUM] haur.",),
     "Sei|lau|bi", "Hamabi|bost|bi", notices.SUM_LOST),
    ("es", ("A: Tenemos [dos:NUM] gatos y [tres:NUM] perros, [cinco:NUM] animales.",),
     "dos|cuatro|seis", "dos|ocho|cinco", notices.SUM_LOST),
    # Tens and units
    ("eu", ("A: [16:NUM] edo [26:NUM]?", "B: [Hamasei:NUM]. [Hamar:NUM] eta [sei:NUM]."),
     "24|34|Hogeita lau|Hogei|lau", "24|34|Hogeita lau|Hamazazpi|zazpi", notices.SUM_LOST),
    # One number said twice
    ("de", ("A: Bei der [34:NUM].", "B: In der [34:NUM] wohnt niemand."),
     "57|57", "57|9", notices.SAME_LOST),
    ("ca", ("A: Visc al [quart:NUM].", "B: L'ascensor va fins al [quart:NUM]?"),
     "segon|segon", "segon|cinquè", notices.SAME_LOST),
    # Sides of a street, houses beside each other
    ("fr", ("A: J'habite au [37:NUM], côté impair.",), "53", "54", notices.SIDE_LOST),
    ("en", ("A: I'm at [23:NUM]. They did [21:NUM] and [25:NUM] either side of us.",),
     "36|34|38", "36|61|90", notices.SUM_LOST),
    # Years between two ages
    ("en", ("A: I was [twenty-five:AGE], [forty-three years:DURATION] ago, so [sixty-eight:AGE].",),
     "twenty-two|forty-three years|sixty-five", "twenty-two|forty-six years|sixty-five",
     notices.SUM_LOST),
    # Years since a year
    ("en", ("A: We opened in [1986:DATE].", "B: [Forty:NUM] years this year, then."),
     "1983|Forty-three", "1987|Eighty", notices.SINCE_LOST),
    ("de", ("A: Baujahr [2016:DATE], also [zehn:NUM] Jahre alt.",),
     "2014|zwölf", "2014|dreißig", notices.SINCE_LOST),
    # Prices
    ("es", ("A: Pide [300:NUM] €, ¿le van bien [280:NUM] €?",),
     "500|460", "500|560", notices.OFFER_LOST),
    ("en", ("A: You'd owe $[thirty:NUM].", "B: Here's [three:NUM] tens."),
     "forty|four", "forty|three", notices.SUM_LOST),
    ("fr", ("A: [160:NUM] euros, à moins [25:NUM] %.", "B: Soit [40:NUM] euros de remise."),
     "240|25|60", "240|13|60", notices.SUM_LOST),
    ("de", ("A: Die Miete ist [682:NUM] Euro.", "B: Also [8184:NUM] Euro im Jahr."),
     "990|11880", "990|9948", notices.SUM_LOST),
    ("en", ("A: It's her [fortieth:NUM].", "B: So the cake says [40:NUM]?"),
     "fiftieth|50", "nineteenth|30", notices.SAME_LOST),
    # Dates
    ("de", ("A: Am [14. März 1951:DATE].  Nein, am [15.:DATE].", "B: [15.03.1951:DATE]."),
     "11. Juli 1948|12.|12.07.1948", "11. Juli 1948|13.|12.07.1948", notices.DAY_LOST),
    ("en", ("A: Born [6 June 1998:DATE].", "B: I have [06.06.98:DATE]."),
     "24 September 1997|24.09.97", "24 September 1997|09.24.97", notices.DAY_LOST),
    ("en", ("A: Born [6 June 1998:DATE].", "B: I have [06.06.98:DATE]."),
     "6 July 1997|06.07.97", "6 July 1997|07.06.97", notices.DAY_LOST),
    ("en", ("A: Seen [3/4/25:DATE].", "B: On [March 4:DATE]?"),
     "8/4/25|August 4", "4/8/25|August 4", notices.DAY_LOST),
    ("fr", ("A: Le [3 mars 2025:DATE], soit [03/03/25:DATE].",),
     "4 mai 2025|04/05/25", "4 mai 2025|05/04/25", notices.DAY_LOST),
    ("en", ("A: It's a [2018:DATE], plate [YD18 KLM:PLATE].",),
     "2020|DS20 PYE", "2020|DS08 PYE", notices.PLATE_YEAR_LOST),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "kept", "lost", "notice"), CASES)
def test_a_relation_lost_is_told(
    lang: str, lines: tuple[str, ...], kept: str, lost: str, notice: Notice
) -> None:
    assert notice.message not in sentences(lang, lines, kept)
    assert notice.message in sentences(lang, lines, lost)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # Neither a sum nor one number: two sentences, two units.
        ("en", ("A: [Three:NUM] bags. I have [two:NUM] boys and [one:NUM] girl.",), "Six|two|one"),
        ("es", ("A: Son [12:NUM] euros.", "B: Y el [12:NUM] %."), "15|9"),
        ("fr", ("A: [2008:DATE], pendant [dix:NUM] ans, puis j'ai arrêté.",), "2006|dix"),
    ],
)
def test_what_tells_nothing_raises_nothing(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert not sentences(lang, lines, new)
