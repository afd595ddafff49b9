"""The line at the foot of a page: asked again by itself, with what the person may do about it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import (
    Batch,
    Erasure,
    Export,
    Import,
    JobStatus,
    Project,
    SourceTraining,
    TrainingRun,
)
from annotation.services.jobs import lifecycle
from annotation.services.jobs.workers import note_worker
from tests.webapp.views.revision.test_page import is_one_root

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


def test_an_import_is_cancelled_by_a_second_press(
    project: Project, manager: Any, client_of: Callable[[Any], Any]
) -> None:
    job = Import.objects.create(project=project, promised=1)
    client, cancel = client_of(manager), reverse("cancel-import", args=[project.slug, job.pk])
    state = reverse("show-import-state", args=[project.slug, job.pk])
    work, part = reverse("show-work", args=[project.slug]), f"work-{project.pk}"
    asked = {"HX-Request": "true", "HX-Target": part}
    places = {
        "line": line_of(client, project),
        "list": client.get(work, headers=asked).content.decode(),
        "state": client.get(state).content.decode(),
    }
    for place, shown in places.items():
        asks = shown[shown.index("<details") : shown.index("</details>")]
        assert f'id="cancel-{place}-import-{job.pk}"' in asks
        assert "Keep it going" in asks and "Cancel this import?" in asks
        assert cancel in asks and shown.count(cancel) == 1  # without a script, too


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


def test_the_list_is_drawn_anew_by_itself(
    project: Project, curator: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    run = TrainingRun.objects.create(project=project, number=2)
    client, url = client_of(curator), reverse("show-work", args=[project.slug])
    page = client.get(url).content.decode()
    assert f'hx-get="{url}"' in page and "every 3s" in page
    assert "data-all-work" not in page  # no line at the foot says the same again
    assert lifecycle.claim_job(TrainingRun, run.pk)
    asked = {"HX-Request": "true", "HX-Target": f"work-{project.pk}"}
    part = client.get(url, headers=asked).content.decode()
    assert is_one_root(part, f"work-{project.pk}") and "Model 2 is learning" in part


def test_what_only_ends_is_told_without_a_percentage(
    project: Project, curator: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    run = TrainingRun.objects.create(project=project, number=2)
    assert lifecycle.claim_job(TrainingRun, run.pk)
    TrainingRun.objects.filter(pk=run.pk).update(progress=0.999, phase="measuring")
    client = client_of(curator)
    pages = [reverse(name, args=[project.slug]) for name in ("show-work", "show-status")]
    for shown in (line_of(client, project), *(client.get(p).content.decode() for p in pages)):
        assert "measuring" in shown
        assert "100&nbsp;%" not in shown and "left" not in shown


def test_the_page_of_releases_tells_of_the_release(
    project: Project, manager: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    run = TrainingRun.objects.create(project=project, number=2)
    export = Export.objects.create(project=project)
    assert lifecycle.claim_job(TrainingRun, run.pk) and lifecycle.claim_job(Export, export.pk)
    TrainingRun.objects.filter(pk=run.pk).update(progress=0.5)
    client = client_of(manager)
    assert "Model 2 is learning" in line_of(client, project)
    shown = line_of(client, project, at="release")
    assert "A release is being written" in shown
    assert '"at": "release"' in shown  # when it asks again, too
    page = client.get(reverse("show-release", args=[project.slug])).content.decode()
    assert '"at": "release"' in page
    assert '"at": ""' in line_of(client, project, at="else")


# --- pages of no project ------------------------------------------------------------------------
SITE = ["list-projects", "create-project", "list-sources", "change-password"]


@pytest.fixture
def secret(db: None) -> Project:
    """A project of others, at work."""
    secret = Project.objects.create(slug="secret", name="Hush")
    TrainingRun.objects.create(project=secret, number=41)
    return secret


def own_line_of(client: Any, **query: str) -> str:
    return str(client.get(reverse("show-own-line"), query).content.decode())


def test_each_page_without_a_project_has_the_line_and_the_key(
    project: Project, manager: Any, client_of: Callable[[Any], Any]
) -> None:
    client = client_of(manager)
    for name in SITE:
        page = client.get(reverse(name)).content.decode()
        assert f'hx-get="{reverse("show-own-line")}"' in page, name
        assert f'data-all-work="{reverse("show-own-work")}"' in page, name
        assert "Shift+W" in page, name
    work = client.get(reverse("show-own-work")).content.decode()
    assert reverse("show-own-line") not in work  # the list says it already
    assert "data-all-work" not in Client().get(reverse("sign-in")).content.decode()


def test_it_names_the_project_and_cancels_only_where_the_role_allows_it(
    project: Project, curator: Any, annotator: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    run = TrainingRun.objects.create(project=project, number=2)
    cancel = reverse("cancel-training", args=[project.slug, run.pk])
    for person, may in ((curator, True), (annotator, False)):
        for shown in (own_line_of(client_of(person)), all_work_of(client_of(person))):
            assert "Model 2 waits to learn" in shown
            assert project.name in shown
            assert (cancel in shown) is may


def all_work_of(client: Any) -> str:
    return str(client.get(reverse("show-own-work")).content.decode())


def test_nothing_is_told_of_projects_of_others(
    project: Project, secret: Project, annotator: Any, outsider: Any,
    client_of: Callable[[Any], Any],
) -> None:  # fmt: skip
    note_worker()
    hidden = TrainingRun.objects.get(project=secret)
    TrainingRun.objects.create(project=project, number=2)  # waits behind the other
    for person in (annotator, outsider):
        client = client_of(person)
        shown = own_line_of(client, followed=f"trainingrun-{hidden.pk}") + all_work_of(client)
        assert secret.name not in shown and secret.slug not in shown and "Model 41" not in shown
    member = secret.memberships.create(user=annotator, role="annotator")
    assert secret.name in all_work_of(client_of(annotator))
    type(member).objects.filter(pk=member.pk).update(disabled_at=timezone.now())
    assert secret.name not in all_work_of(client_of(annotator))


def test_who_teaches_a_source_model_cancels_it_there(
    project: Project, manager: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    made = SourceTraining.objects.create(
        name="calls", requested_by=manager, status=JobStatus.QUEUED
    )
    shown = own_line_of(client_of(manager))
    assert reverse("cancel-source-training", args=[made.pk]) in shown


def test_a_release_that_is_written_is_cancelled_there(
    project: Project, manager: Any, curator: Any, annotator: Any,
    client_of: Callable[[Any], Any],
) -> None:  # fmt: skip
    job = Export.objects.create(project=project, format="jsonl", strategy="entity")
    cancel = reverse("cancel-export", args=[project.slug, job.pk])
    work = reverse("show-work", args=[project.slug])
    assert cancel not in client_of(annotator).get(work).content.decode()
    assert cancel in client_of(manager).get(work).content.decode()
    answer = client_of(manager).post(cancel)
    assert answer.headers["Location"] == reverse("show-release", args=[project.slug])
    job.refresh_from_db()
    assert job.status == "cancelled"


def test_an_erasure_is_put_off_there_and_not_given_up(
    project: Project, manager: Any, curator: Any, client_of: Callable[[Any], Any]
) -> None:
    note_worker()
    job = Erasure.objects.create(project=project, kind="dialogues")
    assert lifecycle.claim_job(Erasure, job.pk)
    later = reverse("put-off-erasure", args=[project.slug, job.pk])
    work = reverse("show-work", args=[project.slug])
    assert later not in client_of(curator).get(work).content.decode()
    shown = client_of(manager).get(work).content.decode()
    assert later in shown and "Put this off for an hour?" in shown and "Yes, put off" in shown
    answer = client_of(manager).post(later)
    assert answer.headers["Location"] == reverse("show-erasing", args=[project.slug])
    assert "put off" in client_of(manager).get(answer.headers["Location"]).content.decode()
    job.refresh_from_db()
    assert job.is_put_off
    shown = client_of(manager).get(work).content.decode()
    assert "it goes on by itself at" in shown and later not in shown


def test_that_nothing_runs_is_said_in_the_list_that_asks_again(
    project: Project, manager: Any, client_of: Callable[[Any], Any]
) -> None:
    work, part = reverse("show-work", args=[project.slug]), f"work-{project.pk}"
    asked = {"HX-Request": "true", "HX-Target": part}
    run = TrainingRun.objects.create(project=project, number=2, kind=TrainingRun.Kind.TAG)
    client = client_of(manager)
    assert "Nothing is running now" not in client.get(work, headers=asked).content.decode()
    TrainingRun.objects.filter(pk=run.pk).update(
        status=JobStatus.DONE, started_at=timezone.now(), finished_at=timezone.now()
    )
    shown = client.get(work, headers=asked).content.decode()
    assert "Nothing is running now" in shown
    assert "The model has read the corpus" in shown
    assert "Model 2" in shown and ">took</span> 1 s" in shown


def test_a_first_batch_says_how_much_was_chosen(
    batch: Batch, manager: Any, client_of: Callable[[Any], Any]
) -> None:
    run = TrainingRun.objects.create(
        project=batch.project,
        kind=TrainingRun.Kind.SEED,
        status=JobStatus.DONE,
        finished_at=timezone.now(),
    )
    Batch.objects.filter(pk=batch.pk).update(run=run)
    shown = client_of(manager).get(reverse("show-work", args=[batch.project.slug]))
    n = batch.items.count()
    assert f">{n} turns<" in shown.content.decode()


def test_a_model_that_is_done_leads_to_what_it_made(
    batch: Batch, manager: Any, annotator: Any, client_of: Callable[[Any], Any]
) -> None:
    slug = batch.project.slug
    for kind in (TrainingRun.Kind.ROUND, TrainingRun.Kind.TAG):
        TrainingRun.objects.create(
            project=batch.project, kind=kind, status=JobStatus.DONE, finished_at=timezone.now()
        )
    learnt, read = reverse("show-learning", args=[slug]), reverse("revise-next", args=[slug])
    for person, may in ((manager, True), (annotator, False)):
        page = client_of(person).get(reverse("show-work", args=[slug])).content.decode()
        assert f'<a href="{learnt}" id="open-' in page
        assert (f'<a href="{read}" id="open-' in page) is may
