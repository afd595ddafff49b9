"""The line at the foot of a page: asked again by itself, with what the person may do about it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import Import, Project, TrainingRun
from annotation.services.jobs import lifecycle
from annotation.services.jobs.workers import note_worker

pytestmark = pytest.mark.django_db


def line_of(client: Any, project: Project, **query: str) -> str:
    return str(client.get(reverse("show-line", args=[project.slug]), query).content.decode())


def test_who_may_train_may_cancel_it_there(
    project: Project, curator: Any, annotator: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    run = TrainingRun.objects.create(project=project, number=2)
    assert lifecycle.claim_job(TrainingRun, run.pk)
    assert "Model 2 is learning" in line_of(client_of(annotator), project)
    cancel = reverse("cancel-training", args=[project.slug, run.pk])
    assert cancel not in line_of(client_of(annotator), project)
    assert cancel in line_of(client_of(curator), project)


def test_it_is_asked_soon_while_something_runs_and_seldom_else(
    project: Project, annotator: Any, client_of: Callable[[Any], Any]
) -> None:
    client = client_of(annotator)
    assert "every 20s" in line_of(client, project)
    TrainingRun.objects.create(project=project)
    assert "every 3s" in line_of(client, project)


def test_the_list_links_only_where_the_person_may_go(
    project: Project, manager: Any, annotator: Any, client_of: Callable[[Any], Any]
) -> None:
    job = Import.objects.create(project=project, promised=1)
    page = reverse("show-work", args=[project.slug])
    url = reverse("show-import", args=[project.slug, job.pk])
    for person, may in ((manager, True), (annotator, False)):
        answer = client_of(person).get(page)
        assert "An import waits" in answer.content.decode()
        assert (url in answer.content.decode()) is may


def test_after_the_session_nobody_is_led_away_from_what_she_writes(
    project: Project, client: Any
) -> None:
    url = reverse("show-line", args=[project.slug])
    answer = client.get(url, headers={"HX-Request": "true", "Antifaz-Poll": "beside"})
    assert answer.status_code == 401
    assert "HX-Redirect" not in answer.headers


def test_the_line_of_a_project_that_went_takes_itself_away(
    project: Project, client_of: Callable[[Any], Any], outsider: Any
) -> None:
    url, client = reverse("show-line", args=["support"]), client_of(outsider)
    assert client.get(url).status_code == 404
    answer = client.get(url, headers={"HX-Request": "true", "Antifaz-Poll": "beside"})
    assert (answer.status_code, answer.content) == (286, b"")
