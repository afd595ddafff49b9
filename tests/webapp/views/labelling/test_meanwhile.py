"""The page of a finished batch: what it offers while the model learns, and the way back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import (
    Assignment,
    Batch,
    Guideline,
    Project,
    QueryItem,
    Reading,
    TrainingRun,
    Turn,
)
from annotation.services.jobs import lifecycle
from annotation.services.jobs.workers import note_worker
from annotation.services.labelling import queue
from tests.annotation.services.team.test_meanwhile import reads_otherwise
from tests.labelled import finish
from tests.webapp.html import squeezed
from tests.webapp.label_client import HTMX, page_url, post

NEXT = "/p/support/label"


@pytest.fixture
def learning(batch: Batch, annotator: Any) -> list[QueryItem]:
    """A batch that the annotator has read and the model learns from; it doubts two of its turns."""
    items = list(queue.batch_items(batch))
    reads_otherwise(batch.project, [item.turn for item in items])
    for item in items:
        finish(item, annotator)
    assert TrainingRun.objects.filter(status="queued").exists()
    return items


def shown(client: Client, url: str = NEXT, **more: Any) -> str:
    return squeezed(client.get(url, **more).content.decode())


def test_it_offers_only_what_is_there(
    learning: list[QueryItem], client: Client, project: Project
) -> None:
    page = shown(client)
    assert "Batch 1 is finished" in page
    assert "Look again at 2 turns of yours" in page
    assert "Second reading" not in page and "guidelines</h3>" not in page and "Answer" not in page
    assert 'aria-keyshortcuts="1"' in page and 'aria-keyshortcuts="2"' not in page
    Guideline.objects.create(project=project, version=1, text='"Paco" is a name.')
    assert "1 example in the guidelines" in shown(client)
    assert "<p>“Paco” is a name.</p>" in shown(client)
    assert 'aria-keyshortcuts="2"' in shown(client)


def test_one_may_go_on_with_turns_that_are_chosen_already(
    learning: list[QueryItem], client: Client, project: Project, second_annotator: Any,
    client_of: Callable[[Any], Client],
) -> None:  # fmt: skip
    spare = Turn.objects.filter(query_item=None, dialogue__split="pool").exclude(text="")
    turn = spare.first()
    assert turn
    Batch.objects.update(spare=[turn.pk])
    page = shown(client)
    assert "Go on without waiting" in page and 'aria-keyshortcuts="1 Space"' in page
    assert page.count("btn main") == 1
    more = reverse("label-more", args=["support"])
    assert client.post(more).headers["Location"] == NEXT
    item = QueryItem.objects.get(turn=turn)
    assert client.get(NEXT).headers["Location"] == page_url(item)
    assert client_of(second_annotator).post(more).headers["Location"] == NEXT
    assert QueryItem.objects.count() == len(learning) + 1
    assert "it came next when this batch was chosen" in shown(client, page_url(item))
    # At their end the page is as it was before, and the round that learns is still the only one.
    assert post(client, item, "finish").headers["HX-Redirect"] == NEXT
    assert "Go on without waiting" not in shown(client)
    assert TrainingRun.objects.filter(status="queued").count() == 1


def test_while_it_is_asked_again_only_the_state_is_drawn(
    learning: list[QueryItem], client: Client, project: Project
) -> None:
    target = {**HTMX, "HX-Target": f"waiting-{project.pk}"}
    part = shown(client, headers=target)
    assert part.startswith("<section") and "meanwhile" not in part


def test_no_word_of_a_turn_and_nothing_of_others_is_on_it(
    learning: list[QueryItem], client: Client, second_annotator: Any,
    client_of: Callable[[Any], Client],
) -> None:  # fmt: skip
    page = shown(client)
    assert not any(turn.text in page for turn in Turn.objects.all())
    assert "annotator" not in shown(client_of(second_annotator)).split("<main")[1]
    assert "Look again" not in shown(client_of(second_annotator))


def test_nothing_stands_at_naught_percent(learning: list[QueryItem], client: Client) -> None:
    note_worker()
    run = TrainingRun.objects.get(status="queued")
    assert lifecycle.claim_job(TrainingRun, run.pk)
    page = shown(client)
    assert "just begun" in page and 'value="0"' not in page
    line = shown(client, reverse("show-line", args=["support"]))
    assert "just begun" in line and "0&nbsp;%" not in line and "<progress" not in line
    TrainingRun.objects.filter(pk=run.pk).update(progress=0.25, phase="training")
    assert 'value="25"' in shown(client)


def test_further_readings_are_offered_while_the_model_learns_and_given_else(
    learning: list[QueryItem], second_annotator: Any, client_of: Callable[[Any], Client]
) -> None:
    first, second, _third = learning
    QueryItem.objects.filter(pk__in=[first.pk, second.pk]).update(readers=2, status="open")
    client = client_of(second_annotator)
    page = shown(client)
    assert "Second reading of 2 turns" in page
    assert not Assignment.objects.filter(reader=second_annotator).exists()
    answer = client.get(f"{NEXT}?second")
    assert answer.headers["Location"] == page_url(first)
    # Who has begun goes on with them.
    assert post(client, first, "finish").headers["HX-Push-Url"] == page_url(second)
    assert post(client, second, "finish").headers["HX-Redirect"] == NEXT


def test_at_the_end_of_a_batch_one_is_not_led_on_to_a_further_reading(
    batch: Batch, client: Client, annotator: Any, second_annotator: Any
) -> None:
    first, second, third = queue.batch_items(batch)
    QueryItem.objects.filter(pk=first.pk).update(readers=2)
    finish(first, second_annotator)
    finish(second, second_annotator)
    TrainingRun.objects.all().delete()
    TrainingRun.objects.create(project=batch.project, number=1)
    page = client.get(page_url(third)).content.decode()
    assert 'data-state="second"' in page
    assert post(client, third, "finish").headers["HX-Redirect"] == NEXT
    TrainingRun.objects.update(status="done")
    assert client.get(NEXT).headers["Location"] == page_url(first)


def test_one_s_own_turns_are_looked_at_again_one_after_the_other(
    learning: list[QueryItem], client: Client
) -> None:
    first, second, _third = learning
    start = reverse("label-again", args=["support"])
    assert client.get(start).headers["Location"] == f"{page_url(first)}?again"
    page = shown(client, f"{page_url(first)}?again")
    assert "reads it otherwise than you did" in page and "To look at again · 2" in page
    assert f'href="{page_url(second)}?again"' in page
    answer = post(client, first, "finish", again="on")
    assert answer.headers["HX-Push-Url"] == f"{page_url(second)}?again"
    # B leaves a turn as it is, and the end leads back to the page of the batch.
    assert post(client, second, "skip", again="on").headers["HX-Redirect"] == NEXT
    assert set(Reading.objects.values_list("status", flat=True)) == {"done"}
    assert client.get(start).headers["Location"] == NEXT


def test_a_turn_that_is_not_to_be_looked_at_again_opens_as_ever(
    learning: list[QueryItem], client: Client
) -> None:
    page = shown(client, f"{page_url(learning[2])}?again")
    assert "reads it otherwise" not in page and "Batch 1" in page


def test_the_next_batch_is_announced_and_goes_first(
    learning: list[QueryItem], client: Client, project: Project, reader: Any,
    client_of: Callable[[Any], Client],
) -> None:  # fmt: skip
    note_worker()
    run = TrainingRun.objects.get(status="queued")
    claimed = lifecycle.claim_job(TrainingRun, run.pk)
    assert claimed
    new = Batch.objects.create(project=project, number=2, strategy="random")
    turn = Turn.objects.filter(dialogue__project=project, query_item=None).first()
    item = QueryItem.objects.create(batch=new, turn=turn, rank=0)
    lifecycle.finish_job(claimed)
    line = reverse("show-line", args=["support"]) + f"?followed=trainingrun-{run.pk}"
    said = shown(client, line)
    assert "The next batch is here" in said and "<kbd>Space</kbd>" in said
    assert f'href="{NEXT}"' in said
    assert "The next batch is here" not in shown(client_of(reader), line)
    # Space on a turn that she looks at again leads there.
    answer = post(client, learning[0], "finish", again="on")
    assert answer.headers["HX-Push-Url"] == page_url(item)
    assert "The next batch is here" not in shown(client, line)
