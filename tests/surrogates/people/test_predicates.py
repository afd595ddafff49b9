"""A gender that the words right beside a name tell, and what they do not."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS

TOLD = [
    ("es", "A: El paciente [Reyes:PER] pide cita.", "m"),
    ("es", "A: La periodista [Cruz:PER] ha llamado.", "f"),
    ("es", "A: la enfermera [Guadalupe:PER] no está", "f"),
    ("es", "A: [Trinidad:PER], derivada desde urgencias, espera.", "f"),
    ("es", "A: [Rosario:PER] había sido operado en marzo.", "m"),
    ("es", "A: [Reyes:PER], un varón de sesenta años, espera.", "m"),
    ("ca", "A: El pacient [Aixul:PER] demana hora.", "m"),
    ("ca", "A: L'[Aixul:PER] va ser operada ahir.", "f"),
    ("fr", "A: Le patient [Camille:PER] est là.", "m"),
    ("fr", "A: [Dominique:PER] a été opérée lundi.", "f"),
    ("de", "A: Die Bäckerin [Robin:PER] ist da.", "f"),
    ("de", "A: [Kim:PER] findet ihren Ausweis nicht.", "f"),
    ("de", "A: [Robin:PER], ein älterer Mann, wartet.", "m"),
    ("en", "A: The nurse [Jordan:PER] forgot her badge.", "f"),
    ("en", "A: [Robin:PER], a 34-year-old man, is waiting.", "m"),
]


@pytest.mark.parametrize(("lang", "line", "gender"), TOLD)
def test_the_words_beside_a_name_tell_its_gender(lang: str, line: str, gender: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        (person,) = result.entities
        assert person.gender == gender
        assert "GENDER_UNKNOWN" not in codes(result)
        drawn = load_lexicon(lang).name_by_key[name_key(texts(result)[0])]
        assert drawn.gender == gender


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: La carta de [Trinidad:PER], remitida por su médico."),
        ("es", "A: [Trinidad:PER], entrada principal"),
        ("es", "A: La enfermera dice que [Trinidad:PER] espera"),
        ("es", "A: [Cruz:PER], cada uno por su lado"),
        ("en", "A: The man was told that [Kim:PER] is here."),
        ("de", "A: [Kim:PER], haben Sie Ihren Ausweis?"),
        ("de", "A: [kim:PER] sucht ihren ausweis"),
        ("fr", "A: Le patient dit que [Camille:PER] est là."),
    ],
)
def test_what_is_said_of_another_tells_nothing(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang))
    assert result.entities[0].gender == "u"
    assert "GENDER_UNKNOWN" in codes(result)


@pytest.mark.parametrize(
    ("lang", "lines", "gender"),
    [
        ("es", ("A: Aquí la veo, [Rosario Benítez:PERSON], ¿verdad?", "B: La misma."), "f"),
        ("es", ("A: ¿[Cruz:PER] [Benítez:FAM]?", "B: Sí, yo mismo."), "m"),
        ("ca", ("A: [Trinitat Roca:PERSON]?", "B: Sí, la mateixa."), "f"),
        ("fr", ("A: [Camille Roy:PERSON] ?", "B: Oui, c'est elle-même."), "f"),
        ("de", ("A: Sind Sie [Kim Vogt:PERSON]?", "B: Ja, die bin ich."), "f"),
        ("en", ("A: Is that [Robin Clark:PERSON]?", "B: Yes, this is he."), "m"),
        ("en", ("A: Could I have [Kim Clark:PERSON]?", "B: Speaking. This is she."), "f"),
    ],
)
def test_who_answers_with_the_same_tells_the_gender(
    lang: str, lines: tuple[str, ...], gender: str
) -> None:
    result = run(dialogue(*lines, lang=lang))
    assert result.entities[0].gender == gender
    assert not {"GENDER_UNKNOWN", "GENDER_CONFLICT"} & set(codes(result))


@pytest.mark.parametrize(
    "lines",
    [
        ("A: ¿Y la dirección de [Rosario:PER]?", "B: La misma."),
        ("A: ¿[Rosario:PER]?", "B: Vive en la misma calle."),
        ("A: ¿[Rosario:PER]?", "A: La misma."),
        ("A: ¿[Rosario:PER]?", "B: ¿Y es ella [Ana:PER]?"),
    ],
)
def test_the_same_of_something_else_tells_none(lines: tuple[str, ...]) -> None:
    assert "GENDER_UNKNOWN" in codes(run(dialogue(*lines)))
