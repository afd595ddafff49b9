"""`add_member`: who made a project on the command line can be let in, and others with her."""

import io
import json
import re
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError

from annotation.models import Member, Project, User
from tests.annotation.commands import running

run = partial(running.run, "add_member")


def role(name: str) -> str | None:
    found = Member.objects.filter(user__username=name, project__slug="support").first()
    return None if found is None else found.role


def test_a_role_is_given_changed_and_taken_back(project: Project, outsider: Any) -> None:
    assert run("support", "outsider") == (0, "outsider is manager of support\n", "")
    assert role("outsider") == "manager"
    _status, out, _err = run("support", "outsider", "--role", "reader", "--json")
    assert json.loads(out) == {"project": "support", "user": "outsider", "role": "reader"}
    assert role("outsider") == "reader"
    assert run("support", "outsider", "--remove")[1] == "support is closed to outsider\n"
    assert role("outsider") is None
    assert run("support", "outsider", "--remove")[0] == 1


def test_an_account_is_made_with_a_password_that_is_shown_once(project: Project) -> None:
    _status, out, _err = run("support", "eva", "--role", "annotator", "--create")
    password = re.search(r"password, shown once: (\S+)", out)
    assert password and User.objects.get(username="eva").check_password(password[1])
    assert role("eva") == "annotator"
    assert run("support", "eva", "--create") == (0, "eva is manager of support\n", "")


def test_a_password_comes_by_the_input(project: Project) -> None:
    given = ("support", "eva", "--create", "--password-stdin", "--json")
    with patch("sys.stdin", io.StringIO("short\n")):
        assert run(*given)[0] == 1
    assert not User.objects.filter(username="eva").exists()
    with patch("sys.stdin", io.StringIO("long-enough-for-us-7\n")):
        status, out, _err = run(*given)
    assert (status, "password" in json.loads(out)) == (0, False)
    assert User.objects.get(username="eva").check_password("long-enough-for-us-7")


def test_who_is_not_there_and_the_last_manager(project: Project, manager: Any) -> None:
    assert "no project of this name" in run("nowhere", "manager")[2]
    assert "no such account; expected one that can sign in, or --create" in run("support", "eva")[2]
    status, _out, err = run("support", "manager", "--remove")
    assert (status, "last manager" in err) == (1, True)
    with pytest.raises(CommandError) as caught:
        run("support", "eva", "--password-stdin")
    assert caught.value.returncode == 2
