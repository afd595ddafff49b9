"""The revision pages: who may, what a step answers, and that each fragment has one root."""

import io
import re
import zipfile
from itertools import product
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import AccessEvent, Decision, Dialogue, TrainingRun, Turn
from annotation.services.revision import issue_decisions
from annotation.services.revision import page as revision
from tests.labelled import call, label, read, shown
from tests.webapp.views.revision.steps import SCRIPT, step, url
from webapp import access
from webapp.access import RIGHTS

ACTIONS = (
    "decide-issue", "change-entity", "teach-lexicon", "undo-decision", "redo-decision",
    "approve-dialogue",
)  # fmt: skip
PARTS = ("revise-dialogue", "show-issue", "show-entity", "show-decisions", "warm-dialogue")


def place_key(dialogue: Dialogue) -> str:
    found = issue_decisions.plan(dialogue).result.replacements
    return next(r.key for r in found if r.original == "Bilbao")


def is_one_root(html: str, root: str) -> bool:
    """The first tag has the id, and its end tag closes the fragment."""
    text = html.strip()
    opening = re.match(r"<(\w+)[^>]*>", text)
    assert opening is not None
    name, depth = opening[1], 0
    for tag in re.finditer(rf"<(/?){name}\b", text):
        depth += -1 if tag[1] else 1
        if depth == 0:
            break
    return f'id="{root}"' in opening[0] and text[tag.start() :] == f"</{name}>"


def test_the_page_shows_both_and_is_logged(labelled: Any, curator: Any, client_of: Any) -> None:
    dialogue = call(labelled)
    page = client_of(curator).get(url("revise-dialogue", dialogue))
    html = page.content.decode()
    assert page.status_code == 200
    assert "Francisco" in html
    assert "no-store" in page.headers["Cache-Control"]
    event = AccessEvent.objects.get()
    assert (event.user, event.purpose, event.dialogue) == (curator, "revise", dialogue)
    assert html.index("issues-") < html.index("pairs-") < html.index("entities-")
    assert "style=" not in html


def test_outsiders_see_nothing_and_annotators_may_not(
    labelled: Any, outsider: Any, annotator: Any, reader: Any, client_of: Any
) -> None:
    for person, expected in ((outsider, 404), (annotator, 403), (reader, 403)):
        client, dialogue = client_of(person), call(labelled)
        answers = {name: client.get(url(name, dialogue)).status_code for name in PARTS}
        answers |= {name: client.post(url(name, dialogue)).status_code for name in ACTIONS}
        assert answers == dict.fromkeys(answers, expected), person
    assert not AccessEvent.objects.exists()


def test_steps_are_posted(labelled: Any, curator: Any, client_of: Any) -> None:
    client, dialogue = client_of(curator), call(labelled)
    answers = {name: client.get(url(name, dialogue)).status_code for name in ACTIONS}
    assert answers == dict.fromkeys(ACTIONS, 405)


BAD_FORMS: tuple[dict[str, str], ...] = (
    {},
    {"turn": "x", "mentions": "", "state": "?"},
    {"action": "burn", "kind": "burn"},
)


def test_a_bad_form_changes_nothing(labelled: Any, curator: Any, client_of: Any) -> None:
    client, dialogue, wrong = client_of(curator), call(labelled), []
    for name, data in product(ACTIONS, BAD_FORMS):
        answer = client.post(url(name, dialogue), data, headers=SCRIPT)
        html = answer.content.decode()
        is_told = is_one_root(html, f"revision-{dialogue.pk}") and 'role="alert"' in html
        if answer.status_code != 422 or not is_told:
            wrong.append((name, data, answer.status_code))
        if Decision.objects.exists():
            wrong.append((name, data, "a decision"))
            Decision.objects.all().delete()
    for name in ACTIONS:  # without a script it is a page of its own
        plain = client.post(url(name, dialogue), BAD_FORMS[1])
        if plain.status_code != 422 or "<!doctype html>" not in plain.content.decode():
            wrong.append((name, "plain", plain.status_code))
    assert wrong == [] and not Decision.objects.exists()


def test_a_change_answers_with_what_it_changed(labelled: Any, curator: Any, client_of: Any) -> None:
    dialogue, client = call(labelled), client_of(curator)
    place = {"mentions": place_key(dialogue), "kind": "surrogate", "text": "Zamora"}
    answer = step(client, "change-entity", dialogue, **place)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert answer.headers["HX-Reswap"] == "none"
    parts = re.findall(r'id="([a-z]+-[\w-]+)"[^>]*hx-swap-oob="true"', html)
    assert parts.count("turn-2") == 1
    assert [part for part in parts if part.startswith("turn-")] == ["turn-2"]
    assert [part.split("-")[1] for part in parts if part.startswith("entity-")] == ["place"]
    assert "Zamora" in html
    assert html.count('class="toast"') == 1
    back = step(client, "undo-decision", dialogue).content.decode()
    assert "Zamora" not in back
    assert "Zamora" in step(client, "redo-decision", dialogue).content.decode()


def test_without_scripts_the_page_shows_and_posts(
    labelled: Any, curator: Any, client_of: Any
) -> None:
    dialogue, client = call(labelled), client_of(curator)
    key = place_key(dialogue)
    page = client.get(url("revise-dialogue", dialogue), {"mention": key}).content.decode()
    form = page[page.index('data-form="change"') :]
    form = form[: form.index("</form>")]
    state = re.search(r'<noscript>.*name="state" value="(\w+)"', form, re.DOTALL)
    assert state
    assert "csrfmiddlewaretoken" in form
    data = {"state": state[1], "mentions": key, "kind": "surrogate", "text": "Zamora"}
    answer = client.post(url("change-entity", dialogue), data)
    assert answer.headers["Location"] == url("revise-dialogue", dialogue)
    assert "Zamora" in client.get(answer.headers["Location"]).content.decode()


def test_a_typed_original_is_refused_with_a_sentence_in_its_place(
    labelled: Any, curator: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    data = {"mentions": place_key(dialogue), "kind": "surrogate", "text": "Olabarri"}
    answer = step(client_of(curator), "change-entity", dialogue, **data, panel="place-1-2-3")
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#problem-place-1-2-3"
    assert "This shows an original of this dialogue" in answer.content.decode()
    assert "Olabarri" not in answer.content.decode()


def test_of_two_curators_the_second_is_told_and_overwrites_nothing(
    labelled: Any, curator: Any, manager: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    seen, key = issue_decisions.plan(dialogue).state, place_key(dialogue)
    first = {"mentions": key, "kind": "surrogate", "text": "Zamora"}
    assert step(client_of(curator), "change-entity", dialogue, seen, **first).status_code == 200
    for name in ACTIONS:
        data = {"mentions": key, "kind": "redraw", "code": "KIN", "turn": 0, "start": 0}
        data |= {"action": "accept", "form": "Curro", "value": "Francisco", "gender": "m"}
        if name == "teach-lexicon":
            data["kind"] = "short"
        late = step(client_of(manager), name, dialogue, seen, **data)
        html = late.content.decode()
        assert late.status_code == 409, name
        assert is_one_root(html, f"revision-{dialogue.pk}")
        assert "curator made the last step" in html
        assert "Zamora" in html
    assert Decision.objects.filter(undone_at=None).count() == 1


def test_a_label_that_changed_meanwhile_makes_a_step_late(
    labelled: Any, curator: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    seen, key = issue_decisions.plan(dialogue).state, place_key(dialogue)
    label(dialogue.turns.get(position=2), None, [("Dígame", "other")])
    dialogue.turns.get(position=2).readings.all().delete()
    data = {"mentions": key, "kind": "redraw"}
    assert step(client_of(curator), "change-entity", dialogue, seen, **data).status_code == 409
    assert not Decision.objects.exists()


def test_parts_are_logged_once_a_visit(labelled: Any, curator: Any, client_of: Any) -> None:
    dialogue, client = call(labelled), client_of(curator)
    where = {"mention": place_key(dialogue)}
    html = client.get(url("show-entity", dialogue), where, headers=SCRIPT).content.decode()
    assert "Bilbao" in html
    client.get(url("show-entity", dialogue), where, headers=SCRIPT)
    assert AccessEvent.objects.filter(purpose="revise", user=curator).count() == 1
    client.get(url("revise-dialogue", dialogue))
    assert AccessEvent.objects.count() == 2
    step(client, "change-entity", dialogue, mentions=place_key(dialogue), kind="redraw")
    warm = client.get(url("warm-dialogue", dialogue))
    assert (warm.status_code, warm.content) == (204, b"")
    assert AccessEvent.objects.count() == 2


@pytest.mark.parametrize(("part", "asked"), [("show-issue", "issue"), ("show-entity", "mention")])
def test_a_part_that_was_settled_meanwhile_is_not_an_error(
    labelled: Any, curator: Any, client_of: Any, part: str, asked: str
) -> None:
    """A page asks for the next issue's fix while the step that settles it is under way."""
    answer = client_of(curator).get(url(part, call(labelled)), {asked: "GONE-0-1"}, headers=SCRIPT)
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize("how", ["role", "hidden"])
def test_originals_are_sent_only_to_who_may_see_them(
    labelled: Any,
    annotator: Any,
    curator: Any,
    client_of: Any,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    """Neither the page nor a part of it, nor the answer to a step; the record says as much."""
    dialogue, client = call(labelled), client_of(curator)
    repeat = Turn.objects.create(dialogue=dialogue, position=4, text="¿En Bilbao mismo?")
    read(repeat, annotator)
    hide = {"hide": "1"} if how == "hidden" else {}
    if how == "role":
        rights = RIGHTS["curator"] - {"originals"}
        monkeypatch.setitem(access.RIGHTS, "curator", rights)
    key = place_key(dialogue)
    issues = revision.issues_of(issue_decisions.plan(dialogue))
    pages = [client.get(url("revise-dialogue", dialogue), {**hide, "mention": key})]
    pages += [
        client.get(url("revise-dialogue", dialogue), {**hide, "issue": each.key}) for each in issues
    ]
    pages += [
        client.get(url("show-issue", dialogue), {**hide, "issue": each.key}, headers=SCRIPT)
        for each in issues
    ]
    pages += [
        client.get(url("show-entity", dialogue), {**hide, "mention": each.key}, headers=SCRIPT)
        for each in issue_decisions.plan(dialogue).result.replacements
    ]
    pages.append(
        step(
            client, "change-entity", dialogue, **hide, mentions=key, kind="surrogate", text="Zamora"
        )
    )
    pages.append(step(client, "undo-decision", dialogue, **hide))
    pages.append(
        step(client, "change-entity", dialogue, "0" * 16, **hide, mentions=key, kind="redraw")
    )
    pages.append(client.get(url("show-decisions", dialogue), headers=SCRIPT))
    assert {page.status_code for page in pages} == {200, 409}
    assert any("•" in page.content.decode() for page in pages)  # the repeat that nobody labelled
    for page in pages:
        assert shown(page.content.decode()) == []
    purposes = AccessEvent.objects.order_by().values_list("purpose", flat=True)
    assert set(purposes) == {"replaced"}


def test_teaching_is_a_step_and_a_row(labelled: Any, curator: Any, client_of: Any) -> None:
    dialogue, client = call(labelled), client_of(curator)
    fact = {"kind": "short", "form": "Franchu", "value": "Francisco", "gender": "m"}
    assert step(client, "teach-lexicon", dialogue, **fact).status_code == 200
    page = client.get(reverse("show-lexicon", args=[labelled.slug])).content.decode()
    assert "Franchu" in page and "(male)" in page
    assert "curator" in page
    again = step(client, "teach-lexicon", dialogue, **fact, panel="p")
    assert again.status_code == 422
    assert "knows this already" in again.content.decode()
    row = labelled.lexicon_rows.get()
    file = client.get(reverse("download-lexicon", args=[labelled.slug]))
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        assert "Francisco\tFranchu" in archive.read("es/short_forms.tsv").decode()
    assert step(client, "undo-decision", dialogue).status_code == 200
    assert (
        "Franchu" not in client.get(reverse("show-lexicon", args=[labelled.slug])).content.decode()
    )
    assert step(client, "redo-decision", dialogue).status_code == 200
    row = labelled.lexicon_rows.get(removed_at=None)
    where = reverse("remove-lexicon-row", args=[labelled.slug, row.pk])
    assert client.post(where).status_code == 302
    assert client.post(where).status_code == 422
    assert not labelled.lexicon_rows.filter(removed_at=None).exists()


def test_the_list_and_what_is_not_read(project: Any, curator: Any, client_of: Any) -> None:
    page = client_of(curator).get(reverse("revise-next", args=[project.slug]), {"all": ""})
    html = page.content.decode()
    assert "Nobody has read 7 turns." in html
    assert "There is no model yet" in html
    assert "call-1" in html
    assert "call-2" in html


def test_the_model_is_sent_to_read(
    project: Any,
    curator: Any,
    client_of: Any,
    no_broker: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    TrainingRun.objects.create(project=project, number=2, status="done", folder="models/x")
    client = client_of(curator)
    where = reverse("revise-next", args=[project.slug])
    assert "Let model 2 read them" in client.get(where, {"all": ""}).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(
            reverse("tag-corpus", args=[project.slug]), headers={"HX-Request": "true"}
        )
    html = answer.content.decode()
    assert is_one_root(html, f"coverage-{project.pk}")
    assert "every 2s" in html
    assert TrainingRun.objects.filter(kind="tag", status="queued").count() == 1
    assert [name for name, _ in no_broker] == ["annotation.run_training"]
    TrainingRun.objects.filter(kind="tag").update(status="failed")
    html = client.get(where, headers={"HX-Request": "true"}).content.decode()
    assert "every 2s" not in html


def test_an_empty_project_says_what_to_do(project: Any, manager: Any, client_of: Any) -> None:
    Dialogue.objects.all().delete()
    html = client_of(manager).get(reverse("revise-next", args=[project.slug])).content.decode()
    assert "Nothing to revise yet" in html
    assert reverse("import-dialogues", args=[project.slug]) in html


def test_texts_are_escaped(labelled: Any, curator: Any, client_of: Any) -> None:
    turn = call(labelled).turns.get(position=0)
    turn.text = "Buenos días, le atiende Marta <script>alert(1)</script>"
    turn.save()
    html = client_of(curator).get(url("revise-dialogue", turn.dialogue)).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


def test_marks_are_drawn_and_speakers_of_an_overlap_stand_apart(
    labelled: Any, annotator: Any, curator: Any, client_of: Any
) -> None:
    text = "<%eh> de <Bil-> Bilbao= de acuerdo? Sí"
    at = text.index("Sí")
    said = [
        {"speaker": "agent", "start": 0, "end": at},
        {"speaker": "caller", "start": at, "end": len(text)},
    ]
    turn = Turn.objects.create(
        dialogue=call(labelled), position=4, text=text, extra={"utterances": said}
    )
    read(turn, annotator, [("Bilbao", "place")])
    html = client_of(curator).get(url("revise-dialogue", turn.dialogue)).content.decode()
    classes = [re.search(rf'class="([^"]*)" id="turn-{n}"', html)[1].split() for n in (1, 2)]  # type: ignore[index]
    assert ["caller" in each for each in classes] == [False, True]  # who did not begin is bold
    row = html[html.index('id="turn-5"') :]
    before, after = row[: row.index("</div>")].split('class="after"')
    for side in (before, after):
        assert '<i class="w-fill">eh</i>' in side
        assert '<i class="w-long">=</i>' in side
        assert '<i class="w-mark">&lt;%</i>' in side
        assert '<span class="by">agent </span>' in side
        assert '<span class="by">caller </span>Sí' in side


def test_what_a_fix_would_change_stands_in_the_text_without_scripts_too(
    labelled: Any, annotator: Any, curator: Any, client_of: Any
) -> None:
    dialogue, client = call(labelled), client_of(curator)
    read(Turn.objects.create(dialogue=dialogue, position=4, text="¿En Bilbao?"), annotator)
    card = revision.issues_of(issue_decisions.plan(dialogue))[0]
    html = client.get(url("revise-dialogue", dialogue), {"issue": card.key}).content.decode()
    row = html[html.rindex('id="turn-5"') :]
    assert "</span>Bilbao</del>" in row[: row.index("</div>")]
    assert "<template data-was>" in html and "data-hop" in html
    part = client.get(url("show-issue", dialogue), {"issue": card.key}, headers=SCRIPT)
    assert "<template data-then>" in part.content.decode()
    assert "Touches 1 turn" in part.content.decode()


def test_an_open_issue_holds_its_turn_and_an_entity_is_one_row(
    labelled: Any, annotator: Any, curator: Any, client_of: Any
) -> None:
    """What is decided on a phone is decided without going to the texts."""
    dialogue, client = call(labelled), client_of(curator)
    read(Turn.objects.create(dialogue=dialogue, position=4, text="¿En Bilbao?"), annotator)
    card = revision.issues_of(issue_decisions.plan(dialogue))[0]
    where = url("show-issue", dialogue)
    part = client.get(where, {"issue": card.key}, headers=SCRIPT).content.decode()
    here = part[part.index('<div class="here">') : part.index("</p></div>")]
    assert here.count("<p ") == 3 and 'class="before"' in here and "id=" not in here
    assert part.index('<div class="here">') < part.index('data-act="')
    hidden = client.get(where, {"issue": card.key, "hide": "1"}, headers=SCRIPT).content.decode()
    assert '<p class="after"' in hidden and 'class="before"' not in hidden
    html = client.get(url("revise-dialogue", dialogue)).content.decode()
    row = html[html.index('<div class="entity"') :]
    assert '<span class="sr">Turns </span>' in row[: row.index("</h3>")]
