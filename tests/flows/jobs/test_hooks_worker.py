"""What hooks wait to be told, by real workers on a real database: one is killed in the middle of a
delivery, and two others tell the rest, each once."""

import os
import signal
import threading
import time
from collections import Counter

import pytest

from tests.annotation.services.hooks.listening import Handler, Listener
from tests.flows.conftest import Installation, wait_until
from tests.flows.jobs.test_worker_killed import rows

pytestmark = [pytest.mark.worker]

NUMBER = 24
TELL = f"""
from annotation.models import *
from annotation.services.hooks import own, queue
project = Project.objects.create(slug="told", name="Told")
user = User.objects.create_user("manager")
for name in ("one", "two"):
    hook, _secret = own.add_hook(project, user, "%s/" + name)
for number in range(1, {NUMBER // 2} + 1):
    queue.tell(project, "export.done", number)
answer = hook.pk
"""
WAIT = """
from annotation.models import *
rows = HookDelivery.objects.filter(status="waiting")
answer = list(map(str, rows.exclude(claim="").values_list("number", flat=True)))
rows.update(next_at="2100-01-01T00:00Z")
"""
GO_ON = """
from annotation.models import *
rows = HookDelivery.objects.filter(status="waiting")
rows.exclude(claim="").update(claimed_until="2000-01-01T00:00Z")
answer = rows.update(next_at="2000-01-01T00:00Z")
"""
WORKERS = "SELECT count(*) FROM annotation_worker"
STATE = "SELECT status, count(*) FROM annotation_hookdelivery GROUP BY status"
TRIES = "SELECT number, attempts FROM annotation_hookdelivery"


class Slow(Listener):
    """Takes what comes, by several at once, and lets who asks wait until it is `open`, and then
    for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = Waiting
        self.open, self.lock = threading.Event(), threading.Lock()
        self.inside = self.most_inside = 0

    def process_request(self, request: object, client_address: object) -> None:
        both = (request, client_address)
        threading.Thread(target=self.take, args=both, daemon=True).start()

    def take(self, request: object, client_address: object) -> None:
        self.finish_request(request, client_address)  # type: ignore[arg-type]
        self.shutdown_request(request)  # type: ignore[arg-type]

    def count(self, more: int) -> None:
        with self.lock:
            self.inside += more
            self.most_inside = max(self.inside, self.most_inside)


class Waiting(Handler):
    server: Slow

    def send_response(self, code: int, message: str | None = None) -> None:
        self.server.count(1)
        self.server.open.wait(timeout=30)
        time.sleep(0.2)
        self.server.count(-1)
        super().send_response(code, message)


@pytest.mark.parametrize(
    "installation", [pytest.param("postgres", marks=pytest.mark.services)], indirect=True
)
def test_a_killed_worker_loses_nothing_and_two_tell_nothing_twice(
    installation: Installation,
) -> None:
    server = Slow()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    installation.env |= {
        "HEARTBEAT_SECONDS": "0.5",
        "WORKER_LANES": "files",
        "HOOK_ADDRESSES": server.base,
        "HOOK_NETWORKS": "127.0.0.0/8",
    }
    try:
        installation.python(TELL % server.base)
        killed = installation.worker()
        wait_until(lambda: server.got, "the first delivery")
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        server.open.set()
        held = installation.python(WAIT)
        assert held == server.deliveries  # one was under way, and one alone
        assert server.most_inside == 1

        for _worker in range(2):
            installation.worker()
        wait_until(lambda: rows(installation, WORKERS) == [(2,)], "two workers")
        assert installation.python(GO_ON) == NUMBER
        wait_until(lambda: dict(rows(installation, STATE)) == {"done": NUMBER}, "every delivery")
    finally:
        server.shutdown()
        server.server_close()
    assert server.most_inside == 2  # each worker tells one at a time, and both did
    told = Counter(server.deliveries)
    assert len(told) == NUMBER and {n for n, times in told.items() if times > 1} == set(held)
    assert {str(n): tries for n, tries in rows(installation, TRIES)} == dict(told)
