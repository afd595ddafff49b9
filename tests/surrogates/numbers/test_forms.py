"""One number in several forms: hundreds in pieces, decimals, thousands, spoken letters, codes."""

import re
from ipaddress import ip_address

import pytest

from surrogates.languages.cardinals import parse
from surrogates.numbers.identifiers.ip_addresses import networks
from tests.effort import tries
from tests.surrogates.checkers import ES, NUMERALS, digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 17]) for i in range(tries(3, 8))]


@pytest.mark.parametrize("key", KEYS)
def test_a_hundred_in_a_piece_of_its_own(key: bytes) -> None:
    lines = ["A: Son [cien:NUM] euros, [ciento:NUM] [veinte:NUM] con IVA."]
    result = run(dialogue(*lines), key=key)
    first, hundreds, rest = texts(result)
    assert parse(ES, f"{hundreds} {rest}") is not None
    assert first != "cien" and hundreds != "ciento"


@pytest.mark.parametrize("noun", ["euros", "llamadas"])
@pytest.mark.parametrize("key", KEYS)
def test_the_gender_of_the_other_rendering(noun: str, key: bytes) -> None:
    lines = [f"A: Son [ciento:NUM] [dos:NUM] {noun}.", "B: ¿[Ciento dos:NUM]?"]
    hundreds, unit, whole = texts(run(dialogue(*lines), key=key))
    assert whole.lower() in (f"{hundreds} {unit}", f"{hundreds} {unit}o")  # "un euro", "uno"
    assert hundreds.endswith("as" if noun == "llamadas" else "os")


@pytest.mark.parametrize("key", KEYS)
def test_decimals_in_words_and_figures(key: bytes) -> None:
    words, figures = texts(run(dialogue("A: [cero coma cinco:NUM], [0,5:NUM]"), key=key))
    assert digits(words.replace("coma", " ")) == figures.replace(",", "")


@pytest.mark.parametrize("key", KEYS)
def test_thousands_outside_the_span(key: bytes) -> None:
    lines = ["A: [treinta y un:NUM] mil euros.", "B: ¿[31.000:NUM] euros?"]
    words, figures = texts(run(dialogue(*lines), key=key))
    assert figures == f"{parse(ES, words)}.000" != "31.000"


@pytest.mark.parametrize("key", KEYS)
def test_a_country_code_of_its_own_stays(key: bytes) -> None:
    pieces = "[seis uno dos:PHONE] [tres cuatro cinco:PHONE] [seis siete ocho:PHONE]"
    code, first, *_ = texts(run(dialogue(f"A: el [más treinta y cuatro:PHONE] {pieces}"), key=key))
    assert code == "más treinta y cuatro" and first.startswith(("seis ", "siete "))


@pytest.mark.parametrize("key", KEYS)
def test_a_mobile_stays_one_where_its_hundreds_are_round(key: bytes) -> None:
    pieces = "[ciento veintitrés:PHONE] [cuatrocientos cincuenta y seis:PHONE]"
    first, *_ = texts(run(dialogue(f"A: el [seiscientos:PHONE] {pieces}"), key=key))
    assert first == "setecientos"


@pytest.mark.parametrize("key", KEYS)
def test_letters_said_aloud_stay_so(key: bytes) -> None:
    lines = ["A: referencia [AB 123:ID].", "B: ¿[a be uno dos tres:ID]?"]
    written, spoken = texts(run(dialogue(*lines), key=key))
    names = [ES.letters[c.lower()] for c in written if c.isalpha()]
    assert spoken.startswith(" ".join(names))


@pytest.mark.parametrize("label", ["ID", "ip_address"])
@pytest.mark.parametrize("key", KEYS)
def test_machines_get_addresses_for_documents(label: str, key: bytes) -> None:
    lines = [
        f"A: la IP [192.168.1.10:{label}], la [192.168.1.11/24:{label}]",
        f"B: ¿[192.168.1.10:{label}]?",
    ]
    result = run(dialogue(*lines), key=key)
    one, other, again = texts(result)
    assert one == again != other.removesuffix("/24")
    for made in (one, other.removesuffix("/24")):
        assert any(ip_address(made) in network for network in networks())
    assert "CHECKSUM_BAD" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_the_english_article_before_a_number(key: bytes) -> None:
    lines = ["A: an [84:AGE]-year-old, an [85:NUM], a [seven:AGE]-year-old, a [9:AGE]-year-old"]
    result = run(dialogue(*lines, lang="en"), key=key)
    old, eighty, seven, nine = texts(result)
    assert old[0] == "8" and seven != "eight" and nine != "8"
    assert eighty in {"11", "18"} or eighty[0] == "8"
    assert not codes(result)
    told = run(dialogue("A: an [8:AGE]-year-old", lang="en"), key=key)
    assert codes(told) == ["NUMBER_GRAMMAR"]


@pytest.mark.parametrize("key", KEYS)
def test_a_number_of_three_words_in_three_spans(key: bytes) -> None:
    made = texts(run(dialogue("A: [quatre:NUM] [vingt:NUM] [dix:NUM] euros", lang="fr"), key=key))
    assert NUMERALS["fr"].parse(" ".join(made)) is not None
    assert all(new != old for new, old in zip(made, ("quatre", "vingt", "dix"), strict=True))


def test_words_that_say_no_number_are_told() -> None:
    result = run(dialogue("A: son las [chorrocientas:NUM] llamadas, la [segunda:NUM]"))
    assert texts(result)[0] == "[NUM]"
    assert codes(result) == ["NUMBER_GRAMMAR"]


REPEATED = [
    ("en", ["A: so double [seven:PHONE] [oh:PHONE] [three:PHONE].", "B: [7703:PHONE]"]),
    ("en", ["A: [oh:PHONE] double [seven:PHONE], triple [three:PHONE].", "B: [077333:PHONE]"]),
    ("en", ["A: [seven:PHONE] [double:PHONE] [oh:PHONE] [three:PHONE].", "B: [7003:PHONE]"]),
    ("es", ["A: doble [siete:PHONE] [cero:PHONE].", "B: [770:PHONE]"]),
    ("de", ["A: Doppel-[sieben:PHONE] [null:PHONE] [doppel drei:PHONE]", "B: [77033:PHONE]"]),
]


@pytest.mark.parametrize(("lang", "lines"), REPEATED)
@pytest.mark.parametrize("key", KEYS)
def test_a_repeated_digit_outside_the_span(lang: str, lines: list[str], key: bytes) -> None:
    made = run(dialogue(*lines, lang=lang), key=key).dialogue.turns
    assert digits(made[0].text.removeprefix("so "), lang) == made[1].text


def test_an_account_never_keeps_its_check_digits() -> None:
    for number in range(0, 256, tries(4, 1)):
        made = run(dialogue("A: [ES91 2100 0418 4502 0005 1332:ID]"), key=bytes([number, 0]))
        assert re.fullmatch(r"ES\d\d( \d{4}){5}", texts(made)[0])


@pytest.mark.parametrize("key", KEYS)
def test_a_prefix_that_follows_its_place_is_no_piece(key: bytes) -> None:
    assert "NUMBER_PARTIAL" not in codes(
        run(dialogue("A: Llamo de [Vigo:LOC], prefijo [986:PHONE]."), key=key)
    )


@pytest.mark.parametrize("words", ["diecisiete cero cero uno", "veintiocho cero trece"])
@pytest.mark.parametrize("key", KEYS)
def test_a_postal_code_in_words_and_its_town(words: str, key: bytes) -> None:
    town = "Gerona" if words.startswith("diecisiete") else "Madrid"
    made = run(dialogue(f"A: código [{words}:ZIP], de [{town}:LOC]"), key=key)
    code, place = texts(made)
    province = ES.place_by_key[place.lower()].province if place.lower() in ES.place_by_key else ""
    assert not code.startswith("[")
    if province:
        assert digits(code).startswith(ES.province_codes[province][0])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "spans"),
    [
        ("es", "A: Tiene fiebre, [38,6:NUM] desde ayer.", [(38, 41)]),
        ("ca", "A: Fa [39,2:NUM] de febre.", [(38, 41)]),
        ("eu", "A: Sukarra du, [38,9:NUM].", [(38, 41)]),
        ("de", "A: Er hat [39,4:NUM] Fieber.", [(38, 41)]),
        ("en", "A: Her temperature is [37.4:NUM] now.", [(36, 41)]),
        ("fr", "A: Il a [38,2:NUM] de fièvre.", [(38, 41)]),
        ("es", "A: La tensión, [13/8:NUM].", [(10, 18), (5, 9)]),
        ("de", "A: Der Blutdruck ist [135/85:NUM].", [(100, 180), (55, 95)]),
        ("fr", "A: À l'école, une note de [15:NUM].", [(0, 20)]),
        ("fr", "A: Elle est en [CE2:NUM], lui en [CM1:NUM].", [(1, 1), (2, 2)]),
        ("en", "A: It covers [100%:NUM] of it.", [(100, 100)]),
    ],
)
def test_what_is_measured_stays_in_its_range(
    lang: str, line: str, spans: list[tuple[int, int]], key: bytes
) -> None:
    said = " ".join(texts(run(dialogue(line, lang=lang), key=key)))
    figures = [int(n) for n in re.findall(r"\d+", re.sub(r"[.,]\d", "", said))]
    assert len(figures) == len(spans), said
    for figure, (low, high) in zip(figures, spans, strict=True):
        assert low <= figure <= high, said


@pytest.mark.parametrize("key", KEYS)
def test_what_only_stands_near_a_fever_is_not_measured(key: bytes) -> None:
    lines = ["A: Tiene fiebre, y el piso cuesta [38:NUM] euros.", "B: La fiebre, [40:NUM] años."]
    assert "LOW_ENTROPY" not in codes(run(dialogue(*lines), key=key))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("eu", "[Urki kalea:STREET], [4. C:NUM]", r"\d\. [A-H]"),
        ("de", "Klasse [4C:NUM]", r"\d[A-H]"),
        ("es", "[calle Olmo:STREET], [3.º D:NUM]", r"\d\.º [A-H]"),
        ("es", "en el siglo [XIX:NUM]", r"[XVI]{2,}"),
        ("ca", "al capítol [V:NUM]", r"[XVI]+"),
        ("de", "im [XIX:NUM]. Jahrhundert", r"[XVI]{2,}"),
        ("en", "Henry [VIII:NUM]", r"[XVI]+"),
    ],
)
def test_a_door_or_a_class_is_no_roman_figure(lang: str, line: str, shape: str, key: bytes) -> None:
    new = texts(run(dialogue(f"A: Bai, {line}.", lang=lang), key=key))[-1]
    assert re.fullmatch(shape, new) and f"[{new}:NUM]" not in line, new


@pytest.mark.parametrize("key", KEYS)
def test_letters_that_are_a_numeral_by_chance_are_none(key: bytes) -> None:
    for text in ("CD", "DC", "MM", "C"):
        new = texts(run(dialogue(f"A: Es un [{text}:NUM]."), key=key))[0]
        assert not re.fullmatch(r"[IVXLCDM]+", new), new


@pytest.mark.parametrize(
    ("lang", "line"),
    [("es", "A: Dependencia en grado [III:NUM]."), ("fr", "A: Brûlure au degré [II:NUM].")],
)
def test_a_degree_in_roman_figures_is_one_that_there_is(lang: str, line: str) -> None:
    for n in range(8):
        assert texts(run(dialogue(line, lang=lang), key=bytes([n])))[0] in ("I", "II", "III")
