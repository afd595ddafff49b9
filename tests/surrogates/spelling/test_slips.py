"""Letters that were said wrong and corrected: the slip stays a slip, the correction is the name."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.spelling.names import sounds_like
from tests.surrogates.checkers import letters as name_letters
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.spelling.test_spellings import KEYS, letters_in


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("wrong", "size"), [("H U R T A O", 6), ("H U R T T A D O", 8), ("H U R T E D O", 7)]
)
def test_a_slip_of_the_tongue_and_its_correction(wrong: str, size: int, key: bytes) -> None:
    first = " ".join(f"[{c}:SPELL]" for c in wrong.split())
    second = " ".join(f"[{c}:SPELL]" for c in "HURTADO")
    made = dialogue(f"A: [Hurtado:FAM]. {first}, ay, perdón, {second}")
    result = run(made, key=key)
    name, *said = texts(result)
    letters = "".join(said).lower()
    assert letters[size:] == name_letters(name)
    assert len(letters[:size]) == size
    assert set(letters[:size]) <= set(name_letters(name))
    assert "SPELLING_MISMATCH" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "before", "wrong", "right"),
    [
        ("es", "ce", "a", "ce o ele o eme a"),
        ("es", "hache u erre", "a", "hache u erre te a de o"),
        ("ca", "ce", "a", "ce o ela o ema a"),
        ("de", "ha", "a", "ha ö eff e er"),
    ],
)
def test_a_slip_among_named_letters_is_a_named_letter(
    lang: str, before: str, wrong: str, right: str, key: bytes
) -> None:
    """Each letter in a span of its own; "a" is its own name, what stands for it may not be."""
    names = {fold(name) for name in load_lexicon(lang).letters.values()}
    name = "".join(load_lexicon(lang).spoken_letters[fold(w)] for w in right.split())
    said = [
        " ".join(f"[{w}:LETTER]" for w in part.split()) for part in (f"{before} {wrong}", right)
    ]
    made = dialogue(f"A: [{name.capitalize()}:FAM], {said[0]}, no, perdón, {said[1]}", lang=lang)
    assert {fold(out) for out in texts(run(made, key=key))[1:]} <= names


@pytest.mark.parametrize("key", KEYS[:6])
@pytest.mark.parametrize(
    ("lang", "name", "spelled", "said"),
    [
        ("es", "Lobo", "ele a, no, perdón, ele o be o", "no, perdón"),
        ("ca", "Coll", "ce a, no, perdó, ce o ela ela", "no, perdó"),
        ("en", "Webb", "W A, sorry, I mean, W E B B", "sorry, I mean"),
        ("fr", "Roux", "R O, non pardon, R O U X", "non pardon"),
        ("de", "Wolf", "W U, nein, Entschuldigung, W O L F", "nein, Entschuldigung"),
    ],
)
def test_a_correction_inside_the_span_keeps_its_words(
    lang: str, name: str, spelled: str, said: str, key: bytes
) -> None:
    made = dialogue(f"A: [{name}:FAM]", f"A: [{spelled}:SPELL]", lang=lang)
    shown, letters = texts(run(made, key=key))
    slip, corrected = (part.strip(" ,") for part in letters.split(said))
    assert letters_in(corrected, lang) == name_letters(shown)
    assert len(letters_in(slip, lang)) == 2


@pytest.mark.parametrize("key", KEYS[:6])
@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("en", "A: It's [Siobhan:GIVEN].", "B: Is that [S-H-I-V-A-U-N:SPELL]?"),
        ("fr", "A: C'est [Guillaume:GIVEN].", "B: Vous écrivez [G-U-I-L-O-M-E:SPELL] ?"),
        ("de", "A: Ich bin [Jacqueline:GIVEN].", "B: [J-A-K-E-L-I-N:SPELL]?"),
    ],
)
def test_a_name_spelled_by_ear_is_one_still(lang: str, first: str, second: str, key: bytes) -> None:
    name, said = texts(run(dialogue(first, second, lang=lang), key=key))
    letters = said.replace("-", "").lower()
    assert sounds_like(name_letters(name), letters) and letters != name_letters(name)
