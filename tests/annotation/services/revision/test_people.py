"""The people of a dialogue on the revision page: who is whose, by which forms, without originals
for who may not see them."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import Dialogue, Turn
from annotation.services.revision import page as revision
from tests.labelled import read
from webapp.charts.people import BOTH, SHOWN, draw_people

FAMILY = [
    ("Es por la línea de mi padre", []),
    ("Soy Luis Mora", [("Luis", "male name"), ("Mora", "surname")]),
    ("¿Moro, me dice?", [("Moro", "surname")]),
    ("No, Mora. El titular es Alfredo Mora", [("Mora", "surname"), ("Alfredo", "male name")]),
]


@pytest.fixture
def family(project: Any, annotator: Any) -> Dialogue:
    dialogue = Dialogue.objects.create(project=project, external_id="f", lang="es", position=9)
    for position, (text, items) in enumerate(FAMILY):
        turn = Turn.objects.create(
            dialogue=dialogue, position=position, speaker="ab"[position % 2], text=text
        )
        read(turn, annotator, items)
    # The second Mora of the last turn, too.
    span = turn.spans.get(label__name="surname")
    start = FAMILY[-1][0].rindex("Mora")
    turn.spans.create(
        start=start, end=start + 4, label=span.label, reading=span.reading, status="accepted"
    )
    return dialogue


def test_people_are_told_with_who_they_are_to_each_other(family: Dialogue) -> None:
    page = revision.page_of(family)
    assert [person.original for person in page.people] == ["Luis Mora", "Alfredo Mora"]
    luis = page.people[0]
    assert [(form.original, form.is_near) for form in luis.forms] == [
        ("Luis", False), ("Mora", False), ("Moro", True),
    ]  # fmt: skip
    assert luis.turns == [2, 3, 4]
    (tie,) = page.ties
    assert (tie.words, tie.turn) == ("of one family with", 1) or tie.words == "parent of"
    assert tie.said == "“padre”, turn 1"
    assert not [i for i in page.issues if i.issue.code in ("SURNAME_SHARED", "NEAR_MISS")]
    graph = draw_people(page.people, page.ties)
    assert [box.original for box in graph.boxes] == ["Luis Mora", "Alfredo Mora"]
    assert len(graph.lines) == 1 and graph.left_out == 0
    tops = [box.y for box in graph.boxes]
    assert tops == sorted(tops) and graph.height > tops[-1]


def test_the_page_draws_them_and_lists_them(family: Dialogue, curator: Any, client_of: Any) -> None:
    where = reverse("revise-dialogue", args=[family.project.slug, family.pk])
    html = client_of(curator).get(where).content.decode()
    people = html[html.index(f'id="people-{family.pk}"') :]
    people = people[: people.index("</section>")]
    assert "Luis Mora becomes" in people and 'class="near"' in people
    assert "style=" not in people
    hidden = client_of(curator).get(where, {"hide": "1"}).content.decode()
    people = hidden[hidden.index(f'id="people-{family.pk}"') :]
    people = people[: people.index("</section>")]
    assert not any(name in people for name in ("Luis", "Mora", "Moro", "Alfredo"))


def test_of_many_people_those_with_relatives_are_drawn(family: Dialogue) -> None:
    page = revision.page_of(family)
    one, other = page.people
    many = [replace_number(one, n) for n in range(SHOWN + 5)] + [replace_number(other, 40)]
    graph = draw_people(many, [])
    assert len(graph.boxes) == SHOWN and graph.left_out == 6


def test_a_long_form_and_what_it_becomes_share_their_box(family: Dialogue) -> None:
    one = revision.page_of(family).people[0]
    for original, surrogate in (("Francisco Olabarri", "Luis Miguel"), ("Fran", "María Asunción")):
        form = replace(one.forms[0], original=original, surrogate=surrogate)
        (shown,) = draw_people([replace(one, forms=[form])], []).boxes[0].forms
        assert len(shown.original) + len(shown.surrogate) <= BOTH
        assert shown.surrogate.startswith(surrogate[:10])


def replace_number(person: Any, number: int) -> Any:
    return replace(person, number=number)
