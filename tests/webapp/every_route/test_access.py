"""Every URL against every person: closed by default; a new URL fails until it is listed here."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from annotation.models import (
    Dialogue,
    Member,
    Project,
    QueryItem,
    Turn,
    User,
)
from tests.conftest import make_project
from tests.webapp.every_route.rules import BODIES, PROJECT_URLS, RULES, arguments, routes
from webapp.access import RIGHTS


def test_every_url_is_listed() -> None:
    assert set(routes()) == set(RULES)


def test_an_operation_that_is_not_listed_is_found() -> None:
    """The listing reaches into the API: each of its operations stands in RULES by its own name."""
    from webapp.api.app import api

    operations = {
        f"api:{operation.view_func.__name__.replace('_', '-')}"
        for bound in api._get_bound_routers()
        for view in bound.path_operations.values()
        for operation in view.operations
    }
    assert operations
    assert operations <= set(routes())
    assert operations <= set(RULES)


Values = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Values]:
    """The people, the project and its objects, made once for the hundreds of tests here. What a
    test changes is taken back at its end, inside the transaction that holds them all."""
    with django_db_blocker.unblock(), transaction.atomic():
        roles = ("manager", "curator", "annotator", "second", "reader")
        project = make_project(*(User.objects.create(username=name) for name in roles))
        User.objects.create(username="outsider")
        yield {name: arguments(name, project) for name in RULES}
        transaction.set_rollback(True)


@pytest.fixture
def values(stage: Values, db: None) -> Values:
    """The arguments of every address."""
    return stage


@pytest.fixture
def project(values: Values) -> Project:
    return Project.objects.get()


@pytest.fixture
def manager(values: Values) -> User:
    return User.objects.get(username="manager")


@pytest.fixture
def annotator(values: Values) -> User:
    return User.objects.get(username="annotator")


@pytest.fixture
def outsider(values: Values) -> User:
    return User.objects.get(username="outsider")


def ask(client: Any, name: str, values: dict[str, Any]) -> Any:
    url = reverse(name, kwargs=values)
    if name in BODIES and RULES[name][1] == "get":
        return client.get(url, BODIES[name])
    if name in BODIES:
        return client.post(url, BODIES[name], content_type="application/json")
    return getattr(client, RULES[name][1])(url)


def status(client: Any, name: str, values: Values) -> int:
    return int(ask(client, name, values[name]).status_code)


@pytest.mark.parametrize("name", sorted(RULES))
def test_strangers_are_sent_to_sign_in(name: str, values: Values, client: Any) -> None:
    response = ask(client, name, values[name])
    if RULES[name][0] == "anyone":
        assert response.status_code in {200, 302}
    elif name.startswith("api:"):
        assert response.status_code == 401
        assert "Location" not in response.headers
        assert response.json()["code"] == "not_signed_in"
    else:
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/sign-in")


@pytest.mark.parametrize("name", PROJECT_URLS)
def test_outsiders_see_nothing(name: str, values: Values, outsider: User, client_of: Any) -> None:
    assert status(client_of(outsider), name, values) == 404


@pytest.mark.parametrize("role", list(RIGHTS))
@pytest.mark.parametrize("name", PROJECT_URLS)
def test_roles(
    name: str, role: str, values: Values, project: Project, outsider: User, client_of: Any
) -> None:
    Member.objects.create(project=project, user=outsider, role=role)
    answer = status(client_of(outsider), name, values)
    if RULES[name][0] in RIGHTS[role]:
        assert answer not in {401, 403, 405, 500, 501}
    else:
        assert answer == 403


@pytest.mark.parametrize("name", [n for n in PROJECT_URLS if n not in {"remove-member"}])
def test_another_projects_objects_stay_closed(
    name: str, values: Values, outsider: User, client_of: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=other, user=outsider, role="manager")
    if "pk" not in values[name]:
        pytest.skip("the address names no object")
    elsewhere = values[name] | {"slug": "other"}
    assert ask(client_of(outsider), name, elsewhere).status_code == 404


# (Django's own view of the language answers GET by a redirect and changes nothing.)
ACTIONS = [n for n, (_, method) in RULES.items() if method == "post" and n != "set-language"]


@pytest.mark.parametrize("name", ACTIONS)
def test_actions_refuse_get(name: str, values: Values, manager: User, client_of: Any) -> None:
    url = reverse(name, kwargs=values[name])
    assert client_of(manager).get(url).status_code == 405


def test_admin_is_for_staff(manager: User, client_of: Any) -> None:
    assert client_of(manager).get("/admin/").status_code == 302


def test_numbers_that_are_no_ids(project: Project, manager: User, client_of: Any) -> None:
    for number in ("0", "999999999", str(2**63), str(2**70)):
        assert client_of(manager).get(f"/p/support/label/{number}").status_code == 404


# What a number in the address asks for: text of the first call, of which nobody is asked.
CLOSED = sorted(
    name
    for name, (who, _method) in RULES.items()
    if who == "label" and "/<int:pk>" in str(routes()[name].pattern) and name != "show-version"
)


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("how", ["unasked", "test"])
def test_an_annotator_reaches_no_dialogue_that_she_is_not_asked_about(
    name: str, how: str, values: Values, annotator: User, client_of: Any
) -> None:
    if how == "test":
        Dialogue.objects.update(split="test")
    else:  # another person has read what was asked
        QueryItem.objects.update(status="done")
    assert status(client_of(annotator), name, values) == 404
    assert status(client_of(User.objects.get(username="curator")), name, values) != 404


def test_turns_and_lists_show_an_annotator_nothing_of_the_rest(
    project: Project, annotator: User, client_of: Any
) -> None:
    QueryItem.objects.update(status="done")
    client, turns = client_of(annotator), Turn.objects.all()
    for asked in ([turns[0].pk], [turn.pk for turn in turns]):
        answer = client.get("/p/support/turns", {"pk": asked})
        assert (answer.status_code, answer.content) == (422, b"")
    listed = client.get("/api/projects/support/dialogues").json()
    assert (listed["total"], listed["dialogues"]) == (0, [])
