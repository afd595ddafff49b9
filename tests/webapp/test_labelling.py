"""The labelling pages over HTTP: who may, what a step answers, what a refusal looks like."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import (
    AccessEvent,
    Batch,
    Dialogue,
    QueryItem,
    Reading,
    Span,
    SpanEvent,
    Turn,
)

HTMX = {"HX-Request": "true"}
STEPS = ["spans", "clear", "proposals/accept", "proposals/1/accept", "undo", "redo", "finish"]
MOVES = ["skip", "flag", "reopen"]


@pytest.fixture
def item(batch: Batch) -> QueryItem:
    return batch.items.select_related("turn").get(turn__text__startswith="Soy Francisco")


@pytest.fixture
def client(client_of: Callable[[Any], Client], annotator: Any) -> Client:
    return client_of(annotator)


def url(item: QueryItem, path: str = "") -> str:
    return f"/p/support/label/{item.pk}" + (f"/{path}" if path else "")


def post(client: Client, item: QueryItem, path: str, **fields: Any) -> Any:
    reader = int(client.session["_auth_user_id"])
    reading = Reading.objects.filter(turn=item.turn, reader=reader).first()
    version = reading.version if reading else 0
    step = {"op_id": uuid.uuid4(), "version": version, "reader": reader} | fields
    return client.post(url(item, path), step, headers=HTMX)


def label(item: QueryItem, key: str) -> int:
    return item.batch.project.labels.get(key=key).pk


def propose(item: QueryItem, key: str = "P", start: int = 27, end: int = 33) -> Span:
    return Span.objects.create(
        turn=item.turn,
        start=start,
        end=end,
        label_id=label(item, key),
        status="proposed",
        confidence=0.924,
    )


def roots(html: str) -> int:
    """How many elements stand at the top of a fragment; void elements do not open one."""
    depth = found = 0
    for closing, name, rest in re.findall(r"<(/?)(\w+)([^>]*)>", html):
        if name in {"input", "br", "img", "meta", "link", "path", "circle"} or rest.endswith("/"):
            continue
        found += depth == 0 and not closing
        depth += -1 if closing else 1
    return found


# --- access -----------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["", *STEPS, *MOVES])
def test_an_outsider_finds_nothing(
    item: QueryItem, client_of: Callable[[Any], Client], outsider: Any, path: str
) -> None:
    call = post(client_of(outsider), item, path) if path else client_of(outsider).get(url(item))
    assert call.status_code == 404


@pytest.mark.parametrize("path", ["", *STEPS, *MOVES])
def test_a_reader_may_not_label(
    item: QueryItem, client_of: Callable[[Any], Client], reader: Any, path: str
) -> None:
    call = post(client_of(reader), item, path) if path else client_of(reader).get(url(item))
    assert call.status_code == 403
    assert not Reading.objects.exists()


@pytest.mark.parametrize("path", [*STEPS, *MOVES])
def test_a_step_is_not_a_link(client: Client, item: QueryItem, path: str) -> None:
    assert client.get(url(item, path)).status_code == 405


def test_an_item_of_another_project_is_not_here(
    client: Client, item: QueryItem, project: Any
) -> None:
    item.batch.project.__class__.objects.create(slug="other", name="Other")
    assert client.get(f"/p/other/label/{item.pk}").status_code == 404


def test_the_sign_in_page_waits_for_strangers(item: QueryItem, db: None) -> None:
    assert Client().get(url(item)).status_code == 302


# --- pages ------------------------------------------------------------------------------------
def test_the_next_item_is_given_out(client: Client, batch: Batch) -> None:
    response = client.get("/p/support/label")
    given = QueryItem.objects.get(reader__isnull=False)
    assert response.headers["Location"] == url(given)


def test_the_page_shows_the_turn_in_its_dialogue(client: Client, item: QueryItem) -> None:
    page = client.get(url(item)).content.decode()
    assert "<!doctype html>" in page
    assert f'id="turn-{item.turn_id}"' in page
    assert 'role="application"' in page
    assert '<span class="t" data-start="4" data-end="13">Francisco</span>' in page
    assert "le atiende Marta" in page
    assert "Batch 1 · 0 of 3" in page


def test_a_move_asks_for_the_middle_of_the_page(client: Client, item: QueryItem) -> None:
    fragment = client.get(url(item), headers=HTMX).content.decode()
    assert fragment.startswith(f'<div class="bench" id="work-{item.pk}"')
    assert roots(fragment) == 1


def test_going_back_in_the_browser_brings_the_whole_page(client: Client, item: QueryItem) -> None:
    again = client.get(url(item), headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert b"<!doctype html>" in again.content


def test_looking_takes_no_turn_and_is_written_down_once(client: Client, item: QueryItem) -> None:
    client.get(url(item))
    client.get(url(item))
    item.refresh_from_db()
    assert item.reader is None
    assert not Reading.objects.exists()
    seen = AccessEvent.objects.get()
    assert (seen.action, seen.dialogue_id) == ("label", item.turn.dialogue_id)


def test_pages_with_texts_are_not_kept_by_browsers(client: Client, item: QueryItem) -> None:
    response = client.get(url(item))
    assert response.headers["Cache-Control"] == "no-store, private"
    assert b'hx-history="false"' in response.content
    assert b"style=" not in response.content
    assert not re.search(rb"<script(?![^>]*src=)", response.content)


def test_texts_names_and_labels_are_escaped(client: Client, item: QueryItem) -> None:
    evil = "<script>alert(1)</script>"
    Turn.objects.filter(pk=item.turn_id).update(text=evil, speaker=evil)
    Dialogue.objects.filter(pk=item.turn.dialogue_id).update(external_id=evil)
    item.batch.project.labels.filter(key="P").update(name=evil, description=evil)
    propose(item, start=0, end=8)
    page = client.get(url(item)).content.decode()
    assert "alert" in page
    assert "<script>" not in page


def test_an_empty_turn_can_be_shown_and_finished(client: Client, item: QueryItem) -> None:
    Turn.objects.filter(pk=item.turn_id).update(text="")
    assert client.get(url(item)).status_code == 200
    assert post(client, item, "finish").status_code == 200


def test_queries_do_not_depend_on_the_size_of_the_corpus(client: Client, item: QueryItem) -> None:
    client.get(url(item))  # the first look is written down
    post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    small = _queries(client, item)
    _grow(item, 150)
    assert _queries(client, item) == small
    assert small[0] <= 19
    assert small[1] <= 22


def _queries(client: Client, item: QueryItem) -> tuple[int, int]:
    """Queries of a page and of a step that takes the place of a label."""
    fields = {"start": 4, "end": 13, "reader": client.session["_auth_user_id"]}
    version = Reading.objects.get(turn=item.turn).version
    step = {"op_id": uuid.uuid4(), "version": version, "label": label(item, "MS"[version % 2])}
    with CaptureQueriesContext(connection) as page:
        client.get(url(item))
    with CaptureQueriesContext(connection) as saved:
        assert client.post(url(item, "spans"), fields | step, headers=HTMX).status_code == 200
    return len(page), len(saved)


def _grow(item: QueryItem, copies: int) -> None:
    project, dialogue = item.batch.project, item.turn.dialogue
    number = item.batch.project.labels.get(key="N")
    last = dialogue.turns.count()
    turns = [Turn(dialogue=dialogue, position=last + n, text="seis uno") for n in range(copies)]
    for place in range(copies):
        other = Dialogue.objects.create(project=project, external_id=f"more-{place}", position=9)
        turns.append(Turn(dialogue=other, position=0, text="dos tres"))
    made = Turn.objects.bulk_create(turns)
    Span.objects.bulk_create(
        Span(turn=turn, start=0, end=4, label=number, status="proposed") for turn in made
    )
    QueryItem.objects.bulk_create(
        QueryItem(batch=item.batch, turn=turn, rank=9) for turn in made[:copies]
    )


def test_of_a_long_dialogue_the_turns_around_are_shown(client: Client, item: QueryItem) -> None:
    _grow(item, 100)
    page = client.get(url(item)).content.decode()
    assert page.count('<li class="turn') == 1 + 1 + 40
    assert page.count("of 104") == 1
    whole = client.get(url(item) + "?whole").content.decode()
    assert whole.count('<li class="turn') == 104


# --- steps ------------------------------------------------------------------------------------
def test_a_label_is_saved_and_the_turn_comes_back(client: Client, item: QueryItem) -> None:
    response = post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    fragment = response.content.decode()
    assert response.status_code == 200
    assert roots(fragment) == 1
    assert fragment.startswith(f'<li class="turn asked caller" id="turn-{item.turn_id}"')
    assert 'data-version="1"' in fragment
    assert 'data-k="M"' in fragment
    own = Span.objects.get()
    assert (own.start, own.end, own.label.key, own.author.username) == (4, 13, "M", "annotator")
    item.refresh_from_db()
    assert item.reader == own.author


def test_each_step_does_what_it_says(client: Client, item: QueryItem) -> None:
    proposals = [propose(item), propose(item, "M", 4, 13), propose(item, "S", 14, 22)]
    open_one, rejected, _left = proposals
    assert ".92" in client.get(url(item)).content.decode()
    post(client, item, f"proposals/{open_one.pk}/accept")
    post(client, item, f"proposals/{rejected.pk}/reject")
    assert _own(item) == [(27, 33, "accepted"), (4, 13, "rejected")]
    post(client, item, "proposals/accept", above=0.5)
    assert len(_own(item)) == 3
    post(client, item, "clear", start=14, end=15)
    assert len(_own(item)) == 2
    post(client, item, "undo")
    post(client, item, "undo")
    post(client, item, "redo")
    assert len(_own(item)) == 3
    assert SpanEvent.objects.count() == 7


def _own(item: QueryItem) -> list[tuple[int, int, str]]:
    own = Span.objects.filter(turn=item.turn, author__isnull=False).order_by("pk")
    return list(own.values_list("start", "end", "status"))


def test_a_repeated_request_is_applied_once(client: Client, item: QueryItem) -> None:
    fields = {"op_id": uuid.uuid4(), "start": 4, "end": 13, "label": label(item, "M"), "version": 0}
    for _ in range(3):
        assert post(client, item, "spans", **fields).status_code == 200
    assert Span.objects.count() == 1


def test_a_stale_step_gets_the_current_state(client: Client, item: QueryItem) -> None:
    post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    late = post(client, item, "spans", start=14, end=22, label=label(item, "S"), version=0)
    fragment = late.content.decode()
    assert late.status_code == 409
    assert 'data-version="1"' in fragment
    assert "changed in another window" in fragment
    assert 'data-k="M"' in fragment
    assert 'data-k="S"' not in fragment


BAD: list[tuple[str, dict[str, Any]]] = [
    ("spans", {"start": 4, "end": 13, "label": 10**9}),
    ("spans", {"start": 4, "end": 13}),
    ("spans", {"start": 4, "end": 10**30, "label": "M"}),
    ("spans", {"start": -1, "end": 3, "label": "M"}),
    ("spans", {"start": 13, "end": 4, "label": "M"}),
    ("spans", {"start": 4, "end": 99, "label": "M"}),
    ("spans", {"start": "x", "end": None or "", "label": "M"}),
    ("clear", {"start": 4, "end": 13, "op_id": "not-an-id"}),
    ("clear", {"start": 4, "end": 13, "version": ""}),
    ("clear", {"start": 4, "end": 13}),
    ("proposals/accept", {"above": "nan"}),
    ("proposals/accept", {}),
    ("proposals/999999/accept", {}),
    ("undo", {}),
    ("redo", {}),
    ("finish", {"seconds": -3}),
]


@pytest.mark.parametrize(("path", "fields"), BAD)
def test_bad_steps_are_refused_with_a_sentence(
    client: Client, item: QueryItem, path: str, fields: dict[str, Any]
) -> None:
    if fields.get("label") == "M":
        fields = fields | {"label": label(item, "M")}
    response = post(client, item, path, **fields)
    fragment = response.content.decode()
    assert response.status_code == 422
    assert roots(fragment) == 1
    assert re.search(r"data-message>[^<]{10,}<", fragment)
    assert not Span.objects.exists()
    assert not Reading.objects.exists()


def test_a_verb_that_is_none_is_refused(client: Client, item: QueryItem) -> None:
    assert post(client, item, f"proposals/{propose(item).pk}/eat").status_code == 422


def test_a_proposal_of_another_turn_is_refused(
    client: Client, item: QueryItem, batch: Batch
) -> None:
    other = batch.items.exclude(pk=item.pk).first()
    assert other is not None
    assert post(client, item, f"proposals/{propose(other, 'P', 0, 3).pk}/accept").status_code == 422


def test_steps_of_somebody_who_signed_in_between_are_not_taken(
    client: Client, item: QueryItem, second_annotator: Any
) -> None:
    fields = {"start": 4, "end": 13, "label": label(item, "M"), "reader": second_annotator.pk}
    assert post(client, item, "spans", **fields).status_code == 403
    assert not Span.objects.exists()


def test_a_turn_that_another_person_has_can_be_read_only(
    client: Client, item: QueryItem, client_of: Callable[[Any], Client], second_annotator: Any
) -> None:
    other = client_of(second_annotator)
    post(other, item, "spans", start=4, end=13, label=label(item, "M"))
    page = client.get(url(item)).content.decode()
    assert "Another person has this turn" in page
    assert 'data-do="finish"' not in page
    refused = post(client, item, "spans", start=4, end=22, label=label(item, "O"))
    assert refused.status_code == 409
    assert Span.objects.count() == 1


# --- moves ------------------------------------------------------------------------------------
def test_finishing_brings_the_next_turn(client: Client, batch: Batch) -> None:
    first, second, *_rest = batch.items.order_by("turn__position")
    response = post(client, first, "finish", seconds="7.5")
    assert response.headers["HX-Push-Url"] == url(second)
    assert f'id="work-{second.pk}"' in response.content.decode()
    reading = Reading.objects.get(turn=first.turn)
    assert (reading.status, reading.is_gold, reading.seconds) == ("done", True, 7.5)


def test_open_proposals_hold_the_turn_and_say_so(client: Client, item: QueryItem) -> None:
    propose(item)
    response = post(client, item, "finish")
    assert response.status_code == 422
    assert "1 proposal is undecided" in response.content.decode()
    item.refresh_from_db()
    assert item.status == "open"


def test_the_last_turn_leads_to_the_page_that_waits(client: Client, batch: Batch) -> None:
    responses = [post(client, item, "finish") for item in batch.items.order_by("turn__position")]
    assert responses[-1].headers["HX-Redirect"] == "/p/support/label"
    page = client.get("/p/support/label").content.decode()
    assert "Batch 1 is finished; the model is training" in page
    assert "No worker is running" in page
    poll = client.get("/p/support/label", headers=HTMX).content.decode()
    assert poll.startswith('<section class="empty"')
    assert roots(poll) == 1
    assert 'hx-trigger="every 1s"' in poll


def test_the_waiting_page_moves_on_when_there_is_a_turn(client: Client, batch: Batch) -> None:
    poll = client.get("/p/support/label", headers=HTMX)
    assert poll.headers["HX-Redirect"].startswith("/p/support/label/")


def test_a_failed_training_can_be_started_again_by_who_may(
    client: Client, client_of: Callable[[Any], Client], curator: Any, batch: Batch
) -> None:
    for item in batch.items.all():
        post(client, item, "skip")
    batch.project.runs.update(status="failed", error="The model file is damaged.")
    page = client.get("/p/support/label").content.decode()
    assert "The model file is damaged." in page
    assert "Try again" not in page
    assert "Try again" in client_of(curator).get("/p/support/label").content.decode()


def test_skip_flag_and_reopen(client: Client, item: QueryItem) -> None:
    flagged = post(client, item, "flag", flagged="on")
    assert "data-flagged" in flagged.content.decode()
    assert "data-flagged" not in post(client, item, "flag").content.decode()
    assert post(client, item, "skip").status_code == 200
    item.refresh_from_db()
    assert item.status == "skipped"
    again = post(client, item, "reopen")
    assert 'data-status="open"' in again.content.decode()
    item.refresh_from_db()
    assert item.status == "open"
