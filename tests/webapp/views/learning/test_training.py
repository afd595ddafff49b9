"""The state of training: words, polling only while something runs, start and cancel."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Member, Project, TrainingRun, Worker
from annotation.services.jobs.lifecycle import claim_job
from annotation.services.jobs.workers import note_worker
from tests.webapp.addresses import url
from tests.webapp.html import roots


def status_of(client: Any) -> str:
    html = client.get(url("show-status"), headers={"HX-Request": "true"}).content.decode()
    assert roots(html) == 1
    return str(html)


def run_in(project: Project, status: str, **values: Any) -> TrainingRun:
    return TrainingRun.objects.create(project=project, number=2, status=status, **values)


def test_nothing_runs(project: Project, curator: Any, client_of: Any, data_dir: Any) -> None:
    note_worker()
    html = status_of(client_of(curator))
    assert f'id="status-{project.pk}"' in html
    assert 'data-run-status="none"' in html
    assert "Ready to learn." in html
    assert "hx-trigger" not in html
    assert "Choose the first batch" in html


def test_a_running_job_is_polled_and_told(
    project: Project, annotator: Any, client_of: Any, data_dir: Any
) -> None:
    note_worker()
    run_in(project, "running", phase="training", progress=0.614)
    html = status_of(client_of(annotator))
    assert 'hx-trigger="every 1s"' in html
    assert "Model 2 is learning: training" in html
    assert 'value="61"' in html
    assert "No worker" not in html
    assert "Cancel" not in html  # annotators may not


def test_a_waiting_job_without_a_worker_says_so(
    project: Project, curator: Any, client_of: Any, data_dir: Any
) -> None:
    run_in(project, "queued", kind="seed")
    html = status_of(client_of(curator))
    assert "No worker is running." in html
    assert "nothing is lost" in html
    assert "celery -A webapp worker" in html


def test_an_old_sign_of_life_is_none(
    project: Project, curator: Any, client_of: Any, data_dir: Any
) -> None:
    note_worker()
    Worker.objects.update(beat_at=timezone.now() - timedelta(minutes=5))
    run_in(project, "queued")
    assert "No worker is running." in status_of(client_of(curator))


def test_who_waits_behind_another_project_is_told_so(
    project: Project, curator: Any, client_of: Any, data_dir: Any
) -> None:
    note_worker()
    other = Project.objects.create(slug="other", name="Other calls")
    assert claim_job(TrainingRun, run_in(other, "queued").pk)
    run_in(project, "queued")
    client, told = client_of(curator), "It waits for the work on another project."
    html = status_of(client)
    assert "The model waits to learn." in html
    assert told in html
    assert "No worker" not in html and "is learning" not in html
    assert told in client.get(f"/p/{project.slug}/label").content.decode()
    Member.objects.create(project=other, user=curator, role=Member.Role.VIEWER)
    assert "It waits for the work on “Other calls”." in status_of(client)


def test_of_two_workers_a_dead_one_is_told_to_who_may_train(
    project: Project, curator: Any, annotator: Any, client_of: Any, data_dir: Any
) -> None:
    note_worker()
    long_ago = timezone.now() - timedelta(minutes=5)
    Worker.objects.create(name="dead-1", lanes="learning", started_at=long_ago, beat_at=long_ago)
    run_in(project, "queued")
    for person, is_told in ((curator, True), (annotator, False)):
        html = status_of(client_of(person))
        assert ("1 worker gave no sign of life for a while" in html) is is_told
        assert "No worker is running" not in html


def test_a_failure_is_told_with_a_way_on(project: Project, curator: Any, client_of: Any) -> None:
    run_in(project, "failed", error="There is no unread turn with text in this project.")
    html = status_of(client_of(curator))
    assert "There is no unread turn with text in this project." in html
    assert "Try again" in html
    assert "hx-trigger" not in html


def test_who_waits_is_told_when_it_is_over(project: Project, reader: Any, client_of: Any) -> None:
    run = run_in(project, "running")
    client = client_of(reader)
    assert "HX-Trigger" not in client.get(url("show-status")).headers
    TrainingRun.objects.filter(pk=run.pk).update(status="done")
    assert client.get(url("show-status")).headers["HX-Trigger"] == "run-settled"


def test_no_button_while_a_batch_is_read(
    project: Project, batch: Any, curator: Any, client_of: Any
) -> None:
    html = status_of(client_of(curator))
    assert 'data-batch="1"' in html
    assert "<button" not in html


def test_a_curator_starts_once(
    project: Project,
    curator: Any,
    client_of: Any,
    no_broker: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    client = client_of(curator)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(url("start-training")).headers["Location"] == url("show-overview")
        html = client.post(url("start-training"), headers={"HX-Request": "true"}).content.decode()
    assert roots(html) == 1
    assert 'data-run-status="queued"' in html
    run = TrainingRun.objects.get()
    assert (run.kind, run.requested_by) == ("seed", curator)
    assert no_broker == [("annotation.run_training", [run.pk])]


def test_a_run_is_cancelled(project: Project, curator: Any, client_of: Any) -> None:
    run = run_in(project, "running")
    html = (
        client_of(curator)
        .post(url("cancel-training", pk=run.pk), headers={"HX-Request": "true"})
        .content.decode()
    )
    run.refresh_from_db()
    assert run.status == "cancelled"
    assert "was cancelled" in html


@pytest.mark.parametrize("name", ["annotator", "reader"])
def test_others_neither_start_nor_cancel(
    name: str, project: Project, request: Any, client_of: Any
) -> None:
    run = run_in(project, "running")
    client = client_of(request.getfixturevalue(name))
    assert client.post(url("start-training")).status_code == 403
    assert client.post(url("cancel-training", pk=run.pk)).status_code == 403
    run.refresh_from_db()
    assert run.status == "running"


def test_get_starts_nothing(project: Project, curator: Any, client_of: Any) -> None:
    assert client_of(curator).get(url("start-training")).status_code == 405


def test_asking_costs_few_queries(
    project: Project, batch: Any, reader: Any, client_of: Any, django_assert_max_num_queries: Any
) -> None:
    client = client_of(reader)
    with django_assert_max_num_queries(7):
        client.get(url("show-status"))
