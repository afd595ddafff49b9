"""Keys of the labelling page beyond the first ones: bounds, repeat, panels, letters off."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import QueryItem, Question, Step, Turn
from tests.flows.desk import go_to, held, opened, own, press, settled, sign_in
from tests.flows.hands import Tongue, enter
from tests.flows.test_accessibility import COLOURS, EVERYTHING, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# How many columns the sheet of keys has.
COLUMNS = """(sheet) => new Set([...sheet.querySelectorAll("dl")].map((each) =>
  Math.round(each.getBoundingClientRect().x))).size"""


def log(page: Page, sentence: str) -> None:
    expect(page.locator("[data-log]")).to_contain_text(sentence)


def test_bounds_are_moved_and_a_note_is_left_at_a_word(
    tongue: Tongue, keyboard: Page, desk: Page, live_server: Any, client_of: Any, curator: Any
) -> None:
    press(desk, "ArrowRight O e ArrowRight ArrowRight Shift+ArrowLeft")
    log(desk, "Buenos días, le")
    press(desk, "X z")  # while bounds are edited, no other key acts
    press(desk, "Enter")
    settled(desk)
    assert own() == [("Buenos días, le", "O", "accepted")]
    assert Step.objects.latest("pk").kind == "move"
    press(desk, "e Shift+ArrowRight Escape")
    log(desk, tongue("Bounds left as they were.", "Los límites se quedan como estaban."))
    press(desk, "e e")
    press(desk, "z")
    settled(desk)
    assert own() == [("días", "O", "accepted")]
    press(desk, "End e")
    log(desk, tongue("There is no label here whose", "Aquí no hay ninguna etiqueta cuyos"))

    field = desk.locator("[data-question-form] textarea")
    press(desk, "ArrowLeft q")
    expect(field).to_be_focused()
    desk.keyboard.type("Two words, perhaps")
    enter(desk.get_by_role("button", name=tongue("Leave as a note", "Dejar como nota")))
    kept = "La nota está guardada; un curador la ve."
    log(desk, tongue("Your note is kept; a curator sees it.", kept))
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "q")  # into the empty field, not into the note
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    expect(desk.locator("[data-question-words]")).to_have_text("hablo")
    desk.keyboard.type("A name?")
    press(desk, "Control+Enter")
    log(desk, tongue("Your question is asked.", "La pregunta está enviada."))
    press(desk, "Space")  # a note that stands holds nobody
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    settled(desk)
    call = Turn.objects.get(text__startswith="Buenos").dialogue
    desk.goto("about:blank")
    sign_in(desk.context, client_of, curator, live_server.url)
    desk.goto(f"{live_server.url}/p/support/adjudicate/{call.pk}")
    note = desk.locator(".reader-notes li").first
    expect(note.locator("q")).to_have_text("hablo")
    expect(note).to_contain_text("Two words, perhaps")


def test_hands_go_from_candidate_to_candidate(tongue: Tongue, keyboard: Page, desk: Page) -> None:
    text = "Soy Elba Cometa, del seis dos, cuarenta y uno, de aquí"
    Turn.objects.filter(text__startswith="Dígame").update(text=text)
    press(desk, "j")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    press(desk, "j")
    expect(desk.locator(".items li:nth-child(3) a[aria-current]")).to_be_attached()
    expect(desk.locator("[data-text] .chosen.t")).to_have_text(["Elba", "Cometa"])
    press(desk, "ArrowLeft F S")  # the first word alone; the ring goes on to what is left
    expect(desk.locator("[data-text] .chosen.t")).to_have_text(["seis", "dos"])
    press(desk, "Shift+N")  # each word on its own, as one step
    each = "2 palabras, número, etiquetas propias. cuarenta, token 9 de 14"
    log(desk, tongue("2 words, number, yours. cuarenta, token 9 of 14", each))
    press(desk, "N / a Enter O")  # a word that is no candidate, by its first letter
    settled(desk)
    said = [("Elba", "F"), ("Cometa", "S"), ("seis", "N"), ("dos", "N"), ("cuarenta", "N")]
    assert [row[:2] for row in own(text)] == [*said, ("aquí", "O")]
    assert Step.objects.count() == 5
    press(desk, "z Home Control+ArrowRight")  # what has a label is passed over
    expect(desk.locator("[data-text] .t.caret")).to_have_text("uno")
    press(desk, "Home ArrowRight ArrowRight ArrowRight")  # past the comma
    expect(desk.locator("[data-text] .t.caret")).to_have_text("del")
    press(desk, "?")
    sheet = desk.locator("[data-keysheet]")
    expect(sheet).to_be_focused()
    expect(sheet.get_by_role("heading", name=tongue("Keys", "Teclas"))).to_be_in_viewport()
    assert sheet.evaluate(COLUMNS) == 2
    letters = {
        button.get_attribute("data-key") for button in desk.locator("button[data-label]").all()
    }
    assert letters <= set(sheet.locator("kbd").all_inner_texts())  # what it stands before is in it
    press(desk, "Escape")
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "Home } X")
    settled(desk)
    assert own(text)[-1] == ("Soy Elba Cometa, del seis dos, cuarenta y uno", "X", "accepted")
    press(desk, "Enter S")
    log(desk, tongue("Selecting by character.", "Selección por caracteres."))
    expect(desk.locator("[data-text]")).to_be_focused()


def test_a_proposal_with_other_bounds_becomes_a_label_of_hers(desk: Page) -> None:
    go_to(desk, 2)
    press(desk, "e ArrowRight Enter")
    settled(desk)
    assert own("Soy") == [("Francisco Olabarri", "M", "accepted"), ("Francisco", "M", "rejected")]
    press(desk, "z")
    settled(desk)
    expect(desk.locator("[data-asked] mark.machine")).to_have_count(2)


def test_the_last_label_is_repeated(desk: Page) -> None:
    press(desk, ".")
    log(desk, "Choose a label.")
    expect(desk.locator(".labels button").first).to_be_focused()
    desk.locator("[data-text]").focus()
    press(desk, "M ArrowRight .")
    settled(desk)
    go_to(desk, 3)
    press(desk, "End .")
    settled(desk)
    assert [row[:2] for row in own()] == [("Buenos", "M"), ("días", "M"), ("Fran", "M")]


def test_proposals_from_a_confidence_on_are_accepted_at_once(desk: Page) -> None:
    go_to(desk, 2)
    slider = desk.locator("[data-above]")
    press(desk, "Enter")
    expect(slider).to_have_value("80")  # the project's threshold, never 0
    expect(desk.locator("[data-above-shown]")).to_have_text("80 %")
    expect(desk.locator("[data-sure-count]")).to_have_text("1")
    slider.fill("0")
    expect(desk.locator("[data-sure-count]")).to_have_text("2")
    slider.fill("80")
    expect(desk.locator("[data-sure-count]")).to_have_text("1")
    desk.locator("[data-text]").focus()
    press(desk, "Shift+A")
    settled(desk)
    assert own("Soy") == [("Francisco", "M", "accepted")]
    expect(desk.locator("[data-asked] mark.machine")).to_have_count(1)
    go_to(desk, 1)
    go_to(desk, 2)
    expect(desk.locator("[data-do=accept-all]")).to_have_count(0)  # one proposal is no crowd
    press(desk, "Shift+A")
    expect(desk.locator("[data-message]")).to_have_text(
        "No proposal is that sure."
    )  # what was chosen holds as long as the page is open


def test_next_and_previous_in_the_list_finish_nothing(desk: Page) -> None:
    press(desk, "j")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    press(desk, "j")
    expect(desk.locator(".items li:nth-child(3) a[aria-current]")).to_be_attached()
    press(desk, "j")
    log(desk, "This is the last of the list.")
    press(desk, "k")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    assert not QueryItem.objects.exclude(status="open").exists()


def test_the_list_and_the_side_panel(desk: Page) -> None:
    press(desk, "u")
    expect(desk.locator(".items [aria-current]")).to_be_focused()
    press(desk, "u")
    expect(desk.locator("[data-text]")).to_be_focused()
    expect(desk.locator("[data-queue] .items")).to_be_hidden()
    press(desk, "u Escape")
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "i")
    expect(desk.locator(".labels")).to_be_hidden()
    press(desk, "F")  # the keys of the labels act all the same
    settled(desk)
    press(desk, "i")
    expect(desk.locator(".labels")).to_be_visible()
    assert own() == [("Buenos", "F", "accepted")]


def test_a_question_is_asked_in_the_flow(desk: Page) -> None:
    press(desk, "End ArrowLeft q")
    form = desk.locator(".panel textarea")
    expect(form).to_be_focused()
    desk.keyboard.type("Is this a name? FMX zz")  # letters act in the text only
    press(desk, "Escape")
    expect(form).to_have_count(0)
    with held(desk, "**/asked"):  # what is typed before the form is there waits for it
        press(desk, "q I s")
        expect(form).to_have_count(0)
    expect(form).to_be_focused()
    expect(form).to_have_value("Is")
    expect(desk.get_by_text("About hablo")).to_be_visible()
    expect(desk.locator("[data-question-words]")).to_have_text("hablo")  # what it is about
    desk.keyboard.type(" this a name?")
    press(desk, "Control+Enter")
    expect(desk.locator(".panel")).to_contain_text("Not answered yet.")
    asked = Question.objects.get()
    assert asked.text == "Is this a name?"
    assert asked.turn.text[asked.start : asked.end] == "hablo"
    assert own() == []
    expect(desk.locator("[data-text]")).to_be_focused()
    log(desk, "Your question is asked.")


def test_a_half_written_question_outlives_the_answer_to_a_step(desk: Page) -> None:
    press(desk, "q")
    form = desk.locator(".panel textarea")
    expect(form).to_be_focused()
    desk.keyboard.type("Half")
    desk.locator("[data-text]").focus()
    press(desk, "F")
    settled(desk)
    expect(form).to_have_value("Half")
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "Space")  # it would be gone with the page
    expect(desk.locator("[data-message]")).to_contain_text("You began a question")
    expect(form).to_be_focused()
    press(desk, "Escape Space")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()


def test_the_sheet_names_every_key_and_switches_letters_off(desk: Page) -> None:
    press(desk, "?")
    sheet = desk.locator("[data-keysheet]")
    expect(sheet).to_be_focused()
    keys = set(sheet.locator("kbd").all_inner_texts())
    named = {
        *"ARCZGEQBVUIHJKSD.[]{}/?",
        "Space",
        "Home",
        "End",
        "Esc",
        "Shift",
        "Del",
        *"FMSOTPDWLNX",
    }
    assert named <= keys
    sheet.get_by_label("Keys of one character act").uncheck()
    press(desk, "Escape")
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "F c ?")
    expect(sheet).to_be_hidden()
    assert desk.locator("body").get_attribute("data-unsaved") == "0"
    press(desk, "ArrowRight")  # arrows, Home, End and Space are no characters
    expect(desk.locator(".t.caret")).to_have_text("días")
    desk.reload()
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "Home F")
    assert own() == []
    desk.locator("[data-foot] [data-do=keys]").click()
    sheet.get_by_label("Keys of one character act").check()
    press(desk, "Escape F")
    settled(desk)
    assert own() == [("Buenos", "F", "accepted")]
    kept = desk.evaluate("document.cookie + JSON.stringify([{...localStorage}])")
    assert "letters" not in kept


def test_brackets_of_keyboards_that_need_alt_gr(desk: Page) -> None:
    go_to(desk, 2)
    desk.evaluate(
        """() => document.querySelector("[data-text]").dispatchEvent(new KeyboardEvent("keydown", {
          key: "]", ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true,
          cancelable: true }))"""
    )
    log(desk, "Olabarri, token 3 of 6. No label.")


@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_where_hands_have_been(desk: Page, width: int) -> None:
    desk.emulate_media(reduced_motion="reduce")
    desk.set_viewport_size({"width": width, "height": 800})
    go_to(desk, 2)
    found = complaints(desk, EVERYTHING)
    press(desk, "A Enter S End ArrowDown")  # an opened turn of the context, by character
    opened(desk, 3)
    press(desk, "End F e Shift+ArrowLeft")
    found += complaints(desk, EVERYTHING)
    press(desk, "Escape q")
    expect(desk.locator(".panel textarea")).to_be_focused()
    press(desk, "Escape ?")
    found += complaints(desk, EVERYTHING)
    desk.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found += complaints(desk, COLOURS)
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    desk.set_viewport_size({"width": 768, "height": 800})
    assert desk.evaluate("document.documentElement.scrollWidth") <= 768
    assert not found, "\n".join(found)


def test_letters_narrow_to_a_word(tongue: Tongue, keyboard: Page, desk: Page) -> None:
    text = "Dani dice que día tras día Dámaso da datos"
    Turn.objects.filter(text__startswith="Dígame").update(text=text)
    press(desk, "j")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    press(desk, "j")
    ring = desk.locator("[data-text] .t.caret")
    expect(desk.locator("[data-text]")).to_contain_text("Dani")
    press(desk, "Home / d")
    expect(ring).to_have_text("dice")
    press(desk, "a")
    expect(ring).to_have_text("Dámaso")
    press(desk, "t")
    expect(ring).to_have_text("datos")
    press(desk, "Backspace x")  # nothing begins so: what was found stays
    log(desk, tongue("No word begins so.", "Ninguna palabra empieza así."))
    expect(ring).to_have_text("Dámaso")
    press(desk, "/")  # the next one that begins so
    expect(ring).to_have_text("da")
    press(desk, "Enter F")
    press(desk, "Home / d i a ArrowRight")  # an arrow ends it and goes on
    expect(ring).to_have_text("tras")
    press(desk, "X , d i Escape X")
    settled(desk)
    assert [row[:2] for row in own(text)] == [("tras", "X"), ("día", "X"), ("da", "F")]


def test_labels_on_digits_and_of_two_strokes(
    tongue: Tongue, keyboard: Page, stage: Any, desk: Page
) -> None:
    for old, new in (("N", "7"), ("T", "-T"), ("D", "-D")):
        stage.project.labels.filter(key=old).update(key=new)
    desk.reload()
    press(desk, "End Shift+ArrowLeft Shift+ArrowLeft Shift+Digit7")  # writes &: no key
    log(desk, tongue("2 words, number, yours.", "2 palabras, número, etiquetas propias."))
    press(desk, "Home Shift+ArrowRight Alt+7")
    log(desk, tongue("2 words, number, yours.", "2 palabras, número, etiquetas propias."))
    press(desk, "Home -")
    log(desk, tongue("Now the rest of the label's key.", "Ahora el resto de la tecla"))
    press(desk, "A")  # no label has it, and nothing is accepted
    log(desk, tongue("No label has this key.", "Ninguna etiqueta tiene esta tecla."))
    press(desk, "Home - t")
    press(desk, "End Shift+ArrowLeft Shift+ArrowLeft - Shift+D")
    press(desk, "?")
    sheet = desk.locator("[data-keysheet]")
    expect(sheet.locator("dt", has_text="Alt")).to_contain_text("7")
    settled(desk)
    said = [row[:2] for row in own()]
    assert said[0] == ("Buenos", "-T") and ("días", "7") in said
    assert [key for _words, key in said[-2:]] == ["-D", "-D"]
