"""Twenty people save while the parts of an installation are killed, cut off and filled up.

What was acknowledged is there once, no round fails, and every answer is one that somebody can
explain. The summary has the figures: `pytest -s tests/chaos`.
"""

import json
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.crowd import LENGTH, Log, Person, call, is_ours, text_of
from tests.chaos.site import Site, fill_disk, small_disk, stopping
from tests.flows.conftest import (
    hurry,
    postgres_database,
    redis_url,
    wait_until,
)

__all__ = ["redis_url"]  # a fixture
pytestmark = [pytest.mark.services, pytest.mark.worker]

PEOPLE = 20
PATIENCE = {"HEARTBEAT_SECONDS": "1", "JOB_LOST_SECONDS": "8", "DATABASE_WAIT_SECONDS": "3"}
PATIENCE["JOB_RETRY_SECONDS"] = "1"
PATIENCE["WORKER_LANES"] = "learning"  # processes that this test does not need would slow it
PREPARE = f"""
from django.conf import settings
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.utils import timezone
from benchmarks.demo import support_calls
from annotation.models import *
from annotation.schemes import SCHEMES
from tests.chaos.crowd import text_of

def session(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    request = RequestFactory().get("/")
    token = get_token(request)
    own = {{
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.CSRF_COOKIE_NAME: request.META["CSRF_COOKIE"],
    }}
    return "; ".join("=".join(pair) for pair in own.items()), token

project = Project.objects.create(
    slug="chaos", name="Chaos", batch_size=5, query_strategy="target-entropy"
)
scheme = SCHEMES["es-port"].labels
labels = {{l.name: Label.objects.create(project=project, name=l.name, key=l.key) for l in scheme}}
reader = User.objects.create_user("reader-of-all")
for place, value in enumerate(support_calls(n=24, seed=7)):
    dialogue = Dialogue.objects.create(project=project, external_id=value.id, position=place)
    for number, turn in enumerate(value.turns):
        row = Turn.objects.create(dialogue=dialogue, position=number, text=turn.text)
        if place < 18:
            own = Reading.objects.create(
                turn=row, reader=reader, status="done", is_gold=True, label_count=len(turn.spans)
            )
            Span.objects.bulk_create(
                Span(turn=row, reading=own, start=s.start, end=s.end, label=labels[s.label])
                for s in turn.spans
            )
Batch.objects.create(project=project, number=1, strategy="random")
people = []
for number in range({PEOPLE} + 1):
    user = User.objects.create(username=f"person-{{number}}", toured_at=timezone.now())
    role = "curator" if number < {PEOPLE} else "manager"
    Member.objects.create(project=project, user=user, role=role)
    dialogue = Dialogue.objects.create(
        project=project, external_id=f"own-{{number}}", position=100 + number
    )
    turn = Turn.objects.create(dialogue=dialogue, position=0, text=text_of(number))
    cookie, token = session(user)
    people.append({{
        "cookie": cookie, "token": token, "reader": user.pk, "turn": turn.pk,
        "label": project.labels.first().pk,
    }})
answer = people
"""
RUNS = "SELECT status, attempts, error FROM annotation_trainingrun ORDER BY id"
SPANS = """
SELECT r.reader_id, s.start FROM annotation_span s JOIN annotation_reading r ON r.id = s.reading_id
WHERE r.turn_id = ANY (ARRAY[{turns}]) AND s.status = 'accepted'
"""


@dataclass
class Story:
    """What happened, for the summary."""

    site: Site
    people: list[Person]
    manager: Person
    log: Log
    recovery: dict[str, float] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def fault(self, name: str, act: Callable[[], None], watch: float) -> None:
        """Break something, then watch for so many seconds how the others get on."""
        began = time.monotonic()
        act()
        wait_until(lambda: self.log.first_after(began) < float("inf"), f"a save after {name}")
        self.recovery[name] = self.log.first_after(began)
        time.sleep(watch)

    def start_round(self) -> None:
        status, _headers, said = call(self.manager, "POST", "/p/chaos/training/start")
        if status != 200:
            self.log.unexplained.append(f"{status} to start: {said[:120]!r}")
        self.rest(lambda: self.site.rows(RUNS)[-1][0] != "queued", "a round at work")

    def settle(self) -> None:
        """No round waits or works any more."""
        ended = {"done", "failed", "cancelled"}
        self.rest(lambda: {row[0] for row in self.site.rows(RUNS)} <= ended, "a round's end")

    def rest(self, over: Callable[[], bool], what: str) -> None:
        """People rest until it is so: a worker gives way to them, on a busy machine for ever."""

        def is_over() -> bool:
            hurry(self.site.parts["worker"].pid)
            return over()

        self.log.go.clear()
        try:
            wait_until(is_over, what)
        except AssertionError as late:
            said = self.site.log_of("worker")[-1500:]
            raise AssertionError(f"{late}: {self.site.rows(RUNS)}\n{said}") from None
        self.log.go.set()


@pytest.fixture
def story(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Story]:
    own_redis = shutil.which("redis-server") is not None
    redis = None if own_redis else request.getfixturevalue("redis_url")
    with (
        small_disk(tmp_path / "data") as no_disk,
        postgres_database() as database,
        stopping(Site(tmp_path / "data", tmp_path, **PATIENCE)) as site,
    ):
        site.connect(database, redis)
        if own_redis:
            site.begin("redis")
        site.begin("web")
        made = site.python(PREPARE)
        site.begin("worker")
        log, stop = Log(), threading.Event()
        everybody = [
            Person(port=site.port, slug="chaos", log=log, stop=stop, **each) for each in made
        ]
        story = Story(site, everybody[:PEOPLE], everybody[PEOPLE], log)
        if no_disk:
            story.skipped.append(f"full disk: {no_disk}")
        if not own_redis:
            story.skipped.append("Redis killed: no redis-server on this machine")
        wait_until(site.is_up, "the web server")
        yield story


def test_nothing_is_lost_while_everything_is_killed(story: Story, capsys: Any) -> None:
    began = time.monotonic()
    threads = [
        threading.Thread(target=person.work, args=(seed,), daemon=True)
        for seed, person in enumerate(story.people)
    ]
    for thread in threads:
        thread.start()
    break_everything(story)
    story.people[0].stop.set()
    for thread in threads:
        thread.join(timeout=70)
    story.settle()
    figures = count(story, time.monotonic() - began)
    with capsys.disabled():
        print(f"\nchaos: {json.dumps(figures)}")
        for reason in story.skipped:
            print(f"skipped: {reason}")
    assert story.log.unexplained == []
    assert figures["failed_rounds"] == 0, story.site.rows(RUNS)
    assert figures["lost"] == figures["twice"] == figures["given_up"] == 0
    assert figures["saved"] > 100
    web = story.site.log_of("web")
    assert "Traceback" not in web + story.site.log_of("worker")
    assert text_of(0)[:LENGTH] not in web, "no text in a log"
    assert len(web.splitlines()) <= figures["seconds"], "one line a second at most"


def break_everything(story: Story) -> None:
    site = story.site
    wait_until(lambda: len(story.log.saved) > PEOPLE, "everybody at work")
    story.start_round()
    story.fault("worker killed", lambda: (site.kill("worker"), site.begin("worker"))[0], 2)
    story.fault("a web process killed", lambda: site.kill_one_child("web"), 2)
    if "redis" in site.parts:
        story.fault("Redis killed for 3 s", lambda: without_redis(site), 1)
    story.fault("all web killed for 2 s", lambda: without_web(site), 2)
    story.settle()
    story.start_round()
    story.fault("connections terminated", site.terminate_connections, 3)
    story.settle()
    story.start_round()
    story.fault("no database for 5 s", lambda: without_database(site), 2)
    story.settle()
    if not any(reason.startswith("full disk") for reason in story.skipped):
        story.fault("full disk", lambda: full_disk(story), 1)


def without_redis(site: Site) -> None:
    site.kill("redis")
    time.sleep(3)
    site.begin("redis")


def without_web(site: Site) -> None:
    site.kill("web")
    time.sleep(2)
    site.begin("web")


def without_database(site: Site) -> None:
    assert site.wire is not None
    site.wire.cut()
    time.sleep(5)
    site.wire.mend()


def full_disk(story: Story) -> None:
    """Labels are saved all the same; an upload says that it was not kept, and leaves no part."""
    before = {path for path in story.site.data.rglob("*") if path.is_file()}
    filler = fill_disk(story.site.data)
    lines = b'{"id": "big", "turns": [{"speaker": "a", "text": "%s"}]}\n' % (b"x" * 4_000_000)
    part = b'--x\r\nContent-Disposition: form-data; name="files"; filename="big.jsonl"\r\n\r\n'
    kind = "multipart/form-data; boundary=x"
    asked = call(story.manager, "POST", "/p/chaos/import", part + lines + b"\r\n--x--\r\n", kind)
    if asked[0] != 507 or not is_ours(asked[1]):
        story.log.unexplained.append(f"{asked[0]} to an upload on a full disk: {asked[2][:120]!r}")
    began = time.monotonic()
    wait_until(lambda: story.log.first_after(began) < 30, "a save on a full disk")
    filler.unlink()
    left = {path for path in story.site.data.rglob("*") if path.is_file()} - before
    parts = [path.name for path in left if path.stat().st_size and "upload" in str(path)]
    if parts:
        story.log.unexplained.append(f"parts of an upload stayed: {parts}")


def count(story: Story, seconds: float) -> dict[str, Any]:
    """Compare what was acknowledged with what the database has."""
    turns = ", ".join(str(person.turn) for person in story.people)
    there = Counter(story.site.rows(SPANS.format(turns=turns)))
    told = Counter(
        (person.reader, word * (LENGTH + 1)) for person in story.people for word in person.kept
    )
    runs = story.site.rows(RUNS)
    return {
        "seconds": round(seconds, 1),
        "people": len(story.people),
        "saved": len(story.log.saved),
        "sent_again": story.log.repeated,
        "lost": (told - there).total(),
        "twice": (there - told).total(),
        "given_up": sum(person.gave_up for person in story.people),
        "rounds": len(runs),
        "failed_rounds": sum(status == "failed" for status, *_ in runs),
        "attempts": [attempts for _status, attempts, _error in runs],
        "unexplained": len(story.log.unexplained),
        "explained": dict(story.log.explained),
        "longest_without_a_save_s": round(story.log.longest_gap(), 1),
        "recovery_s": {name: round(took, 1) for name, took in story.recovery.items()},
        "web_log_lines": len(story.site.log_of("web").splitlines()),
    }
