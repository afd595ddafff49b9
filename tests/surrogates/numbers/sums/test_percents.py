"""What a percentage makes of an amount is so of the new amounts too."""

from fractions import Fraction

import pytest

from surrogates.languages.numerals import numerals
from surrogates.numbers.sums.percents import percents_in
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, keys, run
from tests.surrogates.numbers.sums.test_totals import KEYS, amounts, kept


@pytest.mark.parametrize(
    ("lang", "text", "percent"),
    [
        ("es", "con el 21 % de IVA", "21"),
        ("es", "el veinte por ciento", "20"),
        ("ca", "un deu per cent", "10"),
        ("eu", "%21eko BEZa", "21"),
        ("eu", "ehuneko hogei", "20"),
        ("eu", "ehuneko berrogeita hamarra", "50"),
        ("eu", "ehuneko bosteko interesa", "5"),
        ("en", "7.5% off", "7.5"),
        ("fr", "5,5 % de TVA", "5.5"),
        ("de", "fünfzig Prozent", "50"),
    ],
)
def test_percentages_are_read(lang: str, text: str, percent: str) -> None:
    spoken = numerals(lang)
    assert spoken is not None
    assert percents_in(text, spoken) == {Fraction(percent)}


@pytest.mark.parametrize(
    ("lang", "line", "times"),
    [
        ("de", "A: 50 Prozent von [118 Euro:AMOUNT], also [59 Euro:AMOUNT].", "0.5"),
        ("es", "A: [100 euros:AMOUNT] más el 21 %, [121 euros:AMOUNT].", "1.21"),
        ("ca", "A: Un deu per cent de [200 euros:AMOUNT], [20 euros:AMOUNT].", "0.1"),
        ("eu", "A: [200 euro:AMOUNT] ziren, ehuneko hamar kenduta [180 euro:AMOUNT].", "0.9"),
        ("en", "A: [£80:AMOUNT] with 25% off is [£60:AMOUNT].", "0.75"),
        ("fr", "A: [deux cents euros:AMOUNT], vingt pour cent, [quarante euros:AMOUNT].", "0.2"),
    ],
)
def test_a_percentage_stays_one(lang: str, line: str, times: str) -> None:
    for base, made in kept(lang, line):
        assert made == pytest.approx(float(times) * base)


def test_what_was_rounded_to_cents_comes_out() -> None:
    for base, tax, total in kept(
        "es", "A: [45,30 €:AMOUNT], 21 % de IVA, [9,51 €:AMOUNT], total [54,81 €:AMOUNT]."
    ):
        assert base + tax == pytest.approx(total)
        assert tax == pytest.approx(0.21 * base)


def test_what_comes_out_exactly_is_no_rounding_of_something_else() -> None:
    lines = (
        "A: [£20:AMOUNT] and [£15:AMOUNT], minus 10%, [£31.50:AMOUNT].",
        "B: That is [£3.50:AMOUNT] off [£35:AMOUNT].",
    )
    for one, two, left, off, total in kept("en", *lines):
        assert one + two == total
        assert off == pytest.approx(total / 10)
        assert left == pytest.approx(total - off)


def test_a_sum_with_its_tax_in_two_instalments() -> None:
    lines = (
        "A: [340 €:AMOUNT] de pièces, [210 €:AMOUNT] de pose, ça fait [550 €:AMOUNT].",
        "A: Avec la TVA à 20 %, [660 €:AMOUNT], donc [110 €:AMOUNT] de TVA.",
        "A: Ou deux fois [330 €:AMOUNT].",
    )
    for parts, work, net, gross, tax, half in kept("fr", *lines):
        assert parts + work == net
        assert net + tax == gross == 2 * half
        assert 5 * tax == net


def test_a_percentage_under_a_label_tells_what_it_has_become() -> None:
    made = dialogue("A: El [20 %:NUM] de [150 euros:AMOUNT] son [30 euros:AMOUNT].")
    for key in KEYS:
        result = run(made, key=key)
        percent, base, part = amounts(result, "es")
        assert "CONSTRAINT_RELAXED" in codes(result) or 100 * part == percent * base


def test_a_percentage_that_cannot_be_kept_is_told() -> None:
    made = dialogue("A: El 37 % de [100:AMOUNT] euros son [37 euros:AMOUNT].")
    typed = Constraint("surrogate", (keys(made)[0],), "101")
    for key in KEYS:
        assert "CONSTRAINT_RELAXED" in codes(run(made, key=key, constraints=[typed]))


def test_the_ends_of_a_range_are_no_rounded_percentage() -> None:
    line = "A: El 20 % de [150 euros:AMOUNT] son [30 euros:AMOUNT], entre [30:NUM] y [37:NUM]."
    for base, part, *_ in kept("es", line):
        assert 5 * part == base


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: Mine was £[180:NUM].", "B: Thanks.", "A: Sure.", "B: And less?", "B: Ask.",
                "A: You'd get [10:NUM]% off and pay [162:NUM].")),
        ("es", ("A: Me costó [180:NUM] euros.", "B: Vaya.", "A: Sí.", "B: ¿Y menos?", "B: No sé.",
                "A: Le quitan un [10:NUM] % y se queda en [162:NUM].")),
    ],
)  # fmt: skip
def test_a_price_some_turns_before_is_the_one_that_is_cheaper(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        price, percent, less = (int(r.surrogate) for r in result.replacements)
        assert percent == 10 and price * 9 == less * 10 and price != 180


@pytest.mark.parametrize(
    ("lang", "first", "last", "times"),
    [
        ("eu", "A: Logela [240 euro:AMOUNT] da.",
         "B: Aurrerakina [60 euro:AMOUNT], ehuneko hogeita bosta, ezta?", "0.25"),
        ("es", "A: La casa sale por [800 euros:AMOUNT].",
         "B: Y la señal, el 30 por ciento, [240 euros:AMOUNT].", "0.3"),
        ("de", "A: Die Wohnung kostet [900 Euro:AMOUNT].",
         "B: Und die Anzahlung, 20 Prozent, sind [180 Euro:AMOUNT].", "0.2"),
    ],
)  # fmt: skip
def test_a_percentage_is_of_a_price_some_turns_before(
    lang: str, first: str, last: str, times: str
) -> None:
    between = ("B: Mhm.", "A: Ja.", "B: Mhm.", "A: Ja.")
    for key in KEYS:
        price, part = amounts(run(dialogue(first, *between, last, lang=lang), key=key), lang)
        assert part == pytest.approx(price * float(times))
