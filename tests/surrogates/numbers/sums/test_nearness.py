"""What counts or measures stays near what it was and as round; pay stays pay."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.sums.values import read_amount
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


def values(lang: str, *lines: str) -> list[list[int]]:
    """What the numbers become under several keys, in whole units."""
    lexicon = load_lexicon(lang)
    spoken = numerals_of(lexicon)
    found = []
    for key in KEYS:
        read = [
            read_amount(t, spoken, lexicon)
            for t in texts(run(dialogue(*lines, lang=lang), key=key))
        ]
        found.append([each.value // 100 for each in read if each is not None])
        assert len(found[-1]) == len(read)
    return found


@pytest.mark.parametrize(
    ("lang", "line", "grain"),
    [
        ("de", "A: Ungefähr [143.000:NUM].", 1000),
        ("de", "A: Der Wagen hat rund [143.000:NUM] Kilometer.", 1000),
        ("en", "A: It has about [143,000:NUM] miles on it.", 1000),
        ("es", "A: Tiene unos [143.000:NUM] kilómetros.", 1000),
        ("es", "A: Tiene cerca de [143.000:NUM].", 1000),
        ("ca", "A: Té uns [143.000:NUM] quilòmetres.", 1000),
        ("ca", "A: En té aproximadament [1.500:NUM].", 100),
        ("eu", "A: [143.000:NUM] inguru ditu.", 1000),
        ("eu", "A: Gutxi gorabehera [143.000:NUM] ditu.", 1000),
        ("fr", "A: Elle a environ [143 000:NUM] kilomètres.", 1000),
        ("fr", "A: Elle en a à peu près [143 000:NUM].", 1000),
    ],
)
def test_what_is_about_right_stays_as_round(lang: str, line: str, grain: int) -> None:
    for (value,) in values(lang, line):
        assert value % grain == 0


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ("A: Je serais payé [1 950 euros:NUM] par mois.",)),
        ("de", ("A: Was verdienen Sie?", "B: [1.950 Euro:NUM].")),
        ("en", ("A: My salary is [1,950 pounds:NUM].",)),
        ("es", ("A: Cobro [1.950 euros:NUM] al mes.",)),
        ("ca", ("A: El meu salari és de [1.950 euros:NUM].",)),
        ("eu", ("A: Nire soldata [1.950 euro:NUM] da.",)),
    ],
)
def test_pay_stays_near_what_it_was(lang: str, lines: tuple[str, ...]) -> None:
    for (value,) in values(lang, *lines):
        assert 975 <= value <= 3900 and value != 1950


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El alquiler son [850:AMOUNT] euros y la comunidad [60:AMOUNT]."),
        ("ca", "A: L'habitació val [475:AMOUNT] euros, i la quota [132:AMOUNT]."),
        ("eu", "A: [900:AMOUNT] euro hilean, eta [118:AMOUNT] euro jangela."),
        ("de", "A: Der Zähler steht auf [23.418:NUM], die Klassenfahrt kostet [145:AMOUNT] Euro."),
        ("en", "A: I'm on [£31,500:AMOUNT] a year, and it's [£950:AMOUNT] a month."),
        ("fr", "A: Le studio fait [24:NUM] mètres carrés, le loyer [720 euros:AMOUNT]."),
        ("es", "A: Tengo [600:NUM] megas, [142.000:NUM] kilómetros y [90:NUM] metros."),
    ],
)
def test_what_counts_stays_near(lang: str, line: str) -> None:
    was = [int(re.sub(r"\D", "", text)) for text in re.findall(r"\[([^:]+):", line)]
    for now in values(lang, line):
        assert all(n != w and 0.7 <= n / w <= 1.3 for n, w in zip(now, was, strict=True)), now
        assert all(n % 10 == 0 for n, w in zip(now, was, strict=True) if w % 50 == 0), now


def test_one_factor_keeps_what_no_rule_knows() -> None:
    """The cold rent is below the warm one, the deposit below both, whatever the words."""
    line = "A: [780:AMOUNT] Euro kalt, [950:AMOUNT] warm, [62:NUM] Quadratmeter, [50:AMOUNT] Strom."
    for cold, warm, size, power in values("de", line):
        assert power < size < cold < warm


@pytest.mark.parametrize(
    ("lang", "lines", "low", "high"),
    [
        ("ca", ("A: Demà no vindrà, té [38,4:NUM].",), 36.0, 41.0),
        ("fr", ("A: Température ?", "B: [37,2:NUM]."), 36.0, 38.0),
        ("en", ("A: Sats [96%:NUM].",), 90, 99),
        ("de", ("A: [181:NUM] cm.",), 165, 197),
        ("es", ("A: Mide [1,04:NUM].",), 0.85, 1.25),
        ("es", ("A: Creatinina [0,92:NUM].",), 0.7, 1.15),
    ],
)
def test_what_a_body_has_stays_so(
    lang: str, lines: tuple[str, ...], low: float, high: float
) -> None:
    for key in KEYS:
        (text,) = texts(run(dialogue(*lines, lang=lang), key=key))
        assert low <= float(text.rstrip("%").replace(",", ".")) <= high, text


@pytest.mark.parametrize("pressure", ["145/85", "138/84", "13/8"])
def test_a_blood_pressure_is_one(pressure: str) -> None:
    high, low = map(int, pressure.split("/"))
    for key in KEYS:
        (text,) = texts(run(dialogue(f"A: TA [{pressure}:NUM].", lang="ca"), key=key))
        new_high, new_low = map(int, text.split("/"))
        assert text != pressure and new_low < new_high
        assert abs(new_high - high) <= high // 6 and abs(new_low - low) <= max(low // 6, 1)


@pytest.mark.parametrize(("lang", "said"), [("fr", "1m60"), ("en", "7lb 4"), ("en", "11lb 9")])
def test_two_units_in_one_mention_stay_near(lang: str, said: str) -> None:
    first = int(re.findall(r"\d+", said)[0])
    for key in KEYS:
        (text,) = texts(run(dialogue(f"A: Now [{said}:NUM].", lang=lang), key=key))
        assert text != said and abs(int(re.findall(r"\d+", text)[0]) - first) <= 2, text


def test_a_row_of_figures_that_may_be_a_code_is_drawn_anew() -> None:
    said = {texts(run(dialogue("A: Es el [4817:NUM]."), key=bytes([n, 9])))[0] for n in range(12)}
    assert any(abs(int(text) - 4817) > 1500 for text in said)


def test_an_amount_is_not_tied_to_a_count_of_months() -> None:
    line = "A: Durant [dotze:NUM] mesos, i [12:AMOUNT] euros més la segona."
    for key in KEYS:
        months, price = texts(run(dialogue(line, lang="ca"), key=key))
        assert months == "dotze" and 9 <= int(price) <= 15 and price != "12"


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("ca", "A: Metformina [850:NUM] mg.", "850"),
        ("es", "A: Déle [4:NUM] mililitros.", "4"),
        ("fr", "A: Levothyrox [50:NUM] µg.", "50"),
    ],
)
def test_a_dose_stays(lang: str, line: str, said: str) -> None:
    result = run(dialogue(line, lang=lang), key=KEYS[0])
    assert texts(result) == [said] and result.issues
    (other,) = texts(run(dialogue("A: Glucosa [132:NUM] mg/dl."), key=KEYS[0]))
    assert other != "132"


@pytest.mark.parametrize(
    ("lang", "line", "least", "most"),
    [
        ("es", "A: Está en el [tercero:NUM] sin ascensor.", 1, 5),
        ("de", "A: Er geht in die [zehnte:NUM] Klasse.", 8, 13),
    ],
)
def test_floors_and_classes_stay_near(lang: str, line: str, least: int, most: int) -> None:
    ordinals = numerals_of(load_lexicon(lang)).ordinals
    for key in KEYS:
        (text,) = texts(run(dialogue(line, lang=lang), key=key))
        assert least <= ordinals[text.casefold()].value <= most


def test_a_percentage_and_a_fever_are_no_days_of_a_month() -> None:
    (day, share) = texts(
        run(
            dialogue("A: Si ve [dissabte:DATE] hi ha el [20:NUM] per cent.", lang="ca"), key=KEYS[0]
        )
    )
    assert day == "dissabte" and share in ("15", "25")
    fever, _ = texts(
        run(dialogue("A: Té febre, [38,9:NUM], des de [dimecres:DATE].", lang="ca"), key=KEYS[0])
    )
    assert 37 <= float(fever.replace(",", ".")) <= 41


@pytest.mark.parametrize("word", ["mesos", "setmanes"])
def test_the_months_of_a_baby_stay_near(word: str) -> None:
    for key in KEYS:
        (text,) = texts(run(dialogue(f"A: El nen té [20:AGE] {word}.", lang="ca"), key=key))
        assert 15 <= int(text) <= 25


def test_a_percentage_that_is_named_first_makes_its_part() -> None:
    line = "A: [245.000:AMOUNT] euro dira; [49.000:AMOUNT] eman behar ditut, ehuneko [hogei:NUM]."
    for key in KEYS:
        whole, part, share = texts(run(dialogue(line, lang="eu"), key=key))
        assert share == "hogei"
        assert int(whole.replace(".", "")) == 5 * int(part.replace(".", ""))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("eu", "A: Tabernan lan egiten dut, [Zubieta kalean:STREET], [1.250 euro:AMOUNT] hilean."),
        ("es", "A: Trabajo en la [calle Olmo:STREET], [1.250 euros:AMOUNT] al mes."),
        ("fr", "A: Je loue [rue des Lilas:STREET], [1 250 euros:AMOUNT] par mois."),
    ],
)
def test_money_behind_a_street_is_no_house_of_it(lang: str, line: str) -> None:
    for key in KEYS:
        *_, said = texts(run(dialogue(line, lang=lang), key=key))
        assert 1000 <= int(re.sub(r"\D", "", said)) <= 1500
