"""How fast a corpus is drawn, listed and searched: 12,000 dialogues, 650,000 turns, on SQLite.

`page`: the request for the corpus page, with its map and list; `page_filtered`: filtered, sorted,
for a script; `page_search`: the request that searches; `page_revise`: the list of revision.
`list`: every dialogue with its figures read, filtered and sorted; `search`: a word found in the
corpus (one that nearly all dialogues say, and one that few do) with the first places of a page of
twenty; `count`: the figures and words of all dialogues made for the first time, as a worker does.
With a DATABASE_URL of a PostgreSQL server, a database is made there and dropped.
"""

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from common import ROOT, answer, arguments, load

PAGES = ("page_p95_ms", "page_filtered_p95_ms", "page_revise_p95_ms")
GOALS = {
    **dict.fromkeys(PAGES, 300),
    "page_search_p95_ms": 500,
    "list_p95_ms": 300,
    "search_common_p95_ms": 500,
    "search_rare_p95_ms": 500,
}
TURNS = 54  # of each dialogue
SHOWN = 20
SAID = """hola buenos días le llamo por el router que no funciona desde ayer mire es que la línea
se corta y el técnico no vino me puede decir cuánto tarda gracias vale pues a ver un momento"""


def main(argv: Sequence[str] | None = None) -> None:
    options = arguments(__doc__ or "", argv)
    notes = [f"load average before: {load()}"]
    with tempfile.TemporaryDirectory() as folder, database():
        os.environ |= {"ANTIFAZ_DATA": folder, "DJANGO_SETTINGS_MODULE": "webapp.settings"}
        figures = measure(1_000 if options.quick else 12_000, 5 if options.quick else 20)
    late = [name for name, limit in GOALS.items() if figures[name] >= limit]
    notes += [f"{name} is not below {GOALS[name]}" for name in late]
    notes.append(f"load average after: {load()}")
    answer("corpus", figures, {}, options.json, notes)


@contextmanager
def database() -> Iterator[None]:
    """Of its own, on the server that is named; else a file."""
    from annotating.servers import own_database

    server = os.environ.pop("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield
        return
    with own_database(server) as url:
        os.environ["DATABASE_URL"] = url
        yield


def measure(dialogues: int, times: int) -> dict[str, float]:
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
    from annotation.services.glance import words
    from annotation.services.glance.following import follow_changes
    from annotation.services.glance.listing import Asked, choose_rows, list_rows

    project = make_corpus(dialogues)
    begun = time.perf_counter()
    while follow_changes():
        pass
    figures = {"dialogues": dialogues, "turns": dialogues * TURNS}
    figures["count_s"] = round(time.perf_counter() - begun, 1)

    def listed() -> None:
        choose_rows(list_rows(project), Asked(state="unread", sort="words"))[:SHOWN]

    def searched(text: str) -> Callable[[], None]:
        def search() -> None:
            wanted = words.wanted_of(text)
            rows = choose_rows(list_rows(project), Asked(), words.find_dialogues(wanted))
            hits = words.first_hits([row.pk for row in rows[:SHOWN]], wanted)
            assert len(hits) == len(rows[:SHOWN]) > 0

        return search

    asked = {"list": listed, "search_common": searched("router dias"),
             "search_rare": searched("avería77"), "search_begun": searched("aver*")}  # fmt: skip
    asked |= pages_of(project)
    found: dict[str, float] = {**figures}
    for name, do in asked.items():
        took = sorted(timed(do) for _ in range(times))
        found[f"{name}_p50_ms"] = round(statistics.median(took), 1)
        found[f"{name}_p95_ms"] = round(took[int(0.95 * (len(took) - 1))], 1)
    connection.close()
    return found


def pages_of(project) -> dict[str, Callable[[], None]]:  # type: ignore[no-untyped-def]
    """Whole requests of a curator, by name."""
    from django.conf import settings
    from django.test import Client

    from annotation.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    curator = User.objects.create(username="curator")
    project.memberships.create(user=curator, role="curator")
    client = Client(headers={"HX-Request": "true", "HX-Target": f"glance-{project.pk}"})
    client.force_login(curator, backend="django.contrib.auth.backends.ModelBackend")
    corpus, revise = f"/p/{project.slug}/corpus", f"/p/{project.slug}/revise"

    def get(url: str, **headers: str) -> Callable[[], None]:
        def request() -> None:
            assert client.get(url, headers=headers).status_code == 200

        return request

    def search() -> None:
        answer = client.post(f"{corpus}/search?sort=words", {"words": "router dias"})
        assert answer.content.count(b"<mark>") > 10

    return {
        "page": get(corpus, **{"HX-Request": "", "HX-Target": ""}),
        "page_filtered": get(f"{corpus}?state=unread&sort=words&block=4"),
        "page_revise": get(f"{revise}?all=1&sort=turns"),
        "page_search": search,
    }


def timed(do: Callable[[], None]) -> float:
    begun = time.perf_counter()
    do()
    return (time.perf_counter() - begun) * 1000


def make_corpus(dialogues: int):  # type: ignore[no-untyped-def]
    from annotation.models import Dialogue, Project, Turn

    rng, words = random.Random(7), SAID.split()
    project = Project.objects.create(slug="bench", name="Bench")
    for first in range(0, dialogues, 500):
        rows = Dialogue.objects.bulk_create(
            Dialogue(project=project, external_id=f"call-{n:05}", position=n)
            for n in range(first, min(first + 500, dialogues))
        )
        Turn.objects.bulk_create(
            Turn(
                dialogue=row,
                position=at,
                text=" ".join(rng.choices(words, k=12)) + (f" avería{row.position}" * (at == 30)),
            )
            for row in rows
            for at in range(TURNS)
        )
    return project


if __name__ == "__main__":
    main()
