"""How soon the dialogue as it leaves stands on the screen after a label.

A server as `make run` starts it, on SQLite; one annotator labels call-like dialogues from their
gold labels: the invented support calls, and MultiDoGO where it is at hand. At the server: the label
saved, then the twin drawn, one after the other, as the page asks for them. In Chromium: from the
key of a label to the frame after the one in which its surrogate stands in the twin.
"""

import gzip
import json
import os
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from annotating.browser import NoBrowser, chromium
from annotating.calls import Session, spread
from annotating.people import FORM
from annotating.servers import free_port, our_server, running
from common import DATA, ROOT, answer, arguments, load
from revision import WATCH

GOAL = 150  # ms, p95
MULTIDOGO = DATA / "multidogo.dev.jsonl.gz"
# Coarse categories of the foreign corpus as labels of ES-Port.
NAMED = {"PERSON": "surname", "LOCATION": "place", "ORG": "organisation", "ID": "number",
         "DATETIME": "month", "CONTACT": "domain"}  # fmt: skip
LABELS = 12  # of a dialogue, at the server
PRESSES = 6  # of a dialogue, in Chromium


@dataclass(frozen=True, slots=True)
class Call:
    """A dialogue of the project: the item by which it is opened, and its gold labels."""

    item: int
    spans: list[tuple[int, int, int, int]]  # turn id, start, end, label id


def main(argv: Sequence[str] | None = None) -> None:
    options = arguments(__doc__ or "", argv)
    notes = [f"load average before: {load()}"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ANTIFAZ_DATA": folder, "DJANGO_SETTINGS_MODULE": "webapp.settings"}
        os.environ.pop("DATABASE_URL", None)
        figures = measure(6 if options.quick else 40, notes)
    late = [name for name, ms in figures.items() if name.endswith("p95_ms") and ms >= GOAL]
    notes += [f"{name} is not below {GOAL}" for name in late]
    notes.append(f"load average after: {load()}")
    answer("twin", figures, {}, options.json, notes)


def measure(dialogues: int, notes: list[str]) -> dict[str, float]:
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
    from annotating.stage import join, make_project, sign_in
    from django.db import connection

    corpora = {"calls": make_calls(make_project("calls"), dialogues)}
    if MULTIDOGO.exists():
        corpora["multidogo"] = make_multidogo(make_project("multidogo"), dialogues)
    else:
        notes.append(f"MultiDoGO left out: no {MULTIDOGO}")
    from annotation.models import Project

    people = {name: join(Project.objects.get(slug=name), "annotator") for name in corpora}
    sessions = {name: sign_in(user) for name, user in people.items()}
    connection.close()
    port = free_port()
    figures: dict[str, float] = {}
    with running(our_server(port), port):
        for name, calls in corpora.items():
            sessions[name].port = port
            reader = people[name].pk
            half = len(calls) // 2
            at_server(sessions[name], name, reader, calls[:2])  # processes load their lexicons
            figures |= at_server(sessions[name], name, reader, calls[2:half])
            try:
                figures |= in_browser(sessions[name], name, calls[half:])
            except NoBrowser as why:
                notes.append(f"nothing measured in Chromium: {why}")
    return figures


def make_calls(project: Any, number: int) -> list[Call]:
    from demo import support_calls

    labels = {label.name: label.pk for label in project.labels.all()}
    found = []
    for value in support_calls(number):
        turns = [
            (turn.speaker, turn.text, [(s.start, s.end, labels[s.label]) for s in turn.spans])
            for turn in value.turns
        ]
        found.append(make_call(project, value.id, "es", turns))
    return found


def make_multidogo(project: Any, number: int) -> list[Call]:
    kinds = json.loads((DATA / "labelmap.json").read_text())["multidogo"]
    labels = {label.name: label.pk for label in project.labels.all()}
    found = []
    for row in islice(_with_spans(), number):
        turns = [
            (
                turn["speaker"],
                turn["text"],
                [
                    (s["start"], s["end"], labels[NAMED.get(kinds.get(s["label"]), "other")])
                    for s in turn["spans"]
                ],
            )
            for turn in row["turns"]
        ]
        found.append(make_call(project, row["id"], "en", turns))
    return found


def _with_spans() -> Iterator[dict[str, Any]]:
    with gzip.open(MULTIDOGO, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            if sum(len(turn["spans"]) for turn in row["turns"]) >= PRESSES:
                yield row


def make_call(
    project: Any, name: str, lang: str, turns: list[tuple[str, str, list[tuple[int, int, int]]]]
) -> Call:
    """A dialogue of the project whose turn with most labels is asked."""
    from annotation.models import Batch, Dialogue, QueryItem, Turn

    dialogue = Dialogue.objects.create(project=project, external_id=name, lang=lang)
    rows = Turn.objects.bulk_create(
        Turn(dialogue=dialogue, position=n, speaker=speaker, text=text)
        for n, (speaker, text, _spans) in enumerate(turns)
    )
    batch, _new = Batch.objects.get_or_create(project=project, number=1, strategy="random")
    most = max(range(len(rows)), key=lambda n: len(turns[n][2]))
    item = QueryItem.objects.create(
        batch=batch, turn=rows[most], rank=batch.items.count(), reason="random"
    )
    spans = [(row.pk, *s) for row, (_s, _t, said) in zip(rows, turns, strict=True) for s in said]
    return Call(item.pk, spans)


def at_server(session: Session, slug: str, reader: int, calls: Sequence[Call]) -> dict[str, float]:
    """Milliseconds of a label saved, of its twin drawn, and of both."""
    saved, drawn = [], []
    for call in calls:
        versions: dict[int, int] = {}
        for turn, start, end, label in call.spans[:LABELS]:
            fields = {
                "op_id": uuid.uuid4(), "version": versions.get(turn, 0), "reader": reader,
                "start": start, "end": end, "label": label, "item": call.item,
            }  # fmt: skip
            save = session.call("POST", f"/p/{slug}/turns/{turn}/spans", urlencode(fields), FORM)
            twin = session.call("GET", f"/p/{slug}/label/{call.item}/twin")
            if (save.status, twin.status) != (200, 200):
                raise RuntimeError(f"the server answered {save.status} and {twin.status}")
            versions[turn] = versions.get(turn, 0) + 1
            saved.append(save.ms)
            drawn.append(twin.ms)
    both = [one + other for one, other in zip(saved, drawn, strict=True)]
    return (
        spread(f"{slug}_save", saved, 50, 95)
        | spread(f"{slug}_draw", drawn, 50, 95)
        | spread(f"{slug}_both", both, 50, 95)
    )


def in_browser(session: Session, slug: str, calls: Sequence[Call]) -> dict[str, float]:
    """Milliseconds from a label's key to its surrogate in the twin, word after word of the asked
    turns."""
    address = f"http://127.0.0.1:{session.port}"
    found: list[float] = []
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        cookies = [{"name": n, "value": v, "url": address} for n, v in session.cookies.items()]
        context.add_cookies(cookies)  # type: ignore[arg-type]
        context.add_init_script(f"({WATCH})()")
        page = context.new_page()
        for call in calls:
            page.goto(f"{address}/p/{slug}/label/{call.item}")
            page.wait_for_selector("[data-asked] > .twin")
            for _ in range(PRESSES):
                if not page.evaluate(TO_A_WORD):
                    break
                page.keyboard.press("x")
                found.append(float(page.evaluate("until(() => outs() > window.before)")))
                page.wait_for_timeout(120)
        context.close()
    return spread(f"{slug}_key_to_twin", found, 50, 95)


# The caret goes to the next word without a label, if the asked turn has one.
TO_A_WORD = """
() => {
  window.outs = () => document.querySelectorAll("[data-asked] > .twin .out").length;
  window.before = outs();
  const text = document.querySelector("[data-asked] [data-text]");
  const press = () => text.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  for (let steps = 0; steps < 60; steps += 1) {
    const here = text.querySelector(".caret");
    if (/\\p{L}{2}/u.test(here.textContent) && !here.closest("mark")) return true;
    press();
  }
  return false;
}
"""


if __name__ == "__main__":
    main()
