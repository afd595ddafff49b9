"""Our own server under measurement, on the database that DATABASE_URL names; prints JSON.

`benchmarks/labelling.py` starts this once for each database, with a folder of its own
(ANTIFAZ_DATA): Django knows one database a process.
"""

import json
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from annotating import stage
from annotating.browser import NoBrowser, chromium, open_times, page_of, paint_times
from annotating.calls import spread
from annotating.people import Crowd, Person, lost_labels
from annotating.servers import free_port, our_server, our_worker, running
from annotating.system import PEOPLE, System, server_figures

DENSITIES = (10, 100, 500, 2000)  # labels in a dialogue of 1,000 turns


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything; the quick run shows that all of it works."""

    people: int
    turns: int
    seconds: float  # that the people work
    saves: int  # in each long dialogue
    opens: int
    loads: int  # of each page in Chromium
    presses: int


WHOLE = Size(people=50, turns=65_000, seconds=90, saves=100, opens=30, loads=10, presses=50)
QUICK = Size(people=20, turns=6_500, seconds=7, saves=12, opens=4, loads=1, presses=6)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is on the stage."""

    crowd: list[Person]
    long: dict[int, Person]  # by the number of labels in her dialogue
    typists: list[Person]  # two, for Chromium: one alone, one while the crowd works
    ten: list[Person]  # for the comparison: each in an ordinary dialogue

    def everybody(self) -> list[Person]:
        return [*self.crowd, *self.long.values(), *self.typists, *self.ten]


def measure(*, quick: bool) -> dict[str, Any]:
    """All figures of our server, and notes for people."""
    size = QUICK if quick else WHOLE
    figures: dict[str, float] = {}
    notes = [f"{size.people} people, {size.turns} turns, {size.seconds:.0f} s"]
    figures["queries_small"] = stage.count_queries(
        stage.make_corpus(stage.make_project("small"), turns=20, people=1)[0]
    )
    project = stage.make_project("bench")
    cast = make_cast(project, size)
    figures["queries_large"] = stage.count_queries(cast.crowd[0])
    with serving(cast) as site:
        figures |= quiet(cast, size, quick=quick)
        figures |= in_browser(cast, site, size, notes)
        figures |= crowded(cast, site, size, project, notes)
    people = cast.everybody()
    figures["lost"] = lost_labels(people)
    notes += sorted({error for person in people for error in person.errors})
    return {"figures": figures, "notes": notes}


def make_cast(project: Any, size: Size) -> Cast:
    crowd = stage.make_corpus(project, turns=size.turns, people=size.people)
    stage.read_some(project)
    long = {spans: stage.make_long(project, spans) for spans in DENSITIES}
    typists = [stage.make_long(project, DENSITIES[-1]) for _ in range(2)]
    ten = [stage.make_long(project, 40, turns=stage.DIALOGUE) for _ in range(PEOPLE)]
    return Cast(crowd, long, typists, ten)


@contextmanager
def serving(cast: Cast) -> Iterator[str]:
    """The web server, warm; everybody's session knows its port. Yields its address."""
    from django.db import connection

    connection.close()
    port = free_port()
    with running(our_server(port), port):
        for person in cast.everybody():
            person.session.port = port
        for person in cast.crowd[:4]:
            person.open()
            person.open_ms.clear()
        yield f"http://127.0.0.1:{port}"


def quiet(cast: Cast, size: Size, *, quick: bool) -> dict[str, float]:
    """The server alone: whether saving grows with the labels of a dialogue, and opening it."""
    for _ in range(size.saves):  # in turn, so that a busy moment of the machine touches all
        for person in cast.long.values():
            person.save()
    figures: dict[str, float] = {}
    for spans, person in cast.long.items():
        figures |= spread(f"labels_{spans}_save", person.save_ms[1:], 50, 95)
    few, many = DENSITIES[0], DENSITIES[-1]
    ratio = figures[f"labels_{many}_save_p50_ms"] / figures[f"labels_{few}_save_p50_ms"]
    figures["flat_ratio"] = round(ratio, 2)
    person = cast.long[many]
    figures |= spread("dense_open", [person.open() for _ in range(size.opens)], 50, 95)
    return figures | server_figures(as_system(cast), quick=quick)


def as_system(cast: Cast) -> System:
    """Our server as the comparison with others sees it."""
    dense = cast.long[DENSITIES[-1]]

    def save(person: int, in_dense: bool = False) -> float:
        return dense.save() if in_dense else cast.ten[person].save()

    return System("Antifaz", save, lambda: dense.open("?whole"), {}, "", "", "")


def in_browser(cast: Cast, site: str, size: Size, notes: list[str]) -> dict[str, float]:
    """Chromium alone with the server: pages that can be used, labels that are painted."""
    figures: dict[str, float] = {}
    ordinary, dense = cast.ten[0], cast.typists[0]
    seen = "[data-asked] ~ .turn mark.span, .turn mark.span"
    try:
        with chromium() as browser, page_of(browser, site, dense.session.cookies, seen) as page:
            for name, query in (("dense", ""), ("dense_whole", "?whole")):
                url = f"{site}{dense.page}{query}"
                loads = open_times(page, url, "ready", size.loads)
                figures |= spread(f"{name}_interactive", loads, 50, 95)
            loads = open_times(page, f"{site}{dense.page}?whole", "seen", size.loads)
            figures |= spread("dense_labels_seen", loads, 50, 95)
            figures |= typed(page, site, dense, size, "key_paint")
            context = page.context
            context.clear_cookies()
            context.add_cookies(
                [{"name": n, "value": v, "url": site} for n, v in ordinary.session.cookies.items()]
            )
            loads = open_times(page, f"{site}{ordinary.page}", "seen", size.loads)
            figures |= spread("labels_seen", loads, 50, 95)
    except NoBrowser as why:
        notes.append(f"nothing measured in Chromium: {why}")
    return figures


def typed(page: Any, site: str, person: Person, size: Size, name: str) -> dict[str, float]:
    """Label one token after the other by key, and remember which were: none may be lost."""
    open_times(page, f"{site}{person.page}", "ready", 0)
    if not page.evaluate("benchTimes.ready"):
        person.errors.append(f"{name}: the page was not ready")
        return {}
    key = page.get_attribute(f"button[data-label='{person.label}']", "data-key")
    figures = spread(name, paint_times(page, key.lower(), size.presses), 50, 75, 95)
    page.wait_for_selector("body[data-unsaved='0']", timeout=30000)
    asked = page.eval_on_selector_all(
        "[data-asked] mark.span [data-start]", "all => all.map(each => Number(each.dataset.start))"
    )
    turn = int(page.get_attribute("[data-asked]", "id").removeprefix("turn-"))
    person.saved = [(turn, start) for start in asked]
    if len(asked) != size.presses:
        person.errors.append(f"{name}: {len(asked)} labels on the page for {size.presses} presses")
    return figures


def crowded(cast: Cast, site: str, size: Size, project: Any, notes: list[str]) -> dict[str, float]:
    """Everybody works and the model trains; then, for the page alone, one types in Chromium too."""
    figures: dict[str, float] = {}
    people, typist = cast.crowd, cast.typists[1]
    with training(project, notes) as rounds:
        with Crowd(people, size.seconds):
            pass
        figures |= spread("save", [took for person in people for took in person.save_ms], 50, 95)
        figures |= spread("undo", [took for person in people for took in person.undo_ms], 50, 95)
        figures |= spread("open", [took for person in people for took in person.open_ms], 50, 95)
        # A browser that starts would take from the server the cores that it has elsewhere.
        with (
            Crowd(people, size.seconds / 3),
            suppress(NoBrowser),  # said already
            chromium() as browser,
            page_of(browser, site, typist.session.cookies, "mark.span") as page,
        ):
            figures |= typed(page, site, typist, size, "key_paint_crowd")
    notes.append(f"training rounds that were finished beside: {len(rounds)}")
    if not rounds:
        notes.append("no round was finished while people worked: the figures are those of quiet")
    return figures


@contextmanager
def training(project: Any, notes: list[str]) -> Iterator[list[int]]:
    """A worker that trains the project's model without a pause; yields the finished rounds.

    A database that is busy for a moment stops nothing: the next round is started again, and the
    notes say how often that was. Without it the people would be measured beside an idle worker.
    """
    from django.db import DatabaseError, connection

    from annotation.services.runs.current import active_run
    from annotation.services.runs.starting import start_run

    finished: list[int] = []
    refused: Counter[str] = Counter()
    over = threading.Event()

    def keep_busy() -> None:
        run = None
        while not over.wait(0.3):
            try:
                if active_run(project) is None:
                    if run is not None:
                        finished.append(run.pk)
                        run = None
                    run = start_run(project, kind="round")
            except DatabaseError as error:
                refused[type(error).__name__] += 1
                connection.close()
        connection.close()

    connection.close()
    with running(our_worker()):
        starter = threading.Thread(target=keep_busy)
        starter.start()
        wait_until_busy(project)
        try:
            yield finished
        finally:
            if not starter.is_alive():
                notes.append("the thread that starts rounds died: nothing was trained beside")
            over.set()
            starter.join()
            for name, times in refused.items():
                notes.append(f"a round could not be started at once: {name}, {times} times")


def wait_until_busy(project: Any, seconds: float = 60) -> None:
    """Until the worker trains: its start is no part of the figures."""
    from django.db import connection

    until = time.monotonic() + seconds
    while not project.runs.filter(status="running").exists():
        if time.monotonic() > until:
            raise RuntimeError("the worker did not begin to train")
        time.sleep(0.2)
    connection.close()


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
    print(json.dumps(measure(quick="--quick" in sys.argv)))


if __name__ == "__main__":
    main()
