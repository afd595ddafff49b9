"""Identifiers made of a name and a birth follow the new name and the new birth."""

import re

from stdnum.at import vnr
from stdnum.mx import curp

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


def test_mexican_codes_follow_names_birth_and_state() -> None:
    lines = (
        "A: [José Luis:MALE] [Hernández:FAM] [López:FAM], CURP [HELL820304HJCRPS09:ID].",
        "B: RFC [HELL820304AB1:ID], nacido el [4 de marzo de 1982:DATE] en [Jalisco:REGION].",
    )
    for key in KEYS:
        given, one, two, code, tax, birth, _ = texts(run(dialogue(*lines), key=key))
        counted = given.split()[1] if given.split()[0] in ("José", "María") else given
        first, second = letters_only(one), letters_only(two)
        vowel = next((c for c in first[1:] if c in "aeiou"), "x")
        letters = f"{first[0]}{vowel}{second[0]}{letters_only(counted)[0]}".upper()
        born = read(birth, "es")
        date = f"{(born.year or 0) % 100:02d}{born.month:02d}{born.day:02d}"
        assert code.startswith(f"{letters}{date}H") and tax.startswith(letters + date), code
        assert curp.is_valid(code) and code[11:13] != "JC"


def test_a_health_card_follows_surnames_said_before_the_name() -> None:
    lines = (
        "A: nascuda el [23 d'abril de 1958:DATE]. [Roca Vidal, Assumpció:PER].",
        "A: CIP [ROVI 1 580423 007:ID].",
    )
    for key in KEYS:
        _, name, card = texts(run(dialogue(*lines, lang="ca"), key=key))
        one, two = name.split(",")[0].split()
        assert card[:6] == f"{letters_only(one)[:2]}{letters_only(two)[:2]} 1".upper()


def test_a_driving_licence_follows_its_driver() -> None:
    lines = (
        "A: [Rebecca:FEMALE] [Ashdown:FAM], licence [ASHDO856214R99KX:ID],",
        "A: born [21 June 1984:DATE].",
    )
    for key in KEYS:
        given, surname, licence, birth = texts(run(dialogue(*lines, lang="en"), key=key))
        born = read(birth, "en")
        year = f"{(born.year or 0) % 100:02d}"
        date = f"{year[0]}{(born.month or 0) + 50:02d}{born.day:02d}{year[1]}"
        start = letters_only(surname)[:5].upper().ljust(5, "9")
        assert licence.startswith(f"{start}{date}{letters_only(given)[0].upper()}9"), licence


def test_a_number_read_back_beside_another_follows_the_birth_too() -> None:
    lines = (
        "A: Rentenversicherungsnummer [65 230471 W 528:ID], [Reinhold Waldvogel:PER].",
        "B: Geboren am [23.04.1971:DATE]? Und die Steuer-ID [86 095 742 719:ID]?",
        "B: [65 230471 W 528:ID] und [86095742719:ID], habe ich.",
    )
    for key in KEYS:
        number, _, _, _, again, _ = texts(run(dialogue(*lines, lang="de"), key=key))
        assert number == again
