"""Bad input in a real browser: markup runs nowhere, offsets stay exact, nothing typed is lost."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import (
    Batch,
    Dialogue,
    Guideline,
    Label,
    Project,
    QueryItem,
    Question,
    Turn,
)
from tests.flows.desk import sign_in
from tests.flows.screens import fill, screens
from tests.imports import sent

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EVIL = "\"'><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>{{7*7}}"
# A word behind what counts differently in bytes, in UTF-16 and in code points.
TEXTS = {
    "astral": "\U0001f600\U0001d4d0 Ana",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467 Ana",
    "combining": "e\u0301le\u0300ve Ana",
    "line ends": "uno\r\ndos\rtres\u2028cuatro Ana",
    "directions": "\u202eabc\u202c \u2066x\u2069 \u05e9\u05dc\u05d5\u05dd Ana",
    "widths": "\ufeff\u00a0\u3000\u200b Ana",
}


@pytest.fixture
def trouble(page: Page) -> Iterator[list[str]]:
    """What must stay empty: dialogs, scripts that ran or were stopped, errors of our scripts."""
    heard: list[str] = []
    page.on("dialog", lambda box: (heard.append(f"dialog {box.message}"), box.dismiss()))
    page.on("pageerror", lambda error: heard.append(f"error {error}"))
    page.on(
        "console",
        lambda line: heard.append(line.text) if "Content Security" in line.text else None,
    )
    yield heard
    assert heard == []


def enter(page: Page, client_of: Callable[[Any], Any], user: Any, site: str) -> None:
    page.context.clear_cookies()
    sign_in(page.context, client_of, user, site)


def test_markup_in_every_name_and_text_is_text(
    page: Page,
    trouble: list[str],
    project: Project,
    manager: Any,
    annotator: Any,
    live_server: Any,
    client_of: Callable[[Any], Any],
    data_dir: Any,
) -> None:
    shown = screens(project, client_of(manager))
    fill(project, annotator)
    for number, user in enumerate((manager, annotator)):
        user.username = f"{number}{EVIL}"[:150]
        user.save(update_fields=["username"])
    Project.objects.update(name=EVIL[:120], description=EVIL)
    for row in Dialogue.objects.all():
        Dialogue.objects.filter(pk=row.pk).update(external_id=f"{row.pk}{EVIL}")
    for label in Label.objects.all():
        Label.objects.filter(pk=label.pk).update(
            name=f"{label.pk}{EVIL}"[:80], description=EVIL[:300]
        )
    for turn in Turn.objects.all():
        Turn.objects.filter(pk=turn.pk).update(speaker=EVIL[:200], text=f"{turn.text} {EVIL}")
    Question.objects.update(text=EVIL, answer=EVIL)
    written = f"# {EVIL}\n[x](javascript:alert(4)) {EVIL}"
    Guideline.objects.create(project=project, version=9, text=written, author=manager)
    enter(page, client_of, manager, live_server.url)
    for screen in shown:
        page.goto(live_server.url + screen.address)
        assert page.locator("img, [onerror], [onload], a[href^='javascript:' i]").count() == 0
        assert page.locator("script:not([src])").count() == 0, screen.name
    # What scripts write into the page: the label at the caret, the log, the guideline.
    page.goto(live_server.url + reverse("label-item", args=["support", item_of(project).pk]))
    for key in ("ArrowRight", "F", "Shift+ArrowRight", "?", "Escape", "z"):
        page.keyboard.press(key)
    expect(page.locator("body[data-unsaved='0']")).to_be_attached()
    assert page.locator("img, [onerror], [onload]").count() == 0


def item_of(project: Project) -> QueryItem:
    item = QueryItem.objects.filter(batch__project=project).first()
    assert item is not None
    return item


@pytest.fixture
def dialogue(project: Project, manager: Any, client_of: Callable[[Any], Any]) -> Dialogue:
    """A dialogue of awkward texts, imported as a file by the page, and all of it asked."""
    turns = [{"speaker": f"{name} \u202e", "text": text} for name, text in TEXTS.items()]
    data = json.dumps({"id": "awkward", "turns": turns}).encode()
    form = {"format": "auto", "lang": "es", "spans": "ignore", "split": "pool"}
    files = {"files": SimpleUploadedFile("awkward.jsonl", data)}
    client = client_of(manager)
    page = sent(client, client.post(reverse("import-dialogues", args=["support"]), form | files))
    assert b"1 dialogue went in" in page.content
    dialogue = Dialogue.objects.get(external_id="awkward")
    batch = Batch.objects.create(project=project, number=1)
    for rank, turn in enumerate(dialogue.turns.order_by("position")):
        QueryItem.objects.create(batch=batch, turn=turn, rank=rank)
    return dialogue


def test_offsets_are_exact_behind_anything(
    page: Page,
    trouble: list[str],
    dialogue: Dialogue,
    annotator: Any,
    live_server: Any,
    client_of: Callable[[Any], Any],
) -> None:
    enter(page, client_of, annotator, live_server.url)
    for item in QueryItem.objects.order_by("rank"):
        page.goto(live_server.url + reverse("label-item", args=["support", item.pk]))
        expect(page.locator("[data-text]")).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.press("F")
        expect(page.locator("[data-saved-state]")).to_contain_text("Saved")
    told = page.request.get(f"{live_server.url}/api/projects/support/dialogues/{dialogue.pk}")
    turns = told.json()["turns"]
    assert [turn["text"] for turn in turns] == list(TEXTS.values())
    for turn in turns:
        [span] = turn["state"]["spans"]
        assert turn["text"][span["start"] : span["end"]] == "Ana", turn["speaker"]


def test_a_change_after_the_session_says_so_and_works_after_signing_in(
    page: Page,
    trouble: list[str],
    project: Project,
    curator: Any,
    live_server: Any,
    client_of: Callable[[Any], Any],
) -> None:
    enter(page, client_of, curator, live_server.url)
    page.goto(live_server.url + reverse("edit-guidelines", args=["support"]))
    page.locator("#id_text").fill("Label every name.\nAlso nicknames.")
    Session.objects.all().delete()
    page.get_by_role("button", name="Save").click()
    note = page.locator("[data-trouble]")
    expect(note).to_contain_text("You are signed out")
    expect(page.locator("#id_text")).to_have_value("Label every name.\nAlso nicknames.")
    # The fragment beside it is refused in the same words, not by a sign-in form in the page.
    page.locator("#id_text").fill("Label every name.\nAlso nicknames!")
    expect(note).to_contain_text("You are signed out")
    expect(page.locator("input[type=password]")).to_have_count(0)
    # In another tab she signs in again; the token changes with that.
    page.context.clear_cookies()
    tab = page.context.new_page()
    tab.goto(f"{live_server.url}/sign-in")
    tab.get_by_label("Name").fill("curator")
    tab.get_by_label("Password").fill("a-long-password-1")
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.get_by_role("heading", name="Projects")).to_be_visible()
    page.locator("#id_text").fill("Label every name.\nAlso nicknames.")
    expect(note).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(live_server.url + reverse("show-guidelines", args=["support"]))
    expect(page.get_by_text("Also nicknames.")).to_be_visible()
    assert Guideline.objects.filter(text__contains="nicknames").count() == 1


def test_no_connection_is_said(
    page: Page,
    trouble: list[str],
    project: Project,
    curator: Any,
    live_server: Any,
    client_of: Callable[[Any], Any],
) -> None:
    enter(page, client_of, curator, live_server.url)
    page.goto(live_server.url + reverse("edit-guidelines", args=["support"]))
    page.locator("#id_text").fill("Label every name.")
    page.context.set_offline(True)
    page.locator("#id_text").fill("Label every name, please.")
    expect(page.locator("[data-trouble]")).to_contain_text("No connection")
    page.context.set_offline(False)
    page.locator("#id_text").fill("Label every name.")
    expect(page.locator("[data-trouble]")).to_be_hidden()
