"""How fast a label is saved and a turn opened while people work and a model trains.

A server of its own (as `make run` starts it) on a corpus of 65,000 turns; 50 people each do
something every 3 seconds: mostly label a token, sometimes open a turn; every tenth request is sent
twice, as after a lost answer. Beside it a process trains taggers without a pause. `lost`: labels
that the server acknowledged and that are not there once. With DATABASE_URL set it runs on that
(empty) database. `dense_...`: one person in a dialogue of 1,000 turns with 2,000 labels.
"""

import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
from common import answer, arguments

ROOT = Path(__file__).resolve().parents[1]
WORDS = 60  # tokens in an asked turn: more than one person labels in a run
PAUSE = 3.0
# doccano 1.8.4, API on the same kind of machine: one span saved, one client and ten (p95).
BASELINES = {"save_p95_ms_one_client": 297.0, "save_p95_ms_ten_clients": 1243.0}
TRAINING = """
import os
os.nice(5)
from learning.crf import CrfTagger
from learning.types import Span, Utterance
texts = [f"soy ana{i % 89} de la calle luna{i % 97} numero {i}" for i in range(3000)]
some = [Utterance(text, (Span(4, 7, "n"),)) for text in texts]
while True:
    CrfTagger().fit(some)
"""


@dataclass
class Person:
    """One annotator's session, her turn, and what the server said of her steps."""

    cookie: str
    token: str
    reader: int
    item: int
    label: int
    version: int = 0
    place: int = 0
    saved: list[int] = field(default_factory=list)
    save_ms: list[float] = field(default_factory=list)
    open_ms: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def request(self, port: int, method: str, path: str, body: str = "") -> tuple[int, str, float]:
        headers = {"Cookie": self.cookie, "X-CSRFToken": self.token, "HX-Request": "true"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        clock = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            html = response.read().decode()
        finally:
            connection.close()
        return response.status, html, 1000 * (time.perf_counter() - clock)

    def save(self, port: int) -> None:
        start, end = 5 * self.place, 5 * self.place + 4
        fields = {"op_id": uuid.uuid4(), "version": self.version, "reader": self.reader}
        body = urlencode(fields | {"start": start, "end": end, "label": self.label})
        for _ in range(2 if self.place % 10 == 9 else 1):
            status, _html, took = self.request(
                port, "POST", f"/p/bench/label/{self.item}/spans", body
            )
            self.save_ms.append(took)
        if status != 200:
            self.errors.append(f"save: {status}")
            return
        self.saved.append(start)
        self.version += 1
        self.place += 1

    def open(self, port: int) -> None:
        status, _html, took = self.request(port, "GET", f"/p/bench/label/{self.item}")
        self.open_ms.append(took)
        if status != 200:
            self.errors.append(f"open: {status}")

    def work(self, port: int, seconds: float, seed: int) -> None:
        rng = np.random.default_rng(seed)
        until = time.monotonic() + seconds
        time.sleep(rng.uniform(0, PAUSE))
        while time.monotonic() < until and self.place < WORDS:
            self.open(port) if rng.random() < 0.2 else self.save(port)
            time.sleep(rng.exponential(PAUSE))


def main() -> None:
    options = arguments(__doc__ or "")
    people_count, turns, seconds = (20, 6_500, 20.0) if options.quick else (50, 65_000, 90.0)
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        prepare(folder)
        small = queries(make_corpus("small", turns=20, people=1)[0])
        people = make_corpus("bench", turns=turns, people=people_count)
        large = queries(people[0])
        dense = make_dense()
        with serving(folder) as port, training():
            for person in people[:3]:
                person.open(port)  # the processes load their templates
                person.open_ms.clear()
            crowd(people, port, seconds)
            for _ in range(40):
                dense.save(port)
                dense.open(port)
        figures = summary(people, dense) | {"queries_small": small, "queries_large": large}
    notes = [f"{people_count} people, {turns} turns, {seconds:.0f} s, a tagger training beside"]
    notes += sorted({error for person in [*people, dense] for error in person.errors})
    answer("labelling", figures, BASELINES, options.json, notes)


def prepare(folder: str) -> None:
    """Django on a database of its own."""
    sys.path.insert(0, str(ROOT))
    os.environ["ANTIFAZ_DATA"] = folder
    os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.settings"
    for variable in ("REDIS_URL", "ANTIFAZ_ENV"):
        os.environ.pop(variable, None)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)


def make_corpus(slug: str, *, turns: int, people: int) -> list[Person]:
    """A project with a batch of one turn for each person, among `turns` turns in all."""
    from annotation.models import Batch, Dialogue, Label, Member, Project, QueryItem, Turn, User
    from annotation.schemes import SCHEMES

    project = Project.objects.create(slug=slug, name=slug)
    labels = [
        Label(project=project, name=each.name, key=each.key, family=each.family, position=n)
        for n, each in enumerate(SCHEMES["es-port"].labels)
    ]
    Label.objects.bulk_create(labels)
    text = " ".join(f"w{n % 1000:03}" for n in range(WORDS))
    size = 60
    dialogues = [
        Dialogue(project=project, external_id=f"{n:05}", position=n)
        for n in range(max(people, turns // size))
    ]
    Dialogue.objects.bulk_create(dialogues)
    Turn.objects.bulk_create(
        (
            Turn(dialogue=dialogue, position=n, speaker=f"spk{n % 2}", text=text)
            for dialogue in dialogues
            for n in range(size if turns >= size else turns)
        ),
        batch_size=5000,
    )
    batch = Batch.objects.create(project=project, number=1, strategy="random")
    made = []
    for place in range(people):
        user = User.objects.create(username=f"{slug}-{place}-{secrets.token_hex(3)}")
        Member.objects.create(project=project, user=user, role="annotator")
        turn = dialogues[place].turns.get(position=size // 2 if turns >= size else 5)
        item = QueryItem.objects.create(batch=batch, turn=turn, rank=place, reason="random")
        made.append(signed_in(user, item.pk, labels[place % len(labels)].pk))
    return made


def make_dense() -> Person:
    """A person whose turn stands in a dialogue of 1,000 turns with 2,000 labels."""
    from annotation.models import Dialogue, QueryItem, Reading, Span, Turn, User

    item = QueryItem.objects.select_related("turn", "batch__project").filter(
        batch__project__slug="bench"
    )[0]
    project, reader = item.batch.project, User.objects.get(username__startswith="small-0")
    project.memberships.create(user=reader, role="annotator")
    dialogue = Dialogue.objects.create(project=project, external_id="long", position=99999)
    turns = Turn.objects.bulk_create(
        Turn(dialogue=dialogue, position=n, speaker=f"spk{n % 2}", text=item.turn.text)
        for n in range(1000)
    )
    label = project.labels.get(key="N")
    Reading.objects.bulk_create(
        Reading(turn=turn, reader=reader, status="done", is_gold=True)
        for turn in turns
        if turn.position != 500
    )
    Span.objects.bulk_create(
        Span(turn=turn, start=5 * n, end=5 * n + 4, label=label, author=reader)
        for turn in turns
        if turn.position != 500
        for n in (0, 3)
    )
    asked = QueryItem.objects.create(batch=item.batch, turn=turns[500], rank=999)
    return signed_in(reader, asked.pk, label.pk)


def signed_in(user: Any, item: int, label: int) -> Person:
    from django.conf import settings
    from django.middleware.csrf import get_token
    from django.test import Client, RequestFactory

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    request = RequestFactory().get("/")
    masked = get_token(request)
    cookies = {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.CSRF_COOKIE_NAME: request.META["CSRF_COOKIE"],
    }
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return Person(cookie, masked, user.pk, item, label)


def queries(person: Person) -> int:
    """How many queries it takes to open the person's turn the second time."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from annotation.models import QueryItem

    item = QueryItem.objects.select_related("batch__project").get(pk=person.item)
    client = Client(headers={"Cookie": person.cookie})
    url = f"/p/{item.batch.project.slug}/label/{item.pk}"
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(connection) as seen:
        client.get(url)
    return len(seen)


@contextmanager
def serving(folder: str) -> Iterator[int]:
    """Gunicorn as `serve` starts it, on a free port; yields the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "webapp.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--workers", "1", "--threads", "8", "--log-level", "error"]
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"ANTIFAZ_DATA": folder})
    try:
        for _ in range(120):
            time.sleep(0.25)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


@contextmanager
def training() -> Iterator[None]:
    """A process that trains taggers one after the other, as the worker does in a round."""
    worker = subprocess.Popen([sys.executable, "-c", TRAINING], cwd=ROOT)
    try:
        yield
    finally:
        worker.kill()
        worker.wait()


def crowd(people: list[Person], port: int, seconds: float) -> None:
    """Everybody works at once."""
    threads = [
        threading.Thread(target=person.work, args=(port, seconds, seed), daemon=True)
        for seed, person in enumerate(people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def summary(people: list[Person], dense: Person) -> dict[str, float]:
    """Percentiles over all people, and the labels that were acknowledged and are not there."""
    from annotation.models import QueryItem, Span

    lost = 0
    for person in [*people, dense]:
        turn = QueryItem.objects.values_list("turn_id", flat=True).get(pk=person.item)
        there = list(
            Span.objects.filter(turn=turn, author=person.reader).values_list("start", flat=True)
        )
        lost += len(person.saved) + len(there) - 2 * len(set(person.saved) & set(there))
    saves = [took for person in people for took in person.save_ms]
    opens = [took for person in people for took in person.open_ms]
    return {
        "save_p50_ms": percentile(saves, 50),
        "save_p95_ms": percentile(saves, 95),
        "open_p50_ms": percentile(opens, 50),
        "open_p95_ms": percentile(opens, 95),
        "dense_save_p95_ms": percentile(dense.save_ms, 95),
        "dense_open_p95_ms": percentile(dense.open_ms, 95),
        "saves": len(saves),
        "opens": len(opens),
        "lost": lost,
    }


def percentile(values: list[float], share: int) -> float:
    return round(float(np.percentile(values, share)), 1)


if __name__ == "__main__":
    main()
