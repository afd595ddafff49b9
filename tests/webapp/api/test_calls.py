"""What every operation gets: keys that make a call happen once, versions, cursors, descriptions."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Dialogue, Export, OnceCall, Project, Turn
from tests.webapp.api_client import API, bearer, post, problem, span

ASKED = {"format": "jsonl", "strategy": "typed"}


def send(client: Client, path: str, body: Any, **headers: str) -> Any:
    content = json.dumps(body)
    return client.post(API + path, content, content_type="application/json", headers=headers)


def export(client: Client, key: str, **change: Any) -> Any:
    return send(client, "/exports", ASKED | change, **{"Idempotency-Key": key})


def test_a_call_with_a_key_happens_once(project: Project, manager: Any) -> None:
    client = bearer(manager, "export")
    first = export(client, "nightly-1")
    Export.objects.update(status="done")  # without the key it would be a new one
    again = export(client, "nightly-1")
    assert (again.status_code, again.json()) == (202, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    assert export(client, "nightly-2").json()["id"] != first.json()["id"]
    problem(export(client, "nightly-1", format="brat"), 422, "key_reuse")
    OnceCall.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert export(client, "nightly-1", format="brat").status_code == 202


def test_a_refused_call_leaves_its_key_free(project: Project, manager: Any) -> None:
    client = bearer(manager, "export")
    problem(export(client, "k", format="pdf"), 422, "unknown_choice")
    assert export(client, "k").status_code == 202
    OnceCall.objects.update(status=None)
    problem(export(client, "k"), 409, "in_progress")
    for key in ("x" * 201, "ñ"):
        problem(export(client, key), 400, "bad_key")


def test_an_answer_from_before_is_for_members(project: Project, manager: Any) -> None:
    client = bearer(manager, "export")
    assert export(client, "k").status_code == 202
    project.memberships.filter(user=manager).delete()
    problem(export(client, "k"), 404, "not_found")


def test_keys_of_two_people_are_two(project: Project, manager: Any, curator: Any) -> None:
    assert export(bearer(manager, "export"), "k").status_code == 202
    problem(export(bearer(curator, "export"), "k"), 403, "forbidden")


def test_a_turn_has_a_version_as_its_tag(turn: Turn, annotator: Any) -> None:
    client = bearer(annotator, "read", "label")
    path = f"/turns/{turn.pk}"
    seen = client.get(API + path)
    assert (seen.headers["ETag"], seen.json()["text"]) == ('"0"', turn.text)
    done = send(client, f"{path}/spans", span(turn), **{"If-Match": '"0"'})
    assert (done.status_code, done.headers["ETag"]) == (200, '"1"')
    late = send(client, f"{path}/spans", span(turn, version=1), **{"If-Match": '"0"'})
    assert problem(late, 412, "stale")["turn"] == done.json()
    more = span(turn, start=27, end=33, version=1)
    other = send(client, f"{path}/spans", more, **{"If-Match": '"7", "1"'})
    assert other.status_code == 200


def test_cursors_lead_through_a_list_that_grows(project: Project, curator: Any) -> None:
    client = bearer(curator, "read")
    Dialogue.objects.create(project=project, external_id="call-3", position=9)
    first = client.get(f"{API}/dialogues?size=2").json()
    Dialogue.objects.create(project=project, external_id="call-0", position=0)
    second = client.get(f"{API}/dialogues?size=2&cursor={first['next']}").json()
    assert [each["name"] for each in second["dialogues"]] == ["call-3"]
    assert (second["next"], second["total"]) == (None, 4)
    for wrong in ("x", "MTo", "LTE6Mg", "é"):
        problem(client.get(f"{API}/dialogues", {"cursor": wrong}), 422, "bad_cursor")


def test_the_description_says_what_may_be_chosen(project: Project, manager: Any) -> None:
    schema = bearer(manager, "read").get("/api/openapi.json").json()
    fields = schema["components"]["schemas"]["ExportIn"]["properties"]
    assert {"jsonl", "conll"} <= set(fields["format"]["enum"])
    assert {"entity", "typed"} <= set(fields["strategy"]["enum"])
    assert fields["format"]["type"] == "string"
    assert schema["servers"] == [{"url": "/", "description": "This installation"}]
    made = schema["paths"]["/api/projects/{slug}/exports"]["post"]
    assert made["x-scopes"] == ["export"]
    assert "Idempotency-Key" in [each["name"] for each in made["parameters"]]
    sent = schema["paths"]["/api/projects/{slug}/imports"]["post"]
    assert "application/octet-stream" in sent["requestBody"]["content"]
    assert "Idempotency-Key" in [each["name"] for each in sent["parameters"]]
    assert "jsonl" in next(p for p in sent["parameters"] if p["name"] == "format")["schema"]["enum"]
    taken = schema["paths"]["/api/projects/{slug}/exports/{pk}/file"]["get"]["responses"]["200"]
    assert "application/octet-stream" in taken["content"]
    told = schema["paths"]["/api/vpc"]["post"]
    assert "FULL" in next(p for p in told["parameters"] if p["name"] == "r")["schema"]["enum"]
    assert set(told["requestBody"]["content"]) == {"text/plain", "application/json"}
    number = schema["components"]["schemas"]["StepIn"]["properties"]["version"]
    assert number["type"] == "integer"
    assert {"TokenAuth", "SessionAuth"} == set(schema["components"]["securitySchemes"])


@pytest.mark.parametrize("path", ["", "/dialogues", "/runs", "/team"])
def test_head_asks_what_get_asks(path: str, project: Project, curator: Any) -> None:
    assert bearer(curator, "read").head(API + path).status_code == 200


def test_steps_are_sent_with_a_token(turn: Turn, annotator: Any) -> None:
    body = span(turn)
    client = bearer(annotator, "label")
    once = post(client, f"/turns/{turn.pk}/spans", body)
    assert post(client, f"/turns/{turn.pk}/spans", body).json() == once.json()
