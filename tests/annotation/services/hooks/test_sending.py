"""One try: how it is signed, where nothing is sent, and which addresses may be named."""

import http.client
import socket
from typing import Any

import pytest

from annotation.services.hooks import addresses, sending

SECRET = "a-secret-of-the-operator-0123456789"


@pytest.mark.loopback
def test_who_does_not_answer_is_left(settings: Any, monkeypatch: Any) -> None:
    settings.HOOK_NETWORKS = ["127.0.0.1/32"]
    monkeypatch.setattr(sending, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(Exception) as caught:  # noqa: PT011 (a time-out or a hung-up line)
            sending.send(url, b"{}", "x", SECRET)
    assert isinstance(caught.value, OSError | http.client.HTTPException)


def test_nothing_is_sent_after_a_look_up_that_took_long(settings: Any, monkeypatch: Any) -> None:
    """Another worker may have the delivery by then."""
    settings.HOOK_NETWORKS = ["127.0.0.1/32"]
    monkeypatch.setattr(sending, "SECONDS", 0.0)
    with pytest.raises(TimeoutError):
        sending.send("http://127.0.0.1:9/", b"{}", "x", SECRET)


@pytest.mark.parametrize(
    "spot",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0",
     "::ffff:10.0.0.1", "100.64.0.1", "fe80::1%eth0"],
)  # fmt: skip
def test_private_networks_are_not_called_unless_they_are_named(spot: str, settings: Any) -> None:
    settings.HOOK_NETWORKS = []
    assert not addresses.may_call(spot)
    settings.HOOK_NETWORKS = ["10.1.0.0/16"]
    assert addresses.may_call(spot) == (spot == "10.1.2.3")
    assert addresses.may_call("93.184.216.34")


def test_a_name_that_leads_inside_is_refused(settings: Any, monkeypatch: Any) -> None:
    settings.HOOK_NETWORKS = []
    answers = [(0, 0, 0, "", ("93.184.216.34", 80)), (0, 0, 0, "", ("10.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: answers)
    with pytest.raises(addresses.HookRefused):
        sending.send("http://hooks.example/x", b"{}", "x", SECRET)


@pytest.mark.parametrize(
    "url",
    ["ftp://a/b", "http://", "file:///etc/passwd", "http://u:p@a/", "http://a:port/",
     "http://a/b\r\nX: y", "http://a/b c", "http://a/b#c", "http://a/%2e%2e/c", "http://a/á",
     "http://a\\b/"],
)  # fmt: skip
def test_only_plain_addresses(url: str) -> None:
    with pytest.raises(addresses.HookRefused):
        addresses.check_url(url)


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://hooks.example/antifaz", True),
        ("https://HOOKS.example:443/antifaz/may?x=1", True),
        ("https://hooks.example/antifaz-other", False),
        ("https://hooks.example/", False),
        ("http://hooks.example/antifaz", False),
        ("https://hooks.example:8443/antifaz", False),
        ("https://hooks.example.org/antifaz", False),
        ("http://inside:8000/anything", True),
    ],
)
def test_addresses_begin_as_the_operator_allowed(url: str, allowed: bool, settings: Any) -> None:
    settings.HOOK_ADDRESSES = ["https://hooks.example/antifaz/", "http://inside:8000"]
    assert addresses.is_allowed(url) == allowed
    settings.HOOK_ADDRESSES = []
    assert not addresses.is_allowed(url)
