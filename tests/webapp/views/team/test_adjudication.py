"""The adjudication page and its operations in the API: rows, refusals, names, the log."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from annotation.models import AccessEvent, Batch, Dialogue, Project, Reading, Step, Turn
from annotation.services.adjudication import decisions
from annotation.services.corpus.best_spans import gold_spans
from tests.labelled import label
from tests.webapp.api_client import API, problem
from tests.webapp.api_client import post as send

PAGE = "/p/support/adjudicate"
WHERE = {"start": 4, "end": 22}  # of the difference: "Francisco Olabarri"


@pytest.fixture
def turn(project: Project, annotator: Any, second_annotator: Any) -> Turn:
    """Two people have read one turn of the first call; they differ on a name."""
    turn = Turn.objects.select_related("dialogue__project").get(text__startswith="Soy Francisco")
    label(turn, annotator, [("Francisco", "male name"), ("Bilbao", "place")])
    label(turn, second_annotator, [("Francisco Olabarri", "male name"), ("Bilbao", "place")])
    Reading.objects.update(status="done")
    return turn


@pytest.fixture
def client(client_of: Any, curator: Any) -> Client:
    made: Client = client_of(curator)
    return made


def post(client: Client, turn: Turn, path: str, version: int = 0, **fields: Any) -> Any:
    step = {"op_id": uuid.uuid4(), "version": version, "reader": client.session["_auth_user_id"]}
    return client.post(f"{PAGE}/turns/{turn.pk}/{path}", step | fields)


def test_the_next_dialogue_that_waits(client: Client, turn: Turn) -> None:
    assert client.get(PAGE).headers["Location"] == f"{PAGE}/{turn.dialogue_id}"
    for named in ("0", "999999999", "9" * 30, "x", ""):
        assert client.get(f"{PAGE}?next={named}&list=nonsense").status_code == 302


def test_the_tab_says_how_many_wait(client: Client, turn: Turn) -> None:
    html = client.get("/p/support/").content.decode() or client.get("/p/support").content.decode()
    page = client.get(f"{PAGE}/{turn.dialogue_id}").content.decode()
    assert re.search(r'<span class="pill">\s*1\s+<span class="sr">waiting</span>', html + page)


def test_where_nothing_waits_it_says_why(client: Client, project: Project) -> None:
    html = client.get(PAGE).content.decode()
    assert "Nothing waits for adjudication" in html
    assert "10 % go to 2 readers" in html
    Project.objects.update(single_is_gold=False)
    assert "What one reader says waits here too." in client.get(PAGE).content.decode()


def test_who_speaks_stands_apart_from_what_is_said(
    client: Client, turn: Turn, batch: Batch, annotator: Any, second_annotator: Any, client_of: Any
) -> None:
    """In a row, in one that is not open, and where the turn is labelled."""
    page, folded = f"{PAGE}/{turn.dialogue_id}", Turn.objects.get(text__startswith="Buenos")
    for reader in (annotator, second_annotator):
        label(folded, reader, [])
    Reading.objects.update(status="done")
    for each in (turn, folded):
        said = [("caller", 0, 13), ("agent", 13, len(each.text))]
        parts = [dict(zip(("speaker", "start", "end"), row, strict=True)) for row in said]
        Turn.objects.filter(pk=each.pk).update(extra={"utterances": parts})
    asked = f"/p/support/label/{batch.items.get(turn=turn).pk}"
    # Two readers, what is decided and the other turn, which stands alone; that one; both turns.
    pages = (client, page, 4), (client, f"{page}/folded?first=1&last=1", 1)
    for who, address, rows in (*pages, (client_of(annotator), asked, 2)):
        html = who.get(address).content.decode()
        names = re.findall(r'<span class="by">(\w+ ?)</span>', html)
        assert names == ["caller ", "agent "] * rows


def test_the_page_hides_names_until_asked(
    client: Client, turn: Turn, annotator: Any, second_annotator: Any
) -> None:
    url = f"{PAGE}/{turn.dialogue_id}"
    html = client.get(url).content.decode()
    assert "Names are hidden" in html and 'data-name="A"' in html
    assert annotator.username not in html
    assert client.post(f"{url}/names").headers["Location"] == url
    html = client.get(url).content.decode()
    assert f'data-name="{second_annotator.username}"' in html
    client.post(f"{url}/names")
    assert "Names are hidden" in client.get(url).content.decode()


def test_looking_is_written_down_and_changes_nothing(client: Client, turn: Turn) -> None:
    for _ in range(2):
        client.get(f"{PAGE}/{turn.dialogue_id}")
    seen = AccessEvent.objects.values_list("purpose", "detail__named")
    assert list(seen) == [("adjudicate", False)] * 2
    assert not Step.objects.exists()
    assert not Reading.objects.filter(layer="gold").exists()


def test_a_decision_answers_with_its_row(client: Client, turn: Turn) -> None:
    response = post(client, turn, "take", **WHERE, choice=1)
    html = response.content.decode()
    assert response.status_code == 200
    assert html.count("data-row") == 1 and "data-decided" in html and 'data-version="1"' in html
    assert "data-undo" in html and 'data-board-version="1"' in html
    assert turn.pk in gold_spans(turn.dialogue.project)
    html = post(client, turn, "undo", version=1).content.decode()
    assert "data-decided" not in html and "data-redo" in html
    assert "data-decided" in post(client, turn, "redo", version=2).content.decode()


def test_editing_by_hand(client: Client, turn: Turn) -> None:
    chosen = turn.dialogue.project.labels.get(name="surname")
    html = post(client, turn, "spans", start=14, end=22, label=chosen.pk).content.decode()
    assert "data-decided" in html and "data-cut" in html
    html = post(client, turn, "clear", version=1, start=14, end=22).content.decode()
    assert 'data-version="2"' in html


def test_a_stale_decision_shows_the_state_that_is(client: Client, turn: Turn) -> None:
    post(client, turn, "take", **WHERE, choice=1)
    response = post(client, turn, "take", **WHERE, choice=2)
    assert response.status_code == 409
    html = response.content.decode()
    assert "here is its latest state" in html and 'data-version="1"' in html


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 422),
        ({"start": 4, "end": 22, "choice": 3}, 422),
        ({"start": 4, "end": 22, "choice": -1}, 422),
        ({"start": 4, "end": 22, "choice": 2**40}, 422),
        ({"start": 0, "end": 3, "choice": 1}, 409),
    ],
)
def test_what_is_no_decision_is_refused_with_the_row(
    client: Client, turn: Turn, fields: dict[str, int], status: int
) -> None:
    response = post(client, turn, "take", **fields)
    assert response.status_code == status
    assert response.content.decode().count("data-row") == 1
    assert not Step.objects.exists()


def test_steps_of_somebody_else_are_not_taken(client: Client, turn: Turn, manager: Any) -> None:
    response = post(client, turn, "take", **WHERE, choice=1, reader=manager.pk)
    assert response.status_code == 403


def test_a_turn_that_nobody_read_cannot_be_edited(client: Client, turn: Turn) -> None:
    other = Turn.objects.exclude(pk=turn.pk).first()
    assert other is not None
    chosen = turn.dialogue.project.labels.get(name="surname")
    response = post(client, other, "spans", start=0, end=3, label=chosen.pk)
    assert response.status_code == 409
    assert b"Not everybody" in response.content


def test_all_of_one_readers(client: Client, turn: Turn, curator: Any) -> None:
    step = {"op_id": uuid.uuid4(), "version": 0, "reader": curator.pk, "place": 2}
    response = client.post(f"{PAGE}/{turn.dialogue_id}/all", step)
    assert response.status_code == 200
    assert response.content.decode().count("data-row") == 1
    step |= {"op_id": uuid.uuid4(), "version": 7}
    assert client.post(f"{PAGE}/{turn.dialogue_id}/all", step).status_code == 409
    step["place"] = 0
    assert client.post(f"{PAGE}/{turn.dialogue_id}/all", step).status_code == 422


def test_folded_turns_come_when_wanted(client: Client, turn: Turn) -> None:
    url = f"{PAGE}/{turn.dialogue_id}/folded"
    html = client.get(f"{url}?first=1&last=1").content.decode()
    assert "Marta" in html and html.count("<li") == 1
    assert client.get(url).status_code == 422
    assert client.get(f"{url}?first=5&last={2**31}").status_code == 422


def test_texts_names_and_labels_are_escaped(
    client: Client, turn: Turn, annotator: Any, second_annotator: Any
) -> None:
    bad = '<img src=x onerror="alert(1)">'
    Turn.objects.update(text=f"Soy Francisco Olabarri, de {bad}", speaker=bad)
    Dialogue.objects.filter(pk=turn.dialogue_id).update(external_id=bad)
    turn.dialogue.project.labels.update(family="person")
    turn.dialogue.project.labels.filter(name="male name").update(name=bad)
    type(annotator).objects.filter(pk=annotator.pk).update(username=bad)
    client.post(f"{PAGE}/{turn.dialogue_id}/names")
    html = client.get(f"{PAGE}/{turn.dialogue_id}").content.decode()
    html += client.get(f"{PAGE}/turns/{turn.pk}").content.decode()
    html += client.get(f"{PAGE}/{turn.dialogue_id}/folded?first=1&last=4").content.decode()
    assert "<img" not in html


def test_the_api_lists_shows_and_decides(client: Client, turn: Turn) -> None:
    listed = client.get(f"{API}/adjudication").json()
    assert listed["dialogues"] == [{"id": turn.dialogue_id, "name": "call-1", "waiting": 1}]
    assert listed["next"] is None
    part = client.get(f"{API}/adjudication?size=1").json()
    rest = client.get(f"{API}/adjudication?size=1&cursor={part['next']}").json()
    assert (rest["dialogues"], rest["total"], rest["next"]) == ([], 1, None)
    problem(client.get(f"{API}/adjudication?cursor=x"), 422, "bad_cursor")
    shown = client.get(f"{API}/adjudication/{turn.dialogue_id}").json()
    (case,) = shown["turns"]
    (difference,) = case["differences"]
    assert (difference["start"], difference["end"], difference["decided"]) == (4, 22, False)
    ends = [said[0]["end"] for said in difference["said"]]
    assert sorted(ends) == [13, 22] and case["gold"] == []
    body = {"op_id": str(uuid.uuid4()), "version": 0, **WHERE, "choice": ends.index(22) + 1}
    done = send(client, f"/turns/{turn.pk}/decide", body).json()
    assert (done["is_gold"], done["version"]) == (True, 1)
    assert [span["end"] for span in done["gold"]] == [22, 33]
    again = send(client, f"/turns/{turn.pk}/decide", body).json()
    assert again == done
    body |= {"op_id": str(uuid.uuid4()), "choice": 0}
    told = problem(send(client, f"/turns/{turn.pk}/decide", body), 409, "stale")
    assert (told["turn"]["version"], len(told["turn"]["spans"])) == (1, 2)
    assert client.get(f"{API}/adjudication").json()["total"] == 0


def test_columns_are_drawn_by_lot(project: Project, annotator: Any, second_annotator: Any) -> None:
    """Of many dialogues each of two people is left in about half, and always in the same."""
    people = [Reading(reader=annotator), Reading(reader=second_annotator)]
    lefts = [decisions.column_order(Dialogue(pk=pk), people)[0].reader_id for pk in range(1, 201)]
    assert 70 < lefts.count(annotator.pk) < 130
    assert lefts == [
        decisions.column_order(Dialogue(pk=pk), people[::-1])[0].reader_id for pk in range(1, 201)
    ]
