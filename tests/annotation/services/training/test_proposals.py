"""A model proposes where somebody has labelled already, and again where somebody has decided."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import (
    Assignment,
    Batch,
    Label,
    Project,
    QueryItem,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.refusals import UndecidedProposals
from annotation.services.corpus.best_spans import best_spans
from annotation.services.labelling import queue, spans
from annotation.services.labelling.occurrences import PROJECT
from annotation.services.labelling.page import active_turn
from annotation.services.labelling.propagation import (
    Choice,
    Matching,
    Question,
    apply_propagation,
    plan_propagation,
)
from annotation.services.team.hits import read_hits
from annotation.services.training.proposals import (
    read_corpus,
    save_possible,
    save_proposals,
)
from learning.types import Bounds
from learning.types import Span as LearningSpan
from tests.labelled import finish
from webapp.api.texts import TurnState

TEXT = "Soy Francisco Olabarri, de Bilbao"
NAME, WHOLE = (4, 13), (4, 22)  # Francisco, Francisco Olabarri
TOWN = (27, 33)


@pytest.fixture
def run(project: Project, batch: Batch) -> TrainingRun:
    """The model that chose the batch, well above the threshold."""
    run = TrainingRun.objects.create(
        project=project, kind="round", number=1, status="done", metrics={"f1": 0.9}
    )
    Batch.objects.filter(pk=batch.pk).update(run=run)
    return run


@pytest.fixture
def turn(project: Project, batch: Batch) -> Turn:
    """An asked turn that is in nobody's hands."""
    return Turn.objects.select_related("dialogue__project", "query_item__batch").get(text=TEXT)


def propose(run: TrainingRun, turn: Turn, *offers: tuple[tuple[int, int], str]) -> list[int]:
    """A model reads the turn; the ids of what it proposes there since."""
    save_proposals(run, {turn.pk: [LearningSpan(*where, name, 0.9) for where, name in offers]})
    machine = Span.objects.filter(turn=turn, reading=None, run=run)
    return list(machine.order_by("start", "-end").values_list("pk", flat=True))


def label(turn: Turn, user: Any, where: tuple[int, int], name: str) -> None:
    spans.add_span(
        turn,
        user,
        op_id=uuid.uuid4(),
        version=spans.layer_of(turn, user).version,
        start=where[0],
        end=where[1],
        label=Label.objects.get(project=turn.dialogue.project, name=name),
    )


def propagate(turn: Turn, user: Any, where: tuple[int, int], name: str) -> None:
    """Label the words wherever they stand, from another turn of the project."""
    label = Label.objects.get(project=turn.dialogue.project, name=name)
    asked = Question(*where, label, PROJECT, Matching())
    plan = plan_propagation(turn, user, asked)
    apply_propagation(turn, user, asked, Choice(uuid.uuid4(), plan.token, {"new"}))


def decide(turn: Turn, user: Any, pk: int, *, accept: bool) -> None:
    step = {"op_id": uuid.uuid4(), "version": spans.layer_of(turn, user).version}
    spans.decide_proposal(turn, user, proposal=Span.objects.get(pk=pk), accept=accept, **step)


def drawn(turn: Turn, user: Any) -> list[tuple[str, bool]]:
    """Label and whether it is a proposal, of what the page draws."""
    stretches = active_turn(turn, user).stretches
    return [(each.span.label.name, each.is_proposal) for each in stretches if each.span]


def said(turn: Turn, user: Any) -> list[tuple[int, int, str]]:
    return [(s.start, s.end, s.label.name) for s in spans.layer_of(turn, user).spans]


@pytest.mark.parametrize(
    ("offer", "accepted", "corrected"),
    [((NAME, "male name"), 1, 0), ((NAME, "surname"), 0, 1), ((WHOLE, "male name"), 0, 1)],
)
def test_what_overlaps_a_label_that_was_there_first_is_not_asked_and_yet_counted(
    run: TrainingRun,
    turn: Turn,
    annotator: Any,
    offer: tuple[tuple[int, int], str],
    accepted: int,
    corrected: int,
) -> None:
    label(turn, annotator, NAME, "male name")  # a turn around the asked one
    assert propose(run, turn, offer)
    assert drawn(turn, annotator) == [("male name", False)]
    assert TurnState.of(turn, spans.layer_of(turn, annotator)).proposals == []
    finish(turn.query_item, annotator)
    assert said(turn, annotator) == [(*NAME, "male name")]
    (model,) = read_hits(run.project).models
    hits = model.hits
    assert (hits.accepted, hits.corrected, hits.rejected) == (accepted, corrected, 0)
    assert (hits.undecided, hits.missed) == (0, 0)


def test_a_label_that_was_propagated_holds_nobody_up(
    run: TrainingRun, turn: Turn, annotator: Any
) -> None:
    other = Turn.objects.create(
        dialogue=turn.dialogue, position=90, text="Francisco, ¿sigue usted ahí?"
    )
    propagate(other, annotator, (0, 9), "male name")
    assert said(turn, annotator) == [(*NAME, "male name")]
    propose(run, turn, (WHOLE, "surname"), (TOWN, "place"))
    assert drawn(turn, annotator) == [("male name", False), ("place", True)]
    with pytest.raises(UndecidedProposals, match="1 proposal is"):  # the one that she sees
        finish(turn.query_item, annotator)


def test_accepting_all_leaves_labels_as_they_are(
    run: TrainingRun, turn: Turn, annotator: Any
) -> None:
    label(turn, annotator, NAME, "male name")
    propose(run, turn, (WHOLE, "surname"), (TOWN, "place"))
    version = spans.layer_of(turn, annotator).version
    spans.accept_proposals(turn, annotator, op_id=uuid.uuid4(), version=version)
    assert said(turn, annotator) == [(*NAME, "male name"), (*TOWN, "place")]
    finish(turn.query_item, annotator)


def test_other_people_are_asked_about_what_one_has_labelled(
    run: TrainingRun, turn: Turn, annotator: Any, second_annotator: Any
) -> None:
    label(turn, annotator, NAME, "male name")
    (proposal,) = propose(run, turn, (NAME, "male name"))
    (asked,) = spans.layer_of(turn, second_annotator).proposals
    assert asked.pk == proposal


def test_a_label_that_is_cleared_lets_the_proposal_show(
    run: TrainingRun, turn: Turn, annotator: Any
) -> None:
    label(turn, annotator, NAME, "male name")
    propose(run, turn, (WHOLE, "surname"))
    step = {"op_id": uuid.uuid4(), "version": 1}
    spans.clear_span(turn, annotator, start=NAME[0], end=NAME[1], **step)
    assert drawn(turn, annotator) == [("surname", True)]


def test_a_decision_on_a_turn_in_nobodys_hands_outlives_the_next_model(
    run: TrainingRun, turn: Turn, annotator: Any
) -> None:
    town, name = sorted(propose(run, turn, (NAME, "surname"), (TOWN, "place")), reverse=True)
    decide(turn, annotator, town, accept=True)
    decide(turn, annotator, name, accept=False)
    later = TrainingRun.objects.create(
        project=run.project, kind="round", number=2, status="done", metrics={"f1": 0.9}
    )
    assert propose(later, turn, (NAME, "surname"), (TOWN, "place")) == []
    assert spans.layer_of(turn, annotator).proposals == []  # what she rejected is not asked again
    decided = Span.objects.filter(reading__reader=annotator).values_list("origin", "status")
    assert set(decided) == {(town, "accepted"), (name, "rejected")}


def test_a_turn_in_somebodys_hands_keeps_what_she_sees(
    run: TrainingRun, turn: Turn, annotator: Any
) -> None:
    seen = propose(run, turn, (TOWN, "place"))
    assert queue.assign_item(turn.query_item, annotator)
    assert propose(run, turn, (NAME, "surname")) == seen
    assert not Reading.objects.exists()


def test_a_weaker_model_that_reads_again_hides_what_it_says(
    run: TrainingRun, turn: Turn, project: Project, annotator: Any
) -> None:
    """The threshold is 0.6; the batch was made with a model of 0.9."""
    held, *_others = QueryItem.objects.exclude(turn=turn)
    queue.assign_item(held, annotator)
    weak = TrainingRun.objects.create(
        project=project, kind="round", number=2, status="done", metrics={"f1": 0.3}
    )
    for item in QueryItem.objects.all():
        propose(weak, item.turn, (NAME, "surname"))
    states = dict(QueryItem.objects.values_list("pk", "proposals"))
    assert states.pop(held.pk) == "shown"  # her turn keeps its proposals, so it stays as it was
    assert set(states.values()) == {"early"}
    turn = Turn.objects.get(pk=turn.pk)
    assert spans.layer_of(turn, annotator).proposals == []
    propose(run, turn, (NAME, "surname"))
    turn = Turn.objects.get(pk=turn.pk)
    assert spans.layer_of(turn, annotator).proposals != []


def test_a_model_that_was_not_measured_is_not_heard(project: Project, turn: Turn) -> None:
    run = TrainingRun.objects.create(project=project, kind="round", number=1, status="done")
    propose(run, turn, (NAME, "surname"))
    assert QueryItem.objects.get(turn=turn).proposals == "early"


def test_a_model_that_has_become_good_enough_is_hidden_on_the_projects_share(
    run: TrainingRun, project: Project, turn: Turn
) -> None:
    project.hidden_percent = 100
    project.save()
    run = TrainingRun.objects.select_related("project").get(pk=run.pk)
    QueryItem.objects.update(proposals="early")
    QueryItem.objects.exclude(turn=turn).update(reason="audit")
    for item in QueryItem.objects.all():
        propose(run, item.turn, (NAME, "surname"))
    assert QueryItem.objects.get(turn=turn).proposals == "hidden"
    assert {item.proposals for item in QueryItem.objects.exclude(turn=turn)} == {"early"}


def test_reading_the_corpus_asks_how_good_the_chosen_model_is(
    run: TrainingRun, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run that reads has no figures of its own."""

    found = [LearningSpan(*NAME, "surname", 0.9)]
    monkeypatch.setattr(
        "annotation.services.training.proposals.open_current", lambda project: (run, None)
    )
    monkeypatch.setattr(
        "annotation.services.training.proposals.propose",
        lambda tagger, rows: [found for _row in rows],
    )
    monkeypatch.setattr(
        "annotation.services.training.proposals.possible_words",
        lambda tagger, rows: [(Bounds(*TOWN),) for _row in rows],
    )
    for f1, state in ((0.9, "shown"), (0.3, "early")):
        TrainingRun.objects.filter(pk=run.pk).update(metrics={"f1": f1})
        tag = TrainingRun.objects.create(
            project=run.project, kind="tag", status="running", claim="c"
        )
        read_corpus(tag, lambda share, phase: None)
        assert {item.proposals for item in QueryItem.objects.all()} == {state}
        assert QueryItem.objects.get(turn=turn).possible == [list(TOWN)]


def test_what_chance_tells_of_a_model_decides_whether_it_may_propose(
    run: TrainingRun, turn: Turn
) -> None:
    """The figure that the pages tell, not the one by halves, which is too low."""
    run.metrics = {"f1": 0.5, "on": "cross-validation"}
    run.save()
    propose(run, turn, (NAME, "male name"))
    assert QueryItem.objects.get(turn=turn).proposals == "early"
    run.advice = {"audit": {"turns": 40, "f1": 0.8, "f1_low": 0.7, "f1_high": 0.9}}
    run.save()
    propose(run, turn, (NAME, "male name"))
    assert QueryItem.objects.get(turn=turn).proposals == "shown"


def test_a_turn_given_before_there_were_proposals_is_read_by_a_model_unseen(
    project: Project, run: TrainingRun, turn: Turn, annotator: Any
) -> None:
    """Else it would count as read by the machine, and its name would leave if nobody ends it."""
    item = turn.query_item
    QueryItem.objects.filter(pk=item.pk).update(proposals=QueryItem.Proposals.EARLY)
    Assignment.objects.create(item=item, reader=annotator, assigned_at=timezone.now())
    assert propose(run, turn, (WHOLE, "surname"))
    item.refresh_from_db()
    assert item.proposals == QueryItem.Proposals.EARLY  # nothing appears under her hands
    assert best_spans([turn.dialogue])[turn.pk]


def test_what_a_model_thinks_possible_is_kept_where_nobody_works_yet(
    batch: Batch, annotator: Any
) -> None:
    audit, given, free = batch.items.order_by("rank")[:3]
    QueryItem.objects.filter(pk=audit.pk).update(reason="audit")
    Assignment.objects.create(item=given, reader=annotator, assigned_at=timezone.now())
    save_possible({item.turn_id: [Bounds(0, 3)] for item in (audit, given, free)})
    kept = dict(batch.items.values_list("pk", "possible"))
    assert [kept[item.pk] for item in (audit, given, free)] == [[], [], [[0, 3]]]
