"""Numbers of houses that are said apart from their street, and houses near each other."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 81]) for n in range(tries(2, 8))]
# Language, lines, places of the mentions that say one number.
AGAIN: list[tuple[str, tuple[str, ...]]] = [
    ("en", ("A: I can't find number [46:NUM].", "B: Which road?", "A: [Ash Road:STREET].",
            "B: Hm.", "A: So [46 Ash Road:STREET].")),
    ("es", ("A: No veo el número [46:NUM].", "B: ¿Cuál?", "A: [Calle Olmo, 46:STREET].")),
    ("de", ("A: Ich suche Nummer [46:NUM].", "B: Wo?", "A: [Ahornstraße 46:STREET].")),
    ("fr", ("A: Je cherche le numéro [46:NUM].", "B: Oui ?", "A: [46 rue du Pont:STREET].")),
    ("eu", ("A: [Zubi kalea 46:STREET].", "B: Bai, [46a:NUM] ikusten dut.")),
    ("eu", ("A: [Zubi kalea 46:STREET].", "B: [46aren:NUM] aurrean nago.")),
]  # fmt: skip
BESIDE: list[tuple[str, tuple[str, ...], int]] = [
    ("eu", ("A: [Artekale 47:STREET].", "B: [45ean:STREET] bizi da, ondoko atarian."), -2),
    ("eu", ("A: [Artekale:STREET] [47:NUM].", "B: [45ean:NUM] bizi da, ondoko atarian."), -2),
    ("es", ("A: [Calle Olmo, 14:STREET].", "B: Mi tía vive en el [16:NUM], al lado."), 2),
    ("es", ("A: [Calle Olmo, 14:STREET].", "B: El vecino del [16:NUM] lo recogió."), 2),
    ("ca", ("A: [Carrer Nou, 31:STREET].", "B: El veí del número [33:NUM] ho té."), 2),
    ("de", ("A: [Ahornstraße 15:STREET].", "B: Nummer [17:NUM] ist nebenan."), 2),
    ("fr", ("A: [8 rue du Pont:STREET].", "B: Déposez-le au [6:NUM], à côté."), -2),
    ("en", ("A: [21 Ash Road:STREET].", "B: Try next door, number [23:NUM]."), 2),
    ("eu", ("A: [Zubi kalea 14:STREET].", "B: Ez, [16an:NUM] bizi naiz, hurrengo atarian."), 2),
    ("es", ("A: [Calle Olmo, 14:STREET].", "B: Es el [16:NUM], el portal siguiente."), 2),
    ("ca", ("A: [Carrer Nou, 31:STREET].", "B: És el [33:NUM], la porta següent."), 2),
    ("fr", ("A: [8 rue du Pont:STREET].", "B: C'est au [10:NUM], la maison suivante."), 2),
    ("en", ("A: [21 Ash Road:STREET].", "B: It's number [23:NUM], the next house."), 2),
    # The answer says that it is the next one.
    ("de", ("A: [Ahornstraße:STREET] [17:NUM].", "B: Ich stehe vor der [15:NUM].",
            "A: Dann ist es das nächste Haus."), -2),
    ("en", ("A: [Ash Road:STREET] [17:NUM].", "B: I'm outside [15:NUM].", "A: Next door, then."),
     -2),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), AGAIN)
def test_a_number_alone_is_that_of_its_street(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    numbers = {n for text in texts(result) for n in re.findall(r"\d+", text)}
    assert len(numbers) == 1 and "46" not in numbers, texts(result)
    assert "RELATION_LOST" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines", "apart"), BESIDE)
def test_houses_near_each_other_stay_so(
    lang: str, lines: tuple[str, ...], apart: int, key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    one, other = (int(n) for text in texts(result) for n in re.findall(r"\d+", text))
    assert other - one == apart and other > 0, texts(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("eu", ("A: [Zubi kalea 14:STREET].", "B: [16an:NUM] bizi naiz, hurrengo atarian.",
                "A: Orain [16an:NUM] nago.")),
        ("es", ("A: [Calle Olmo, 14:STREET].", "B: Es el [16:NUM], el portal siguiente.",
                "A: Pues voy al [16:NUM].")),
        ("de", ("A: [Ahornstraße 15:STREET].", "B: Die [17:NUM] ist das nächste Haus.",
                "A: Gut, die [17:NUM].")),
    ],
)  # fmt: skip
def test_the_next_house_is_the_same_when_it_is_said_again(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    own, beside, again = (int(n) for text in texts(result) for n in re.findall(r"\d+", text))
    assert beside == again == own + 2


@pytest.mark.parametrize("key", KEYS)
def test_what_is_counted_before_a_neighbour_is_named_is_no_house(key: bytes) -> None:
    lines = ("A: [Ash Road:STREET] [17:NUM].", "B: We waited [15:NUM] minutes.", "A: Next door?")
    assert texts(run(dialogue(*lines, lang="en"), key=key))[2] == "15"  # a length stays


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: [12 Ash Road:STREET], flat [B:NUM]."),
        ("es", "A: [Calle Olmo, 12:STREET], puerta [C:NUM]."),
        ("fr", "A: [12 rue du Pont:STREET], appartement [D:NUM]."),
        ("ca", "A: [Carrer Nou, 12:STREET], porta [B:NUM]."),
        ("de", "A: [Ahornstraße 12:STREET], Wohnung [B:NUM]."),
    ],
)
def test_the_letter_of_a_door_becomes_another(lang: str, line: str, key: bytes) -> None:
    was = re.findall(r"\[(\w):NUM", line)[0]
    result = run(dialogue(line, lang=lang), key=key)
    letter = texts(result)[-1]
    assert re.fullmatch("[A-H]", letter) and letter != was
    assert "NUMBER_GRAMMAR" not in codes(result)


# Language, lines; two numbers of one street of which one was taken for the other.
TAKEN: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: ¿[Calle Olmo:STREET] [36:NUM]?", "B: No, en el [63:NUM].")),
    ("ca", ("A: [Carrer Nou:STREET], [36:NUM].", "B: No, al [63:NUM].")),
    ("eu", ("A: [Zubi kalea:STREET] [36:NUM]?", "B: Ez, [63an:NUM].")),
    ("de", ("A: [Lindenweg:STREET] [36:NUM]?", "B: Nein, [Lindenweg:STREET] [63:NUM].")),
    ("en", ("A: He's at [36:NUM] [Ash Road:STREET].", "B: I'm at [63:NUM] [Ash Road:STREET].")),
    ("fr", ("A: Au [36:NUM] [rue du Pont:STREET] ?", "B: Non, au [63:NUM].")),
]
SIDES = {
    "es": "Es la acera de los impares.",
    "ca": "És el costat dels senars.",
    "eu": "Zenbaki bakoitien aldean.",
    "de": "Auf der Seite mit den ungeraden Nummern.",
    "en": "That's the odd side.",
    "fr": "C'est le côté impair.",
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), TAKEN)
def test_figures_that_changed_places_beside_a_street_have_again_on_the_side_that_is_said(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    made = dialogue(*lines, f"A: {SIDES[lang]}", lang=lang)
    one, other = (n for text in texts(run(made, key=key)) for n in re.findall(r"\d+", text))
    assert one == other[::-1] != other and one not in ("36", "63")
    assert int(one) % 2 == 0 and int(other) % 2 == 1


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: [Calle Olmo:STREET] [17:NUM], lo tiene el vecino del [19:NUM].",
                "B: Aquí pone [calle Olmo:STREET] [19:NUM].")),
        ("de", ("A: [Lindenweg:STREET] [17:NUM], der Nachbar aus der [19:NUM] hat es.",
                "B: Hier steht [Lindenweg:STREET] [19:NUM].")),
        ("fr", ("A: [rue du Pont:STREET], [17:NUM]. Le voisin du [19:NUM] l'a pris.",
                "B: Je vois [rue du Pont:STREET], [19:NUM].")),
    ],
)  # fmt: skip
def test_the_house_next_door_is_the_same_beside_its_street(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    own, beside, again = (n for text in texts(result) for n in re.findall(r"\d+", text))
    assert int(beside) - int(own) == 2 and again == beside != "19"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: [Ash Road:STREET], number [27:NUM].",
                "B: They did [25:NUM] and [29:NUM] either side of us!")),
        ("es", ("A: [Calle Olmo:STREET], número [27:NUM].",
                "B: Han ido al [25:NUM] y al [29:NUM], a los lados.")),
        ("fr", ("A: [Rue du Pont:STREET], numéro [27:NUM].",
                "B: Ils ont fait le [25:NUM] et le [29:NUM], de chaque côté.")),
    ],
)  # fmt: skip
def test_houses_either_side_of_a_number_that_is_said_to_be_one_stay_there(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    own, left, right = (int(n) for text in texts(result) for n in re.findall(r"\d+", text))
    assert (own - left, right - own) == (2, 2) and own != 27


@pytest.mark.parametrize("key", KEYS)
def test_a_house_taken_for_another_is_the_same_wherever_somebody_lives_in_it(key: bytes) -> None:
    made = dialogue("A: Hausnummer [13:NUM].", "B: In der [13:NUM] wohnt sie nicht.",
                    "A: Also in der [31:NUM], nicht [13:NUM].", lang="de")  # fmt: skip
    said = texts(run(made, key=key))
    assert said[0] == said[1] == said[3] == said[2][::-1] != said[2]


def test_one_that_stays_for_its_noun_disagrees_with_no_article() -> None:
    result = run(dialogue("A: Una baixa d'[una setmana:NUM].", lang="ca"))
    assert texts(result) == ["una setmana"] and "NUMBER_GRAMMAR" not in codes(result)
