"""What finds room on the page of revision, from a phone to a wide screen."""

from playwright.sync_api import Page, expect

from tests.flows.hands import Tongue

ABOVE_THE_FOOT = """() => {
  const [desk, foot] = [".entity [data-desk]", ".status"].map((name) =>
    document.querySelector(name).getBoundingClientRect());
  return desk.bottom <= foot.top;
}"""


def what_is_needed_most_has_room(page: Page, tongue: Tongue) -> None:
    """Hints of the keys on a tablet, buttons to tap on a phone, entities beside the issues on a
    wide screen; what is opened ends above the foot."""
    page.set_viewport_size({"width": 768, "height": 800})
    hints = page.locator(".status > .keys > span")
    needed = tongue("issue accept reject", "incidencia aceptar rechazar").split()
    for place, words in enumerate(needed):
        expect(hints.nth(place)).to_contain_text(words)
        expect(hints.nth(place)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 360, "height": 800})
    for button in page.locator(".beside .acts .btn").filter(visible=True).all():
        box = button.bounding_box()
        assert box and box["height"] >= 44
    page.set_viewport_size({"width": 1920, "height": 800})
    issues, entities = (page.locator(f"section[id^={name}]") for name in ("issues", "entities"))
    one, other = issues.bounding_box(), entities.bounding_box()
    assert one and other and one["x"] + one["width"] < other["x"]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("o")
    last = page.locator("[data-entity]").last
    while not last.get_attribute("aria-current"):
        page.keyboard.press("j")
    page.keyboard.press("e")
    expect(last.locator("[name=text]")).to_be_focused()
    page.wait_for_function(ABOVE_THE_FOOT)  # the view moves to it
    for key in ("Escape", "o"):
        page.keyboard.press(key)
