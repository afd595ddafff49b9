"""Steps on a turn over HTTP: what is saved, what comes back, what a refusal looks like."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from annotation.models import Assignment, Batch, QueryItem, Reading, Span, SpanEvent, Turn
from tests.webapp.html import roots, squeezed
from tests.webapp.label_client import HTMX, label, own, page_url, post, propose, turn_url

STEPS = ["spans", "move", "clear", "proposals/accept", "proposals/1/accept", "undo", "redo"]


def answers_to(client: Client, item: QueryItem) -> set[int]:
    """The status of the turn and of each step."""
    stepped = {post(client, item, path).status_code for path in STEPS}
    return stepped | {client.get(turn_url(item)).status_code}


def test_outsiders_find_nothing_and_readers_may_not_label(
    item: QueryItem, client_of: Callable[[Any], Client], outsider: Any, reader: Any
) -> None:
    assert answers_to(client_of(outsider), item) == {404}
    assert answers_to(client_of(reader), item) == {403}
    assert not Reading.objects.exists()


def test_a_step_is_not_a_link(client: Client, item: QueryItem) -> None:
    assert {client.get(turn_url(item, path)).status_code for path in STEPS} == {405}


# --- steps ------------------------------------------------------------------------------------
def test_a_label_is_saved_and_the_turn_comes_back(client: Client, item: QueryItem) -> None:
    response = post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    fragment = response.content.decode()
    assert response.status_code == 200
    assert roots(fragment) == 1
    assert squeezed(fragment).startswith(f'<li class="turn asked caller" id="turn-{item.turn_id}"')
    assert 'data-version="1"' in fragment
    assert 'data-k="M"' in fragment
    said = Span.objects.get()
    assert (said.start, said.end, said.label.key, said.reading.reader.username) == (
        4,
        13,
        "M",
        "annotator",
    )
    assert Assignment.objects.get().reader == said.reading.reader


def test_each_step_does_what_it_says(client: Client, item: QueryItem) -> None:
    proposals = [propose(item), propose(item, "M", 4, 13), propose(item, "S", 14, 22)]
    open_one, rejected, _left = proposals
    assert ".92" in client.get(page_url(item)).content.decode()
    post(client, item, f"proposals/{open_one.pk}/accept")
    post(client, item, f"proposals/{rejected.pk}/reject")
    assert own(item) == [(27, 33, "accepted"), (4, 13, "rejected")]
    post(client, item, "proposals/accept", above=0.5)
    assert len(own(item)) == 3
    post(client, item, "clear", start=14, end=15)
    assert len(own(item)) == 2
    post(client, item, "undo")
    post(client, item, "undo")
    post(client, item, "redo")
    assert len(own(item)) == 3
    assert SpanEvent.objects.count() == 7


def _own(item: QueryItem) -> list[tuple[int, int, str]]:
    own = Span.objects.filter(turn=item.turn, reading__isnull=False).order_by("pk")
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
    ("spans", {"start": 4, "end": 13, "label": "M", "words": "4-13 x"}),
    ("spans", {"start": 4, "end": 13, "label": "M", "words": "4-13-20"}),
    ("spans", {"start": 4, "end": 13, "label": "M", "words": "1-2 " * 1001}),
    ("spans", {"start": 4, "end": 13, "label": "M", "words": "0-13"}),
    ("clear", {"start": 4, "end": 13, "op_id": "not-an-id"}),
    ("clear", {"start": 4, "end": 13, "version": ""}),
    ("clear", {"start": 4, "end": 13}),
    ("proposals/accept", {"above": "nan"}),
    ("proposals/accept", {}),
    ("proposals/999999/accept", {}),
    ("undo", {}),
    ("redo", {}),
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
    assert re.search(r"data-message>[^<]{10,}<", squeezed(fragment))
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


# --- turns that nobody asks about --------------------------------------------------------------
@pytest.fixture
def context(item: QueryItem) -> Turn:
    """A turn of the same dialogue that is not asked."""
    return Turn.objects.get(dialogue=item.turn.dialogue_id, text__startswith="<%eh>")


def on(client: Client, turn: Turn, path: str, **fields: Any) -> Any:
    reader = int(client.session["_auth_user_id"])
    reading = Reading.objects.filter(turn=turn, reader=reader).first()
    step = {"op_id": uuid.uuid4(), "version": reading.version if reading else 0, "reader": reader}
    return client.post(f"/p/support/turns/{turn.pk}/{path}", step | fields, headers=HTMX)


def test_a_turn_of_the_context_is_opened_and_looking_changes_nothing(
    client: Client, context: Turn
) -> None:
    fragment = client.get(f"/p/support/turns/{context.pk}", headers=HTMX).content.decode()
    assert roots(fragment) == 1
    assert squeezed(fragment).startswith('<li class="turn opened caller"')
    assert "data-asked" not in fragment
    assert 'data-do="finish"' not in fragment
    assert 'data-do="clear"' in fragment
    assert not Reading.objects.exists()


def test_the_asked_turn_is_opened_as_the_asked_one(client: Client, item: QueryItem) -> None:
    fragment = client.get(f"{turn_url(item)}?item={item.pk}", headers=HTMX).content.decode()
    assert 'data-do="finish"' in fragment
    other = client.get(f"{turn_url(item)}?item={item.pk + 1}", headers=HTMX).content.decode()
    assert "data-asked" not in other


def test_a_turn_of_the_context_is_labelled_and_no_seat_is_taken(
    client: Client, item: QueryItem, context: Turn
) -> None:
    response = on(client, context, "spans", start=0, end=4, label=label(item, "X"), item=item.pk)
    assert response.status_code == 200
    assert Span.objects.get().turn == context
    assert not Assignment.objects.exists()


def test_undo_names_the_turns_that_it_changed_elsewhere(
    client: Client, item: QueryItem, context: Turn
) -> None:
    on(client, context, "spans", start=0, end=4, label=label(item, "X"))
    here = post(client, item, "undo")
    assert here.status_code == 200
    assert here.headers["X-Changed-Turns"] == str(context.pk)
    assert "X-Changed-Turns" not in on(client, context, "redo").headers


def test_changed_turns_are_drawn_again_together(client: Client, item: QueryItem) -> None:
    turns = list(item.turn.dialogue.turns.all())
    pks = "&".join(f"pk={turn.pk}" for turn in turns)
    fragment = client.get(f"/p/support/turns?{pks}", headers=HTMX).content.decode()
    assert roots(fragment) == 1
    assert fragment.count("data-url=") == len(turns)
    assert client.get("/p/support/turns?pk=x", headers=HTMX).status_code == 422
    assert client.get("/p/support/turns", headers=HTMX).status_code == 422


def test_a_label_gets_new_bounds(client: Client, item: QueryItem) -> None:
    post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    moved = post(client, item, "move", start=4, end=13, new_start=4, new_end=22)
    assert moved.status_code == 200
    assert own(item) == [(4, 22, "accepted")]


@pytest.mark.parametrize(("start", "end"), [(-1, 5), (5, 5), (0, 10**6), ("", 3)])
def test_bounds_that_are_none_are_refused(
    client: Client, item: QueryItem, start: Any, end: Any
) -> None:
    post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    refused = post(client, item, "move", start=4, end=13, new_start=start, new_end=end)
    assert refused.status_code == 422
    assert own(item) == [(4, 13, "accepted")]


def test_a_carriage_return_keeps_its_place(client: Client, item: QueryItem) -> None:
    """A browser reads CR LF in a page as one character; offsets count two."""
    Turn.objects.filter(pk=item.turn_id).update(text="uno\r\ndos")
    page = client.get(page_url(item)).content.decode()
    assert '<span class="g" data-start="3" data-end="5">&#13;\n</span>' in page
