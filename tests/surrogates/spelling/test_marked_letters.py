"""Labelled letters that are said of a name for the mark that they carry."""

import pytest

from surrogates.folding import fold, name_letters, plain_letters
from surrogates.people.letter_needs import marked_letter, marks_of
from tests.surrogates.dialogues import codes, dialogue, run, texts

EIGHT = [bytes([i, 13]) for i in range(8)]
ACCENT = "\u0301\u0300\u0302"
DOTS = "\u0308"

UPON = [
    ("fr", "A: [Hélène:PER], avec un accent sur le premier [e:LETTER] ?", ACCENT),
    ("fr", "A: C'est [Zoë:PER], avec un tréma sur le [E:LETTER].", DOTS),
    ("fr", "A: [Aïcha:PER], [i:LETTER] tréma.", DOTS),
    ("es", "A: Me llamo [Martín:PER], con acento en la [i:LETTER].", ACCENT),
    ("es", "A: [Bárbara:PER], con acento en la primera [a:LETTER].", ACCENT),
    ("ca", "A: Soc la [Mònica:PER], amb accent a la [o:LETTER].", ACCENT),
    ("ca", "A: [Tomàs:PER], amb [a:LETTER] accentuada.", ACCENT),
    ("de", "A: [Günter:PER] mit zwei Pünktchen auf dem [u:LETTER].", DOTS),
    ("en", "A: [Chloé:PER] with an accent on the [e:LETTER].", ACCENT),
    ("eu", "A: [Joaquín:PER] naiz, azentua [i:LETTER]-n.", ACCENT),
]


@pytest.mark.parametrize(("lang", "line", "marks"), UPON)
def test_the_letter_that_carries_a_mark_is_the_one_of_the_new_name(
    lang: str, line: str, marks: str
) -> None:
    kept = 0
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        name, letter = texts(result)
        if "LETTER_FACT" in codes(result):
            continue
        kept += 1
        carried = {fold(c) for c in name_letters(name) if marks_of(c) & set(marks)}
        assert fold(letter) in carried
        assert letter.isascii()
    assert kept or lang == "eu"  # hardly any Basque name has an accent


@pytest.mark.parametrize(
    ("lang", "line", "which"),
    [
        ("es", "A: [Ángela:PER], con acento en la primera [a:LETTER].", "first"),
        ("fr", "A: [Renée:PER], avec un accent sur le premier [e:LETTER].", "first"),
        ("es", "A: [José:PER], con acento en la [e:LETTER] final.", "final"),
        ("fr", "A: [Noé:PER], [e:LETTER] accent aigu à la fin.", "final"),
    ],
)
def test_which_of_the_letters_carries_the_mark(lang: str, line: str, which: str) -> None:
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        name = texts(result)[0]
        assert marked_letter(name, ACCENT, which) or "LETTER_FACT" in codes(result)


def test_marked_letters_by_their_place() -> None:
    assert marked_letter("Bárbara", ACCENT, "first") == "á"
    assert marked_letter("Tomás", ACCENT, "first") == ""  # it has one a
    assert marked_letter("Amàlia", ACCENT, "second") == "à"
    assert marked_letter("José", ACCENT, "final") == "é"
    assert marked_letter("Inés", ACCENT, "final") == ""
    assert marked_letter("Íñigo", "i") == "í"
    assert marked_letter("Begoña", ACCENT) == ""


OWN = [
    ("es", "A: ¿[Ordóñez:FAM] con [eñe:LETTER]?", "ñ", "eñe"),
    ("eu", "A: [Beñat:PER], [ñ:LETTER]-rekin.", "ñ", "ñ"),
    ("ca", "A: [Calçada:FAM], amb [ce trencada:LETTER].", "ç", "ce trencada"),
    ("ca", "A: [Vendrell:FAM], no, [Gonçal:PER], amb [ce:LETTER] trencada.", "ç", "ce"),
    ("de", "A: Frau [Strauß:FAM] mit [ß:LETTER].", "ß", "ß"),
    ("de", "A: Frau [Strauß:FAM] mit scharfem [S:LETTER].", "ß", "S"),
]


@pytest.mark.parametrize(("lang", "line", "letter", "said"), OWN)
def test_a_letter_of_its_own_stays_one(lang: str, line: str, letter: str, said: str) -> None:
    kept = 0
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        *_, name, word = texts(result)
        assert word == said
        kept += letter in name.lower()
        assert letter in name.lower() or "LETTER_FACT" in codes(result)
    assert kept > len(EIGHT) // 2


@pytest.mark.parametrize("name", ["Röder", "Bäcker", "Kühne"])
def test_an_umlaut_stays_an_umlaut(name: str) -> None:
    vowel = next(c for c in name if c in "äöü")
    line = f"A: [{name}:FAM] mit [{vowel}:LETTER] und [e:LETTER]."
    for key in EIGHT:
        new, one, other = texts(run(dialogue(line, lang="de"), key=key))
        assert one in "äöü" and one in new.lower()
        assert fold(other) in plain_letters(new)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: [Ramón:PER] sense accent?"),
        ("es", "A: ¿[Martín:PER] sin acento?"),
        ("fr", "A: [Hélène:PER] sans accent ?"),
    ],
)
def test_a_name_without_its_accent_is_one_that_has_one(lang: str, line: str) -> None:
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        assert marked_letter(texts(result)[0], ACCENT) or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: De [Lille:LOC], avec un changement à [Paris:LOC]."),
        ("fr", "A: [Zoé:PER], avec un verre d'eau."),
        ("ca", "A: La [Marta:PER], amb un got d'aigua."),
        ("es", "A: La [Marta:PER], con una tarta a medias."),
        ("en", "A: [Rose:PER], with a cup o' tea."),
    ],
)
def test_words_that_name_no_letter_are_none(lang: str, line: str) -> None:
    for key in EIGHT[:3]:
        assert "LETTER_FACT" not in codes(run(dialogue(line, lang=lang), key=key))
