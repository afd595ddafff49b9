"""How many nights lie between two days stays with them, as the days keep their distance."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

NIGHTS = [
    ("es", "A: del [3 de mayo:DATE] al [7 de mayo:DATE], [cuatro:NUM] noches", "cuatro"),
    ("es", "A: del [3:DATE] al [7:DATE] de [mayo:DATE], [cinco:NUM] días", "cinco"),
    ("ca", "A: del [3 de maig:DATE] al [5 de maig:DATE], [dues nits:NUM]", "dues nits"),
    ("eu", "A: [maiatzaren 3tik:DATE] [maiatzaren 7ra:DATE], [lau:NUM] gau", "lau"),
    ("en", "A: from [28 May:DATE] to [2 June:DATE], [five:NUM] nights", "five"),
    ("fr", "A: du [3 mai:DATE] au [6 mai:DATE], [trois:NUM] nuits", "trois"),
    ("de", "A: vom [3. Mai:DATE] bis [5. Mai:DATE], [zwei:NUM] Nächte", "zwei"),
]


@pytest.mark.parametrize(("lang", "line", "count"), NIGHTS)
def test_nights_between_two_days_stay(lang: str, line: str, count: str) -> None:
    for key in (b"a", b"b", b"c"):
        assert texts(run(dialogue(line, lang=lang), key=key))[-1] == count


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es", "5 días después"),
        ("ca", "3 mesos més tard"),
        ("en", "5 days later"),
        ("de", "5 Tage später"),
        ("fr", "2 semaines plus tard"),
        ("eu", "5 egun geroago"),
    ],
)
def test_so_many_days_later_stays_and_says_so(lang: str, said: str) -> None:
    result = run(dialogue(f"A: [3/5/2019:DATE]. [{said}:DATE]", lang=lang))
    assert texts(result)[1] == said and codes(result) == ["DATE_RELATIVE"]


def test_a_date_that_nobody_reads_is_no_silent_placeholder() -> None:
    result = run(dialogue("A: [3/5/2019:DATE]. [Q3 2019:DATE]", lang="de"))
    assert texts(result)[1] == "[DATE]" and codes(result) == ["PLACEHOLDER_SHOWN"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "ca",
            "A: del [12:DATE] al [15 de gener:DATE]. Són [tres:NUM] nits, a [90:NUM] euros la nit:"
            " [270:NUM] euros.",
        ),
        (
            "en",
            "A: [3 May:DATE] to [5 May:DATE], [2:NUM] nights at [80:NUM] pounds, [160:NUM] pounds"
            " in total.",
        ),
        (
            "es",
            "A: del [3 de mayo:DATE] al [7 de mayo:DATE], [4:NUM] noches a [75:NUM] euros, en total"
            " [300:NUM] euros.",
        ),
    ],
)
def test_what_nights_cost_is_made_with_the_count_that_stays(lang: str, line: str) -> None:
    for key in (bytes([n]) for n in range(8)):
        count, price, total = texts(run(dialogue(line, lang=lang), key=key))[-3:]
        nights = {"tres": 3}.get(count) or int(count)
        assert int(total) == nights * int(price)
