"""The learning page in a real browser: the drawn curve by keyboard, axes, comparing, going back."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, Project, SourceModel, TrainingRun
from learning.source.transfer import SourceVerdict
from tests.flows.desk import sign_in
from tests.flows.screens import Screen, harden, without_errors
from tests.flows.test_accessibility import EVERYTHING, WIDE, complaints
from tests.rounds import drawn, make_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEARNING = Screen("show-learning", "/p/support/learning")


@pytest.fixture
def learnt(transactional_db: None, batch: Batch, data_dir: Path) -> Project:
    """Three rounds and what chance gave; nobody measured the time of the first."""
    project = batch.project
    project.source_model = SourceModel.objects.create(name="Hotels", lang="en", folder="x")
    project.save()
    untimed = {"cost": {"edits": 12, "seconds": 0, "timed": 0, "readings": 10}}
    transfer = SourceVerdict(False, 0.1, 0.05, 0.4, 120, True, 0.3, 0.1).to_json()
    runs = [
        make_round(project, 1, 1, details=untimed, transfer=transfer),
        make_round(project, 2, 2, details={"random": drawn(8, 0.2)}, transfer=transfer),
        make_round(project, 3, 3, details={"random": drawn(15, 0.25)}, transfer=transfer),
    ]
    for run in runs:
        (data_dir / run.folder).mkdir(parents=True)
    return project


@pytest.fixture
def opened(
    page: Page, learnt: Project, live_server: Any, client_of: Callable[[Any], Any], curator: Any
) -> Iterator[Page]:
    yield from without_errors(page, client_of, curator, live_server.url, LEARNING)


def ink(page: Page) -> int:
    """How many points of the drawing are not empty."""
    return int(
        page.evaluate(
            """() => {
              const canvas = document.querySelector(".chart canvas");
              const ctx = canvas.getContext("2d");
              const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
              return data.filter((value, place) => place % 4 === 3 && value).length;
            }"""
        )
    )


def test_the_curve_is_drawn_and_read_by_keyboard(opened: Page) -> None:
    chart = opened.get_by_role("slider", name="Learning curve")
    expect(chart).to_have_attribute(
        "aria-valuetext", "Model 3 finds 100 of 100, 78 rightly named, 30 read turns"
    )
    assert ink(opened) > 2000
    chart.focus()
    opened.keyboard.press("Home")
    expect(chart).to_have_attribute(
        "aria-valuetext", "Drawn by chance finds 20 of 100, 8 read turns"
    )
    opened.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute(
        "aria-valuetext", "Model 1 finds 33 of 100, 18 rightly named, 10 read turns"
    )
    expect(chart).to_have_attribute("aria-valuenow", "2")
    expect(chart).to_have_attribute("aria-valuemax", "5")


def test_the_axis_is_switched(opened: Page) -> None:
    chart = opened.get_by_role("slider", name="Learning curve")
    opened.get_by_role("button", name="Spans").click()
    expect(opened.locator("[data-said]")).to_have_text(
        "Model 3 finds 100 of 100, 78 rightly named, 36 spans set right"
    )
    expect(opened.get_by_role("button", name="Spans")).to_have_attribute("aria-pressed", "true")
    opened.get_by_role("button", name="Time").click()
    expect(opened.locator("[data-said]")).to_contain_text("4 min")  # 270 s, rounded to even
    expect(chart).to_have_attribute("aria-valuemax", "4")  # the first was not timed
    assert ink(opened) > 2000


def test_the_same_stands_in_a_table(opened: Page) -> None:
    opened.get_by_text("The same as a table").click()
    row = opened.locator("[data-points] tbody tr").nth(1)
    for told in ("Model 2", "20", "300", "24", "0.727", "0.677 – 0.777"):
        expect(row).to_contain_text(told)


def test_two_models_are_compared_and_one_is_gone_back_to(opened: Page, learnt: Project) -> None:
    opened.get_by_role("link", name="Models").click()
    opened.get_by_label("This model").select_option(label="Model 1")
    opened.get_by_role("button", name="Compare").click()
    expect(opened.locator("[data-verdict]")).to_contain_text(
        "Model 3 is better: F1 .923 against .444"
    )
    opened.get_by_role("button", name="Go back to it 2").click()
    expect(opened.locator(".card.pinned")).to_contain_text("went back to Model 2")
    expect(opened.locator("[data-said]")).to_contain_text("Model 2")  # what proposes is marked
    learnt.refresh_from_db()
    assert learnt.model and learnt.model.number == 2
    opened.locator(".card.pinned").get_by_role("button", name="Back to the newest").click()
    expect(opened.locator(".card.pinned")).to_have_count(0)
    learnt.refresh_from_db()
    assert learnt.model is None


def test_a_round_is_started_and_cancelled_and_a_new_one_drawn(
    opened: Page, learnt: Project
) -> None:
    learnt.batches.all().delete()
    opened.reload()
    opened.locator(".run").get_by_role("button", name="Choose the first batch").click()
    opened.locator(".run").get_by_role("button", name="Cancel").click()
    expect(opened.locator(".run")).to_contain_text("was cancelled")
    run = TrainingRun.objects.create(project=learnt, number=4, status="running", phase="measuring")
    opened.reload()
    expect(opened.locator(".run")).to_contain_text("Model 4 is learning: measuring")
    make_round(learnt, 4, 3)
    run.delete()
    expect(opened.locator("#measured")).to_contain_text("Model 4, after")  # without a reload
    chart = opened.get_by_role("slider", name="Learning curve")
    expect(chart).to_have_attribute("aria-valuemax", "6")
    expect(opened.locator(".chart canvas")).to_have_count(1)
    assert ink(opened) > 2000


def test_the_state_of_training_stays_on_the_overview(
    opened: Page, learnt: Project, live_server: Any
) -> None:
    run = TrainingRun.objects.create(project=learnt, number=4, status="running", phase="training")
    opened.goto(f"{live_server.url}/p/support/")
    with opened.expect_response("**/training"):  # it asks again by itself
        pass
    expect(opened.locator(".run")).to_contain_text("Model 4 is learning: training")
    opened.locator(".run").get_by_role("button", name="Cancel").click()
    expect(opened.locator(".run")).to_contain_text("was cancelled")
    run.refresh_from_db()
    assert run.status == "cancelled"
    opened.get_by_role("link", name="More about learning").click()
    expect(opened.locator("h1")).to_contain_text("Model 3 finds")


def test_the_drawing_follows_the_theme_and_the_width(opened: Page) -> None:
    colour = """() => {
      const canvas = document.querySelector(".chart canvas"), ctx = canvas.getContext("2d");
      const all = ctx.getImageData(0, 0, canvas.width, canvas.height).data;
      let sum = 0, n = 0;
      for (let i = 0; i < all.length; i += 4) if (all[i + 3] > 200) { sum += all[i]; n += 1; }
      return sum / n;
    }"""
    opened.emulate_media(color_scheme="light", reduced_motion="reduce")
    expect(opened.locator(".chart canvas")).to_be_visible()
    until(opened, f"({colour})() > 0")  # it is drawn
    opened.wait_for_timeout(100)
    light = opened.evaluate(colour)
    opened.emulate_media(color_scheme="dark", reduced_motion="reduce")
    until(opened, f"Math.abs(({colour})() - {light}) > 20")
    opened.set_viewport_size({"width": 360, "height": 800})
    until(opened, "document.querySelector('.chart canvas').clientWidth < 320")


def until(page: Page, holds: str) -> None:
    """Waits from outside: what the browser itself would ask again and again is refused by the
    page's policy."""
    for _ in range(100):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"it never came to hold: {holds}")


def test_a_drawing_not_yet_resized_does_not_widen_the_page(opened: Page) -> None:
    opened.add_init_script(
        "window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }"
    )
    opened.reload()
    expect(opened.locator(".chart canvas")).to_be_visible()
    opened.set_viewport_size({"width": 360, "height": 800})
    assert opened.evaluate(WIDE) == ""


def test_without_scripts_the_table_is_there(
    browser: Any, learnt: Project, live_server: Any, client_of: Callable[[Any], Any], reader: Any
) -> None:
    context = browser.new_context(java_script_enabled=False)
    sign_in(context, client_of, reader, live_server.url)
    page = context.new_page()
    page.goto(live_server.url + LEARNING.address)
    expect(page.locator(".chart")).to_be_hidden()
    page.get_by_text("The same as a table").click()
    expect(page.locator("[data-points]")).to_be_visible()
    context.close()


# A table that folds shows all its columns: it is not scrolled sideways where it is narrow, either.
CUT = """() => [...document.querySelectorAll(".scroll:has(> .fold)")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.ariaLabel).join()"""


@pytest.mark.parametrize("hard", [False, True])
def test_axe_finds_nothing_and_nothing_sticks_out(
    opened: Page, learnt: Project, hard: bool
) -> None:
    learnt.model = learnt.runs.first()
    learnt.save()
    if hard:
        harden(learnt)
    opened.goto(f"{opened.url.partition('?')[0]}?show=all")
    opened.get_by_text("The same as a table").click()
    found = []
    for width in (360, 768, 1280):
        opened.set_viewport_size({"width": width, "height": 800})
        if wide := opened.evaluate(WIDE) or opened.evaluate(CUT):
            found.append(f"{width}: {wide}")
        for scheme in ("light", "dark"):
            opened.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [f"{width} {scheme} {each}" for each in complaints(opened, EVERYTHING)]
    assert found == []
