"""The strip beside a dialogue: parts by hand, and that the pages link their turns with it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Project, Turn
from tests.flows.screens import differ
from tests.labelled import call, read
from tests.webapp.html import squeezed
from tests.webapp.views.revision.steps import step
from tests.webapp.views.revision.test_page import place_key
from webapp.charts.density import MOST, Bar, draw_density


def targets(turns: int) -> dict[int, str]:
    return {n: f"turn-{n}" for n in range(1, turns + 1)}


def test_a_short_dialogue_has_a_part_a_turn() -> None:
    bars = draw_density(4, {"warn": {3: 2}, "info": {1: 1, 3: 4}}, targets(4))
    assert bars == [
        Bar("turn-1", "Turn 1: 1 note", "info", "●", 1, "1", "Turn 1"),
        Bar(),
        Bar("turn-3", "Turn 3: 2 warnings, 4 notes", "warn", "▲", 3, "3", "Turn 3"),
        Bar(),
    ]


def test_a_long_one_has_a_part_for_several_that_leads_to_the_gravest() -> None:
    marks = {"block": {31: 1}, "warn": {27: 1}, "info": {26: 1, 60: 3}}
    bars = draw_density(100, marks, targets(100))  # five turns a part
    assert len(bars) == 20 <= MOST
    drawn = [(bar.target, bar.words, bar.number, bar.kind, bar.sign) for bar in bars]
    assert drawn[5] == ("turn-27", "Turns 26 to 30: 1 warning, 1 note", 27, "warn", "●▲")
    assert drawn[6] == ("turn-31", "Turns 31 to 35: 1 block", 31, "block", "■")
    assert drawn[11] == ("turn-60", "Turns 56 to 60: 3 notes", 60, "info", "●")
    assert (bars[11].turns, bars[11].where) == ("56 57 58 59 60", "Turns 56 to 60")
    assert [place for place, bar in enumerate(bars) if bar.target] == [5, 6, 11]


def test_a_part_has_a_sign_for_each_of_its_turns_up_to_three() -> None:
    marks = {"block": {7: 2, 9: 1}, "info": {7: 1, 6: 1, 10: 1, 12: 1}}
    bars = draw_density(100, marks, targets(100))
    assert [bar.sign for bar in bars[:3]] == ["", "●■■", "●"]


@pytest.mark.parametrize("turns", [1, 23, 24, 25, 48, 49, 1000, 9999])
def test_every_turn_is_in_one_part(turns: int) -> None:
    bars = draw_density(turns, {"info": dict.fromkeys(range(1, turns + 1), 1)}, targets(turns))
    assert len(bars) <= MOST
    assert sum(int(re.sub(r"[^\d]", "", bar.words.split(":")[1])) for bar in bars) == turns


def test_nothing_is_drawn_of_nothing_and_nothing_leads_nowhere() -> None:
    assert draw_density(5, {"warn": {}, "info": {}}, targets(5)) == []
    assert draw_density(0, {}, {}) == []
    assert draw_density(2, {"info": {1: 1, 2: 1}}, {2: "turn-2"})[0] == Bar()


def test_revision_links_its_turns_and_draws_the_strip_anew(
    labelled: Project, annotator: Any, curator: Any, client_of: Any
) -> None:
    client: Client = client_of(curator)
    dialogue = call(labelled)
    odd = Turn.objects.create(dialogue=dialogue, position=9, text="¿Y la señora Andrés?")
    read(odd, annotator, [("Andrés", "male name")])
    where = reverse("revise-dialogue", args=[labelled.slug, dialogue.pk])
    html = squeezed(client.get(where).content.decode())
    (link,) = re.findall(r'href="#(turn-\d+)" title="Turn \d+: 1 (?:block|warning|note)"', html)
    assert f'id="{link}"' in html
    data = {"mentions": place_key(dialogue), "kind": "redraw"}
    answer = step(client, "change-entity", dialogue, **data)
    assert f'id="density-{dialogue.pk}" class="over-texts" hx-swap-oob="true"' in squeezed(
        answer.content.decode()
    )


def test_adjudication_links_the_turns_on_which_readers_differ(
    labelled: Project, curator: Any, client_of: Any
) -> None:
    differ(labelled)
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    where = reverse("adjudicate-dialogue", args=[labelled.slug, turn.dialogue_id])
    html = client_of(curator).get(where).content.decode()
    links = re.findall(r'href="#(turn-\d+)" title="([^"]+)"', squeezed(html))
    assert links == [(f"turn-{turn.pk}", "Turn 2: 1 difference")]
    assert f'id="turn-{turn.pk}"' in html
