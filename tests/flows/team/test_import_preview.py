"""A file is looked at before it is imported, in a browser, by keyboard and in Spanish."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Project, Span, User
from tests.flows.desk import sign_in
from tests.imports import do_imports

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CALLS = """{"id": "a", "turns": [{"speaker": "agente", "text": "Le atiende Núñez, son 30 €", \
"spans": [{"start": 11, "end": 16, "label": "PER"}]}]}
{"id": "b", "turns": [{"text": 5}]}
"""


def test_a_file_is_read_anew_mapped_and_imported(
    page: Page,
    live_server: Any,
    client_of: Callable[[Any], Any],
    project: Project,
    manager: User,
    tmp_path: Path,
) -> None:
    project.labels.filter(name="other").delete()
    path = tmp_path / "calls.jsonl"
    path.write_bytes(CALLS.encode("windows-1252"))
    sign_in(page.context, client_of, manager, live_server.url)
    page.context.add_cookies([{"name": "django_language", "value": "es", "url": live_server.url}])
    page.goto(f"{live_server.url}/p/support/import")
    page.set_input_files("#id_files", path)
    page.get_by_role("button", name="Vista previa").press("Enter")
    expect(page.get_by_text("esperan")).to_be_visible()
    do_imports()
    expect(page.locator(".samples q")).to_contain_text("Núñez, son 30 €")
    page.get_by_role("button", name="Leerlo como WINDOWS-1252").press("Enter")
    do_imports()
    confirm = page.get_by_role("button", name="Importar 1 diálogo")
    expect(page.get_by_text("Se omitirá 1 diálogo")).to_be_visible()
    expect(page.locator("mark.span")).to_have_attribute("data-k", "?")
    confirm.press("Enter")  # the browser says that something is to be chosen
    choice = page.get_by_label("PER se convierte en")
    choice.focus()
    page.keyboard.press("S")
    page.keyboard.press("Tab")
    expect(page.locator("mark.span")).to_have_attribute("data-k", "S")
    expect(choice).to_have_value(str(project.labels.get(name="surname").pk))
    confirm.press("Enter")
    expect(page.get_by_text("esperan")).to_be_visible()
    # The window is closed: the work goes on, and the page tells of it whenever somebody comes back.
    context, site = page.context, live_server.url
    page.close()
    do_imports()
    page = context.new_page()
    page.goto(f"{site}/p/support/import")
    page.locator(".imports").get_by_role("link", name="calls.jsonl").press("Enter")
    expect(page.get_by_text("Entró 1 diálogo")).to_be_visible()
    assert Span.objects.get().label.name == "surname"
