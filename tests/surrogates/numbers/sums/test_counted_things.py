"""What was ordered, what came and what is missing add up still, and so does what it costs."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 53]) for n in range(tries(2, 8))]
# Ordered in dozens, came, missing, all of them.
DOZENS: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Encargué [dos:NUM] docenas de tazas y llegaron [veintiuna:NUM].",
            "B: Faltan [tres:NUM] de las [veinticuatro:NUM].")),
    ("ca", ("A: Vaig demanar [dues:NUM] dotzenes de plats i n'han arribat [vint:NUM].",
            "B: En falten [quatre:NUM] dels [vint-i-quatre:NUM].")),
    ("eu", ("A: [Bi:NUM] dozena plater eskatu nituen, eta [hogei:NUM] iritsi dira.",
            "B: [Hogeita lau:NUM] guztira, [lau:NUM] falta dira.")),
    ("de", ("A: Ich habe [zwei:NUM] Dutzend Teller bestellt, [neunzehn:NUM] kamen an.",
            "B: Also fehlen [fünf:NUM] von den [vierundzwanzig:NUM].")),
    ("en", ("A: I ordered [two:NUM] dozen mugs and only [nineteen:NUM] arrived.",
            "B: So [five:NUM] of the [twenty-four:NUM] are missing.")),
    ("fr", ("A: J'ai commandé [deux:NUM] douzaines d'assiettes, [dix-neuf:NUM] sont arrivées.",
            "B: Il en manque [cinq:NUM] sur les [vingt-quatre:NUM].")),
]  # fmt: skip
# Missing, what is paid back for them, the price of one.
PRICED: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Faltan [tres:NUM] tazas.",
            "B: Le devuelvo [quince:NUM] euros, a [cinco:NUM] euros la taza.")),
    ("ca", ("A: Falten [tres:NUM] tasses.",
            "B: Li torno [quinze:NUM] euros, a [cinc:NUM] euros la tassa.")),
    ("de", ("A: Es fehlen [drei:NUM] Tassen.",
            "B: Dann bekommen Sie [15:NUM] Euro, [5:NUM] Euro pro Tasse.")),
    ("en", ("A: [Three:NUM] mugs are missing.",
            "B: You get £[15:NUM] back, £[5:NUM] each.")),
    ("fr", ("A: Il manque [trois:NUM] tasses.",
            "B: Je vous rends [quinze:NUM] euros, à [cinq:NUM] euros la tasse.")),
]  # fmt: skip


def values(lang: str, said: list[str]) -> list[int]:
    figures = [re.sub(r"\D", "", text) for text in said]
    read = zip(figures, said, strict=True)
    return [int(f) if f else parse(load_lexicon(lang), text) or 0 for f, text in read]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), DOZENS)
def test_what_came_and_what_is_missing_make_the_dozens(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    _, *rest = values(lang, texts(result))
    assert 24 in rest and sum(rest) == 48, texts(result)
    assert "RELATION_LOST" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), PRICED)
def test_a_count_makes_the_price_of_one_what_is_paid(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    count, paid, price = values(lang, texts(result))
    assert count == 3 and paid == 3 * price and price != 5, texts(result)


@pytest.mark.parametrize("key", KEYS)
def test_what_only_counts_make_stays_with_them(key: bytes) -> None:
    made = dialogue("A: [Nueve:NUM] sillas y [cinco:NUM] mesas, [14:NUM] en total.")
    assert texts(run(made, key=key)) == ["Nueve", "cinco", "14"]
