"""The page of releases in a real browser."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Export
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release.exports import write_export
from tests.labelled import read_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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
    expect(page.locator(".make")).to_contain_text("One file, one dialogue a line")
    expect(page.locator("[name=spans][value=none]")).to_be_checked()
    expect(page.locator(".make")).to_contain_text("every name that was missed stands unmarked")
    spans = page.locator("fieldset", has_text="Spans")
    expect(spans.get_by_role("radio")).to_have_count(0)  # one choice alone is told in words
    spans.get_by_text("Change").click()
    page.get_by_text("Each replaced item with its label").click()
    page.get_by_role("button", name="Check and write 2 dialogues").click()
    row = page.locator(".export").first
    expect(row).to_contain_text("Waiting")
    run_job(Export, Export.objects.get().pk, write_export)
    expect(row.locator(".counts > div").first).to_have_text(re.compile(r"Dialogues written\s*2"))
    with page.expect_download() as download:
        row.get_by_role("link", name="Download").click()
    said = download.value.path().read_text()
    assert "Olabarri" not in said
    assert '"id": "d0001"' in said
    assert '"label": "surname"' in said
    expect(row).to_contain_text("items marked")
