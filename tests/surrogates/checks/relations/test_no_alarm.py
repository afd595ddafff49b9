"""What holds in another form raises nothing."""

import pytest

from tests.surrogates.checks.relations.told import sentences
from tests.surrogates.dialogues import codes, dialogue, run

KEYS = [bytes([n, 71]) for n in range(8)]
# Language, lines, surrogates.
HOLDS: list[tuple[str, tuple[str, ...], str]] = [
    # A sentence that begins with "and how" names no letter.
    ("ca", ("A: Ve l'[Ignasi:PER].", "B: I com va?"), "Àngel"),
    ("es", ("A: Viene [Yago:PER].", "B: ¿Y como siempre tarde?"), "Luis"),
    # Elided articles and prepositions.
    ("ca", ("A: L'[Ajuntament de Vic:ORG].", "B: Visc a [Vic:LOC]."), "Ajuntament d'Altea|Altea"),
    ("ca", ("A: L'[Ajuntament d'Altea:ORG].", "B: Visc a [Altea:LOC]."), "Ajuntament de Vic|Vic"),
    ("fr", ("A: La [Mairie de Lyon:ORG].", "B: À [Lyon:LOC]."), "Mairie d'Angers|Angers"),
    # A short form of the new name may begin otherwise.
    ("eu", ("A: Kaixo, [Itziar:PER].", "B: [Itzi:PER], zatoz."), "Elena|Leni"),
    ("es", ("A: Soy [Isabel:PER].", "B: Hola, [Isa:PER]."), "Dolores|Lola"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "new"), HOLDS)
def test_a_relation_kept_in_another_form_raises_nothing(
    lang: str, lines: tuple[str, ...], new: str
) -> None:
    assert not sentences(lang, lines, new)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: Soc la [Neus Bofill:PERSON], la mare d'en [Roc Vidal:PERSON]."),
        ("ca", "A: Soc la [Neus Bofill:PERSON], la mare de la [Ona Vidal:PERSON]."),
        ("es", "A: Soy [Marta Rubio:PERSON], la madre del [Hugo Vidal:PERSON]."),
        ("en", "A: I'm [Ann Hughes:PERSON]. It's in my husband's name, [Roy Hughes:PERSON]."),
        ("fr", "A: [Anne Petit:PERSON]. C'est au nom de l'oncle, [Luc Petit:PERSON]."),
    ],
)
def test_words_of_kinship_explain_surnames(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    assert not {"KIN", "SURNAME_SHARED"} & set(codes(result))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ("A: Maître [Jean-Philippe Ravel:PERSON].", "B: On l'appelle [Jean-Phi:PERSON].")),
        ("eu", ("A: [Joxe Mari Zubeldia:PERSON] da.", "B: [Joxe Marik:PERSON] ezin du.")),
        ("es", ("A: Soy [Juan Manuel Gil:PERSON].", "B: Vale, [Juan Manu:PERSON].")),
    ],
)
def test_a_part_of_a_given_name_is_no_second_person(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    assert "SPLIT_SUGGESTED" not in codes(run(dialogue(*lines, lang=lang), key=key))


@pytest.mark.parametrize("key", KEYS)
def test_two_people_of_one_name_are_told_apart(key: bytes) -> None:
    made = dialogue("A: Con [Juan Gil:PERSON].", "B: ¿O con [Juan Mora:PERSON]?")
    assert "SPLIT_SUGGESTED" in codes(run(made, key=key))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: [Lemaire:FAM]: [L, E:LETTER], [M, A, I, R, E:LETTER]. Pas [Maire:FAM]."),
        ("de", "A: [Altmann:FAM]: [A, L, T:LETTER], [M, A, N, N:LETTER], nicht [Mann:FAM]."),
    ],
)  # fmt: skip
def test_a_name_that_ends_like_another_is_spelled_as_one(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    assert not {"LETTER_FACT", "SPELLING_MISMATCH", "RELATION_LOST"} & set(codes(result))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("eu", ("A: [Azpeitia:LOC], ezta?", "B: Bai, [Azpeitiko:LOC] azokaren ondoan dago.")),
        ("eu", ("A: [Urdaibai Elkarlan:ORG].", "B: [www.urdaibaielkarlan.eus:URL] da.")),
        ("eu", ("A: [Ane Urruzunoren:PERSON] txostena.", "B: Ez naiz [Ane Urruzuno:PERSON],"
         " [Ane Urruzola:PERSON] naiz.", "A: [Urruzola:PERSON], ez [Urruzuno:PERSON].")),
        ("es", ("A: ¿[Ana Mendiola:PERSON]?", "B: No soy [Ana Mendiola:PERSON], soy"
         " [Ana Mendieta:PERSON].", "A: [Mendieta:PERSON], no [Mendiola:PERSON].")),
    ],
)  # fmt: skip
def test_one_place_a_short_host_and_two_people_of_one_name_raise_nothing(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in KEYS:
        assert "RELATION_LOST" not in codes(run(dialogue(*lines, lang=lang), key=key))
