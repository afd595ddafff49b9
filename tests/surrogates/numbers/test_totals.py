"""What amounts make together is said of the new amounts too."""

import re

import pytest

from surrogates.languages.numerals import numerals
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(4)]


def value(text: str, lang: str) -> float:
    figures = re.search(r"\d+(?:[.,]\d\d)?", text)
    if figures:
        return float(figures[0].replace(",", "."))
    spoken = numerals(lang)
    read = spoken.parse(text.partition(" euro")[0]) if spoken is not None else None
    assert read is not None, text
    return read


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: [treinta euros:NUM], más [diez:NUM], [cuarenta:NUM] en total"),
        ("ca", "A: [vint euros:NUM] i [quinze:NUM], en total [trenta-cinc:NUM]"),
        ("de", "A: [12,50 €:NUM] und [8,25 €:NUM], zusammen [20,75 €:NUM]"),
        ("fr", "A: [vingt euros:NUM] et [quinze:NUM], [trente-cinq:NUM] en tout"),
        ("en", "A: [12.50 pounds:NUM] plus [3.25:NUM], so [15.75:NUM]"),
        ("es", "A: [veinte euros:NUM] y [quince:NUM] son [treinta y cinco:NUM]"),
        ("de", "A: [12,50 €:NUM] und [8,25 €:NUM], macht [20,75 €:NUM]"),
        ("eu", "A: [hogei euro:NUM] eta [hamar:NUM], guztira [hogeita hamar:NUM]"),
    ],
)
def test_a_sum_stays_one(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        if "CONSTRAINT_RELAXED" not in codes(result):
            one, two, total = (value(text, lang) for text in texts(result))
            assert one + two == pytest.approx(total), texts(result)


def test_a_price_times_a_count_stays_one_also_where_it_is_read_back() -> None:
    made = dialogue(
        "A: [3:NUM] nights at [$80:NUM], [$240:NUM] in total", "B: [$240:NUM]", lang="en"
    )
    for key in KEYS:
        nights, price, total, again = (value(text, "en") for text in texts(run(made, key=key)))
        assert nights * price == total == again


def test_amounts_that_made_no_total_are_drawn_apart() -> None:
    made = dialogue("A: [treinta euros:NUM], más [diez:NUM], [noventa:NUM] en total")
    drawn = [[value(text, "es") for text in texts(run(made, key=key))] for key in KEYS]
    assert any(one + two != total for one, two, total in drawn)
