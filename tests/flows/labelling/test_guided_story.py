"""The guided story in a browser, from the first label to the release: it follows what is done, and
neither covers nor moves the text. By keyboard, in both languages, on a screen and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, Dialogue, Export, Project, Turn, User
from tests.flows.desk import sign_in
from tests.flows.hands import IN_BOTH, Tongue, enter
from tests.labelled import read

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def invented(batch: Batch, annotator: Any) -> Batch:
    """A project to be shown around in; in its first call a place is labelled once and not again."""
    Project.objects.update(is_invented=True)
    Dialogue.objects.update(position=7)
    call = Dialogue.objects.create(project=batch.project, external_id="call-0", position=0)
    said = ("Soy de Bilbao", [("Bilbao", "place")]), ("¿En Bilbao mismo?", [])
    for position, (text, items) in enumerate(said):
        turn = Turn.objects.create(dialogue=call, position=position, speaker="a", text=text)
        read(turn, annotator, items)
    User.objects.update(toured_at=None)
    return batch


@IN_BOTH
def test_it_goes_on_by_doing_and_the_text_stays(
    tongue: Tongue,
    keyboard: Page,
    invented: Batch,
    live_server: Any,
    client_of: Callable[[Any], Any],
    manager: Any,
    data_dir: Any,
) -> None:
    page, width = keyboard, {"en": 1280, "es": 360}[tongue.code]
    sign_in(page.context, client_of, manager, live_server.url)
    page.set_viewport_size({"width": width, "height": 800})
    item = invented.items.get(turn__text__startswith="Soy Francisco")
    page.goto(f"{live_server.url}/p/support/label/{item.pk}")
    text, strip = page.locator("[data-asked] [data-text]"), page.locator(".story")
    expect(text).to_be_focused()

    def is_at(place: int) -> None:
        expect(strip.locator("b.num")).to_have_text(tongue(f"{place} of 7", f"{place} de 7"))

    def places() -> list[float]:
        strip_box, text_box = strip.bounding_box(), text.bounding_box()
        assert strip_box and text_box
        assert strip_box["y"] + strip_box["height"] <= text_box["y"]
        return [strip_box["height"], text_box["y"] - strip_box["y"]]

    is_at(1)
    page.keyboard.press("Shift+I")  # one column
    before = places()
    page.keyboard.press("m")
    is_at(2)
    assert places() == before
    expect(text).to_be_focused()
    page.reload()
    is_at(2)
    expect(text).to_be_focused()
    page.keyboard.press("Space")
    is_at(3)
    expect(text).to_be_focused()
    before = places()
    skip = strip.get_by_role("button", name=tongue("Skip step", "Omitir el paso"))
    enter(skip, key="Shift+Tab")
    is_at(4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    enter(strip.get_by_role("link", name=tongue("Go to Revise", "Ir a Revisar")))
    expect(page.locator("[data-issue][aria-current] [data-act=accept]")).to_be_visible()
    page.keyboard.press("a")
    is_at(5)
    expect(page.locator("[data-issue]")).to_have_count(0)
    page.keyboard.press("y")
    is_at(6)
    enter(strip.get_by_role("link", name=tongue("Go to Release", "Ir a Publicar")))
    write = tongue("Check and write", "Comprobar y escribir")
    enter(page.get_by_role("button", name=write))
    is_at(7)
    assert Export.objects.filter(requested_by=manager).exists()
    enter(strip.get_by_role("button", name=tongue("End the story", "Terminar el recorrido")))
    expect(strip).to_contain_text(tongue("The story is over", "El recorrido ha terminado"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(strip).to_have_count(0)
