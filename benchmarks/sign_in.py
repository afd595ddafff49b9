"""What a flood of sign-ins costs: 200 strangers at once, again and again, while somebody labels.

A server as docker/entrypoint.sh starts it (two processes of four threads, production's hashes), on
SQLite. `peak_rss_mb` is all its processes together, and has to stay under the 1 GiB of its
container; `calm_p95_ms` and `flood_p95_ms` are an annotator's saves without the flood and in it.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

from annotating.people import Person
from annotating.servers import Job, free_port, running
from common import ROOT, answer, arguments, load

STRANGERS = 200
FORM = "application/x-www-form-urlencoded"
PREPARE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
import json
from annotating import stage
project = stage.make_project("flood")
people = stage.make_corpus(project, turns=300, people=2)
print(json.dumps([
    [p.session.headers, p.session.cookies, p.project, p.reader, p.item, p.label, p.turns]
    for p in people
]))
"""


class Strangers:
    """Each has an address of her own, as the proxy would say, and guesses without a pause."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.until = port, time.monotonic() + seconds
        self.statuses: Counter[int] = Counter()
        self.threads = [
            threading.Thread(target=self.guess, args=(n,), daemon=True) for n in range(STRANGERS)
        ]

    def guess(self, number: int) -> None:
        cookie, token = "antifaz-csrf=" + "a" * 32, "a" * 32
        tries = 0
        while time.monotonic() < self.until:
            tries += 1
            form = {"username": f"name-{number}", "password": f"guess {tries}"}
            body = urlencode({**form, "csrfmiddlewaretoken": token})
            headers = {"Content-Type": FORM, "Cookie": cookie, "X-Real-IP": address(number)}
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                connection.request("POST", "/sign-in", body, headers)
                got = connection.getresponse()
                got.read()
                self.statuses[got.status] += 1
            except (OSError, http.client.HTTPException):
                self.statuses[0] += 1
            finally:
                connection.close()


def address(number: int) -> str:
    return f"10.{number // 250}.{number % 250}.7"


def main() -> None:
    options = arguments(__doc__ or "")
    seconds = 8.0 if options.quick else 30.0
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        env = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
        env |= {"ANTIFAZ_DATA": folder, "BEHIND_PROXY": "1", "LOG_LEVEL": "ERROR"}
        env["DJANGO_SETTINGS_MODULE"] = "webapp.settings"
        env["PYTHONPATH"] = os.pathsep.join([str(ROOT / "benchmarks"), str(ROOT)])
        command = [sys.executable, "-c", PREPARE]
        made = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        people = [person_of(row) for row in json.loads(made.stdout.splitlines()[-1])]
        figures = measure(people, env, seconds)
    notes = [f"load average after: {load()}", f"{STRANGERS} strangers, {seconds:g} s each"]
    answer("sign_in", figures, {}, options.json, notes)


def person_of(row: list[object]) -> Person:
    from annotating.calls import Session

    headers, cookies, project, reader, item, label, turns = row
    session = Session(0, headers, cookies)  # type: ignore[arg-type]
    pairs = [(int(pk), int(version)) for pk, version in turns]  # type: ignore[attr-defined]
    return Person(session, project, reader, item, label, pairs)  # type: ignore[arg-type]


def measure(people: list[Person], env: dict[str, str], seconds: float) -> dict[str, float]:
    port = free_port()
    command = f"-m gunicorn webapp.wsgi --bind 127.0.0.1:{port} --workers 2 --threads 4"
    command += " --timeout 60 --keep-alive 5 --log-level critical --no-control-socket"
    with running(Job([sys.executable, *command.split()], env), port):
        calm, flooded = people
        for person in people:
            person.session.port = port
            person.open()  # both processes are warm, and the first page is drawn
        save_for(calm, seconds / 2)
        before = memory(port)
        strangers = Strangers(port, seconds)
        for thread in strangers.threads:
            thread.start()
        peak = Peak(port)
        save_for(flooded, seconds)
        for thread in strangers.threads:
            thread.join()
        peak.stop()
    said = strangers.statuses
    return {
        "strangers": STRANGERS,
        "tries": said.total(),
        "compared": said[200],
        "slowed_429": said[429],
        "sent_away_503": said[503],
        "cut": said[0],
        "other": said.total() - said[200] - said[429] - said[503] - said[0],
        "rss_before_mb": before,
        "peak_rss_mb": peak.most,
        "calm_p95_ms": p95(calm.save_ms),
        "flood_p95_ms": p95(flooded.save_ms),
        "saves_in_flood": len(flooded.save_ms),
        "errors_in_flood": len(flooded.errors),
    }


def save_for(person: Person, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and not person.is_through:
        person.save()
        time.sleep(0.2)


def p95(values: list[float]) -> float:
    return round(sorted(values)[int(0.95 * (len(values) - 1))], 1)


def memory(port: int) -> float:
    """Megabytes of all processes of the server, what they share counted in each."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"127.0.0.1:{port}".encode() in (folder / "cmdline").read_bytes():
                pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
                total += pages * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            continue
    return round(total / 1024**2, 1)


class Peak:
    """The most memory, looked at ten times a second."""

    def __init__(self, port: int) -> None:
        self.most, self.ended = 0.0, threading.Event()
        self.thread = threading.Thread(target=self.watch, args=(port,), daemon=True)
        self.thread.start()

    def watch(self, port: int) -> None:
        while not self.ended.wait(0.1):
            self.most = max(self.most, memory(port))

    def stop(self) -> None:
        self.ended.set()
        self.thread.join()


if __name__ == "__main__":
    main()
