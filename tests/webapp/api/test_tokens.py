"""Tokens of programs: what they open, what they never open, and that their use is written down."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import AccessEvent, ApiToken, Export, Member, Project, Turn
from annotation.models.programs import Scope
from annotation.services.access.tokens import create_token
from annotation.services.erasing.accounts import erase_account
from tests.webapp.api_client import API, bearer, post, problem, span
from tests.webapp.every_route.rules import routes
from webapp.api.app import api
from webapp.api.calls.scopes import NEEDED


def test_it_opens_what_its_owner_may(project: Project, curator: Any) -> None:
    client = bearer(curator, "read")
    assert client.get(f"{API}/dialogues").json()["total"] == 2
    assert client.get(API).json()["role"] == "curator"
    token = ApiToken.objects.get()
    assert token.last_used_at is not None
    assert len(token.token_hash) == 64 and "afz_" not in token.token_hash


def test_no_cookie_is_needed_to_change(turn: Turn, annotator: Any) -> None:
    client = bearer(annotator, "label", enforce_csrf_checks=True)
    assert post(client, f"/turns/{turn.pk}/spans", span(turn)).status_code == 200


def test_it_opens_no_page(project: Project, curator: Any) -> None:
    client = bearer(curator, *Scope.values)
    assert client.get("/p/support/").headers["Location"].startswith("/sign-in")


def test_scopes_are_needed(project: Project, manager: Any, turn: Turn) -> None:
    label = bearer(manager, "label")
    problem(label.get(f"{API}/dialogues/{turn.dialogue_id}"), 403, "scope")
    problem(label.get(f"{API}/adjudication/{turn.dialogue_id}"), 403, "scope")
    problem(post(label, "/training"), 403, "scope")
    problem(post(bearer(manager, "read"), f"/turns/{turn.pk}/spans", span(turn)), 403, "scope")


def test_it_gives_no_more_than_the_role(project: Project, reader: Any, annotator: Any) -> None:
    every = bearer(reader, *Scope.values)
    problem(every.get(f"{API}/dialogues"), 403, "forbidden")
    problem(post(every, "/training"), 403, "forbidden")
    client = bearer(annotator, *Scope.values)
    Member.objects.filter(user=annotator).delete()
    problem(client.get(API), 404, "not_found")


def test_of_one_project_it_opens_no_other(project: Project, manager: Any) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=other, user=manager, role="manager")
    client = bearer(manager, "read", project=project)
    problem(client.get("/api/projects/other"), 403, "token_project")
    problem(client.get("/api/projects/none"), 403, "token_project")
    assert [each["slug"] for each in client.get("/api/projects").json()] == ["support"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"revoked_at": timezone.now()}, "token_revoked"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "token_expired"),
        ({"token_hash": "0" * 64}, "token_unknown"),
        ({"prefix": "other"}, "token_unknown"),
    ],
)
def test_what_has_ended_opens_nothing(
    change: dict[str, Any], code: str, project: Project, curator: Any
) -> None:
    client = bearer(curator, "read")
    ApiToken.objects.update(**change)
    refused = client.get(API)
    problem(refused, 401, code)
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert not AccessEvent.objects.exists()


def test_a_wrong_token_is_refused_beside_a_session(curator: Any, client_of: Any) -> None:
    client = client_of(curator)
    for text in ("afz_", "afz_0_0", "x", "afz_é_\x00"):
        refused = client.get("/api/projects", headers={"Authorization": f"Bearer {text}"})
        problem(refused, 401, "token_unknown")
        assert len(text) < 4 or text not in refused.content.decode()


def test_a_closed_account_has_no_tokens(project: Project, curator: Any, manager: Any) -> None:
    client = bearer(curator, "read")
    type(curator).objects.filter(pk=curator.pk).update(is_active=False)
    problem(client.get(API), 401, "token_unknown")
    erase_account(curator, by=manager)
    assert not ApiToken.objects.exists()


def test_its_use_is_in_the_record(project: Project, curator: Any, turn: Turn) -> None:
    client = bearer(curator, "read")
    token = ApiToken.objects.get()
    for _ in range(2):
        client.get(f"{API}/dialogues/{turn.dialogue_id}")
    rows = AccessEvent.objects.order_by("pk").values_list("user", "purpose", "dialogue", "detail")
    own = {"token": token.prefix}
    shown = (curator.pk, "api", turn.dialogue_id, own)
    assert list(rows) == [(curator.pk, "program", None, own), shown, shown]


def test_every_operation_says_what_it_needs() -> None:
    """Deny by default: one that says nothing is closed to tokens."""
    operations = {
        operation.view_func.__name__.replace("_", "-")
        for bound in api._get_bound_routers()
        for view in bound.path_operations.values()
        for operation in view.operations
    }
    assert operations == set(NEEDED)
    assert {f"api:{name}" for name in operations} <= set(routes())


def test_an_operation_that_says_nothing_is_closed(
    project: Project, curator: Any, monkeypatch: Any
) -> None:
    client = bearer(curator, *Scope.values)
    monkeypatch.delitem(NEEDED, "show-project")
    problem(client.get(API), 403, "no_token_here")


def test_too_many_calls_wait(project: Project, curator: Any, settings: Any, data_dir: Any) -> None:
    settings.API_CALLS_A_MINUTE = 3
    client, other = bearer(curator, "read"), bearer(curator, "read")
    assert [client.get(API).status_code for _ in range(3)] == [200] * 3
    refused = client.get(API)
    problem(refused, 429, "too_often")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert other.get(API).status_code == 200


def test_head_is_get_without_a_body(project: Project, curator: Any) -> None:
    client = bearer(curator, "read")
    told, head = client.get(API), client.head(API)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == str(len(told.content))


def test_the_page_shows_a_token_once(project: Project, curator: Any, client_of: Any) -> None:
    client: Client = client_of(curator)
    url = reverse("list-tokens")
    asked = {"name": "nightly", "days": 30, "scopes": ["read", "label"], "project": project.pk}
    [text] = re.findall(
        r"<code id=\"token\">(afz_[^<]+)<", client.post(url, asked).content.decode()
    )
    page = client.get(url).content.decode()
    assert text not in page and "nightly" in page
    token = ApiToken.objects.get()
    assert (token.scopes, token.project, token.owner) == (["read", "label"], project, curator)
    headers = {"Authorization": f"Bearer {text}"}
    assert Client().get(API, headers=headers).status_code == 200
    assert client.post(reverse("revoke-token", args=[token.pk])).status_code == 302
    problem(Client().get(API, headers=headers), 401, "token_revoked")


def test_the_page_refuses(project: Project, curator: Any, outsider: Any, client_of: Any) -> None:
    url, asked = reverse("list-tokens"), {"name": "x", "days": 30, "scopes": ["read"]}
    for change in ({"days": 0}, {"days": 367}, {"scopes": []}, {"scopes": ["all"]}, {"name": ""}):
        assert client_of(curator).post(url, asked | change).status_code == 422
    foreign = client_of(outsider).post(url, asked | {"project": project.pk})
    assert foreign.status_code == 422
    assert not ApiToken.objects.exists()
    token, _text = create_token(curator, name="x", days=1, scopes=["read"])
    assert client_of(outsider).post(reverse("revoke-token", args=[token.pk])).status_code == 404


def test_no_token_is_logged(project: Project, curator: Any, caplog: Any) -> None:
    client = bearer(curator, "read")
    client.get(f"{API}/no-such-thing")
    client.get(API, headers={"Authorization": "Bearer afz_0123_wrong"})
    text = str(client.defaults["HTTP_AUTHORIZATION"])
    assert text[7:] not in caplog.text and "afz_0123" not in caplog.text
    assert not Export.objects.exists()


def test_the_record_names_the_token(project: Project, manager: Any, client_of: Any) -> None:
    bearer(manager, "read").get(API)
    page = client_of(manager).get("/p/support/record").content.decode()
    assert f"by token afz_{ApiToken.objects.get().prefix}…" in " ".join(page.split())
