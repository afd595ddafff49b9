"""How fast the Text Transformer answers: texts of some 20 tokens, one call each.

A server of two processes as `make run` starts it, on SQLite, with a CRF of MEDDOCAN's labels (the
demo's, where MEDDOCAN is not at hand). `requests_s` is of four programs at once, `p95_ms` of one
that waits for each answer at 50 calls in a second; `paced_requests_s` says whether it got them.
`rss_mb` is all processes of the server together; `held_back` of 100 texts, how many were not given.
Goals: 50 requests/s, p95 under 50 ms.
"""

import gzip
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path

from annotating.servers import Job, free_port, our_server, running
from common import DATA, ROOT, answer, arguments, load

DEMO = ROOT / "annotation" / "demo" / "support-calls.jsonl.gz"
PREPARE = """
import sys, django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from annotation.models import User
from annotation.services.access.tokens import create_token
from annotation.services.standalone.taggers import train_on_file
train_on_file(sys.argv[1], sys.argv[2])
user = User.objects.create_user("program")
print(create_token(user, name="benchmark", days=1, scopes=["transform"])[1])
"""
PROGRAMS, PACE = 4, 50.0


def main() -> None:
    options = arguments(__doc__ or "")
    notes = [f"load average before: {load()}"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        notes.append(prepare_corpus(folder, dialogues=60 if options.quick else 250))
        environ = environment(folder)
        token = prepare(folder, environ)
        port = free_port()
        job = our_server(port)
        server = Job(job.command, environ, job.cwd)
        with running(server, port):
            figures = measure(port, token, texts(folder), seconds=6 if options.quick else 20)
    notes.append(f"load average after: {load()}")
    notes += missed(figures)
    answer(
        "text_transformer", figures, {"aim_requests_s": 50, "aim_p95_ms": 50}, options.json, notes
    )


def prepare_corpus(folder: Path, *, dialogues: int) -> str:
    """What is learnt, and other texts that are sent; a sentence on them."""
    corpus = DATA / "meddocan.train.jsonl.gz"
    path = corpus if corpus.exists() else DEMO
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        lines = list(islice(stream, 2 * dialogues))
    half = len(lines) // 2
    (folder / "train.jsonl").write_text("".join(lines[:half]), encoding="utf-8")
    (folder / "other.jsonl").write_text("".join(lines[half:]), encoding="utf-8")
    return f"the model learnt from {half} documents of {path.name}"


def texts(folder: Path) -> list[str]:
    """Stretches of some 20 tokens, at a line's or a sentence's beginning."""
    found = []
    for line in (folder / "other.jsonl").read_text(encoding="utf-8").splitlines():
        for turn in json.loads(line)["turns"]:
            for part in turn["text"].replace(". ", ".\n").splitlines():
                if 16 <= len(part.split()) <= 24:
                    found.append(part)
    return found[:500]


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "ANTIFAZ_DATA": str(folder / "data"),
        "DATABASE_URL": f"sqlite:///{folder / 'data' / 'bench.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "webapp.settings",
        "REDIS_URL": "",
        "TRANSFORM_MODELS": str(folder / "model"),
        "TRANSFORMS_A_MINUTE": "0",
        "PYTHONPATH": str(ROOT),
    }


def prepare(folder: Path, environ: dict[str, str]) -> str:
    """A database, a model and a token, which is returned."""
    command = [sys.executable, "-c", PREPARE, str(folder / "train.jsonl"), str(folder / "model")]
    made = subprocess.run(
        command, env=environ, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return made.stdout.split()[-1]


class Program:
    """Sends texts over one connection that stays open."""

    def __init__(self, port: int, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
        self.statuses: Counter[int] = Counter()
        self.times: list[float] = []

    def send(self, text: str) -> None:
        begun = time.perf_counter()
        self.connection.request("POST", "/vpc?r=FULL", text.encode(), self.headers)
        response = self.connection.getresponse()
        response.read()
        self.times.append(1000 * (time.perf_counter() - begun))
        self.statuses[response.status] += 1


def measure(port: int, token: str, sent: Sequence[str], *, seconds: float) -> dict[str, float]:
    warm = Program(port, token)
    for text in islice(cycle(sent), 100):
        warm.send(text)
    others = [Program(port, token) for _ in range(8)]  # so that each process has opened the model
    for each, text in zip(others, cycle(sent), strict=False):
        each.send(text)
    paced = Program(port, token)
    rate = send_paced(paced, sent, seconds)
    crowd = [Program(port, token) for _ in range(PROGRAMS)]
    begun = time.perf_counter()
    together(crowd, lambda each: send_for(each, sent, seconds))
    took = time.perf_counter() - begun
    answered = sum((each.statuses for each in (warm, paced, *crowd)), Counter[int]())
    every = sum(answered.values())
    return {
        "requests_s": round(sum(len(each.times) for each in crowd) / took, 1),
        "paced_requests_s": round(rate, 1),
        "p50_ms": round(share(paced.times, 0.5), 1),
        "p95_ms": round(share(paced.times, 0.95), 1),
        "crowd_p95_ms": round(share([t for each in crowd for t in each.times], 0.95), 1),
        "rss_mb": rss_mb(port),
        "held_back": round(100 * answered[422] / every, 2),
        "refused": every - answered[200] - answered[422],
    }


def send_paced(program: Program, sent: Sequence[str], seconds: float) -> float:
    """A call every 1/50 second, or as soon as the one before is answered; calls in a second."""
    begun = time.perf_counter()
    for number, text in enumerate(cycle(sent)):
        wait = begun + number / PACE - time.perf_counter()
        if time.perf_counter() - begun > seconds:
            return number / (time.perf_counter() - begun)
        time.sleep(max(0.0, wait))
        program.send(text)
    raise AssertionError("there are texts")


def send_for(program: Program, sent: Sequence[str], seconds: float) -> None:
    until = time.perf_counter() + seconds
    for text in cycle(sent):
        if time.perf_counter() > until:
            return
        program.send(text)


def together(programs: Sequence[Program], work: Callable[[Program], None]) -> None:
    threads = [threading.Thread(target=work, args=(each,)) for each in programs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def share(times: Sequence[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def rss_mb(port: int) -> float:
    """Memory of the processes whose command names this port."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            status = (folder / "status").read_text(encoding="utf-8")
        except OSError:
            continue
        if f":{port}".encode() in command and "VmRSS:" in status:
            total += int(status.partition("VmRSS:")[2].split()[0])
    return round(total / 1024, 1)


def missed(figures: dict[str, float]) -> list[str]:
    goals = []
    if figures["requests_s"] < 50:
        goals.append("goal missed: 50 requests/s")
    if figures["p95_ms"] >= 50:
        goals.append("goal missed: p95 under 50 ms")
    return goals


if __name__ == "__main__":
    main()
