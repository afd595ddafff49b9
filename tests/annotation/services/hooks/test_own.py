"""The hooks of a project: what may be added, switched off, tried, and their secrets."""

from typing import Any

import pytest

from annotation.models import Hook, HookDelivery, Project
from annotation.refusals import Refused
from annotation.services.hooks import own, queue
from annotation.services.hooks.secrets import secret_of

ADDRESS = "https://hooks.example/told"


@pytest.fixture
def hook(project: Project, manager: Any, settings: Any) -> Hook:
    settings.HOOK_ADDRESSES = ["https://hooks.example"]
    return own.add_hook(project, manager, ADDRESS)[0]


def refused(project: Project, manager: Any, address: str) -> str:
    with pytest.raises(Refused) as caught:
        own.add_hook(project, manager, address)
    return caught.value.code


def test_what_may_not_be_added(
    hook: Hook, project: Project, manager: Any, settings: Any, monkeypatch: Any
) -> None:
    assert refused(project, manager, ADDRESS) == "taken"
    assert refused(project, manager, "no address") == "no_address"
    assert refused(project, manager, "https://elsewhere.example/") == "address_closed"
    monkeypatch.setattr(own, "MOST", 1)
    assert refused(project, manager, f"{ADDRESS}/2") == "too_many"
    settings.HOOK_ADDRESSES = []
    assert refused(project, manager, f"{ADDRESS}/2") == "address_closed"


def test_a_secret_is_kept_nowhere_and_hangs_on_the_servers_key(
    hook: Hook, project: Project, manager: Any, settings: Any
) -> None:
    other, secret = own.add_hook(project, manager, f"{ADDRESS}/2")
    assert secret == secret_of(other) != secret_of(hook)
    assert secret not in str(Hook.objects.values().get(pk=other.pk))
    settings.SECRET_KEY = "another" * 10
    assert secret_of(other) != secret


def test_who_is_switched_off_is_told_no_more(hook: Hook, project: Project) -> None:
    queue.tell(project, "export.done", 1)
    own.switch_hook(hook, on=False)
    row = HookDelivery.objects.get()
    assert (row.status, row.why) == ("given_up", own.SWITCHED_OFF)
    assert not queue.listens(project.pk)
    queue.tell(project, "export.done", 2)
    with pytest.raises(Refused):
        own.try_hook(hook)
    own.switch_hook(hook, on=True)
    queue.tell(project, "export.done", 3)
    assert [row.body["id"] for row in own.last_deliveries(project)] == [3, 1]


def test_one_test_at_a_time_goes_to_one_hook(hook: Hook, project: Project, manager: Any) -> None:
    own.add_hook(project, manager, f"{ADDRESS}/2")
    own.try_hook(hook)
    [row] = own.last_deliveries(project)
    assert (row.event, row.hook, row.body["project"]) == ("test", hook, "support")
    with pytest.raises(Refused):
        own.try_hook(hook)
    own.remove_hook(hook)
    assert not HookDelivery.objects.exists()
