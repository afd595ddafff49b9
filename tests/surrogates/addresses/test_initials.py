"""Initials in addresses: of names, of mentions that are initials themselves, of middle names."""

import re
from collections.abc import Callable

import pytest

from surrogates.folding import fold
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 91]) for n in range(tries(2, 8))]


def letters(text: str) -> str:
    return re.sub("[^a-z]", "", fold(text))


def initials(text: str) -> str:
    return "".join(letters(word)[0] for word in re.split("[ -]", text))


def family(text: str) -> str:
    return letters(text.split()[-1])


# fmt: off
# Language, a line with a person and the address, and the local part that the new name has.
WHOLE = [
    ("es", "Soy [A. Navarro:PERSON], [anavarro@gmail.com:EMAIL]",
     lambda n: initials(n)[0] + family(n)),
    ("es", "[A. Navarro:PERSON], [navarro.a@gmail.com:EMAIL]",
     lambda n: f"{family(n)}.{letters(n)[0]}"),
    ("de", "[Uwe B. Lang:PERSON], [ub.lang@gmx.de:EMAIL]",
     lambda n: f"{initials(n)[:2]}.{family(n)}"),
    ("en", "[Clara R. Stone:PERSON], [crs@corp.com:EMAIL]",
     lambda n: initials(n)),
    ("en", "[C. R. Stone:PERSON], [crstone@corp.com:EMAIL]",
     lambda n: initials(n)[:2] + family(n)),
    ("en", "[Clara S.:PERSON], user [clara_s:USER]",
     lambda n: f"{letters(n.split()[0])}_{initials(n)[1]}"),
    ("fr", "[L. Moreau:PERSON], [l-moreau@free.fr:EMAIL]",
     lambda n: f"{letters(n)[0]}-{family(n)}"),
    ("ca", "[Oriol V.:PERSON], [oriolv@gmail.com:EMAIL]",
     lambda n: letters(n)),
    ("eu", "[N. Agirre:PERSON], [nagirre@gmail.com:EMAIL]",
     lambda n: letters(n)),
]
# fmt: on


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "line", "local"), WHOLE)
def test_the_pattern_stays_with_an_initial_in_the_name(
    lang: str, line: str, local: Callable[[str], str], key: bytes
) -> None:
    result = run(dialogue(f"A: {line}", lang=lang), key=key)
    name, address = texts(result)
    assert address.split("@")[0] == local(name)
    assert not {"EMAIL_UNLINKED", "USER_UNLINKED"} & set(codes(result))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "[H.:PER] [Brandt:FAM], [Helga:PER] [Brandt:FAM]: [h.brandt@gmx.de:EMAIL]"),
        ("ca", "[P.:PER] [Soler:FAM], és a dir [Pere:PER] [Soler:FAM]: [psoler@gmail.com:EMAIL]"),
        ("en", "[R.:PER] [Hunt:FAM], that is [Rose:PER] [Hunt:FAM]: [rhunt@mail.com:EMAIL]"),
    ],
)  # fmt: skip
def test_an_initial_as_a_mention_does_not_become_the_name(lang: str, line: str, key: bytes) -> None:
    initial, _, given, surname, address = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    local = address.split("@")[0].replace(".", "")
    assert local in (letters(given)[0] + letters(surname), letters(given)[0] + plain(surname))
    assert letters(initial) == letters(given)[0]


def plain(surname: str) -> str:
    """A German surname as an address writes it: ae for ä."""
    text = surname.lower().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return letters(text.replace("ß", "ss"))


def test_two_people_with_one_initial_keep_their_own_addresses() -> None:
    made = dialogue(
        "A: [J. Pardo:PERSON], [jpardo@gmail.com:EMAIL]",
        "B: [J. Rubio:PERSON], [jrubio@gmail.com:EMAIL]",
    )
    one, first, two, second = texts(run(made))
    assert first.split("@")[0] == letters(one) and second.split("@")[0] == letters(two)


@pytest.mark.parametrize("local", ["marcelinaperea", "pereamarcelina"])
def test_a_given_name_beside_a_surname_that_is_not_said(local: str) -> None:
    lines = (f"A: Mi correo es [{local}@gmail.com:EMAIL].", "B: Gracias, doña [Marcelina:PER].")
    for number in range(8):
        result = run(dialogue(*lines), key=bytes([number, 5]))
        address, name = texts(result)
        assert fold(name) in address and len(address.split("@")[0]) > len(fold(name)) + 2
        assert "perea" not in address and "EMAIL_UNLINKED" not in codes(result)


@pytest.mark.parametrize("key", [bytes([n, 41]) for n in range(5)])
def test_a_user_name_read_out_by_its_initial_its_name_and_its_year(key: bytes) -> None:
    """Of two people with one initial it is hers whose whole name another address has."""
    made = dialogue(
        "A: [kbrand79:USER].",
        "B: Sind Sie [Karin:PER] [Brand:PER]?",
        "A: Nein, die [Klara:PER], ich bin [79:DATE] geboren.",
        "B: [k:LETTER] [brand:PER], [sieben:NUM] [neun:NUM], [klara.brand@example.de:EMAIL].",
        lang="de",
    )
    result = run(made, key=key)
    user, _, name, given, year, letter, again, tens, units, _ = texts(result)
    said = {"sieben": 7, "acht": 8, "sechs": 6, "fünf": 5, "neun": 9, "null": 0, "eins": 1}
    said |= {"zwei": 2, "drei": 3, "vier": 4}
    assert letter == fold(given)[0] and again == name.lower()
    assert user.startswith(letter) and user.endswith(year)
    assert f"{said[tens]}{said[units]}" == year
    assert not result.held


@pytest.mark.parametrize("key", [bytes([n, 43]) for n in range(5)])
def test_the_initial_of_a_user_name_that_only_a_key_word_tells(key: bytes) -> None:
    made = dialogue(
        "A: [pmartel83:USER], [P:LETTER] comme [Pauline:PER], puis [Martel:PER].", lang="fr"
    )
    result = run(made, key=key)
    user, letter, word, name = texts(result)
    assert user.startswith(letter.lower() + fold(name)) and word.startswith(letter)
    assert "USER_UNLINKED" not in codes(result)


@pytest.mark.parametrize("key", [bytes([n, 47]) for n in range(tries(20, 60))])
def test_names_that_read_out_an_address_are_written_as_in_it(key: bytes) -> None:
    made = dialogue(
        "A: [lucia.barrios@gmail.com:EMAIL], [lucia:PER] punto [barrios:PER].",
        "B: Eso, soy [Lucía:PER] [Barrios:PER].",
    )
    address, given, surname, *_ = texts(run(made, key=key))
    assert address.split("@")[0] == f"{given}.{surname}"
