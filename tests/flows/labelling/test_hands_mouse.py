"""Mouse and touch on the labelling page: double click, drag, characters, taps; right to left."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Dialogue, Turn
from tests.flows.desk import go_to, own, press, settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Face and bold A are two UTF-16 units and one code point each; é is two code points.
ASTRAL = "\U0001f600ab e\u0301\U0001d4d0c bai"


def token(page: Page, text: str) -> Locator:
    return page.locator("li.turn.active [data-text] .t").filter(has_text=text).first


def drag(page: Page, start: Locator, end: Locator) -> None:
    boxes: list[Any] = [start.bounding_box(), end.bounding_box()]
    page.mouse.move(boxes[0]["x"] + boxes[0]["width"] * 0.4, boxes[0]["y"] + 8)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + boxes[1]["width"] * 0.6, boxes[1]["y"] + 8, steps=4)
    page.mouse.up()


def rewrite(text: str) -> None:
    Turn.objects.filter(text__startswith="Dígame").update(text=text)


def test_a_double_click_asks_for_the_label(desk: Page) -> None:
    press(desk, "F")
    settled(desk)
    token(desk, "Marta").dblclick()
    expect(desk.locator("[data-log]")).to_have_text("Choose a label.")
    expect(desk.locator(".labels button").first).to_be_focused()
    assert len(own()) == 1
    desk.keyboard.press("M")
    expect(desk.locator("[data-text]")).to_be_focused()
    settled(desk)
    token(desk, "quién").dblclick()
    desk.locator(".labels button", has_text="Place").click()
    settled(desk)
    assert [row[:2] for row in own()] == [("Buenos", "F"), ("Marta", "M"), ("quién", "P")]


def test_a_drag_selects_and_with_the_brush_it_labels(desk: Page) -> None:
    drag(desk, token(desk, "Buenos"), token(desk, "días"))
    assert own() == []
    press(desk, "O")
    settled(desk)
    desk.get_by_role("button", name="More").click()
    desk.get_by_role("button", name="Label by drag").click()
    expect(desk.locator("[data-do=brush]")).to_have_attribute("aria-pressed", "true")
    drag(desk, token(desk, "con"), token(desk, "hablo"))
    settled(desk)
    token(desk, "Marta").click()  # a click is no drag
    assert [row[:2] for row in own()] == [("Buenos días", "O"), ("con quién hablo", "O")]
    press(desk, "Enter D")
    drag(desk, token(desk, "atiende"), token(desk, "Marta"))
    press(desk, "Home")
    settled(desk)
    assert len(own()) == 2


def test_without_snapping_a_drag_selects_characters(desk: Page) -> None:
    rewrite(ASTRAL)
    go_to(desk, 3)
    desk.get_by_role("button", name="More").click()
    desk.get_by_role("button", name="By character").click()
    expect(desk.locator("[data-do=snap]")).to_have_attribute("aria-pressed", "true")
    pieces = desk.locator("[data-text] .t").all_inner_texts()
    assert "".join(pieces) == ASTRAL
    assert [len(piece) for piece in pieces] == [1] * len(ASTRAL)
    drag(desk, token(desk, "b"), token(desk, "\U0001d4d0"))
    press(desk, "X")
    settled(desk)
    assert own(ASTRAL) == [("b e\u0301\U0001d4d0", "X", "accepted")]
    expect(desk.locator("[data-asked] mark.span")).to_have_count(1)


def test_characters_by_key_and_back_to_tokens(desk: Page) -> None:
    rewrite(ASTRAL)
    go_to(desk, 3)
    press(desk, "Enter S Home ArrowRight F")  # the a alone, behind the face
    settled(desk)
    press(desk, "End Shift+ArrowLeft M")
    settled(desk)
    press(desk, "e Shift+ArrowLeft Enter")  # bounds move by characters, too
    settled(desk)
    assert [row[:2] for row in own(ASTRAL)] == [("a", "F"), ("bai", "M")]
    before = desk.locator("[data-text]").inner_text()
    press(desk, "Enter S")
    assert desk.locator("[data-text]").inner_text() == before
    assert desk.locator("[data-text] [data-of]").count() == 0
    expect(desk.locator("[data-log]")).to_have_text("Selecting by token.")
    press(desk, "End X")  # a token again; what was drawn before is where the server would draw it
    settled(desk)
    assert ("bai", "X", "accepted") in own(ASTRAL)
    drawn_here = desk.locator("[data-text]").evaluate(PLACES)
    desk.reload()
    expect(desk.locator("[data-text]")).to_be_focused()
    assert desk.locator("[data-text]").evaluate(PLACES) == drawn_here


def test_characters_of_marks_and_line_ends_keep_their_places(desk: Page) -> None:
    text = "<%eh=> <el el>\r\nuna= +pa Zoe\u0301\u200f."
    rewrite(text)
    go_to(desk, 3)
    whole = desk.locator("[data-text]").evaluate(PLACES)
    press(desk, "Enter S")
    cut = desk.locator("[data-text]").evaluate(PLACES)
    assert cut == [[n, n + 1, text[n]] for n in range(len(text))]
    press(desk, "Enter S")
    assert desk.locator("[data-text]").evaluate(PLACES) == whole


PLACES = """(text) => [...text.querySelectorAll("[data-start]")].map(
  (piece) => [Number(piece.dataset.start), Number(piece.dataset.end), piece.textContent])"""


def test_touch_taps_a_token_and_a_second_one_to_select_up_to_it(desk: Page) -> None:
    desk.set_viewport_size({"width": 360, "height": 800})
    token(desk, "con").tap()
    token(desk, "hablo").tap()
    desk.locator(".labels button", has_text="Organisation").tap()
    settled(desk)
    assert own() == [("con quién hablo", "O", "accepted")]
    token(desk, "Buenos").tap()
    desk.wait_for_timeout(500)
    token(desk, "Buenos").tap()  # slowly twice: the caret stays, nothing is labelled
    desk.wait_for_timeout(500)
    assert len(own()) == 1
    token(desk, "Marta").tap()  # too far: the selection goes from there to here
    token(desk, "Marta").tap()  # so tap anew
    desk.locator(".labels button", has_text="Female name").tap()
    settled(desk)
    assert ("Marta", "F", "accepted") in own()


def test_touch_double_tap_asks_for_the_label(desk: Page) -> None:
    desk.set_viewport_size({"width": 360, "height": 800})
    token(desk, "Marta").tap()
    token(desk, "Marta").tap()
    expect(desk.locator("[data-log]")).to_have_text("Choose a label.")
    desk.locator(".labels button", has_text="Female name").tap()
    settled(desk)
    assert [row[:2] for row in own()] == [("Marta", "F")]


def test_touch_targets_are_large_enough(desk: Page) -> None:
    desk.set_viewport_size({"width": 360, "height": 800})
    go_to(desk, 2)
    small = desk.evaluate(
        """() => [...document.querySelectorAll("li.active button, .items *, footer button")]
          .filter((each) => each.matches("a, button"))
          .filter((each) => each.checkVisibility())
          .filter((each) => each.getBoundingClientRect().height < 44)
          .map((each) => each.textContent.trim())"""
    )
    assert small == []


def test_right_to_left_text_is_moved_in_as_it_is_read(desk: Page) -> None:
    text = "שלום, קוראים לי דנה ואני מחיפה"
    Dialogue.objects.update(lang="he")
    rewrite(text)
    go_to(desk, 3)
    press(desk, "Home ArrowLeft")  # forward, past the comma
    expect(desk.locator(".t.caret")).to_have_text("קוראים")
    press(desk, "Shift+ArrowLeft O")
    settled(desk)
    assert own(text) == [("קוראים לי", "O", "accepted")]
    press(desk, "e ArrowLeft Shift+ArrowLeft Enter")
    settled(desk)
    assert own(text) == [("לי דנה", "O", "accepted")]
    drag(desk, token(desk, "ואני"), token(desk, "מחיפה"))
    press(desk, "P")
    settled(desk)
    assert own(text) == [("לי דנה", "O", "accepted"), ("ואני מחיפה", "P", "accepted")]
