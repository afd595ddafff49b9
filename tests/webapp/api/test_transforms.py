"""The Text Transformer: what its published client sends works, nothing is kept, and no text is
given back in which an original would be readable."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from annotation.models import AccessEvent, Project
from annotation.services.standalone import transforms
from learning.types import Span
from tests import schemas
from tests.webapp.api_client import bearer, problem


@pytest.fixture
def client(names_model: Path, project: Project, annotator: Any, settings: Any) -> Client:
    settings.TRANSFORM_MODELS = [str(names_model)]
    return bearer(annotator, "transform", enforce_csrf_checks=True)


def send(client: Client, text: str, query: str = "", path: str = "/vpc") -> Any:
    return client.post(f"{path}?{query}", text.encode(), content_type="text/plain")


def published(client: Client, text: str, **params: str) -> Any:
    """As the published client asks: `requests.post(url, params=json.dumps(params), data=text)`."""
    return client.generic(
        "POST", f"/vpc?{quote(json.dumps(params))}", text.encode(), content_type=""
    )


def test_the_published_client_works(client: Client) -> None:
    answer = published(client, "Soy Miren, de Bilbao", m="names", r="REDACT")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Cache-Control" in answer.headers
    text = answer.content.decode()
    assert "Miren" not in text and text.startswith("Soy ") and text.endswith(", de Bilbao")


def test_the_parameters_come_in_three_ways(client: Client) -> None:
    text = "Soy Miren, de Bilbao"
    body = json.dumps({"text": text, "m": "names", "r": "typed"})
    answers = [
        published(client, text, m="names", r="typed"),
        send(client, text, "m=names&r=typed"),
        send(client, text, "%7B%22r%22:+%22typed%22%7D="),
        send(client, text, "r=typed", "/api/vpc"),
        client.post("/vpc", body, content_type="application/json"),
    ]
    assert [each.status_code for each in answers] == [200] * 5
    assert len({each.content for each in answers}) == 1


@pytest.mark.parametrize("name", transforms.STRATEGIES)
def test_every_strategy(name: str, client: Client) -> None:
    answer = send(client, "Soy Miren, de Bilbao", f"r={name}")
    assert answer.status_code == 200
    assert "Miren" not in answer.content.decode()


def test_lines_stay_lines_and_a_person_is_the_same_in_them(client: Client) -> None:
    text = send(client, "Soy Miren\r\n\nMe llamo Miren\n").content.decode()
    first, nothing, second, end = text.split("\n")
    assert (nothing, end, first[-1]) == ("", "", "\r")
    assert first[4:-1] == second[9:] != "Miren"


def test_without_a_known_item_the_text_comes_back(client: Client) -> None:
    assert send(client, "no funciona el router").content.decode() == "no funciona el router"
    assert send(client, "").content == b""


def test_what_would_show_an_original_is_not_given(client: Client, monkeypatch: Any) -> None:
    found = [(Span(4, 9, "first name"),), ()]
    [model] = [transforms.model_of_folder("")]
    assert model is not None
    monkeypatch.setattr(model.tagger, "predict", lambda _turns: found)
    refused = send(client, "Soy Miren\n¿Miren?")
    problem(refused, 422, "held_back")
    assert "Miren" not in refused.content.decode()


def test_nothing_is_kept_and_nothing_is_logged(
    client: Client, caplog: Any, data_dir: Path, project: Project
) -> None:
    from django.db import connection

    secret = "Zorionaga"
    send(client, f"Soy {secret}", "r=no-such")
    send(client, f"Soy {secret}")
    list(batch(client, {"text": f"Soy {secret}"}))
    assert secret not in caplog.text
    assert not [p for p in data_dir.rglob("*") if p.is_file() and secret.encode() in p.read_bytes()]
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            assert secret not in repr(cursor.fetchall())


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("m=other", 404, "not_found"),
        ("m=support", 422, "unknown_model"),
        ("m=support/1", 422, "unknown_model"),
        ("m=support/x", 422, "unknown_model"),
        ("m=../names", 404, "not_found"),
        ("r=none", 422, "unknown_strategy"),
        ("r=dissociation", 422, "unknown_strategy"),
        ("l=DEBUG", 400, "unknown_key"),
        ("%7B", 400, "bad_request"),
        ("%7B%22r%22:1%7D", 422, "invalid"),
    ],
)
def test_bad_parameters(query: str, status: int, code: str, client: Client) -> None:
    problem(send(client, "Soy Miren", query), status, code)


def test_bad_bodies(client: Client) -> None:
    latin = client.post("/vpc", "Begoña".encode("latin-1"), content_type="text/plain")
    problem(latin, 400, "bad_request")
    for body in ("[]", "{", '{"text": 3}', "{}"):
        assert client.post("/vpc", body, content_type="application/json").status_code in {400, 422}
    problem(send(client, "x" * 300_000), 413, "too_long")
    problem(send(client, "x" * 1_100_000), 413, "too_large")


def test_a_run_of_a_project_is_for_its_people(
    client: Client, names_model: Path, project: Project, annotator: Any, reader: Any, settings: Any
) -> None:
    settings.TRANSFORM_MODELS = []
    settings.ANTIFAZ_DATA = names_model.parent
    run = project.runs.create(status="done", folder=names_model.name, number=1)
    for name in ("support", f"support/{run.pk}"):
        assert send(client, "Soy Miren", f"m={name}").status_code == 200
    rows = AccessEvent.objects.filter(user=annotator).values_list("purpose", flat=True)
    assert sorted(rows) == ["program", "transform"]
    own = bearer(annotator, "transform", project=project)
    assert send(own, "Soy Miren").status_code == 200
    problem(send(client, "Soy Miren"), 422, "unknown_model")
    problem(send(bearer(reader, "transform"), "Soy Miren", "m=support"), 403, "forbidden")
    problem(send(bearer(annotator, "read"), "Soy Miren", "m=support"), 403, "scope")
    problem(send(Client(), "Soy Miren", "m=support"), 401, "not_signed_in")


def batch(client: Client, *rows: Any, query: str = "r=FULL") -> list[Any]:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    answer = send(client, "\n".join(lines), query, "/vpc/batch")
    assert (answer.status_code, answer.streaming) == (200, True)
    answers = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    for row, told in zip(rows, answers, strict=False):
        schemas.check("batch-answer", told)
        if isinstance(row, dict):
            assert schemas.fits("batch-line", row) is (told.get("error") != "invalid")
    return answers


def test_a_batch_coheres_within_a_dialogue(client: Client) -> None:
    one, two, other, turns, many = batch(
        client,
        {"dialogue": "d1", "text": "Soy Miren"},
        {"dialogue": "d1", "text": "Me llamo Miren"},
        {"dialogue": "d2", "text": "Soy Miren"},
        {"id": "d3", "turns": [{"text": "Soy Jon", "speaker": "a"}, {"text": "Le habla Jon"}]},
        {"texts": ["Soy Iker", "hola, dígame"]},
    )
    assert one["text"][4:] == two["text"][9:] != "Miren"
    assert (one["dialogue"], other["dialogue"]) == ("d1", "d2")
    said = [turn["text"] for turn in turns["turns"]]
    assert said[0][4:] == said[1][9:] != "Jon"
    assert many["texts"][1] == "hola, dígame" and "dialogue" not in many


def test_a_line_that_is_not_given_says_why(client: Client, monkeypatch: Any) -> None:
    bad, good = batch(client, "{not json", {"text": "hola, dígame"})
    assert (bad, good) == ({"error": "invalid"}, {"text": "hola, dígame"})
    for row in ({"turns": [1]}, {"text": 3}, {"texts": "x", "id": 3}, {}, "[]"):
        assert batch(client, row) == [{"error": "invalid"}]
    model = transforms.model_of_folder("")
    assert model is not None
    found = [(Span(4, 9, "first name"),), ()]
    monkeypatch.setattr(model.tagger, "predict", lambda turns: found[: len(turns)])
    held = batch(client, {"dialogue": "d", "texts": ["Soy Miren", "¿Miren?"]})
    assert held == [{"dialogue": "d", "error": "held_back"}]


def test_a_model_stays_open_until_its_file_changes(
    client: Client, names_model: Path, monkeypatch: Any
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(transforms, "_models", type(transforms._models)())
    real = transforms.load_tagger
    monkeypatch.setattr(transforms, "load_tagger", lambda path: opened.append(path) or real(path))
    for _ in range(3):
        assert send(client, "Soy Miren").status_code == 200
    assert opened == [names_model]
