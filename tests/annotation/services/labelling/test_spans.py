"""An annotator's steps: applied once, on the version she saw, each to be undone and redone."""

import itertools
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import Label, Project, Reading, Span, SpanEvent, Step, Turn
from annotation.refusals import NothingToDo, Refused, SpanRange, StaleVersion
from annotation.services.labelling import spans, steps
from tests.effort import tries

TEXT = "Soy Francisco Olabarri, de Bilbao"


@pytest.fixture
def turn(project: Any) -> Turn:
    return Turn.objects.select_related("dialogue__project").get(text=TEXT)


@pytest.fixture
def labels(project: Any) -> dict[str, Label]:
    return {label.key: label for label in project.labels.all()}


def propose(turn: Turn, label: Label, start: int, end: int, confidence: float = 0.9) -> Span:
    return Span.objects.create(
        turn=turn, start=start, end=end, label=label, status="proposed", confidence=confidence
    )


class Hands:
    """A person's steps, each with a fresh id and the version that she sees."""

    def __init__(self, turn: Turn, user: Any) -> None:
        self.turn, self.user = turn, user

    def __call__(self, service: Any, **values: Any) -> Step:
        version = spans.layer_of(self.turn, self.user).version
        step = {"op_id": uuid.uuid4(), "version": version} | values
        return service(self.turn, self.user, **step)  # type: ignore[no-any-return]

    def label(self, start: int, end: int, label: Label, **values: Any) -> Step:
        return self(spans.add_span, start=start, end=end, label=label, **values)

    def sees(self) -> list[tuple[int, int, str]]:
        layer = spans.layer_of(self.turn, self.user)
        return [(s.start, s.end, s.label.key) for s in layer.spans]

    def asked(self) -> list[int]:
        return [s.pk for s in spans.layer_of(self.turn, self.user).proposals]

    def version(self) -> int:
        return spans.layer_of(self.turn, self.user).version

    def left(self) -> tuple[bool, bool]:
        return steps.steps_left(self.turn.dialogue_id, self.user)


@pytest.fixture
def hands(turn: Turn, annotator: Any) -> Hands:
    return Hands(turn, annotator)


def test_labels_a_stretch_and_counts_the_version(hands: Hands, labels: dict[str, Label]) -> None:
    hands.label(4, 13, labels["M"])
    assert hands.version() == 1
    assert Reading.objects.get().label_count == 1
    assert hands.sees() == [(4, 13, "M")]
    assert SpanEvent.objects.get().after == [[4, 13, labels["M"].pk, "accepted", None]]


def test_words_get_a_label_each_in_one_step(hands: Hands, labels: dict[str, Label]) -> None:
    words = [(4, 13), (14, 23)]
    hands.label(14, 23, labels["S"])
    step = hands.label(4, 23, labels["S"], words=words)
    assert step.request["words"] == [[4, 13], [14, 23]]
    assert hands.sees() == [(4, 13, "S"), (14, 23, "S")]
    with pytest.raises(NothingToDo, match="has this label"):
        hands.label(4, 23, labels["S"], words=words)
    hands.label(4, 23, labels["M"], words=words)
    assert hands.sees() == [(4, 13, "M"), (14, 23, "M")]
    hands(steps.undo_step)
    assert hands.sees() == [(4, 13, "S"), (14, 23, "S")]
    for low, high in ((0, 3), (5, 5), (20, 24)):
        with pytest.raises(SpanRange):
            hands.label(4, 23, labels["M"], words=[(low, high)])


def test_the_same_request_twice_is_applied_once(hands: Hands, labels: dict[str, Label]) -> None:
    op_id = uuid.uuid4()
    first = hands.label(4, 13, labels["M"], op_id=op_id)
    assert hands.label(4, 13, labels["M"], op_id=op_id, version=0) == first
    assert hands.version() == Span.objects.count() == SpanEvent.objects.count() == 1


def test_an_id_used_for_another_step_is_refused(hands: Hands, labels: dict[str, Label]) -> None:
    op_id = uuid.uuid4()
    hands.label(4, 13, labels["M"], op_id=op_id)
    with pytest.raises(Refused, match="another step") as refusal:
        hands.label(4, 13, labels["S"], op_id=op_id)
    assert refusal.value.code == "key_reuse"


def test_a_stale_version_changes_nothing(hands: Hands, labels: dict[str, Label]) -> None:
    hands.label(4, 13, labels["M"])
    with pytest.raises(StaleVersion) as refusal:
        hands.label(14, 22, labels["S"], version=0)
    assert refusal.value.status == 409
    assert hands.sees() == [(4, 13, "M")]


@pytest.mark.parametrize(("start", "end"), [(5, 5), (6, 5), (0, 34), (33, 34), (-1, 3)])
def test_a_stretch_outside_the_text_is_refused(
    hands: Hands, labels: dict[str, Label], start: int, end: int
) -> None:
    with pytest.raises(SpanRange):
        hands.label(start, end, labels["M"])
    assert Reading.objects.count() == 0


def test_offsets_count_code_points(hands: Hands, labels: dict[str, Label]) -> None:
    # The smiling face is one code point (two UTF-16 units), é is e and an accent (two).
    hands.turn.text = "\U0001f600 e\u0301 bai"
    hands.turn.save()
    hands.label(5, 8, labels["X"])
    assert hands.turn.text[5:8] == "bai"
    with pytest.raises(SpanRange):
        hands.label(5, 9, labels["X"])


def test_a_label_of_another_project_is_refused(hands: Hands) -> None:
    other = Project.objects.create(slug="other", name="Other")
    label = Label.objects.create(project=other, name="name", key="M")
    with pytest.raises(Refused) as refusal:
        hands.label(4, 13, label)
    assert refusal.value.code == "unknown_label"


def test_a_new_label_takes_the_place_of_those_it_overlaps(
    hands: Hands, labels: dict[str, Label]
) -> None:
    hands.label(4, 13, labels["M"])
    hands.label(27, 33, labels["P"])
    hands.label(4, 22, labels["O"])
    assert hands.sees() == [(4, 22, "O"), (27, 33, "P")]


def test_the_same_label_again_is_no_step(hands: Hands, labels: dict[str, Label]) -> None:
    hands.label(4, 13, labels["M"])
    with pytest.raises(NothingToDo):
        hands.label(4, 13, labels["M"])
    assert spans.layer_of(hands.turn, hands.user).version == 1


def test_clearing_where_nothing_is_leaves_no_trace(hands: Hands) -> None:
    with pytest.raises(NothingToDo):
        hands(spans.clear_span, start=0, end=3)
    assert Reading.objects.count() == 0


def test_people_do_not_see_each_others_labels(
    hands: Hands, second_annotator: Any, labels: dict[str, Label]
) -> None:
    other = Hands(hands.turn, second_annotator)
    hands.label(4, 13, labels["M"])
    other.label(4, 22, labels["O"])
    assert hands.sees() == [(4, 13, "M")]
    assert other.sees() == [(4, 22, "O")]


def test_accepting_writes_a_label_that_points_at_the_proposal(
    hands: Hands, labels: dict[str, Label]
) -> None:
    proposal = propose(hands.turn, labels["P"], 27, 33)
    hands(spans.decide_proposal, proposal=proposal, accept=True)
    assert hands.sees() == [(27, 33, "P")]
    assert hands.asked() == []
    own = Span.objects.get(reading__reader=hands.user)
    assert own.origin == proposal
    proposal.refresh_from_db()
    assert proposal.status == "proposed"  # the machine's word stays, whatever people say of it


def test_rejecting_is_kept_as_a_decision(hands: Hands, labels: dict[str, Label]) -> None:
    proposal = propose(hands.turn, labels["P"], 27, 33)
    hands(spans.decide_proposal, proposal=proposal, accept=False)
    assert hands.sees() == hands.asked() == []
    assert Span.objects.get(reading__reader=hands.user).status == "rejected"
    with pytest.raises(NothingToDo):
        hands(spans.decide_proposal, proposal=proposal, accept=True)


def test_accepting_decides_against_a_proposal_that_overlaps(
    hands: Hands, labels: dict[str, Label]
) -> None:
    propose(hands.turn, labels["M"], 4, 13)
    whole = propose(hands.turn, labels["O"], 4, 22)
    hands(spans.decide_proposal, proposal=whole, accept=True)
    assert hands.sees() == [(4, 22, "O")]
    assert hands.asked() == []


def test_labelling_like_the_proposal_accepts_it_and_otherwise_rejects_it(
    hands: Hands, labels: dict[str, Label]
) -> None:
    same = propose(hands.turn, labels["M"], 4, 13)
    other = propose(hands.turn, labels["O"], 27, 33)
    hands.label(4, 13, labels["M"])
    hands.label(27, 33, labels["P"])
    decided = {s.origin_id: s.status for s in Span.objects.filter(reading__reader=hands.user)}
    assert decided == {same.pk: "accepted", other.pk: "rejected", None: "accepted"}


def test_clearing_an_accepted_proposal_opens_it_again(
    hands: Hands, labels: dict[str, Label]
) -> None:
    proposal = propose(hands.turn, labels["P"], 27, 33)
    hands(spans.decide_proposal, proposal=proposal, accept=True)
    hands(spans.clear_span, start=27, end=33)
    assert hands.asked() == [proposal.pk]


def test_accepting_all_takes_the_sure_ones_in_one_step(
    hands: Hands, labels: dict[str, Label]
) -> None:
    propose(hands.turn, labels["M"], 4, 13, 0.95)
    unsure = propose(hands.turn, labels["P"], 27, 33, 0.4)
    hands(spans.accept_proposals, above=0.5)
    assert hands.sees() == [(4, 13, "M")]
    assert hands.asked() == [unsure.pk]
    hands(steps.undo_step)
    assert len(hands.asked()) == 2
    with pytest.raises(NothingToDo):
        hands(spans.accept_proposals, above=0.99)


def test_accepting_all_begins_at_the_projects_threshold(
    hands: Hands, labels: dict[str, Label]
) -> None:
    """Never at 0: that is for a reader to choose."""
    propose(hands.turn, labels["M"], 4, 13, 0.85)
    unsure = propose(hands.turn, labels["P"], 27, 33, 0.75)
    hands(spans.accept_proposals)
    assert (hands.sees(), hands.asked()) == ([(4, 13, "M")], [unsure.pk])
    project = hands.turn.dialogue.project
    project.accept_from = 0.75
    hands(spans.accept_proposals)
    assert hands.asked() == []


def test_accepting_all_takes_the_surer_of_two_that_overlap(
    hands: Hands, labels: dict[str, Label]
) -> None:
    propose(hands.turn, labels["M"], 4, 13, 0.6)
    propose(hands.turn, labels["O"], 4, 22, 0.7)
    hands(spans.accept_proposals, above=0.0)
    assert hands.sees() == [(4, 22, "O")]
    assert hands.asked() == []


def test_undo_and_redo_walk_back_and_forth(hands: Hands, labels: dict[str, Label]) -> None:
    hands.label(4, 13, labels["M"])
    hands.label(4, 22, labels["O"])
    hands(spans.clear_span, start=4, end=5)
    states = [[], [(4, 13, "M")], [(4, 22, "O")], []]
    for state in reversed(states[:-1]):
        hands(steps.undo_step)
        assert hands.sees() == state
    with pytest.raises(NothingToDo):
        hands(steps.undo_step)
    for state in states[1:]:
        hands(steps.redo_step)
        assert hands.sees() == state
    with pytest.raises(NothingToDo):
        hands(steps.redo_step)


def test_a_new_step_ends_what_could_be_redone(hands: Hands, labels: dict[str, Label]) -> None:
    hands.label(4, 13, labels["M"])
    hands.label(14, 22, labels["S"])
    hands(steps.undo_step)
    hands.label(27, 33, labels["P"])
    hands(steps.undo_step)
    hands(steps.redo_step)  # of the place, not of the surname that was taken back before it
    assert hands.sees() == [(4, 13, "M"), (27, 33, "P")]
    assert hands.left() == (True, False)


def test_undo_of_a_rejection_asks_again(hands: Hands, labels: dict[str, Label]) -> None:
    proposal = propose(hands.turn, labels["P"], 27, 33)
    hands(spans.decide_proposal, proposal=proposal, accept=False)
    hands(steps.undo_step)
    assert hands.asked() == [proposal.pk]


def test_undo_goes_past_a_label_that_the_scheme_has_lost(
    hands: Hands, labels: dict[str, Label]
) -> None:
    hands.label(14, 22, labels["S"])
    hands.label(4, 13, labels["M"])
    hands(spans.clear_span, start=4, end=13)
    labels["M"].delete()
    hands(steps.undo_step)  # what was cleared cannot come back
    assert hands.sees() == [(14, 22, "S")]
    hands(steps.undo_step)
    hands(steps.undo_step)
    assert hands.sees() == []


def test_undo_takes_back_a_label_whose_proposal_was_replaced(
    hands: Hands, labels: dict[str, Label]
) -> None:
    proposal = propose(hands.turn, labels["P"], 27, 33)
    hands(spans.decide_proposal, proposal=proposal, accept=True)
    proposal.delete()  # as a new tagging does with turns that nobody was given
    hands(steps.undo_step)
    assert hands.sees() == []
    hands(steps.redo_step)
    assert hands.sees() == [(27, 33, "P")]


def test_undo_from_another_turn_begins_no_reading_there(
    hands: Hands, annotator: Any, labels: dict[str, Label]
) -> None:
    hands.label(4, 13, labels["M"])
    other = Hands(hands.turn.dialogue.turns.exclude(pk=hands.turn.pk)[0], annotator)
    with pytest.raises(StaleVersion):
        other(steps.undo_step, version=1)
    other(steps.undo_step)
    assert hands.sees() == []
    assert Reading.objects.get().turn == hands.turn


def test_layers_take_two_queries_for_any_number_of_turns(
    hands: Hands, project: Any, django_assert_num_queries: Any, labels: dict[str, Label]
) -> None:
    hands.label(4, 13, labels["M"])
    turns = list(Turn.objects.filter(dialogue__project=project))
    with django_assert_num_queries(2):
        layers = spans.layers_of(turns, hands.user)
    assert len(layers) == len(turns)


WALKS = st.lists(
    st.tuples(
        st.sampled_from(["label", "label", "clear", "accept", "reject", "all", "undo", "redo"]),
        st.integers(0, 30),
        st.integers(1, 8),
        st.sampled_from("FMSP"),
    ),
    max_size=14,
)


@settings(
    max_examples=tries(10, 125),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(walk=WALKS)
def test_any_walk_keeps_the_layer_whole_and_undoes_to_nothing(
    walk: list[tuple[str, int, int, str]], hands: Hands, labels: dict[str, Label]
) -> None:
    Step.objects.all().delete()
    Reading.objects.all().delete()
    Span.objects.all().delete()
    proposals = [propose(hands.turn, labels["M"], 4, 13), propose(hands.turn, labels["P"], 27, 33)]
    for kind, start, length, key in walk:
        stretch = {"start": start, "end": min(start + length, len(TEXT))}
        first = proposals[start % 2]
        calls: dict[str, tuple[Any, dict[str, Any]]] = {
            "label": (spans.add_span, {**stretch, "label": labels[key]}),
            "clear": (spans.clear_span, stretch),
            "accept": (spans.decide_proposal, {"proposal": first, "accept": True}),
            "reject": (spans.decide_proposal, {"proposal": first, "accept": False}),
            "all": (spans.accept_proposals, {}),
            "undo": (steps.undo_step, {}),
            "redo": (steps.redo_step, {}),
        }
        service, values = calls[kind]
        before = hands.sees(), hands.asked(), hands.version()
        try:
            step = hands(service, **values)
        except NothingToDo:
            assert (hands.sees(), hands.asked(), hands.version()) == before
            continue
        after_it = spans.layer_after(step, hands.turn)
        assert after_it == spans.layer_of(hands.turn, hands.user)
        assert after_it is not None and after_it.version == hands.version()
        assert hands.version() == before[2] + 1
        assert Reading.objects.get().label_count == len(seen := hands.sees())
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(seen)), "own labels overlap"
    while hands.left()[0]:
        hands(steps.undo_step)
    assert hands.sees() == []
    assert hands.asked() == [p.pk for p in proposals]
