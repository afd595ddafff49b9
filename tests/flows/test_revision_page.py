"""The revision page by keyboard in a real browser: move, accept, edit, undo, hide, next."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import AccessEvent, Decision, Dialogue, Export, Turn
from annotation.services import replacement
from annotation.services.jobs import run_job
from annotation.services.release import write_export
from tests.labelled import call, read, read_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def errors(page: Page) -> list[str]:
    """What the console complains about; the strict policy speaks here too."""
    found: list[str] = []
    page.on("console", lambda line: found.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.fixture
def sign_in(page: Page, live_server: Any, client_of: Any) -> Callable[[Any], None]:
    def enter(user: Any) -> None:
        name = settings.SESSION_COOKIE_NAME
        cookie = client_of(user).cookies[name].value
        page.context.add_cookies([{"name": name, "value": cookie, "url": live_server.url}])

    return enter


@pytest.fixture
def labelled(project: Any, annotator: Any) -> Any:
    """Bilbao is labelled where the caller says it and not where the agent repeats it."""
    read_all(project, annotator)
    dialogue = call(project)
    turn = Turn.objects.create(
        dialogue=dialogue, position=4, speaker="agent", text="¿En Bilbao mismo?"
    )
    read(turn, annotator)
    return project


def address(live_server: Any, dialogue: Dialogue) -> str:
    return live_server.url + reverse("revise-dialogue", args=[dialogue.project.slug, dialogue.pk])


def test_a_dialogue_is_settled_by_keyboard(
    page: Page, live_server: Any, labelled: Any, curator: Any, sign_in: Any, errors: list[str]
) -> None:
    dialogue = call(labelled)
    sign_in(curator)
    page.goto(live_server.url + reverse("revise-next", args=[labelled.slug]))
    expect(page).to_have_url(address(live_server, dialogue))
    expect(page.locator("[data-approve]")).to_be_disabled()
    current = page.locator("[data-issue][aria-current]")
    expect(current).to_have_count(1)
    expect(page.locator(".pair.now")).to_have_count(1)

    first = current.locator("[data-pick]").inner_text()
    if page.locator("[data-issue]").count() > 1:
        page.keyboard.press("j")
        expect(current).to_have_count(1)
        page.keyboard.press("k")
        expect(current.locator("[data-pick]")).to_have_text(first)

    # the block comes first: its fix labels the repeat
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_contain_text("Accepted")
    expect(page.locator("#turn-5 .after mark")).to_have_count(1)
    expect(page.locator("#turn-5 .after")).not_to_contain_text("Bilbao")
    expect(page.locator("[data-approve]")).to_be_enabled()

    page.keyboard.press("z")
    expect(page.locator("#turn-5 .after")).to_contain_text("Bilbao")
    page.keyboard.press("a")
    expect(page.locator("[data-approve]")).to_be_enabled()
    page.locator("[data-approve]").click()
    expect(page.locator(".toast")).to_contain_text("Approved")
    dialogue.refresh_from_db()
    assert dialogue.approved_by == curator

    page.keyboard.press("n")
    expect(page).to_have_url(address(live_server, call(labelled, "call-2")))
    assert AccessEvent.objects.filter(action="revise").count() == 2
    assert errors == []


def test_a_surrogate_is_typed_refused_and_typed_again(
    page: Page,
    live_server: Any,
    project: Any,
    annotator: Any,
    curator: Any,
    sign_in: Any,
    errors: list[str],
) -> None:
    read_all(project, annotator)
    sign_in(curator)
    page.goto(address(live_server, call(project)))
    card = page.locator(".entity", has_text="Bilbao")
    card.get_by_role("button", name="Change").click()
    field = card.get_by_label("Surrogate")
    expect(field).to_be_focused()
    field.fill("Francisco")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This shows an original of this dialogue")
    card.get_by_role("button", name="Change").click()
    field.fill("Zamora")
    page.keyboard.press("a")  # a letter in a field is a letter
    expect(field).to_have_value("Zamoraa")
    field.fill("Zamora")
    field.press("Enter")
    expect(page.locator("#turn-2 .after")).to_contain_text("Zamora")
    assert Decision.objects.get().constraints[0]["value"] == "Zamora"
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#turn-2 .after")).not_to_contain_text("Zamora")
    assert [e for e in errors if "422" not in e] == []


def test_originals_hide_and_come_back_with_a_reload(
    page: Page, live_server: Any, project: Any, annotator: Any, curator: Any, sign_in: Any
) -> None:
    read_all(project, annotator)
    sign_in(curator)
    page.goto(address(live_server, call(project)))
    original = page.locator("#turn-2 .before")
    expect(original).to_be_visible()
    page.keyboard.press("h")
    expect(original).to_be_hidden()
    expect(page.locator("#turn-2 .after")).to_be_visible()
    key = replacement.plan(call(project)).result.replacements[0].key
    page.locator(".entity").first.get_by_role("button", name="Change").click()
    page.get_by_role("button", name="Draw another").first.click()
    expect(page.locator(".toast")).to_be_visible()
    expect(original).to_be_hidden()  # also after a step
    assert key
    page.reload()
    expect(original).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_scrolls_sideways(
    page: Page,
    live_server: Any,
    labelled: Any,
    manager: Any,
    sign_in: Any,
    width: int,
    data_dir: Any,
) -> None:
    sign_in(manager)
    page.set_viewport_size({"width": width, "height": 800})
    release = live_server.url + reverse("show-release", args=[labelled.slug])
    revise = live_server.url + reverse("revise-next", args=[labelled.slug])
    for where in (address(live_server, call(labelled)), revise + "?all", release):
        page.goto(where)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_file_is_made_and_taken(
    page: Page,
    live_server: Any,
    project: Any,
    annotator: Any,
    manager: Any,
    sign_in: Any,
    data_dir: Any,
) -> None:
    read_all(project, annotator)
    sign_in(manager)
    page.goto(live_server.url + reverse("show-release", args=[project.slug]))
    page.get_by_text("One file, one dialogue a line").click()
    page.get_by_role("button", name="Check and write 2 dialogues").click()
    row = page.locator(".export").first
    expect(row).to_contain_text("Waiting")
    run_job(Export, Export.objects.get().pk, write_export)
    expect(row).to_contain_text("2 dialogues written")
    with page.expect_download() as download:
        row.get_by_role("link", name="Download").click()
    said = download.value.path().read_text()
    assert "Olabarri" not in said
    assert '"id": "d0001"' in said
