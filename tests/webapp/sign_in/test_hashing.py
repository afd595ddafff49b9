"""At most two hashes at a time, whoever asks for them; strangers share one of the two."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password

from annotation.models import User
from webapp.sign_in import hashing
from webapp.sign_in.hashing import Busy, as_stranger, hash_slot

OURS = ["webapp.sign_in.hashing.Argon2", "webapp.sign_in.hashing.PBKDF2"]


@pytest.fixture(autouse=True)
def folder(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(hashing, "PATIENCE", 0.1)
    return data_dir


def test_owasps_smaller_setting(settings: Any) -> None:
    settings.PASSWORD_HASHERS = OURS
    assert "$m=19456,t=2,p=1$" in make_password("a-long-password-1")


def test_older_hashes_count_and_are_made_anew(annotator: User, settings: Any) -> None:
    settings.PASSWORD_HASHERS = OURS
    for older in (Argon2PasswordHasher(), hashing.PBKDF2()):
        annotator.password = older.encode("a-long-password-1", older.salt())
        assert not annotator.check_password("wrong")
        assert annotator.check_password("a-long-password-1")
        assert "$m=19456,t=2,p=1$" in annotator.password
    assert check_password("a-long-password-1", annotator.password)


def test_one_slot_for_strangers_and_one_more() -> None:
    with as_stranger(True), hash_slot():
        assert trying(stranger=True) == "busy"
        assert trying(stranger=False) == "hashed"
    with hash_slot(), hash_slot():  # a hasher may call itself
        assert trying(stranger=True) == "hashed"


def trying(*, stranger: bool) -> str:
    """What becomes of a hash in another thread."""
    said: list[str] = []

    def work() -> None:
        try:
            with as_stranger(stranger), hash_slot():
                said.append("hashed")
        except Busy:
            said.append("busy")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return said[0]


def test_of_many_at_once_two_hash_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most, said = [0], [0], []
    guard = threading.Lock()

    def work(number: int) -> None:
        try:
            with as_stranger(number % 10 > 0), hash_slot():
                with guard:
                    at_once[0] += 1
                    most[0] = max(most[0], at_once[0])
                time.sleep(0.01)
                with guard:
                    at_once[0] -= 1
            said.append("hashed")
        except Busy:
            said.append("busy")

    threads = [threading.Thread(target=work, args=(each,)) for each in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] <= 2
    assert {"hashed", "busy"} == set(said)


def test_processes_share_the_slots(folder: Path) -> None:
    code = (
        "import fcntl, os, sys\n"
        "for name in sys.argv[1:]:\n"
        "    fcntl.flock(os.open(name, os.O_RDWR | os.O_CREAT), fcntl.LOCK_EX)\n"
        "print('held', flush=True); sys.stdin.read()"
    )
    (folder / "run").mkdir()
    names = [str(folder / "run" / name) for name in (hashing.OPEN_TO_ALL, hashing.KEPT)]
    command = [sys.executable, "-c", code, *names]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert trying(stranger=False) == "busy"
        other.communicate(b"")
    assert trying(stranger=False) == "hashed"


def test_on_a_full_disk_a_process_counts_alone(folder: Path) -> None:
    (folder / "run").write_text("a file where the folder should be", encoding="utf-8")
    with as_stranger(True), hash_slot():
        assert trying(stranger=True) == "busy"
