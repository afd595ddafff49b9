"""The revision page by keyboard in a real browser: move, accept, edit, undo, hide, next."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import AccessEvent, Decision, Dialogue, Turn
from tests.flows import desk
from tests.flows.hands import Tongue, enter
from tests.flows.revision.conftest import address
from tests.flows.revision.room import what_is_needed_most_has_room
from tests.flows.test_accessibility import COLOURS, EVERYTHING, complaints
from tests.labelled import call, read, read_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# What is said, and what is labelled in it: issues of seven kinds.
CALL: list[tuple[str, list[tuple[str, str]]]] = [
    ("Buenos días, le atiende Marta, ¿con quién hablo?", [("Marta", "female name")]),
    (
        "Soy Francisco Olabarri, de Bilbao",
        [("Francisco", "male name"), ("Olabarri", "surname"), ("Bilbao", "place")],
    ),
    ("Dígame, Paco, ¿en Bilbao mismo?", [("Paco", "male name")]),
    (
        "El contrato es de Jaume, y me lo dijo Francisco Javier",
        [("Jaume", "male name"), ("Francisco Javier", "male name")],
    ),
    ("¿Jaime qué más?", [("Jaime", "male name")]),
    (
        "Jaime Etxeberria. Con te equis, no Etxeberia",
        [("Jaime", "male name"), ("Etxeberria", "surname"), ("Etxeberia", "surname")],
    ),
    ("¿Y la señora Andrés, su señora?", [("Andrés", "male name")]),
    ("Vive en Salamanka", [("Salamanka", "place")]),
    ("¿En Salamanca?", [("Salamanca", "place")]),
    ("Falla desde mayo, desde el día del trabajador, y en Navidad igual", [("mayo", "month")]),
    (
        "Lo vio mi hermano Juan García, hermano de Ana López",
        [
            ("Juan", "male name"),
            ("García", "surname"),
            ("Ana", "female name"),
            ("López", "surname"),
        ],
    ),
    ("Pues gracias, Marta", [("Marta", "female name")]),
]


@pytest.fixture
def tangled(project: Any, annotator: Any) -> Dialogue:
    """A call in which much does not cohere; it is the first to be revised."""
    read_all(project, annotator)
    project.dialogues.update(position=F("position") + 1)
    dialogue = Dialogue.objects.create(project=project, external_id="call-0", position=0)
    for position, (text, items) in enumerate(CALL):
        speaker = ("agent", "caller")[position % 2]
        turn = Turn.objects.create(dialogue=dialogue, position=position, speaker=speaker, text=text)
        read(turn, annotator, items)
    return dialogue


class Hands:
    """A curator at the keyboard, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def code(self) -> str:
        """The kind of the current issue."""
        name = self.page.locator("[data-issue][aria-current]").get_attribute("id") or ""
        return name.removeprefix("issue-").split("-")[0]

    def press(self, keys: str) -> None:
        """One key after the other, then wait until what was asked for is here."""
        for key in keys.split():
            self.page.keyboard.press(key)
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def reject(self, reason: str) -> None:
        self.press("r")
        expect(self.page.locator("[name=reason]:focus")).to_have_count(1)
        self.page.keyboard.type(reason)
        self.press("Enter")

    def settles(self, act: Callable[[], None]) -> None:
        """What is done takes one issue at least from the list, and an entry says so."""
        before = self.page.locator("[data-issue]").count()
        act()
        expect(self.page.locator(".toast")).to_be_visible()
        expect(self.page.locator("[data-issue]")).not_to_have_count(before)


def test_turns_that_stay_as_they_are_stand_folded_in_one_row(
    page: Page, live_server: Any, labelled: Any, curator: Any, sign_in: Any, errors: list[str]
) -> None:
    dialogue = call(labelled)
    for position in (5, 6):
        turn = Turn.objects.create(
            dialogue=dialogue, position=position, speaker="agent", text="vale"
        )
        read(turn, curator)
    sign_in(curator)
    page.goto(address(live_server, dialogue))
    run = page.locator(".run").last
    expect(run).to_have_text(re.compile(r"6–7\s+2 turns agree\s+· show"))
    expect(page.locator("#turn-7")).to_be_hidden()
    run.get_by_role("button").press("Enter")
    expect(page.locator("#turn-7")).to_be_visible()
    expect(page.locator("#turn-6")).to_be_focused()
    page.keyboard.press("f")
    expect(page.locator(".run")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator("#turn-7")).to_be_hidden()
    assert errors == []


def test_issues_of_many_kinds_are_settled_by_keyboard(
    page: Page,
    live_server: Any,
    tangled: Dialogue,
    curator: Any,
    sign_in: Any,
    errors: list[str],
) -> None:
    hands, text = Hands(page), page.locator("#turn-3 .after")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.emulate_media(reduced_motion="reduce")
    sign_in(curator)
    page.goto(live_server.url + reverse("revise-next", args=[tangled.project.slug]))
    expect(page).to_have_url(address(live_server, tangled))
    # What is painted is alive at once: a key in between would send a form without its script.
    assert page.evaluate("htmx.config.defaultSettleDelay") == 0
    expect(page.locator("[data-approve]")).to_be_disabled()
    expect(page.locator("[data-issue][aria-current]")).to_have_count(1)
    expect(page.locator(".pair.now")).to_have_count(1)

    def label_the_repeat() -> None:
        """Undo and redo are keys too, and the position in the list stays."""
        hands.press("j k a")
        expect(text).not_to_contain_text("Bilbao")
        hands.press("z")
        expect(text).to_contain_text("Bilbao")
        hands.press("Shift+Z")
        expect(text).not_to_contain_text("Bilbao")

    def merge() -> None:
        hands.press("m")
        expect(page.locator("select[name=other]:focus")).to_have_count(1)
        assert complaints(page, EVERYTHING) == []
        page.emulate_media(color_scheme="dark")
        assert complaints(page, COLOURS) == []
        page.emulate_media(color_scheme="light")
        hands.press("Enter")

    def set_gender() -> None:
        hands.press("g")
        expect(page.locator("[value='gender:f']:focus")).to_have_count(1)
        hands.press("Enter")

    def refused_then_rejected() -> None:
        """What is typed is checked where it is typed, and not lost."""
        hands.press("e")
        expect(page.locator("[name=text]:focus")).to_have_count(1)
        page.keyboard.type("Olabarri")
        hands.press("Enter")
        expect(page.locator("[data-desk] [role=alert]")).to_contain_text("shows an original")
        expect(page.locator("[name=text]:focus")).to_have_value("Olabarri")
        page.keyboard.press("Escape")
        expect(page.locator("[data-desk]")).to_have_count(0)
        hands.reject("as with Andrés")
        expect(page.locator("[data-issue] [role=alert]")).to_contain_text("leave what the")
        page.locator("[name=reason]:visible").evaluate("field => field.select()")
        page.keyboard.type("she is the only one")
        hands.press("Enter")

    def accept() -> None:
        """Where the view stayed with the fix before, the key first brings this one."""
        count = page.locator("[data-issue]").count()
        hands.press("a")
        if page.locator(".toast").count() == 0 or page.locator("[data-issue]").count() == count:
            expect(page.locator("[data-issue][aria-current] [data-act=accept]")).to_be_visible()
            hands.press("a")

    ways: dict[str, Callable[[], None]] = {
        "RESIDUAL_MENTION": label_the_repeat,
        "MERGE_SUGGESTED": merge,
        "GENDER_CONFLICT": set_gender,
        "SINGLETON_STANDS_OUT": refused_then_rejected,
        "DATE_ANCHOR": lambda: hands.reject("any season will do"),
        "POOL_SMALL": lambda: hands.reject("few names are spelled so"),
    }
    seen = []
    while page.locator("[data-issue]").count() and len(seen) < 20:
        expect(page.locator("[data-issue][aria-current] [data-act]").first).to_be_visible()
        seen.append(hands.code)
        hands.settles(ways.get(hands.code, accept))
    assert set(ways) <= set(seen)
    assert len(set(seen)) >= 6

    # One dark button: it approves and goes on.
    expect(page.locator(".revision .btn.main:visible")).to_have_count(1)
    following = call(tangled.project)
    page.keyboard.press("y")
    expect(page).to_have_url(f"{address(live_server, following)}?approved={tangled.pk}")
    expect(page.locator(".toast")).to_contain_text(f"{tangled.external_id} is approved")
    tangled.refresh_from_db()
    assert tangled.approved_by == curator
    assert address(live_server, following) + "/warm" in asked
    assert AccessEvent.objects.filter(purpose="revise").count() == 2
    assert [each for each in errors if "422" not in each] == []


def test_a_fix_is_tried_out_in_place_and_the_view_stays_with_it(
    tongue: Tongue,
    keyboard: Page,
    live_server: Any,
    labelled: Any,
    annotator: Any,
    curator: Any,
    sign_in: Any,
) -> None:
    page = keyboard
    odd = Turn.objects.create(dialogue=call(labelled), position=9, text="¿Y la señora Andrés?")
    read(odd, annotator, [("Andrés", "male name")])
    sign_in(curator)
    page.goto(address(live_server, call(labelled)))
    issue = page.locator("[data-issue][aria-current]")
    row = page.locator(f"#turn-{int(issue.get_attribute('data-issue') or 0) + 1}")
    expect(issue.locator("[data-act=accept]")).to_be_visible()
    fix = issue.locator(".fix ins").inner_text()
    # Old and new side by side, in the text, and nothing is decided.
    expect(row.locator(".after > del")).to_have_text(tongue("now Bilbao", "ahora Bilbao"))
    expect(row.locator(".after > ins mark")).to_have_text(tongue(f"{fix}, Place", f"{fix}, Lugar"))
    assert complaints(page, EVERYTHING) == []
    what_is_needed_most_has_room(page, tongue)
    bar = page.locator(".density a").first  # where issues stand; it leads to its turns
    enter(bar, key="Shift+Tab")
    expect(page).to_have_url(re.compile("#" + (bar.get_attribute("href") or "")[1:] + "$"))
    page.keyboard.press("]")
    expect(issue.locator("[data-hop][aria-current]")).to_have_count(1)
    page.keyboard.press("o")
    expect(row.locator(".after > :is(del, ins)")).to_have_count(0)
    page.keyboard.press("o")
    expect(row.locator(".after > ins")).to_have_count(1)
    # No connection: what was painted is taken back, and the page says why.
    page.context.set_offline(True)
    page.keyboard.press("a")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(row.locator(".after > del")).to_be_visible()
    page.context.set_offline(False)
    with desk.held(page, "**/decide"):
        page.keyboard.press("a")
        expect(row.locator(".after > del")).to_be_hidden()
        expect(page.locator(".issue.settling")).to_have_count(1)
        assert not Decision.objects.exists()
    expect(page.locator(".issue.settling")).to_have_count(0)
    expect(page.locator(".toast")).to_be_visible()
    expect(row.locator(".after mark", has_text=fix)).to_have_count(1)
    expect(row.locator(".after > :is(del, ins)")).to_have_count(0)
    expect(row).to_have_class(re.compile("done"))
    expect(row).to_be_in_viewport()
    assert Decision.objects.count() == 1
    # A warning is left: approving, the one dark button, asks why and goes on with the answer.
    expect(page.locator(".revision .btn.main:visible")).to_have_count(1)
    why = page.locator("[name=reason]:focus")
    page.keyboard.press("y")
    expect(why).to_be_visible()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    page.keyboard.press("y")
    expect(why).to_be_visible()
    page.keyboard.type("said of somebody else")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text(
        tongue("call-1 is approved", "call-1 está aprobado")
    )
    expect(page).not_to_have_url(address(live_server, call(labelled)))
    assert Decision.objects.last().reason == "said of somebody else"


def test_keys_wait_for_the_step_that_is_on_its_way(
    page: Page, live_server: Any, labelled: Any, curator: Any, sign_in: Any, errors: list[str]
) -> None:
    sign_in(curator)
    page.goto(address(live_server, call(labelled)))
    issues = page.locator("[data-issue]")
    accept = page.locator("[data-issue][aria-current] [data-act=accept]")
    expect(accept).to_be_visible()
    # No connection: what was pressed after a step that failed is not done later.
    page.context.set_offline(True)
    page.keyboard.press("a")
    page.keyboard.press("z")
    expect(page.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)
    errors.clear()
    with desk.held(page, "**/decide"):
        page.keyboard.press("a")
        expect(page.locator(".issue.settling")).to_have_count(1)
        page.keyboard.press("z")
    # Accepted, and taken back on the page that this left.
    expect(page.locator(".toast")).to_contain_text("Taken back")
    expect(issues).to_have_count(1)
    with desk.held(page, "**/decide"):
        expect(accept).to_be_visible()
        page.keyboard.press("a")
        page.keyboard.press("z")
        page.keyboard.press("Shift+Z")
    expect(page.locator(".toast")).to_contain_text("Done again")
    expect(issues).to_have_count(0)
    assert errors == []


def test_an_entity_is_changed_split_and_taught_by_keyboard(
    page: Page, live_server: Any, tangled: Dialogue, curator: Any, sign_in: Any, errors: list[str]
) -> None:
    hands = Hands(page)
    sign_in(curator)
    page.goto(address(live_server, tangled))
    hands.press("o")  # from the issues to the entities
    current = page.locator("[data-entity][aria-current]")
    for _ in range(20):
        if "Francisco" in current.inner_text():
            break
        page.keyboard.press("j")
    marks = page.locator("#turn-2 .after mark, #turn-3 .after mark, #turn-4 .after mark")
    before = marks.all_inner_texts()

    hands.press("s")  # the first mention is somebody else's
    expect(page.locator("[name=mentions]:focus")).to_have_count(1)
    hands.press("Space Enter")
    expect(page.locator(".toast")).to_contain_text("Changed")
    assert marks.all_inner_texts() != before
    hands.press("z")
    expect(page.locator(".toast")).to_contain_text("Taken back")
    assert marks.all_inner_texts() == before

    hands.press("p")
    expect(page.locator("#turn-2 .after mark").first).to_contain_text("[")
    hands.press("z")
    page.keyboard.press("h")  # the page comes again, without originals
    expect(page.locator(".before")).to_have_count(0)
    expect(page.locator("#turn-1 .after mark")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator("#turn-2 .before")).to_be_visible()

    hands.press("o t")
    expect(page.locator("[data-teach] [name=form]:focus")).to_have_count(1)
    page.keyboard.type("Martuchi")
    page.locator("[data-teach] [name=value]").focus()
    page.keyboard.type("Marta")
    hands.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Added to the lexicon")
    assert tangled.project.lexicon_rows.get().form == "Martuchi"
    page.keyboard.press("?")
    expect(page.locator("[data-keysheet]")).to_be_focused()
    expect(page.get_by_role("heading", name="Keys")).to_be_in_viewport()
    page.emulate_media(media="print")
    list_height = "getComputedStyle(document.querySelector('.both')).maxHeight"
    assert page.evaluate(list_height) == "none"  # on paper nothing scrolls, and nothing is empty
    drawn = "all => new Set(all.map((each) => getComputedStyle(each).contentVisibility)).size"
    cards = page.locator(".beside :is(.entity, .issue), .pair")
    expect(cards.first).to_have_css("content-visibility", "visible")
    assert cards.evaluate_all(drawn) == 1
    page.emulate_media(media="screen")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert errors == []


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_scrolls_sideways(
    page: Page,
    live_server: Any,
    labelled: Any,
    manager: Any,
    sign_in: Any,
    width: int,
    data_dir: Any,
) -> None:
    sign_in(manager)
    page.set_viewport_size({"width": width, "height": 800})
    release = live_server.url + reverse("show-release", args=[labelled.slug])
    revise = live_server.url + reverse("revise-next", args=[labelled.slug])
    for where in (address(live_server, call(labelled)), revise + "?all", release):
        page.goto(where)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
