"""Names that the same breath corrects or the next turn confirms, and forms in two languages."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, issue_of, run, texts
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: mi hermana [lola:PER] bueno [dolores:PER]",)),
        ("es", ("A: Es mi hijo [Nacho:PER].", "B: [Ignacio:PER], correcto.")),
        ("en", ("A: My brother [Bob:PER] called.", "B: Yes, [Robert:PER].")),
        ("de", ("A: Mein Bruder [Fritz:PER], ich meine, [Friedrich:PER].",)),
        ("fr", ("A: Mon frère [Fred:PER], enfin, [Frédéric:PER].",)),
        ("ca", ("A: La meva germana [Montse:PER].", "B: Sí, la [Montserrat:PER].")),
    ],
)
def test_a_name_that_is_confirmed_is_one_persons(lang: str, lines: tuple[str, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert [card.kind for card in result.entities] == ["person"]
        assert "SPLIT_SUGGESTED" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: A cake for my son [Oliver:PER].", "B: Name?", "A: [Ollie:PER], please.")),
        ("de", ("A: Er bringt seine Freundin [Jule:PER] mit. [Julia:PER] ist jetzt hier.",)),
        ("es", ("A: Tía, ¿sabes que [Nacho:PER] se casa?", "B: ¿Qué? ¿[Ignacio:PER] [Gil:FAM]?")),
    ],
)
def test_who_is_introduced_as_a_relative_is_whom_a_later_form_names(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in KEYS:
        assert "SPLIT_SUGGESTED" not in codes(run(dialogue(*lines, lang=lang), key=key))


def test_a_question_confirms_nothing() -> None:
    made = dialogue("A: Llamo por [Ignacio:PER].", "B: ¿Su hermano [Nacho:PER]?")
    assert "SPLIT_SUGGESTED" in codes(run(made))
    made = dialogue("A: Llamo por [Ignacio:PER].", "B: Sí, pero su hermano [Nacho:PER] no.")
    assert "SPLIT_SUGGESTED" in codes(run(made))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Me llamo [Lourdi:PER], perdón, [Lourdes:PER]."),
        ("ca", "A: sóc la [montsi:PER] perdó [montserrat:PER]"),
        ("eu", "A: [Itsi:PER] naiz, barkatu, [Itsaso:PER]."),
        ("de", "A: Hier ist [Wilfi:PER], ich meine, [Wilfried:PER]."),
        ("en", "A: I'm [Gwenny:PER], sorry, [Gwendolyn:PER]."),
        ("fr", "A: C'est [Clémou:PER], enfin, [Clémence:PER]."),
    ],
)
def test_a_nickname_that_is_set_right_is_of_its_name(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        (person,) = result.entities
        short, full = (text.casefold() for text in texts(result))
        assert fold(short) in {fold(s.short) for s in load_lexicon(lang).shorts_of[fold(full)]}
        assert "GENDER_UNKNOWN" not in codes(result)
        assert person.links == ("short_form",)


def test_a_nickname_of_other_letters_is_asked_about_and_the_fix_settles_it() -> None:
    made = dialogue("A: soy [nani:PER] bueno [ana:PER]")
    result = run(made)
    issue = issue_of(result, "MERGE_SUGGESTED")
    assert issue.fix is not None
    assert isinstance(issue.fix.constraints[0], Constraint)
    mended = run(made, constraints=issue.fix.constraints)
    assert len(mended.entities) == 1
    assert codes(mended) == []


def test_two_people_in_one_breath_stay_two() -> None:
    made = dialogue("A: está [luismi:PER] y [luisa:PER]", "B: no está [pepita:PER]")
    assert len(run(made).entities) == 3


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Soy [Miren:PER].", "B: ¿[María:PER]?")),
        ("eu", ("A: [Miren:PER] naiz.", "B: [Maria:PER]?")),
        ("eu", ("A: [Edurne:PER] naiz.", "B: [Nieves:PER]?")),
        ("es", ("A: Soy [Andoni:PER].", "B: ¿[Antonio:PER]?")),
    ],
)
def test_a_spanish_form_beside_a_basque_one_stays_spanish(
    lang: str, lines: tuple[str, ...]
) -> None:
    forms = [
        (row["lang"], row["form"])
        for code in ("es", "eu")
        for row in load_lexicon(code).all_rows("equivalents")
    ]
    for key in KEYS:
        one, two = texts(run(dialogue(*lines, lang=lang), key=key))
        assert ("eu", one) in forms
        assert ("es", two) in forms
