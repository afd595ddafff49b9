"""Another tool's replaced corpus comes in by the import page and is gone through, in a browser."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Dialogue
from tests.flows.revision.conftest import address
from tests.imports import do_imports

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def corpus(path: Path, text: str) -> str:
    turn = {"speaker": "agent", "text": text}
    path.write_text(json.dumps({"id": "call-9", "turns": [turn]}), encoding="utf-8")
    return str(path)


def test_replaced_texts_are_imported_and_revised(
    page: Page,
    live_server: Any,
    project: Any,
    manager: Any,
    sign_in: Callable[[Any], None],
    errors: list[str],
    tmp_path: Path,
) -> None:
    sign_in(manager)
    page.goto(live_server.url + reverse("import-dialogues", args=["support"]))
    page.set_input_files("#id_files", corpus(tmp_path / "own.jsonl", "Le atiende Marta, de Bilbao"))
    page.get_by_text("Options").first.click()
    page.get_by_label("Replaced by a program, with the originals").check()
    page.get_by_label("Name of the program").fill("Anon")
    done = corpus(tmp_path / "done.jsonl", "Le atiende Eva, de [LOC]")
    page.get_by_label("The same dialogues as the program replaced them").set_input_files(done)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("wait for the worker")).to_be_visible()
    do_imports()
    confirm = page.get_by_role("button", name="Import 1 dialogue")
    page.get_by_label("LOC becomes").select_option("P place")
    page.get_by_label("without a name becomes").select_option("F female name")
    expect(page.locator("mark.span.machine")).to_have_count(2)
    confirm.click()
    expect(page.get_by_text("wait for the worker")).to_be_visible()
    do_imports()
    expect(page.get_by_text("1 dialogue went in.")).to_be_visible()
    page.goto(address(live_server, Dialogue.objects.get(external_id="call-9")))
    expect(page.locator("[id^=pairs-]")).to_contain_text("Eva")
    expect(page.locator("[id^=pairs-]")).to_contain_text("[PLACE]")
    page.goto(live_server.url + reverse("show-release", args=["support"]))
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown").click()
    assert "## Anon" in Path(download.value.path()).read_text(encoding="utf-8")
    assert errors == []
