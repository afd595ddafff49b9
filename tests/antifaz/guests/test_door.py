"""Who may ask a guest's server, what it takes, and that nothing of a text stands outside."""

import base64
import logging

import pytest

from annotation.refusals import Refused
from antifaz.guests.door import Answer, Body, Door, Lock
from tests.antifaz.guests.asking import ask

TOKEN = "a-token-of-twenty-characters"
SECRET = "Harriet Vane"


def echo(body: Body) -> Answer:
    if body.get("fail") == "inside":
        raise ValueError(SECRET)
    if body.get("fail"):
        raise Refused("that is refused")
    return 200, {"size": len(body)}


def door(**lock: object) -> Door:
    return Door({("POST", "/echo"): echo, ("GET", "/health"): echo}, Lock(**lock))  # type: ignore[arg-type]


def test_who_is_on_this_machine_is_served_and_a_page_of_the_web_is_not() -> None:
    assert ask(door(), "POST", "/echo/", {"a": 1}) == (200, {"size": 1})
    assert ask(door(), "GET", "/health")[0] == 200
    assert ask(door(), "POST", "/echo", {}, HTTP_HOST="[::1]:80")[0] == 200
    # A name that somebody else has pointed at this machine, and a form.
    assert ask(door(), "POST", "/echo", {}, HTTP_HOST="evil.example:9090")[0] == 421
    assert ask(door(), "POST", "/echo", {}, HTTP_HOST="")[0] == 421
    assert ask(door(), "POST", "/echo", {}, CONTENT_TYPE="text/plain")[0] == 415


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"anybody:{password}".encode()).decode()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("", 401),
        (f"Token {TOKEN}", 200),
        (f"Bearer {TOKEN}", 200),
        (basic(TOKEN), 200),
        (basic("another"), 401),
        ("Basic ???", 401),
        (f"Token {TOKEN}x", 401),
        ("Token ñ", 401),
    ],
)
def test_a_token_is_asked_for_in_a_header(said: str, status: int) -> None:
    """Whatever name the server is called by."""
    got, _said = ask(
        door(token=TOKEN), "POST", "/echo", {}, HTTP_AUTHORIZATION=said, HTTP_HOST="studio:9090"
    )
    assert got == status


def test_who_can_send_no_header_names_the_token_in_the_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "antifaz.guests"):
        assert ask(door(token=TOKEN), "POST", f"/{TOKEN}/echo", {})[0] == 200
        assert ask(door(token=TOKEN), "POST", "/another/echo", {})[0] == 401
        assert ask(door(token=TOKEN), "POST", f"/{TOKEN}/none", {})[0] == 404
    assert TOKEN not in caplog.text and "another" not in caplog.text


@pytest.mark.parametrize(
    ("body", "more", "status"),
    [
        ({}, {"CONTENT_LENGTH": ""}, 411),
        ({}, {"CONTENT_LENGTH": "-1"}, 411),
        ({}, {"CONTENT_LENGTH": "9" * 30}, 413),
        ({"a": "b" * 200}, {}, 413),
        (b"{}", {"CONTENT_LENGTH": "3"}, 400),
        (b"{", {}, 400),
        (b"[]", {}, 400),
        (b"\xff\xfe", {}, 400),
        (b'{"a": 1, "a": 2}', {}, 400),
        (b'{"a": NaN}', {}, 400),
        (b"[" * 100, {}, 400),
        ({}, {"REQUEST_METHOD": "PUT"}, 405),
        ({}, {"PATH_INFO": "/none"}, 404),
        ({"fail": "known"}, {}, 422),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_sentence(
    body: object, more: dict[str, str], status: int
) -> None:
    got, said = ask(door(most=200), "POST", "/echo", body, **more)
    assert got == status and said["error"] and said["code"]


def test_a_failure_inside_is_told_by_its_class_alone(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "antifaz.guests"):
        status, said = ask(door(), "POST", "/echo", {"fail": "inside"})
    assert status == 500 and said["error"] == "a failure inside: ValueError"
    assert SECRET not in caplog.text and "POST /echo 500" in caplog.text
