"""The line about work in progress, in a real browser: it comes, counts and ends by itself, and
moves nothing that somebody reads. By keyboard, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, Project, QueryItem, TrainingRun, Turn
from annotation.services.jobs import lifecycle
from annotation.services.jobs.workers import note_worker
from annotation.services.labelling import queue
from tests.annotation.services.team.test_meanwhile import reads_otherwise
from tests.flows.desk import sign_in
from tests.flows.hands import Tongue
from tests.flows.test_accessibility import EVERYTHING, complaints
from tests.labelled import finish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_it_comes_counts_and_ends_by_itself(
    keyboard: Page, tongue: Tongue, live_server: Any, project: Project, batch: Any, curator: Any,
    client_of: Callable[[Any], Any],
) -> None:  # fmt: skip
    page = keyboard
    note_worker()
    page.emulate_media(reduced_motion="reduce")
    sign_in(page.context, client_of, curator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    said = page.locator(".status .said-of-job")
    text = page.locator(".asked .said")
    expect(text).to_be_visible()
    page.wait_for_load_state("networkidle")
    before = text.bounding_box()
    run = TrainingRun.objects.create(project=project, number=3)
    page.reload()
    expect(said).to_contain_text(
        tongue("Model 3 waits to learn", "El modelo 3 espera para aprender")
    )
    claimed = lifecycle.claim_job(TrainingRun, run.pk)
    TrainingRun.objects.filter(pk=run.pk).update(progress=0.38)
    expect(said).to_contain_text(tongue("Model 3 is learning", "El modelo 3 está aprendiendo"))
    expect(said).to_contain_text("38")
    assert text.bounding_box() == before
    assert claimed
    lifecycle.finish_job(claimed)
    expect(said).to_contain_text(tongue("Model 3 has learnt", "El modelo 3 ha aprendido"))
    expect(text).to_be_focused()
    page.keyboard.press("Shift+W")  # a label has the letter: with Shift it leads to the work
    all_work = page.get_by_role("heading", name=tongue("All work", "Todo el trabajo"))
    expect(all_work).to_be_visible()
    assert not complaints(page, EVERYTHING)
    # On a page of no project it is the work of all.
    TrainingRun.objects.create(project=project, number=4)
    page.goto(live_server.url)
    expect(page.locator(".status.line .whose")).to_have_text(project.name)
    page.keyboard.press("Shift+W")
    page.wait_for_url("**/work")
    waits = tongue("Model 4 waits to learn", "El modelo 4 espera para aprender")
    expect(page.locator(".jobs")).to_contain_text(waits)
    if tongue.code == "es":  # the longer words find room on a phone
        page.set_viewport_size({"width": 360, "height": 780})
        page.goto(f"{live_server.url}/p/support/revise/{project.dialogues.first().pk}")
        expect(page.locator("footer .said-of-job")).to_be_visible()
        expect(page.get_by_role("heading", name="call-1")).to_be_visible()  # the rest stays
        page.goto(f"{live_server.url}/p/support/")
        expect(page.locator(".status .said-of-job")).to_contain_text(waits)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert not complaints(page, EVERYTHING)


def test_a_finished_batch_is_no_empty_page_and_the_next_one_takes_nobody_away(
    keyboard: Page, tongue: Tongue, live_server: Any, project: Project, batch: Batch,
    annotator: Any,
    client_of: Callable[[Any], Any],
) -> None:  # fmt: skip
    page = keyboard
    note_worker()
    items = list(queue.batch_items(batch))
    reads_otherwise(project, [item.turn for item in items])
    for item in items:
        finish(item, annotator)
    run = TrainingRun.objects.get(status="queued")
    claimed = lifecycle.claim_job(TrainingRun, run.pk)
    assert claimed
    sign_in(page.context, client_of, annotator, live_server.url)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/p/support/label")
    again = tongue("Look again at 2 turns of yours", "Volver a mirar 2 turnos suyos")
    expect(page.get_by_role("heading", name=again)).to_be_visible()
    assert not complaints(page, EVERYTHING)
    page.keyboard.press("1")
    expect(page.locator("main > .note")).to_contain_text(
        tongue("reads it otherwise", "lo lee de otro modo")
    )
    expect(page.locator(".status .said-of-job")).to_contain_text(
        tongue("just begun", "recién empezado")
    )
    first = page.url
    turn = Turn.objects.filter(dialogue__project=project, query_item=None).first()
    new = Batch.objects.create(project=project, number=2, strategy="random")
    item = QueryItem.objects.create(batch=new, turn=turn, rank=0)
    lifecycle.finish_job(claimed)
    expect(page.locator(".status .ready")).to_contain_text(
        tongue("The next batch is here", "El lote siguiente está aquí")
    )
    assert page.url == first  # she is where she was
    expect(page.locator(".asked .said")).to_be_focused()
    page.keyboard.press("Space")
    page.wait_for_url(f"**/label/{item.pk}")


@pytest.mark.parametrize("key", ["Space", "1"])
def test_who_would_not_wait_goes_on_with_turns_that_are_chosen_already(
    keyboard: Page, tongue: Tongue, live_server: Any, project: Project, batch: Batch,
    annotator: Any, client_of: Callable[[Any], Any], key: str,
) -> None:  # fmt: skip
    page = keyboard
    note_worker()
    items = list(queue.batch_items(batch))
    model = reads_otherwise(project, [item.turn for item in items], number=5)
    pool = Turn.objects.filter(query_item=None, dialogue__split="pool").exclude(text="")
    spare = list(pool.values_list("pk", flat=True))[:2]
    Batch.objects.filter(pk=batch.pk).update(spare=spare, run=model)
    for item in items:
        finish(item, annotator)
    sign_in(page.context, client_of, annotator, live_server.url)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/p/support/label")
    on = tongue("Go on with model 5 instead", "Seguir con el modelo 5")
    first = page.locator(".things > li").first
    expect(first.get_by_role("heading", name=on)).to_be_visible()
    expect(first).to_contain_text(tongue("2 turns that came next", "2 turnos que venían"))
    assert page.locator(".btn.main").count() == 1
    assert not complaints(page, EVERYTHING)
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 780})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press(key)
    page.wait_for_url("**/label/*")
    expect(page.locator(".asked .said")).to_be_focused()
    for _ in spare:
        address = page.url
        page.keyboard.press("Space")
        page.wait_for_url(lambda url, before=address: url != before)
    # The model still learns, and there is nothing more of that kind.
    things = page.locator(".things")
    expect(things).to_be_visible()
    expect(things).not_to_contain_text(on)
    assert set(QueryItem.objects.filter(turn__in=spare).values_list("status", flat=True)) == {
        "done"
    }
