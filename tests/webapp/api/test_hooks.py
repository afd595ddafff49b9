"""Hooks by the API: as the page does it, with a token that may."""

import json
from typing import Any

import pytest

from annotation.models import AccessEvent, Hook, HookDelivery, OnceCall, Project
from annotation.services.hooks import queue
from tests.webapp.addresses import url
from tests.webapp.api_client import API, bearer, post, problem

ADDRESS = "https://hooks.example/told?key=1"


@pytest.fixture
def client(project: Project, manager: Any, settings: Any) -> Any:
    settings.HOOK_ADDRESSES = ["https://hooks.example"]
    return bearer(manager, "manage")


def add(client: Any, address: str = ADDRESS) -> Any:
    return post(client, "/hooks", {"address": address})


def test_a_hook_is_named_and_its_secret_is_told_once(
    client: Any, manager: Any, client_of: Any
) -> None:
    made = client.post(
        f"{API}/hooks",
        json.dumps({"address": ADDRESS}),
        content_type="application/json",
        headers={"Idempotency-Key": "one"},
    )
    assert made.status_code == 201
    row, secret = made.json()["hook"], made.json()["secret"]
    hook = Hook.objects.get()
    assert (row["id"], row["address"], row["on"]) == (hook.pk, ADDRESS, True)
    assert secret == queue.secret_of(hook) and hook.created_by == manager
    assert client.get(f"{API}/hooks").json() == [row]
    assert not OnceCall.objects.exists()  # the answer, with the secret, is kept nowhere
    assert "Idempotency-Replayed" not in made.headers
    problem(add(client), 409, "taken")
    assert "hooks.example/told?key=1" in client_of(manager).get(url("list-hooks")).content.decode()


def test_it_is_tried_switched_and_removed_and_all_of_it_is_written_down(
    client: Any, monkeypatch: Any
) -> None:
    pk = add(client).json()["hook"]["id"]
    assert post(client, f"/hooks/{pk}/test").status_code == 202
    problem(post(client, f"/hooks/{pk}/test"), 409, "too_often")
    monkeypatch.setattr(queue, "send", lambda *_all: 503)
    queue.deliver_due()
    [told] = client.get(f"{API}/deliveries").json()
    row = HookDelivery.objects.get()
    assert (told["number"], told["hook"], told["event"]) == (str(row.number), pk, "test")
    assert (told["status"], told["attempts"], told["answer"]) == ("waiting", 1, 503)
    assert "body" not in told
    assert post(client, f"/hooks/{pk}/switch", {"on": False}).json()["on"] is False
    [told] = client.get(f"{API}/deliveries").json()
    assert (told["status"], told["why"]) == ("given_up", "The hook was switched off.")
    problem(post(client, f"/hooks/{pk}/test"), 409, "switched_off")
    problem(post(client, f"/hooks/{pk}/switch", {"on": "no"}), 422, "invalid")
    assert post(client, f"/hooks/{pk}/switch", {"on": True}).json()["on"] is True
    assert post(client, f"/hooks/{pk}/remove").json()["id"] == pk
    assert client.get(f"{API}/hooks").json() == [] and not HookDelivery.objects.exists()
    events = AccessEvent.objects.filter(purpose="hook").order_by("pk")
    did = ["added", "tried", "switched off", "switched on", "removed"]
    assert [event.detail["did"] for event in events] == did
    assert {event.detail["host"] for event in events} == {"hooks.example"}
    assert all("token" in event.detail for event in events)


def test_only_what_the_administrator_allowed(client: Any, settings: Any) -> None:
    problem(add(client, "https://elsewhere.example/"), 403, "address_closed")
    for address in ("", "hooks.example", "ftp://hooks.example/", "https://a:b@hooks.example/x"):
        told = problem(add(client, address), 422, "no_address" if address else "invalid")
        assert not address or address not in told["detail"]
    settings.HOOK_ADDRESSES = []
    problem(add(client), 403, "address_closed")
    assert not Hook.objects.exists() and not AccessEvent.objects.filter(purpose="hook").exists()


def test_hooks_are_for_managers_with_the_scope(
    project: Project, manager: Any, curator: Any, settings: Any
) -> None:
    problem(add(bearer(manager, "read", "import", "export", "train")), 403, "scope")
    problem(add(bearer(curator, "manage")), 403, "forbidden")
    problem(bearer(curator, "manage").get(f"{API}/deliveries"), 403, "forbidden")
