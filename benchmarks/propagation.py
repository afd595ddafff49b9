"""How long it takes to find and label a name that stands 2,000 times in 65,000 turns, as one step.

On SQLite in a folder of its own, or, with DATABASE_URL of a PostgreSQL server, in a database of its
own there. `plan_s`: the preview of the whole project; `apply_s`: 2,000 labels in 1,500 turns, which
plans again; `undo_s`: taking them back. `_cpu`: processor time of our process, for a busy machine.
"""

import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from annotating.servers import own_database
from annotating.texts import make_turn
from common import answer, arguments, load

ROOT = Path(__file__).resolve().parents[1]
TURNS, DIALOGUE = 65_000, 50
NAMED, TWICE = 1500, 500  # turns with the name, and those of them with two
FORMS = ("Etxeberri", "ETXEBERRI", "etxebérri", "Etxeberris")
TIMES = 3


def main() -> None:
    options = arguments(__doc__ or "")  # --quick is the same run: it ends within a minute
    server = os.environ.get("DATABASE_URL", "")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="antifaz-bench-"))
        is_server = server.startswith("postgres")
        url = stack.enter_context(own_database(server)) if is_server else ""
        prepare(folder, url)
        figures = measure()
        notes = ["PostgreSQL" if is_server else "SQLite", f"load average after: {load()}"]
        answer("propagation", figures, {}, options.json, notes)
        close_connection()


def prepare(folder: str, url: str) -> None:
    """Django on a new database."""
    sys.path.insert(0, str(ROOT))
    for variable in ("DATABASE_URL", "REDIS_URL", "ANTIFAZ_ENV"):
        os.environ.pop(variable, None)
    os.environ |= {"ANTIFAZ_DATA": folder, "DJANGO_SETTINGS_MODULE": "webapp.settings"}
    if url:
        os.environ["DATABASE_URL"] = url
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)


def make_corpus(project: Any) -> Any:
    """Fill the project; the first turn with the name as it is written most often."""
    from annotation.models import Dialogue, Turn

    rng = np.random.default_rng(1)
    places = rng.choice(TURNS, NAMED, replace=False)
    texts = [make_turn(rng) + (", sí" if n % 5 < 2 else "") for n in range(TURNS)]
    for count, place in enumerate(places):
        names = [FORMS[(count + n) % len(FORMS)] for n in range(2 if count < TWICE else 1)]
        texts[place] += " soy " + ", la señora ".join(names)
    dialogues = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"{n:05}", position=n)
        for n in range(TURNS // DIALOGUE)
    )
    rows = (
        Turn(dialogue=dialogues[n // DIALOGUE], position=n % DIALOGUE, text=text)
        for n, text in enumerate(texts)
    )
    Turn.objects.bulk_create(rows, batch_size=5000)
    first = Turn.objects.filter(text__endswith=f"soy {FORMS[0]}").select_related(
        "dialogue__project"
    )
    return first.earliest("pk")


def measure() -> dict[str, float]:
    """The median of three times each thing."""
    from annotating.stage import make_project

    from annotation.models import Reading, User
    from annotation.services.labelling import propagation, steps

    user = User.objects.create_user("annotator")
    project = make_project("bench")
    turn = make_corpus(project)
    start = turn.text.index(FORMS[0])
    question = propagation.Question(
        start=start,
        end=start + len(FORMS[0]),
        label=project.labels.get(key="S"),
        scope="project",
        matching=propagation.Matching(),
    )
    times: dict[str, list[tuple[float, float]]] = {}
    found = 0
    for _ in range(TIMES):
        plan = clocked(times, "plan", lambda: propagation.plan_propagation(turn, user, question))
        found = plan.counts["new"]
        chosen = propagation.Choice(uuid.uuid4(), plan.token, ["new"])
        clocked(
            times,
            "apply",
            lambda c=chosen: propagation.apply_propagation(turn, user, question, c),
        )
        seen = {"version": Reading.objects.get(turn=turn).version, "op_id": uuid.uuid4()}
        clocked(times, "undo", lambda s=seen: steps.undo_step(turn, user, **s))
    figures: dict[str, float] = {"turns": TURNS, "occurrences": found}
    for name, pairs in times.items():
        wall, cpu = (sorted(some)[len(some) // 2] for some in zip(*pairs, strict=True))
        figures |= {f"{name}_s": round(wall, 3), f"{name}_cpu_s": round(cpu, 3)}
    return figures


def clocked(times: dict[str, list[tuple[float, float]]], name: str, work: Callable[[], Any]) -> Any:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    times.setdefault(name, []).append((time.perf_counter() - wall, time.process_time() - cpu))
    return result


def close_connection() -> None:
    from django.db import connection

    connection.close()


if __name__ == "__main__":
    main()
