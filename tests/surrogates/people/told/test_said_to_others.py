"""Words near a name that are said to or of somebody else tell nothing of its gender or family."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ["A: Accueil, [Mireille:PER] à votre écoute.",
                "B: Bonjour madame, [Edgar Poncet:PER]. On m'a prélevé deux fois."]),
        ("es", ["A: Es el cumple de [Nerea:PER].", "B: Es en casa de [Unai:PER], en mi barrio.",
                "A: ¿Y ella no sabe nada?"]),
        ("es", ["A: Listo, y yo [Remedios Paz:PER].", "B: Vale."]),
        ("ca", ["A: Bona tarda, senyora, [Pere Vidal:PER]. Truco pel rebut.", "B: Digui."]),
    ],
)  # fmt: skip
def test_words_for_another_raise_no_conflict(lang: str, lines: list[str]) -> None:
    assert "GENDER_CONFLICT" not in codes(run(dialogue(*lines, lang=lang)))


def test_a_pronoun_that_can_mean_nobody_else_does() -> None:
    lines = "A: Es en casa de [Unai:PER], en mi barrio.", "B: ¿Y ella no sabe nada?"
    assert "GENDER_CONFLICT" in codes(run(dialogue(*lines)))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "fr",
            "Mon nom de jeune fille : [Élodie Marchal:PER]. Là, c'est [Élodie Perrot:PER].",
        ),
        ("es", "De soltera era [Carmen Rius:PER], y ahora [Carmen Valls:PER]."),
        ("en", "I was [Joan Barker:PER] before I married, now I'm [Joan Whitlow:PER]."),
        ("de", "Vor der Hochzeit [Heike Brandt:PER], jetzt [Heike Sommer:PER]."),
    ],
)
def test_a_maiden_name_beside_a_married_one_is_one_woman(lang: str, line: str) -> None:
    assert "SPLIT_SUGGESTED" not in codes(run(dialogue(f"A: {line}", lang=lang)))


def test_two_surnames_without_a_word_for_it_are_two_people() -> None:
    line = "A: Está [Carmen Rius:PER], y ahora [Carmen Valls:PER]."
    assert "SPLIT_SUGGESTED" in codes(run(dialogue(line)))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ["A: Pour ma fille, [Lou Kervella:PER].",
                "B: Je suis [Alan Kervella:PER], et sa mère, c'est [Aminata Ba:PER]."]),
        ("en", ["A: I'm [Bridget Oyelade:PER], for [Zoe Oyelade:PER].",
                "A: My mother is [Grace Adamson:PER], she picks her up."]),
        ("de", ["A: Ich bin [Anke Richter:PER], verheiratet.",
                "A: Meine Mutter ist [Eva Weber:PER]."]),
    ],
)  # fmt: skip
def test_a_mother_may_have_a_name_of_her_own(lang: str, lines: list[str]) -> None:
    assert "KIN" not in codes(run(dialogue(*lines, lang=lang)))


@pytest.mark.parametrize("name", ["Zhaz", "Deviq"])
def test_whom_the_call_reaches_may_be_anybody(name: str) -> None:
    """What is said of genders is said of others: nothing to look at."""
    lines = (
        f"A: Council, [{name}:GIVENNAME] speaking.",
        f"B: My husband has died. Thanks, [{name}:GIVENNAME].",
    )
    issues = run(dialogue(*lines, lang="en")).issues
    assert all(issue.severity != "warn" for issue in issues)
