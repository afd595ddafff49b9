"""Pages of errors say what helps: who may change a right, and to try again what was only read."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Project

pytestmark = pytest.mark.django_db


def test_a_member_is_told_who_may_change_her_role(
    project: Project, annotator: Any, manager: Any, curator: Any,
    client_of: Callable[[Any], Client],
) -> None:  # fmt: skip
    url = reverse("edit-members", args=[project.slug])
    answer = client_of(annotator).get(url)
    assert answer.status_code == 403
    assert "Ask manager to change that." in answer.content.decode()
    type(curator).objects.filter(pk=curator.pk).update(first_name="Nora", last_name="Iturbe")
    project.memberships.filter(user=curator).update(role="manager")
    page = client_of(annotator).get(url).content.decode()
    assert "Ask one of these to change that: manager, Nora Iturbe." in page


def test_nobody_is_named_to_who_is_not_in_the_project(
    project: Project, manager: Any, outsider: Any, annotator: Any,
    client_of: Callable[[Any], Client],
) -> None:  # fmt: skip
    url = reverse("edit-members", args=[project.slug])
    type(manager).objects.filter(pk=manager.pk).update(first_name="Nora")
    page = client_of(outsider).get(url)
    assert page.status_code == 404 and "change that" not in page.content.decode()
    # A page that is closed to her for another reason than her role in a project names nobody.
    closed = client_of(outsider).get(reverse("create-project"))
    assert "Nora" not in closed.content.decode()
    # Of managers whose account is closed, too.
    type(manager).objects.filter(pk=manager.pk).update(is_active=False)
    page = client_of(annotator).get(url)
    assert "A manager can change that." in page.content.decode()


def test_what_broke_while_it_was_read_can_be_tried_again(
    project: Project, manager: Any, client_of: Callable[[Any], Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("Jaume lives in Bilbao")

    monkeypatch.setattr("webapp.views.projects.people.project_for", fail)
    client = client_of(manager)
    client.raise_request_exception = False
    url = reverse("edit-members", args=[project.slug])
    page = client.get(url)
    assert page.status_code == 500
    assert '<a class="btn main" href="">Try again</a>' in page.content.decode()
    sent = client.post(url, {})
    assert sent.status_code == 500
    assert "Try again" not in sent.content.decode()
    assert "Jaume" not in page.content.decode() + sent.content.decode()
