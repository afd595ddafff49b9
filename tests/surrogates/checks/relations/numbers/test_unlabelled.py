"""Numbers outside the labels, and what is said there of labelled ones, compared with what became
of them."""

import pytest

from tests.surrogates.dialogues import dialogue, run

SHAPE = "said here of the digits"
PIECE = "unlabelled piece equals"
BESIDE = "went with a labelled one"
SUM = "was the sum of labelled ones"
LIKE = "a piece of another number here"
BIRTH = "tells a date of birth"


def told(lang: str, lines: list[str], message: str) -> list[str]:
    """The words at which an issue with such a message stands."""
    made = dialogue(*lines, lang=lang)
    result = run(made)
    assert not result.held
    found = [i for i in result.issues if message in i.message]
    return [made.turns[i.turn].text[i.start : i.end] for i in found]


@pytest.mark.parametrize(
    ("lang", "lines", "words"),
    [
        ("es", ["A: La matrícula es [3883 JKT:PLATE].", "B: Anda, capicúa."], "capicúa"),
        ("ca", ["A: El codi és [61216:ID].", "B: És capicua, doncs."], "capicua"),
        ("eu", ["A: Kodea [52825:ID] da.", "B: Kapikua, ederto."], "Kapikua"),
        ("en", ["A: My pin is [7337:ID], a palindrome."], "palindrome"),
        ("de", ["A: Die Nummer ist [95159:ID], ein Palindrom."], "Palindrom"),
        ("fr", ["A: Le code [2442:ID] se lit dans les deux sens."], "dans les deux sens"),
        ("en", ["A: It's [682406:ID], all even numbers."], "all even numbers"),
        ("es", ["A: La clave es [159373:ID], todo impares."], "todo impares"),
        ("fr", ["A: C'est le [864208:ID], que des chiffres pairs."], "que des chiffres pairs"),
        ("de", ["A: Kundennummer [456790:ID], die Ziffern der Reihe nach."], "der Reihe nach"),
        ("en", ["A: Ref [345918:ID], three in a row."], "in a row"),
        ("ca", ["A: El codi [7777:ID], tots iguals."], "tots iguals"),
        ("eu", ["A: Nire kodea [3615528:ID] da.", "B: Zortzian bukatzen dena?"], "Zortzian"),
        ("en", ["A: Account [70412956:ACCOUNT].", "B: The one that ends in six?"], "six"),
        ("de", ["A: Vertrag [5520713:ID], endet auf drei."], "drei"),
        ("es", ["A: El expediente [4120349:ID] empieza por cuatro."], "cuatro"),
    ],
)
def test_what_is_said_of_digits_is_judged(lang: str, lines: list[str], words: str) -> None:
    assert told(lang, lines, SHAPE) == [words]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: My pin is [7331:ID].", "B: Three days in a row?"]),
        ("es", ["A: La matrícula es [3881 JKT:PLATE].", "B: No es capicúa."]),
        ("de", ["A: Die Nummer ist [951594:ID].", "B: Zweimal hintereinander angerufen."]),
        ("en", ["A: Account [70412955:ACCOUNT].", "B: It ends in five minutes."]),
    ],
)
def test_what_held_of_no_number_is_said_of_something_else(lang: str, lines: list[str]) -> None:
    assert not told(lang, lines, SHAPE)


@pytest.mark.parametrize(
    ("lang", "lines", "words"),
    [
        ("ca", ["A: Acaba en [8338:ID].", "B: Dos vuits i dos tresos?"], "Dos vuits i dos tresos"),
        ("es", ["A: El [677 888 999:PHONE]: ochos y nueves."], "ochos y nueves"),
        ("es", ["A: La tarjeta acaba en [9949:ID], tres nueves y un cuatro."],
         "tres nueves y un cuatro"),
        ("en", ["A: Pin [2252:ID].", "B: Three twos and a five?"], "Three twos and a five"),
        ("de", ["A: Der Code ist [6676:ID].", "B: Drei Sechsen und eine Sieben."],
         "Drei Sechsen und eine Sieben"),
        ("fr", ["A: Le code [8858:ID].", "B: Trois huit et un cinq ?"], "Trois huit et un cinq"),
        ("eu", ["A: Kodea [4494:ID] da.", "B: Hiru lau eta bederatzi bat?"], ""),
    ],
)  # fmt: skip
def test_counted_digits_are_those_of_the_number(lang: str, lines: list[str], words: str) -> None:
    assert told(lang, lines, PIECE) == ([words] if words else [])


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: Pin [2253:ID].", "B: Two boxes and one bag, in five minutes."]),
        ("es", ["A: El [644 555 666:PHONE].", "B: Quiero unos zapatos y dos camisas."]),
        ("fr", ["A: Le code [8858:ID].", "B: Il me faut trois ou quatre jours."]),
        ("ca", ["A: El codi [8338:ID].", "B: Són uns nous veïns."]),
        ("de", ["A: Der Code ist [6676:ID].", "B: Wir achten auf zwei Dinge."]),
    ],
)
def test_what_counts_things_is_no_digit(lang: str, lines: list[str]) -> None:
    assert not told(lang, lines, PIECE)


@pytest.mark.parametrize(
    ("lang", "lines", "words"),
    [
        ("fr", ["A: Elle a [68 ans:AGE].", "B: Bientôt soixante-dix ans, donc."], "soixante-dix"),
        ("es", ["A: Tengo [63:AGE].", "B: ¿Cumple los sesenta y cuatro en mayo?"],
         "sesenta y cuatro"),
        ("eu", ["A: [58:AGE] urte ditu.", "B: Laster hirurogei urte."], "hirurogei"),
        ("de", ["A: Er ist [81:AGE], also über achtzig."], "achtzig"),
        ("en", ["A: He's [59:AGE], almost sixty."], "sixty"),
    ],
)  # fmt: skip
def test_an_age_beside_a_labelled_one(lang: str, lines: list[str], words: str) -> None:
    assert words in told(lang, lines, BESIDE)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: She is [47:AGE].", "B: Come back in forty-five minutes."]),
        ("es", ["A: Tengo [63:AGE].", "B: Le quedan sesenta y dos euros."]),
        ("fr", ["A: Elle a [68 ans:AGE].", "B: Chambre soixante-dix."]),
        ("de", ["A: Er ist [81:AGE].", "B: In fünf Jahren, in zehn Jahren."]),
    ],
)
def test_other_numbers_beside_an_age_are_none(lang: str, lines: list[str]) -> None:
    assert not told(lang, lines, BESIDE)


@pytest.mark.parametrize(
    ("lang", "lines", "words"),
    [
        ("en", ["A: That's [£63.20:AMOUNT].", "B: Here's a hundred, so [£36.80:AMOUNT] back."],
         "a hundred"),
        ("es", ["A: [140 euros:AMOUNT], [75 euros:AMOUNT] y [35 euros:AMOUNT]: doscientos"
                " cincuenta en total."], "doscientos cincuenta"),
        ("fr", ["A: Les jumeaux ont [11:AGE] ans chacun et lui [18:AGE].", "B: Ensemble quarante."],
         "quarante"),
        ("ca", ["A: Les bessones, [9:AGE] anys cadascuna; la gran, [13:AGE]. Sumen trenta-un."],
         "trenta-un"),
        ("de", ["A: [310 Euro:AMOUNT] und [190 Euro:AMOUNT], macht fünfhundert."], "fünfhundert"),
    ],
)  # fmt: skip
def test_a_sum_outside_the_labels(lang: str, lines: list[str], words: str) -> None:
    assert words in told(lang, lines, SUM)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: [30:NUM] apples and [12:NUM] pears.", "B: Wait forty-two minutes."]),
        ("es", ["A: [14:AGE] y [17:AGE] años.", "B: En la calle treinta y uno."]),
    ],
)
def test_other_numbers_beside_amounts_are_no_sum(lang: str, lines: list[str]) -> None:
    assert not told(lang, lines, SUM)


@pytest.mark.parametrize(
    ("lang", "lines", "words"),
    [
        ("ca", ["A: Carrer Nou, [46:HOUSENUMBER].", "B: [46021:ZIP]: comença com la casa."],
         "comença"),
        ("en", ["A: I am [38:AGE].", "B: [3841297:ID], begins with your age."], "begins"),
    ],
)  # fmt: skip
def test_a_number_that_begins_like_another(lang: str, lines: list[str], words: str) -> None:
    assert told(lang, lines, LIKE) == [words]


def test_a_first_number_is_no_beginning() -> None:
    lines = ["A: [3841297:ID].", "B: The first of [38:AGE] here, the last visit."]
    assert not told("en", lines, LIKE)


def test_a_number_that_begins_with_a_birthday() -> None:
    lines = ["A: My CHI is [2311680457:ID].", "B: So the [23rd of November:DATE]?"]
    assert told("en", lines, BIRTH) == ["2311680457"]


def test_a_social_security_number_that_tells_the_year_of_an_age() -> None:
    lines = ["A: [1 58 09 75 118 203 61:ID].", "B: Donc [66 ans:AGE] en [2024:YEAR]."]
    assert told("fr", lines, BIRTH) == ["1 58 09 75 118 203 61"]


def test_a_sum_with_tax() -> None:
    lines = ["A: [150 euros:AMOUNT] y [50 euros:AMOUNT].", "B: Más IVA, [242 euros:AMOUNT]."]
    assert told("es", lines, "made a sum or a multiple") == ["242 euros"]
