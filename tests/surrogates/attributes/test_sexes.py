"""The sex of a person: another word for the same, or a note that it stays."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

PEOPLE = [
    ("es", "A: [Mujer:sexo] de 30 años, un [varón:sexo].", ["f", "m"]),
    ("ca", "A: És [noia:sexe]. Un [home:sexe].", ["f", "m"]),
    ("eu", "A: [Emakumea:sexua] da, [gizona:sexua] ez.", ["f", "m"]),
    ("de", "A: Eine [Frau:Geschlecht], ein [Junge:Geschlecht].", ["f", "m"]),
    ("en", "A: A 40-year-old [man:sex] and a [girl:sex].", ["m", "f"]),
    ("fr", "A: Un [homme:sexe], une [femme:sexe].", ["m", "f"]),
]


@pytest.mark.parametrize(("lang", "line", "sexes"), PEOPLE)
def test_a_word_becomes_another_of_the_same_sex(lang: str, line: str, sexes: list[str]) -> None:
    known = {fold(r["form"]): r["sex"] for r in load_lexicon(lang).rows("sexes")}
    seen = set()
    for key in FIVE_KEYS:
        out = texts(run(dialogue(line, lang=lang), key=key))
        assert [known[fold(text)] for text in out] == sexes
        seen.update(out)
    assert len(seen) > 1


def test_what_stays_is_told_and_holds_nothing_back() -> None:
    result = run(dialogue("A: Sexo: [H:SEXO_SUJETO_ASISTENCIA].", "A: Sexo: [femenino:sexo]."))
    assert texts(result) == ["H", "femenino"]
    assert codes(result) == ["SAID_AROUND"] * 2
    twice = run(dialogue("A: Sexo: [H:sexo]. Es [H:sexo]."))
    assert codes(twice) == ["SAID_AROUND"]
    assert not result.held


def test_a_word_has_one_surrogate_in_a_dialogue_and_the_case_of_each_place() -> None:
    for key in FIVE_KEYS:
        out = texts(run(dialogue("A: [Varón:sexo] sano.", "A: El [varón:sexo] duerme."), key=key))
        assert out[0].casefold() == out[1] and out[0][0].isupper()


def test_an_unknown_word_is_a_placeholder() -> None:
    assert texts(run(dialogue("A: Sexo: [xyzzy:sexo]"))) == ["[SEXO]"]


@pytest.mark.parametrize(
    ("lang", "line", "may"),
    [
        ("es", "A: ¿Los apellidos de la [niña:sexo]?", {"niña"}),
        ("es", "A: Vino una [chica:sexo].", {"chica", "muchacha"}),
        ("es", "A: Una [cría:sexo] de dos años.", {"niña"}),
        ("en", "A: A [lass:sex] came.", {"young woman"}),
        ("ca", "A: El [nen:sexe] plora.", {"nen"}),
        ("ca", "A: Ha vingut un [noi:sexe].", {"noi", "xicot"}),
        ("en", "A: A little [girl:sex] of four.", {"girl"}),
        ("fr", "A: Une [fille:sexe] de huit ans.", {"fille"}),
        ("eu", "A: [Neska:sexua] etorri da.", {"Neska"}),
        ("de", "A: Ein [Junge:Geschlecht] von drei.", {"Junge"}),
    ],
)
def test_a_word_keeps_the_stage_of_life(lang: str, line: str, may: set[str]) -> None:
    for key in FIVE_KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert set(texts(result)) <= may
        stays = texts(result)[0] in line
        assert ("SAID_AROUND" in codes(result)) is stays


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: Is it [Miss:SEX] or [Mrs:SEX]?"),
        ("es", "A: ¿[Señora:SEXO] o [señorita:SEXO]?"),
        ("ca", "A: [Senyora:SEXE] o [senyoreta:SEXE]?"),
        ("fr", "A: [Madame:SEXE] ou [mademoiselle:SEXE] ?"),
        ("eu", "A: [Jauna:SEXUA] ala [andereñoa:SEXUA]?"),
    ],
)
def test_a_form_of_address_stays(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    assert result.draft.turns[0].text == made.turns[0].text
    assert set(codes(result)) == {"SAID_AROUND"}


def test_a_form_of_address_stays_before_a_name() -> None:
    made = dialogue("A: [Herr:SEX] [Wiesinger:FAM], da war ein [Herr:SEX] für Sie.", lang="de")
    said = [texts(run(made, key=bytes([n]))) for n in range(6)]
    assert {each[0] for each in said} == {"Herr"}
