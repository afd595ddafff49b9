"""An umlaut or a sharp s that is argued about is said of the new name in its own two writings."""

import re

import pytest

from surrogates.folding import digraphs, fold
from surrogates.people.letter_needs import WRITTEN_OUT
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

ARGUED = [
    ("A: Hier ist [Ölschläger:FAM].", "B: Mit [Ö:LETTER] oder [O:LETTER] [E:LETTER]?"),
    ("A: Hier ist [Kröger:FAM].", "B: Mit [O:LETTER] [E:LETTER] oder mit [Ö:LETTER]?"),
    ("A: Hier ist [Müller:FAM].", "B: Mit [ue:LETTER] oder mit [ü:LETTER]?"),
    ("A: Hier ist [Moeller:FAM].", "B: Mit [Ö:LETTER] oder mit [O:LETTER] [E:LETTER]?"),
    ("A: Hier ist [Schäfer:FAM].", "B: Mit [a e:LETTER]?", "A: Nein, mit [ä:LETTER]."),
]


@pytest.mark.parametrize("lines", ARGUED)
def test_the_umlaut_and_its_two_letters_are_those_of_the_new_name(lines: tuple[str, ...]) -> None:
    for key in FIVE_KEYS:
        made = run(dialogue(*lines, lang="de"), key=key)
        name, *said = texts(made)
        letters = re.sub(r"\W", "", "".join(said).lower())
        umlaut = next(c for c in letters if c in "äöü")
        assert letters in (umlaut + digraphs(umlaut), digraphs(umlaut) + umlaut)
        assert digraphs(umlaut) in digraphs(name.lower())
        assert ("Moeller" in lines[0]) == (umlaut not in name.lower())
        assert "LETTER_FACT" not in codes(made)


SHARP = [
    ("A: [Weiß:FAM].", "B: Mit [ß:LETTER] oder mit [ss:LETTER]?"),
    ("A: [Groß:FAM].", "B: Mit [Doppel-S:LETTER] oder mit [scharfem S:LETTER]?"),
    ("A: [Weiss:FAM].", "B: Mit [ß:LETTER] oder mit [Doppel-S:LETTER]?"),
]


@pytest.mark.parametrize("lines", SHARP)
def test_sharp_s_and_double_s_stay_what_they_are(lines: tuple[str, ...]) -> None:
    was = [m[1] for m in re.finditer(r"\[([^\[\]:]+):LETTER", lines[1])]
    for key in FIVE_KEYS:
        made = run(dialogue(*lines, lang="de"), key=key)
        name, *said = texts(made)
        assert said == was
        assert ("ß" in name) == ("ß" in lines[0]) and "ss" in fold(name)
        assert "LETTER_FACT" not in codes(made)


@pytest.mark.parametrize("name", ["bauer", "michael", "manuel", "goethe", "moeller"])
def test_two_vowels_are_no_umlaut(name: str) -> None:
    assert bool(WRITTEN_OUT.search(name)) == (name in ("goethe", "moeller"))


def test_a_preposition_before_a_label_names_no_letter() -> None:
    lines = (
        "A: On y va avec [Gus:PER] ?",
        "B: Oui, [Gustave:PER] nous prend à [onze heures:TIME].",
    )
    for key in FIVE_KEYS:
        assert not {"LETTER_FACT", "CONSTRAINT_RELAXED"} & set(
            codes(run(dialogue(*lines, lang="fr"), key=key))
        )
