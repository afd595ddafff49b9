"""Two people confirm at one moment, on real databases: nothing goes in twice. And a window that is
closed while it still sends a file leaves nothing."""

import json
import socket

import pytest

from tests.flows.conftest import Installation, wait_until
from tests.flows.races import AT_ONCE

RACES = """
import json
from annotation.models import Dialogue, Import, Member, Project, User
from annotation.services.imports.page_jobs import confirm_import, queue_import, work_on_import
from annotation.services.imports.previews import load_preview
from annotation.services.jobs.lifecycle import run_job
from annotation.services.projects.creation import create_project

ana, ben = (User.objects.create_user(name) for name in ("ana", "ben"))
project = create_project(ana, name="Calls", lang="es")
Member.objects.create(project=project, user=ben, role="manager")
answer = {"confirmed": [], "statuses": [], "there": [], "errors": []}

def draft(user, data):
    job = queue_import(project, user, [("calls.jsonl", data)])
    run_job(Import, job.pk, work_on_import)
    return job.pk

def confirm(pk):
    confirm_import(load_preview(Import.objects.get(pk=pk)))
    return "confirmed"

def work(pk):
    run_job(Import, pk, work_on_import)
    return "worked"

for number in range(4):
    names = [f"{number}-{n}" for n in range(40)]
    lines = [json.dumps({"id": name, "turns": [{"text": f"hola, soy {name}"}]}) for name in names]
    data = "\\n".join(lines).encode()
    if number % 2:  # one preview in two windows, twice each, and two workers
        pks = [draft(ana, data)] * 4
    else:  # two previews of one file
        pks = [draft(ana, data), draft(ben, data)]
    came = at_once(*[lambda pk=pk: confirm(pk) for pk in pks])
    answer["confirmed"].append(came.count("confirmed"))
    came = at_once(*[lambda pk=pk: work(pk) for pk in pks])
    answer["errors"] += [each for each in came if each != "worked"]
    for pk in set(pks):  # what was interrupted by the other is tried again by a worker
        if Import.objects.get(pk=pk).status == "queued":
            work(pk)
    rows = Import.objects.filter(pk__in=pks)
    answer["statuses"].append(sorted(rows.values_list("status", flat=True)))
    answer["there"].append(Dialogue.objects.filter(external_id__startswith=f"{number}-").count())
answer["staged"] = Project.everything.exclude(staged_at=None).count()
"""


def test_two_people_confirm_at_one_moment(installation: Installation) -> None:
    came = installation.python(AT_ONCE + RACES)
    assert came["errors"] == []
    assert came["confirmed"] == [2, 1, 2, 1]
    assert came["there"] == [40] * 4
    assert came["statuses"] == [["done", "draft"], ["done"]] * 2
    assert came["staged"] == 0


SIGNED_IN = """
from django.conf import settings
from django.test import Client
from annotation.models import User
from annotation.services.projects.creation import create_project
user = User.objects.create_user("manager")
create_project(user, name="Calls", lang="es")
client = Client()
client.force_login(user)
client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
answer = "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())
"""
ROWS = "from annotation.models import Import\nanswer = Import.objects.count()"


@pytest.mark.worker  # it starts a web server
@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)
def test_a_window_that_is_closed_while_it_sends_leaves_nothing(installation: Installation) -> None:
    cookies = installation.python(SIGNED_IN)
    installation.web()
    uploads = installation.data / "uploads"
    call = json.dumps({"id": "a", "turns": [{"text": "Soy Etxeberri"}]}).encode() + b"\n"
    body = (
        b'--end\r\nContent-Disposition: form-data; name="files"; filename="a.jsonl"\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n" + call * 40_000
    )
    head = (
        "POST /p/calls/import HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: {cookies}\r\nX-CSRFToken: {'a' * 32}\r\n"
        "Content-Type: multipart/form-data; boundary=end\r\n"
        f"Content-Length: {2 * len(body)}\r\n\r\n"
    ).encode()
    with socket.create_connection(("127.0.0.1", installation.port)) as window:
        window.sendall(head + body)
        wait_until(lambda: list(uploads.iterdir()), "the beginning of the file")
    wait_until(lambda: not list(uploads.iterdir()), "the end of the file")
    assert installation.python(ROWS) == 0
    assert "Etxeberri" not in installation.logs()
