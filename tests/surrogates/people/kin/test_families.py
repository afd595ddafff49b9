"""Families whose words tell how they are related: no doubt is raised where the names agree."""

import pytest

from surrogates.languages.inflection import inflection_of
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs

_DOUBTS = {"KIN", "SPLIT_SUGGESTED", "SURNAME_SHARED"}


@pytest.mark.parametrize(
    "lines",
    [
        [
            "A: Mi madre, [Rosa Pérez:PER], y mi padre, [Juan García:PER].",
            "A: Yo soy [Luis García Pérez:PER].",
        ],
        [
            "A: Soy [Luis García Pérez:PER].",
            "B: ¿Su madre es [Rosa Pérez:PER]?",
            "A: Sí, y mi padre [Juan García:PER].",
        ],
        ["A: Soy la hermana de [Luis Gil Mora:PER], [Eva:PER].", "B: ¿[Eva Gil Mora:PER]?"],
        ["A: Soy [Eva Gil:PER], la madre de [Luis Mora Gil:PER]."],
        ["A: mi suegra [Pilar Gil:PER] y mi mujer [Eva Sanz Gil:PER]"],
        ["A: Em dic [Jordi:PER].", "A: Mi hermano es [Joan:PER].", "B: ¿[Juan:PER]?"],
    ],
)
def test_the_words_tell_the_relation(lines: list[str]) -> None:
    assert not _DOUBTS & set(codes(run(dialogue(*lines))))


@pytest.mark.parametrize(
    "lines",
    [
        ["A: Mi padre es [Juan García:PER]. Yo soy [Luis Mora:PER]."],
        ["A: Soy [Luis García Pérez:PER] y mi madre es [Rosa Mora:PER]."],
        ["A: Soy [Luis García Pérez:PER].", "B: ¿Su madre es [Rosa Mora:PER]?"],
        ["A: Soy la hermana de [Luis Gil:PER], [Eva Sanz:PER]."],
    ],
)
def test_names_that_contradict_the_words(lines: list[str]) -> None:
    assert "KIN" in codes(run(dialogue(*lines)))


def test_a_saint_is_a_part_of_the_surname() -> None:
    """Apart from it or not; the name alone is another one."""
    made = dialogue(
        "A: soy [Sanmartín:surname]", "B: señora [San Martín:surname] y [Martín:surname]"
    )
    one, two, other = texts(run(made))
    assert one == two != other


# --- words of kinship without a name, written after the rules ------------------------------------

FAMILIES = [
    ("es", "A: Es por la línea de mi padre.", "A: Yo soy [Íñigo:PER] [Lara:FAM].",
     "B: ¿El titular?", "A: [Ramiro:PER] [Lara:FAM]."),
    ("es", "B: ¿Y el titular es su hijo?", "A: Sí, [Gonzalo:PER] [Heredia:FAM].",
     "B: ¿Y usted?", "A: [Amparo:PER] [Heredia:FAM]."),
    ("ca", "A: Truco per la meva germana.", "A: [Laia:PER] [Ferrer:FAM].",
     "B: I vostè?", "A: [Oriol:PER] [Ferrer:FAM]."),
    ("en", "A: It is about my father.", "A: [Walter:PER] [Hobbs:FAM].", "B: And you?",
     "A: [Nancy:PER] [Hobbs:FAM]."),
]  # fmt: skip


@pytest.mark.parametrize("lines", FAMILIES)
def test_a_word_of_kinship_explains_a_common_surname(lines: tuple[str, ...]) -> None:
    lang, *said = lines
    result = run(dialogue(*said, lang=lang))
    assert "SURNAME_SHARED" not in codes(result)
    assert len(result.ties) == 1 and result.ties[0].word
    without = [line for line in said if not any(w in line for w in KIN_WORDS)]
    assert "SURNAME_SHARED" in codes(run(dialogue(*without, lang=lang)))


KIN_WORDS = ("mi padre", "su hijo", "meva germana", "my father")


def test_who_is_whose_is_told_where_the_speaker_is_named() -> None:
    lang, *said = FAMILIES[0]
    result = run(dialogue(*said, lang=lang))
    (tie,) = result.ties
    names = [person.forms[0].original for person in result.people]
    assert (names[tie.one], names[tie.other], tie.kind) == ("Íñigo", "Ramiro", "parent")
    assert (tie.word, tie.turn) == ("padre", 0)


def test_one_word_of_kinship_does_not_explain_three_people() -> None:
    made = dialogue(
        "A: Es de mi padre.", "A: [Íñigo:PER] [Lara:FAM].", "B: [Ramiro:PER] [Lara:FAM].",
        "A: [Elena:PER] [Lara:FAM].",
    )  # fmt: skip
    assert "SURNAME_SHARED" in codes(run(made))


def test_a_surname_said_alone_is_nobodys_once_its_people_are_told_apart() -> None:
    """So the fix that would tear a man's surname in two is not offered."""
    made = dialogue(
        "A: [Íñigo:PER] [Lara:FAM].", "B: ¿Y [Ramiro:PER] [Lara:FAM]?", "A: El señor [Lara:FAM]."
    )
    result = run(made)
    issue = next(i for i in result.issues if i.code == "SURNAME_SHARED")
    assert issue.fix is not None
    after = run(made, constraints=issue.fix.constraints)
    assert "SURNAME_AMBIGUOUS" in codes(after)
    assert "SURNAME_AMBIGUOUS" not in codes(result)


def test_people_are_told_with_their_forms() -> None:
    made = dialogue(
        "A: Soy [Francisco:PER] [Lara:FAM], [Paco:PER].", "B: ¿[Laro:FAM]?", "A: No, [Lara:FAM].",
        "B: ¿Y la señora [Otero:FAM]?",
    )  # fmt: skip
    one, other = run(made).people
    kinds = [(form.kind, form.original, len(form.mentions)) for form in one.forms]
    assert kinds == [
        ("given", "Francisco", 1), ("surname", "Lara", 2), ("short_form", "Paco", 1),
        ("near_miss", "Laro", 1),
    ]  # fmt: skip
    assert [(form.kind, form.original) for form in other.forms] == [("surname", "Otero")]
    assert all(form.surrogate for form in (*one.forms, *other.forms))


def test_a_family_in_the_plural_whose_name_is_a_surname_as_well() -> None:
    for one, many in outs("de", "A: Herr [Becker:FAM]", "B: das Haus der [Beckers:FAM]"):
        assert many in (f"{one}s", f"{one}'")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: Soy [Nuria Llorente:PER].", "A: Mi hermano también, [Álvaro Llorente:PER]."]),
        ("fr", ["A: feu [Gérard Morel:PER], mon mari.", "B: Et vous êtes [Monique Morel:PER] ?"]),
        ("en", ["A: My wife, [Siân Lewis:PER].", "B: And you are [Owen Lewis:PER]?"]),
        ("de", ["A: Meine Schwester, [Eva Maier:PER].", "B: Und Sie sind [Tom Maier:PER]?"]),
        ("eu", ["A: Nire senarrari, [Jon Uriarte:PER].", "B: Zu [Ane Uriarte:PER] zara?"]),
    ],
)
def test_a_relative_who_is_spoken_of_explains_a_surname(lang: str, lines: list[str]) -> None:
    assert "SURNAME_SHARED" not in codes(run(dialogue(*lines, lang=lang)))


def test_the_parents_of_a_child_with_a_surname_of_each_need_share_none() -> None:
    made = dialogue(
        "A: [Unai Lasa Otegi:PER].", "A: Ni [Ainhoa Otegi:PER] naiz, eta aita [Mikel Lasa:PER].",
        lang="eu",
    )  # fmt: skip
    for key in KEYS:
        assert "KIN" not in codes(run(made, key=key))


PLURALS = [
    ("eu", "Agirre", "Agirretarren", "etxean"), ("eu", "Otegi", "Otegitarrak", "dira"),
    ("eu", "Mendizabal", "Mendizabaldarrei", "esan"), ("es", "Aguirre", "Aguirres", "son muchos"),
    ("es", "Pardal", "Pardales", "son"), ("fr", "Dupont", "Duponts", "sont là"),
    ("ca", "Puig", "Puigs", "són"), ("de", "Becker", "Beckers", "sind da"),
    ("en", "Hayward", "Haywards", "are in"),
]  # fmt: skip
BEFORE = {"es": "los", "fr": "les", "ca": "els", "de": "die", "en": "the", "eu": ""}


@pytest.mark.parametrize(("lang", "name", "plural", "rest"), PLURALS)
def test_a_family_follows_its_surname(lang: str, name: str, plural: str, rest: str) -> None:
    inflection = inflection_of(lang)
    assert inflection is not None
    lines = (f"A: [{name}:FAM].", f"B: ... {BEFORE[lang]} [{plural}:FAM] {rest}.")
    for key in (b"one", b"two", b"three", b"four"):
        one, two = texts(run(dialogue(*lines, lang=lang), key=key))
        assert one in {stem for stem, _ in inflection.cut(two)}, (one, two)
