"""How fast the revision page opens a dialogue, shows a fix, and paints one that is accepted.

A server as `make run` starts it, on SQLite: dialogues of 500 turns with 150 labels and of 1,000
turns with 2,000, each opened for the first time (the engine runs) and again; in Chromium the keys J
(the next issue: until what accepting it would change stands in the text, old and new) and A
(accept: until the text is replaced on the screen, and until the server has kept it and the issue is
gone). `preview_server`: what the server does for one such fix, tried out for the first time, in one
process: the engine, its answer compared with what is open, the rows of every turn that it touches.
"""

import http.client
import os
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotating.browser import NoBrowser, chromium
from annotating.calls import spread
from annotating.servers import free_port, our_server, running
from common import ROOT, answer, arguments, load

GOALS = {
    "open_500_first_p50_ms": 300,
    "fix_shown_p50_ms": 150,
    "preview_server_p50_ms": 150,
    "accept_paint_p50_ms": 150,
}
SIZES = {"500": (500, 150), "dense": (1000, 2000)}  # turns, labels
REPEATS = 24  # names that stand once more without a label: issues with a fix

# From a key to the frame after the one in which `done()` holds.
WATCH = """
() => {
  window.until = (done) => new Promise((yes, no) => {
    const start = window.pressed;
    const look = () => {
      if (performance.now() - start > 30000) return no(new Error("nothing came in 30 s"));
      if (!done()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => yes(performance.now() - start);
      port2.postMessage(0); // answered after this frame was drawn
    };
    requestAnimationFrame(look);
  });
  addEventListener("keydown", (event) => { window.pressed = event.timeStamp; }, true);
}
"""


# The current issue's turn is in sight, with what its fix would change.
TRIED = """
() => {
  const row = document.querySelector(".pair.now:has(.after > ins)");
  const box = row?.getBoundingClientRect();
  return box && box.top >= 0 && box.bottom <= innerHeight;
}
"""
# The replaced text of the current issue's turn, and how many issues are open.
BEFORE = """
() => {
  const turn = document.querySelector("[data-issue][aria-current]").dataset.issue;
  window.text = () => document.querySelector(`[data-turn="${turn}"] .after`).innerText;
  window.left = () => document.querySelectorAll("[data-issue]").length;
  window.was = text();
  window.before = left();
}
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A running server, and the session of a curator."""

    port: int
    cookies: dict[str, str]
    slug: str

    def open(self, pk: int) -> float:
        """Milliseconds until the whole page of a dialogue is here."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        begun = time.perf_counter()
        connection.request("GET", f"/p/{self.slug}/revise/{pk}", headers={"Cookie": cookies})
        response = connection.getresponse()
        body = response.read()
        took = (time.perf_counter() - begun) * 1000
        connection.close()
        if response.status != 200 or b"data-revision" not in body:
            raise RuntimeError(f"the page answered {response.status}")
        return took


def main(argv: Sequence[str] | None = None) -> None:
    options = arguments(__doc__ or "", argv)
    notes = [f"load average before: {load()}"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ANTIFAZ_DATA": folder, "DJANGO_SETTINGS_MODULE": "webapp.settings"}
        os.environ.pop("DATABASE_URL", None)
        figures = measure(5 if options.quick else 12, notes)
    for name, limit in GOALS.items():
        if not options.quick and figures.get(name, 0) >= limit:
            notes.append(f"{name} is not below {limit}")
    notes.append(f"load average after: {load()}")
    answer("revision", figures, {}, options.json, notes)


def measure(times: int, notes: list[str]) -> dict[str, float]:
    """All figures; `times` openings, and up to twice as many accepted fixes."""
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
    from annotating.stage import make_project, sign_in
    from django.db import connection

    from annotation.models import Member, User

    project = make_project("bench")
    curator = User.objects.create_user("curator", password=secrets.token_hex(12))
    Member.objects.create(project=project, user=curator, role="curator")
    made = {
        name: [make_dialogue(project, curator, *size, seed=n) for n in range(times)]
        for name, size in SIZES.items()
    }
    figures: dict[str, float] = previews(made["500"][:2], times)
    session = sign_in(curator)
    connection.close()
    port = free_port()
    with running(our_server(port), port):
        site = Site(port, session.cookies, project.slug)
        for pk in made["500"][:2]:  # the processes load their lexicons
            for _ in range(4):
                site.open(pk)
        for name, pks in made.items():
            fresh = pks[2:] if name == "500" else pks[:4]
            figures |= spread(f"open_{name}_first", [site.open(pk) for pk in fresh], 50, 95)
            figures |= spread(f"open_{name}_again", [site.open(pk) for pk in fresh], 50, 95)
        try:
            figures |= in_browser(site, made["500"][0], 2 * times)
        except NoBrowser as why:
            notes.append(f"nothing measured in Chromium: {why}")
    return figures


def make_dialogue(project: Any, reader: Any, turns: int, labels: int, *, seed: int) -> int:
    """A dialogue that a person has read, with so many labels; returns its id."""
    from annotation.models import Dialogue, Label, Reading, Span, Turn
    from surrogates.languages import load_lexicon

    rng = random.Random(seed * 7919 + labels)
    lexicon = load_lexicon("es")
    kinds = {
        "male name": lexicon.names("m")[:80],
        "female name": lexicon.names("f")[:80],
        "surname": lexicon.surnames[:200],
        "place": lexicon.places[:120],
        "number": ("dos", "tres", "cuatro", "cinco", "siete", "ocho"),
        "month": lexicon.months,
    }
    weights = (20, 15, 20, 15, 25, 5)
    known = {label.name: label for label in Label.objects.filter(project=project)}
    dialogue = Dialogue.objects.create(
        project=project, external_id=f"call-{labels}-{seed:02}", position=labels + seed
    )
    plan: list[list[tuple[str, str]]] = [[] for _ in range(turns)]
    for n in range(labels):
        name = rng.choices(list(kinds), weights)[0]
        plan[n * turns // labels].append((name, rng.choice(kinds[name])))
    repeats = {
        (n + 1) * turns // (REPEATS + 1): word
        for n, word in enumerate(rng.sample([w for w in lexicon.places if " " not in w], REPEATS))
    }
    rows, cuts = [], []
    for n, said in enumerate(plan):
        text = rng.choice(("pues mire", "sí, le comento", "a ver, es que", "bueno, dígame"))
        text += " que no me va bien la línea desde hace unos días"
        here = []
        places = [("place", repeats[n])] if n in repeats else []
        for name, word in (*said, *places):
            text += ", de "
            here.append((len(text), len(text) + len(word), name))
            text += word
        if n - 1 in repeats:
            text += f", en {repeats[n - 1]}"
        rows.append(
            Turn(dialogue=dialogue, position=n, speaker=("agent", "caller")[n % 2], text=text)
        )
        cuts.append(here)
    rows = Turn.objects.bulk_create(rows)
    from django.utils import timezone

    readings = Reading.objects.bulk_create(
        Reading(turn=row, reader=reader, status="done", is_gold=True, done_at=timezone.now())
        for row in rows
    )
    Span.objects.bulk_create(
        Span(turn=row, reading=reading, start=start, end=end, label=known[name], status="accepted")
        for row, reading, here in zip(rows, readings, cuts, strict=True)
        for start, end, name in here
    )
    return int(dialogue.pk)


def previews(pks: Sequence[int], times: int) -> dict[str, float]:
    """Milliseconds of one process for fixes that were not tried out before, wall and processor."""
    from annotation.models import Dialogue
    from annotation.services.revision import page as revision
    from annotation.services.revision import panels
    from webapp.templatetags.revision import draw_pairs

    wall, processor = [], []
    for dialogue in Dialogue.objects.filter(pk__in=pks):
        page = revision.page_of(dialogue)
        cards = [card for card in page.issues if card.labels_it][: times + 1]
        for card in cards:
            begun, spent = time.perf_counter(), time.process_time()
            panel = panels.issue_panel(page.plan, card, page.labels, originals=True)
            draw_pairs(panel.pairs, dialogue.lang)
            wall.append((time.perf_counter() - begun) * 1000)
            processor.append((time.process_time() - spent) * 1000)
            if not panel.pairs:
                raise RuntimeError("a fix touches nothing")
    return spread("preview_server", wall[1:], 50, 95) | spread(
        "preview_processor", processor[1:], 50, 95
    )


def in_browser(site: Site, pk: int, presses: int) -> dict[str, float]:
    """Milliseconds from a key to its paint, fix after fix."""
    address = f"http://127.0.0.1:{site.port}"
    shown, painted, kept = [], [], []
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies(
            [{"name": n, "value": v, "url": address} for n, v in site.cookies.items()]
        )
        context.add_init_script(f"({WATCH})()")
        page = context.new_page()
        page.goto(f"{address}/p/{site.slug}/revise/{pk}")
        fix = "[data-issue][aria-current] [data-act=accept]"
        page.wait_for_selector(fix)
        for _ in range(min(presses, REPEATS // 2)):  # J passes over one, A takes one
            page.keyboard.press("j")
            shown.append(float(page.evaluate(f"until({TRIED.strip()})")))
            page.wait_for_selector(fix)
            page.wait_for_timeout(150)
            page.evaluate(BEFORE)
            page.keyboard.press("a")
            told = page.evaluate(
                "Promise.all([until(() => text() !== was), until(() => left() < before)])"
            )
            painted.append(float(told[0]))
            kept.append(float(told[1]))
            page.wait_for_selector(fix)
            page.wait_for_timeout(150)
    return (
        spread("fix_shown", shown, 50, 95)
        | spread("accept_paint", painted, 50, 75, 95)
        | spread("accept_kept", kept, 50, 95)
    )


if __name__ == "__main__":
    main()
