"""Bad input at every address: a clear refusal, never an error of ours, and nothing changed.

The addresses and the fields are found by walking the routes and the forms, so that new ones are
tried without being named here.
"""

import json
import random
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from annotation.models import Project, Turn, User
from tests.effort import tries
from tests.webapp.api_client import problem
from tests.webapp.every_route.conftest import Values
from tests.webapp.every_route.rules import BODIES, RULES, routes

ACTIONS = sorted(name for name, (_, method) in RULES.items() if method == "post")
PAGES = sorted(name for name, (_, method) in RULES.items() if method == "get")
HTMX = {"HX-Request": "true"}

# What no field expects; each of them goes into every field sometime. In a quick run each page and
# action tries its own few of them.
HOSTILE: list[str | bytes] = [
    "",
    " ",
    "-1",
    "0",
    "1",
    "0.5",
    "1e400",
    "nan",
    "inf",
    str(2**31),
    str(2**63),
    "9" * 5000,
    "\u0661\u0662",  # digits, but not ours
    "x" * 3000,
    "\x00",
    "a\x00b",
    "a\r\nb",
    "\u202e\u2066\u200d",
    "\U0001f600e\u0301",
    b"\xed\xa0\x80",  # half of a surrogate pair
    b"\xff",
    "<script>alert(1)</script>",
    "{{ request.user.password }}",
    "'; DROP TABLE annotation_turn; --",
    "../../etc/passwd",
    "[]",
    "null",
]


@cache
def fields() -> list[str]:
    """The fields of every form of the site, and the names that views read by themselves."""
    routes()  # imports all views, and with them their forms

    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    own = [form for form in below(forms.BaseForm) if form.__module__.startswith("webapp.")]
    names = {name for form in own for name in getattr(form, "base_fields", {})}
    assert {"op_id", "start", "label", "username"} <= names
    return sorted(names | {"item", "page", "pk", "to", "after", "all", "whole", "mentions"})


def bodies(project: Project, user: Any, number: int) -> Iterator[dict[str, Any]]:
    """Bodies in which each field is right or wrong by chance, the same in every run."""
    rng = random.Random(number)
    turn = Turn.objects.filter(dialogue__project=project).first()
    label = project.labels.first()
    assert turn is not None and label is not None
    names = fields()
    for _ in range(number):
        right = {
            "op_id": str(uuid.UUID(int=rng.getrandbits(128), version=4)),
            "version": "0",
            "reader": str(user.pk),
            "start": "0",
            "end": "3",
            "label": str(label.pk),
            "text": "a",
            "name": "a",
            "kind": "surrogate",
            "action": "accept",
        }
        wrong = {name: rng.choice(HOSTILE) for name in names}
        share = rng.choice((0.0, 0.15, 1.0))
        yield {n: wrong[n] if rng.random() < share else right.get(n, wrong[n]) for n in names}


@pytest.fixture
def project(values: Values) -> Project:
    return Project.objects.get()


@pytest.fixture
def manager(values: Values) -> User:
    return User.objects.get(username="manager")


@pytest.mark.parametrize("name", ACTIONS)
def test_no_action_breaks(
    name: str, values: Values, project: Project, manager: User, client_of: Any, data_dir: Path
) -> None:
    client = client_of(manager)
    url = reverse(name, kwargs=values[name])
    for body in bodies(project, manager, tries(2, 100)):
        if name.startswith("api:"):
            text = {key: value for key, value in body.items() if isinstance(value, str)}
            mine = {**BODIES.get(name, {}), **{k: text[k] for k in list(text)[:3]}}
            for content in (json.dumps(mine), json.dumps(text), json.dumps(list(text.values()))):
                answer = client.post(url, content, content_type="application/json")
                assert answer.status_code < 500
        else:
            answer = client.post(url, body, headers=HTMX)
            assert answer.status_code < 500
        if SESSION_KEY not in client.session:
            client.force_login(manager, backend="django.contrib.auth.backends.ModelBackend")


@pytest.mark.parametrize("name", PAGES)
def test_no_page_breaks(
    name: str, values: Values, project: Project, manager: User, client_of: Any, data_dir: Path
) -> None:
    """Asked for as a page and as a part of one; in a quick run every other time as a part."""
    client = client_of(manager)
    url = reverse(name, kwargs=values[name])
    step, turns = tries(9, 1), tries(2, 1)
    asked = [dict.fromkeys(fields(), value) for value in HOSTILE]
    some = (*asked[PAGES.index(name) % step :: step], *bodies(project, manager, tries(1, 50)))
    for place, body in enumerate(some):
        few = {key: value for key, value in body.items() if len(value) < 6000}
        for headers in ({}, HTMX)[place % turns :: turns]:
            assert client.get(url, few, headers=headers).status_code < 500


@pytest.mark.parametrize("name", [n for n in ACTIONS if RULES[n][0] != "anyone"])
def test_a_change_after_the_session_is_refused_and_the_page_stays(
    name: str, values: Values, client: Client
) -> None:
    url = reverse(name, kwargs=values[name])
    if name.startswith("api:"):
        answer = client.post(url, BODIES.get(name, {}), content_type="application/json")
        problem(answer, 401, "not_signed_in")
        return
    answer = client.post(url, {}, headers=HTMX)
    assert answer.status_code == 401
    assert not {"Location", "HX-Redirect"} & set(answer.headers)
    # Without htmx the person signs in, and comes back to the page where she was.
    page = "http://testserver/p/support/guidelines/edit"
    answer = client.post(url, {}, headers={"Referer": page})
    assert answer.headers["Location"] == "/sign-in?next=%2Fp%2Fsupport%2Fguidelines%2Fedit"
