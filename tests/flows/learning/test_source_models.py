"""The page of source models in a real browser: labels of a file explained, worked on while the page
looks, chosen in a project; a broken file; on a phone and by axe."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Project, SourceModel, SourceTraining
from annotation.services.jobs.lifecycle import run_job
from annotation.services.jobs.workers import note_worker
from annotation.services.sources.trainings import work_on_source
from tests.annotation.services.sources.test_trainings import SECRET, files, lines
from tests.flows.desk import sign_in
from tests.flows.screens import LONG
from tests.flows.test_accessibility import COLOURS, EVERYTHING, WIDE, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def opened(
    page: Page,
    transactional_db: None,
    project: Project,
    live_server: Any,
    client_of: Callable[[Any], Any],
    manager: Any,
    data_dir: Path,
) -> Page:
    note_worker()
    page.emulate_media(reduced_motion="reduce")
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Source models").click()
    return page


def upload(page: Page, data: bytes, name: str = "Hotel bookings") -> None:
    page.get_by_label("Name of the model").fill(name)
    page.get_by_label("Labelled corpus").set_input_files(
        {"name": "hotels.jsonl", "mimeType": "application/jsonl", "buffer": data}
    )
    page.get_by_label("What it is about").fill("hotels")
    page.get_by_role("button", name="Go on to the labels").click()


def test_a_model_is_taught_and_chosen(opened: Page, data_dir: Path, live_server: Any) -> None:
    page = opened
    upload(page, lines())
    expect(page.get_by_role("heading", level=1)).to_have_text("What the labels mean")
    expect(page.get_by_label("guest_name")).to_be_checked()
    expect(page.get_by_label("price")).not_to_be_checked()
    page.get_by_label("guest_name").uncheck()
    page.get_by_role("button", name="Teach the model").click()
    expect(page.get_by_role("alert").first).to_contain_text("at least one label")
    page.get_by_label("guest_name").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Teach the model").click()
    expect(page.get_by_text("It begins in a moment.")).to_be_visible()
    training = SourceTraining.objects.get()
    assert run_job(SourceTraining, training.pk, work_on_source)
    # The page asks by itself, and then lists the model.
    expect(page.get_by_role("cell", name=re.compile("^Hotel bookings"))).to_be_visible()
    expect(page.get_by_text("It begins in a moment.")).to_have_count(0)
    assert files(data_dir) == []
    page.goto(f"{live_server.url}/p/support/settings")
    expect(page.get_by_text("Nothing changed")).to_be_visible()
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.get_by_label("Source model", exact=True).select_option(label="Hotel bookings")
    # The way to save comes along.
    expect(page.get_by_text("1 change not saved")).to_be_in_viewport()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Nothing changed")).to_be_visible()
    page.get_by_label("Source model", exact=True).select_option(label="Hotel bookings")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert Project.objects.get().source_model == SourceModel.objects.get()


def test_a_broken_file_is_explained_and_forgotten(opened: Page, data_dir: Path) -> None:
    upload(opened, lines().replace(b'"b3"', b"3"))
    alert = opened.locator("[data-code]")
    expect(alert).to_contain_text("hotels.jsonl")
    expect(alert).to_contain_text("line 4")
    expect(alert).to_contain_text("Nothing of the file was kept.")
    expect(alert).not_to_contain_text(SECRET)
    expect(opened.get_by_label("Name of the model")).to_have_value("Hotel bookings")
    assert files(data_dir) == []


def test_the_pages_read_well_everywhere(opened: Page, data_dir: Path, live_server: Any) -> None:
    upload(opened, lines().replace(b"guest_name", LONG.encode()), name=LONG)
    training = SourceTraining.objects.get()
    labels = {LONG: True, "price": False}
    SourceModel.objects.create(
        name=LONG[:100], lang="es", domain=LONG, folder="none", labels=labels,
        card={"utterances": 24_000, "items": 812},
    )  # fmt: skip
    SourceTraining.objects.create(
        name="Lost", requested_by=training.requested_by, status="failed", error="Why.",
        corpus=LONG, counts={"turns": 3, "labels": {}}, finished_at=training.queued_at,
    )  # fmt: skip
    found = []
    for address in ("/sources", f"/sources/new/{training.pk}"):
        opened.goto(live_server.url + address)
        for width in (1280, 360):
            opened.set_viewport_size({"width": width, "height": 800})
            if wide := opened.evaluate(WIDE):
                found.append(f"{address} {width}: {wide}")
            for theme, only in (("light", EVERYTHING), ("dark", COLOURS)):
                opened.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
                found += [f"{address} {width} {theme}: {line}" for line in complaints(opened, only)]
    assert not found, "\n".join(found)
