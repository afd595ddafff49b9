"""Types the gold labels of dialogues on the real labelling page and counts the keys; prints JSON.

`benchmarks/hands.py` starts this with a folder of its own (ANTIFAZ_DATA). What the typist plans is
pressed in Chromium, and what the page then shows is compared with what she meant.
"""

import json
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from annotating import stage
from annotating.browser import chromium
from annotating.gold import PROPOSALS, Document, documents, labels_by_use, propose
from annotating.ring import Marks, Pair, Text
from annotating.servers import free_port, our_server, running
from annotating.typist import cheapest, len_of

VOCABULARY = 400  # dialogues of the corpus that the project has
SEED = 14
SLOW = 180_000  # milliseconds that a page may take where the machine is busy with other work
# A turn as the page has it: tokens, candidates, marks.
LOOK = """() => {
  const text = document.querySelector("[data-asked] [data-text]");
  const at = ({ dataset }) => [Number(dataset.start), Number(dataset.end)];
  return {
    turn: Number(text.closest("[data-turn]").dataset.turn),
    tokens: [...text.querySelectorAll(".t")].map((each) => [...at(each), each.textContent]),
    candidates: (text.dataset.candidates ?? "").split(" ").filter(Boolean)
      .map((pair) => pair.split("-").map(Number)),
    marks: [...text.querySelectorAll("mark.span")].map((mark) => {
      const inside = [...mark.querySelectorAll("[data-start]")];
      return [at(inside[0])[0], at(inside.at(-1))[1], mark.dataset.k,
        mark.classList.contains("machine"), Number(mark.dataset.sure || 0)];
    }),
  };
}"""
READY = """(before) => document.querySelector("[data-work]")?.dataset.item !== before
  && document.querySelector("[data-asked] [data-text]") === document.activeElement"""


@dataclass
class Count:
    """What was typed of a corpus."""

    turns: int = 0
    with_labels: int = 0
    labels: int = 0
    keys: int = 0  # on turns with labels, their end included
    others: int = 0  # on turns without
    by_character: int = 0  # labels that begin or end inside a token
    by_mouse: int = 0  # turns that no keys were found for
    wrong: int = 0  # turns where the page shows something else than was meant

    def figures(self, name: str) -> dict[str, float]:
        of = {
            f"keys_per_label_{name}": self.keys / max(1, self.labels),
            f"keys_per_turn_{name}": self.keys / max(1, self.with_labels),
            f"keys_per_label_{name}_every_turn": (self.keys + self.others) / max(1, self.labels),
            f"mouse_share_{name}": self.by_mouse / max(1, self.turns),
        }
        rounded = {key: round(value, 2) for key, value in of.items()}
        return rounded | {f"labels_{name}": self.labels, f"wrong_{name}": self.wrong}


def make_project(slug: str, corpus: Sequence[Document], asked: int) -> Any:
    """A project with these dialogues, the first turns asked in order of one annotator."""
    from annotation.models import Batch, Dialogue, Label, Project, QueryItem, Turn
    from annotation.schemes.values import FREE_KEYS, spare_keys
    from annotation.services.glance.words import keep_words

    project = Project.objects.create(slug=slug, name=slug)
    names = labels_by_use(corpus)
    Label.objects.bulk_create(
        Label(project=project, name=name, key=key, position=n)
        for n, (name, key) in enumerate(zip(names, chain(FREE_KEYS, spare_keys()), strict=False))
    )
    rows = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=each.name, position=n, lang=each.lang)
        for n, each in enumerate(corpus)
    )
    Turn.objects.bulk_create(
        Turn(dialogue=row, position=n, speaker="", text=text)
        for row, each in zip(rows, corpus, strict=True)
        for n, (text, _items) in enumerate(each.turns)
    )
    keep_words(rows)
    batch = Batch.objects.create(project=project, number=1, strategy="random")
    turns = Turn.objects.filter(dialogue__project=project)
    QueryItem.objects.bulk_create(
        QueryItem(batch=batch, turn=turn, rank=rank, reason="random")
        for rank, turn in enumerate(turns.order_by("dialogue__position", "position")[:asked])
    )
    return project


def gold_of(project: Any, corpus: Sequence[Document]) -> dict[int, list[tuple[int, int, str]]]:
    """The items of each asked turn, by its id, with the key of their label."""
    from annotation.models import Turn

    keys = dict(project.labels.values_list("name", "key"))
    turns = Turn.objects.filter(query_item__batch__project=project)
    pks = turns.order_by("query_item__rank").values_list("pk", flat=True)
    items = (items for each in corpus for _text, items in each.turns)
    return {
        pk: [(start, end, keys[label]) for start, end, label in some]
        for pk, some in zip(pks, items, strict=False)
    }


def make_proposals(project: Any, gold: dict[int, list[tuple[int, int, str]]]) -> None:
    from annotation.models import Span, Turn
    from learning.tokens import tokenise

    rng = random.Random(SEED)
    labels = {label.key: label for label in project.labels.all()}
    texts = dict(Turn.objects.filter(pk__in=gold).values_list("pk", "text"))
    Span.objects.bulk_create(
        Span(
            turn_id=pk,
            start=start,
            end=end,
            label=labels[key],
            status="proposed",
            confidence=sure,
        )
        for pk, items in gold.items()
        for start, end, key, sure in propose(
            items,
            [each for each in tokenise(texts[pk]) if texts[pk][each.start].isalnum()],
            rng,
        )
    )


def type_corpus(page: Any, gold: dict[int, list[tuple[int, int, str]]], above: float) -> Count:
    """Every asked turn from the first to the last."""
    count = Count()
    for number in range(len(gold)):
        seen = page.evaluate(LOOK)
        item = page.evaluate("document.querySelector('[data-work]').dataset.item")
        _type_turn(page, seen, gold[seen["turn"]], above, count)
        if number + 1 == len(gold):
            break
        page.keyboard.press(" ")
        page.wait_for_function(READY, arg=item)
    return count


def _type_turn(
    page: Any, seen: Any, items: list[tuple[int, int, str]], above: float, count: Count
) -> None:
    tokens = seen["tokens"]

    def pair_of(start: int, end: int) -> Pair:
        inside = [n for n, (low, high, _) in enumerate(tokens) if low < end and start < high]
        return inside[0], inside[-1]

    words = [text if any(map(str.isalnum, text)) else "" for _low, _high, text in tokens]
    text = Text(words, [pair_of(*each) for each in seen["candidates"]])
    edges = {low for low, _high, _ in tokens}, {high for _low, high, _ in tokens}
    gold = {pair_of(start, end): key.lower() for start, end, key in items}
    proposals = {pair_of(s, e): k.lower() for s, e, k, machine, _sure in seen["marks"] if machine}
    sure = frozenset(pair_of(s, e) for s, e, _k, _m, sure in seen["marks"] if sure >= above)
    plan = cheapest(text, Marks({}, proposals), gold, sure)
    count.turns += 1
    if plan is None:
        count.by_mouse += 1
        return
    for key in plan:
        for stroke in key.split():
            page.keyboard.press(stroke)
    pressed = len_of(plan) + 1  # and Space
    count.labels += len(gold)
    count.by_character += sum(s not in edges[0] or e not in edges[1] for s, e, _ in items)
    if gold:
        count.with_labels += 1
        count.keys += pressed
    else:
        count.others += pressed
    marks = page.evaluate(LOOK)["marks"]
    shown = {
        pair_of(start, end): key.lower() for start, end, key, machine, _ in marks if not machine
    }
    left = any(machine for *_, machine, _sure in marks)
    count.wrong += shown != gold or left


def measure(corpora: Sequence[str], turns: int) -> dict[str, Any]:
    figures: dict[str, float] = {}
    notes: list[str] = []
    for name in corpora:
        corpus = documents(name)[:VOCABULARY]
        project = make_project(name.replace("_", "-"), corpus, turns)
        gold = gold_of(project, corpus)
        if name == PROPOSALS:
            make_proposals(project, gold)
        count = _in_browser(project, gold)
        figures |= count.figures(name)
        notes.append(
            f"{name}: {count.turns} turns, {count.with_labels} with labels, {count.labels} labels; "
            f"{count.by_character} begin or end inside a token and were typed as the token"
        )
    return {"figures": figures, "notes": notes}


def _in_browser(project: Any, gold: dict[int, list[tuple[int, int, str]]]) -> Count:
    from django.db import connection

    user = stage.join(project, "annotator")
    cookies = stage.sign_in(user).cookies
    above = project.accept_from
    connection.close()
    port = free_port()
    with running(our_server(port), port), chromium() as browser:
        site = f"http://127.0.0.1:{port}"
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": n, "value": v, "url": site} for n, v in cookies.items()])
        page = context.new_page()
        page.set_default_timeout(SLOW)
        page.goto(f"{site}/p/{project.slug}/label")
        page.wait_for_function(READY, arg="")
        return type_corpus(page, gold, above)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    print(json.dumps(measure(sys.argv[2:], int(sys.argv[1]))))
