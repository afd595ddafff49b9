"""The REST API: what it refuses, how it says so, and its description."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from annotation.models import Turn
from tests.webapp.api_client import API, post, problem, span


def test_roles_and_outsiders(turn: Turn, reader: Any, outsider: Any, client_of: Any) -> None:
    path = f"/turns/{turn.pk}/spans"
    problem(post(client_of(reader), path, span(turn)), 403, "forbidden")
    problem(client_of(reader).get(f"{API}/dialogues"), 403, "forbidden")
    problem(post(client_of(outsider), path, span(turn)), 404, "not_found")
    problem(client_of(outsider).get(API), 404, "not_found")
    problem(client_of(outsider).get("/api/projects/no-such"), 404, "not_found")


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_strangers_are_told_and_not_redirected(project: Any, headers: dict[str, str]) -> None:
    for path in ("/api/projects", API, f"{API}/dialogues", "/api/openapi.json"):
        response = Client().get(path, headers=headers)
        problem(response, 401, "not_signed_in")
        assert "Location" not in response.headers
        assert "no-store" in response.headers["Cache-Control"]
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"start": "4"}, "start", "int_type"),
        ({"start": True}, "start", "int_type"),
        ({"start": -1}, "start", "greater_than_equal"),
        ({"end": 2**31}, "end", "less_than_equal"),
        ({"end": None}, "end", "int_type"),
        ({"version": 0.5}, "version", "int_type"),
        ({"op_id": "Francisco"}, "op_id", "uuid_parsing"),
        ({"label": 3}, "label", "string_type"),
        ({"label": "x" * 81}, "label", "string_too_long"),
        ({"Francisco": 1}, "", "unknown_field"),
    ],
)
def test_bad_bodies_name_the_field_and_repeat_nothing(
    client: Client, turn: Turn, change: dict[str, Any], field: str, code: str
) -> None:
    response = post(client, f"/turns/{turn.pk}/spans", span(turn) | change)
    told = problem(response, 422, "invalid")
    assert told["fields"] == [{"field": field, "code": code}]
    assert field in told["detail"]
    assert "Francisco" not in response.content.decode()


def test_whole_numbers_may_be_written_with_a_point(client: Client, turn: Turn) -> None:
    """They are integers to JSON Schema, in which the body is described."""
    response = post(client, f"/turns/{turn.pk}/spans", span(turn, start=4.0, end=22.0, version=0.0))
    assert response.status_code == 200
    assert response.json()["spans"][0]["start"] == 4


def test_missing_fields_are_all_named(client: Client, turn: Turn) -> None:
    told = problem(post(client, f"/turns/{turn.pk}/spans", {}), 422, "invalid")
    assert [one["field"] for one in told["fields"]] == ["op_id", "version", "start", "end", "label"]
    assert {one["code"] for one in told["fields"]} == {"missing"}


@pytest.mark.parametrize("body", ["", "[]", "3", "null"])
def test_bodies_that_are_no_objects(client: Client, turn: Turn, body: str) -> None:
    problem(post(client, f"/turns/{turn.pk}/spans", body), 422, "invalid")


@pytest.mark.parametrize("body", ["{", '{"Francisco"', "[" * 100_000, "9" * 5000])
def test_broken_json(client: Client, turn: Turn, body: str, settings: Any) -> None:
    settings.DEBUG = True  # then django-ninja would like to say more
    response = post(client, f"/turns/{turn.pk}/spans", body)
    problem(response, 400, "bad_request")
    assert "Francisco" not in response.content.decode()


def test_half_a_character_is_no_label(client: Client, turn: Turn) -> None:
    for label in ("\ud83d", "\x00"):
        assert post(client, f"/turns/{turn.pk}/spans", span(turn, label=label)).status_code == 422


@pytest.mark.parametrize("path", ["?Marta=1", "/dialogues?page=1&Marta=2", "/dialogues?page=1&p=2"])
def test_unknown_keys_of_the_address(client: Client, project: Any, path: str) -> None:
    response = client.get(API + path)
    problem(response, 400, "unknown_key")
    assert "Marta" not in response.content.decode()


@pytest.mark.parametrize("key", ["page=0", "page=x", "size=201", "size=0", f"page={2**31}"])
def test_pages_that_do_not_exist(client: Client, project: Any, key: str) -> None:
    told = problem(client.get(f"{API}/dialogues?{key}"), 422, "invalid")
    assert told["fields"][0]["field"] == key.split("=")[0]


def test_addresses_and_methods_that_do_not_exist(client: Client, project: Any) -> None:
    for path in ("/api/", "/api/docs", "/api/x", f"{API}/", f"{API}/dialogues/{2**70}", f"{API}/x"):
        problem(client.get(path), 404, "not_found")
    refused = client.delete(API)
    problem(refused, 405, "method_not_allowed")
    assert refused.headers["Allow"] == "GET"
    problem(client.post("/api/openapi.json"), 405, "method_not_allowed")


@pytest.mark.parametrize("debug", [False, True])
def test_an_error_shows_nothing(
    client: Client, project: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, debug: bool
) -> None:
    def broken(user: Any) -> None:
        raise RuntimeError("Francisco Olabarri")

    settings.DEBUG = debug
    client.raise_request_exception = False
    monkeypatch.setattr("annotation.services.projects.creation.list_projects", broken)
    response = client.get("/api/projects")
    problem(response, 500, "broken")
    assert "Francisco" not in response.content.decode()


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_every_change_needs_the_token(project: Any, manager: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(manager, backend="django.contrib.auth.backends.ModelBackend")
    changes = 0
    for path, method, _operation in operations(client.get("/api/openapi.json").json()):
        if method != "get":
            url = re.sub(r"\{(pk|span)\}", "1", path).replace("{slug}", "support")
            problem(client.post(url, {}, content_type="application/json"), 403, "csrf")
            changes += 1
    assert changes == 23
    assert not project.runs.exists()


def test_signing_in_as_the_page_says(project: Any, curator: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in")
    words = {"username": "curator", "password": "a-long-password-1"}
    token = {"X-CSRFToken": client.cookies["antifaz-csrf"].value}
    assert client.post("/sign-in", words, headers=token).status_code == 302
    fresh = {"X-CSRFToken": client.cookies["antifaz-csrf"].value}
    assert client.post(f"{API}/training", headers=fresh).status_code == 202


def test_the_description_is_whole(client: Client, project: Any) -> None:
    text = client.get("/api/openapi.json").content.decode()
    schema = json.loads(text)
    assert schema["openapi"].startswith("3.") and schema["info"]["title"] == "Antifaz"
    listed = sorted((method, path) for path, method, _operation in operations(schema))
    turns = "/api/projects/{slug}/turns/{pk}"
    assert listed == sorted(
        [
            ("get", "/api/projects"),
            ("get", "/api/projects/{slug}"),
            ("get", "/api/projects/{slug}/adjudication"),
            ("get", "/api/projects/{slug}/adjudication/{pk}"),
            ("get", "/api/projects/{slug}/dialogues"),
            ("get", "/api/projects/{slug}/dialogues/{pk}"),
            ("get", "/api/projects/{slug}/exports/{pk}"),
            ("get", "/api/projects/{slug}/runs"),
            ("get", "/api/projects/{slug}/team"),
            ("get", turns),
            ("get", f"{turns}/propagate"),
            ("post", "/api/projects/{slug}/exports"),
            ("post", "/api/projects/{slug}/training"),
            ("post", f"{turns}/clear"),
            ("post", f"{turns}/decide"),
            ("post", f"{turns}/propagate/apply"),
            ("post", f"{turns}/proposals/{{span}}/accept"),
            ("post", f"{turns}/proposals/{{span}}/reject"),
            ("post", f"{turns}/spans"),
            ("get", "/api/projects/{slug}/dialogues/{pk}/surrogates"),
            ("get", "/api/projects/{slug}/exports/{pk}/file"),
            ("get", "/api/projects/{slug}/exports/{pk}/croissant"),
            ("get", "/api/projects/{slug}/imports/{pk}"),
            ("get", "/api/projects/{slug}/layers"),
            ("get", "/api/projects/{slug}/models"),
            ("get", "/api/projects/{slug}/proposals"),
            ("post", "/api/projects"),
            ("post", "/api/vpc"),
            ("post", "/api/vpc/batch"),
            ("post", "/api/projects/{slug}/imports"),
            ("post", "/api/projects/{slug}/imports/{pk}/cancel"),
            ("post", "/api/projects/{slug}/imports/{pk}/columns"),
            ("post", "/api/projects/{slug}/imports/{pk}/confirm"),
            ("post", "/api/projects/{slug}/proposals"),
            ("post", "/api/projects/{slug}/spans"),
            ("get", "/api/schemes"),
            ("get", "/api/projects/{slug}/scheme"),
            ("post", "/api/projects/{slug}/scheme"),
            ("post", "/api/projects/{slug}/labels"),
            ("get", "/api/projects/{slug}/hooks"),
            ("get", "/api/projects/{slug}/deliveries"),
            ("post", "/api/projects/{slug}/hooks"),
            ("post", "/api/projects/{slug}/hooks/{pk}/switch"),
            ("post", "/api/projects/{slug}/hooks/{pk}/test"),
            ("post", "/api/projects/{slug}/hooks/{pk}/remove"),
        ]
    )
    for reference in re.findall(r'"#/components/schemas/([^"]+)"', text):
        assert reference in schema["components"]["schemas"]
    names = set()
    for path, _method, operation in operations(schema):
        names.add(operation["operationId"])
        inside = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
        assert inside == set(re.findall(r"\{(\w+)\}", path))
        assert operation["security"] and operation["description"]
        refused = operation["responses"]["default"]["content"]
        assert refused["application/problem+json"]["schema"]["$ref"].endswith("/Problem")
    assert len(names) == len(listed)
    assert schema["components"]["schemas"]["SpanIn"]["additionalProperties"] is False
