"""Two people have one surname by chance, unless somebody spoke of a relative some turns before."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: Soy [Jacinto Lobera Osma:PER].", "B: Diga.", "A: Falta la firma de mi hermana.",
                "B: ¿Cómo se llama?", "A: [Leonor Lobera Osma:PER]."]),
        ("ca", ["A: Vull inscriure els meus dos fills.", "B: Digui'm.",
                "A: La [Ona Vilaró Riera:PER] i en [Jan Vilaró Riera:PER]."]),
        ("fr", ["A: C'est pour mes enfants.", "B: Oui ?",
                "A: [Lucie Tréguier:PER] et [Hugo Tréguier:PER]."]),
    ],
)  # fmt: skip
def test_a_relative_of_the_speaker_explains_a_common_surname(lang: str, lines: list[str]) -> None:
    assert "SURNAME_SHARED" not in codes(run(dialogue(*lines, lang=lang)))


def test_without_one_it_is_still_asked() -> None:
    lines = ["A: Soy [Jacinto Lobera Osma:PER].", "B: Diga.", "A: Es de [Leonor Lobera Osma:PER]."]
    made = dialogue(*lines)
    assert "SURNAME_SHARED" in codes(run(made))
