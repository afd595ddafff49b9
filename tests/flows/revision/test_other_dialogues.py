"""What another dialogue labels, decided on the revision page in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Decision, Dialogue, Turn
from tests.flows.revision.conftest import address
from tests.flows.test_accessibility import EVERYTHING, complaints
from tests.labelled import call, read, read_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("key", "says", "steps"),
    [("a", "IIIII", 1), ("Shift+A", "IIIII", 2), ("r", "Olabarri", 1)],
)
def test_what_another_dialogue_labels_is_decided_by_one_key(
    page: Page,
    live_server: Any,
    project: Any,
    annotator: Any,
    curator: Any,
    sign_in: Any,
    errors: list[str],
    key: str,
    says: str,
    steps: int,
) -> None:
    """Label it, label every occurrence, it is no name: none asks for more than its key."""
    read_all(project, annotator)
    type(project).objects.update(replacement="redact")
    other = Dialogue.objects.create(project=project, external_id="call-3", lang="es", position=9)
    for dialogue in (call(project, "call-2"), other):
        turn = Turn.objects.create(
            dialogue=dialogue, position=8, speaker="agent", text="Llamo a la casa de Olabarri."
        )
        read(turn, annotator)
    here = call(project, "call-2")
    sign_in(curator)
    page.goto(address(live_server, here))
    expect(page.locator("[data-issue][aria-current]")).to_contain_text("Another dialogue labels")
    expect(page.locator("[data-approve]")).to_be_disabled()
    panel = page.locator("[data-issue][aria-current] [data-panel]")
    for name in ("Label it", "Label every occurrence", "Not a name"):
        expect(panel.get_by_role("button", name=name)).to_be_visible()
    assert key != "a" or complaints(page, EVERYTHING) == []  # one look is enough
    page.keyboard.press(key)
    expect(page.locator("[data-issue]")).to_have_count(0)
    expect(page.locator(".pair .after").last).to_contain_text(f"de {says}")
    expect(page.locator("[data-approve]")).to_be_enabled()
    assert Decision.objects.count() == steps
    page.goto(address(live_server, other))
    expect(page.locator("[data-issue]")).to_have_count(1 if key == "a" else 0)
    page.goto(address(live_server, here))
    page.keyboard.press("z")
    expect(page.locator("[data-issue]")).to_have_count(1)
    assert errors == []


def test_a_word_in_small_letters_is_answered_once_for_all(
    page: Page,
    live_server: Any,
    project: Any,
    annotator: Any,
    curator: Any,
    sign_in: Any,
    errors: list[str],
) -> None:
    """A car that is called as two callers are: a warning, and one key for both calls."""
    sayings = {
        "call-1": "me llamo mercedes y conduzco un mercedes",
        "call-2": "soy mercedes, el mercedes no arranca",
    }
    for name, said in sayings.items():
        for turn in call(project, name).turns.order_by("position"):
            turn.text = said if turn.position == 0 else "gracias"
            turn.save()
            read(turn, annotator, [("mercedes", "female name")] if turn.position == 0 else [])
    sign_in(curator)
    page.goto(address(live_server, call(project, "call-1")))
    current = page.locator("[data-issue][aria-current]")
    expect(current).to_contain_text("An unlabelled word is written like a labelled one")
    expect(current.locator(".pill")).to_have_text("Warning")
    page.keyboard.press("r")
    expect(page.locator("[data-issue]")).to_have_count(0)
    page.goto(address(live_server, call(project, "call-2")))
    expect(page.locator("[data-approve]")).to_be_enabled()
    expect(page.locator("[data-issue]")).to_have_count(0)
    assert errors == []
