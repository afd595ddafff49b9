"""Take the pictures of the README anew: `python docs/images/make.py` (needs Chromium).

A fresh demo in a temporary folder is read by its generator's own labels, through the services that
the pages call; then a browser looks at it. Imports that need Django stand where they are used.
"""

import contextlib
import functools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import django
from playwright.sync_api import Browser, Page, expect, sync_playwright

OUT = Path(__file__).resolve().parent
ROUNDS = 10  # points of the learning curve
MORE = 4  # turns of the batch in hand that are read already
REVISED, ISSUE = "support-calls-trap-1", "A misheard name?"  # of its issues, the one to be shown
Item = tuple[int, int, str]  # start, end, label


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as an error: the server is stopped
    with tempfile.TemporaryDirectory(prefix="antifaz-pictures-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL", "ANTIFAZ_ENV"):  # SQLite and the file queue
            os.environ.pop(name, None)
        os.environ |= {"ANTIFAZ_DATA": folder, "DJANGO_SETTINGS_MODULE": "webapp.settings"}
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop shares our thread
        django.setup()
        with serving() as address, sync_playwright() as playwright:
            work()
            chromium = os.environ.get("CHROMIUM") or installed(
                "chromium-headless-shell", "chromium"
            )
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            look(browser, address)


def installed(*names: str) -> str | None:
    """The first of these programs that stands on the path; without one Playwright takes its own."""
    return next(filter(None, map(shutil.which, names)), None)


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """The address of web server and worker with the demo; they are stopped when the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=OUT.parents[1])
    try:
        wait_until(lambda: server.poll() is not None or answers(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not true():
        assert time.monotonic() < deadline, "web server or worker took more than five minutes"
        time.sleep(0.2)


@functools.cache
def calls() -> dict[str, Any]:
    from annotation.demo import support_calls

    return {call.id: call for call in support_calls()}


def right(turn: Any) -> list[Item]:
    spans = calls()[turn.dialogue.external_id].turns[turn.position].spans
    return [(span.start, span.end, span.label) for span in spans]


def work() -> None:
    """The annotator reads until so many models have learnt, and begins the next batch; the curator
    reads what is to be read twice. The model reads the rest, and a file is released."""
    from annotation.models import Project, User
    from annotation.services.labelling import queue
    from annotation.services.release import exports
    from annotation.services.runs import starting

    def ended(jobs: Any) -> None:
        wait_until(lambda: not jobs.filter(status__in=["queued", "running"]).exists())

    User.objects.update(toured_at="2026-01-01T00:00Z")  # nobody is shown the tour
    people = {user.username: user for user in User.objects.all()}
    project = Project.objects.get(slug="demo")
    more = MORE
    while more:
        more -= project.runs.filter(kind="round", status="done").count() >= ROUNDS
        item = queue.next_item(project, people["annotator"])
        assert item is not None, "nothing is left to read"
        seconds = 4 + len(item.turn.text.split()) / 2
        for name in ("annotator", "curator")[: item.readers]:
            queue.assign_item(item, people[name])
            version = label(item.turn, people[name], right(item.turn))
            queue.finish_item(item, people[name], version=version, seconds=seconds)
        ended(project.runs)  # so that each batch is chosen by the model before it
    starting.start_run(project, user=people["curator"], kind="tag")
    ended(project.runs)
    assert project.runs.filter(kind="tag", status="done").exists(), "the model could not read"
    exports.start_export(project, people["manager"], format="jsonl", strategy="entity")
    ended(project.exports)


def label(turn: Any, user: Any, items: list[Item]) -> int:
    """Give the labels, which decides proposals under them, and reject the other proposals; the
    version of the turn after that."""
    from annotation.services.labelling.spans import add_span, decide_proposal, layer_of

    labels = {each.name: each for each in turn.dialogue.project.labels.all()}
    for start, end, name in items:
        version, given = layer_of(turn, user).version, labels[name]
        add_span(turn, user, op_id=uuid4(), version=version, start=start, end=end, label=given)
    while (seen := layer_of(turn, user)).proposals:
        it, version = seen.proposals[0], seen.version
        decide_proposal(turn, user, op_id=uuid4(), version=version, proposal=it, accept=False)
    return seen.version


def look(browser: Browser, address: str) -> None:
    """Take every picture."""
    from annotation.models import Dialogue, User
    from annotation.services.demo.projects import demo_password

    def sit_down(name: str) -> Page:
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
        page.goto(f"{address}/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(demo_password())
        page.get_by_role("main").get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{address}/")
        return page

    def take(page: Page, name: str, path: str = "", *, whole: bool = False) -> None:
        if path:
            page.goto(f"{address}/p/{path}")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=OUT / f"{name}.png", full_page=whole)

    manager, curator, annotator = map(sit_down, ("manager", "curator", "annotator"))
    take(manager, "overview", "demo/")
    take(manager, "learning", "demo/learning")
    take(manager, "release", "demo/release", whole=True)
    take(manager, "team", "demo-readers/team")
    take(curator, "adjudicate", "demo-readers/adjudicate")
    revised = Dialogue.objects.get(project__slug="demo", external_id=REVISED)
    curator.goto(f"{address}/p/demo/revise/{revised.pk}")
    current = curator.locator("[data-issue][aria-current]")
    current.wait_for()
    while ISSUE not in current.inner_text():
        curator.keyboard.press("j")
        curator.wait_for_timeout(500)
    current.locator("[data-act=accept]").wait_for()
    take(curator, "revise")

    proposed, rich = items_to_show()
    take(annotator, "proposals", f"demo/label/{proposed.pk}")
    *others, (start, end, name) = right(rich.turn)
    label(rich.turn, User.objects.get(username="annotator"), others)
    annotator.goto(f"{address}/p/demo/label/{rich.pk}")
    annotator.locator(f"[data-asked] .t[data-start='{start}']").click()
    for _more in rich.turn.text[start:end].split()[1:]:
        annotator.keyboard.press("Shift+ArrowRight")
    annotator.locator(f"button[data-label][data-name='{name}']").click()
    expect(annotator.locator("[data-saved-state]")).to_have_text(re.compile("^Saved"))
    take(annotator, "label")


def items_to_show() -> tuple[Any, Any]:
    """Of the open turns of the batch, the one with most proposals and one of many labels."""
    from annotation.models import QueryItem
    from annotation.services.labelling.spans import visible_proposals

    def labels(items: list[Item]) -> tuple[int, int]:
        return len({label for *_place, label in items}), len(items)

    items = QueryItem.objects.filter(batch__project__slug="demo", status="open")
    left = list(items.filter(turn__position__gt=2).select_related("turn__dialogue"))
    left.sort(key=lambda item: len(visible_proposals([item.turn])))
    return left.pop(), max(left, key=lambda item: labels(right(item.turn)))


if __name__ == "__main__":
    main()
