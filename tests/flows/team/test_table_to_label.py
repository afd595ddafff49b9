"""From a table that is dropped on the import page to the first labelled turn, in a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import Project, Span, User
from annotation.services.demo.projects import choose_first_batch
from tests.flows.desk import press, settled, sign_in
from tests.imports import do_imports

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CALLS = "call;wer;was;seconds\n7;agente;Le atiende Olabe;1\n7;cliente;Vivo en Irun;4\n7;x\n"
DROP = """(drop, [name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/csv" }));
  for (const kind of ["dragenter", "dragover", "drop"])
    drop.dispatchEvent(
      new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })
    );
}"""


def test_a_table_is_dropped_named_imported_and_labelled(
    page: Page,
    live_server: Any,
    client_of: Callable[[Any], Any],
    manager: User,
    transactional_db: None,
    data_dir: Any,
) -> None:
    project = Project.objects.create(slug="calls", name="Calls", scheme="custom")
    project.memberships.create(user=manager, role="manager")
    User.objects.update(toured_at=timezone.now(), hides_twin=True)
    project.labels.create(name="surname", key="S", family="name")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/p/calls/import")
    page.locator("[data-drop]").evaluate(DROP, ["calls.csv", CALLS])
    expect(page.locator("[data-chosen]")).to_contain_text("calls.csv")
    page.get_by_role("button", name="Preview").click()
    do_imports()
    expect(page.get_by_text("no column is known to hold the text")).to_be_visible()
    expect(page.get_by_role("cell", name="Vivo en Irun")).to_be_visible()
    page.get_by_label("Text of the turn").select_option("was")
    page.get_by_label("Speaker").select_option("wer")
    page.get_by_label("Time", exact=True).select_option("seconds")
    page.get_by_role("button", name="Read the file with these columns").click()
    do_imports()
    expect(page.get_by_text("1 row of a table will be left out")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download what is wrong").click()
    assert "table_row" in download.value.path().read_text()
    expect(page.locator(".turn .said").first).to_have_text("Le atiende Olabe")
    page.get_by_role("button", name="Import 1 dialogue").click()
    do_imports()
    expect(page.get_by_text("1 dialogue went in.")).to_be_visible()
    turns = project.dialogues.get(external_id="7").turns
    assert [turn.extra["start"] for turn in turns.all()] == [1, 4]
    choose_first_batch(project, print)
    page.goto(f"{live_server.url}/p/calls/label")
    expect(page.locator("[data-text]").first).to_be_visible()
    turn = page.locator("li.turn", has_text="Le atiende Olabe")
    turn.locator(".t", has_text="Olabe").click()
    press(page, "S")
    settled(page)
    span = Span.objects.get(turn__dialogue__project=project)
    assert (span.turn.text[span.start : span.end], span.label.name) == ("Olabe", "surname")
    assert errors == []
