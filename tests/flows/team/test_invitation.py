"""An invitation in a browser: the link's secret reaches the server in the body of a form alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from annotation.models import Batch, Member
from tests.flows.desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_somebody_is_invited_by_a_link_and_labels(
    page: Page, live_server: Any, client_of: Callable[[Any], Any], manager: Any, stage: Batch
) -> None:
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/p/support/members")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#link").inner_text()
    token = link.partition("#")[2]
    page.context.clear_cookies()
    page.goto(link)
    expect(page.get_by_role("heading")).to_have_text("You are invited to “Support calls”")
    assert page.evaluate("location.href") == f"{live_server.url}/invitation/accept"
    page.get_by_label("Choose a user name").fill("nerea")
    page.get_by_label("Choose a password").fill("four unrelated words here")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Label", exact=True)).to_be_visible()
    assert Member.objects.get(user__username="nerea").role == "annotator"
    assert len(token) == 43
    for request in asked:
        told = [request.url.partition("#")[0], *request.all_headers().values()]
        assert not any(token in text for text in told), request.url
