"""The panel of every occurrence over HTTP, and the same by the API: who may, what is refused."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from annotation.models import (
    AccessEvent,
    Assignment,
    Batch,
    Label,
    QueryItem,
    Reading,
    Span,
    Step,
    Turn,
)
from tests.webapp.api_client import API, problem
from tests.webapp.api_client import post as post_json

ALIKE = {"capitals": "on", "accents": "on", "endings": "on"}


@pytest.fixture
def turn(project: Any) -> Turn:
    """ "Dígame, Fran": the name stands once more in the other call, and once inside a word. Both
    calls are asked about."""
    batch = Batch.objects.create(project=project, number=1)
    for rank, asked in enumerate(Turn.objects.filter(position=0)):
        QueryItem.objects.create(batch=batch, turn=asked, rank=rank)
    Turn.objects.filter(text="Gracias").update(text="Gracias, <b>FRAN</b> & Frances")
    return Turn.objects.get(text="Dígame, Fran")


@pytest.fixture
def label(project: Any) -> Label:
    return project.labels.get(key="M")


def question(label: Label | None, **more: Any) -> dict[str, Any]:
    given = {"start": 8, "end": 12, "scope": "project", "label": label.pk if label else ""}
    return given | ALIKE | more


def look(client: Client, turn: Turn, asked: dict[str, Any]) -> Any:
    return client.get(f"/p/support/turns/{turn.pk}/propagate", asked)


def token_of(response: Any) -> str:
    found = re.search(r'data-token="(\w+)"', response.content.decode())
    return found[1] if found else ""


def do(client: Client, turn: Turn, asked: dict[str, Any], **more: Any) -> Any:
    reader = int(client.session["_auth_user_id"])
    given = {"op_id": uuid.uuid4(), "reader": reader, "kinds": ["new"]} | more
    return client.post(f"/p/support/turns/{turn.pk}/propagate/apply", asked | given)


def test_the_panel_shows_each_occurrence_and_changes_nothing(
    client: Client, turn: Turn, label: Label
) -> None:
    response = look(client, turn, question(label))
    html = response.content.decode()
    assert response.status_code == 200
    assert html.count("data-hit") == 2
    assert "Gracias, &lt;b&gt;<b>FRAN</b>&lt;/b&gt; &amp; Frances" in html
    assert "Label 2. 2 without a label Enter does it, Escape closes." in html
    assert "Project 2" in html and "Dialogue 1" in html
    assert not Reading.objects.exists() and not Span.objects.exists()


def test_each_dialogue_of_the_list_is_written_down(
    client: Client, turn: Turn, label: Label
) -> None:
    seen = AccessEvent.objects.order_by("pk").values_list("purpose", "dialogue__external_id")
    look(client, turn, question(label, scope="dialogue"))
    assert list(seen) == [("propagate", "call-1")]
    for _ in range(2):
        look(client, turn, question(label))
    assert list(seen.all()) == [("propagate", "call-1"), ("propagate", "call-2")]


def test_an_annotator_finds_and_changes_only_what_she_may_read(
    client: Client, turn: Turn, label: Label, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    other = QueryItem.objects.get(turn__dialogue__external_id="call-2")
    given = {"reader": second_annotator, "status": "done", "assigned_at": other.batch.created_at}
    Assignment.objects.create(item=other, **given)
    asked = question(label)
    html = look(client, turn, asked).content.decode()
    assert "Project 1" in html and "FRAN" not in html and "the others are not yours" in html
    done = do(client, turn, asked, token=token_of(look(client, turn, asked)))
    assert "Labelled 1 occurrence in 1 turn." in done.content.decode()
    whole = look(client_of(curator), turn, asked).content.decode()
    assert "Project 2" in whole and "FRAN" in whole and "not yours" not in whole


def test_without_a_label_it_asks_for_one(client: Client, turn: Turn) -> None:
    html = look(client, turn, question(None)).content.decode()
    assert "Choose a label" in html
    assert token_of(look(client, turn, question(None))) == ""
    assert 'type="submit"' not in html
    assert token_of(look(client, turn, question(None, what="clear")))


def test_a_step_answers_with_what_it_did(client: Client, turn: Turn, label: Label) -> None:
    asked = question(label)
    token = token_of(look(client, turn, asked))
    op_id = uuid.uuid4()
    response = do(client, turn, asked, token=token, op_id=op_id)
    assert response.status_code == 200
    assert "Labelled 2 occurrences in 2 turns." in response.content.decode()
    assert response.headers["X-Changed-Turns"] == str(turn.pk)  # those of this dialogue
    again = do(client, turn, asked, token=token, op_id=op_id)
    assert (again.status_code, Step.objects.count(), Span.objects.count()) == (200, 1, 2)


def test_relabelling_is_offered_where_nothing_is_without_a_label(
    client: Client, turn: Turn, label: Label
) -> None:
    asked = question(label)
    do(client, turn, asked, token=token_of(look(client, turn, asked)))
    other = question(label.project.labels.get(key="S"))
    html = look(client, turn, other).content.decode()
    assert 'name="what" value="relabel"' in html and "Relabel 2" in html
    done = do(client, turn, other, token=token_of(look(client, turn, other)), kinds=["relabel"])
    assert "Labelled 2" in done.content.decode()
    clear = question(None, what="clear")
    done = do(client, turn, clear, token=token_of(look(client, turn, clear)), kinds=["clear"])
    assert "Cleared 2 labels in 2 turns." in done.content.decode()
    assert not Span.objects.exists()


def test_a_stale_plan_is_409_with_the_new_one(client: Client, turn: Turn, label: Label) -> None:
    asked = question(label)
    token = token_of(look(client, turn, asked))
    Turn.objects.filter(text__startswith="Gracias").update(text="Fran, gracias")
    response = do(client, turn, asked, token=token)
    assert response.status_code == 409
    assert token_of(response) not in {"", token}
    assert "Something has changed" in response.content.decode()
    assert not Step.objects.exists()


def test_refusals_are_a_panel_with_the_reason(client: Client, turn: Turn, label: Label) -> None:
    for wrong in ({"start": 7, "end": 8}, {"end": 99}, {"start": 12}):
        response = look(client, turn, question(label, **wrong))
        assert response.status_code == 422
        assert "data-every" in response.content.decode()
    token = token_of(look(client, turn, question(label)))
    assert do(client, turn, question(label), token=token, kinds=[]).status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"scope": "world"},
        {"start": "-1"},
        {"end": str(2**63)},
        {"label": "0"},
        {"what": "<b>"},
        {"start": ""},
    ],
)
def test_questions_that_are_not_understood(
    client: Client, turn: Turn, label: Label, wrong: dict[str, str]
) -> None:
    assert look(client, turn, question(label) | wrong).status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "x"},
        {"kinds": ["all"]},
        {"also": "1:2"},
        {"without": "1:0-3,"},
        {"op_id": "7"},
        {"label": ""},
    ],
)
def test_steps_that_are_not_understood(
    client: Client, turn: Turn, label: Label, wrong: dict[str, Any]
) -> None:
    given = question(label) | {"token": "0" * 32} | wrong
    assert do(client, turn, {}, **given).status_code == 422


def test_a_step_of_another_person_is_refused(client: Client, turn: Turn, label: Label) -> None:
    assert do(client, turn, question(label), token="0" * 32, reader=0).status_code == 403


def test_a_label_of_another_project_is_refused(
    client: Client, turn: Turn, label: Label, django_user_model: Any
) -> None:
    other = type(label.project).objects.create(slug="other", name="Other")
    alien = Label.objects.create(project=other, name="x", key="X")
    assert look(client, turn, question(alien)).status_code == 422


# --- the API ----------------------------------------------------------------------------------
def plan(client: Client, turn: Turn, **more: Any) -> Any:
    asked = {"start": 8, "end": 12, "label": "male_name", "scope": "project"} | more
    return client.get(f"{API}/turns/{turn.pk}/propagate", asked)


def apply(client: Client, turn: Turn, token: str, **more: Any) -> Any:
    asked = {"start": 8, "end": 12, "label": "male_name", "scope": "project", "kinds": ["new"]}
    body = asked | {"op_id": str(uuid.uuid4()), "token": token} | more
    return post_json(client, f"/turns/{turn.pk}/propagate/apply", body)


@pytest.fixture
def named(label: Label) -> Label:
    Label.objects.filter(pk=label.pk).update(name="male_name")
    return label


def test_programs_get_ids_and_offsets_and_no_text(client: Client, turn: Turn, named: Label) -> None:
    told = plan(client, turn).json()
    assert told["totals"] == {"turn": 1, "dialogue": 1, "project": 2}
    assert told["counts"] == {"new": 2}
    first = told["occurrences"][0]
    assert (first["turn"], first["start"], first["end"]) == (turn.pk, 8, 12)
    assert "ran" not in str(told)
    done = apply(client, turn, told["token"]).json()
    assert (done["occurrences"], done["turns"], done["turn"]["version"]) == (2, 2, 1)
    assert plan(client, turn).json()["counts"] == {"already": 2}
    cleared = plan(client, turn, label="").json()
    done = apply(client, turn, cleared["token"], label="", kinds=["clear"]).json()
    assert (done["occurrences"], Span.objects.count()) == (2, 0)


def test_programs_leave_single_ones_out(client: Client, turn: Turn, named: Label) -> None:
    told = plan(client, turn).json()
    left = told["occurrences"][0]["id"]
    assert apply(client, turn, told["token"], without=[left]).json()["occurrences"] == 1
    told = plan(client, turn).json()
    assert apply(client, turn, told["token"], kinds=[], also=[left]).json()["turns"] == 1


def test_programs_get_the_new_plan_with_409(client: Client, turn: Turn, named: Label) -> None:
    told = problem(apply(client, turn, "0" * 32), 409, "stale")
    assert told["plan"]["counts"] == {"new": 2}
    assert apply(client, turn, told["plan"]["token"]).status_code == 200


def test_programs_hear_what_is_wrong(client: Client, turn: Turn, named: Label) -> None:
    problem(plan(client, turn, label="nobody"), 422, "unknown_label")
    problem(plan(client, turn, start=7, end=8), 422, "no_words")
    problem(plan(client, turn, word="Fran"), 400, "unknown_key")
    problem(apply(client, turn, "0" * 32, kinds=["all"]), 422, "invalid")
