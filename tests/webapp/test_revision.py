"""The revision pages: who may, what a step answers, and that each fragment has one root."""

import re
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import AccessEvent, Decision, Dialogue, TrainingRun
from annotation.services import replacement
from tests.labelled import call, read_all

ACTIONS = ("decide-issue", "edit-surrogate", "undo-decision", "approve-dialogue")


@pytest.fixture
def labelled(project: Any, annotator: Any) -> Any:
    read_all(project, annotator)
    return project


def url(name: str, dialogue: Dialogue) -> str:
    return reverse(name, args=[dialogue.project.slug, dialogue.pk])


def place_key(dialogue: Dialogue) -> str:
    found = replacement.plan(dialogue).result.replacements
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
    assert (event.user, event.action, event.dialogue) == (curator, "revise", dialogue)
    assert html.index("issues-") < html.index("pairs-") < html.index("entities-")
    assert "style=" not in html


@pytest.mark.parametrize("name", ["revise-dialogue", *ACTIONS])
def test_outsiders_see_nothing_and_annotators_may_not(
    labelled: Any, outsider: Any, annotator: Any, reader: Any, client_of: Any, name: str
) -> None:
    where = url(name, call(labelled))
    method = "get" if name == "revise-dialogue" else "post"
    assert getattr(client_of(outsider), method)(where).status_code == 404
    for person in (annotator, reader):
        assert getattr(client_of(person), method)(where).status_code == 403
    assert not AccessEvent.objects.exists()


@pytest.mark.parametrize("name", ACTIONS)
def test_steps_are_posted(labelled: Any, curator: Any, client_of: Any, name: str) -> None:
    assert client_of(curator).get(url(name, call(labelled))).status_code == 405


@pytest.mark.parametrize("name", ["decide-issue", "edit-surrogate"])
@pytest.mark.parametrize(
    "data", [{}, {"turn": "x", "mentions": ""}, {"action": "burn", "kind": "burn"}]
)
def test_a_bad_form_changes_nothing(
    labelled: Any, curator: Any, client_of: Any, name: str, data: dict[str, str]
) -> None:
    dialogue = call(labelled)
    answer = client_of(curator).post(url(name, dialogue), data)
    assert answer.status_code == 422
    assert is_one_root(answer.content.decode(), f"revision-{dialogue.pk}")
    assert 'role="alert"' in answer.content.decode()
    assert not Decision.objects.exists()


def test_an_edit_answers_one_fragment_with_undo(
    labelled: Any, curator: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    data = {"mentions": place_key(dialogue), "kind": "surrogate", "text": "Zamora"}
    answer = client_of(curator).post(url("edit-surrogate", dialogue), data)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert is_one_root(html, f"revision-{dialogue.pk}")
    assert "Zamora" in html
    assert html.count('class="toast"') == 1
    back = client_of(curator).post(url("undo-decision", dialogue)).content.decode()
    assert "Zamora" not in back


def test_a_typed_original_is_refused_with_a_sentence(
    labelled: Any, curator: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    data = {"mentions": place_key(dialogue), "kind": "surrogate", "text": "Olabarri"}
    answer = client_of(curator).post(url("edit-surrogate", dialogue), data)
    assert answer.status_code == 422
    assert "This shows an original of this dialogue" in answer.content.decode()


def test_approving_leads_on(labelled: Any, curator: Any, client_of: Any) -> None:
    first, second = call(labelled), call(labelled, "call-2")
    answer = client_of(curator).post(url("approve-dialogue", second))
    assert answer.status_code == 200
    second.refresh_from_db()
    assert second.approved_by == curator
    to_next = client_of(curator).get(reverse("revise-next", args=[labelled.slug]))
    assert to_next.headers["Location"] == url("revise-dialogue", first)


def test_an_unread_dialogue_is_not_approved(project: Any, curator: Any, client_of: Any) -> None:
    dialogue = call(project)
    answer = client_of(curator).post(url("approve-dialogue", dialogue))
    assert answer.status_code == 422
    dialogue.refresh_from_db()
    assert dialogue.approved_at is None


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
