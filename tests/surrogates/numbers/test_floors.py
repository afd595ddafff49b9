"""Floors: with their door in two spans or one, and as the first figure of a room."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages.entries import NumberWord
from surrogates.languages.numerals import numerals
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 71]) for n in range(tries(3, 10))]
ROOMS: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Está en la habitación [318:NUM].", "B: En la [tercera:NUM] planta.")),
    ("ca", ("A: És a l'habitació [205:NUM].", "B: A la [segona:NUM] planta.")),
    ("eu", ("A: [214:NUM] gelan dago.", "B: [Bigarren:NUM] solairuan.")),
    ("de", ("A: Er liegt in Zimmer [427:NUM].", "B: Im [vierten:NUM] Stock.")),
    ("en", ("A: She's in room [312:NUM].", "B: On the [third:NUM] floor.")),
    ("fr", ("A: Elle est chambre [504:NUM].", "B: Au [cinquième:NUM] étage.")),
]
TOLD: list[tuple[str, str]] = [
    ("es", "A: La habitación [318:NUM], en la tercera planta."),
    ("ca", "A: L'habitació [318:NUM], a la tercera planta."),
    ("eu", "A: [318:NUM] gelan, hirugarren solairuan."),
    ("de", "A: Zimmer [318:NUM], im dritten Stock."),
    ("en", "A: Room [318:NUM], on the third floor."),
    ("fr", "A: La chambre [318:NUM], au troisième étage."),
]
DOORS: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Calle [Olmo:STREET], [23:NUM], [segundo:NUM] [C:LETTER].", "B: Pone [2º C:NUM].")),
    ("es", ("A: Vivo en el [tercero:NUM], [B:LETTER].", "B: ¿[3.º B:NUM]? Vale.")),
    ("ca", ("A: Carrer [Nou:STREET], [tercer:NUM] [A:LETTER].", "B: A la bústia, [3º A:NUM].")),
    ("eu", ("A: Ataria, [hirugarren:NUM] [B:LETTER].", "B: Postontzian [3. B:NUM] dago.")),
]  # fmt: skip


def ordinals(lang: str) -> dict[str, NumberWord]:
    spoken = numerals(lang)
    assert spoken is not None
    return spoken.ordinals


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), ROOMS)
def test_a_room_is_on_its_floor(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    room, floor = texts(run(dialogue(*lines, lang=lang), key=key))
    said = ordinals(lang)[fold(floor)]
    assert said.value == int(room[0]) and room[-2:] not in lines[0]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "line"), TOLD)
def test_a_floor_outside_the_labels_holds_its_room(lang: str, line: str, key: bytes) -> None:
    (room,) = texts(run(dialogue(line, lang=lang), key=key))
    assert room[0] == "3" and room != "318"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), DOORS)
def test_a_floor_and_its_door_are_one_however_they_are_said(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    *_, floor, door, again = texts(run(dialogue(*lines, lang=lang), key=key))
    value = ordinals(lang)[fold(floor)].value
    figure = re.search(r"\d", again)
    assert figure is not None and int(figure[0]) == value <= 6 and again[-1] == door
    assert (floor, door) != tuple(re.findall(r"\[(\w+):", lines[0])[-2:])


@pytest.mark.parametrize("key", KEYS)
def test_a_class_of_school_is_one_that_there_is(key: bytes) -> None:
    lines = ["A: Mi hija está en [cuarto:NUM] [A:LETTER].", "B: ¿En [cuarto:NUM] [A:LETTER]?"]
    said = texts(run(dialogue(*lines), key=key))
    assert said[:2] == said[2:] and said[1] in "BCDE" and said[0] != "cuarto"
    assert ordinals("es")[fold(said[0])].value <= 6


@pytest.mark.parametrize("key", KEYS)
def test_an_ordinal_before_a_letter_that_spells_is_no_floor(key: bytes) -> None:
    lines = ["A: Se escribe [Vallés:PER], la [segunda:NUM] [L:LETTER] de [Lugo:LOC] también."]
    assert len(texts(run(dialogue(*lines), key=key))) == 4


@pytest.mark.parametrize("key", [bytes([n, 73]) for n in range(20)])
def test_two_figures_of_a_house_that_are_alike_change_no_places(key: bytes) -> None:
    lines = ["A: És a l'[avinguda de Catalunya:STREET], [112:NUM]?",
             "B: No, al [121:NUM], ho van apuntar al revés."]  # fmt: skip
    _, one, other = texts(run(dialogue(*lines, lang="ca"), key=key))
    assert other == one[0] + one[2] + one[1] != one


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ("A: [14 bis:NUM], [rue des Lilas:STREET].", "B: Et non [14:NUM] ?")),
        ("es", ("A: Calle [Olmo:STREET], [14 bis:NUM].", "B: No es el [14:NUM], ¿verdad?")),
    ],
)
def test_a_house_with_bis_and_the_one_without_it_are_neighbours(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    said = [t for t in texts(run(dialogue(*lines, lang=lang), key=key)) if t[0].isdecimal()]
    assert said[0] == f"{said[1]} bis" != "14 bis"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: La habitación es la [506:ROOM], en el [quinto:FLOOR] piso."),
        ("ca", "A: L'habitació és la [506:HABITACIÓ], al [cinquè:FLOOR] pis."),
        ("fr", "A: C'est la [506:CHAMBRE], au [cinquième:FLOOR] étage."),
        ("de", "A: Es ist die [506:ROOM_NUMBER], im [fünften:FLOOR] Stock."),
    ],
)
def test_a_room_by_its_label_is_on_its_floor(lang: str, line: str, key: bytes) -> None:
    room, floor = texts(run(dialogue(line, lang=lang), key=key))
    assert ordinals(lang)[fold(floor)].value == int(room[0]) != 5


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Ingresa en la cama [417:BED], cuarta planta."),
        ("de", "A: Sie kommt in Bett [417:NUM], im vierten Stock."),
        ("en", "A: She goes to bed [417:BED] on the fourth floor."),
    ],
)
def test_a_bed_is_on_its_floor(lang: str, line: str, key: bytes) -> None:
    (bed,) = texts(run(dialogue(line, lang=lang), key=key))
    assert bed[0] == "4" and bed != "417"


@pytest.mark.parametrize("key", [bytes([n, 74]) for n in range(6)])
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("ca", ("A: Visc al [4t 1a:FLOOR].", "B: Només hi ha dues portes per replà.",
                "A: La veïna és la del [4t 2a:FLOOR].")),
        ("es", ("A: Vivo en el [6º 2ª:FLOOR].", "B: Son 2 puertas por planta.",
                "A: El vecino, en el [6º 1ª:FLOOR].")),
    ],
)  # fmt: skip
def test_a_landing_has_as_many_doors_as_are_told(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    doors = [
        re.findall(r"\d", text)[1] for text in texts(run(dialogue(*lines, lang=lang), key=key))
    ]
    old = [re.findall(r"\d", line)[1] for line in (lines[0], lines[2])]
    assert doors == old[::-1]


@pytest.mark.parametrize("key", [bytes([n, 74]) for n in range(6)])
def test_a_landing_of_which_nothing_is_told_has_few_doors(key: bytes) -> None:
    (door,) = texts(run(dialogue("A: Visc al [3r 2a:FLOOR].", lang="ca"), key=key))
    assert int(re.findall(r"\d", door)[1]) in (1, 3, 4)


@pytest.mark.parametrize("key", [bytes([n, 75]) for n in range(9)])
def test_a_staircase_is_that_of_its_address(key: bytes) -> None:
    made = dialogue(
        "A: [Landstraße:STREET] [62/1/18:HOUSE_NUMBER], [4020:POSTAL_CODE] [Linz:CITY].",
        "B: Also Stiege [1:STAIRCASE], Tür [18:APARTMENT]?", lang="de",
    )  # fmt: skip
    _, house, _, _, stairs, door = texts(run(made, key=key))
    assert house.split("/")[1:] == [stairs, door]


@pytest.mark.parametrize("key", [bytes([n, 76]) for n in range(6)])
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vivo en la [calle Olmo:STREET], [176:HOUSE_NUMBER], en [Jávea:CITY]."),
        ("de", "A: Ich wohne in der [Birkenstraße:STREET] [138:HOUSE_NUMBER] in [Varel:CITY]."),
    ],
)
def test_a_high_house_number_is_no_higher_than_most(lang: str, line: str, key: bytes) -> None:
    _, house, _ = texts(run(dialogue(line, lang=lang), key=key))
    assert 100 <= int(house) < 400


@pytest.mark.parametrize("key", [bytes([n, 77]) for n in range(12)])
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: Au [deuxième:FLOOR] étage."),
        ("es", "A: En el [segundo:FLOOR] piso."),
        ("ca", "A: Al [segon:FLOOR] pis."),
    ],
)
def test_a_floor_in_words_becomes_another(lang: str, line: str, key: bytes) -> None:
    (floor,) = texts(run(dialogue(line, lang=lang), key=key))
    assert f"[{floor}:" not in line


@pytest.mark.parametrize("key", KEYS)
def test_the_side_of_a_town_is_one(key: bytes) -> None:
    line = "A: It's [2207 E Lincoln Avenue:ADDRESS], [Phoenix:CITY]."
    address, _ = texts(run(dialogue(line, lang="en"), key=key))
    assert address.split()[1] in "NESW"
