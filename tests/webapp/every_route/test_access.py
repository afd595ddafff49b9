"""Every URL against every person: closed by default; a new URL fails until it is listed here.

A test asks all of them as one person and names at its end each that answered wrongly.
"""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from annotation.models import (
    Dialogue,
    Member,
    Project,
    QueryItem,
    Turn,
    User,
)
from tests.effort import tries
from tests.webapp.every_route.conftest import Values
from tests.webapp.every_route.rules import BODIES, PROJECT_URLS, RULES, routes
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


def check(
    names: Iterable[str], answer: Callable[[str], Any], is_right: Callable[[str, Any], bool]
) -> None:
    """Fail with every URL whose answer is not right; none sees what another changed."""
    wrong = []
    for name in names:
        with transaction.atomic():
            response = answer(name)
            transaction.set_rollback(True)
        if not is_right(name, response):
            wrong.append(f"{name}: {response.status_code} {response.headers.get('Location', '')}")
    assert not wrong, "\n".join(wrong)


def code(expected: int) -> Callable[[str, Any], bool]:
    return lambda _name, response: response.status_code == expected


def quiet(client: Client) -> Client:
    """A view that fails answers 500 to it, so that the others are asked, too."""
    client.raise_request_exception = False
    return client


def test_strangers_are_sent_to_sign_in(values: Values) -> None:
    def is_right(name: str, response: Any) -> bool:
        where = response.headers.get("Location", "")
        if RULES[name][0] == "anyone":
            return response.status_code in {200, 302}
        if name.startswith("api:"):
            refused = (response.status_code, where) == (401, "")
            return refused and response.json()["code"] == "not_signed_in"
        return response.status_code == 302 and where.startswith("/sign-in")

    client = quiet(Client())
    check(sorted(RULES), lambda name: ask(client, name, values[name]), is_right)


def test_outsiders_see_nothing(values: Values, outsider: User, client_of: Any) -> None:
    client = quiet(client_of(outsider))
    check(PROJECT_URLS, lambda name: ask(client, name, values[name]), code(404))


@pytest.mark.parametrize("role", list(RIGHTS))
def test_roles(role: str, values: Values, project: Project, outsider: User, client_of: Any) -> None:
    def is_right(name: str, response: Any) -> bool:
        if RULES[name][0] in RIGHTS[role]:
            return response.status_code not in {401, 403, 405, 500, 501}
        return bool(response.status_code == 403)

    Member.objects.create(project=project, user=outsider, role=role)
    client = quiet(client_of(outsider))
    # What a role may not do is asked in every run; what it may, in a quick one in turn of roles.
    step, turn = tries(3, 1), list(RIGHTS).index(role)
    refused = [n for n in PROJECT_URLS if RULES[n][0] not in RIGHTS[role]]
    allowed = [n for n in PROJECT_URLS if RULES[n][0] in RIGHTS[role]][turn % step :: step]
    check([*refused, *allowed], lambda name: ask(client, name, values[name]), is_right)


def test_another_projects_objects_stay_closed(
    values: Values, outsider: User, client_of: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=other, user=outsider, role="manager")
    client = quiet(client_of(outsider))
    unheld = {"sign", "intrude"}  # rights that no manager has
    names = [n for n in PROJECT_URLS if RULES[n][0] not in unheld and "pk" in values[n]]
    elsewhere = {name: values[name] | {"slug": "other"} for name in names}
    check(names, lambda name: ask(client, name, elsewhere[name]), code(404))


# (Django's own view of the language answers GET by a redirect and changes nothing.)
# At the address of some operations another one answers GET.
ALSO_READ = {"set-language", "api:create-project", "api:put-proposals"}
ALSO_READ |= {"api:add-hook", "api:import-scheme"}
ACTIONS = [n for n, (_, method) in RULES.items() if method == "post" and n not in ALSO_READ]


def test_actions_refuse_get(values: Values, manager: User, client_of: Any) -> None:
    client = quiet(client_of(manager))

    def get(name: str) -> Any:
        return client.get(reverse(name, kwargs=values[name]))

    check(ACTIONS, get, code(405))


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


@pytest.mark.parametrize("how", ["unasked", "test"])
def test_an_annotator_reaches_no_dialogue_that_she_is_not_asked_about(
    how: str, values: Values, annotator: User, client_of: Any
) -> None:
    if how == "test":
        Dialogue.objects.update(split="test")
    else:  # another person has read what was asked
        QueryItem.objects.update(status="done")
    hers = quiet(client_of(annotator))
    curators = quiet(client_of(User.objects.get(username="curator")))
    check(CLOSED, lambda name: ask(hers, name, values[name]), code(404))

    def is_open(_name: str, response: Any) -> bool:
        return response.status_code not in {404, 500}

    check(CLOSED, lambda name: ask(curators, name, values[name]), is_open)


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
