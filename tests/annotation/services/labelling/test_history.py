"""Who did what to a dialogue's labels, and the way back to any moment."""

import itertools
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import Batch, Dialogue, Label, Reading, Span, Step, Turn
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.labelling import history, spans, steps
from annotation.services.labelling.history import Stretch
from tests.effort import tries
from tests.labelled import label_gold

TEXT = "Soy Francisco Olabarri, de Bilbao"


@pytest.fixture
def dialogue(project: Any) -> Dialogue:
    return Dialogue.objects.select_related("project").get(external_id="call-1")


class Hands:
    """A person's steps in a dialogue, on any of its turns."""

    def __init__(self, dialogue: Dialogue, user: Any, layer: str = "reader") -> None:
        self.dialogue, self.user, self.layer = dialogue, user, layer
        self.turns = list(dialogue.turns.select_related("dialogue__project"))
        self.labels = {label.key: label for label in dialogue.project.labels.all()}

    def do(self, service: Any, turn: int, **values: Any) -> Step:
        at = self.turns[turn]
        version = spans.layer_of(at, self.user, self.layer).version
        step = {"op_id": uuid.uuid4(), "version": version} | values
        if self.layer == "gold":
            step["layer"] = "gold"
        return service(at, self.user, **step)  # type: ignore[no-any-return]

    def label(self, turn: int, start: int, end: int, key: str) -> Step:
        if self.layer == "gold":
            return label_gold(self.turns[turn], self.user, start, end, self.labels[key])
        values = {"start": start, "end": end, "label": self.labels[key]}
        return self.do(spans.add_span, turn, **values)

    def restore(self, to: int, **values: Any) -> Step:
        latest = history.latest_steps(self.dialogue)
        owner = self.user.pk if self.layer == "reader" else 0
        step = {"op_id": uuid.uuid4(), "last": latest.get((self.layer, owner), 0)} | values
        return history.restore_dialogue(self.dialogue, self.user, to=to, layer=self.layer, **step)

    def sees(self) -> list[tuple[int, int, int, str]]:
        found = Span.objects.filter(
            reading__layer=self.layer, turn__dialogue=self.dialogue, status="accepted"
        )
        if self.layer == "reader":
            found = found.filter(reading__reader=self.user)
        rows = found.values_list("turn__position", "start", "end", "label__key")
        return sorted(rows)


@pytest.fixture
def hands(dialogue: Dialogue, annotator: Any) -> Hands:
    return Hands(dialogue, annotator)


def told(dialogue: Dialogue, **values: Any) -> list[tuple[str, str, list[tuple[str, str]]]]:
    steps = list(history.list_steps(dialogue, **values))
    return [
        (past.step.author.username, past.words, [(each.kind, each.words) for each in past.changes])
        for past in history.describe_steps(dialogue, steps)
    ]


def test_steps_are_told_newest_first(hands: Hands, dialogue: Dialogue) -> None:
    hands.label(1, 4, 13, "M")
    hands.label(1, 4, 22, "O")
    hands.do(steps.undo_step, 1)
    assert told(dialogue) == [
        ("annotator", "took a step back", [("taken", "Francisco Olabarri"), ("set", "Francisco")]),
        ("annotator", "labelled", [("taken", "Francisco"), ("set", "Francisco Olabarri")]),
        ("annotator", "labelled", [("set", "Francisco")]),
    ]


def test_the_history_of_a_turn_and_of_a_stretch(
    hands: Hands, dialogue: Dialogue, second_annotator: Any
) -> None:
    hands.label(0, 0, 6, "X")
    hands.label(1, 4, 13, "M")
    hands.label(1, 27, 33, "P")
    Hands(dialogue, second_annotator).label(1, 4, 22, "O")
    turn = hands.turns[1].pk
    assert len(told(dialogue, stretch=Stretch(turn))) == 3
    assert told(dialogue, stretch=Stretch(turn, 14, 20)) == [
        ("second", "labelled", [("set", "Francisco Olabarri")])
    ]
    assert told(dialogue, author=hands.user, stretch=Stretch(turn, 0, 5)) == [
        ("annotator", "labelled", [("set", "Francisco")])
    ]


def test_any_moment_can_be_restored_and_that_undone(hands: Hands) -> None:
    first = hands.label(1, 4, 13, "M")
    hands.label(0, 0, 6, "X")
    hands.do(spans.clear_span, 1, start=4, end=5)
    before = hands.sees()
    hands.restore(first.pk)
    assert hands.sees() == [(1, 4, 13, "M")]
    hands.do(steps.undo_step, 0)
    assert hands.sees() == before
    hands.do(steps.redo_step, 0)
    assert hands.sees() == [(1, 4, 13, "M")]
    hands.restore(0)
    assert hands.sees() == []


def test_restoring_what_is_there_already_is_refused(hands: Hands) -> None:
    first = hands.label(1, 4, 13, "M")
    with pytest.raises(NothingToDo):
        hands.restore(first.pk)
    hands.do(steps.undo_step, 1)
    with pytest.raises(NothingToDo):
        hands.restore(0)


def test_a_page_that_is_behind_restores_nothing(hands: Hands) -> None:
    first = hands.label(1, 4, 13, "M")
    second = hands.label(1, 14, 22, "S")
    hands.label(0, 0, 6, "X")
    with pytest.raises(StaleVersion):
        hands.restore(first.pk, last=second.pk)
    with pytest.raises(Refused, match="no such moment"):
        hands.restore(10**6)


def test_a_restore_that_is_sent_twice_is_one_step(hands: Hands) -> None:
    first = hands.label(1, 4, 13, "M")
    last = hands.label(1, 14, 22, "S").pk
    op_id = uuid.uuid4()
    done = hands.restore(first.pk, op_id=op_id, last=last)
    assert hands.restore(first.pk, op_id=op_id, last=last) == done
    assert Step.objects.filter(kind="restore").count() == 1


def test_one_persons_restore_leaves_the_others_labels(
    hands: Hands, dialogue: Dialogue, second_annotator: Any
) -> None:
    other = Hands(dialogue, second_annotator)
    hands.label(1, 4, 13, "M")
    other.label(1, 4, 22, "O")
    hands.restore(0)
    assert (hands.sees(), other.sees()) == ([], [(1, 4, 22, "O")])


def test_the_adjudicated_layer_is_restored_by_curators(
    dialogue: Dialogue, curator: Any, manager: Any
) -> None:
    first = Hands(dialogue, curator, "gold").label(1, 4, 13, "M")
    second = Hands(dialogue, manager, "gold")
    second.label(1, 14, 22, "S")
    second.restore(first.pk)
    assert second.sees() == [(1, 4, 13, "M")]
    second.do(steps.undo_step, 1)
    assert second.sees() == [(1, 4, 13, "M"), (1, 14, 22, "S")]


def test_labels_that_went_missing_without_a_step_come_back(hands: Hands) -> None:
    hands.label(1, 4, 13, "M")
    last = hands.label(1, 14, 22, "S")
    past = history.describe_steps(hands.dialogue, [last])[0]
    assert past.is_latest  # nothing to restore
    Span.objects.filter(start=4).delete()
    past = history.describe_steps(hands.dialogue, [last])[0]
    assert not past.is_latest
    hands.restore(last.pk)
    assert hands.sees() == [(1, 4, 13, "M"), (1, 14, 22, "S")]
    assert Reading.objects.get().label_count == 2


def test_telling_takes_as_many_queries_for_many_steps(
    hands: Hands, dialogue: Dialogue, django_assert_num_queries: Any
) -> None:
    for start in range(20):
        hands.label(0, start, start + 1, "X")
    with django_assert_num_queries(5):
        history.describe_steps(dialogue, list(history.list_steps(dialogue)))


WALK = st.lists(
    st.tuples(
        st.sampled_from(["label", "label", "clear", "undo", "redo", "restore"]),
        st.integers(0, 3),
        st.integers(0, 8),
        st.integers(1, 4),  # the shortest turn has twelve characters
        st.sampled_from("FMSP"),
    ),
    max_size=12,
)


@settings(
    max_examples=tries(10, 125),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(walk=WALK)
def test_every_moment_of_any_walk_comes_back(
    walk: list[tuple[str, int, int, int, str]], hands: Hands
) -> None:
    Step.objects.all().delete()
    Reading.objects.all().delete()
    moments: dict[int, list[tuple[int, int, int, str]]] = {0: []}
    for kind, turn, start, length, key in walk:
        stretch = {"start": start, "end": start + length}
        try:
            if kind == "label":
                step = hands.label(turn, start, start + length, key)
            elif kind == "clear":
                step = hands.do(spans.clear_span, turn, **stretch)
            elif kind == "restore":
                step = hands.restore(sorted(moments)[start % len(moments)])
            else:
                step = hands.do(steps.undo_step if kind == "undo" else steps.redo_step, turn)
        except NothingToDo:
            continue
        if step.events.exists():
            moments[step.pk] = hands.sees()
    last = hands.sees()
    for moment, state in list(moments.items()):
        if state != hands.sees():
            hands.restore(moment)
        assert hands.sees() == state
        for one, other in itertools.pairwise(state):
            assert one[0] < other[0] or one[2] <= other[1]
    while steps.steps_left(hands.dialogue, hands.user)[0]:
        hands.do(steps.undo_step, 0)
    assert hands.sees() == []
    assert last in moments.values()


def test_the_page_shows_her_own_steps_and_a_curator_everybodys(
    hands: Hands, dialogue: Dialogue, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    hands.label(1, 4, 13, "M")
    Hands(dialogue, second_annotator).label(1, 27, 33, "P")
    url = f"/p/support/dialogues/{dialogue.pk}/history"
    own = client_of(hands.user).get(url).content.decode()
    assert "Francisco" in own and "Bilbao" not in own
    everybody = client_of(curator).get(url).content.decode()
    assert "Francisco" in everybody and "Bilbao" in everybody and "second" in everybody
    turn = hands.turns[0].pk
    assert "Francisco" not in client_of(curator).get(f"{url}?turn={turn}").content.decode()
    assert client_of(curator).get(f"{url}?turn=x&start=-1").status_code == 200


def test_other_pages_of_a_stretch_are_of_that_stretch(
    hands: Hands, dialogue: Dialogue, client_of: Any, batch: Batch
) -> None:
    for key in "MFMFMF" * 9:
        hands.label(1, 4, 13, key)
    hands.label(1, 27, 33, "P")
    turn = hands.turns[1]
    client = client_of(hands.user)
    url = f"/p/support/dialogues/{dialogue.pk}/history"
    html = client.get(f"{url}?turn={turn.pk}&start=4&end=13").content.decode()
    older = f"turn={turn.pk}&amp;start=4&amp;end=13&amp;page=2"
    assert older in html
    html = client.get(f"{url}?{older.replace('&amp;', '&')}").content.decode()
    assert f"turn={turn.pk}&amp;start=4&amp;end=13&amp;page=1" in html
    assert "Only turn 2, characters 4–13." in html
    assert html.count('id="step-') == 4
    # and back to the turn from where one came
    assert f"/p/support/label/{batch.items.get(turn=turn).pk}" in html


def test_restoring_from_the_page(
    hands: Hands, dialogue: Dialogue, client_of: Any, curator: Any
) -> None:
    first = hands.label(1, 4, 13, "M")
    last = hands.label(1, 14, 22, "S")
    url = f"/p/support/dialogues/{dialogue.pk}/history"
    fields = {"op_id": str(uuid.uuid4()), "to": first.pk, "last": last.pk, "layer": "reader"}
    client = client_of(hands.user)
    assert "Restored" in client.post(f"{url}/restore", fields, follow=True).content.decode()
    assert hands.sees() == [(1, 4, 13, "M")]
    again = client.post(f"{url}/restore", fields | {"op_id": str(uuid.uuid4())}, follow=True)
    assert "Load it again" in again.content.decode()
    assert client.post(f"{url}/restore", {"to": "x"}).status_code == 422
    gold = fields | {"op_id": str(uuid.uuid4()), "layer": "gold"}
    assert client.post(f"{url}/restore", gold).status_code == 403
    assert client_of(curator).post(f"{url}/restore", gold).status_code == 302
    assert Label.objects.filter(project=dialogue.project).exists() and Turn.objects.exists()
