"""The whole loop as people live it, in a real browser against a real server and worker.

From the printed demo account to an export that holds no original: label the seed batch by keyboard,
go on while the model trains, decide its proposals, watch the curve grow, revise, release.
"""

import io
import json
import re
import zipfile
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from surrogates.languages import load_lexicon
from tests.flows.conftest import ONE, PATIENCE, Installation, wait_until
from tests.flows.jobs.test_worker_killed import rows

pytestmark = [pytest.mark.browser, pytest.mark.worker]

Span = tuple[int, int, str]
# The demo's reader is its own generator: what it labelled is what the annotator types.
Oracle = dict[tuple[str, int], list[Span]]


def gold_of(installation: Installation) -> Oracle:
    lines = (installation.data / "demo" / "support-calls.jsonl").read_text("utf-8").splitlines()
    return {
        (call["id"], place): [(s["start"], s["end"], s["label"]) for s in turn.get("spans", [])]
        for call in map(json.loads, lines)
        for place, turn in enumerate(call["turns"])
    }


def sign_in(page: Page, address: str, name: str, password: str) -> None:
    page.goto(f"{address}/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/")


def leave(page: Page) -> None:
    """The next person sits down: first the page goes, whose scripts would notice and ask her in."""
    page.goto("about:blank")
    page.context.clear_cookies()


def asked(page: Page) -> tuple[str, int]:
    """Which turn the page asks: (dialogue, place)."""
    name = page.locator("#main > ol").get_attribute("aria-label")
    number = page.locator("[data-asked] > .n").inner_text()
    assert name is not None
    return name, int(number) - 1


IN_PROPOSAL = "[data-text] mark.machine:has(.caret), [data-text] mark.machine.chosen"


def tokens(page: Page) -> list[tuple[int, int]]:
    return [
        (int(start), int(end))
        for start, end in page.locator("[data-text] .t").evaluate_all(
            "all => all.map(each => [each.dataset.start, each.dataset.end])"
        )
    ]


def saved(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-unsaved", "0")


def label_turn(page: Page, gold: list[Span], keys: dict[str, str]) -> int:
    """Decide the proposals, label what is missing, by keyboard only. Counts the proposals seen."""
    page.locator("[data-text]").focus()
    proposals = page.locator("[data-text] mark.machine").count()
    for _ in range(proposals):
        page.keyboard.press("Home")
        if page.locator("[data-text] mark.machine").first.locator(".t").count() == 0:
            break
        for _ in range(80):  # other words may be candidates, too
            if caret_in_proposal(page):
                break
            page.keyboard.press("]")
        mark = page.locator(IN_PROPOSAL)
        pieces = mark.first.locator(".t")
        start = int(pieces.first.get_attribute("data-start") or -1)
        end = int(pieces.last.get_attribute("data-end") or -1)
        letter = mark.first.get_attribute("data-k")
        right = any((s, e, keys[label]) == (start, end, letter) for s, e, label in gold)
        page.keyboard.press("a" if right else "r")
        saved(page)
    spoken = [
        any(letter.isalnum() for letter in token)
        for token in page.locator("[data-text] .t").all_text_contents()
    ]
    for start, end, label in gold:
        places = [i for i, (s, e) in enumerate(tokens(page)) if s < end and start < e]
        done = page.locator(f'[data-text] mark:not(.machine)[data-k="{keys[label]}"] .t')
        if done.evaluate_all(f"all => all.some(each => each.dataset.start == {start})"):
            continue
        page.keyboard.press("Home")
        for _ in range(spoken[1 : places[0] + 1].count(True)):  # signs are passed over
            page.keyboard.press("ArrowRight")
        for _ in places[1:]:
            page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press(keys[label].lower())
    saved(page)
    return proposals


def caret_in_proposal(page: Page) -> bool:
    return page.locator(IN_PROPOSAL).count() > 0


def label_turns(page: Page, oracle: Oracle, keys: dict[str, str], count: int = 0) -> int:
    """Label `count` turns, or as many as it takes until the model proposes something; counts the
    proposals. The next batch is chosen meanwhile; at the most a page that waits for it comes
    between."""
    seen = 0
    for number in range(1, 81):
        page.locator("[data-asked]").wait_for(timeout=60_000)
        item = page.url
        dialogue, place = asked(page)
        seen += label_turn(page, oracle[dialogue, place], keys)
        # The next turn is painted at once; the answer may bring another one in its place.
        with page.expect_response(lambda answer: "/finish" in answer.url):
            page.keyboard.press(" ")
        page.wait_for_url(lambda url, item=item: url != item)
        expect(page.locator("body:not([data-unsaved]), body[data-unsaved='0']")).to_be_attached()
        if number == count or (seen and not count):
            return seen
    raise AssertionError("the model proposed nothing in 80 turns")


def wait_for_rounds(installation: Installation, project: str, count: int) -> None:
    """Until the worker has finished so many rounds."""
    done = (
        "SELECT count(*) FROM annotation_trainingrun r JOIN annotation_project p"
        " ON p.id = r.project_id WHERE r.kind = 'round' AND r.status = 'done'"
        f" AND p.slug = '{project}'"
    )
    wait_until(lambda: rows(installation, done)[0][0] >= count, f"{count} rounds")


def wait_for_rest(installation: Installation) -> None:
    """Until the worker has nothing left to train or read."""
    busy = "SELECT count(*) FROM annotation_trainingrun WHERE status IN ('queued', 'running')"
    wait_until(lambda: rows(installation, busy)[0][0] == 0, "the end of the last round")


def label_keys(page: Page) -> dict[str, str]:
    return dict(
        page.locator("button[data-label]").evaluate_all(
            "all => all.map(each => [each.dataset.name, each.dataset.key])"
        )
    )


@pytest.mark.parametrize("bare", [ONE], indirect=True)
def test_the_loop_from_the_first_label_to_the_release(bare: Installation, browser: Browser) -> None:
    address = bare.serve()
    log = bare.logs()
    password = re.search(r"Password: (\S+)", log)
    assert password, log
    assert address in log
    oracle = gold_of(bare)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda m: troubles.append(m.text) if m.type == "error" else None)

    # An annotator finds the seed batch, chosen before anything was labelled.
    sign_in(page, address, "annotator", password[1])
    page.get_by_role("link", name=re.compile("Demo")).first.click()
    page.get_by_role("link", name="Label", exact=True).first.click()
    page.locator("[data-asked]").wait_for()
    keys = label_keys(page)
    assert len(keys) == 11
    # The model learns from half of the batch on, without the twin; it proposes when good enough.
    assert label_turns(page, oracle, keys, 5) == 0
    label_turns(page, oracle, keys, 3)
    page.keyboard.press("Shift+I")
    assert label_turns(page, oracle, keys, 14) > 0  # half of the second batch is among them
    wait_for_rounds(bare, "demo", 2)

    # The curve has grown by a point a round, with what is left.
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.locator("svg .point, svg circle")).not_to_have_count(0)
    state: dict[str, Any] = bare.python(
        "from annotation.models import *\n"
        "runs = TrainingRun.objects.filter(kind='round', status='done')\n"
        "answer = {'rounds': runs.count(), 'turns': [r.labelled_turns for r in runs],"
        " 'left': runs.last().left, 'on': runs.last().metrics['on'],"
        " 'gold': Reading.objects.filter(is_gold=True, reader__username='annotator',"
        " turn__dialogue__project__slug='demo').count()}"
    )
    assert state["rounds"] >= 2
    # Each model knows more than the one before, and no more than was read.
    assert state["turns"] == sorted(set(state["turns"]))
    assert 0 < state["turns"][-1] <= state["gold"]
    assert state["on"] == "test"
    assert state["left"]["low"] <= state["left"]["expected"] <= state["left"]["high"]
    leave(page)

    # A curator lets the model read the rest, and settles one issue by a click.
    sign_in(page, address, "curator", password[1])
    page.goto(f"{address}/p/demo/revise?all")
    page.get_by_role("button", name=re.compile("read", re.IGNORECASE)).first.click()
    page.wait_for_function(
        "() => !document.querySelector('[data-run-status=queued], [data-run-status=running]')",
        timeout=PATIENCE * 1000,
    )
    settle_an_issue(page, address, bare)
    leave(page)

    # A round that ends while a file is written makes it old: nobody labels now, so it is the last.
    wait_for_rest(bare)

    # The manager releases a file: ES-Port JSON on PostgreSQL, JSONL on SQLite. The re-scan
    # says that no original survived, and a search of our own agrees for the calls whose every turn
    # was read (the finished ones).
    sign_in(page, address, "manager", password[1])
    released = texts_of(page, address, "esport" if bare.on_postgres else "jsonl")
    expect(page.locator("[id^=export-]").first).to_contain_text("original")
    assert len(released) >= 20
    assert not set(finished_calls(bare)) & set(originals_left(bare, released))
    assert troubles == []


def texts_of(page: Page, address: str, form: str) -> dict[str, list[str]]:
    """Running name -> texts of the turns, or of all that the file says of the call."""
    data = export(page, address, form)
    if form == "jsonl":
        calls = map(json.loads, data.decode("utf-8").splitlines())
        return {call["id"]: [turn["text"] for turn in call["turns"]] for call in calls}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [json.loads(archive.read(name)) for name in archive.namelist()]
    return {call["file-id"]: [json.dumps(call, ensure_ascii=False)] for call in files}


def settle_an_issue(page: Page, address: str, installation: Installation) -> None:
    """Find a dialogue with an issue that has a proposed fix, and accept it by one click."""
    pks = installation.python(
        "from annotation.models import *\n"
        "answer = list(Dialogue.objects.filter(project__slug='demo').order_by('-split', 'position')"
        ".values_list('pk', flat=True))"
    )
    for pk in pks[:60]:
        page.goto(f"{address}/p/demo/revise/{pk}")
        if not page.locator("[data-issue]").count():
            continue
        page.locator("[data-issue][aria-current] [data-panel]").wait_for()
        button = page.locator("[data-issue][aria-current] [data-act=accept]")
        if button.count():
            settled = page.locator("[data-issue][aria-current]").get_attribute("id")
            button.click()
            page.locator(".toast").wait_for()
            expect(page.locator(f"[id='{settled}']")).to_have_count(0)
            return
    raise AssertionError("no dialogue has an issue with a fix")


def export(page: Page, address: str, form: str) -> bytes:
    page.goto(f"{address}/p/demo/release")
    page.locator("fieldset", has_text="Format").get_by_text("Change").click()
    page.locator(f'input[name="format"][value="{form}"]').check()
    page.get_by_role("button", name=re.compile("write", re.IGNORECASE)).click()
    row = page.locator("[id^=export-]").first
    link = row.get_by_role("link", name="Download")
    waits = row.get_by_role("link", name="A limit is to be lifted")
    ended = row.locator(".checksum").or_(row.get_by_text("Failed", exact=True))
    ended.wait_for(timeout=PATIENCE * 1000)
    assert link.or_(waits).count() == 1, row.inner_text()
    if waits.count():
        lift_limits(page, waits)
        page.goto(f"{address}/p/demo/release")
    with page.expect_download() as download:
        link.click()
    return download.value.path().read_bytes()


def lift_limits(page: Page, waits: Locator) -> None:
    """The model alone has read most of it: a person says in writing, by name, why it may leave."""
    waits.click()
    gate, head = page.url, page.get_by_role("heading", level=1)
    measure = page.get_by_role("button", name="Measure it for this file")
    if measure.count():
        measure.click()
    for _ in range(120):
        page.goto(gate)
        if head.text_content() != "Nobody can sign this file now" and not measure.count():
            break
        page.wait_for_timeout(2_000)
    for field in page.locator(".answers textarea").all():
        field.fill("It goes to two named groups alone.")
    page.get_by_role("button", name="Sign and write").click()
    expect(head).to_have_text("Signed and frozen")


def finished_calls(installation: Installation) -> list[str]:
    answer: list[str] = installation.python(
        "from annotation.models import *\n"
        "answer = list(Dialogue.objects.filter(split='test').values_list('external_id', flat=True))"
    )
    return answer


KINDS_OF_THING = {"common", "head", "title"}
NAMES = {"female name", "male name", "surname", "organisation", "place", "domain"}


def originals_left(installation: Installation, exported: dict[str, list[str]]) -> list[str]:
    """Dialogues of the newest export in which a name that was said is still there, found without
    the app's own re-scan.

    exported: running name -> texts of the turns. Words that are also said outside the spans, and
    words under four letters, prove nothing and are passed over; "gmail" stays, for it names nobody.
    """
    lexicon = load_lexicon("es")
    # What a thing is ("Talleres") stays, and the country of the calls.
    kinds = [r["form"] for r in lexicon.rows("organisations") if r["part"] in KINDS_OF_THING]
    home = [r["name"] for r in lexicon.rows("home_countries")]
    public = words(" ".join([*lexicon.providers, *kinds, *home]))
    # Running names follow an order that the project's key draws; what was held back has none.
    order = installation.python(
        "from annotation.models import *\n"
        "from annotation.services.release.outgoing import place_of\n"
        "project = Project.objects.get(slug='demo')\n"
        "held = project.exports.first().summary['held_back']\n"
        "names = dict(project.dialogues.values_list('pk', 'external_id'))\n"
        "drawn = sorted(names, key=place_of(project))\n"
        "answer = [names[pk] for pk in drawn if str(pk) not in held]"
    )
    files = [installation.data / "demo" / f"{name}.jsonl" for name in ("support-calls", "traps")]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    calls = {call["id"]: call["turns"] for call in map(json.loads, lines)}
    left = []
    for number, name in enumerate(order, 1):
        said, outside = set(), set()
        for turn in calls[name]:
            end = 0
            for span in turn.get("spans", []):
                outside |= words(turn["text"][end : span["start"]])
                end = span["end"]
                if span["label"] in NAMES:
                    said |= words(turn["text"][span["start"] : end])
            outside |= words(turn["text"][end:])
        if (said - outside - public) & words(" ".join(exported.get(f"d{number:04d}", []))):
            left.append(name)
    return left


def words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}
