"""Numbers under one label that a word before them tells apart: cards, telephones, identities."""

import pytest
from stdnum import luhn
from stdnum.es import dni

from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages import load_lexicon
from surrogates.numbers.cued_kinds import tell_kinds
from surrogates.rewrite import collect
from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 5]) for n in range(tries(3, 6))]


def each(said: str, label: str = "NUM") -> str:
    return " ".join(f"[{word}:{label}]" for word in said.split())


def kinds(*lines: str, lang: str = "es") -> list[Kind]:
    made = dialogue(*lines, lang=lang)
    items, _ = collect(made)
    return [item.kind for item in tell_kinds(made, items, load_lexicon(lang))]


@pytest.mark.parametrize("key", KEYS)
def test_the_letter_of_an_identity_card_fits_where_all_are_numbers_and_letters(key: bytes) -> None:
    """In pieces and echoes over seven turns, then as a whole by the other speaker."""
    made = dialogue(
        "O: ¿me dice el dni del titular?",
        f"C: sí, el {each('cincuenta')} y {each('tres')}",
        "O: mhm",
        f"C: {each('cuatrocientos doce')}",
        f"O: {each('cuatrocientos doce')}",
        f"C: {each('siete ochenta')} y {each('nueve')} y la letra la [ele:LETTER] de [lugo:LOC]",
        f"O: {each('cinco tres cuatro uno dos siete ocho nueve')} [ele:LETTER], perfecto",
    )
    out = texts(run(made, key=key))
    tens, unit, *_ = out
    number = digits(" ".join([f"{tens} y {unit}", *out[2:4], out[6], f"{out[7]} y {out[8]}"]), "es")
    letters = load_lexicon("es").spoken_letters
    whole = digits(" ".join(out[11:19]), "es")
    assert whole == number
    assert letters[out[9]] == letters[out[19]] == dni.calc_check_digit(whole).lower()
    assert out[4:6] == out[2:4] and out[10][0] == letters[out[9]]


@pytest.mark.parametrize(
    ("lang", "before", "said", "first"),
    [
        ("es", "un teléfono:", "seis treinta cuarenta cincuenta sesenta", "67"),
        ("es", "el fijo es el", "nueve cuarenta cuarenta cincuenta sesenta", "89"),
        ("ca", "el mòbil és", "sis trenta quaranta cinquanta seixanta", "67"),
        ("es", "mi número de contacto, el", "630 405 060", "67"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_telephone_stays_of_its_class(
    lang: str, before: str, said: str, first: str, key: bytes
) -> None:
    out = texts(run(dialogue(f"A: {before} {each(said)}", lang=lang), key=key))
    assert digits(" ".join(out), lang)[0] in first, out


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "before"),
    [
        ("es", "El número de tarjeta:"), ("ca", "La targeta:"), ("de", "Meine Kreditkarte:"),
        ("en", "My card number:"), ("fr", "Ma carte bancaire :"), ("eu", "Txartela:"),
    ],
)  # fmt: skip
def test_a_card_in_pieces_is_valid(lang: str, before: str, key: bytes) -> None:
    made = dialogue(f"A: {before} {each('5555 5555 5555 4444')}", lang=lang)
    assert luhn.is_valid("".join(texts(run(made, key=key))))


@pytest.mark.parametrize(
    ("lines", "others"),
    [
        (["A: el móvil cuesta [300:NUM] euros"], 1),
        (["A: el dni lo renové en [2018:NUM], hace [6:NUM] años"], 2),
        (["A: el móvil es el [630 405 060:NUM], y pago [45:NUM] al mes"], 1),
        (["A: el [teléfono:PRODUCT] es el [630 405 060:NUM]"], 1),  # a label covers the cue
        (["A: el dni y la tarjeta, [5555 5555 5555 4443:NUM] y [12:NUM]"], 1),
        (["A: ¿el teléfono?"] + ["B: eh"] * 15 + ["A: [630 405 060:NUM]"], 1),  # too long ago
    ],
)
def test_what_is_no_whole_number_of_the_kind_stays_a_number(lines: list[str], others: int) -> None:
    assert kinds(*lines).count(Kind.NUMBER) == others


def test_a_dialogue_without_cues_is_left_as_it_is() -> None:
    assert kinds("A: son [tres:NUM] o [cuatro:NUM] de [mayo:DATE]") == [
        Kind.NUMBER, Kind.NUMBER, Kind.DATE,
    ]  # fmt: skip


def test_a_department_beside_its_town_is_the_new_ones() -> None:
    lexicon = load_lexicon("fr")
    made = dialogue("A: Elle vit à [Sens:LOC] ([89:number]), dans le [89:number].", lang="fr")
    town, *codes = texts(run(made))
    assert {lexicon.province_codes[lexicon.place_by_key[fold(town)].province][0]} == {*codes}
    town, code = texts(run(dialogue("A: Sise à [Pertuis:LOC] ([84:number]).", lang="fr")))
    assert lexicon.province_codes[lexicon.place_by_key[fold(town)].province][0] == code
