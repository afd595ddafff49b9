"""Every occurrence of a stretch: what stands in the way is kept, one step does and undoes all."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.errors import NothingToDo, Refused
from annotation.models import Dialogue, Label, Project, Reading, Span, Step, Turn, User
from annotation.services.corpus import best_spans
from annotation.services.labelling import occurrences, spans
from annotation.services.labelling.occurrences import Plan, StalePlan
from annotation.services.labelling.propagation import (
    Matching,
    apply_propagation,
    count_changed,
    plan_propagation,
)
from annotation.services.labelling.steps import redo_step, undo_step

TEXTS = {
    "call-1": [
        "Soy Itziar Etxeberri, de Bilbao",
        "¿Etxeberri? Diga, señora etxeberri",
        "Talleres ETXEBÉRRI, sí",
        "Los Etxeberris no",
    ],
    "call-2": ["<Etxeberri> otra vez", "Etxeberria no", ""],
}


@pytest.fixture
def project(project: Project) -> Project:
    project.dialogues.all().delete()
    for place, (name, texts) in enumerate(TEXTS.items()):
        dialogue = Dialogue.objects.create(project=project, external_id=name, position=place)
        Turn.objects.bulk_create(
            Turn(dialogue=dialogue, position=position, speaker="caller", text=text)
            for position, text in enumerate(texts)
        )
    return project


def turn_of(project: Project, begin: str) -> Turn:
    turn = Turn.objects.select_related("dialogue__project").get(
        dialogue__project=project, text__startswith=begin
    )
    return turn


@pytest.fixture
def turn(project: Project) -> Turn:
    return turn_of(project, "Soy")


@pytest.fixture
def surname(project: Project) -> Label:
    return project.labels.get(key="S")


def ask(
    turn: Turn,
    label: Label | None,
    scope: str = "project",
    word: str = "Etxeberri",
    **matching: bool,
) -> dict[str, Any]:
    start = turn.text.index(word)
    return {
        "start": start,
        "end": start + len(word),
        "label": label,
        "scope": scope,
        "matching": Matching(**matching),
    }


def apply(turn: Turn, user: User, plan: Plan, asked: dict[str, Any], **more: Any) -> Step:
    given = {"op_id": uuid.uuid4(), "token": plan.token, "kinds": ["new"]} | more
    return apply_propagation(turn, user, **asked, **given)


def seen(plan: Plan) -> list[tuple[str, str]]:
    return [(hit.words, hit.kind) for hit in plan.hits]


def own(user: User) -> list[tuple[str, str]]:
    rows = Span.objects.filter(reading__reader=user, status="accepted").select_related(
        "turn", "label"
    )
    return [
        (span.turn.text[span.start : span.end], span.label.key)
        for span in rows.order_by("turn__dialogue", "turn__position", "start")
    ]


def put(begin: str, word: str, label: Label, user: User | None = None) -> Span:
    """A label of a person on a turn, or a proposal."""
    turn = turn_of(label.project, begin)
    start = turn.text.index(word)
    place = {"start": start, "end": start + len(word), "label": label}
    if user is None:
        return Span.objects.create(turn=turn, status="proposed", confidence=0.8, **place)
    version = spans.layer_of(turn, user).version
    spans.add_span(turn, user, op_id=uuid.uuid4(), version=version, **place)  # type: ignore[arg-type]
    return Span.objects.get(turn=turn, start=start, label=label, reading__reader=user)


def test_all_occurrences_in_one_step_that_one_undo_takes_back(
    turn: Turn, annotator: User, surname: Label
) -> None:
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, **asked)
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
    apply(turn, annotator, plan_propagation(turn, annotator, **asked), asked)
    assert len(own(annotator)) == count


def test_matching_narrows(turn: Turn, annotator: User, surname: Label) -> None:
    asked = ask(turn, surname, capitals=False, accents=False, endings=False)
    words = [hit.words for hit in plan_propagation(turn, annotator, **asked).hits]
    assert words == ["Etxeberri", "Etxeberri", "Etxeberri"]  # the last one a false start


def test_the_dialogue_of_the_question_comes_first(
    project: Project, annotator: User, surname: Label
) -> None:
    turn = turn_of(project, "<Etxeberri>")
    plan = plan_propagation(turn, annotator, **ask(turn, surname))
    assert [hit.place.turn.name for hit in plan.hits[:2]] == ["call-2", "call-1"]
    assert plan.hits[0].words == "Etxeberri"  # as it is drawn
    assert plan.hits[0].after == " otra vez"


def test_context_is_cut_between_words(turn: Turn, annotator: User, surname: Label) -> None:
    long = "á " * 40 + "Etxeberri" + " 😀" * 40
    Turn.objects.create(dialogue=turn.dialogue, position=9, text=long)
    hit = plan_propagation(turn, annotator, **ask(turn, surname, "dialogue")).hits[-1]
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
    plan = plan_propagation(turn, annotator, **asked)
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
    plan = plan_propagation(turn, annotator, **asked)
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
    plan = plan_propagation(turn, annotator, **ask(turn, surname, "dialogue"))
    assert ("Etxeberris", "denied") in seen(plan)


def test_clearing(project: Project, turn: Turn, annotator: User, surname: Label) -> None:
    labels = {label.key: label for label in project.labels.all()}
    put("Soy", "Etxeberri", surname, annotator)
    put("Los", "Etxeberris", labels["M"], annotator)
    put("Talleres", "Talleres ETXEBÉRRI", labels["O"], annotator)
    asked = ask(turn, None)
    plan = plan_propagation(turn, annotator, **asked)
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
    plan = plan_propagation(turn, annotator, **asked)
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
    plan = plan_propagation(turn, annotator, **asked)
    assert (plan.counts, plan.settled, plan.totals["dialogue"]) == ({"new": 4}, 1, 5)
    apply(turn, annotator, plan, asked, kinds=list(occurrences.KINDS))
    assert len(own(annotator)) == 4


def test_a_colleagues_labels_are_neither_seen_nor_touched(
    turn: Turn, annotator: User, second_annotator: User, surname: Label
) -> None:
    put("Los", "Etxeberris", surname, second_annotator)
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, **asked)
    assert plan.counts == {"new": 6}
    apply(turn, annotator, plan, asked)
    assert own(second_annotator) == [("Etxeberris", "S")]


def test_dialogues_that_measure_the_model_are_kept_out(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    project.dialogues.filter(external_id="call-2").update(split="test")
    assert plan_propagation(turn, annotator, **ask(turn, surname)).totals["project"] == 5
    inside = turn_of(project, "<Etxeberri>")
    with pytest.raises(Refused, match="measure"):
        plan_propagation(inside, annotator, **ask(inside, surname))


def test_other_projects_are_not_searched(
    project: Project, turn: Turn, annotator: User, surname: Label
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    dialogue = Dialogue.objects.create(project=other, external_id="x")
    Turn.objects.create(dialogue=dialogue, position=0, text="Etxeberri")
    assert plan_propagation(turn, annotator, **ask(turn, surname)).totals["project"] == 6
    label = Label.objects.create(project=other, name="x", key="X")
    with pytest.raises(Refused, match="another project"):
        plan_propagation(turn, annotator, **ask(turn, label))


# --- what was seen is what is done ------------------------------------------------------------
@pytest.mark.parametrize("change", ["text", "proposal", "scope", "label"])
def test_a_plan_that_has_changed_is_refused(
    turn: Turn, annotator: User, surname: Label, project: Project, change: str
) -> None:
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, **asked)
    if change == "text":
        Turn.objects.create(dialogue=turn.dialogue, position=9, text="Etxeberri")
    elif change == "proposal":
        put("Los", "Etxeberris", project.labels.get(key="F"))
    elif change == "scope":
        asked["scope"] = "dialogue"
    else:
        put("Los", "Los", surname, annotator)  # in another window
    with pytest.raises(StalePlan):
        apply(turn, annotator, plan, asked)
    assert not Step.objects.filter(kind="propagate").exists()


def test_a_step_sent_twice_is_applied_once(turn: Turn, annotator: User, surname: Label) -> None:
    asked = ask(turn, surname)
    plan = plan_propagation(turn, annotator, **asked)
    op_id = uuid.uuid4()
    first = apply(turn, annotator, plan, asked, op_id=op_id)
    assert apply(turn, annotator, plan, asked, op_id=op_id) == first
    assert Step.objects.count() == 1
    with pytest.raises(Refused) as refused:
        apply(turn, annotator, plan, asked, op_id=op_id, kinds=["relabel"])
    assert refused.value.code == "key_reuse"


def test_nothing_chosen_changes_nothing(turn: Turn, annotator: User, surname: Label) -> None:
    asked = ask(turn, surname, "turn")
    plan = plan_propagation(turn, annotator, **asked)
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
    apply(turn, annotator, plan_propagation(turn, annotator, **asked), asked)
    put("<Etx", "<Etxeberri> otra", project.labels.get(key="X"), annotator)
    undo_step(turn, annotator, op_id=uuid.uuid4(), version=1)
    assert own(annotator) == [("<Etxeberri> otra", "X")]


@pytest.mark.parametrize(("start", "end"), [(0, 99), (5, 5), (9, 3)])
def test_stretches_that_do_not_fit(
    turn: Turn, annotator: User, surname: Label, start: int, end: int
) -> None:
    asked = ask(turn, surname) | {"start": start, "end": end}
    with pytest.raises(Refused):
        plan_propagation(turn, annotator, **asked)


def test_gaps_and_groups_are_refused(turn: Turn, annotator: User, surname: Label) -> None:
    with pytest.raises(Refused, match="no word"):
        plan_propagation(turn, annotator, **ask(turn, surname, word=" "))
    group = Label.objects.create(project=surname.project, name="person", key="")
    with pytest.raises(Refused, match="group"):
        plan_propagation(turn, annotator, **ask(turn, group))


def test_more_than_can_be_looked_at(
    turn: Turn, annotator: User, surname: Label, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(occurrences, "MOST", 2)
    monkeypatch.setattr("annotation.services.labelling.propagation.MOST", 2)
    with pytest.raises(Refused) as refused:
        plan_propagation(turn, annotator, **ask(turn, surname, "project"))
    assert refused.value.code == "too_many"
    plan = plan_propagation(turn, annotator, **ask(turn, surname, "turn"))
    assert plan.totals == {"turn": 1, "dialogue": 5, "project": 3}  # 3: more than 2


def test_queries_do_not_grow_with_the_corpus(turn: Turn, annotator: User, surname: Label) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            plan_propagation(turn, annotator, **ask(turn, surname))
        return len(captured)

    before = queries()
    for place in range(30):
        dialogue = Dialogue.objects.create(
            project=surname.project, external_id=f"more-{place}", position=place
        )
        Turn.objects.create(dialogue=dialogue, position=0, text="Etxeberri y Etxeberri")
    assert queries() == before <= 8
