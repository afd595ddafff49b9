"""What waits to be told: by which events, tried again, given up, and never by two at once."""

import hashlib
import hmac
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Batch, Export, Hook, HookDelivery, Import, Project
from annotation.services.hooks import own, queue
from annotation.services.imports.files import erase_uploads, forget_imports
from annotation.services.imports.page_jobs import cancel_import
from annotation.services.jobs.lifecycle import (
    cancel_job,
    claim_job,
    fail_job,
    finish_job,
    recover_jobs,
)
from tests import schemas
from tests.annotation.services.hooks.listening import Listener, let_time_pass
from tests.labelled import finish

SECRET = "a-secret-of-the-operator-0123456789"


@pytest.fixture
def hook(project: Project, manager: Any, listener: Listener) -> tuple[Hook, str]:
    return own.add_hook(project, manager, listener.url)


def exported(project: Project) -> Export:
    job = claim_job(Export, Export.objects.create(project=project, format="jsonl").pk)
    assert isinstance(job, Export)
    return job


def events() -> list[str]:
    return list(HookDelivery.objects.order_by("pk").values_list("event", flat=True))


@pytest.mark.loopback
def test_who_listens_is_told_and_can_check_it(
    hook: tuple[Hook, str], listener: Listener, project: Project
) -> None:
    job = exported(project)
    finish_job(job)
    assert queue.deliver_due() == 1
    [(path, headers, data)] = listener.got
    body = json.loads(data)
    schemas.check("hook", body)
    assert path == "/told?x=1"
    assert (body["event"], body["id"], body["project"]) == ("export.done", job.pk, "support")
    assert set(body) == {"event", "id", "project", "at"}
    moment, given = (part.partition("=")[2] for part in headers["Antifaz-Signature"].split(","))
    wanted = hmac.new(hook[1].encode(), f"{moment}.".encode() + data, hashlib.sha256).hexdigest()
    assert given == wanted
    row = HookDelivery.objects.get()
    assert (row.status, row.answer, row.attempts) == ("done", 200, 1)
    assert headers["Antifaz-Delivery"] == str(row.number)
    assert queue.deliver_due() == 0


def test_each_end_of_a_job_is_told_and_nothing_else(
    hook: tuple[Hook, str], project: Project, settings: Any
) -> None:
    fail_job(exported(project), "x")
    assert cancel_job(exported(project)) and not cancel_job(Export.objects.latest("pk"))
    draft = Import.objects.create(project=project, status=Import.DRAFT)
    cancel_import(draft)
    Export.objects.create(project=project, format="jsonl")
    assert events() == ["export.failed", "export.cancelled", "import.cancelled"]
    lost = exported(project)
    Export.objects.filter(pk=lost.pk).update(
        attempts=settings.JOB_ATTEMPTS, heartbeat_at="2000-01-01T00:00Z"
    )
    recover_jobs()
    assert events()[3:] == ["export.failed"]


def test_a_draft_that_goes_by_itself_is_told_as_cancelled(
    hook: tuple[Hook, str], project: Project, data_dir: Path
) -> None:
    """Nobody came back to it for a day, or what it tells of was erased."""
    first, second = (Import.objects.create(project=project, status=Import.DRAFT) for _ in range(2))
    Import.objects.filter(pk=first.pk).update(queued_at=timezone.now() - timedelta(hours=25))
    erase_uploads()
    erase_uploads()
    assert events() == ["import.cancelled"]
    forget_imports(project, whole=False)
    assert [row.body["id"] for row in HookDelivery.objects.order_by("pk")] == [first.pk, second.pk]
    assert events() == ["import.cancelled"] * 2 and not Import.objects.exists()


def test_what_is_told_is_kept_with_what_happened_or_not_at_all(
    hook: tuple[Hook, str], project: Project
) -> None:
    job = exported(project)
    cancel_job(job)
    fail_job(job, "x")  # it is not this worker's any more
    assert events() == ["export.cancelled"]


def test_a_batch_is_told_when_its_last_turn_is_read(
    hook: tuple[Hook, str], batch: Batch, annotator: Any
) -> None:
    *others, last = batch.items.all()
    for item in others:
        finish(item, annotator)
    assert "batch.done" not in events()
    finish(last, annotator)
    told = HookDelivery.objects.get(event="batch.done")
    assert told.body["id"] == batch.pk


@pytest.mark.loopback
def test_a_failure_is_tried_again_after_growing_waits_and_given_up(
    hook: tuple[Hook, str], listener: Listener, project: Project, caplog: Any
) -> None:
    listener.status, listener.headers = 302, {"Location": listener.url + "&again"}
    queue.tell(project, "export.done", 1)
    waits = []
    for _try in range(queue.TRIES):
        assert queue.deliver_due() == 1
        assert queue.deliver_due() == 0  # not before its time
        row = HookDelivery.objects.get()
        if row.status == "waiting":
            waits.append((row.next_at - row.created_at).total_seconds())
        let_time_pass()
    assert [path for path, _h, _d in listener.got] == ["/told?x=1"] * queue.TRIES
    assert len(set(listener.deliveries)) == 1
    assert waits == pytest.approx(queue.WAITS, abs=20) and waits == sorted(waits)
    assert (row.status, row.answer, row.attempts) == ("given_up", 302, queue.TRIES)
    assert queue.deliver_due() == 0
    assert "status 302" in caplog.text and "/told" not in caplog.text


def test_nobody_waits_for_an_address_that_fails(
    project: Project, manager: Any, settings: Any, monkeypatch: Any
) -> None:
    settings.HOOK_ADDRESSES = ["https://hooks.example"]
    settings.HOOKS = ["https://operator.example/"]
    for name in ("broken", "sound"):
        own.add_hook(project, manager, f"https://hooks.example/{name}")
    for number in range(3):
        queue.tell(project, "export.done", number)
    asked: list[str] = []

    def send(url: str, *_rest: Any) -> int:
        asked.append(url.rpartition("/")[2] or "operator")
        return 500 if url.endswith("broken") else 204

    monkeypatch.setattr(queue, "send", send)
    queue.deliver_due()
    assert (asked.count("broken"), asked.count("sound"), asked.count("operator")) == (1, 3, 3)
    queue.deliver_due()
    assert asked.count("broken") == 2


@pytest.mark.loopback
def test_one_worker_has_it_at_a_time_and_who_was_killed_loses_it(
    hook: tuple[Hook, str], listener: Listener, project: Project
) -> None:
    queue.tell(project, "export.done", 1)
    killed = queue._claim()
    assert killed is not None and queue._claim() is None and queue.deliver_due() == 0
    let_time_pass()
    assert queue.deliver_due() == 1
    assert listener.deliveries == [str(killed.number)]
    queue._again(killed, why="OSError")  # it was only asleep: its word counts no more
    row = HookDelivery.objects.get()
    assert (row.status, row.attempts, row.why) == ("done", 2, "")


def test_workers_that_die_of_it_do_not_for_ever(hook: tuple[Hook, str], project: Project) -> None:
    queue.tell(project, "export.done", 1)
    for _killed in range(queue.TRIES):
        assert queue._claim() is not None
        let_time_pass()
    assert queue.deliver_due() == 1
    row = HookDelivery.objects.get()
    assert (row.status, row.why) == ("given_up", queue.LOST)


@pytest.mark.loopback
def test_an_address_that_is_closed_meanwhile_is_not_called(
    hook: tuple[Hook, str], listener: Listener, project: Project, settings: Any
) -> None:
    queue.tell(project, "export.done", 1)
    settings.HOOK_ADDRESSES = []
    assert queue.deliver_due() == 1 and listener.got == []
    row = HookDelivery.objects.get()
    assert (row.status, row.why) == ("given_up", queue.CLOSED)


@pytest.mark.loopback
def test_the_operators_addresses_are_told_of_every_project(
    listener: Listener, project: Project, settings: Any
) -> None:
    assert not queue.listens(project.pk)
    settings.HOOKS, settings.HOOK_SECRET = [listener.url], SECRET
    queue.tell(project, "export.done", 1)
    assert queue.deliver_due() == 1
    [(_path, headers, data)] = listener.got
    moment = int(headers["Antifaz-Signature"].split(",")[0].partition("=")[2])
    assert headers["Antifaz-Signature"] == queue_signature(moment, data)
    assert listener.base not in str(HookDelivery.objects.values().get())
    queue.tell(project, "export.done", 2)
    settings.HOOKS = []
    assert queue.deliver_due() == 1 and len(listener.got) == 1


def queue_signature(moment: int, data: bytes) -> str:
    digest = hmac.new(SECRET.encode(), f"{moment}.".encode() + data, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def test_without_addresses_nobody_is_told(project: Project) -> None:
    finish_job(exported(project))
    assert not HookDelivery.objects.exists()


def test_what_ended_a_month_ago_is_forgotten(hook: tuple[Hook, str], project: Project) -> None:
    queue.tell(project, "export.done", 1)
    queue.tell(project, "export.done", 2)
    old = HookDelivery.objects.latest("pk")
    HookDelivery.objects.filter(pk=old.pk).update(status="done", ended_at="2000-01-01T00:00Z")
    queue.forget_deliveries()
    assert [row.body["id"] for row in HookDelivery.objects.all()] == [1]
