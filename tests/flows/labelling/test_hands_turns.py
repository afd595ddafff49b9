"""Any turn of the dialogue can be labelled: opened by key, mouse or touch, left, undone afar."""

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Dialogue, Reading, Turn
from tests.flows.desk import go_to, opened, own, press, settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_arrows_go_from_turn_to_turn_and_space_finishes_the_asked_one(desk: Page) -> None:
    press(desk, "ArrowDown")  # from the only line of turn 1
    opened(desk, 2)
    press(desk, "End P")
    settled(desk)
    press(desk, "ArrowDown ArrowDown")
    opened(desk, 3)
    press(desk, "ArrowDown")
    opened(desk, 4)
    press(desk, "ArrowDown")
    expect(desk.locator("[data-log]")).to_have_text("No turn is shown below this one.")
    expect(desk.locator("li.asked > .n")).to_have_text("1")  # the amber one
    assert own("Soy") == [("Bilbao", "P", "accepted"), ("Bilbao", "O", "rejected")]
    press(desk, "Space")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    settled(desk)  # the next page is painted before the server has answered
    done = Reading.objects.get(status="done")
    assert done.turn.position == 0
    expect(desk.locator("[data-asked] mark.span:not(.machine)")).to_have_attribute("data-k", "P")


def test_a_turn_that_was_left_keeps_its_caret_and_escape_goes_to_the_asked_one(
    desk: Page,
) -> None:
    press(desk, "ArrowRight ArrowRight ArrowDown")
    opened(desk, 2)
    press(desk, "Home ArrowRight ArrowUp")
    opened(desk, 1)
    expect(desk.locator(".opened .tools")).to_be_hidden()
    press(desk, "ArrowDown")
    opened(desk, 2)
    press(desk, "Escape")
    opened(desk, 1)
    press(desk, "Escape")
    expect(desk.locator("[data-asked] [data-text]")).not_to_be_focused()
    assert not Reading.objects.exists()  # looking changes nothing


def test_tab_makes_an_opened_turn_active_again(desk: Page) -> None:
    press(desk, "ArrowDown")
    opened(desk, 2)
    press(desk, "ArrowUp")
    opened(desk, 1)
    for _ in range(30):
        press(desk, "Tab")
        if desk.locator("li.turn.opened [data-text]:focus").count():
            break
    opened(desk, 2)
    press(desk, "Home X")
    settled(desk)
    desk.locator("[data-asked] .t", has_text="Marta").click()
    opened(desk, 1)
    press(desk, "F")
    settled(desk)
    assert [row[:2] for row in own()] == [("Marta", "F"), ("Soy", "X")]


def test_a_turn_that_cannot_be_finished_is_shown(desk: Page) -> None:
    go_to(desk, 2)
    press(desk, "ArrowUp")
    opened(desk, 1)
    press(desk, "Space")
    opened(desk, 2)
    expect(desk.locator("[data-asked] [data-message]")).to_contain_text("2 proposals are undecided")


def test_undo_shows_what_it_changed_elsewhere(desk: Page) -> None:
    press(desk, "ArrowDown")
    opened(desk, 2)
    press(desk, "End P ArrowUp")
    settled(desk)
    opened(desk, 1)
    press(desk, "F")
    settled(desk)
    press(desk, "z z")  # the label here, then the one in turn 2
    expect(desk.locator("li.turn.changed > .n")).to_have_text("2")
    expect(desk.locator("[data-log]")).to_contain_text("Turn 2 changed.")
    expect(desk.locator("li.turn.changed mark:not(.machine)")).to_have_count(0)
    opened(desk, 1)
    assert own() == []
    press(desk, "Shift+Z")
    expect(desk.locator("li.turn.changed mark:not(.machine)")).to_have_count(1)
    # The version of turn 2 has followed: the next label there is no conflict.
    press(desk, "ArrowDown")
    opened(desk, 2)
    press(desk, "Home X")
    settled(desk)
    expect(desk.locator("li.turn.active [data-message]")).to_be_hidden()
    assert [row[:2] for row in own("Soy")] == [("Soy", "X"), ("Bilbao", "P"), ("Bilbao", "O")]
    expect(desk.locator("li.changed")).to_have_count(0)


def test_a_step_that_is_undone_far_away_is_said(desk: Page) -> None:
    dialogue = Dialogue.objects.get(external_id="call-1")
    Turn.objects.bulk_create(
        Turn(dialogue=dialogue, position=4 + n, speaker="agent", text="vale") for n in range(100)
    )
    desk.goto(desk.url + "?whole")
    expect(desk.locator("[data-asked] [data-text]")).to_be_focused()
    assert desk.locator("li.turn").count() == 104
    desk.locator("li.turn").last.locator(".said").click()
    opened(desk, 104)
    press(desk, "X")
    settled(desk)
    go_to(desk, 1)  # only the turns around the asked one
    assert desk.locator("li.turn").count() == 41
    press(desk, "z")
    expect(desk.locator("[data-log]")).to_have_text(re.compile(r"Turn 104 changed\."))
    assert own() == []


def test_a_click_opens_a_turn_where_it_was_clicked(desk: Page) -> None:
    box = desk.locator("li.turn").nth(2).locator(".said").bounding_box()  # "Dígame, Fran"
    assert box
    press(desk, "F e ArrowRight")
    expect(desk.locator(".editing")).to_have_count(1)
    desk.mouse.click(box["x"] + 80, box["y"] + 12)
    opened(desk, 3)
    expect(desk.locator(".editing")).to_have_count(0)  # nothing is half done
    press(desk, "F")
    settled(desk)
    assert own("Dígame") == [("Fran", "F", "accepted")]
    asked = Assignment.objects.exclude(item__turn__position=0)
    assert [each.item.turn.text for each in asked] == ["Dígame, Fran"]  # labelling took the seat


def test_a_tap_opens_a_turn_by_touch(desk: Page) -> None:
    desk.set_viewport_size({"width": 360, "height": 800})
    desk.locator("li.turn").nth(2).locator(".said").tap()
    opened(desk, 3)


def test_without_a_connection_no_turn_opens_and_labels_wait(desk: Page) -> None:
    press(desk, "ArrowDown")
    opened(desk, 2)
    desk.context.set_offline(True)
    press(desk, "End P ArrowDown ArrowDown")
    expect(desk.locator("li.turn.active [data-message]")).to_contain_text("This did not open")
    opened(desk, 2)
    press(desk, "ArrowUp ArrowUp")  # turn 1 is here already
    opened(desk, 1)
    press(desk, "Home F")
    expect(desk.locator("body[data-unsaved='2']")).to_be_attached()
    desk.context.set_offline(False)
    settled(desk)
    assert [row[:2] for row in own() if row[2] == "accepted"] == [("Buenos", "F"), ("Bilbao", "P")]


def test_the_asked_turn_is_in_view_in_a_long_dialogue(desk: Page) -> None:
    dialogue = Dialogue.objects.get(external_id="call-1")
    for turn in reversed(Turn.objects.filter(dialogue=dialogue)):
        turn.position += 300
        turn.save(update_fields=["position"])
    Turn.objects.bulk_create(
        Turn(dialogue=dialogue, position=n, speaker="agent", text="vale " * 20) for n in range(300)
    )
    for address in (desk.url, desk.url + "?whole"):
        desk.goto(address)
        expect(desk.locator("[data-asked] [data-text]")).to_be_focused()
        expect(desk.locator("[data-asked] [data-text]")).to_be_in_viewport()
        expect(desk.locator("[data-asked] > .n")).to_have_text("301")
