"""Approval: it leads on, over a warning it asks why, and what nobody read is not approved."""

import re
from typing import Any

from django.urls import reverse
from django.utils import timezone

from annotation.models import Decision, Reading, Turn
from annotation.services.revision import issue_decisions
from annotation.services.revision import page as revision
from tests.labelled import call, read
from tests.webapp.views.revision.steps import SCRIPT, step, url


def test_approving_leads_on(labelled: Any, curator: Any, client_of: Any) -> None:
    first, second = call(labelled), call(labelled, "call-2")
    client = client_of(curator)
    answer = step(client, "approve-dialogue", second, hide="1")
    assert answer.status_code == 204
    following = f"{url('revise-dialogue', first)}?approved={second.pk}"
    assert answer.headers["HX-Redirect"] == f"{following}&hide=1"
    second.refresh_from_db()
    assert second.approved_by == curator
    html = client.get(following).content.decode()
    assert "call-2 is approved." in html and url("revise-dialogue", second) in html
    assert "is approved." not in client.get(f"{following}0").content.decode()
    to_next = client.get(reverse("revise-next", args=[labelled.slug]))
    assert to_next.headers["Location"] == url("revise-dialogue", first)
    # The last one stays; without scripts the way is the same.
    last = step(client, "approve-dialogue", first)
    assert last.status_code == 200 and "Approved." in last.content.decode()
    step(client, "undo-decision", second)
    plain = {"state": issue_decisions.plan(first).state}
    step(client, "undo-decision", first)
    answer = client.post(url("approve-dialogue", first), plain)
    assert answer.headers["Location"] == f"{url('revise-dialogue', second)}?approved={first.pk}"


def test_approving_with_an_open_warning_asks_why_and_keeps_it(
    labelled: Any, annotator: Any, curator: Any, client_of: Any
) -> None:
    dialogue, client = call(labelled), client_of(curator)
    turn = Turn.objects.create(dialogue=dialogue, position=4, text="¿Y la señora Andrés?")
    read(turn, annotator, [("Andrés", "male name")])
    assert issue_decisions.plan(dialogue).warnings
    html = client.get(url("revise-dialogue", dialogue)).content.decode()
    assert "Why is it fine" in html and 'class="why" hidden' in html
    refused = step(client, "approve-dialogue", dialogue, panel="approve")
    assert refused.status_code == 422
    assert refused.headers["HX-Retarget"] == "#problem-approve"
    plain = client.post(
        url("approve-dialogue", dialogue), {"state": issue_decisions.plan(dialogue).state}
    )
    assert plain.status_code == 422 and 'class="why" hidden' not in plain.content.decode()
    named = step(client, "approve-dialogue", dialogue, panel="approve", reason="of Francisco")
    assert "leave what the dialogue says out of it" in named.content.decode()
    assert not Decision.objects.exists()
    assert step(client, "approve-dialogue", dialogue, reason="heard twice").status_code == 204
    assert "<q>heard twice</q>" in client.get(url("revise-dialogue", dialogue)).content.decode()
    # Taken back and approved again: both words are kept.
    assert step(client, "undo-decision", dialogue).status_code == 200
    assert "<q>" not in client.get(url("revise-dialogue", dialogue)).content.decode()
    step(client, "approve-dialogue", dialogue, reason="asked the team")
    told = client.get(url("show-decisions", dialogue), headers=SCRIPT).content.decode()
    assert told.count("approved the dialogue") == 2
    assert "heard twice" in told and "asked the team" in told and "taken back" in told
    now = revision.page_of(dialogue)
    assert (now.settled, now.last, now.again) == (0, None, None)  # no step that changes the text


def test_an_unread_dialogue_is_not_approved(project: Any, curator: Any, client_of: Any) -> None:
    dialogue = call(project)
    answer = step(client_of(curator), "approve-dialogue", dialogue)
    assert answer.status_code == 422
    dialogue.refresh_from_db()
    assert dialogue.approved_at is None


def test_a_turn_on_which_readers_differ_is_not_called_unread(
    labelled: Any, curator: Any, second_annotator: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    turn = dialogue.turns.get(position=1)
    read_otherwise(turn, second_annotator)
    html = client_of(curator).get(url("revise-dialogue", dialogue)).content.decode()
    assert "Readers differ on 1 turn of this dialogue." in html
    assert "Nobody has read" not in html and "then approve" not in html
    assert f'href="{url("adjudicate-dialogue", dialogue)}"' in html
    listed = client_of(curator).get(reverse("revise-next", args=[labelled.slug]), {"all": ""})
    assert "Readers differ on 1 turn." in listed.content.decode()
    differing = client_of(curator).get(
        reverse("revise-next", args=[labelled.slug]), {"all": "", "state": "differ"}
    )
    assert re.search(r"Readers differ\s+<span[^>]*>\s*1 turn\s", differing.content.decode())
    assert "Every turn is read" not in listed.content.decode()


def read_otherwise(turn: Turn, other: Any) -> None:
    """Another person reads the turn and labels nothing, so it is not settled."""
    Reading.objects.filter(turn=turn).update(is_gold=False)
    Reading.objects.create(turn=turn, reader=other, status="done", done_at=timezone.now())
