"""The cast and the stage: people named by role, a project with labels and two small calls.

With REQUIRE_SERVICES=1 missing services fail; otherwise their tests are skipped with the reason.
"""

import contextlib
import gc
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import settings

from tests.effort import tries
from tests.network import _reach, no_network  # noqa: F401 (fixtures)
from tests.settings import OWN_DATA
from webapp.start_up.room import with_room

# What the processes of a run share lies in a folder that the first of them makes and takes away.
_is_first = "ANTIFAZ_TESTS" not in os.environ
gc.disable()  # while tests are collected: hardly anything of it can go
OF_THE_RUN = Path(os.environ.setdefault("ANTIFAZ_TESTS", f"{OWN_DATA}/run"))

REQUIRED = os.environ.get("REQUIRE_SERVICES") == "1"
SHARED = Path(__file__).resolve().parents[2] / "shared"
CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")  # the same engine at two thirds of the cost
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
)

# On a developer's machine each run tries new examples; where a run decides, it decides the same
# twice. No deadline: how long a case takes says what else runs here.
settings.register_profile(
    "antifaz", deadline=None, derandomize=REQUIRED, max_examples=tries(15, 500)
)
settings.load_profile("antifaz")


if os.environ.get("REQUIRE_BERT") == "1":  # its tests are not to be skipped without a word
    import transformers  # noqa: F401


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.lanes import make_scheduler

    return make_scheduler(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A browser on a loaded machine is not always the same browser: its story is told once more
    before it counts as failed. The summary names it as RERUN, for somebody to look into."""
    for item in items:
        if "chromium" in item.nodeid and item.nodeid.startswith("tests/flows/"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if hasattr(config, "workerinput"):  # a process of several
        from tests.lanes import in_order

        items[:] = in_order(items)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: it is not looked through for what can go. Tests leave
    little in circles: to look for it seldom saves a tenth of the time and costs some memory."""
    gc.freeze()
    gc.set_threshold(1_000_000, 5, 5)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """A test stands deep in calls of pytest: with room for more, views cost a sixth less."""
    names = pyfuncitem._fixtureinfo.argnames
    with_room(pyfuncitem.obj)(**{name: pyfuncitem.funcargs[name] for name in names})
    return True


def pytest_unconfigure(config: pytest.Config) -> None:
    if _is_first and OF_THE_RUN.exists():
        from tests.tables import drop_template

        drop_template()
    shutil.rmtree(OWN_DATA, ignore_errors=True)


def missing(what: str) -> None:
    """Fail where services are required, skip elsewhere."""
    if REQUIRED:
        pytest.fail(f"{what}, and it is required here")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if CHROMIUM is None:
        missing("Chromium is not installed")
    quiet = [
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-gpu",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ]
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": ["--no-sandbox", *quiet],
    }


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real corpora that live beside the project, where they exist."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip("the shared corpora are not on this machine")
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Each process has a database of its own. It is a file: a browser asks for several things at
    once, and threads cannot share one SQLite connection. Its end comes before any power cut."""
    from django.conf import settings

    from tests.tables import copy_tables

    own = settings.DATABASES["default"]
    own["TEST"]["NAME"] = str(copy_tables(Path(OWN_DATA), "tests.sqlite3"))
    options = own["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """What is drawn by chance follows from ids: after a test that really commits they begin anew,
    so that the next test of the process sees the same ids whatever ran before it. Its tables are
    empty by now; triggers noted what was deleted last, and that goes too."""
    yield
    fixtures = {"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
    if fixtures or any(m.kwargs.get("transaction") for m in item.iter_markers("django_db")):
        from django.db import OperationalError, connection
        from pytest_django.plugin import blocking_manager_key

        allowed = item.config.stash[blocking_manager_key].unblock()
        with contextlib.suppress(OperationalError), allowed, connection.cursor() as cursor:
            cursor.execute("DELETE FROM annotation_toucheddialogue")
            cursor.execute("DELETE FROM sqlite_sequence")


# What a migration put there and no test changes: it stays when a test's rows go.
OF_MIGRATIONS = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """After a test that commits, its tables are emptied but for what migrations put into them: to
    make content types and permissions anew takes ten times as long as all else."""
    from django.core.management import sql
    from django.core.management.commands import flush

    def but_for_migrations(style: Any, connection: Any, **more: Any) -> list[str]:
        names = connection.introspection.django_table_names
        kept = sorted(set(names(only_existing=True, include_views=False)) - OF_MIGRATIONS)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connection.introspection, "django_table_names", lambda **_: kept)
            return sql.sql_flush(style, connection, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", but_for_migrations)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_, **__: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_settings(django_test_environment: None) -> Iterator[None]:
    """A password costs nothing, no client looks through all static files when it is made, no page
    keeps copies of what its templates were given, and the server has room as `wsgi.py` gives."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.template.base import Template
    from django.test import override_settings
    from django.test.utils import _TestState

    Template._render = _TestState.saved_data.template_render  # type: ignore[attr-defined]
    WSGIHandler.__call__ = with_room(WSGIHandler.__call__)  # type: ignore[method-assign]
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(autouse=True)
def no_broker(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> list[tuple[str, Any]]:
    """Messages to workers are recorded, not sent, unless the test is marked `worker`."""
    sent: list[tuple[str, Any]] = []
    if request.node.get_closest_marker("worker") is None:
        from celery import current_app

        monkeypatch.setattr(
            current_app, "send_task", lambda name, args=None, **_: sent.append((name, args))
        )
    return sent


@pytest.fixture
def data_dir(settings: Any, tmp_path: Path) -> Path:
    """A data folder for this test alone."""
    settings.ANTIFAZ_DATA = tmp_path
    return tmp_path


def _user(django_user_model: Any, name: str) -> Any:
    return django_user_model.objects.create_user(
        name,
        password="a-long-password-1",
        toured_at=timezone.now(),  # has seen the guided story
    )


@pytest.fixture
def manager(db: None, django_user_model: Any) -> Any:
    return _user(django_user_model, "manager")


@pytest.fixture
def curator(db: None, django_user_model: Any) -> Any:
    return _user(django_user_model, "curator")


@pytest.fixture
def annotator(db: None, django_user_model: Any) -> Any:
    return _user(django_user_model, "annotator")


@pytest.fixture
def second_annotator(db: None, django_user_model: Any) -> Any:
    return _user(django_user_model, "second")


@pytest.fixture
def reader(db: None, django_user_model: Any) -> Any:
    return _user(django_user_model, "reader")


@pytest.fixture
def outsider(db: None, django_user_model: Any) -> Any:
    return _user(django_user_model, "outsider")


CALLS: dict[str, list[tuple[str, str]]] = {
    "call-1": [
        ("agent", "Buenos días, le atiende Marta, ¿con quién hablo?"),
        ("caller", "Soy Francisco Olabarri, de Bilbao"),
        ("agent", "Dígame, Fran"),
        ("caller", "<%eh> no me va el router desde mayo"),
    ],
    "call-2": [
        ("agent", "¿Me dice su teléfono?"),
        ("caller", "seis uno dos tres"),
        ("agent", "Gracias"),
    ],
}


@pytest.fixture
def project(manager: Any, curator: Any, annotator: Any, second_annotator: Any, reader: Any) -> Any:
    return make_project(manager, curator, annotator, second_annotator, reader)


def make_project(
    manager: Any, curator: Any, annotator: Any, second_annotator: Any, reader: Any
) -> Any:
    """A Spanish project with everybody but the outsider, the ES-Port labels and two calls."""
    from annotation.models import Dialogue, Label, Member, Project, Turn
    from annotation.schemes import SCHEMES

    # A test draws the same surrogates in every run, and finds nothing that another left in memory.
    key = hashlib.sha256(os.environ["PYTEST_CURRENT_TEST"].encode()).digest()
    project = Project.objects.create(
        slug="support", name="Support calls", batch_size=3, surrogate_key=key
    )
    roles = {
        manager: "manager",
        curator: "curator",
        annotator: "annotator",
        second_annotator: "annotator",
        reader: "reader",
    }
    Member.objects.bulk_create(Member(project=project, user=u, role=r) for u, r in roles.items())
    Label.objects.bulk_create(
        Label(project=project, name=label.name, key=label.key, family=label.family, position=place)
        for place, label in enumerate(SCHEMES["es-port"].labels)
    )
    for place, (name, turns) in enumerate(CALLS.items()):
        dialogue = Dialogue.objects.create(project=project, external_id=name, position=place)
        Turn.objects.bulk_create(
            Turn(dialogue=dialogue, position=p, speaker=s, text=t) for p, (s, t) in enumerate(turns)
        )
    return project


@pytest.fixture
def batch(project: Any) -> Any:
    """A batch that asks three turns of the first call."""
    from annotation.models import Batch, QueryItem, Turn

    batch = Batch.objects.create(project=project, number=1, strategy="random")
    turns = Turn.objects.filter(dialogue__project=project, dialogue__external_id="call-1")
    QueryItem.objects.bulk_create(
        QueryItem(batch=batch, turn=turn, rank=rank, reason="random")
        for rank, turn in enumerate(turns[:3])
    )
    return batch


@pytest.fixture
def labelled(project: Any, annotator: Any) -> Any:
    """The project, of which the annotator has read both calls."""
    from tests.labelled import read_all

    read_all(project, annotator)
    return project


@pytest.fixture
def client_of() -> Callable[[Any], Any]:
    """A signed-in test client for a person."""
    from django.test import Client

    def make(user: Any) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return make
