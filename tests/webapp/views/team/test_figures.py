"""The team page and its operation: whose figures a person sees, levels, empty states, cost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import AccessEvent, Assignment, Batch, Project, QueryItem, Reading
from annotation.services.corpus.gold import settle_turn
from tests.annotation.services.team.test_agreement import ANA, EVA, adjudicate, asked, grow, say
from tests.webapp.api_client import API, problem
from tests.webapp.html import squeezed
from webapp.charts.team import draw_days
from webapp.views.team import figures

PAGE = "/p/support/team"
NOW = timezone.now()


@pytest.fixture
def shared(batch: Batch, annotator: Any, second_annotator: Any, curator: Any) -> Project:
    """Two people have read a turn and differ; the curator has said what holds."""
    turn = asked(batch.project)
    for user, items in ((annotator, ANA), (second_annotator, EVA)):
        say(turn, user, items)
        item = QueryItem.objects.get(turn=turn)
        Assignment.objects.create(
            item=item, reader=user, status="done", assigned_at=turn.readings.first().done_at
        )
    QueryItem.objects.filter(turn=turn).update(status="done")
    adjudicate(turn, curator, ANA)
    return batch.project


def page(client: Any, query: str = "") -> str:
    response = client.get(PAGE + query)
    assert response.status_code == 200
    return str(response.content.decode())


def test_a_phone_shows_few_differences_until_all_are_asked_for(
    shared: Project, curator: Any, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(curator)
    assert "all=1" not in page(client)
    monkeypatch.setattr(figures, "FEW", 0)
    html = page(client)
    assert 'class="lines differences few"' in html and "&amp;all=1#differences" in html
    whole = page(client, "?all=1")
    assert 'class="lines differences"' in whole and "all=1" not in whole


def test_a_curator_sees_everybody(shared: Project, curator: Any, client_of: Any) -> None:
    html = page(client_of(curator))
    assert "1 of 3 turns agreed" in html
    assert "Who agrees with whom" in html
    assert "Each reader beside the agreed labels" in html
    assert "Olabarri" in html  # where they differ
    assert html.index("Where they differ") < html.index("Turns and times of each person")
    assert "Turns a day" not in html  # on one day a pace is what was read
    assert "fewer than 10 items" in html and 'class="few"' in html
    assert 'class="by-label given"' in html  # nothing is open: names may stand beside labels
    assert (
        html.count("<b><bdi>annotator</bdi></b>") == 2
        and html.count("<b><bdi>second</bdi></b>") == 2
    )
    event = AccessEvent.objects.get()
    assert (event.user, event.purpose) == (curator, "differences")
    assert event.dialogue == shared.dialogues.get(external_id="call-1")


def test_nobody_is_judged_before_a_curator_decided_anything(
    batch: Batch, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    turn = asked(batch.project)
    for user in (annotator, second_annotator):
        say(turn, user, ANA)
    settle_turn(turn)
    for user in (curator, annotator):
        assert "beside the agreed labels" not in page(client_of(user))
    Reading.objects.create(turn=turn, reader=curator, layer="gold", status="done")
    assert "Each reader beside the agreed labels" in page(client_of(curator))


def test_an_annotator_sees_herself_alone(
    shared: Project, second_annotator: Any, client_of: Any
) -> None:
    html = page(client_of(second_annotator))
    assert "You beside the agreed labels" in html
    assert "<b><bdi>second</bdi></b>" in html
    assert "annotator</bdi></b>" not in html
    assert "Who agrees" not in html
    assert "Olabarri" not in html
    assert "gold" not in html.lower()
    assert not AccessEvent.objects.exists()


def test_a_reader_sees_the_project_alone(shared: Project, reader: Any, client_of: Any) -> None:
    html = page(client_of(reader))
    assert 'id="progress"' in html
    for closed in (
        "<b><bdi>second</bdi></b>",
        "<b><bdi>annotator</bdi></b>",
        "agreed labels",
        "Olabarri",
    ):
        assert closed not in html


def test_readers_have_no_names_until_a_turn_is_agreed(
    project: Project, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    item = QueryItem.objects.create(
        batch=project.batches.create(number=1), turn=asked(project), rank=0, status="done"
    )
    for user, items in ((annotator, ANA), (second_annotator, EVA)):
        say(asked(project), user, items)
        Assignment.objects.create(item=item, reader=user, status="done", assigned_at=NOW)
    html = page(client_of(curator))
    sides = html[html.index('class="sides') :]
    assert "Reader 1" in sides and "Reader 2" in sides
    assert "<dt><bdi>annotator" not in html and "<dt><bdi>second" not in html
    assert "Labels given by each" not in html and "until then it would tell" in html
    head = html[html.index('class="head"') : html.index('class="grid"')]
    assert "Adjudicate 1 turn" in squeezed(head)  # what waits stands under the title
    people = client_of(curator).get(f"{API}/team").json()["people"]
    assert people and {person["labels"] for person in people} == {None}
    own = client_of(annotator).get(f"{API}/team").json()["people"]
    assert [person["labels"] for person in own] == [{"male name": 1, "surname": 1, "place": 1}]
    adjudicate(asked(project), curator, ANA)
    assert all(p["labels"] for p in client_of(curator).get(f"{API}/team").json()["people"])
    html = page(client_of(curator))
    assert "<dt><bdi>second" in html and "until then it would tell" not in html


def test_marks_are_drawn_where_readers_differ(
    shared: Project, curator: Any, client_of: Any
) -> None:
    turn = asked(shared)
    turn.text += " <%eh>"
    turn.save()
    html = page(client_of(curator))
    assert '<i class="w-fill">eh</i>' in html[html.index('class="sides') :]


def test_what_all_marked_stands_once_with_what_each_called_it(
    project: Project, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    item = QueryItem.objects.create(
        batch=project.batches.create(number=1), turn=asked(project), rank=0, status="done"
    )
    for user, items in ((annotator, ANA), (second_annotator, EVA)):
        say(asked(project), user, items)
        Assignment.objects.create(item=item, reader=user, status="done", assigned_at=NOW)
    html = squeezed(page(client_of(curator)))
    listed = html[html.index('class="lines differences') :]
    listed = listed[: listed.index("</ol>")]
    for each in listed.split("<li>")[1:]:
        if 'class="sides once"' in each:
            assert each.count('<mark class="differs">') == 1
            assert each.count("<dt>") == 2
    assert 'class="sides once"' in listed
    assert "Alpha" not in html[: html.index("How this is measured")]


def test_levels_and_kinds(shared: Project, curator: Any, client_of: Any) -> None:
    client = client_of(curator)
    html = page(client, "?level=any&kind=missing")
    assert "Bilbao" in html
    assert "Who agrees with whom" in html
    assert html.count("<mark") == 1
    assert "no difference of this kind" in page(client, "?level=any&kind=label")
    for bad in ("?level=7", "?level=x", "?kind=other", "?level=00000"):
        assert client.get(PAGE + bad).status_code == 404
    assert client.get(f"{PAGE}?page=99").status_code == 200


def test_nobody_was_asked(project: Project, curator: Any, client_of: Any) -> None:
    assert "Nobody has been asked yet" in page(client_of(curator))


def test_nothing_is_shared_yet(batch: Batch, manager: Any, client_of: Any) -> None:
    html = page(client_of(manager))
    assert "No turn has been read by two people yet" in html
    assert "2 people to read 10 % of the turns" in html
    Project.objects.update(shared_percent=0)
    html = page(client_of(manager))
    assert "No turns are shared" in html
    assert "/p/support/settings" in html


def test_texts_and_names_are_escaped(shared: Project, curator: Any, client_of: Any) -> None:
    turn = asked(shared)
    type(turn).objects.filter(pk=turn.pk).update(text="<b>Francisco Olabarri, de</b> <script>")
    curator.username = "<i>c</i>"
    curator.save()
    html = page(client_of(curator))
    assert "<script>" not in html.split("</head>")[1]
    assert "<i>c</i>" not in html
    assert "&lt;script&gt;" in html


def test_queries_do_not_grow(
    project: Project,
    annotator: Any,
    second_annotator: Any,
    curator: Any,
    client_of: Any,
    django_assert_num_queries: Any,
) -> None:
    client = client_of(curator)
    grow(project, [annotator, second_annotator], 2)
    with CaptureQueriesContext(connection) as small:
        page(client)
    grow(project, [annotator, second_annotator], 40)
    Reading.objects.filter(reader=annotator).update(seconds=3)
    with django_assert_num_queries(len(small)):
        page(client)
    assert len(small) <= 22


def test_the_line_over_the_days_fits_its_box() -> None:
    from datetime import date

    first, last = date(2026, 5, 4), date(2026, 6, 20)
    assert draw_days({}) is None
    assert draw_days({first: 7, last: 6500}) is None  # a straight line says nothing
    for days in (
        {date(2026, 5, day): 1 for day in (4, 5, 6)},
        {first: 7, date(2026, 5, 5): 1, last: 6500},
    ):
        line = draw_days(days)
        assert line is not None
        points = [p.split() for p in line.path.removeprefix("M").split(" L")]
        assert all(8 <= float(x) <= 704 and 16 <= float(y) <= 224 for x, y in points)
        assert len(line.y_ticks) <= 6 and len(line.x_ticks) <= 5


# --- flagged and skipped turns ----------------------------------------------------------------

MARKED = f"{PAGE}/marked"


@pytest.fixture
def marked(batch: Batch, annotator: Any, second_annotator: Any) -> list[QueryItem]:
    """One turn is flagged by the first annotator, one flagged and skipped by the second."""
    items = list(batch.items.order_by("rank"))
    for item, user, status in (
        (items[0], annotator, "done"),
        (items[1], second_annotator, "skipped"),
    ):
        Assignment.objects.create(item=item, reader=user, status=status, assigned_at=NOW)
        QueryItem.objects.filter(pk=item.pk).update(is_flagged=True, status=status)
    return items


def read(client: Any, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return str(response.content.decode())


def test_the_counts_lead_to_the_turns(marked: Any, curator: Any, client_of: Any) -> None:
    client = client_of(curator)
    html = squeezed(page(client))
    assert f'<a href="{MARKED}">2' in html
    assert f'<a href="{MARKED}?kind=skipped">1' in html
    flagged = read(client, MARKED)
    assert "Marta" in flagged and "Olabarri" in flagged
    assert "annotator</bdi>: done" in flagged and "second</bdi>: skipped" in flagged
    assert f'href="/p/support/label/{marked[0].pk}"' in flagged
    event = AccessEvent.objects.get()  # both are of one dialogue
    assert (event.purpose, event.dialogue_id) == ("marked", marked[0].turn.dialogue_id)
    skipped = read(client, f"{MARKED}?kind=skipped")
    assert "Olabarri" in skipped and "Marta" not in skipped
    assert client.get(f"{MARKED}?kind=other").status_code == 404
    assert client.get(f"{MARKED}?page=99").status_code == 200


def test_an_annotator_sees_what_she_was_given(marked: Any, annotator: Any, client_of: Any) -> None:
    client = client_of(annotator)
    assert page(client).count(f'<a href="{MARKED}') == 1  # in her own row
    html = read(client, MARKED)
    assert "Marta" in html and "Olabarri" not in html and "second" not in html
    assert "Remove the flag" not in html
    assert "No turn is skipped" in read(client, f"{MARKED}?kind=skipped")
    assert client.post(f"{MARKED}/{marked[0].pk}/clear").status_code == 403


def test_a_reader_has_no_such_lists(marked: Any, reader: Any, client_of: Any) -> None:
    assert MARKED not in page(client_of(reader))
    assert client_of(reader).get(MARKED).status_code == 403


def test_a_curator_takes_a_flag_away(marked: Any, curator: Any, client_of: Any) -> None:
    client = client_of(curator)
    html = client.post(f"{MARKED}/{marked[0].pk}/clear", follow=True).content.decode()
    assert "The flag is removed." in html and "Marta" not in html
    marked[0].refresh_from_db()
    assert (marked[0].is_flagged, marked[0].status) == (False, "done")


def test_a_turn_that_waits_leads_to_adjudication(
    shared: Project, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    Reading.objects.filter(layer="gold").delete()
    Reading.objects.update(is_gold=False)
    QueryItem.objects.filter(turn=asked(shared)).update(is_flagged=True, readers=2)
    address = f"/p/support/adjudicate/{asked(shared).dialogue_id}#turn-{asked(shared).pk}"
    assert address in read(client_of(curator), MARKED)
    assert address not in read(client_of(second_annotator), MARKED)


# --- the operation ----------------------------------------------------------------------------


def test_programs_read_the_same(shared: Project, curator: Any, client_of: Any) -> None:
    team = client_of(curator).get(f"{API}/team").json()
    assert (team["asked"], team["done"], team["readings"]) == (3, 1, 2)
    assert [person["name"] for person in team["people"]] == ["annotator", "second"]
    agreement = team["agreement"]
    assert agreement["pairs"][0]["f1"] == pytest.approx(0.4)
    assert agreement["people"]["annotator"]["f1"] == 1.0
    assert agreement["disagreements"] == {"missing": 1, "bounds": 0, "label": 1}
    top = client_of(curator).get(f"{API}/team?level=any").json()["agreement"]
    assert set(top["labels"]) == {"any"}


def test_programs_of_annotators_read_their_own(
    shared: Project, annotator: Any, reader: Any, client_of: Any
) -> None:
    team = client_of(annotator).get(f"{API}/team").json()
    assert [person["name"] for person in team["people"]] == ["annotator"]
    assert (team["own"]["f1"], team["agreement"]) == (1.0, None)
    team = client_of(reader).get(f"{API}/team").json()
    assert (team["people"], team["own"], team["agreement"]) == ([], None, None)


def test_programs_are_told_the_levels(shared: Project, curator: Any, client_of: Any) -> None:
    told = problem(client_of(curator).get(f"{API}/team?level=9"), 422, "unknown_level")
    assert "any, 0" in told["detail"]
    problem(client_of(curator).get(f"{API}/team?depth=9"), 400, "unknown_key")


def test_chosen_readers_are_compared_dialogue_by_dialogue(
    shared: Project, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    client = client_of(curator)
    html = page(client)
    assert "Dialogue by dialogue" in html and "Compare these" not in html  # there are two
    say(asked(shared, "Dígame"), curator, [])
    say(asked(shared, "Dígame"), annotator, [("Fran", "male name")])
    html = page(client, f"?level=any&reader={annotator.pk}&reader={curator.pk}")
    assert html.count("checked") == 2
    assert f"&amp;reader={annotator.pk}&amp;reader={curator.pk}#agreement" in html
    assert client.get(PAGE, {"reader": "99999"}).status_code == 404
    assert client.get(PAGE, {"reader": "x"}).status_code == 404
