"""The dialogue as it leaves, beside the text: it follows each label, and a key hides it.

By keyboard, in both languages."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.flows.desk import held, press, settled
from tests.flows.hands import Tongue

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_twin_follows_each_label_and_a_key_hides_it(
    tongue: Tongue, keyboard: Page, desk: Page
) -> None:
    twin = desk.locator("[data-asked] > .twin")
    expect(desk.locator(".twin")).to_have_count(0)
    press(desk, "Shift+I")
    expect(twin.locator(".stays")).to_have_text(re.compile("Marta"))
    expect(desk.locator("[data-twin-count]")).to_contain_text(
        tongue("places stay readable", "quedan legibles")
    )
    with held(desk, "**/twin"):
        press(desk, "] F")
        expect(desk.locator("[data-asked] [data-text] mark")).to_have_count(1)
        settled(desk)  # the label waits for nothing
        expect(twin.locator(".out")).to_have_count(0)
    fresh = twin.locator(".out.fresh")
    expect(fresh).to_have_count(1)
    expect(twin).not_to_contain_text("Marta")
    surrogate = fresh.inner_text()
    expect(desk.locator("[data-log]")).to_contain_text(
        tongue(f"Leaves as {surrogate}.", f"Sale como {surrogate}.")
    )

    press(desk, "j")  # there the first turn is context, with the same twin
    first = desk.locator(".turn").first.locator(".twin")
    expect(first.locator(".out")).to_have_text(surrogate)
    expect(desk.locator("[data-asked] > .twin .stays").first).to_be_visible()
    desk.reload()
    expect(first.locator(".out")).to_have_text(surrogate)  # she finds it as she left it
    press(desk, "Shift+I")
    expect(first).to_be_hidden()
    expect(desk.locator("[data-log]")).to_contain_text(tongue("hidden", "está oculto"))
