"""Input that no page and no operation takes: stretches that are none, what belongs to others,
bodies that are not what they say, and what is asked after the session."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Dialogue, Label, Member, Project, QueryItem, Reading, Span, Step, Turn
from tests.webapp.api_client import API, problem, span
from tests.webapp.api_client import post as post_json

HTMX = {"HX-Request": "true"}


# --- spans ------------------------------------------------------------------------------------
@pytest.fixture
def turn(project: Project, batch: Any) -> Turn:
    return Turn.objects.get(text__startswith="Soy Francisco")  # 33 code points


STRETCHES: list[tuple[Any, Any]] = [
    (-1, 3),
    (13, 4),
    (4, 4),
    (0, 34),
    (33, 34),
    (2**31, 2**31 + 1),
    (0, 2**63),
    (0, "9" * 5000),
    ("x", 3),
    (0, "3.5"),
    (0, "0x3"),
    (0, ""),
    ("", ""),
    (0, "\x00"),
    (0, "nan"),
]


def test_a_stretch_that_is_none_is_refused_on_the_page(
    turn: Turn, annotator: Any, client_of: Any
) -> None:
    client, wrong = client_of(annotator), []
    label = turn.dialogue.project.labels.get(key="M")
    for start, end in STRETCHES:
        for name in ("add-span", "clear-span", "move-span"):
            body = {"op_id": uuid.uuid4(), "version": 0, "reader": annotator.pk, "label": label.pk}
            body |= {"start": start, "end": end, "new_start": start, "new_end": end}
            where = reverse(name, kwargs={"slug": "support", "pk": turn.pk})
            answer = client.post(where, body, headers=HTMX)
            if answer.status_code != 422 or b"data-message" not in answer.content:
                wrong.append((name, start, end, answer.status_code))
    assert wrong == []
    assert not Step.objects.exists() and not Span.objects.exists() and not Reading.objects.exists()


def test_a_stretch_that_is_none_is_refused_by_the_api(
    turn: Turn, annotator: Any, client_of: Any
) -> None:
    client, wrong = client_of(annotator), []
    for start, end in STRETCHES:
        for path in ("spans", "clear"):
            body = span(turn, start=start, end=end)
            if path == "clear":
                del body["label"]
            answer = post_json(client, f"/turns/{turn.pk}/{path}", body)
            told = (answer.status_code, answer.headers["Content-Type"])
            if told != (422, "application/problem+json"):
                wrong.append((path, start, end, *told))
    assert wrong == []
    assert not Step.objects.exists() and not Span.objects.exists()


# --- what belongs to others -------------------------------------------------------------------
@pytest.fixture
def other(project: Project, outsider: Any) -> Project:
    """A project of somebody else, with a turn, a label, an item and a proposal."""
    other = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=other, user=outsider, role="manager")
    dialogue = Dialogue.objects.create(project=other, external_id="theirs")
    turn = Turn.objects.create(dialogue=dialogue, position=0, text="Soy Irene Pascual")
    label = Label.objects.create(project=other, name="theirs", key="Q")
    batch = other.batches.create(number=1)
    QueryItem.objects.create(batch=batch, turn=turn, rank=0)
    Span.objects.create(turn=turn, start=4, end=9, label=label, status="proposed", confidence=0.9)
    return other


def test_ids_of_another_project_are_refused_in_bodies(
    project: Project, other: Project, turn: Turn, annotator: Any, client_of: Any
) -> None:
    client = client_of(annotator)
    theirs = Turn.objects.get(dialogue__project=other)
    proposal = Span.objects.get(turn=theirs)
    step = {"version": 0, "reader": annotator.pk, "start": 4, "end": 9}

    def ask(name: str, **more: Any) -> Any:
        values = {"slug": "support", "pk": turn.pk} | more.pop("values", {})
        body = {"op_id": uuid.uuid4(), **step, **more}
        return client.post(reverse(name, kwargs=values), body, headers=HTMX)

    assert ask("add-span", label=proposal.label_id).status_code == 422
    values = {"span": proposal.pk, "verb": "accept"}
    assert ask("decide-proposal", values=values).status_code == 422
    shown = client.get(reverse("show-turns", args=["support"]), {"pk": theirs.pk})
    assert shown.status_code == 422
    assert b"Irene" not in shown.content
    # The item of another project says nothing about this turn, and is not taken.
    mine = project.labels.get(key="M").pk
    item = QueryItem.objects.get(turn=theirs)
    assert ask("add-span", label=mine, item=item.pk).status_code == 200
    assert not item.assignments.exists()
    assert not Reading.objects.filter(turn=theirs).exists()


def test_labels_of_another_project_are_refused_for_every_occurrence_and_gold(
    other: Project, turn: Turn, annotator: Any, curator: Any, client_of: Any
) -> None:
    theirs = Label.objects.get(project=other)
    question = {"start": 4, "end": 13, "scope": "project", "label": theirs.pk}
    step = question | {"op_id": uuid.uuid4(), "reader": annotator.pk, "token": "0" * 32}
    client = client_of(annotator)
    plan = client.get(reverse("plan-propagation", args=["support", turn.pk]), question)
    done = client.post(reverse("apply-propagation", args=["support", turn.pk]), step, headers=HTMX)
    step |= {"op_id": uuid.uuid4(), "reader": curator.pk, "version": 0}
    gold = client_of(curator).post(reverse("label-gold", args=["support", turn.pk]), step)
    assert [plan.status_code, done.status_code, gold.status_code] == [422, 422, 422]
    assert not Step.objects.exists()


@pytest.mark.parametrize("pk", [2**63, -1, "x", "9" * 5000, "\x00"])
def test_numbers_that_no_column_holds_are_no_turns(
    project: Project, annotator: Any, client_of: Any, pk: Any
) -> None:
    address = reverse("show-turns", args=["support"])
    assert client_of(annotator).get(address, {"pk": pk}).status_code == 422


def test_ids_of_another_project_are_not_found_by_the_api(
    other: Project, turn: Turn, annotator: Any, client_of: Any
) -> None:
    client = client_of(annotator)
    theirs = Turn.objects.get(dialogue__project=other)
    step = {"op_id": str(uuid.uuid4()), "version": 0}
    paths = [
        f"/turns/{theirs.pk}/clear",
        f"/turns/{theirs.pk}/proposals/{Span.objects.get(turn=theirs).pk}/accept",
        f"/turns/{turn.pk}/proposals/{Span.objects.get(turn=theirs).pk}/accept",
    ]
    for path in paths:
        body = step | ({"start": 4, "end": 9} if path.endswith("clear") else {})
        problem(post_json(client, path, body), 404, "not_found")
    told = post_json(client, f"/turns/{turn.pk}/spans", span(turn, label="theirs"))
    problem(told, 422, "unknown_label")
    assert client.get(f"{API}/dialogues/{theirs.dialogue_id}").status_code == 404


# --- bodies that are not what they say ---------------------------------------------------------
FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("charset", ["utf-7", "UTF-16", "klingon", "latin-1"])
@pytest.mark.parametrize(
    ("address", "kind"),
    [("/p/support/lexicon", FORM), ("/sign-in", FORM), ("/api/projects", "application/json")],
)
def test_another_charset_is_refused(
    project: Project, manager: Any, client_of: Any, charset: str, address: str, kind: str
) -> None:
    client = client_of(manager)
    client.raise_request_exception = False
    answer = client.generic("POST", address, b"name=+AGE-", f"{kind}; charset={charset}")
    assert answer.status_code == 400
    if address.startswith("/api/"):
        problem(answer, 400, "bad_request")
    else:
        assert b"This could not be read." in answer.content
        assert answer.headers["Cache-Control"] == "no-store, private"


def part(name: str, value: str) -> bytes:
    return f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode()


@pytest.mark.parametrize("end", [b"", b"\r\n", b"\r\n--x", b"\r\n--x\r\n", b"\r\n--"])
def test_a_multipart_body_that_breaks_off_is_refused(
    project: Project, manager: Any, client_of: Any, end: bytes
) -> None:
    client = client_of(manager)
    client.raise_request_exception = False
    body = part("op_id", str(uuid.uuid4())) + end
    kind = "multipart/form-data; boundary=x"
    for address in ("/p/support/settings", "/p/support/import"):
        assert client.generic("POST", address, body, kind).status_code == 400
    whole = part("name", "Support calls") + b"\r\n--x--\r\n"
    assert client.generic("POST", "/p/support/settings", whole, kind).status_code != 400


def test_a_fragment_after_the_session_leads_to_signing_in(project: Project, client: Client) -> None:
    page = {"HX-Current-URL": "http://testserver/p/support/"}
    answer = client.get("/p/support/training", headers=HTMX | page)
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == "/sign-in?next=%2Fp%2Fsupport%2F"
