"""A word in small letters that is a name too: one key says, for all dialogues, that it is none."""

from typing import Any

import pytest

from annotation.models import LexiconRow
from annotation.services.revision import known, plans
from tests.labelled import call, read
from tests.webapp.views.revision.steps import SCRIPT, step, url

SAYINGS = {
    "call-1": "me llamo mercedes y conduzco un mercedes",
    "call-2": "soy mercedes, el mercedes no arranca",
}


@pytest.fixture
def lowered(project: Any, annotator: Any) -> Any:
    """In both calls somebody is called as a car is, and nothing has a capital."""
    for name, said in SAYINGS.items():
        for turn in call(project, name).turns.order_by("position"):
            turn.text = said if turn.position == 0 else "gracias"
            turn.save()
            read(turn, annotator, [("mercedes", "female name")] if turn.position == 0 else [])
    known.KEPT.forget()
    return project


def residual(project: Any, name: str) -> list[Any]:
    issues = plans.plan(call(project, name)).result.issues
    return [issue for issue in issues if issue.code == "RESIDUAL_MENTION"]


def test_one_key_answers_for_the_whole_corpus(lowered: Any, curator: Any, client_of: Any) -> None:
    (issue,) = residual(lowered, "call-1")
    (other,) = residual(lowered, "call-2")
    assert (issue.severity, other.severity) == ("warn", "warn")  # no dialogue is held back for it
    assert not any(plans.plan(call(lowered, name)).leaks for name in SAYINGS)
    client = client_of(curator)
    key = f"{issue.code}-{issue.turn}-{issue.start}"
    panel = client.get(
        url("show-issue", call(lowered)), {"issue": key}, headers=SCRIPT
    ).content.decode()
    assert "Not a name" in panel
    answer = {"code": issue.code, "turn": issue.turn, "start": issue.start, "action": "dismiss"}
    assert step(client, "decide-issue", call(lowered), **answer).status_code == 200
    row = lowered.lexicon_rows.get()
    assert (row.kind, row.form) == (LexiconRow.Kind.NOBODY, "mercedes")
    for name in SAYINGS:
        now = plans.plan(call(lowered, name))
        assert not now.leaks
        assert not residual(lowered, name)
    assert step(client, "undo-decision", call(lowered)).status_code == 200
    assert residual(lowered, "call-1")
    assert residual(lowered, "call-2")


@pytest.mark.parametrize("said", ["soy laura y está laura", "soy Mercedes y va Mercedes"])
def test_another_word_is_let_through_at_its_place_alone(
    lowered: Any, annotator: Any, curator: Any, client_of: Any, said: str
) -> None:
    turn = call(lowered).turns.get(position=0)
    turn.text = said
    turn.save()
    turn.spans.all().delete()
    read(turn, annotator, [(said.split()[1], "female name")])
    (issue,) = (i for i in residual(lowered, "call-1") if i.severity == "block")
    answer = {"code": issue.code, "turn": issue.turn, "start": issue.start, "action": "dismiss"}
    client = client_of(curator)
    assert step(client, "decide-issue", call(lowered), **answer).status_code == 200
    assert not lowered.lexicon_rows.exists()
    assert not residual(lowered, "call-1")
    assert not plans.plan(call(lowered, "call-1")).leaks
    assert residual(lowered, "call-2")
    assert step(client, "undo-decision", call(lowered)).status_code == 200
    assert residual(lowered, "call-1")
    assert plans.plan(call(lowered, "call-1")).leaks
