"""The labelling pages over HTTP: who may, what is given out, what becomes of an item."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import (
    AccessEvent,
    Assignment,
    Batch,
    Dialogue,
    QueryItem,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from tests.webapp.html import roots, squeezed
from tests.webapp.label_client import HTMX, label, page_url, post, propose, turn_url

ITEM_STEPS = ["finish", "skip", "flag", "reopen"]


# --- access -----------------------------------------------------------------------------------
def answers_to(client: Client, item: QueryItem) -> set[int]:
    """The status of the page and of each step."""
    stepped = {post(client, item, path).status_code for path in ITEM_STEPS}
    return stepped | {client.get(page_url(item)).status_code}


def test_outsiders_find_nothing_and_readers_may_not_label(
    item: QueryItem, client_of: Callable[[Any], Client], outsider: Any, reader: Any
) -> None:
    assert answers_to(client_of(outsider), item) == {404}
    assert answers_to(client_of(reader), item) == {403}
    assert not Reading.objects.exists()


def test_a_step_is_not_a_link(client: Client, item: QueryItem) -> None:
    assert {client.get(page_url(item, path)).status_code for path in ITEM_STEPS} == {405}


def test_an_item_of_another_project_is_not_here(
    client: Client, item: QueryItem, project: Any
) -> None:
    item.batch.project.__class__.objects.create(slug="other", name="Other")
    assert client.get(f"/p/other/label/{item.pk}").status_code == 404


def test_the_sign_in_page_waits_for_strangers(item: QueryItem, db: None) -> None:
    assert Client().get(page_url(item)).status_code == 302


# --- pages ------------------------------------------------------------------------------------
def test_the_next_item_is_given_out(client: Client, batch: Batch) -> None:
    response = client.get("/p/support/label")
    given = Assignment.objects.get().item
    assert response.headers["Location"] == page_url(given)


def test_the_page_shows_the_turn_in_its_dialogue(client: Client, item: QueryItem) -> None:
    page = client.get(page_url(item)).content.decode()
    assert "<!doctype html>" in page
    assert f'id="turn-{item.turn_id}"' in page
    assert 'role="application"' in page
    assert '<span class="t" data-start="4" data-end="13">Francisco</span>' in page
    assert "le atiende Marta" in page
    assert "Batch 1 · 0 of 3" in page


def test_a_move_asks_for_the_middle_of_the_page(client: Client, item: QueryItem) -> None:
    fragment = client.get(page_url(item), headers=HTMX).content.decode()
    assert squeezed(fragment).startswith('<div class="bench')
    assert f'id="work-{item.pk}"' in fragment
    assert roots(fragment) == 1


def test_going_back_in_the_browser_brings_the_whole_page(client: Client, item: QueryItem) -> None:
    again = client.get(page_url(item), headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert b"<!doctype html>" in again.content


def test_looking_takes_no_turn_and_is_written_down(client: Client, item: QueryItem) -> None:
    client.get(page_url(item))
    client.get(page_url(item))
    assert not Assignment.objects.exists()
    assert not Reading.objects.exists()
    seen = AccessEvent.objects.values_list("purpose", "dialogue_id", "detail__item")
    assert list(seen) == [("label", item.turn.dialogue_id, item.pk)] * 2


def test_finishing_a_turn_opens_the_next_and_is_written_down(
    client: Client, item: QueryItem
) -> None:
    client.get(page_url(item))
    answer = post(client, item, "finish")
    shown = int(answer.headers["HX-Push-Url"].rsplit("/")[-1])
    assert shown != item.pk
    seen = AccessEvent.objects.order_by("pk").values_list("purpose", "detail__item")
    assert list(seen) == [("label", item.pk), ("label", shown)]


def test_pages_with_texts_are_not_kept_by_browsers(client: Client, item: QueryItem) -> None:
    response = client.get(page_url(item))
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
    page = client.get(page_url(item)).content.decode()
    assert "alert" in page
    assert "<script>" not in page


def test_a_proposal_tells_how_surely_it_is_personal_and_named(
    client: Client, item: QueryItem
) -> None:
    """Where one CRF finds and another names, both say how sure they are; else there is one."""
    span = propose(item, start=4, end=13)
    Span.objects.filter(pk=span.pk).update(confidence=0.71)
    assert "title=" not in _proposal(client, item)
    Span.objects.filter(pk=span.pk).update(extra={"found": 0.964})
    told = _proposal(client, item)
    assert 'title="personal .96, as ' in told and ' .71"' in told
    assert "71 percent; personal, 96 percent" in told


def _proposal(client: Client, item: QueryItem) -> str:
    page = client.get(page_url(item)).content.decode()
    found = re.search(r'<mark class="span f-[^"]* machine".*?</mark>', page, re.DOTALL)
    assert found
    return found[0]


def test_an_empty_turn_can_be_shown_and_finished(client: Client, item: QueryItem) -> None:
    Turn.objects.filter(pk=item.turn_id).update(text="")
    assert client.get(page_url(item)).status_code == 200
    assert post(client, item, "finish").status_code == 200


def test_queries_do_not_depend_on_the_size_of_the_corpus(client: Client, item: QueryItem) -> None:
    client.get(page_url(item))  # the first look is written down
    post(client, item, "spans", start=4, end=13, label=label(item, "M"))
    small = _queries(client, item)
    _grow(item, 150)
    assert _queries(client, item) == small
    assert small[0] <= 27
    assert small[1] <= 29


def _queries(client: Client, item: QueryItem) -> tuple[int, int]:
    """Queries of a page and of a step that takes the place of a label."""
    fields = {"start": 4, "end": 13, "reader": client.session["_auth_user_id"]}
    version = Reading.objects.get(turn=item.turn).version
    step = {"op_id": uuid.uuid4(), "version": version, "label": label(item, "MS"[version % 2])}
    fields["item"] = item.pk
    with CaptureQueriesContext(connection) as page:
        client.get(page_url(item))
    with CaptureQueriesContext(connection) as saved:
        assert client.post(turn_url(item, "spans"), fields | step, headers=HTMX).status_code == 200
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
    page = client.get(page_url(item)).content.decode()
    assert len(re.findall('<li [^>]*class="turn', page)) == 1 + 1 + 40
    assert page.count("of 104") == 1
    whole = client.get(page_url(item) + "?whole").content.decode()
    assert len(re.findall('<li [^>]*class="turn', whole)) == 104


# --- moves ------------------------------------------------------------------------------------
def test_finishing_brings_the_next_turn(client: Client, batch: Batch) -> None:
    first, second, *_rest = batch.items.order_by("turn__position")
    response = post(client, first, "finish", seconds="7.5")
    assert response.headers["HX-Push-Url"] == page_url(second)
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
    assert "Batch 1 is finished" in page and "The model waits to learn from its turns" in page
    assert "No worker is running" in page
    poll = client.get("/p/support/label", headers=HTMX).content.decode()
    assert squeezed(poll).startswith('<section class="empty"')
    assert roots(poll) == 1
    assert 'hx-trigger="every 1s"' in poll
    TrainingRun.objects.update(status="running", heartbeat_at=timezone.now())
    page = client.get("/p/support/label").content.decode()
    assert "The model learns from its turns" in page


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
    assert ">Try again<" not in page
    assert ">Try again<" in client_of(curator).get("/p/support/label").content.decode()


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


def test_a_turn_that_another_person_has_is_left_by_space(
    client: Client, item: QueryItem, client_of: Callable[[Any], Client], second_annotator: Any
) -> None:
    post(client_of(second_annotator), item, "spans", start=4, end=13, label=label(item, "M"))
    page = client.get(page_url(item)).content.decode()
    assert "Another person has this turn" in page
    assert " data-held" in page
    assert 'data-do="skip"' not in page
    assert post(client, item, "skip").status_code == 409
    kept = post(client, item, "spans", start=4, end=22, label=label(item, "O"))
    assert kept.status_code == 200  # made all the same, so it is hers to finish
    assert " data-held" not in kept.content.decode()
    assert post(client, item, "finish").status_code == 200


# --- what she reads of herself, of others and of the model -------------------------------------
def test_her_own_progress_and_the_flags_stand_in_the_queue(client: Client, batch: Batch) -> None:
    first, second, third = batch.items.order_by("turn__position")
    post(client, first, "finish")
    post(client, second, "flag", flagged="on")
    third.turn.dialogue, third.turn.position = Dialogue.objects.get(external_id="call-2"), 9
    third.turn.save()
    page = squeezed(client.get(page_url(third)).content.decode())
    assert '<dd class="num" data-mine-batch>1</dd>' in page
    assert '<bdi class="name" title="call-2">2</bdi>' in page  # without what all are called
    assert '<dd class="num" data-mine-today>1</dd>' in page
    assert "⚑" in page


def test_what_was_done_yesterday_is_not_today(client: Client, batch: Batch) -> None:
    first, second, *_rest = batch.items.order_by("turn__position")
    post(client, first, "finish")
    Reading.objects.update(done_at=timezone.now() - timedelta(days=2))
    page = client.get(page_url(second)).content.decode()
    assert "data-mine-today>0<" in squeezed(page)


def test_a_shared_turn_says_how_many_read_it(client: Client, item: QueryItem) -> None:
    assert "read by" not in client.get(page_url(item)).content.decode()
    QueryItem.objects.filter(pk=item.pk).update(readers=2)
    assert "read by 2" in client.get(page_url(item)).content.decode()


def test_of_a_model_that_may_not_propose_yet_the_page_says_why(
    client: Client, item: QueryItem
) -> None:
    TrainingRun.objects.create(
        project=item.batch.project, number=1, status="done", folder="m", metrics={"f1": 0.41}
    )
    early = "Model 1 has F1 .41; it proposes from .60 on"
    for state, said in (("shown", "Model 1 in use"), ("early", early), ("hidden", None)):
        QueryItem.objects.filter(pk=item.pk).update(proposals=state)
        page = client.get(page_url(item)).content.decode()
        assert line_of(page) == (said or "")


def test_the_line_below_a_turn_says_what_is_so_of_that_turn(
    client: Client, item: QueryItem
) -> None:
    """Its batch may have been chosen by a weaker model; one drawn by chance is no model's fault."""
    good = {"f1": 0.71, "on": "cross-validation"}
    project = item.batch.project
    assert "No model yet" in client.get(page_url(item)).content.decode()
    run = TrainingRun.objects.create(
        project=project, number=3, status="done", folder="m", metrics=good
    )
    QueryItem.objects.filter(pk=item.pk).update(proposals="early")
    page = client.get(page_url(item)).content.decode()
    assert "Model 3 proposes, but this turn was chosen before it did" in page
    QueryItem.objects.filter(pk=item.pk).update(reason="audit")
    page = client.get(page_url(item)).content.decode()
    assert "Drawn by chance to measure the model, so it says nothing here" in page
    TrainingRun.objects.filter(pk=run.pk).update(metrics=good | {"f1": 0.41})
    page = client.get(page_url(item)).content.decode()
    assert "Drawn by chance to measure the model" in page and "propose" not in line_of(page)
    QueryItem.objects.filter(pk=item.pk).update(reason="target")
    line = line_of(client.get(page_url(item)).content.decode())
    assert line == "Model 3 has F1 at least .41; it proposes from .60 on"


def line_of(page: str) -> str:
    return page.partition('class="of-model">')[2].partition("</span>")[0].strip()


def test_groups_of_labels_cannot_be_chosen(client: Client, item: QueryItem) -> None:
    project = item.batch.project
    group = project.labels.create(name="person", key="", position=0)
    project.labels.filter(key__in="FMS").update(parent=group)
    page = client.get(page_url(item)).content.decode()
    assert '<li class="group">Person</li>' in page
    assert f'data-label="{group.pk}"' not in page
