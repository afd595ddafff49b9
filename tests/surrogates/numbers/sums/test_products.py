"""Prices times counts hold whatever the plan, and round amounts stay round."""

import re
from fractions import Fraction

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 91]) for n in range(tries(2, 8))]
# Language, lines, pairs of mentions (count, price) whose product is the first mention.
PLANS: list[tuple[str, tuple[str, ...]]] = [
    ("ca", ("A: Costa [600:NUM] euros, en [dotze:NUM] quotes de [50:NUM] euros.",
            "B: I en [sis:NUM] quotes?", "A: Serien [100:NUM] euros.")),
    ("es", ("A: Son [480:NUM] euros, en [ocho:NUM] plazos de [60:NUM] euros.",
            "B: ¿Y en [seis:NUM] plazos?", "A: Serían [80:NUM] euros.")),
    ("en", ("A: It's [$720:NUM], in [nine:NUM] instalments of [$80:NUM].",
            "B: And in [six:NUM] instalments?", "A: [$120:NUM] each.")),
    ("de", ("A: [840:NUM] Euro, das sind [zwölf:NUM] Raten zu [70:NUM] Euro.",
            "B: Und [sechs:NUM] Raten?", "A: Dann [140:NUM] Euro.")),
    ("fr", ("A: [450:NUM] euros, en [neuf:NUM] fois [50:NUM] euros.",
            "B: Et en [six:NUM] fois ?", "A: [75:NUM] euros.")),
]  # fmt: skip
PLANS += [
    ("es", ("A: Vale [360:NUM] euros: [seis:NUM] meses a [60:NUM] euros.",
            "B: O en [nueve:NUM], a [40:NUM] euros.")),
]  # fmt: skip
YEARS: list[tuple[str, str]] = [
    ("es", "A: Son [540:NUM] euros, [doce:NUM] cuotas de [45:NUM] euros, durante un año."),
    ("ca", "A: Són [540:NUM] euros, [dotze:NUM] quotes de [45:NUM] euros, durant un any."),
    ("en", "A: That's [$1080:NUM], [24:NUM] instalments of [$45:NUM], over two years."),
    ("de", "A: [540:NUM] Euro, [zwölf:NUM] Raten zu [45:NUM] Euro, ein Jahr lang."),
    ("fr", "A: [540:NUM] euros, [douze:NUM] mensualités de [45:NUM] euros, pendant un an."),
]
WEIGHTED: list[tuple[str, tuple[str, ...]]] = [
    ("ca", ("A: Som dos adults i una nena.",
            "B: A [320:NUM] euros per adult i [160:NUM] la nena: [800:NUM] euros en total.")),
    ("es", ("A: Somos dos adultos y un niño.",
            "B: A [340:NUM] euros el adulto y [120:NUM] el niño: [800:NUM] euros en total.")),
    ("en", ("A: We're two adults and one child.",
            "B: It's [$320:NUM] per adult and [$160:NUM] for the child, [$800:NUM] in total.")),
    ("de", ("A: Wir sind zwei Erwachsene und ein Kind.",
            "B: [320:NUM] Euro pro Person, [160:NUM] das Kind, [800:NUM] Euro insgesamt.")),
    ("fr", ("A: Nous sommes deux adultes et un enfant.",
            "B: [320:NUM] euros par adulte, [160:NUM] l'enfant, [800:NUM] euros au total.")),
]  # fmt: skip


def values(lang: str, said: list[str]) -> list[int]:
    figures = [re.sub(r"\D", "", text) for text in said]
    read = zip(figures, said, strict=True)
    return [int(f) if f else parse(load_lexicon(lang), text) or 0 for f, text in read]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), PLANS)
def test_every_plan_makes_the_price(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    total, count, price, other, rate = values(lang, texts(result))
    assert count * price == total == other * rate, texts(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "line"), YEARS)
def test_a_count_of_months_that_a_year_tells_stays(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    total, count, price = values(lang, texts(result))
    assert count == (24 if lang == "en" else 12) and count * price == total
    assert not result.leaks and "SAID_AROUND" in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_a_total_may_stand_between_count_and_price(key: bytes) -> None:
    line = "A: [seven:NUM] guests, we paid [$210:NUM], that's [$30:NUM] each."
    count, total, price = values("en", texts(run(dialogue(line, lang="en"), key=key)))
    assert count * price == total


@pytest.mark.parametrize("key", KEYS)
def test_small_prices_make_their_total_too(key: bytes) -> None:
    line = "A: Zwei Große zu [18:NUM] Euro, drei Kleine zu [9:NUM] Euro, zusammen [63:NUM] Euro."
    large, small, total = values("de", texts(run(dialogue(line, lang="de"), key=key)))
    assert 2 * large + 3 * small == total and small < large < total


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), WEIGHTED)
def test_a_total_of_what_each_pays_stays_one(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    adult, child, total = values(lang, texts(run(dialogue(*lines, lang=lang), key=key)))
    assert 2 * adult + child == total and child < adult < total


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "round_as"),
    [
        ("fr", "A: Un retrait de [200 €:NUM] ce matin.", 50),
        ("es", "A: He sacado [1.500:NUM] euros.", 100),
        ("ca", "A: Una multa de [80:NUM] euros.", 10),
        ("de", "A: Ein Betrag von [250 Euro:NUM].", 50),
        ("eu", "A: [3.000 euro:NUM] atera ditut.", 500),
        ("en", "A: A payment of [£40:NUM].", 10),
        ("es", "A: Un ingreso de [trescientos:NUM] euros.", 100),
    ],
)
def test_a_round_amount_stays_as_round_and_as_long(
    lang: str, line: str, round_as: int, key: bytes
) -> None:
    was = values(lang, re.findall(r"\[([^:]+):", line))
    now = values(lang, texts(run(dialogue(line, lang=lang), key=key)))
    assert now != was and now[0] % round_as == 0 and len(str(now[0])) == len(str(was[0]))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("price", ["19,99 €", "12,50 €", "45,00 €"])
def test_a_price_ends_as_it_did(price: str, key: bytes) -> None:
    (new,) = texts(run(dialogue(f"A: Son [{price}:NUM]."), key=key))
    assert new != price and new[-5:] == price[-5:], new


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "first", "price"),
    [
        ("es", "Cuatro noches.", "Son [70 euros:NUM] la noche, [280:NUM] en total."),
        ("ca", "Tres nits, doncs.", "Són [90 euros:NUM] per nit, [270:NUM] en total."),
        ("eu", "Hiru gau, beraz.", "[80 euro:NUM] gaueko, guztira [240 euro:NUM]."),
        ("de", "Drei Nächte also.", "[85 Euro:NUM] pro Nacht, [255 Euro:NUM] insgesamt."),
        ("en", "Five nights, was it?", "[£80:NUM] a night, [£400:NUM] in total."),
        ("fr", "Trois nuits, donc.", "[85 euros:NUM] la nuit, [255 euros:NUM] au total."),
    ],
)
def test_a_count_that_no_label_covers_is_a_factor_some_turns_later(
    lang: str, first: str, price: str, key: bytes
) -> None:
    made = dialogue(f"A: {first}", "B: Eh.", f"A: {price}", lang=lang)
    one, total = (int(re.sub(r"\D", "", text)) for text in texts(run(made, key=key)))
    old, all_of = (int(n) for n in re.findall(r"\d+", price))
    assert total == one * (all_of // old) and one != old


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Son [720 euros:NUM].", "A: En [doce:NUM] meses, [60 euros:NUM] al mes.",
                "B: ¿Y en [seis:NUM]?", "A: El doble, [120:NUM].")),
        ("en", ("A: It's [$900:NUM].", "A: Over [ten:NUM] months it is [$90:NUM] a month.",
                "B: And over [five:NUM]?", "A: Double that, [$180:NUM].")),
        ("de", ("A: Das sind [720 Euro:NUM].", "A: In [zwölf:NUM] Monaten je [60 Euro:NUM].",
                "B: Und in [sechs:NUM]?", "A: Das Doppelte, [120:NUM].")),
    ],
)  # fmt: skip
def test_the_double_of_another_plan_is_one(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    total, months, price, fewer, more = texts(result)
    first, second, third = (int(re.sub(r"\D", "", text)) for text in (total, price, more))
    counts = [parse(load_lexicon(lang), text) or 0 for text in (months, fewer)]
    assert first == second * counts[0] and counts[0] == 2 * counts[1]
    assert third == 2 * second or "CONSTRAINT_RELAXED" in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_money_somewhere_is_no_count(key: bytes) -> None:
    made = dialogue(
        "A: Son [32:NUM] euros, más [9:NUM] euros: [41:NUM] euros al mes.",
        "B: Me han cobrado [53:NUM] euros.",
        "A: Hay [12:NUM] euros de alta.",
        "B: O sea, [41:NUM] más [12:NUM], [53:NUM]. ¿Y al año?",
        "A: Doce veces [41:NUM], [492:NUM] euros.",
    )
    a, b, month, all_, once, *again, year = values("es", texts(run(made, key=key)))
    assert a + b == month and again == [month, once, all_, month]
    assert month + once == all_ and 12 * month == year and month != 41


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El cubierto son [32 euros:AMOUNT]. Por [trece:NUMBER], [416:AMOUNT]."),
        ("de", "A: Das Menü kostet [27 Euro:AMOUNT]. Für [acht:NUMBER] [216:AMOUNT]."),
        ("fr", "A: Le menu est à [29 euros:AMOUNT]. Pour [sept:NUMBER], [203:AMOUNT]."),
        ("en", "A: The set menu is [£34:AMOUNT]. For [six:NUMBER], [204:AMOUNT]."),
    ],
)
def test_a_price_for_so_many_makes_what_all_pay(lang: str, line: str, key: bytes) -> None:
    price, count, total = values(lang, texts(run(dialogue(line, lang=lang), key=key)))
    assert price * count == total


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: La cuota es de [65 euros:AMOUNT], al año son [780 euros:AMOUNT]."),
        ("ca", "A: La quota és de [65 euros:AMOUNT], a l'any són [780 euros:AMOUNT]."),
        ("eu", "A: Kuota [65 euro:AMOUNT] da, urtean [780 euro:AMOUNT] dira."),
        ("fr", "A: La cotisation est de [65 euros:AMOUNT], par an ça fait [780 euros:AMOUNT]."),
        ("de", "A: Ihr Beitrag ist [65 Euro:AMOUNT], im Jahr sind das [780 Euro:AMOUNT]."),
        ("en", "A: The fee is [£65:AMOUNT], so [£780:AMOUNT] a year."),
    ],
)
def test_a_year_has_twelve_payments(lang: str, line: str, key: bytes) -> None:
    each, year = values(lang, texts(run(dialogue(line, lang=lang), key=key)))
    assert year == 12 * each


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "times"),
    [
        ("es", "A: [4.000 euros:NUM] ahora y [150 euros:NUM] al mes durante tres años: en total"
               " [9.400 euros:NUM].", 36),
        ("de", "A: [2.000 Euro:NUM] jetzt und [80 Euro:NUM] im Monat, zwei Jahre lang, macht"
               " [3.920 Euro:NUM].", 24),
        ("fr", "A: [1000 euros:NUM] puis [20 euros:NUM] par semaine pendant un an, [2040 euros:NUM]"
               " en tout.", 52),
        ("en", "A: [£500:NUM] down and [£90:NUM] a month for [18 months:DURATION], so [£2,120:NUM]"
               " in all.", 18),
    ],
)  # fmt: skip
def test_what_is_paid_every_month_adds_up(lang: str, line: str, times: int, key: bytes) -> None:
    said = [t for t in texts(run(dialogue(line, lang=lang), key=key)) if "month" not in t]
    first, rate, total = values(lang, said)
    assert first + times * rate == total


@pytest.mark.parametrize(
    ("lang", "lines", "times"),
    [
        (
            "eu",
            ("A: [Lau ordu eta erdi:DURATION].", "B: Orduko [18 €:AMOUNT], beraz [81 €:AMOUNT]."),
            "4.5",
        ),
        (
            "es",
            ("A: Son [22:number] euros la hora, tres horas y media.", "B: [77:number] euros."),
            "3.5",
        ),
        (
            "de",
            ("A: [48 Euro:AMOUNT] pro Stunde, viereinhalb Stunden.", "B: [216 Euro:AMOUNT]."),
            "4.5",
        ),
        ("fr", ("A: [16 euros:AMOUNT] de l'heure, 2 h 30.", "B: Donc [40 euros:AMOUNT]."), "2.5"),
        ("en", ("A: It's [£0.45:AMOUNT] a mile and I did 240 miles.", "B: [£108:AMOUNT]."), "240"),
        (
            "ca",
            ("A: [14:number] euros l'hora, cinc hores i mitja.", "B: [77:number] euros."),
            "5.5",
        ),
        ("es", ("A: El kilo a [3,20:AMOUNT] euros, 2,5 kg.", "B: [8:AMOUNT] euros."), "2.5"),
    ],
)
def test_a_price_of_one_makes_what_a_measure_costs(
    lang: str, lines: tuple[str, ...], times: str
) -> None:
    for key in KEYS:
        made = run(dialogue(*lines, lang=lang), key=key)
        price, total = (
            Fraction(m[0].replace(",", "."))
            for text in texts(made)
            if (m := re.search(r"\d+(?:[.,]\d+)?", text))
        )
        assert price * Fraction(times) == total
