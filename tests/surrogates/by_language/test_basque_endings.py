"""Basque endings behind surrogates: on names, on houses in figures, on places said of something."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run

KEYS = [bytes([n]) * 32 for n in range(6)]


def said(*lines: str) -> list[str]:
    """The first turn, once for each key."""
    made = dialogue(*lines, lang="eu")
    return [run(made, key=key).draft.turns[0].text for key in KEYS]


def test_an_r_that_was_not_doubled_asks_for_a_name_that_takes_the_ending() -> None:
    for text in said("A: [Altamirar:SURNAME]ekin hitz egin dut."):
        assert re.match(r"[^ ]+[^aeiour]ekin ", text), text


def test_what_is_of_a_place_keeps_its_case() -> None:
    for text in said("A: Pisuaz ari natzaizu, [Ordiziakoaz:TOWN]."):
        assert re.search(r"[kg]oaz\.$", text), text


def test_a_house_in_figures_keeps_its_case() -> None:
    for text in said("A: [Zubieta kaleko:STREET] [14koa:STREETNO], ezta?"):
        number = re.search(r" (\d+)(e?)koa, ezta\?$", text)
        assert number, text
        closed = int(number[1]) % 20 in (1, 5, 10, 15)
        assert bool(number[2]) == closed, text


def test_a_floor_with_its_case_is_another_floor() -> None:
    for text in said("A: [Zubieta kalean:STREET] dago, [2.ean:STREETNO]."):
        assert re.search(r", [13-9]\.ean\.$", text), text


@pytest.mark.parametrize(
    ("lang", "form"),
    [("eu", " Koop. E."), ("eu", " S. Koop."), ("es", " S. Coop."), ("ca", ", S.C.C.L."),
     ("ca", " SCCL"), ("de", " GmbH & Co. KG"), ("de", " e. V."), ("fr", " S. A. R. L.")],
)  # fmt: skip
def test_a_legal_form_of_several_words_stays_whole(lang: str, form: str) -> None:
    made = dialogue(f"A: [Ugalde Brandt{form}:ORG] 7", lang=lang)
    result = run(made)
    assert result.dialogue is not None
    assert result.dialogue.turns[0].text.endswith(f"{form} 7")
    assert "Ugalde" not in result.dialogue.turns[0].text


@pytest.mark.parametrize("town", ["Azkoitia", "Hondarribia"])
def test_an_ending_behind_a_whole_article_is_right_behind_the_new_town(town: str) -> None:
    for text in said(f"A: Bihar [{town}:TOWN]ra goaz."):
        assert re.search(r" [^ ]+([aeiou]|[^aeiou]e)ra goaz", text), text


@pytest.mark.parametrize(("town", "closed"), [("Eibar", False), ("Tolosa", False), ("Irun", True)])
def test_on_the_way_to_a_town(town: str, closed: bool) -> None:
    ending = "erakoan" if closed else "rakoan" if town == "Tolosa" else "rerakoan"
    for text in said(f"A: [{town}:TOWN]{ending} galdu dut."):
        assert re.search(r" ?([^ ]*[aeiou]ra|[^ ]*[^aeiou]era)koan galdu", text), text
        assert not re.search(r"[aeiou]erakoan", text), text
