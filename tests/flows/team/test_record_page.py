"""Who saw what, in a browser: what one reads is in the record, which is filtered by keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import AccessEvent, Batch, User
from tests.flows.desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [1280, 360])
def test_a_manager_sees_who_read_what(
    page: Page,
    live_server: Any,
    client_of: Callable[[Any], Any],
    batch: Batch,
    manager: User,
    annotator: User,
    width: int,
) -> None:
    User.objects.update(toured_at=timezone.now())
    for item in batch.items.order_by("rank")[1:]:
        item.delete()  # the page fetches the next items ahead, and each is a view
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(page.context, client_of, annotator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    expect(page.locator("[data-text]")).to_be_focused()
    page.keyboard.press("s")  # the answer to a step belongs to the view
    expect(page.locator("[data-saved-state]")).to_contain_text("Saved ")
    page.goto("about:blank")  # a page that is still open would read as the next person
    page.context.clear_cookies()
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/p/support/settings")
    page.get_by_role("link", name="Who saw what").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who saw what")
    rows = page.locator("table.record").last.locator("tbody tr:not(.day)")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("call-1")
    expect(rows.first).to_contain_text("labelling")
    day = page.locator("table.record").last.locator(".day")
    expect(day).to_contain_text("from 127.0.0.1")  # once a day
    expect(page.get_by_text("At most 1 dialogue on a day")).to_be_attached()
    if width < 700:
        page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Person", exact=True).select_option("manager")
    page.get_by_label("Person", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No row is like this.")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert AccessEvent.objects.count() == 1
