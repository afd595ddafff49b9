"""From the draw of a second reading over a failed gate to the signed bundle, by keyboard alone, in
both languages; `verify` on it."""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import Bundle, Project, Reading, User
from annotation.services.evidence.bundles.terms import save_terms
from tests.annotation.commands import running
from tests.annotation.services.evidence.bundles import room
from tests.flows.desk import sign_in
from tests.flows.hands import Tongue, enter, reach
from tests.labelled import add_calls, shown

DRAWN = 2
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_draw_a_failed_gate_a_signed_bundle_and_verify(
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    client_of: Any,
    labelled: Project,
    manager: User,
    annotator: User,
    second_annotator: User,
    data_dir: Path,
    tmp_path: Path,
) -> None:
    page = keyboard
    User.objects.update(toured_at=timezone.now(), hides_twin=True)
    add_calls(labelled, 6, annotator, read=6)
    sign_in(page.context, client_of, manager, live_server.url)
    _turns_are_drawn(page, tongue, live_server.url)
    sign_in(page.context, client_of, second_annotator, live_server.url)
    _they_are_read(page, live_server.url)
    export = room.write(labelled)
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/p/support/release")
    enter(
        page.get_by_role("link", name=tongue("Sign it with its evidence", "Firmarlo con sus pru"))
    )
    # Nothing is measured: nobody signs, and the page says what is missing.
    head = page.get_by_role("heading", level=1)
    expect(head).to_have_text(
        tongue("Nobody can sign this file now", "Ahora nadie puede firmar este archivo")
    )
    told = tongue("not signed before its evidence", "no se firma antes de tener sus pruebas")
    expect(page.locator("main .note.block").first).to_contain_text(told)
    save_terms(labelled, {"organisation": "Laguntza"})
    room.measure(labelled)
    page.reload()
    expect(head).to_contain_text(tongue("warnings to answer", "avisos por contestar"))
    expect(page.locator(".says")).to_contain_text(tongue("dialogues leave", "Salen < 10"))
    expect(page.locator(".waffle rect")).to_have_count(100 + 3)
    audited = tongue(
        "Turns drawn by chance, read twice", "Turnos sacados al azar, leídos dos veces"
    )
    expect(page.locator("main")).to_contain_text(audited)
    # One warning is left without a reason: the button waits, and says where it is missing.
    fields = page.locator(".answers textarea")
    count = fields.count()
    assert count >= 4
    assert page.get_by_role(
        "link", name=tongue("data sheet as it would", "hoja de datos tal")
    ).count()
    for number in range(1, count):
        reach(fields.nth(number))
        page.keyboard.type("It goes to two named groups alone.")
    sign = page.get_by_role("button", name=tongue("Sign and write", "Firmar y escribir"))
    expect(sign).to_be_disabled()
    missing = page.get_by_role("link", name=tongue("1 reason is missing", "Falta 1 razón"))
    enter(missing)
    assert not Bundle.objects.exists()
    reach(fields.first)
    page.keyboard.type("It goes to two named groups alone.")
    enter(sign)
    expect(head).to_have_text(tongue("Signed and frozen", "Firmado y cerrado"))
    link = page.get_by_role("link", name=tongue("Download the bundle", "Descargar el paquete"))
    with page.expect_download() as download:
        enter(link)
    out = tmp_path / "bundle.zip"
    download.value.save_as(out)
    assert running.run("verify", str(out))[0] == 0
    assert Bundle.objects.get().export == export
    with zipfile.ZipFile(io.BytesIO(out.read_bytes())) as archive:
        sheet = archive.read("datasheet.html").decode()
        assert all(shown(archive.read(name).decode()) == [] for name in archive.namelist())
    assert re.search(r'<html lang="(en|es)">', sheet)
    assert tongue("Of 100 items in this file", "De cada 100 datos personales") in sheet
    _opens_alone(page, sheet, tmp_path)


def _turns_are_drawn(page: Page, tongue: Tongue, site: str) -> None:
    page.goto(f"{site}/p/support/evidence")
    part = page.locator("#second_reading")
    number = part.get_by_label(tongue("Turns to draw", "Turnos que se sortean"))
    reach(number)
    page.keyboard.press("Control+a")
    page.keyboard.type(str(DRAWN))
    button = tongue("Draw turns for a second reader", "Sortear turnos para una segunda persona")
    enter(part.get_by_role("button", name=button))
    expect(part).to_contain_text(tongue(f"{DRAWN} turns were drawn", f"Se sortearon {DRAWN} turno"))


def _they_are_read(page: Page, site: str) -> None:
    """A second reader reads them in Label, and marks nothing."""
    for _turn in range(DRAWN):
        page.goto(f"{site}/p/support/label")
        expect(page.locator("[data-text]")).to_be_focused()
        here = page.url
        page.keyboard.press("Space")
        expect(page).not_to_have_url(here)
    assert Reading.objects.filter(reader__username="second", status="done").count() == DRAWN


def _opens_alone(page: Page, sheet: str, tmp_path: Path) -> None:
    """The sheet is read without the site: nothing is fetched, and nothing is wider than a phone."""
    place = tmp_path / "datasheet.html"
    place.write_text(sheet, encoding="utf-8")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(place.as_uri())
    expect(page.locator(".lead")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert [url for url in asked if not url.startswith("file:")] == []
