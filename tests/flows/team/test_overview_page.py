"""The advice on the front page in a real browser: reasons by keyboard, on a phone, seen by axe."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Project, TrainingRun
from tests.annotation.services.training.test_advice import ADVICE
from tests.flows.desk import sign_in
from tests.flows.screens import Screen
from tests.flows.test_accessibility import EVERYTHING, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OVERVIEW = Screen("show-overview", "/p/support/")
PICTURES = os.environ.get("PICTURES", "")  # a folder: leave pictures of what was looked at


@pytest.fixture
def advised(
    page: Page,
    transactional_db: None,
    project: Project,
    live_server: Any,
    client_of: Callable[[Any], Any],
    manager: Any,
) -> Page:
    """Three rounds, and an advice after the last."""
    for number, f1 in ((1, 0.61), (2, 0.83), (3, 0.91)):
        TrainingRun.objects.create(
            project=project,
            kind="round",
            number=number,
            status="done",
            labelled_turns=100 * number,
            metrics={"f1": f1, "recall": f1, "precision": f1, "on": "cross-validation", "n": 90},
            left={"expected": 9, "low": 4, "high": 20, "unread": 2000, "basis": "test"},
            advice=ADVICE if number == 3 else {},
        )
    page.emulate_media(reduced_motion="reduce")
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(live_server.url + OVERVIEW.address)
    return page


def test_the_advice_and_its_reasons(advised: Page) -> None:
    expect(advised.locator(".card h2", has_text="You may stop labelling")).to_be_visible()
    reasons = advised.locator(".reasons li")
    expect(reasons).to_have_count(len(("figures", "why", "reached", "left", "kappa")))
    expect(reasons.first).not_to_be_visible()
    summary = advised.locator("summary", has_text="Why")
    summary.focus()
    advised.keyboard.press("Enter")
    expect(reasons.first).to_be_visible()
    found = []
    for width in (1280, 360):
        advised.set_viewport_size({"width": width, "height": 900})
        assert advised.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            advised.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [f"{width} {scheme} {each}" for each in complaints(advised, EVERYTHING)]
            if PICTURES:
                place = Path(PICTURES) / f"overview-{width}-{scheme}.png"
                advised.screenshot(path=place, full_page=True)
    assert found == []
