"""Label Studio: its own command with its defaults, its import and its API."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotating.calls import Session
from annotating.rival_setup import (
    LABELS,
    PASSWORD,
    RivalFailed,
    clean_environment,
    free_tokens,
    version_of,
)
from annotating.servers import Job, free_port, running
from annotating.system import System
from annotating.texts import Document

CONFIG = (
    '<View><Labels name="label" toName="text">'
    + "".join(f'<Label value="{name}"/>' for name in LABELS)
    + '</Labels><Text name="text" value="$text"/></View>'
)


@contextmanager
def label_studio(python: Path, folder: str, documents: list[Document]) -> Iterator[System]:
    name = version_of(python, "label-studio")
    port, mail = free_port(), "p0@bench.example"
    env = clean_environment() | {
        "COLLECT_ANALYTICS": "0",
        "LATEST_VERSION_CHECK": "0",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
    }
    command = [str(python.parent / "label-studio"), "start", "--no-browser", "--data-dir", folder]
    command += ["--internal-host", "127.0.0.1", "--port", str(port)]
    command += ["--username", mail, "--password", PASSWORD]
    with running(Job(command, env, Path(folder)), port, seconds=240):
        session = Session(port)
        session.call("GET", "/user/login/")
        form = (
            f"csrfmiddlewaretoken={session.cookies['csrftoken']}&email={mail}&password={PASSWORD}"
        )
        kind = "application/x-www-form-urlencoded"
        session.headers["Referer"] = f"http://127.0.0.1:{port}/user/login/"
        if session.call("POST", "/user/login/", form, kind).status >= 400:
            raise RivalFailed("label-studio: sign-in was refused")
        session.headers["X-CSRFToken"] = session.cookies["csrftoken"]
        yield _system(name, session, documents)


def _system(name: str, session: Session, documents: list[Document]) -> System:
    fields = {"title": "bench", "label_config": CONFIG}
    project = session.must("POST", "/api/projects/", fields).json()["id"]
    results = [_regions(document) for document in documents]
    tasks = [
        {"data": {"text": document.as_one_text()[0]}, "annotations": [{"result": result}]}
        for document, result in zip(documents, results, strict=True)
    ]
    session.must("POST", f"/api/projects/{project}/import", tasks)
    listed = session.must("GET", f"/api/tasks?project={project}&fields=all&page_size=100").json()
    stored = sorted(listed["tasks"], key=lambda task: task["id"])
    annotations = [task["annotations"][0]["id"] for task in stored]
    free = [free_tokens(document) for document in documents]

    def save(person: int, dense: bool = False) -> float:
        place = 0 if dense else person + 1
        results[place].append(_region(len(results[place]), *next(free[place])))
        fields = {"result": results[place], "task": stored[place]["id"], "lead_time": 1.0}
        return session.must("PATCH", f"/api/annotations/{annotations[place]}/", fields).ms

    page = f"http://127.0.0.1:{session.port}/projects/{project}/data?task="
    return System(
        name=name,
        save=save,
        open_dense=lambda: session.must("GET", f"/api/tasks/{stored[0]['id']}/").ms,
        cookies=session.cookies,
        dense_page=f"{page}{stored[0]['id']}",
        ordinary_page=f"{page}{stored[1]['id']}",
        seen=".htx-highlight",
    )


def _regions(document: Document) -> list[dict[str, Any]]:
    places = document.as_one_text()[1]
    return [_region(number, start, end) for number, (start, end) in enumerate(places)]


def _region(number: int, start: int, end: int) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": [LABELS[number % len(LABELS)]]}
    names = {"id": f"r{number}", "from_name": "label", "to_name": "text", "type": "labels"}
    return names | {"value": value}
