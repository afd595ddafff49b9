"""Passwords that are made of a dialogue's names follow them, or an issue says that one does not."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 44]) for n in range(tries(2, 8))]


def letters(text: str) -> str:
    return re.sub("[^a-z]", "", fold(text))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("es", "Soy [Elena:PER], mi hijo [Marcos:PER]. Clave: [elenaymarcos77:CONTRASEÑA]",
         r"{0}y{1}\d\d"),
        ("en", "[Gavin:PER] here, the cat is [Luna:PER]. Password [gavin_luna!9:PASSWORD]",
         r"{0}_{1}!\d"),
        ("de", "[Sabine:PER] aus [Fürth:LOC], Kennwort [SabineFuerth1:KENNWORT]", r"{0}{1}\d"),
        ("fr", "C'est [Louis:PER] de [Nantes:LOC], le mot de passe [louis.nantes:PASSWORD]",
         r"{0}\.{1}"),
        ("ca", "Soc la [Laia:PER], amb en [Pol:PER]. Contrasenya [laiaipol:CONTRASENYA]",
         r"{0}i{1}"),
        ("eu", "[Nerea:PER] naiz, [Unai:PER]. Pasahitza [nereaetaunai:PASAHITZA]", r"{0}eta{1}"),
    ],
)  # fmt: skip
def test_a_password_follows_the_names_in_it(lang: str, line: str, shape: str, key: bytes) -> None:
    one, two, password = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    two = two.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    one = one.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    wanted = shape.format(letters(one), letters(two))
    plain = shape.format(*map(letters, texts(run(dialogue(f"A: {line}", lang=lang), key=key))[:2]))
    assert re.fullmatch(f"{wanted}|{plain}", fold(password)), (one, two, password)


def test_a_password_with_a_name_and_more_is_nobodys_address() -> None:
    result = run(dialogue("A: Soy [Elena:PER]. Clave: [xelenaqw:PASSWORD]"))
    assert not codes(result)
    assert "elena" not in texts(result)[1]


@pytest.mark.parametrize("key", KEYS)
def test_a_password_with_a_word_is_drawn_as_one(key: bytes) -> None:
    lines = "A: Clave: [Lechuza-5512:PASSWORD]", "B: [Lechuza-5512:PASSWORD], y [TRIGO!8:CLAVE]"
    result = run(dialogue(*lines), key=key)
    one, again, other = texts(result)
    assert one == again and re.fullmatch(r"[A-Z][a-z]{6}-\d{4}", one)
    assert all(a != b for a, b in zip(one[-4:], "5512", strict=True))
    assert re.fullmatch(r"[A-Z]{5}!\d", other)
    assert not codes(result)


def test_a_password_of_no_name_keeps_signs_only() -> None:
    result = run(dialogue("A: Soy [Elena:PER]. Clave: [T4kz-91:PASSWORD]"))
    assert re.fullmatch(r"[A-Z]\d[a-z]{2}-\d\d", texts(result)[1])


@pytest.mark.parametrize("key", KEYS)
def test_the_figures_of_a_password_said_apart_are_the_new_ones(key: bytes) -> None:
    lines = "A: It's [Kestrel-6135:PASSWORD].", "B: [Kestrel:PASSWORD], dash, [6135:PASSWORD]?"
    result = run(dialogue(*lines, lang="en"), key=key)
    whole, word, figures = texts(result)
    assert whole == f"{word}-{figures}" and "6135" not in whole
    assert not codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "said"), [("en", "Five two"), ("es", "cinco dos")])
def test_figures_in_words_are_no_word_of_a_password(lang: str, said: str, key: bytes) -> None:
    lines = "A: [8352:PASSWORD].", f"B: [{said}:PASSWORD], ok."
    code, words_ = texts(run(dialogue(*lines, lang=lang), key=key))
    lexicon = load_lexicon(lang)
    assert "".join(str(parse(lexicon, fold(word))) for word in words_.split()) == code[-2:]


@pytest.mark.parametrize("key", [bytes([n]) for n in range(4)])
def test_a_name_behind_its_letter_that_a_password_holds_is_somebodys(key: bytes) -> None:
    made = dialogue(
        "A: Identifiant [mrousseau92:USER], mot de passe [Marion1992!:PASSWORD].",
        "B: [M:LETTER] comme [Marion:FEMALE], [Rousseau:FAM].",
        lang="fr",
    )
    user, password, letter, given, surname = texts(run(made, key=key))
    plain = fold(given)
    assert fold(password).startswith(plain) and fold(letter) == plain[0]
    assert user.startswith(plain[0] + fold(surname))
