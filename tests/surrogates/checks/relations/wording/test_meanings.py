"""A name that is explained by what else is called so."""

import pytest

from surrogates import notices
from tests.surrogates.checks.relations.told import sentences


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        ("es", ("A: Me llamo [Paz Gallo:PER], como el animal.",), "Ana Ruiz"),
        ("es", ("A: ¿[Jazmín:PER]?", "B: Como la flor, sí."), "Nerea"),
        ("ca", ("A: Soc la [Rosella:PER], com la flor.",), "Berta"),
        ("eu", ("A: [Otso:PER] naiz, animalia bezala.",), "Unai"),
        ("de", ("A: [Fuchs:PER], wie das Tier.",), "Linde"),
        ("de", ("A: [Möhle:PER] wie die Mühle?",), "Linde"),
        ("es", ("A: El señor [Prado:PER], como la avenida.",), "Ruiz"),
        ("en", ("A: [Kipling:PER].", "B: Yes, like the writer?"), "Baker"),
        ("en", ("A: It's [Heron:PER], like the bird.",), "Baker"),
        ("fr", ("A: Madame [Pinson:PER], comme l'oiseau ?",), "Roche"),
    ],
)
def test_what_a_name_means_is_told(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert sentences(lang, lines, new) == [notices.MEANING_LOST.message]


@pytest.mark.parametrize(
    ("lang", "line", "new"),
    [
        ("es", "A: Avise a [Jaime:PER], como el otro día.", "Luis"),
        ("ca", "A: Truqui a la [Neus:PER], com el dia abans.", "Berta"),
        ("eu", "A: Esan [Oihana:PER] etorri dela, beti bezala.", "Miren"),
        ("es", "A: Hable con [Ana:PER], como el jueves.", "Berta"),
        ("de", "A: Der [Jonas:PER], wie der Bruder.", "Lars"),
        ("de", "A: [Jonas:PER] kommt wie der Bruder am Montag.", "Lars"),
        ("en", "A: Ask [Colin:PER], like the day before.", "Peter"),
        ("fr", "A: Demandez à [Léa:PER], comme le mois dernier.", "Zoé"),
    ],
)
def test_a_comparison_of_something_else_raises_nothing(lang: str, line: str, new: str) -> None:
    assert not sentences(lang, (line,), new)
