"""A thing's short form follows its new name: abbreviated, blended, or by a pet name."""

import pytest

from surrogates.codes import IssueCode
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 53]) for n in range(tries(3, 10))]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: Is it [North Halsted Street:STREET] or [N. Halsted St.:STREET]?"),
        ("en", "A: At [St Thomas' Hospital:HOSPITAL], at [Tommy's:HOSPITAL]."),
        ("en", "A: It's [Hart & Shaw Engineering Ltd:ORG], so [H&S:ORG]."),
        ("en", "A: It's [Hart, Carver & Co:ORG], so [HC&Co:ORG]."),
        ("de", "A: Bei der [Hamburger Sparkasse:ORG], der [Haspa:ORG]."),
        ("en", "A: The [Commonwealth Bank of Australia:ORG], [CommBank:ORG]."),
        ("de", "A: Die [Karl-Marx-Str. 12:STREET], also [Karl-Marx-Straße 12:STREET]."),
        ("de", "A: In [St. Pölten:LOC], im [Universitätsklinikum St. Pölten:HOSPITAL]."),
        ("de", "A: Herr [von der Heide:FAM], Herr [v. d. Heide:FAM]."),
        ("fr", "A: À l'[hôpital Saint-Antoine:HOSPITAL], à [St-Antoine:HOSPITAL]."),
        ("fr", "A: [boulevard du Général Leclerc:STREET], [bd du Gal Leclerc:STREET]."),
        ("es", "A: En el [Hospital Virgen del Rocío:HOSPITAL], en el [Rocío:HOSPITAL]."),
        ("es", "A: En la [Virgen de la Arrixaca:HOSPITAL], en la [Arrixaca:HOSPITAL]."),
        ("fr", "A: [faubourg Saint-Nicolas:STREET], [Fbg St-Nicolas:STREET]."),
        ("ca", "A: Al [passatge de l'Ave Maria:STREET], [Ptge. Ave Maria:STREET]."),
        ("es", "A: [Calle Santa Ana:STREET], [C/ Sta. Ana:STREET]."),
    ],
)
def test_the_two_stay_one_thing(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    assert IssueCode.RELATION_LOST not in codes(result)
    assert not any(text.startswith("[") for text in texts(result))
    assert "de la" not in texts(result)[1]


@pytest.mark.parametrize("key", KEYS)
def test_a_blend_is_one_of_the_new_name(key: bytes) -> None:
    line = "A: Bei der [Hamburger Sparkasse:ORG], der [Haspa:ORG]."
    town, short = texts(run(dialogue(line, lang="de"), key=key))
    assert short == f"{town[:2]}spa"


@pytest.mark.parametrize("key", KEYS)
def test_labels_tell_two_people_apart(key: bytes) -> None:
    lines = (
        "A: Coucou [Alex:FEMALE], tu viens chez [Titi:MALE] ?",
        "B: Arrête de m'appeler [Alex:FEMALE], pour tous c'est [Alexandra:FEMALE].",
        "A: [Thierry:MALE] (ton [Titi:MALE]) est là.",
    )
    result = run(dialogue(*lines, lang="fr"), key=key)
    assert IssueCode.GENDER_UNKNOWN not in codes(result)
    said = texts(result)
    assert said[3] != said[4]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("eu", ("A: Pazientea, [Maria Pilar Arana:PER].", "A: [Mari Pilik:PER] dio.")),
        ("es", ("A: Es mi [Mari Pili:PER].", "B: ¿[María Pilar Ruiz:PER]?")),
    ],
)
def test_both_parts_of_a_compound_short(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    assert len(result.people) == 1


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "stays"),
    [
        (
            "en",
            "A: I see your [Irish:NATIONALITY] one, [IE65 AIBK 9321 5607 4183 62:IBAN].",
            "Irish",
        ),
        ("fr", "A: Un compte en [Belgique:COUNTRY], [BE32 0635 1748 2002:IBAN].", "Belgique"),
        ("en", "A: [William:GIVEN] [Ramírez:FAM] [Jr.:PER], please.", "Jr."),
        ("de", "A: Bitte, [Frau Magistra:PROFESSION] [Pichler:FAM].", "Frau Magistra"),
    ],
)
def test_what_is_told_beside_stays(lang: str, line: str, stays: str, key: bytes) -> None:
    assert stays in texts(run(dialogue(line, lang=lang), key=key))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines", "code"),
    [
        ("es", ("A: Soy [Iñaki:MALE] ([Ignacio:MALE] en el DNI).",), IssueCode.EQUIV_LANG),
        ("es", ("A: Hola, [Paqui:FEMALE].", "B: Gracias, [Fran:MALE]."), IssueCode.MERGE_SUGGESTED),
        (
            "es",
            ("A: Mi [Mª Ángeles:FEMALE] también, [María Ángeles:FEMALE] [Gordillo:FAM].",),
            IssueCode.SPLIT_SUGGESTED,
        ),
        (
            "es",
            ("B: mi marido [wilson:male name] tiene nie [Y2841736P:ID]",),
            IssueCode.RELATION_LOST,
        ),
        (
            "es",
            ("A: De [Talleres Hermanos Gil:ORG], en [Dos Hermanas:LOC].",),
            IssueCode.RELATION_LOST,
        ),
    ],
)
def test_no_false_alarm(lang: str, lines: tuple[str, ...], code: IssueCode, key: bytes) -> None:
    assert code not in codes(run(dialogue(*lines, lang=lang), key=key))


@pytest.mark.parametrize("key", KEYS)
def test_a_bank_in_an_account_is_told(key: bytes) -> None:
    line = "A: At [AIB:ORG], [IE65 AIBK 9321 5607 4183 62:IBAN]."
    assert IssueCode.RELATION_LOST in codes(run(dialogue(line, lang="en"), key=key))
