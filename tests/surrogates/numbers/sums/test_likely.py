"""What amounts of money make together stays, also where no word near them says it."""

import re
from fractions import Fraction

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 53]) for n in range(tries(2, 8))]


def money(lang: str, *lines: str, key: bytes) -> list[Fraction]:
    result = run(dialogue(*lines, lang=lang), key=key)
    assert not {"CONSTRAINT_RELAXED", "RELATION_LOST"}.intersection(codes(result))
    figures = [re.sub(r"[^\d.,]", "", text) for text in texts(result)]
    plain = [re.sub(r"[.,](?=\d{3})", "", text).replace(",", ".") for text in figures]
    return [Fraction(text) for text in plain if text]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Pido [420:NUM] euros.", "B: Le doy [380:NUM].", "A: Pues [400:NUM], y ya.")),
        ("ca", ("A: En demano [420:NUM] euros.", "B: N'hi dono [380:NUM].", "A: Doncs [400:NUM].")),
        (
            "eu",
            ("A: [420:NUM] euro nahi ditut.", "B: [380:NUM] emango dizut.", "A: [400:NUM], ba."),
        ),
        ("de", ("A: Ich will [420:NUM] Euro.", "B: Sagen wir [380:NUM].", "A: Gut, [400:NUM].")),
        ("en", ("A: I'm asking [£420:NUM].", "B: How about [£380:NUM]?", "A: [£400:NUM], then.")),
        ("fr", ("A: J'en veux [420:NUM] euros.", "B: Disons [380:NUM].", "A: Bon, [400:NUM].")),
    ],
)
def test_the_middle_of_two_offers_stays_it(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    asked, offered, paid = money(lang, *lines, key=key)
    assert asked + offered == 2 * paid and offered < asked


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Me cobran [86,40 €:NUM], y antes [43,20 €:NUM].", "B: Es el doble.")),
        ("ca", ("A: Em cobren [86,40 €:NUM], i abans [43,20 €:NUM].", "B: És el doble.")),
        ("eu", ("A: [86,40 €:NUM] kobratu didate, lehen [43,20 €:NUM].", "B: Bikoitza da.")),
        ("de", ("A: Jetzt [86,40 €:NUM], vorher [43,20 €:NUM].", "B: Das ist das Doppelte.")),
        ("en", ("A: Now [£86.40:NUM], before that [£43.20:NUM].", "B: That's double.")),
        ("fr", ("A: Maintenant [86,40 €:NUM], avant [43,20 €:NUM].", "B: C'est le double.")),
    ],
)
def test_a_double_that_is_said_a_turn_later_is_one(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    now, before = money(lang, *lines, key=key)
    assert now == 2 * before


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: La renta pasa de [500:NUM] a [525:NUM] euros, un [5 %:NUM], [25:NUM] euros.",)),
        ("ca", ("A: El lloguer passa de [500:NUM] a [525:NUM] euros, un [5 %:NUM], [25:NUM].",)),
        ("de", ("A: Von [500:NUM] auf [525:NUM] Euro, also [5 %:NUM], [25:NUM] Euro mehr.",)),
        ("en", ("A: From [£500:NUM] to [£525:NUM], that's [5%:NUM], [£25:NUM] more.",)),
        ("fr", ("A: De [500:NUM] à [525:NUM] euros, [5 %:NUM] de plus, [25:NUM] euros.",)),
    ],
)
def test_a_rise_stays_one_and_its_percentage_is_as_it_was(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    before, after, percent, more = money(lang, *lines, key=key)
    assert percent == 5 and after - before == more == before / 20


@pytest.mark.parametrize("key", KEYS)
def test_what_only_counts_make_stays_with_them(key: bytes) -> None:
    made = dialogue("A: Somos [nueve:NUM] adultos y [once:NUM] niños, [veinte:NUM] en total.")
    result = run(made, key=key)
    assert texts(result) == ["nueve", "once", "veinte"]
    assert codes(result) == ["SAID_AROUND"] * 3 and not result.held


@pytest.mark.parametrize("key", KEYS)
def test_a_total_of_money_is_no_count(key: bytes) -> None:
    made = dialogue("A: ¿Cuántas entradas?", "B: [Dos:NUM], a [3:NUM] euros, [6:NUM] en total.")
    two, price, total = texts(run(made, key=key))
    assert two == "Dos" and price != "3" and total == str(2 * int(price))


@pytest.mark.parametrize("key", KEYS)
def test_an_amount_is_no_piece_of_a_code_before_it(key: bytes) -> None:
    made = dialogue(
        "A: El pedido es el [KM-70458:ID].",
        "B: Son dos sillas a [35:NUM] euros, [70:NUM] en total.",
    )
    code, price, total = texts(run(made, key=key))
    assert int(total) == 2 * int(price) and code != "KM-70458"
