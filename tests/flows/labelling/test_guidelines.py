"""A question on its way into the guidelines, and labels set up, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.models import Project, Question
from annotation.services.guidance import guidelines
from tests.flows.desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[[Any, str], Page]


@pytest.fixture
def visit(
    transactional_db: None,
    batch: Any,
    browser: Browser,
    live_server: Any,
    client_of: Callable[[Any], Any],
) -> Any:
    """Opens an address in a window of its own, signed in as a person; no error there."""
    wrong: list[str] = []
    contexts = []

    def open_as(user: Any, address: str) -> Page:
        context = browser.new_context()
        contexts.append(context)
        sign_in(context, client_of, user, live_server.url)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.goto(live_server.url + address)
        return page

    yield open_as
    for context in contexts:
        context.close()
    assert wrong == []


def test_a_question_becomes_part_of_the_guidelines(
    visit: Visit, annotator: Any, curator: Any, project: Project
) -> None:
    desk = visit(annotator, "/p/support/label")
    expect(desk.locator("[data-text]")).to_be_focused()
    for key in ("Home", "ArrowRight", "Shift+ArrowRight", "q"):
        desk.keyboard.press(key)
    field = desk.get_by_label("Ask a curator about this turn")
    expect(field).to_be_focused()
    desk.keyboard.type("Is a greeting <b>personal</b>?")
    desk.get_by_role("button", name="Ask Ctrl+Enter", exact=True).click()
    expect(desk.locator("[data-questions]")).to_contain_text("Not answered yet.")
    expect(desk.locator("[data-questions]")).to_contain_text("Is a greeting <b>personal</b>?")
    asked = Question.objects.get()
    assert asked.start is not None
    assert asked.turn.text[asked.start : asked.end] == "días,"

    page = visit(curator, "/p/support/guidelines")
    page.get_by_role("link", name="Questions 1 open").click()
    card = page.locator(f"#question-{asked.pk}")
    expect(card.locator(".now mark")).to_be_visible()
    card.get_by_label("Answer").fill("No.")
    expect(card.get_by_label("As it stands in the guidelines")).to_be_hidden()
    card.get_by_label("Put it into the guidelines too").check()
    card.get_by_label("As it stands in the guidelines").fill("Greetings are **not** personal.")
    card.get_by_role("button", name="Answer", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Answered")
    page.get_by_role("link", name="in the guidelines since version 1").click()
    expect(page.locator(".new ins").last).to_have_text("Greetings are **not** personal.")

    desk.reload()
    expect(desk.locator("[data-text]")).to_be_focused()
    desk.keyboard.press("q")
    expect(desk.locator("[data-questions] .answer")).to_contain_text("No.")


def test_a_preview_runs_nothing_and_a_conflict_loses_nothing(
    visit: Visit, curator: Any, manager: Any, project: Project
) -> None:
    page = visit(curator, "/p/support/guidelines/edit")
    field = page.get_by_label("Guidelines, in Markdown")
    field.fill("# Rules\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(2))\n\nmine")
    preview = page.locator(f"#preview-{project.pk}")
    expect(preview.get_by_role("heading", name="Rules")).to_be_visible()
    expect(preview).to_contain_text("<img src=x onerror=alert(1)>")
    expect(preview.locator("img, a")).to_have_count(0)
    guidelines.save_version(project, manager, text="# Rules\n\ntheirs", seen=0)
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_role("alert")).to_contain_text("Somebody saved a newer version")
    expect(page.locator(".gone")).to_contain_text("theirs")
    expect(field).to_have_value(
        "# Rules\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(2))\n\nmine"
    )
    field.fill("# Rules\n\ntheirs and mine")
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_role("status")).to_contain_text("Saved as a new version")
    assert [each.version for each in project.guidelines.all()] == [2, 1]


def test_signs_are_put_around_what_is_selected_and_taken_back(visit: Visit, curator: Any) -> None:
    page = visit(curator, "/p/support/guidelines/edit")
    field = page.get_by_label("Guidelines, in Markdown")
    press = page.keyboard.press

    def click(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    field.fill("Names\nfirst\nlast")
    press("Control+Home")
    click("Title")
    expect(field).to_have_value("# Names\nfirst\nlast")
    for key in ("ArrowDown", "Home", "Shift+Control+End"):
        press(key)
    click("List")
    expect(field).to_have_value("# Names\n- first\n- last")
    click("List")
    expect(field).to_have_value("# Names\nfirst\nlast")
    press("Control+z")
    expect(field).to_have_value("# Names\n- first\n- last")
    for key in ("Control+End", "Shift+Control+ArrowLeft", "Control+b"):
        press(key)
    expect(field).to_have_value("# Names\n- first\n- **last**")
    click("Link")
    page.keyboard.type("https://example.org")
    expect(field).to_have_value("# Names\n- first\n- **[last](https://example.org)**")
    preview = page.locator("[id^=preview]")
    expect(preview.get_by_role("link", name="last")).to_be_visible()


def test_a_new_label_has_its_key_on_the_label_page(
    visit: Visit, annotator: Any, manager: Any, project: Project
) -> None:
    page = visit(manager, "/p/support/labels")
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_hidden()
    page.get_by_role("link", name="Add a label").click()
    expect(name).to_be_focused()
    name.fill("greeting")
    page.get_by_label("Key", exact=True).fill("f")
    page.get_by_role("button", name="Add label").click()
    expect(page.get_by_role("alert")).to_contain_text("The key F belongs to “female name”.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("greeting")
    page.get_by_label("Key", exact=True).fill("y")
    page.get_by_role("button", name="Add label").click()
    page.get_by_label("What to do with greeting").click()
    page.get_by_role("button", name="Move greeting up").click()
    expect(page.locator(".scheme li").nth(10)).to_contain_text("Greeting")

    desk = visit(annotator, "/p/support/label")
    expect(desk.locator("[data-text]")).to_be_focused()
    desk.keyboard.press("y")
    expect(desk.locator("[data-asked] mark.span")).to_have_attribute("data-k", "Y")
    expect(desk.locator("body[data-unsaved='0']")).to_be_attached()


def test_labels_of_a_file_are_used_once_it_is_chosen(visit: Visit, manager: Any) -> None:
    page = visit(manager, "/p/support/labels")
    page.get_by_text("Labels as a file").click()
    use = page.get_by_role("button", name="Use the labels of this file")
    expect(use).to_be_disabled()
    expect(page.get_by_text("Choose a file first.")).to_be_visible()
    file = {"name": "mine.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_label("File of labels").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator("[data-chosen]")).to_contain_text("mine.json")
    expect(use).to_be_enabled()
    expect(page.get_by_text("Choose a file first.")).to_be_hidden()


def test_editor_and_preview_have_one_height(
    visit: Visit, curator: Any, manager: Any, project: Project
) -> None:
    guidelines.save_version(project, manager, text="# Rules\n\nline\n" * 60, seen=0)
    page = visit(curator, "/p/support/guidelines/edit")
    heights = page.locator(".writing > .card").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert len(set(heights)) == 1 and heights[0] < 720
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_label("What changed").fill("Nothing")
    expect(page.locator(".foot").get_by_label("What changed")).to_be_in_viewport()
