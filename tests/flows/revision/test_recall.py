"""What is expected to be left, from the release page to the evidence, by keyboard alone."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Measurement
from annotation.services.evidence.measurements import stamp_of, work_on_measurement
from annotation.services.jobs.lifecycle import run_job
from tests.flows.hands import Tongue, enter
from tests.recall_figures import figures

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_from_the_sentence_to_the_labels_and_a_new_measurement(
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    labelled: Any,
    manager: Any,
    sign_in: Any,
    data_dir: Any,
    errors: list[str],
) -> None:
    page = keyboard
    labelled.measurements.create(
        kind="recall", status="done", stamp=stamp_of(labelled), figures=figures(),
        finished_at="2026-03-09T14:05Z",
    )  # fmt: skip
    sign_in(manager)
    page.goto(live_server.url + reverse("show-release", args=[labelled.slug]))
    lead = page.locator(".lead")
    expect(lead).to_contain_text(
        tongue(
            "about 3 items are expected to be left, at most 7",
            "unos 3 datos personales, como mucho 7",
        )
    )
    expect(page.locator(".waffle rect")).to_have_count(100)
    expect(
        page.get_by_role("img", name=tongue("Of 100 items at least 92", "De 100 datos personales"))
    ).to_be_visible()
    expect(
        page.get_by_role("row", name=tongue("Only the model", "Solo el modelo"))
    ).to_contain_text("0–7")
    expect(page.get_by_text(tongue("These figures are stale", "Estas cifras no"))).to_have_count(0)
    words = tongue("What was found, label by label", "Lo que se encontró, etiqueta por etiqueta")
    enter(page.get_by_role("link", name=words))
    part = page.locator("#recall")
    expect(
        part.get_by_role("img", name=tongue("surname: 80.0", "surname: se encuentra el 80,0"))
    ).to_be_visible()
    expect(part).to_contain_text(tongue("Too few to say", "Demasiado pocos"))
    expect(part).to_contain_text(tongue("Third parties", "Terceras personas"))
    # J and K go from part to part, once the page has its scripts.
    page.wait_for_load_state()
    page.keyboard.press("j")
    expect(page.locator("#second_reading h3")).to_be_focused()
    page.keyboard.press("k")
    expect(part.locator("h3")).to_be_focused()
    # Nothing is wider than the narrowest screen.
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    enter(part.get_by_role("button"))
    expect(part.get_by_role("status")).to_be_visible()
    waiting = Measurement.objects.get(status="queued")
    run_job(Measurement, waiting.pk, work_on_measurement)
    page.reload()
    expect(part).to_contain_text(tongue("No model has learnt", "Ningún modelo ha aprendido"))
    assert errors == []
