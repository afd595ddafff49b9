"""A file is looked at before it is imported, in a browser, by keyboard and in both languages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Project, Span, User
from tests.flows.desk import sign_in
from tests.flows.hands import Tongue, enter
from tests.imports import do_imports

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CALLS = """{"id": "a", "turns": [{"speaker": "agente", "text": "Le atiende Núñez, son 30 €", \
"spans": [{"start": 11, "end": 16, "label": "PER"}]}]}
{"id": "b", "turns": [{"text": 5}]}
"""


def test_a_file_is_read_anew_mapped_and_imported(
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    client_of: Callable[[Any], Any],
    project: Project,
    manager: User,
    tmp_path: Path,
) -> None:
    project.labels.filter(name="other").delete()
    path = tmp_path / "calls.jsonl"
    path.write_bytes(CALLS.encode("windows-1252"))
    page = keyboard
    waits = page.get_by_role("main").get_by_text(tongue("wait for the worker", "esperan"))
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/p/support/import")
    page.set_input_files("#id_files", path)
    enter(page.get_by_role("button", name=tongue("Preview", "Vista previa")))
    expect(waits).to_be_visible()
    do_imports()
    expect(page.locator(".samples q").first).to_contain_text("Núñez, son 30 €")
    for encoding in ("CP850", "WINDOWS-1252"):  # the first was the wrong one
        anew = tongue(f"Choose {encoding}", f"Elegir {encoding}")
        enter(page.get_by_role("button", name=anew))
        expect(waits).to_be_visible()
        do_imports()
        read = page.locator(".samples li").filter(has=page.locator(".pill"))
        expect(read).to_contain_text(encoding)
    confirm = page.get_by_role("button", name=tongue("Import 1 dialogue", "Importar 1 diálogo"))
    without = tongue("1 dialogue will be left out", "Se omitirá 1 diálogo")
    expect(page.get_by_text(without)).to_be_visible()
    expect(page.locator("mark.span")).to_have_attribute("data-k", "?")
    enter(confirm)  # the browser says that something is to be chosen
    choice = page.get_by_label(tongue("PER becomes", "PER se convierte en"))
    expect(choice).to_be_focused()
    page.keyboard.press("S")
    page.keyboard.press("Tab")
    expect(page.locator("mark.span")).to_have_attribute("data-k", "S")
    expect(choice).to_have_value(str(project.labels.get(name="surname").pk))
    enter(confirm)
    expect(waits).to_be_visible()
    # The window is closed: the work goes on, and the page tells of it whenever somebody comes back.
    context, site = page.context, live_server.url
    page.close()
    do_imports()
    page = context.new_page()
    page.goto(f"{site}/p/support/import")
    enter(page.locator(".imports").get_by_role("link", name="calls.jsonl"))
    expect(page.get_by_text(tongue("1 dialogue went in", "Entró 1 diálogo"))).to_be_visible()
    assert Span.objects.get().label.name == "surname"
