"""What was seen is what is done: a plan that has changed is refused; what cannot be planned is."""

import uuid
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Dialogue, Label, Project, Reading, Step, Turn, User
from annotation.refusals import NothingToDo, Refused
from annotation.services.labelling import occurrences
from annotation.services.labelling.occurrences import StalePlan
from annotation.services.labelling.propagation import (
    plan_propagation,
)
from annotation.services.labelling.steps import undo_step
from tests.annotation.services.labelling.repeats import (
    apply,
    ask,
    own,
    project,
    put,
    surname,
    turn,
)

__all__ = ["project", "surname", "turn"]  # fixtures


@pytest.mark.parametrize("change", ["text", "proposal", "scope", "label"])
def test_a_plan_that_has_changed_is_refused(
    turn: Turn, annotator: User, surname: Label, project: Project, change: str
) -> None:
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, asked)
    if change == "text":
        Turn.objects.create(dialogue=turn.dialogue, position=9, text="Etxeberri")
    elif change == "proposal":
        put("Los", "Etxeberris", project.labels.get(key="F"))
    elif change == "scope":
        asked = replace(asked, scope="dialogue")
    else:
        put("Los", "Los", surname, annotator)  # in another window
    with pytest.raises(StalePlan):
        apply(turn, annotator, plan, asked)
    assert not Step.objects.filter(kind="propagate").exists()


def test_a_step_sent_twice_is_applied_once(turn: Turn, annotator: User, surname: Label) -> None:
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, asked)
    op_id = uuid.uuid4()
    first = apply(turn, annotator, plan, asked, op_id=op_id)
    assert apply(turn, annotator, plan, asked, op_id=op_id) == first
    assert Step.objects.count() == 1
    with pytest.raises(Refused) as refused:
        apply(turn, annotator, plan, asked, op_id=op_id, kinds=["relabel"])
    assert refused.value.code == "key_reuse"


def test_nothing_chosen_changes_nothing(turn: Turn, annotator: User, surname: Label) -> None:
    asked = ask(turn, surname, "turn")
    plan = plan_propagation(turn, annotator, asked)
    with pytest.raises(NothingToDo):
        apply(turn, annotator, plan, asked, kinds=["relabel", "already"])
    with pytest.raises(NothingToDo):
        apply(turn, annotator, plan, asked, without=[plan.hits[0].id])
    assert not Reading.objects.exists()


def test_undo_leaves_labels_that_were_set_since(
    turn: Turn, annotator: User, surname: Label, project: Project
) -> None:
    """Also in another dialogue, where the later step is not the last of this one."""
    asked = ask(turn, surname)
    apply(turn, annotator, plan_propagation(turn, annotator, asked), asked)
    put("<Etx", "<Etxeberri> otra", project.labels.get(key="X"), annotator)
    undo_step(turn, annotator, op_id=uuid.uuid4(), version=1)
    assert own(annotator) == [("<Etxeberri> otra", "X")]


@pytest.mark.parametrize(("start", "end"), [(0, 99), (5, 5), (9, 3)])
def test_stretches_that_do_not_fit(
    turn: Turn, annotator: User, surname: Label, start: int, end: int
) -> None:
    asked = replace(ask(turn, surname), start=start, end=end)
    with pytest.raises(Refused):
        plan_propagation(turn, annotator, asked)


def test_gaps_and_groups_are_refused(turn: Turn, annotator: User, surname: Label) -> None:
    with pytest.raises(Refused, match="no word"):
        plan_propagation(turn, annotator, ask(turn, surname, word=" "))
    group = Label.objects.create(project=surname.project, name="person", key="")
    with pytest.raises(Refused, match="group"):
        plan_propagation(turn, annotator, ask(turn, group))


def test_more_than_can_be_looked_at(
    turn: Turn, annotator: User, surname: Label, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(occurrences, "MOST", 2)
    monkeypatch.setattr("annotation.services.labelling.propagation.MOST", 2)
    with pytest.raises(Refused) as refused:
        plan_propagation(turn, annotator, ask(turn, surname, "project"))
    assert refused.value.code == "too_many"
    plan = plan_propagation(turn, annotator, ask(turn, surname, "turn"))
    assert plan.totals == {"turn": 1, "dialogue": 5, "project": 3}  # 3: more than 2


def test_queries_do_not_grow_with_the_corpus(turn: Turn, annotator: User, surname: Label) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            plan_propagation(turn, annotator, ask(turn, surname))
        return len(captured)

    before = queries()
    for place in range(30):
        dialogue = Dialogue.objects.create(
            project=surname.project, external_id=f"more-{place}", position=place
        )
        Turn.objects.create(dialogue=dialogue, position=0, text="Etxeberri y Etxeberri")
    assert queries() == before <= 8
