"""One thing written or called in two ways is still one."""

import pytest

from surrogates import notices
from tests.surrogates.checks.relations.told import sentences

LOST: list[tuple[str, tuple[str, ...], str]] = [
    ("en", ("A: [North Finch Street:STREET], [N. Finch St.:STREET]?",), "Elm Street|Oak St"),
    ("en", ("A: [St Thomas' Hospital:ORG]. [Tommy's:ORG]?",), "St John's Hospital|Bart's"),
    ("de", ("A: Bei der [Hamburger Sparkasse:ORG], der [Haspa:ORG].",), "Kieler Sparkasse|Ordanex"),
    ("de", ("A: Die [Raiffeisenkasse Lienz:ORG], die [Raika:ORG].",), "Raiffeisenkasse Imst|Elvo"),
    ("de", ("A: Herr [von der Heide:FAM].", "B: Herr [v. d. Heide:FAM]."), "Gabriel|e. f. Gabriel"),
    ("eu", ("A: [Maria Pilar Arana:PER].", "B: [Mari Pilik:PER] dio."), "Ane Miren Otegi|Elenak"),
    ("fr", ("A: [rue du Général Foy:STREET], [r. du Gal Foy:STREET].",), "rue du Puits|r. du Lac"),
    ("es", ("A: En [Mercadona:ORG].", "B: Sí, el [Merca:ORG]."), "Alvor|Tresol"),
    ("de", ("A: [Karl-Schiller-Gymnasium:ORG], [Schiller-Gymi:ORG].",), "Arp-Gymnasium|Elvo"),
    ("de", ("A: [Klinikum St. Marien:ORG], [Marienklinikum:ORG].",), "Klinikum St. Anna|Alto"),
    ("eu", ("A: [Santo Tomas Lizeoa:ORG], [Santotomasera:ORG].",), "Gaztelu|Zuntzera"),
    ("en", ("A: [Commonwealth Bank:ORG], [CommBank:ORG].",), "Firefly Bank|Velo"),
    ("fr", ("A: Au [Crédit agricole:ORG], le [Créd'Ag:ORG].",), "Crédit Orion|Cardéva"),
    ("ca", ("A: A [Mercadona:ORG].", "B: Sí, el [Merca:ORG]."), "Alvor|Tresol"),
]  # fmt: skip
HOLDS: list[tuple[str, tuple[str, ...], str]] = [
    ("en", ("A: [North Finch Street:STREET], [N. Finch St.:STREET]?",), "Old Elm Street|O. Elm St"),
    ("de", ("A: Bei der [Hamburger Sparkasse:ORG], der [Haspa:ORG].",), "Kieler Sparkasse|Kispa"),
    ("de", ("A: Herr [von der Heide:FAM].", "B: Herr [v. d. Heide:FAM]."), "Gabriel|Gabriel"),
    ("es", ("A: [Casa Hermanos Gil:ORG], [Dos Hermanas:LOC].",), "Casa Hermanos Ruiz|Utrera"),
    ("es", ("A: [Bankinter:ORG] y [Unicaja:ORG].",), "Alvor|Tresol"),
    ("fr", ("A: [Anne:GIVEN] et [Annie:GIVEN] [Roche:FAM].",), "Léa|Léo|Petit"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "new"), LOST)
def test_two_writings_of_one_thing(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert notices.WRITING_LOST.message in sentences(lang, lines, new)


@pytest.mark.parametrize(("lang", "lines", "new"), HOLDS)
def test_what_is_written_so_still_or_was_not(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert notices.WRITING_LOST.message not in sentences(lang, lines, new)


def test_initials_with_a_sign_between_them() -> None:
    lines = ("A: [Hart & Shaw Engineering Ltd:ORG].", "B: [H&S:ORG] is shut.")
    assert sentences("en", lines, "Moss & Finch Engineering Ltd|T&G") == [
        notices.ACRONYM_LOST.message
    ]
    assert not sentences("en", lines, "Moss & Finch Engineering Ltd|M&F")


def test_initials_in_a_compound() -> None:
    lines = ("A: Beim [BKH:HOSPITAL], dem [Bezirkskrankenhaus Kufstein:HOSPITAL].",)
    new = "VIS|Bezirkskrankenhaus Imst"
    assert sentences("de", lines, new) == [notices.ACRONYM_LOST.message]


def test_no_town_behind_an_article() -> None:
    lines = ("A: À [la Providence:ORG].",)
    assert sentences("fr", lines, "la Cannes") == [notices.AGREEMENT_LOST.message]
    assert not sentences("fr", lines, "la Présentation")


def test_no_particle_behind_an_article() -> None:
    lines = ("A: Ingresó en la [Arrixaca:HOSPITAL].",)
    assert sentences("es", lines, "de la Sierra") == [notices.AGREEMENT_LOST.message]
