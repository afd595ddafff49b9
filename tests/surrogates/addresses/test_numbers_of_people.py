"""Identifiers made of a name and a birth follow the new name and the new birth."""

import re

from stdnum.at import vnr

from surrogates.folding import letters_only
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 8]) for n in range(4)]


def test_a_health_card_follows_surnames_and_birth() -> None:
    lines = [
        "A: Soc la [Neus Gasol Bernat:PERSON].",
        "B: [GABE 1 780312 00 4:ID], nascuda el [12 de març del 1978:DATE].",
        "A: [GABE 1 780312 00 4:ID], sí.",
    ]
    for key in KEYS:
        name, card, birth, again = texts(run(dialogue(*lines, lang="ca"), key=key))
        born = read(birth, "ca")
        assert card == again and born.year and born.month and born.day
        date = f"{born.year % 100:02d}{born.month:02d}{born.day:02d}"
        assert re.fullmatch(rf"[A-Z]{{4}} \d {date} \d\d \d", card), (card, birth)
        assert letters_only(name).find(letters_only(card[:2])) >= 0
        two = card[:4].lower()
        firsts = [letters_only(word)[:2] for word in name.split()]
        assert {two[:2], two[2:]} <= set(firsts), (name, card)


def test_a_pension_number_follows_the_birth() -> None:
    lines = "A: [65 170839 K 003:ID], geboren am [17.08.1939:DATE].", "B: [Jana Krause:PERSON]"
    for key in KEYS:
        number, birth, _ = texts(run(dialogue(*lines, lang="de"), key=key))
        day, month, year = birth.split(".")
        assert number.split()[1] == f"{day}{month}{year[2:]}"


def test_the_letter_behind_a_birth_is_the_initial_and_the_check_follows() -> None:
    lines = (
        "A: Herr [Detlef Winkler:PERSON]?",
        "B: [65 170839 W 003:ID], geboren am [17.08.1939:DATE].",
    )
    valid = _with_pension_check("65 170839 W 00")
    for number in (lines[1], lines[1].replace("65 170839 W 003", valid)):
        for key in KEYS:
            name, new, _ = texts(run(dialogue(lines[0], number, lang="de"), key=key))
            assert new.split()[2].lower() == letters_only(name.split()[-1])[0]
            assert valid not in number or new == _with_pension_check(new[:-1])


def _with_pension_check(text: str) -> str:
    """Figures of area, birth, letter and serial times 2, 1, 2, 5, 7, 1, 2, ..., crossed."""
    area, birth, letter, serial = text.split()
    figures = f"{area}{birth}{ord(letter) - ord('A') + 1:02d}{serial}"
    weights = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
    row = "".join(f"{int(n) * w:02d}" for n, w in zip(figures, weights, strict=True))
    return f"{text}{sum(map(int, row)) % 10}"


def test_an_austrian_number_keeps_its_check_beside_the_birth() -> None:
    for key in KEYS:
        made = dialogue("A: [4318 170382:ID], am [17. März 1982:DATE]", lang="de")
        number, _ = texts(run(made, key=key))
        assert vnr.is_valid(number)


def test_a_number_of_nobody_is_drawn_freely() -> None:
    lines = "A: Soy [Ana Gil Mora:PERSON], pedido [ORD 1 123456 77 8:ID], [3 de mayo de 2021:DATE]."
    for key in KEYS:
        _, number, _ = texts(run(dialogue(lines), key=key))
        assert not {"1", "123456"} & set(number.split())
