"""Guessing is slowed before a password is hashed, by address and by name; nobody is locked out."""

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from webapp.sign_in import backend, limits
from webapp.sign_in.hashing import Busy
from webapp.sign_in.limits import networks_of

RIGHT = "a-long-password-1"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_800_000_000.0]
    monkeypatch.setattr(limits.time, "time", lambda: now[0])
    return now


@pytest.fixture(autouse=True)
def limited(settings: Any, data_dir: Path) -> Iterator[None]:
    settings.SIGN_IN_LIMITS = True
    settings.BEHIND_PROXY = True
    yield
    limits._open.clear()


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were compared or hashed."""
    seen: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, password, salt: seen.append(password) or encode(self, password, salt),
    )
    return seen


Send = Callable[..., Any]


@pytest.fixture
def send(manager: Any, hashed: list[str]) -> Send:
    hashed.clear()

    def send(
        name: str = "manager",
        password: str = "wrong",
        address: str = "192.0.2.9",
        client: Client | None = None,
        path: str = "/sign-in",
    ) -> Any:
        form = {"username": name, "password": password}
        return (client or Client()).post(path, form, headers={"X-Real-IP": address})

    return send


def test_forty_names_from_one_address_are_slowed(
    send: Send, clock: list[float], hashed: list[str]
) -> None:
    answers = [send(f"name-{n}").status_code for n in range(40)]
    assert answers == [200] * 10 + [429] * 30
    assert len(hashed) == 10, "the others cost no hash"
    clock[0] += 61
    assert send("name-41").status_code == 200


def test_a_hundred_and_twenty_guesses_from_thirty_addresses_are_slowed(
    send: Send, clock: list[float], hashed: list[str]
) -> None:
    for number in range(120):
        clock[0] += 0.1
        send(address=f"192.0.2.{number % 30}")
    assert len(hashed) <= 31
    assert send(address="192.0.2.7").status_code == 429


def test_strangers_lock_nobody_out(send: Send, clock: list[float]) -> None:
    mine = Client()
    assert send(password=RIGHT, address="198.51.100.1", client=mine).status_code == 302
    mine.post("/sign-out")
    for number in range(120):
        clock[0] += 0.1
        send(address=f"192.0.2.{number % 30}")
    assert send(password=RIGHT, address="192.0.2.7", client=mine).status_code == 302
    elsewhere = send(password=RIGHT, address="203.0.113.5")
    assert elsewhere.status_code == 302, "the first try of a new browser is not refused either"


def test_the_page_says_how_long_to_wait(send: Send, clock: list[float]) -> None:
    waits = []
    for _ in range(9):
        answer = send()
        if answer.status_code == 429:
            waits.append(int(answer.headers["Retry-After"]))
            assert f"Wait for {waits[-1]} s".encode() in answer.content
            clock[0] += waits[-1]
            assert send().status_code == 200
        clock[0] += 0.01
    assert waits == sorted(waits)
    assert 1 <= waits[0] <= waits[-1] <= limits.LONGEST + 1


def test_unknown_names_are_treated_alike(send: Send, clock: list[float], hashed: list[str]) -> None:
    def story(name: str, network: str) -> list[Any]:
        answers = []
        for number in range(12):
            clock[0] += 10
            answer = send(name, address=f"{network}.{number % 2}")
            answers.append((answer.status_code, answer.headers.get("Retry-After")))
        return answers

    known = story("manager", "192.0.2")
    compared = len(hashed)
    assert story("nobody", "198.51.100") == known
    assert len(hashed) == 2 * compared


def test_guesses_in_a_known_browser_are_counted_too(
    send: Send, clock: list[float], hashed: list[str]
) -> None:
    mine = Client()
    send(password=RIGHT, client=mine)
    mine.post("/sign-out")
    hashed.clear()
    for _ in range(40):
        send(client=mine)
    assert len(hashed) <= 20


def test_a_browser_is_known_for_the_names_that_signed_in_with_it(
    send: Send, clock: list[float], annotator: Any, hashed: list[str]
) -> None:
    mine = Client()
    send("annotator", RIGHT, client=mine)
    mine.post("/sign-out")
    hashed.clear()
    for _ in range(20):
        send("manager", client=mine)
    assert len(hashed) <= 6


@pytest.mark.parametrize("value", ["", "x", "e30:1a:b"])
def test_a_cookie_that_nobody_signed_is_nothing(send: Send, settings: Any, value: str) -> None:
    client = Client()
    client.cookies[settings.KNOWN_BROWSER_COOKIE_NAME] = value
    assert send(password=RIGHT, client=client).status_code == 302
    cookie = client.cookies[settings.KNOWN_BROWSER_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert "manager" not in cookie.value


def test_one_who_signs_in_uses_up_nothing(send: Send, clock: list[float], manager: Any) -> None:
    assert {send(password=RIGHT).status_code for _ in range(60)} == {302}, "an office of sixty"


def test_the_administration_has_the_same_limits(send: Send, clock: list[float]) -> None:
    answers = {send(f"name-{n}", path="/admin/login/").status_code for n in range(40)}
    assert answers == {200, 429}


def test_addresses_of_ipv6_count_by_64_bits() -> None:
    assert networks_of("2001:db8:1:2:3::4") == ("2001:db8:1:2::/64", "2001:db8:1::/48")
    assert networks_of("::ffff:192.0.2.1") == ("192.0.2.1", "192.0.2.1")
    assert networks_of("192.0.2.1") == ("192.0.2.1", "192.0.2.1")


def test_a_slash_64_is_one_address(send: Send, clock: list[float], hashed: list[str]) -> None:
    for number in range(40):
        send(f"name-{number}", address=f"2001:db8::{number + 1:x}")
    assert len(hashed) == 10
    for number in range(200):
        send(f"name-{number}", address=f"2001:db8:0:{number + 1:x}::1")
    assert len(hashed) == 40, "nor does a whole /48 help much"


def test_the_file_holds_no_name_and_no_address(send: Send, data_dir: Path) -> None:
    send("Jaume", address="192.0.2.77")
    written = b"".join(path.read_bytes() for path in (data_dir / "run").glob("sign_in*"))
    assert written
    assert not re.search(rb"Jaume|192\.0\.2", written)


def test_a_damaged_file_of_counts_is_replaced(send: Send, data_dir: Path, clock: Any) -> None:
    (data_dir / "run").mkdir()
    (data_dir / "run" / "sign_in.sqlite3").write_bytes(b"not a database" * 1000)
    assert send(password=RIGHT).status_code == 302
    assert [send(f"name-{n}").status_code for n in range(11)][-1] == 429


@pytest.mark.parametrize("when", ["begun", "add"])
def test_a_full_disk_keeps_nobody_out(
    send: Send, monkeypatch: pytest.MonkeyPatch, clock: Any, when: str
) -> None:
    """Be it full when the counts are opened, or when one is written."""
    real = getattr(limits, when)

    def full(place: Any, *rest: Any) -> Any:
        if place is None or place is limits._open.get(None):
            return real(place, *rest)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(limits, when, full)
    assert send(password=RIGHT).status_code == 302
    assert [send(f"name-{n}").status_code for n in range(11)][-1] == 429, "memory counts"


def test_without_a_free_slot_the_answer_is_503_at_once(
    send: Send, monkeypatch: pytest.MonkeyPatch, hashed: list[str]
) -> None:
    def busy(*_: Any) -> None:
        raise Busy

    with monkeypatch.context() as patched:
        patched.setattr(MD5PasswordHasher, "verify", busy)
        patched.setattr(MD5PasswordHasher, "encode", busy)
        for _ in range(15):
            answer = send(password=RIGHT)
            assert answer.status_code == 503
            assert "Retry-After" in answer.headers
            assert b"Very many sign-ins arrive just now" in answer.content
    assert send(password=RIGHT).status_code == 302, "what was not compared was no try"


def test_few_threads_sign_people_in_and_the_rest_save(
    send: Send, monkeypatch: pytest.MonkeyPatch, hashed: list[str], clock: list[float]
) -> None:
    """While two strangers are looked at, a third is sent away unasked; a known browser is not."""
    mine = Client()
    assert send(password=RIGHT, client=mine).status_code == 302
    mine.post("/sign-out")
    hashed.clear()
    with contextlib.ExitStack() as held:
        for _ in range(2):
            assert backend.ROOM[True].acquire(blocking=False)
            held.callback(backend.ROOM[True].release)
        answer = send(password=RIGHT)
        assert answer.status_code == 503
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert hashed == []
        assert send(password=RIGHT, client=mine).status_code == 302
        assert Client().get("/sign-in").status_code == 200
    assert send(password=RIGHT).status_code == 302
