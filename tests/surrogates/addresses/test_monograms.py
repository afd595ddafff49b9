"""Addresses of initials alone: "jlpm" of José Luis Pérez Moreno follows what he became."""

import re

import pytest

from surrogates.folding import PARTICLES, fold, words
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 21]) for n in range(tries(3, 6))]


def initials(*names: str) -> str:
    return "".join(w[0] for name in names for w in words(name) if w not in PARTICLES)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: soy [José Luis:PER] [Pérez:FAM] [Moreno:FAM], [jlpm@telefonica.net:EMAIL]"),
        ("es", "A: soy [María:PER] [Soto de la Fuente:FAM], [msf1962@telefonica.net:EMAIL]"),
        ("ca", "A: soc la [Núria:PER] [Puig i Ferrer:FAM], [npf@telefonica.net:EMAIL]"),
        ("en", "A: this is [Robert James Fox:PER], [rjf.1962@gmail.com:EMAIL]"),
        ("de", "A: [Hans Peter:PER] [Schulz:FAM], [hps@gmx.de:EMAIL]"),
    ],
)
def test_a_monogram_follows_the_whole_name(lang: str, line: str, key: bytes) -> None:
    *names, address = texts(result := run(dialogue(line, lang=lang), key=key))
    letters_only = "".join(c for c in address.split("@")[0] if c.isalpha())
    assert letters_only == initials(*names)
    assert "EMAIL_UNLINKED" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_a_monogram_is_spelled_by_the_other_speaker(key: bytes) -> None:
    made = dialogue(
        "A: [José Luis:PER] [Pérez:FAM] [Moreno:FAM], [jlpm@telefonica.net:EMAIL]",
        "B: [jota ele pe eme:SPELL] arroba",
    )
    *_names, address, spelled = texts(run(made, key=key))
    said = load_lexicon("es").spoken_letters
    # "i griega" is one letter.
    names = spelled.replace("i griega", "griega")
    local = "".join("y" if name == "griega" else said[name] for name in names.split())
    assert local == address.split("@")[0]


def test_a_monogram_without_the_further_given_names() -> None:
    made = dialogue("A: [José Luis:PER] [Pérez:FAM] [Moreno:FAM], [jpm@telefonica.net:EMAIL]")
    first, one, two, address = texts(run(made))
    assert address.split("@")[0] == initials(first.split()[0], one, two)


def test_letters_of_nobody_are_told() -> None:
    made = dialogue("A: [José Luis:PER] [Pérez:FAM] [Moreno:FAM], [xkq@telefonica.net:EMAIL]")
    assert "EMAIL_UNLINKED" in codes(run(made))


@pytest.mark.parametrize(
    ("lang", "line", "name"),
    [
        ("en", "A: @[BennyK88:USER] cheers, [Benny:PER].", "BennyK"),
        ("es", "A: @[noelial_7:USER], gracias, [Noelia:PER].", "noelial"),
        ("de", "A: @[UteB:USER], danke, [Ute:PER].", ""),  # too short a name to be sure
    ],
)
def test_a_letter_behind_a_name_is_the_initial_of_a_surname_that_nobody_says(
    lang: str, line: str, name: str
) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS[:3]:
        result = run(made, key=key)
        user, given = texts(result)
        assert ("USER_UNLINKED" not in codes(result)) is bool(name)
        if name:
            assert re.match(rf"{fold(given)}[a-z](?![a-z])", fold(user))
