"""A production start refuses insecure settings by name; every answer carries the closed headers."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from django.test import Client

from tests.processes import warm

ROOT = Path(__file__).parents[3]
GOOD = {
    "ANTIFAZ_ENV": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "antifaz.test",
    "REDIS_URL": "redis://127.0.0.1:9/0",  # nobody listens there: a start must not need it
    "BEHIND_PROXY": "1",
    "SIGN_IN_LIMITS": "",
}
BAD = [
    ("SECRET_KEY", ""),
    ("SECRET_KEY", "short"),
    ("SECRET_KEY", "a" * 60),
    ("SECRET_KEY", "django-insecure-" + GOOD["SECRET_KEY"]),
    ("DEBUG", "1"),
    ("ALLOWED_HOSTS", ""),
    ("ALLOWED_HOSTS", "antifaz.test,*"),
    ("HTTPS", "0"),
    ("REDIS_URL", ""),
    ("CSRF_TRUSTED_ORIGINS", "http://antifaz.test"),
    ("LOG_LEVEL", "DEBUG"),
    ("SIGN_IN_LIMITS", "0"),
    ("ANTIFAZ_ENV", "prod"),
    ("UPLOAD_LIMIT", "100M"),
    ("UPLOAD_LIMIT", "0"),
    ("SESSION_SECONDS", "99999999"),
    ("SESSION_SECONDS", "0"),
    ("SESSION_SECONDS", "nan"),
    ("SESSION_IDLE_SECONDS", "0"),
    ("SESSION_IDLE_SECONDS", "-1800"),
    ("SESSION_IDLE_SECONDS", "99999999"),
    ("HEARTBEAT_SECONDS", "0"),
    ("HEARTBEAT_SECONDS", "inf"),
    ("JOB_LOST_SECONDS", "6"),
    ("DATABASE_WAIT_SECONDS", "3600"),
    ("SHARE_FROM", "-1"),
    ("LOG_LEVEL", "verbose"),
    ("BEHIND_PROXY", "perhaps"),
    ("DATABASE_URL", "/var/lib/antifaz.sqlite3"),
    ("DATABASE_URL", "mysql://u:password-of-it@127.0.0.1/antifaz"),
    ("REDIS_URL", "127.0.0.1:6379"),
    ("ERASURE_LEDGER", "/nowhere/at/all/erasures.jsonl"),
]
NUMBERS = re.findall(
    r'env_(?:number|whole)\(\s*"(\w+)"', (ROOT / "webapp/settings.py").read_text(encoding="utf-8")
)


Start = Callable[..., tuple[int, str]]


def production(folder: Path, **changed: str) -> dict[str, str]:
    """An environment with production settings of its own, none of this test run's."""
    own = {"DATABASE_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"}
    inherited = {name: value for name, value in os.environ.items() if name not in own}
    return {**inherited, **GOOD, "ANTIFAZ_DATA": str(folder), **changed}


def run_python(*arguments: str, folder: Path, **changed: str) -> CompletedProcess[str]:
    return warm.run(*arguments, env=production(folder, **changed), timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the static files that a production server reads when it starts."""
    path = tmp_path_factory.mktemp("production")
    made = run_python("manage.py", "collectstatic", "--noinput", folder=path)
    assert made.returncode == 0, made.stderr
    return path


@pytest.fixture(scope="module")
def start(folder: Path) -> Start:
    """Starts a web server with changed settings: its exit status, and what it said."""

    def start(module: str = "webapp.wsgi", **changed: str) -> tuple[int, str]:
        done = run_python("-c", f"import {module}", folder=folder, **changed)
        return done.returncode, done.stderr

    return start


@pytest.mark.parametrize(("name", "value"), BAD)
def test_web_refuses_by_name(start: Start, name: str, value: str) -> None:
    status, said = start(**{name: value})
    assert status != 0
    reason = said.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in reason
    assert name in reason
    assert len(value) < 10 or value not in said, "a secret is not repeated"


@pytest.mark.parametrize(
    ("name", "value"), [("SESSION_SECONDS", "99999999"), ("UPLOAD_LIMIT", "0")]
)
def test_a_number_out_of_range_is_refused_with_its_range(
    start: Start, name: str, value: str
) -> None:
    _status, said = start(**{name: value})
    assert re.search(rf"{name} must be from [\d,]+ to [\d,]+", said.strip().splitlines()[-1])


@pytest.mark.parametrize("name", NUMBERS)
def test_no_number_is_taken_that_cannot_be_meant(start: Start, name: str) -> None:
    status, said = start("webapp.settings", **{name: "-1"})
    assert status != 0 and f"ImproperlyConfigured: {name} must be" in said


@pytest.mark.parametrize("value", ["nan", "x"])
@pytest.mark.parametrize("name", ["HEARTBEAT_SECONDS", "UPLOAD_LIMIT"])  # a number, a whole one
def test_what_is_no_number_is_refused(start: Start, name: str, value: str) -> None:
    status, said = start("webapp.settings", **{name: value})
    assert status != 0 and f"ImproperlyConfigured: {name} must be" in said


def test_web_names_all_that_is_wrong_at_once(start: Start) -> None:
    _status, said = start(DEBUG="1", HTTPS="0")
    assert "DEBUG" in said.splitlines()[-1]
    assert "HTTPS" in said.splitlines()[-1]


@pytest.mark.parametrize("module", ["webapp.wsgi", "webapp.asgi"])
def test_web_starts_with_good_values(folder: Path, module: str) -> None:
    done = run_python("-c", f"import {module}", folder=folder)
    assert done.returncode == 0, done.stderr


def test_worker_refuses_by_name(folder: Path) -> None:
    command = ["-m", "celery", "-A", "webapp", "worker", "-P", "solo"]
    done = run_python(*command, folder=folder, DEBUG="1")
    assert done.returncode == 1
    assert "This worker does not start: DEBUG must be off." in done.stderr


def test_migration_refuses_by_name(folder: Path) -> None:
    done = run_python("docker/migrate.py", folder=folder, ALLOWED_HOSTS="*")
    assert done.returncode != 0
    assert "ALLOWED_HOSTS" in done.stderr.splitlines()[-1]


def test_deploy_check_has_nothing_to_say(folder: Path) -> None:
    check = run_python("manage.py", "check", "--deploy", "--fail-level", "WARNING", folder=folder)
    assert check.returncode == 0, check.stderr
    assert "no issues (0 silenced)" in check.stdout


def test_secret_may_come_from_a_file(folder: Path, start: Start) -> None:
    secret = folder / "secret"
    secret.write_text(GOOD["SECRET_KEY"] + "\n", encoding="utf-8")
    assert start(SECRET_KEY="", SECRET_KEY_FILE=str(secret)) == (0, "")


def test_static_files_can_be_read_by_another_user(folder: Path) -> None:
    files = [path for path in (folder / "static").rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if path.stat().st_mode & 0o777 != 0o644] == []


def test_folders_and_files_open_to_others_are_closed_at_the_start(
    tmp_path: Path, start: Start
) -> None:
    """Web and worker mend what is theirs, and say it once."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    data.chmod(0o755)
    database = data / "antifaz.sqlite3"
    files = [database, *(Path(f"{database}{ending}") for ending in ("-wal", "-shm"))]
    for path in files:
        path.touch()
        path.chmod(0o644)
    changed = {"ANTIFAZ_DATA": str(data), "STATIC_ROOT": str(tmp_path / "static")}
    status, said = start("webapp.asgi", **changed)
    assert status == 0, said
    assert data.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert said.count("was open to other users") == 4
    assert "data was open to other users (0755): closed (0700)" in said
    assert start("webapp.asgi", **changed) == (0, "")


# --- answers --------------------------------------------------------------------------------


@pytest.fixture
def https(settings: Any) -> None:
    """What HTTPS=1 sets, read by the middleware when a client makes its first request."""
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["testserver"]


def answer_broken(client: Client, monkeypatch: pytest.MonkeyPatch) -> Any:
    from annotation.services.projects import creation

    def fail(user: Any) -> None:
        raise RuntimeError("Jaume lives in Bilbao")

    monkeypatch.setattr(creation, "list_projects", fail)
    client.raise_request_exception = False
    return client.get("/", secure=True)


def answer_forged(client: Client, monkeypatch: pytest.MonkeyPatch) -> Any:
    client.handler.enforce_csrf_checks = True
    return client.post("/projects/new", {"name": "x"}, secure=True)


# kind -> (who, status, request)
ANSWERS: dict[str, tuple[str, int, Any]] = {
    "page": ("manager", 200, lambda c, m: c.get("/p/support/", secure=True)),
    "list": ("manager", 200, lambda c, m: c.get("/", secure=True)),
    "labelling page": ("annotator", 200, lambda c, m: c.get("/p/support/label", secure=True)),
    "fragment": ("manager", 200, lambda c, m: c.get("/p/support/training", secure=True)),
    "bad form": ("manager", 422, lambda c, m: c.post("/projects/new", {"name": ""}, secure=True)),
    "forbidden": ("reader", 403, lambda c, m: c.get("/p/support/settings", secure=True)),
    "not a member": ("outsider", 404, lambda c, m: c.get("/p/support/", secure=True)),
    "no such page": ("manager", 404, lambda c, m: c.get("/nowhere", secure=True)),
    "wrong method": ("manager", 405, lambda c, m: c.delete("/", secure=True)),
    "forged request": ("manager", 403, answer_forged),
    "broken": ("manager", 500, answer_broken),
    "wrong host": ("manager", 400, lambda c, m: c.get("/", secure=True, HTTP_HOST="other.test")),
    "to sign-in": ("", 302, lambda c, m: c.get("/p/support/", secure=True)),
    "sign-in": ("", 200, lambda c, m: c.get("/sign-in", secure=True)),
    "health": ("", 200, lambda c, m: c.get("/health", secure=True)),
    "poll after sign-out": (
        "",
        401,
        lambda c, m: c.get("/p/support/training", secure=True, headers={"HX-Request": "true"}),
    ),
    "administration": ("", 302, lambda c, m: c.get("/admin/", secure=True)),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_is_closed(
    kind: str,
    project: Any,
    https: None,
    client_of: Any,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    who, status, ask = ANSWERS[kind]
    client = client_of(request.getfixturevalue(who)) if who else Client()
    answer = ask(client, monkeypatch)
    assert answer.status_code == status
    headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert headers["X-Frame-Options"] == "DENY"
    assert "no-store" in headers["Cache-Control"]
    assert "private" in headers["Cache-Control"]


def test_broken_page_shows_nothing_of_the_error(
    manager: Any, client_of: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = answer_broken(client_of(manager), monkeypatch).content.decode()
    assert "Jaume" not in page
    assert "Traceback" not in page


@pytest.mark.usefixtures("https", "db")
def test_plain_http_is_led_to_https_but_for_the_probe() -> None:
    answer = Client().get("/sign-in")
    assert answer.status_code == 301
    assert answer.headers["Location"] == "https://testserver/sign-in"
    assert Client().get("/health").status_code == 200


@pytest.mark.usefixtures("db")
def test_health_says_nothing_more() -> None:
    assert Client().get("/health").content == b"ok"


def test_cookies_are_closed(folder: Path) -> None:
    names = ["SESSION_COOKIE", "CSRF_COOKIE"]
    show = "; ".join(f"print(s.{name}_NAME, s.{name}_SECURE, s.{name}_SAMESITE)" for name in names)
    code = f"import django; django.setup(); from django.conf import settings as s; {show}"
    shown = run_python("-c", code, folder=folder, DJANGO_SETTINGS_MODULE="webapp.settings")
    expected = ["__Host-sessionid True Lax", "__Host-csrftoken True Lax"]
    assert shown.stdout.split("\n")[:2] == expected


# --- who asks -------------------------------------------------------------------------------


def test_address_is_the_peer_without_a_proxy(rf: Any, settings: Any) -> None:
    from webapp.addresses import client_address

    settings.BEHIND_PROXY = False
    claim = rf.get("/", headers={"X-Real-IP": "192.0.2.9"}, REMOTE_ADDR="192.0.2.1")
    assert client_address(claim) == "192.0.2.1"


def test_address_is_what_our_proxy_saw(rf: Any, settings: Any) -> None:
    from webapp.addresses import client_address

    settings.BEHIND_PROXY = True
    passed_on = rf.get("/", headers={"X-Real-IP": "192.0.2.9"}, REMOTE_ADDR="172.18.0.2")
    assert client_address(passed_on) == "192.0.2.9"


def test_no_template_or_script_is_inline() -> None:
    """What the policy would refuse in a browser is found here without one."""
    forbidden = re.compile(r"<script(?![^>]*\bsrc=)|\son\w+=\"|\sstyle=\"|javascript:", re.I)
    pages = (ROOT / "templates").rglob("*.html")
    found = [path.name for path in pages if forbidden.search(path.read_text(encoding="utf-8"))]
    assert found == []
