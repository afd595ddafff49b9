"""Amounts and ages: class, gender and agreement kept; ordinals, ranges, decimals, Roman figures."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.numerals import number_keys, numerals
from surrogates.languages.numerals.roman import read_roman
from surrogates.search import leaks
from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = (b"a", b"b", b"c", b"d", b"e", b"f")[: tries(3, 6)]
ES, CA, FR, DE = (n for c in ("es", "ca", "fr", "de") if (n := numerals(c)) is not None)


@pytest.mark.parametrize(
    ("lang", "line", "wrong"),
    [
        ("es", "A: [veintiún:NUM] euros", r"uno$|una$"),
        ("es", "A: [treinta y un:NUM] euros", r"uno$|una$"),
        ("es", "A: [cuarenta y una:NUM] llamadas", r"un$|uno$"),
        ("es", "A: [trescientas:NUM] personas", r"os$"),
        ("es", "A: [doscientas treinta:NUM] llamadas", r"os\b"),
        ("es", "A: [cien:NUM] llamadas", r"os$"),
        ("es", "A: [cien:NUM] euros", r"as$"),
        ("es", "A: [ciento veinte:NUM] facturas", r"os\b|uno$|un$"),
        ("ca", "A: [vint-i-una:NUM] hores", r"-u$|-un$|-dos$"),
        ("ca", "A: [dues-centes:NUM] trucades", r"-cents$|dos-"),
        ("ca", "A: [trenta-dos:NUM] euros", r"una$|dues$|-u$"),
        ("ca", "A: [quaranta-tres:NUM] dies", r"una$|dues$|-u$"),
        ("fr", "A: [vingt et une:NUM] heures", r"\bun$"),
        ("fr", "A: [cent trois:NUM] pages", r"\bun$"),
        ("fr", "A: [deux cents:NUM] euros", r"\w cent$"),
    ],
)
def test_agreement_with_the_noun(lang: str, line: str, wrong: str) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(line, lang=lang), key=key))
        assert not re.search(wrong, out), out
        assert not out.startswith("[")


@pytest.mark.parametrize("key", KEYS)
def test_a_form_that_depends_on_an_unknown_noun_is_not_drawn(key: bytes) -> None:
    made = dialogue("A: ponme [treinta y dos:NUM] xilófagos y [doscientos cuatro:NUM] zepelines")
    one, two = texts(run(made, key=key))
    assert not re.search(r"\b(un|uno|una)$", one)
    assert not re.search(r"\b(un|uno|una)$", two)


@pytest.mark.parametrize("key", KEYS)
def test_thousands_keep_their_shape(key: bytes) -> None:
    made = dialogue(
        "A: [mil doscientos:NUM] euros, [dos mil dieciocho:NUM] puntos, [mil:NUM] clientes",
        "B: [tres:NUM] [mil:NUM] [veinte:NUM] euros, [12.500:NUM] euros",
    )
    one, two, three, a, scale, b, figures = texts(run(made, key=key))
    assert re.fullmatch(r"mil (\w+cientos|quinientos|cien)", one)
    assert ES.shape((ES.parse(two) or 0) % 1000) == ("II",)
    assert 400 <= (ES.parse(three) or 0) <= 1600 and three != "mil"
    assert scale == "mil"
    assert (ES.parse(f"{a} mil {b}") or 0) > 2000
    assert re.fullmatch(r"[1-9]\d\.\d{3}", figures)


def test_the_scale_word_inside_a_number_is_no_leak() -> None:
    made = dialogue("A: [tres:NUM] [mil:NUM] [veinte:NUM] euros")
    assert leaks.scan(made, run(made).draft) == []


@pytest.mark.parametrize("key", KEYS)
def test_ages(key: bytes) -> None:
    made = dialogue(
        "A: tengo [treinta y un:AGE] años, ella [cuarenta:AGE]", "B: ¿[31:AGE] y [40:AGE]?"
    )
    one, two, three, four = texts(run(made, key=key))
    assert str(ES.parse(one)) == three != "31"
    assert str(ES.parse(two)) == four != "40"


@pytest.mark.parametrize("key", KEYS)
def test_ordinals_keep_gender_and_place(key: bytes) -> None:
    made = dialogue("A: la [tercera:NUM] planta, el [primer:NUM] piso, el [primero:NUM]")
    floor, short, full = texts(run(made, key=key))
    assert floor.endswith("a") and fold(floor) in ES.ordinals
    assert ES.ordinals[fold(short)].value == ES.ordinals[fold(full)].value != 1
    assert short not in ("tercero", "primero")


@pytest.mark.parametrize(
    ("lang", "line", "pattern"),
    [
        ("de", "A: im [dritten:NUM] Stock", r"\w+en"),
        ("fr", "A: la [première:NUM] page, le [1er:NUM] jour, le [2e:NUM]", r"\w+ième|\d+e"),
        ("en", "A: the [3rd:NUM], the [21st:NUM]", r"\d*1st|\d*2nd|\d*3rd|\d*[04-9]th|1[123]th"),
        ("en", "A: the [twenty-first:NUM]", r"\w+ty-(first|second|third|\w+th)"),
        ("ca", "A: la [tercera:NUM] planta", r"(segona|primera|quarta|\w+ena)"),
        ("eu", "A: [hirugarren:NUM] solairua", r"lehen|\w+garren"),
        ("es", "A: un [tercio:NUM]", r"cuarto|quinto"),
        ("es", "A: el [3.º:NUM] B", r"[2-9]\.º"),
    ],
)
def test_ordinals_of_other_languages(lang: str, line: str, pattern: str) -> None:
    for key in KEYS:
        for out in texts(run(dialogue(line, lang=lang), key=key)):
            assert re.fullmatch(pattern, out), out


def test_half_has_no_other_value() -> None:
    result = run(dialogue("A: dame [media:NUM] docena"))
    assert texts(result) == ["[NUM]"]
    assert codes(result) == ["LOW_ENTROPY"]


@pytest.mark.parametrize("key", KEYS)
def test_decimals_percentages_and_money(key: bytes) -> None:
    made = dialogue(
        "A: [tres coma cinco:NUM] megas, el [veinte por ciento:NUM], [12,50:NUM] €, [7 %:NUM]"
    )
    words, percent, money, figure = texts(run(made, key=key))
    assert re.fullmatch(r"\w+ coma \w+", words)
    assert re.fullmatch(r"\w+ por ciento", percent)
    assert re.fullmatch(r"[1-9]\d,\d\d", money)
    assert re.fullmatch(r"[2-9] %", figure)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: entre [tres:NUM] y [cinco:NUM] euros"),
        ("es", "A: de [10:NUM] a [12:NUM] llamadas"),
        ("es", "A: unas [10-12:NUM] llamadas"),
        ("ca", "A: entre [vint:NUM] i [trenta:NUM] dies"),
        ("en", "A: from [four:NUM] to [nine:NUM] days"),
        ("de", "A: von [drei:NUM] bis [acht:NUM] Karten"),
        ("fr", "A: de [deux:NUM] à [six:NUM] billets"),
    ],
)
def test_ranges_still_rise(lang: str, line: str) -> None:
    spoken = numerals(lang)
    assert spoken is not None
    for key in KEYS:
        said = " ".join(texts(run(dialogue(line, lang=lang), key=key))).replace("-", " ")
        low, high = (spoken.parse(t) if not t.isdecimal() else int(t) for t in said.split())
        assert low is not None and high is not None and low < high, said


@pytest.mark.parametrize("key", KEYS)
def test_roman_figures(key: bytes) -> None:
    century, king = texts(run(dialogue("A: siglo [XXI:NUM], Felipe [VI:NUM]"), key=key))
    assert 10 <= (read_roman(century) or 0) < 40
    assert 1 <= (read_roman(king) or 0) < 10


@pytest.mark.parametrize(
    ("lang", "line", "pattern"),
    [
        ("es", "A: [VEINTIDOS:NUM] euros", r"[A-Z]+"),
        ("es", "A: [Treinta y dos:NUM] euros", r"[A-Z]\w+ y \w+"),
        ("es", "A: [veintidos:NUM] y [dieciseis:NUM] euros", r"[a-z]+"),
        ("ca", "A: [vint i tres:NUM] euros", r"[a-zç]+( i)? [a-zç]+"),
        ("en", "A: [twenty two:NUM] pounds", r"\w+ \w+"),
        ("fr", "A: [vingt-et-un:NUM] euros", r"\w+(-\w+)+"),
        ("de", "A: [dreissig:NUM] Euro", r"[a-zü]+"),
        ("en", "A: [one hundred twenty:NUM] pounds", r"\w+ hundred \w+"),
    ],
)
def test_the_writer_s_spelling_is_kept(lang: str, line: str, pattern: str) -> None:
    for key in KEYS:
        for out in texts(run(dialogue(line, lang=lang), key=key)):
            assert re.fullmatch(pattern, out), out


def test_a_one_that_counts_a_noun_stays() -> None:
    for lang, line, said in (
        ("es", "A: Tengo [una:NUM] hora", "una"),
        ("es", "A: Tengo [un euro:NUM]", "un euro"),
        ("ca", "A: Tinc [un:NUM] euro", "un"),
        ("de", "A: [eine:NUM] Stunde", "eine"),
        ("fr", "A: [une:NUM] heure", "une"),
        ("en", "A: [one:NUM] hour", "one"),
    ):
        result = run(dialogue(line, lang=lang))
        assert codes(result) == ["SAID_AROUND"] and texts(result) == [said], lang
    assert codes(run(dialogue("A: es la opción [uno:NUM]."))) == []


def test_nouns_and_words_are_consistent() -> None:
    for spoken in (ES, CA, FR):
        assert {"m", "f"} == set(spoken.nouns.values())
    lexicon = load_lexicon("es")
    assert "segundo" not in number_keys(lexicon)  # a given name too
    assert {"doscientas", "mil", "letra"} <= number_keys(lexicon)
    assert "vierundvierzig" in DE.single_words


@pytest.mark.parametrize(
    ("lang", "said", "digit"),
    [
        ("es", "dos veces tres", "tres"),
        ("ca", "dues vegades tres", "tres"),
        ("eu", "bi aldiz hiru", "hiru"),
        ("de", "zwei mal drei", "drei"),
        ("en", "two times three", "three"),
        ("fr", "deux fois trois", "trois"),
    ],
)
def test_how_often_a_digit_is_said_stays(lang: str, said: str, digit: str) -> None:
    """The digit said so often is another one, also where the number is read back in full."""
    times = said.removesuffix(digit)
    told, back = texts(
        run(
            dialogue(f"A: [{said} {digit}:PHONE]", f"B: [{digit} {digit} {digit}:PHONE]", lang=lang)
        )
    )
    assert told.startswith(times)
    assert back.split() == [told.removeprefix(times).split()[0]] * 2 + [told.split()[-1]]


@pytest.mark.parametrize(
    ("lang", "text", "left"),
    [
        ("es", "350 mil euros", "{} mil euros"),
        ("en", "12 thousand", "{} thousand"),
        ("de", "2 Millionen", "{} Millionen"),
    ],
)
def test_a_word_that_multiplies_figures_stays(lang: str, text: str, left: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{text}:NUM]", lang=lang), key=key))
        figures = "".join(c for c in new if c.isdecimal())
        assert new == left.format(figures) != text


def test_a_one_that_stays_with_its_noun_holds_nothing_back() -> None:
    result = run(dialogue("A: Es [un euro:NUM] nada más."))
    assert texts(result) == ["un euro"]
    assert "SAID_AROUND" in codes(result) and not result.held


@pytest.mark.parametrize("key", [bytes([n, 71]) for n in range(6)])
@pytest.mark.parametrize(
    ("lang", "price", "said"),
    [
        ("es", "48,60 €", "cuarenta y ocho sesenta"),
        ("ca", "48,60 €", "quaranta-vuit seixanta"),
        ("eu", "48,60 €", "berrogeita zortzi hirurogei"),
        ("de", "48,60 €", "achtundvierzig sechzig"),
        ("en", "$48.60", "forty-eight sixty"),
        ("fr", "48,60 €", "quarante-huit soixante"),
    ],
)
def test_a_price_in_words_without_its_currency_is_the_one_in_figures(
    lang: str, price: str, said: str, key: bytes
) -> None:
    made = dialogue(f"A: [{price}:NUM].", f"B: [{said}:NUM]?", lang=lang)
    figures, spoken = texts(run(made, key=key))
    assert digits(spoken, lang) == "".join(c for c in figures if c.isdecimal()), (figures, spoken)
