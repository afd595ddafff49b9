"""Without a connection: work goes on over several turns, and is saved once when it is back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from annotation.models import Assignment, Batch, Dialogue, QueryItem, Reading, Span, Step, Turn
from annotation.models import User as Person
from annotation.services.labelling import queue
from tests.flows.desk import held, press, settled, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WORDS = 30


def word(place: int, number: int) -> str:
    """None that looks like a name or a number."""
    return f"w{'abcd'[place]}x{'abcdefghijklmnopqrstuvwxyzéóúü'[number]}"


@pytest.fixture
def long_batch(project: Any) -> Batch:
    """Four asked turns of thirty words each, in two dialogues."""
    batch = Batch.objects.create(project=project, number=1, strategy="random")
    for place in range(4):
        dialogue, _new = Dialogue.objects.get_or_create(
            project=project, external_id=f"long-{place // 2}", position=10 + place // 2
        )
        text = " ".join(word(place, n) for n in range(WORDS))
        turn = Turn.objects.create(dialogue=dialogue, position=place % 2, text=text)
        QueryItem.objects.create(batch=batch, turn=turn, rank=place, reason="random")
    return batch


@pytest.fixture
def desk(
    page: Page,
    long_batch: Batch,
    live_server: Any,
    client_of: Callable[[Any], Any],
    annotator: Any,
) -> Page:
    """The first turn, the next three fetched ahead."""
    Person.objects.update(toured_at=timezone.now())
    site = live_server.url
    sign_in(page.context, client_of, annotator, site)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.clock.install()
    page.goto(f"{site}/p/support/label")
    expect(page.locator("[data-text]")).to_be_focused()
    expect(page.locator("body[data-ahead='3']")).to_be_attached()
    yield page  # type: ignore[misc]
    assert errors == []


def current(page: Page, number: int) -> None:
    """The page shows the item at this place of the list, 1 = first."""
    expect(page.locator(f".items li:nth-child({number}) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()


def stored(page: Page) -> str:
    """All that the browser keeps for the site."""
    kept: str = page.evaluate(
        """async () => JSON.stringify([{...localStorage}, {...sessionStorage},
          (await indexedDB.databases()).map((each) => each.name), await caches.keys()])"""
    )
    return kept


def labelled(user: Any) -> list[str]:
    found = Span.objects.filter(reading__reader=user, status="accepted")
    return [
        s.turn.text[s.start : s.end] for s in found.select_related("turn").order_by("turn", "start")
    ]


def test_five_minutes_and_a_hundred_labels(desk: Page, annotator: Any) -> None:
    sent: list[tuple[str, str]] = []

    def noted(request: Request) -> None:
        if request.method == "POST":
            sent.append((request.url, request.post_data or ""))

    desk.on("request", noted)
    desk.context.set_offline(True)
    for number in range(1, 5):
        current(desk, number)
        press(desk, "F ArrowRight " * 25)
        if number < 4:
            press(desk, "Space")
    status = desk.locator("[data-saved-state].amber")
    expect(status).to_contain_text("Not saved: 103 steps; keep this window open")
    assert Span.objects.filter(reading__isnull=False).count() == 0
    desk.clock.fast_forward("05:00")
    expect(status).to_contain_text("Not saved: 103 steps; keep this window open")
    sent.clear()
    desk.context.set_offline(False)
    settled(desk)
    expected = [word(place, n) for place in range(4) for n in range(25)]
    assert labelled(annotator) == expected
    assert Step.objects.count() == 100
    assert list(QueryItem.objects.order_by("rank").values_list("status", flat=True)) == [
        *("done", "done", "done"),
        "open",
    ]
    assert list(Reading.objects.values_list("label_count", flat=True)) == [25] * 4
    current(desk, 4)
    expect(desk.locator("[data-asked] mark.span")).to_have_count(25)

    # Each request once more, as a network may do it.
    statuses = desk.evaluate(
        """async (sent) => {
          const name = `${document.body.dataset.csrfCookie}=`;
          const cookie = document.cookie.split("; ").find((each) => each.startsWith(name));
          const headers = {"HX-Request": "true", "X-CSRFToken": cookie.slice(name.length),
            "Content-Type": "application/x-www-form-urlencoded"};
          const found = new Set();
          for (const [url, body] of sent)
            found.add((await fetch(url, {method: "POST", headers, body})).status);
          return [...found];
        }""",
        sent,
    )
    assert len(sent) >= 103
    assert statuses == [200]
    assert labelled(annotator) == expected
    assert Step.objects.count() == 100
    kept = stored(desk)
    assert not re.search(r"w[a-d]x[a-z]|Francisco|long-", kept), kept


def test_what_was_labelled_shows_on_the_next_page_at_once(desk: Page, annotator: Any) -> None:
    """The fetched page is older than the label; its turns look as the person left them."""
    desk.context.set_offline(True)
    press(desk, "F ArrowRight M Space")
    current(desk, 2)
    before = desk.locator("li.turn").first.locator("mark")
    expect(before).to_have_count(2)
    press(desk, "X")
    desk.context.set_offline(False)
    settled(desk)
    expect(before).to_have_count(2)
    assert labelled(annotator) == ["waxa", "waxb", "wbxa"]


def test_the_server_gives_another_turn_than_the_painted_one(
    desk: Page, annotator: Any, second_annotator: Any
) -> None:
    items = list(QueryItem.objects.order_by("rank"))
    queue.assign_item(items[1], second_annotator)
    press(desk, "Space")  # nothing was done on the painted one: to the given one
    current(desk, 3)
    queue.assign_item(items[3], second_annotator)
    desk.context.set_offline(True)
    press(desk, "Space")
    current(desk, 4)
    press(desk, "F")
    desk.context.set_offline(False)
    settled(desk)
    current(desk, 4)  # begun without a connection: kept as hers
    assert labelled(annotator) == ["wdxa"]
    held = Assignment.objects.filter(item=items[3]).values_list("reader__username", flat=True)
    assert list(held) == ["second"]


def test_a_turn_that_cannot_be_finished_is_named_where_the_person_is_now(
    desk: Page, annotator: Any
) -> None:
    first = Turn.objects.get(text__startswith="waxa")
    label = first.dialogue.project.labels.first()
    Span.objects.create(turn=first, start=0, end=4, label=label, status="proposed")
    press(desk, "Space F")
    note = desk.locator("[data-asked] .notice")
    expect(note).to_contain_text("turn 1. Done with this turn: 1 proposal is undecided")
    current(desk, 2)
    note.locator("a").click()
    current(desk, 1)
    expect(desk.locator("[data-asked] mark.machine")).to_have_count(1)
    assert labelled(annotator) == ["wbxa"]


def test_an_item_that_is_gone_does_not_hold_up_the_labels(desk: Page, annotator: Any) -> None:
    """A new round has put the turn back: finishing it has no meaning, its labels stay."""
    desk.context.set_offline(True)
    press(desk, "F Space")
    current(desk, 2)
    press(desk, "M")
    QueryItem.objects.filter(rank=0).delete()
    desk.context.set_offline(False)
    settled(desk)
    note = desk.locator("[data-asked] .notice")
    expect(note).to_contain_text("Done with this turn: the turn is not asked any more")
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)
    assert labelled(annotator) == ["waxa", "wbxa"]


def test_the_next_turn_is_painted_before_the_server_answers(desk: Page) -> None:
    with held(desk, "**/finish"):
        press(desk, "Space")
        expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
        assert not Assignment.objects.filter(item__rank=1).exists()
    settled(desk)
    assert Assignment.objects.filter(item__rank=1).exists()  # the server gave it


def test_the_last_turn_waits_for_the_server(desk: Page) -> None:
    press(desk, "Space Space Space")
    current(desk, 4)
    settled(desk)
    desk.context.set_offline(True)
    press(desk, "F Space")
    expect(desk.locator("[data-message]")).to_contain_text("Stayed here: no connection")
    expect(desk.locator("[data-saved-state]")).to_contain_text("Not saved: 2 steps")
    press(desk, "Space")  # it is on its way already
    expect(desk.locator("body[data-unsaved='2']")).to_be_attached()
    desk.context.set_offline(False)
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Batch 1 is finished")
    assert Assignment.objects.filter(status="done").count() == 4
