"""Labelling in a real browser: keyboard, mouse, touch; offline, signed out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from annotation.models import Batch, QueryItem, Span, SpanEvent, Turn
from tests.flows.desk import SAVED, go_to, held, own, press, settled, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_selecting_relabelling_and_clearing(desk: Page) -> None:
    press(desk, "Shift+ArrowRight Shift+ArrowRight O")  # with Shift each sign counts
    settled(desk)
    assert own() == [("Buenos días,", "O", "accepted")]
    press(desk, "Home X")  # at a caret inside a label the key changes the whole label
    settled(desk)
    assert own() == [("Buenos días,", "X", "accepted")]
    press(desk, "x Delete")  # the same label again is no step
    settled(desk)
    assert own() == []
    press(desk, "Control+z Control+Shift+Z z")
    settled(desk)
    assert own() == [("Buenos días,", "X", "accepted")]
    assert SpanEvent.objects.count() == 6


def test_undecided_proposals_hold_the_turn_with_a_sentence(desk: Page) -> None:
    go_to(desk, 2)
    press(desk, "Space")
    expect(desk.locator("[data-message]")).to_contain_text("2 proposals are undecided")
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "Shift+A A A Space")  # what is below the project's threshold is taken by hand
    expect(desk.locator(".items li:nth-child(3) a[aria-current]")).to_be_attached()
    settled(desk)
    assert [row[2] for row in own("Soy")] == ["accepted", "accepted"]


def test_brackets_go_from_candidate_to_candidate_and_letters_correct_proposals(desk: Page) -> None:
    go_to(desk, 2)
    press(desk, "Home ] ] ] P")
    settled(desk)
    assert ("Bilbao", "P", "accepted") in own("Soy")
    assert ("Bilbao", "O", "rejected") in own("Soy")
    expect(desk.locator("[data-log]")).to_contain_text("Bilbao, place, yours.")
    press(desk, "[ [")
    expect(desk.locator("[data-log]")).to_contain_text(
        "Francisco, token 2 of 6. male name, proposed, 95 percent"
    )


def test_offsets_are_code_points(desk: Page) -> None:
    # The smiling face is two UTF-16 units and one code point, the accented e two code points.
    text = "\U0001f600 e\u0301 \U0001d4d0na bai"
    Turn.objects.filter(text__startswith="Dígame").update(text=text)
    go_to(desk, 3)
    press(desk, "End X ArrowLeft F")
    settled(desk)
    assert own(text) == [("\U0001d4d0na", "F", "accepted"), ("bai", "X", "accepted")]


def test_letters_act_only_in_the_text(desk: Page) -> None:
    press(desk, "Escape")
    expect(desk.locator("[data-text]")).not_to_be_focused()
    press(desk, "F C B Space")
    desk.wait_for_timeout(200)
    assert not Span.objects.filter(reading__isnull=False).exists()
    assert not QueryItem.objects.exclude(status="open").exists()


def test_the_key_sheet_and_the_marks(desk: Page) -> None:
    press(desk, "Shift+?")
    expect(desk.locator("[data-keysheet]")).to_be_focused()
    press(desk, "Escape")
    expect(desk.locator("[data-keysheet]")).to_be_hidden()
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "h")
    expect(desk.locator("body.marks-off")).to_be_attached()


def test_a_label_is_painted_before_the_server_answers(desk: Page) -> None:
    with held(desk, "**/spans"):
        press(desk, "f")
        expect(desk.locator("[data-asked] [data-text] mark")).to_have_count(1)
        expect(desk.locator("body[data-unsaved='1']")).to_be_attached()
        assert own() == []
    settled(desk)
    assert len(own()) == 1


def test_offline_steps_wait_and_are_saved_once(desk: Page) -> None:
    desk.context.set_offline(True)
    press(desk, "F ArrowRight M ArrowRight X")
    status = desk.locator("[data-saved-state]")
    expect(status).to_contain_text("Not saved: 3 steps; keep this window open")
    expect(desk.locator("[data-asked] mark.span")).to_have_count(3)
    desk.context.set_offline(False)
    settled(desk)
    assert [(row[0], row[1]) for row in own()] == [("Buenos", "F"), ("días", "M"), ("le", "X")]
    assert SpanEvent.objects.count() == 3
    kept = desk.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "Buenos" not in kept


def test_an_answer_that_is_lost_does_not_double_the_step(desk: Page) -> None:
    first: list[Route] = []
    desk.route("**/spans", lambda route: route.continue_() if first else first.append(route))
    press(desk, "F ArrowRight M")
    expect(desk.locator("body[data-unsaved='2']")).to_be_attached()
    while not first:  # the page may count a step before the browser asks
        desk.wait_for_timeout(20)
    first[0].fetch()
    first[0].abort()
    settled(desk)
    assert SpanEvent.objects.count() == 2
    assert [(row[0], row[1]) for row in own()] == [("Buenos", "F"), ("días", "M")]


def test_an_expired_session_keeps_the_steps(
    desk: Page, live_server: Any, client_of: Callable[[Any], Any], annotator: Any
) -> None:
    Session.objects.all().delete()
    press(desk, "F ArrowRight M")
    expect(desk.locator("[data-saved-state]")).to_contain_text("You are signed out")
    expect(desk.locator("body[data-unsaved='2']")).to_be_attached()
    sign_in(desk.context, client_of, annotator, live_server.url)
    expect(desk.locator("[data-saved-state]")).to_have_text(SAVED)
    assert [(row[0], row[1]) for row in own()] == [("Buenos", "F"), ("días", "M")]


def test_steps_are_not_given_to_somebody_else(
    desk: Page, live_server: Any, client_of: Callable[[Any], Any], second_annotator: Any
) -> None:
    Session.objects.all().delete()
    sign_in(desk.context, client_of, second_annotator, live_server.url)
    press(desk, "F")
    expect(desk.locator("[data-saved-state]")).to_contain_text("You are signed out")
    assert not Span.objects.filter(reading__isnull=False).exists()


def test_mouse_drags_snap_to_tokens_and_buttons_label(desk: Page) -> None:
    go_to(desk, 2)
    boxes = [desk.locator("[data-text] .t").nth(place).bounding_box() for place in (1, 2)]
    assert boxes[0]
    assert boxes[1]
    desk.mouse.move(boxes[0]["x"] + 12, boxes[0]["y"] + 8)
    desk.mouse.down()
    desk.mouse.move(boxes[1]["x"] + 9, boxes[1]["y"] + 8, steps=4)
    desk.mouse.up()
    desk.get_by_role("button", name="organisation").click()
    settled(desk)
    assert ("Francisco Olabarri", "O", "accepted") in own("Soy")
    expect(desk.locator("[data-text]")).to_be_focused()
    desk.locator("[data-do='undo']").click()
    expect(desk.locator("[data-asked] mark.machine")).to_have_count(2)


def test_no_width_scrolls_sideways(desk: Page) -> None:
    long = "anticonstitucionalmente" * 5
    Turn.objects.filter(text__startswith="Dígame").update(
        text=f"{long} \u0634\u0643\u0631\u0627 {long}"
    )
    go_to(desk, 3)
    for width in (1280, 768, 360):
        desk.set_viewport_size({"width": width, "height": 800})
        assert desk.evaluate("document.documentElement.scrollWidth") <= width
        strip = desk.locator(".labels").bounding_box()
        foot = desk.locator("[data-foot]").bounding_box()
        assert strip
        assert foot
        assert width > 1100 or strip["y"] + strip["height"] <= foot["y"] + 1


def test_touch_taps_a_token_then_a_label(desk: Page) -> None:
    desk.set_viewport_size({"width": 360, "height": 800})
    desk.locator("[data-text] .t", has_text="Marta").tap()
    desk.locator(".labels button", has_text="female name").tap()
    settled(desk)
    desk.locator("[data-text] .t", has_text="Buenos").tap()
    desk.locator("[data-do='extend']").tap()
    desk.locator(".labels button", has_text="male name").last.tap()
    settled(desk)
    assert [(row[0], row[1]) for row in own()] == [("Buenos días", "M"), ("Marta", "F")]


def test_a_sign_that_is_written_with_shift_is_a_key(
    page: Page, stage: Batch, live_server: Any, client_of: Callable[[Any], Any], annotator: Any
) -> None:
    stage.project.labels.filter(key="F").update(key="!")
    sign_in(page.context, client_of, annotator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    expect(page.locator("[data-text]")).to_be_focused()
    press(page, "ArrowRight Shift+M Shift+!")
    settled(page)
    assert [key for _words, key, _status in own()] == ["!"]
