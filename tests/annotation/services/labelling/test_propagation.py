"""Every occurrence of a stretch: what stands in the way is kept, one step does and undoes all."""

import uuid

import pytest

from annotation.models import Dialogue, Label, Project, Reading, Span, Step, Turn, User
from annotation.refusals import Refused
from annotation.services.corpus import best_spans
from annotation.services.labelling import occurrences, spans
from annotation.services.labelling.propagation import (
    count_changed,
    plan_propagation,
)
from annotation.services.labelling.steps import redo_step, undo_step
from tests.annotation.services.labelling.repeats import (
    apply,
    ask,
    own,
    project,
    put,
    seen,
    surname,
    turn,
    turn_of,
)

__all__ = ["project", "surname", "turn"]  # fixtures


def test_all_occurrences_in_one_step_that_one_undo_takes_back(
    turn: Turn, annotator: User, surname: Label
) -> None:
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, asked)
    assert plan.totals == {"turn": 1, "dialogue": 5, "project": 6}
    step = apply(turn, annotator, plan, asked)
    assert count_changed(step) == (6, 5)
    labelled = [(word, "S") for word in ("Etxeberri", "Etxeberri", "etxeberri", "ETXEBÉRRI")]
    labelled += [("Etxeberris", "S"), ("<Etxeberri>", "S")]
    assert own(annotator) == labelled
    assert Step.objects.get().request.keys() >= {"turn", "start", "end", "label", "token"}
    assert "Etxe" not in str(step.request).lower()
    undo_step(turn, annotator, op_id=uuid.uuid4(), version=1)
    assert own(annotator) == []
    redo_step(turn, annotator, op_id=uuid.uuid4(), version=2)
    assert own(annotator) == labelled


@pytest.mark.parametrize(("scope", "count"), [("turn", 1), ("dialogue", 5), ("project", 6)])
def test_scopes(turn: Turn, annotator: User, surname: Label, scope: str, count: int) -> None:
    asked = ask(turn, surname, scope)
    apply(turn, annotator, plan_propagation(turn, annotator, asked), asked)
    assert len(own(annotator)) == count


def test_matching_narrows(turn: Turn, annotator: User, surname: Label) -> None:
    asked = ask(turn, surname, capitals=False, accents=False, endings=False)
    words = [hit.words for hit in plan_propagation(turn, annotator, asked).hits]
    assert words == ["Etxeberri", "Etxeberri", "Etxeberri"]  # the last one a false start


def test_the_dialogue_of_the_question_comes_first(
    project: Project, annotator: User, surname: Label
) -> None:
    turn = turn_of(project, "<Etxeberri>")
    plan = plan_propagation(turn, annotator, ask(turn, surname))
    assert [hit.place.turn.name for hit in plan.hits[:2]] == ["call-2", "call-1"]
    assert plan.hits[0].words == "Etxeberri"  # as it is drawn
    assert plan.hits[0].after == " otra vez"


def test_context_is_cut_between_words(turn: Turn, annotator: User, surname: Label) -> None:
    long = "á " * 40 + "Etxeberri" + " 😀" * 40
    Turn.objects.create(dialogue=turn.dialogue, position=9, text=long)
    hit = plan_propagation(turn, annotator, ask(turn, surname, "dialogue")).hits[-1]
    assert hit.before == "…" + "á " * 16
    assert hit.after == " 😀" * 16 + "…"
    assert long[hit.place.start : hit.place.end] == "Etxeberri"


def test_what_stands_there_is_told_and_kept(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    labels = {label.key: label for label in project.labels.all()}
    put("Soy", "Etxeberri", surname, annotator)
    put("¿Etx", "Etxeberri", labels["P"], annotator)
    put("Talleres", "Talleres ETXEBÉRRI", labels["O"], annotator)
    put("¿Etx", "etxeberri", labels["F"])  # the model says otherwise
    put("Los", "Etxeberris", surname)  # the model says the same
    asked = ask(turn, surname, "dialogue")
    plan = plan_propagation(turn, annotator, asked)
    assert seen(plan) == [
        ("Etxeberri", "already"),
        ("Etxeberri", "relabel"),
        ("etxeberri", "proposed"),
        ("ETXEBÉRRI", "overlaps"),
        ("Etxeberris", "new"),
    ]
    assert [hit.other and hit.other.key for hit in plan.hits] == [None, "P", "F", "O", None]
    apply(turn, annotator, plan, asked)
    assert ("Etxeberri", "P") in own(annotator)
    assert ("Talleres ETXEBÉRRI", "O") in own(annotator)
    accepted = Span.objects.get(turn__text__startswith="Los", reading__reader=annotator)
    assert accepted.origin is not None  # it counts as the model's hit


def test_conflicts_are_changed_where_they_are_chosen(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    labels = {label.key: label for label in project.labels.all()}
    put("¿Etx", "Etxeberri", labels["P"], annotator)
    put("Talleres", "Talleres ETXEBÉRRI", labels["O"], annotator)
    proposal = put("¿Etx", "etxeberri", labels["F"])
    asked = ask(turn, surname, "dialogue")
    plan = plan_propagation(turn, annotator, asked)
    ids = {hit.words: hit.id for hit in plan.hits if hit.kind != "new"}
    apply(
        turn,
        annotator,
        plan,
        asked,
        kinds=["relabel", "overlaps"],
        also=[ids["etxeberri"]],
        without=[ids["ETXEBÉRRI"]],
    )
    assert own(annotator) == [
        ("Etxeberri", "S"),
        ("etxeberri", "S"),
        ("Talleres ETXEBÉRRI", "O"),
    ]
    assert Span.objects.get(origin=proposal).status == "rejected"


def test_a_label_that_the_person_rejected_there_is_a_conflict(
    turn: Turn, annotator: User, surname: Label
) -> None:
    proposal = put("Los", "Etxeberris", surname)
    spans.decide_proposal(
        proposal.turn, annotator, op_id=uuid.uuid4(), version=0, proposal=proposal, accept=False
    )
    plan = plan_propagation(turn, annotator, ask(turn, surname, "dialogue"))
    assert ("Etxeberris", "denied") in seen(plan)


def test_clearing(project: Project, turn: Turn, annotator: User, surname: Label) -> None:
    labels = {label.key: label for label in project.labels.all()}
    put("Soy", "Etxeberri", surname, annotator)
    put("Los", "Etxeberris", labels["M"], annotator)
    put("Talleres", "Talleres ETXEBÉRRI", labels["O"], annotator)
    asked = ask(turn, None)
    plan = plan_propagation(turn, annotator, asked)
    assert seen(plan) == [
        ("Etxeberri", "clear"),
        ("ETXEBÉRRI", "overlaps"),
        ("Etxeberris", "clear"),
    ]
    assert plan.bare == 3
    step = apply(turn, annotator, plan, asked, kinds=["clear"])
    assert count_changed(step) == (2, 2)
    assert own(annotator) == [("Talleres ETXEBÉRRI", "O")]
    undo_step(turn, annotator, op_id=uuid.uuid4(), version=2)
    assert len(own(annotator)) == 3


def test_finished_turns_are_a_conflict_and_change_what_the_turn_holds(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    done = turn_of(project, "Los")
    Reading.objects.create(turn=done, reader=annotator, status="done", is_gold=True)
    asked = ask(turn, surname, "dialogue")
    plan = plan_propagation(turn, annotator, asked)
    assert plan.counts == {"new": 4, "finished": 1}
    apply(turn, annotator, plan, asked, kinds=["finished"])
    assert len(best_spans.gold_spans(project)[done.pk]) == 1


@pytest.mark.parametrize("layer", ["reader", "gold"])
def test_settled_turns_are_kept_out(
    project: Project, turn: Turn, annotator: User, curator: User, surname: Label, layer: str
) -> None:
    Reading.objects.create(
        turn=turn_of(project, "Los"), reader=curator, status="done", is_gold=True, layer=layer
    )
    asked = ask(turn, surname, "dialogue")
    plan = plan_propagation(turn, annotator, asked)
    assert (plan.counts, plan.settled, plan.totals["dialogue"]) == ({"new": 4}, 1, 5)
    apply(turn, annotator, plan, asked, kinds=list(occurrences.KINDS))
    assert len(own(annotator)) == 4


def test_a_colleagues_labels_are_neither_seen_nor_touched(
    turn: Turn, annotator: User, second_annotator: User, surname: Label
) -> None:
    put("Los", "Etxeberris", surname, second_annotator)
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, asked)
    assert plan.counts == {"new": 6}
    apply(turn, annotator, plan, asked)
    assert own(second_annotator) == [("Etxeberris", "S")]


def test_dialogues_that_measure_the_model_are_kept_out(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    project.dialogues.filter(external_id="call-2").update(split="test")
    assert plan_propagation(turn, annotator, ask(turn, surname)).totals["project"] == 5
    inside = turn_of(project, "<Etxeberri>")
    with pytest.raises(Refused, match="measure"):
        plan_propagation(inside, annotator, ask(inside, surname))


def test_other_projects_are_not_searched(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    dialogue = Dialogue.objects.create(project=other, external_id="x")
    Turn.objects.create(dialogue=dialogue, position=0, text="Etxeberri")
    assert plan_propagation(turn, annotator, ask(turn, surname)).totals["project"] == 6
    label = Label.objects.create(project=other, name="x", key="X")
    with pytest.raises(Refused, match="another project"):
        plan_propagation(turn, annotator, ask(turn, label))
