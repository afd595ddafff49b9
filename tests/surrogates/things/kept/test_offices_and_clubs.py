"""Offices and clubs: the words that say what they are stay, a town or a name says which."""

import pytest

from tests.surrogates.dialogues import dialogue, run, told


@pytest.mark.parametrize(
    ("text", "end"),
    [("Hollis County Assessor's Office", " County Assessor's Office"),
     ("Coroner's Office", " Coroner's Office"), ("Tarvin Town Clerk", " Town Clerk")],
)  # fmt: skip
def test_the_words_for_an_office_stay(text: str, end: str) -> None:
    said = run(dialogue(f"A: [{text}:ORG]", lang="en")).draft.turns[0].text
    assert said.endswith(end) and said != text and said != end.strip()


@pytest.mark.parametrize(
    ("lang", "lead", "text"),
    [("en", "the ", "Bowling Club"), ("en", "the ", "Cricket Pavilion"),
     ("es", "el ", "Club Náutico"), ("fr", "la ", "Salle des fêtes"), ("ca", "el ", "Club Nàutic")],
)  # fmt: skip
def test_a_club_under_a_label_of_places_is_still_one(lang: str, lead: str, text: str) -> None:
    said = run(dialogue(f"A: {lead}[{text}:PLACE].", lang=lang)).draft.turns[0].text
    assert text in said and said != f"{lead}{text}."


@pytest.mark.parametrize(
    ("lang", "text", "kept"),
    [("fr", "Judo Club de Lunel", "Judo Club de "),
     ("es", "Club de Atletismo Lebrija", "Club de Atletismo "),
     ("ca", "Club Escacs Vic", "Club Escacs "), ("en", "Ripon Netball Club", " Netball Club"),
     ("de", "Judo Club Husum", "Judo Club ")],
)  # fmt: skip
def test_the_sport_of_a_club_stays(lang: str, text: str, kept: str) -> None:
    result = run(dialogue(f"A: [{text}:ORG]", "B: Judo, atletismo?", lang=lang))
    said = result.draft.turns[0].text
    assert kept in said and said != text and not told(result)
