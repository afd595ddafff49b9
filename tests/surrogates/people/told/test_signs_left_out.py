"""Signs that a writing lacks, initials alone, and names told apart by their last letters."""

import pytest

from surrogates.folding import OWN_LETTERS, fold, strip_accents
from surrogates.people.linking.near_misses import is_slip
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import KEYS

SIGNS = [
    ("es", "Soy [Remedios Caamaño:PER]. [r@x.es:EMAIL]. Ojo, [caamano:PER] sin eñe."),
    ("es", "Soy [Remedios Gálvez:PER]. [remedios.galvez@x.es:EMAIL], sin tilde."),
    ("ca", "Soc la [Núria Solà:PER]. El correu, [sola:PER] sense accent."),
    ("de", "Ich bin [Jürgen Möllering:PER]. [j@web.de:EMAIL], [moellering:PER] ohne Umlaut."),
    ("en", "I'm [Sinéad O'Rourke:PER]. [s@x.com:EMAIL], [orourke:PER] without the apostrophe."),
    ("fr", "Je suis [Jeanne Lefèvre:PER]. [jeanne.lefevre@free.fr:EMAIL], sans accents."),
    ("fr", "Je suis [Jeanne L'Huillier:PER]. Écrivez [lhuillier:PER] sans apostrophe."),
]
PAIRS = [
    (
        "es",
        "A: ¿[Primitivo Cebrián:PER]?",
        "B: Es mi hermano. Soy [Primitiva:PER], con a.",
    ),
    ("es", "A: ¿[Julio Paz:PER]?", "B: Mi hermano es [Julio:PER]. Yo soy [Julia:PER], con a."),
    ("ca", "A: En [Josep Paz:PER]?", "B: No, jo soc la [Josepa Paz:PER], amb a."),
    ("de", "A: Herr [Carlo Voss:PER]?", "B: Nein, ich bin [Carla Voss:PER], mit a."),
    ("en", "A: Is this [Francis Kettle:PER]?", "B: No, I'm [Frances Kettle:PER], with an e."),
    ("fr", "A: [Michel Bénard:PER] ?", "B: Non, [Michelle Bénard:PER], avec deux l."),
]
ALONE = [
    ("es", "Soy [Leocadia Riesco:PER]. Ponga [Leocadia:PER], no solo [L:LETTER]."),
    ("ca", "Soc la [Llúcia Riera:PER]. Posi [Llúcia:PER], no només [L:LETTER]."),
    ("eu", "[Leire Agirre:PER] naiz. [Leire:PER] jarri, ez [L:LETTER] bakarrik."),
    ("de", "Ich bin [Leopold Voss:PER]. Schreiben Sie [Leopold:PER], nicht nur [L:LETTER]."),
    ("en", "I'm [Leopold Kettle:PER]. It should say [Leopold:PER], not just [L:LETTER]."),
    ("fr", "Je suis [Léopold Garrec:PER]. Écrivez [Léopold:PER], pas seulement [L:LETTER]."),
]


@pytest.mark.parametrize(("lang", "line"), SIGNS)
@pytest.mark.parametrize("key", KEYS)
def test_the_full_name_has_the_sign_that_its_writing_lacks(
    lang: str, line: str, key: bytes
) -> None:
    made = run(dialogue(f"A: {line}", lang=lang), key=key)
    assert "LETTER_FACT" not in codes(made)
    whole, *_, last = texts(made)
    surname = whole.split()[-1]
    if "eñe" in line:
        assert not OWN_LETTERS.isdisjoint(surname.lower())
    elif "apostrophe" in line:
        assert "'" in surname
    else:
        assert strip_accents(surname) != surname
    assert last.isascii()
    assert "'" not in last


@pytest.mark.parametrize(("lang", "one", "two"), PAIRS)
@pytest.mark.parametrize("key", KEYS)
def test_names_told_apart_by_their_end_become_such_names(
    lang: str, one: str, two: str, key: bytes
) -> None:
    found = texts(run(dialogue(one, two, lang=lang), key=key))
    first, second = found[0], found[-1]
    other, told = fold(first).split()[0], fold(second).split()[0]
    assert other != told
    assert other[:3] == told[:3] or is_slip(other, told)
    letters = {"fr": "ll", "en": "e"}.get(lang, "a")
    assert letters in told


@pytest.mark.parametrize(("lang", "line"), ALONE)
@pytest.mark.parametrize("key", KEYS)
def test_an_initial_alone_is_that_of_the_new_name(lang: str, line: str, key: bytes) -> None:
    *_, given, letter = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    assert fold(given).startswith(fold(letter))
