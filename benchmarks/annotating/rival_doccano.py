"""doccano: rows made by its own models, its web server as its command starts it, its API."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotating.calls import Session
from annotating.rival_setup import (
    LABELS,
    PASSWORD,
    clean_environment,
    free_tokens,
    run_command,
    version_of,
)
from annotating.servers import Job, free_port, running
from annotating.system import PEOPLE, System
from annotating.texts import Document

# Their rows, made by their models: the API takes one span a request and files only by a queue.
FILL = """
import json, sys
import django
django.setup()
from django.contrib.auth.models import User
from examples.models import Example
from label_types.models import SpanType
from labels.models import Span
from projects.models import Member, SequenceLabelingProject
from roles.models import Role
told = json.load(sys.stdin)
people = [
    User.objects.create_user(f"p{n}", password=told["password"]) for n in range(told["people"])]
project = SequenceLabelingProject.objects.create(
    name="bench", description="bench", project_type="SequenceLabeling", created_by=people[0])
project.add_admin()
role = Role.objects.get(name="project_admin")
for person in people[1:]:
    Member.objects.create(project=project, user=person, role=role)
labels = [SpanType.objects.create(project=project, text=name) for name in told["labels"]]
ids = []
for place, (text, spans) in enumerate(told["documents"]):
    example = Example.objects.create(project=project, text=text, meta={})
    ids.append(example.pk)
    Span.objects.bulk_create([
        Span(example=example, user=people[max(0, place - 1)], label=labels[n % len(labels)],
             start_offset=start, end_offset=end)
        for n, (start, end) in enumerate(spans)])
print(json.dumps({"project": project.pk, "examples": ids, "label": labels[0].pk}))
"""


@contextmanager
def doccano(python: Path, folder: str, documents: list[Document]) -> Iterator[System]:
    name = version_of(python, "doccano")
    code = "import importlib.util as u; print(u.find_spec('backend').submodule_search_locations[0])"
    backend = Path(run_command([str(python), "-c", code], clean_environment()).strip())
    env = {
        **clean_environment(),
        "STANDALONE": "True",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "DATABASE_URL": f"sqlite:///{folder}/doccano.sqlite3",
        "MEDIA_ROOT": f"{folder}/media",
        "PYTHONPATH": str(backend),
    }
    for command in (["migrate", "-v", "0"], ["create_roles"]):
        run_command([str(python), "manage.py", *command], env, backend)
    told = {
        "password": PASSWORD,
        "people": PEOPLE,
        "labels": LABELS,
        "documents": [document.as_one_text() for document in documents],
    }
    done = run_command([str(python), "-c", FILL], env, backend, json.dumps(told))
    made = json.loads(done.strip().splitlines()[-1])
    port = free_port()
    # As `doccano webserver` starts it (two workers a core and one), but on the loopback.
    workers = str(2 * (os.cpu_count() or 1) + 1)
    command = [str(python), "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"]
    with running(Job([*command, "--workers", workers, "--log-level", "error"], env, backend), port):
        yield _system(name, port, made, documents)


def _system(name: str, port: int, made: Mapping[str, Any], documents: list[Document]) -> System:
    people = []
    for place in range(PEOPLE):
        session = Session(port)
        session.must("POST", "/v1/auth/login/", {"username": f"p{place}", "password": PASSWORD})
        session.headers["X-CSRFToken"] = session.cookies["csrftoken"]
        people.append(session)
    project = f"/v1/projects/{made['project']}"
    free = [free_tokens(document) for document in documents]

    def save(person: int, dense: bool = False) -> float:
        place = 0 if dense else person + 1
        example = made["examples"][place]
        start, end = next(free[place])
        fields = {"label": made["label"], "start_offset": start, "end_offset": end}
        return people[person].must("POST", f"{project}/examples/{example}/spans", fields).ms

    def open_dense() -> float:
        listed = people[0].must(
            "GET", f"{project}/examples?limit=1&offset=0&confirmed=&ordering=&q="
        )
        spans = people[0].must("GET", f"{project}/examples/{made['examples'][0]}/spans")
        return listed.ms + spans.ms

    page = f"http://127.0.0.1:{port}/projects/{made['project']}/sequence-labeling?page="
    return System(
        name=name,
        save=save,
        open_dense=open_dense,
        cookies=people[0].cookies,
        dense_page=f"{page}1",
        ordinary_page=f"{page}2",
        seen="svg text[dy]",
    )
