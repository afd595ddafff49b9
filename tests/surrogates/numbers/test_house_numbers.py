"""House numbers in spans of their own: letters, ranges, words, nothing taken for a street."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import by_pairs, parse
from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 33]) for n in range(tries(2, 8))]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("de", "[Ahornstraße:STREET] [31c:STREETNO]", r"\d\d[a-z]"),
        ("de", "[Ahornstraße:STREET] [31 C:HAUSNUMMER]", r"\d\d [A-Z]"),
        ("de", "[Ahornstraße:STREET] [Nr. 4:STREETNO]", r"Nr\. \d"),
        ("es", "calle [Olmo:STREET] [nº 31 bis:STREETNO]", r"nº \d\d bis"),
        ("ca", "[carrer Nou:STREET] [31-C:STREETNO]", r"\d\d-[A-Z]"),
        ("eu", "[Zubi kalea:STREET] [31 B:STREETNO]", r"\d\d [A-Z]"),
        ("en", "[Elm Road:STREET] [104D:HOUSE_NUMBER]", r"\d\d\d[A-Z]"),
        ("fr", "[rue du Pont:STREET] [31 ter:STREETNO]", r"\d\d ter"),
        ("es", "calle [Olmo:STREET] [s/n:STREETNO]", r"s/n"),
        ("fr", "[rue du Pont:STREET] [bis:STREETNO]", r"bis"),
        ("de", "[Ahornstraße:STREET] [Haus 31:STREETNO]", r"Haus \d\d"),
    ],
)
def test_a_house_number_keeps_its_shape(lang: str, line: str, shape: str, key: bytes) -> None:
    street, number = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    assert re.fullmatch(shape, number), number
    assert number == "s/n" or "31" not in number
    assert not any(c.isdecimal() for c in street)


@pytest.mark.parametrize("key", KEYS)
def test_a_range_rises_as_it_did(key: bytes) -> None:
    made = dialogue("A: [Ahornstraße:STREET] [15-19:STREETNO]", lang="de")
    low, high = map(int, texts(run(made, key=key))[1].split("-"))
    assert high - low == 4 and low != 15


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "word", "number"),
    [("es", "dieciocho", "18"), ("en", "forty-two", "42"), ("de", "siebzehn", "17"),
     ("fr", "vingt-deux", "22"), ("ca", "trenta-tres", "33"), ("eu", "hamazazpi", "17")],
)  # fmt: skip
def test_a_house_number_in_words_is_that_in_figures(
    lang: str, word: str, number: str, key: bytes
) -> None:
    made = dialogue(f"A: [{word}:STREETNO]", f"B: [{number}:STREETNO]", lang=lang)
    said, figures = texts(run(made, key=key))
    assert digits(said, lang) == figures != number


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "street", "back"),
    [
        ("es", "calle del Olmo 27", "En el [27:NUM], de acuerdo."),
        ("es", "calle del Olmo, 5", "¿El número [5:NUM] o el bajo?"),
        ("ca", "carrer de l'Om 27", "Al [27:NUM]?"),
        ("eu", "Zumar kalea 27", "Zenbakia [27:NUM], ezta?"),
        ("en", "27 Elm Lane", "At number [27:NUM] then."),
        ("de", "Ahornweg 6", "Mit der Hausnummer [6:NUM]?"),
        ("fr", "27 rue du Pont", "Au [27:NUM], très bien."),
    ],
)
def test_the_number_of_a_street_is_read_back(lang: str, street: str, back: str, key: bytes) -> None:
    made = dialogue(f"A: [{street}:STREET].", f"B: {back}", lang=lang)
    address, number = texts(run(made, key=key))
    assert re.findall(r"\d+", address) == [number]
    assert number not in street


def test_figures_that_count_are_no_house_number() -> None:
    """Their surrogate is drawn by itself: for some key it is another one."""
    made = dialogue("A: [27 Elm Lane:STREET].", "B: And [27:NUM] euros a month?", lang="en")
    written = [texts(run(made, key=bytes([n]) * 32)) for n in range(8)]
    assert any(number not in address for address, number in written)


@pytest.mark.parametrize(
    ("lang", "street", "said"),
    [
        ("es", "calle Mayor, 14", "catorce"),
        ("es", "calle Mayor, 14, 3º B", "número [catorce"),  # a floor may be meant without a word
        ("ca", "carrer d'Aragó, 21", "vint-i-u"),
        ("en", "14 Baker Street", "fourteen"),
        ("de", "Hauptstraße 12", "zwölf"),
        ("fr", "12 rue de l'Église", "douze"),
        ("fr", "12 bis, rue de l'Église", "12 bis"),
    ],
)
def test_a_number_that_is_said_in_words_is_that_of_the_street(
    lang: str, street: str, said: str
) -> None:
    line = said if "[" in said else f"[{said}"
    for key in KEYS:
        made = dialogue(f"A: [{street}:STREET]", f"B: {line}:NUM]?", lang=lang)
        new, back = texts(run(made, key=key))
        figure = re.findall(r"\d+", new)[0]
        spoken = re.sub(r"\D", "", back) or str(parse(load_lexicon(lang), back))
        assert figure == spoken != re.findall(r"\d+", street)[0], (new, back)


def test_the_number_before_a_street_stays_there_with_its_bis() -> None:
    for key in KEYS:
        made = dialogue("A: au [12 bis, rue de l'Église:STREET], [Lyon:LOC]", lang="fr")
        assert re.match(r"\d+ bis, \w", texts(run(made, key=key))[0])


@pytest.mark.parametrize("key", KEYS)
def test_a_floor_with_its_door_is_no_piece_of_the_house_number(key: bytes) -> None:
    made = dialogue(
        "A: plaza [Mayor:STREET], [3:NUM], [2º B:NUM]; ella en el [2º A:NUM]",
        "B: al número [3:NUM] de la plaza [Mayor:STREET].",
    )
    _, house, one, other, again, _ = texts(run(made, key=key))
    assert house == again and one.split()[0] == other.split()[0] and one != other


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("es", "[tercero derecha:HOUSENUMBER]", r"\w+o derecha"),
        ("es", "[primer piso:HOUSENUMBER]", r"\w+ piso"),
        ("es", "[segundo be:HOUSENUMBER]", r"\w+o (?!be)\w+"),
        ("es", "[escalera 2:HOUSENUMBER]", r"escalera [^2]"),
        ("en", "[Flat 3:HOUSENUMBER]", r"Flat [^3]"),
        ("en", "[2nd floor:HOUSENUMBER]", r"(1st|3rd|[4-9]th) floor"),
        ("de", "[dritter Stock links:HOUSENUMBER]", r"(?!dritter)\w+ter Stock links"),
        ("fr", "[2e étage:HOUSENUMBER]", r"[^2]e étage"),
        ("eu", "[3. B:HOUSENUMBER]", r"[^3]\. [AC-H]"),
        ("eu", "[15ean:HOUSENUMBER]", r"\d?[15]?[1505]ean|\d\dan"),
    ],
)
def test_a_floor_or_a_door_is_another_one(lang: str, line: str, shape: str, key: bytes) -> None:
    made = run(dialogue(f"A: [Urbieta:STREET] [41:STREETNO], {line}", lang=lang), key=key)
    assert re.fullmatch(shape, texts(made)[-1]), texts(made)
    assert not made.issues


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "eu",
            (
                "A: [Zubi kalea 23:STREET].",
                "B: [32an:NUM] egon da.",
                "A: [23:NUM] da, ez [32:NUM].",
            ),
        ),
        (
            "en",
            (
                "A: [23 Elm Road:STREET].",
                "B: Is it [32:NUM]?",
                "A: [23:NUM] is right, not [32:NUM].",
            ),
        ),
        (
            "es",
            (
                "A: [calle Olmo 23:STREET].",
                "B: ¿El [32:NUM]?",
                "A: El [23:NUM] es, no el [32:NUM].",
            ),
        ),
        ("de", ("A: [Ahornweg 23:STREET].", "B: [32:NUM]?", "A: [23:NUM] ist es, nicht [32:NUM].")),
        ("fr", ("A: [23 rue du Pont:STREET].", "B: Le [32:NUM] ?", "A: [23:NUM], pas [32:NUM].")),
        (
            "ca",
            ("A: [carrer Nou 23:STREET].", "B: El [32:NUM]?", "A: El [23:NUM] és, no el [32:NUM]."),
        ),
    ],
)
def test_a_number_heard_the_wrong_way_round_stays_so(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    street, wrong, right, again = (
        re.sub(r"\D", "", text) for text in texts(run(dialogue(*lines, lang=lang), key=key))
    )
    assert street == right != "23"
    assert wrong == again == right[::-1] != right


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "teen", "tens"),
    [("en", "thirteen", "thirty"), ("es", "trece", "treinta"), ("de", "dreizehn", "dreißig"),
     ("fr", "treize", "trente"), ("ca", "tretze", "trenta"), ("en", "13", "30")],
)  # fmt: skip
def test_a_teen_heard_as_tens_stays_so(lang: str, teen: str, tens: str, key: bytes) -> None:
    made = dialogue(f"A: [{teen}:STREETNO].", f"B: [{tens}:STREETNO]?", lang=lang)
    one, other = (digits(text, lang) or text for text in texts(run(made, key=key)))
    assert one[0] == "1" and other == f"{one[1]}0" and one != "13"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "floor", "line"),
    [
        ("es", "tercero B", "[calle Olmo:STREET], número [15:NUM], {}"),
        ("es", "tercero izquierda", "[calle Olmo:STREET], número [15:NUM], {}"),
        ("ca", "tercer B", "[carrer Nou:STREET], número [15:NUM], {}"),
        ("eu", "hirugarren B", "[Zubi kalea:STREET] [15:NUM], {}"),
        ("en", "third floor", "[Elm Road:STREET], number [15:NUM], {}"),
        ("fr", "troisième gauche", "[rue du Pont:STREET], numéro [15:NUM], {}"),
        ("de", "dritter Stock", "[Ahornweg:STREET], Nummer [15:NUM], {}"),
    ],
)
def test_a_floor_said_twice_is_one_floor(lang: str, floor: str, line: str, key: bytes) -> None:
    marked = f"[{floor}:NUM]"
    made = dialogue(f"A: {line.format(marked)}.", f"B: {line.format(marked)}?", lang=lang)
    _, number, one, _, again, other = texts(run(made, key=key))
    assert (number, one) == (again, other)
    assert number != "15" and one != floor


def test_a_catalan_number_behind_its_article_is_neither_one_nor_eleven() -> None:
    for key in (bytes([n, m]) for n in range(8) for m in range(8)):
        lines = (
            "A: Visc al [carrer de les Moreres, 27:STREET].",
            "B: Al [24:NUM], no al [27:NUM].",
        )
        *_, other, house = texts(run(dialogue(*lines, lang="ca"), key=key))
        assert not {other, house} & {"1", "11"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "first", "later"),
    [
        ("es", "No veo el [27:NUM].", "Aquí pone [calle Olmo, 27:STREET]."),
        ("ca", "No trobo el [27:NUM].", "Hi diu [carrer Nou, 27:STREET]."),
        ("eu", "Ez dut ikusten [27:NUM].", "Hemen [Urki kalea, 27:STREET] dio."),
        ("de", "Ich finde die [27:NUM] nicht.", "Hier steht [Ahornweg 27:STREET]."),
        ("en", "I can't see number [27:NUM].", "It says [27 Elm Road:STREET] here."),
        ("fr", "Je ne vois pas le [27:NUM].", "C'est marqué [27 rue des Lilas:STREET]."),
    ],
)
def test_a_house_said_before_its_street_is_the_same(
    lang: str, first: str, later: str, key: bytes
) -> None:
    made = dialogue(f"A: {first}", f"B: {later}", lang=lang)
    number, street = texts(run(made, key=key))
    assert re.findall(r"\d+", number) == re.findall(r"\d+", street) != ["27"]


def test_a_house_number_said_by_two_halves_is_that_in_figures() -> None:
    lines = (
        "A: It goes to [2418 Pecan Hollow Drive:STREET].",
        "B: I've got [2481:NUM] on the label.",
        "A: No, [twenty-four eighteen:NUM].",
    )
    for n in range(4):
        street, wrong, halves = texts(run(dialogue(*lines, lang="en"), key=bytes([n, 83])))
        figures = street.split()[0]
        assert sorted(figures) == sorted(wrong) and figures != wrong
        assert by_pairs(load_lexicon("en"), halves) == figures
