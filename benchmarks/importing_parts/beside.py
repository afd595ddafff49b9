"""A person labels every half second while a corpus comes in by the import page: server and worker
as `make run` starts them, on SQLite. Prints JSON; started by `importing.py` with ANTIFAZ_DATA.

`python -m importing_parts.beside FILE SECONDS`: SECONDS that she labels before it, to compare.
"""

import json
import os
import sys
import threading
import time
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from importing_parts.lock import LockProbe

PAUSE = 0.5
LONGEST = 1200.0


def main(path: Path, seconds: float) -> dict[str, Any]:
    """Figures of her saves, without and with the import beside."""
    from annotating import stage
    from annotating.servers import free_port, our_server, our_worker, running
    from django.conf import settings
    from django.db import connection

    from annotation.models import Import, Member, User
    from annotation.services.imports.page_jobs import confirm_import
    from annotation.services.imports.previews import load_preview

    project = stage.make_project("bench")
    (person,) = stage.make_corpus(project, turns=600, people=1)
    manager = User.objects.create_user("importer", password=uuid.uuid4().hex)
    Member.objects.create(project=project, user=manager, role="manager")
    cookie = session_of(manager)
    connection.close()
    port = free_port()
    person.session.port = port
    with running(our_server(port), port), running(our_worker(), 0):
        person.open()
        quiet = work(person, until=time.monotonic() + seconds)
        probe = LockProbe(str(settings.DATABASES["default"]["NAME"]))
        probe.start()
        over = threading.Event()
        thread = threading.Thread(target=lambda: busy.extend(work(person, over=over)))
        busy: list[float] = []
        thread.start()
        begun = time.monotonic()
        try:
            job = upload(port, cookie, path)
            sent = time.monotonic() - begun
            wait_for(job)
            shown = time.monotonic() - begun
            if (preview := load_preview(Import.objects.get(pk=job))) is not None:
                confirm_import(preview)
            wait_for(job)
            took = time.monotonic() - begun
        finally:
            over.set()
            thread.join()
            probe.end()
    row = Import.objects.get(pk=job)
    dialogues = sum(each["dialogues"] for each in row.report)
    if row.status != "done" or not dialogues:
        raise SystemExit(f"the import ended as {row.status}: {row.error}")
    return {
        "page_seconds": round(took, 1),
        "upload_s": round(sent, 1),
        "page_preview_s": round(shown - sent, 1),
        "page_dialogues": dialogues,
        "page_lock_max_ms": probe.longest,
        "annotator_p95_ms": percentile(busy, 95),
        "annotator_max_ms": round(max(busy), 1),
        "annotator_quiet_p95_ms": percentile(quiet, 95),
        "annotator_saves": len(busy),
        "annotator_errors": len(person.errors),
    }


def wait_for(job: int) -> None:
    """Until a preview or an import is over."""
    from annotation.models import Import

    until = time.monotonic() + LONGEST
    while Import.objects.get(pk=job).is_active and time.monotonic() < until:
        time.sleep(0.1)


def work(person: Any, *, until: float = 0.0, over: threading.Event | None = None) -> list[float]:
    """Save a label every half second, and take each back; milliseconds of each save."""
    took = []
    while (over is not None and not over.is_set()) or time.monotonic() < until:
        took.append(person.save())
        if person.saved:
            person.undo()
            person.place -= 1  # the word is free again
        time.sleep(PAUSE)
    return took


def session_of(user: Any) -> str:
    """A session of this person, as signing in makes it."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())


def upload(port: int, cookie: str, path: Path) -> int:
    """Send the file by the form of the import page; the number of the job."""
    page = f"http://127.0.0.1:{port}/p/bench/import"
    asked = urllib.request.Request(page, headers={"Cookie": cookie})
    with urllib.request.urlopen(asked) as answer:
        html = answer.read().decode()
        given = answer.headers.get_all("Set-Cookie") or []
    token = html.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    cookies = "; ".join([cookie, *(each.partition(";")[0] for each in given)])
    border = uuid.uuid4().hex
    fields = {"csrfmiddlewaretoken": token, "format": "auto", "lang": "es"}
    fields |= {"spans": "ignore", "split": "test"}
    parts = [
        f'--{border}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    parts.append(
        f'--{border}\r\nContent-Disposition: form-data; name="files"; filename="{path.name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    body = "".join(parts).encode() + path.read_bytes() + f"\r\n--{border}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={border}", "Cookie": cookies}
    with urllib.request.urlopen(urllib.request.Request(page, body, headers)) as answer:
        return int(answer.url.rpartition("/")[2])


def percentile(values: list[float], share: int) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 1)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    django.setup()
    print(json.dumps(main(Path(sys.argv[1]), float(sys.argv[2]))))
