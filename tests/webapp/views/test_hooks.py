"""The page of hooks: who is told, a secret that is shown once, what was told, who may see it."""

import re
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import AccessEvent, Hook, HookDelivery, Project
from annotation.services.hooks import queue
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

ADDRESS = "https://hooks.example/told?key=1"


@pytest.fixture
def client(project: Project, manager: Any, client_of: Any, settings: Any) -> Any:
    settings.HOOK_ADDRESSES = ["https://hooks.example"]
    return client_of(manager)


def page(client: Any, name: str = "list-hooks") -> str:
    return squeezed(client.get(url(name)).content.decode())


def press(client: Any, name: str, **given: str) -> Any:
    hook = Hook.objects.get()
    return client.post(reverse(name, args=["support", hook.pk]), given, follow=True)


def test_a_manager_adds_one_and_sees_its_secret_once(client: Any, manager: Any) -> None:
    html = client.post(url("list-hooks"), {"address": ADDRESS}).content.decode()
    secret = re.search(r"afh_[\w-]{43}", html)
    hook = Hook.objects.get()
    assert secret and hook.created_by == manager
    again = page(client)
    assert "hooks.example/told?key=1" in again and secret[0] not in again
    event = AccessEvent.objects.get()
    assert (event.purpose, event.detail["did"]) == ("hook", "added")
    assert event.detail["host"] == "hooks.example" and "key=1" not in str(event.detail)


def test_only_what_the_administrator_allowed(client: Any, settings: Any) -> None:
    answer = client.post(url("list-hooks"), {"address": "https://elsewhere.example/"})
    assert answer.status_code == 403
    assert "only what begins with: https://hooks.example." in squeezed(answer.content.decode())
    assert client.post(url("list-hooks"), {"address": ""}).status_code == 422
    settings.HOOK_ADDRESSES = []
    assert "allows no address (HOOK_ADDRESSES)" in page(client)
    assert not Hook.objects.exists() and not AccessEvent.objects.exists()


def test_a_test_is_sent_and_what_became_of_it_is_told(client: Any, monkeypatch: Any) -> None:
    client.post(url("list-hooks"), {"address": ADDRESS})
    assert "A test is on its way" in press(client, "try-hook").content.decode()
    part = page(client, "show-deliveries")
    assert part.startswith('<section class="card mt" id="deliveries-') and "hx-get" in part
    assert press(client, "try-hook").status_code == 409
    monkeypatch.setattr(queue, "send", lambda *_all: 503)
    queue.deliver_due()
    part = page(client, "show-deliveries")
    assert "It answered with status 503." in part and "a test" in part
    row = HookDelivery.objects.get()
    assert '"at"' not in part and row.body["at"] not in part  # no body
    HookDelivery.objects.update(attempts=queue.TRIES, next_at=row.created_at)
    HookDelivery.objects.update(status="given_up", why="ConnectionRefusedError", answer=None)
    part = page(client, "show-deliveries")
    assert "There was no answer (ConnectionRefusedError). Given up after 8 tries." in part
    assert "hx-get" not in part


def test_one_is_switched_off_and_removed(client: Any) -> None:
    client.post(url("list-hooks"), {"address": ADDRESS})
    assert "The hook is told no more." in press(client, "switch-hook").content.decode()
    html = page(client)
    assert "switched off" in html and "Send a test" not in html
    press(client, "switch-hook", on="1")
    assert Hook.objects.get().off_at is None
    assert "The hook was removed." in press(client, "remove-hook").content.decode()
    did = [event.detail["did"] for event in AccessEvent.objects.order_by("pk")]
    assert did == ["added", "switched off", "switched on", "removed"]
    assert "hooks.example" in page(client, "show-record")
