"""Identifiers made of a name and a birth follow the new name and the new birth."""

import re

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


def test_a_number_of_nobody_is_drawn_freely() -> None:
    lines = "A: Soy [Ana Gil Mora:PERSON], pedido [ORD 1 123456 77 8:ID], [3 de mayo de 2021:DATE]."
    for key in KEYS:
        _, number, _ = texts(run(dialogue(lines), key=key))
        assert not {"1", "123456"} & set(number.split())
