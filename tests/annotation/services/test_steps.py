"""Random interleavings of two people with two windows each: no step lost, none applied twice.

A plain model in this file says what every step must lead to. The suite runs a few sequences;
`ANTIFAZ_SEQUENCES=10000` runs as many as that.
"""

import os
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.errors import NothingToDo, Refused, StaleVersion
from annotation.models import Dialogue, Label, Reading, Span, SpanEvent, Step, Turn
from annotation.services import spans, steps
from annotation.services.queue import finish_item
from annotation.services.steps import Change, steps_left, take_step

SEQUENCES = int(os.environ.get("ANTIFAZ_SEQUENCES", "40"))
LENGTH = 12  # characters of each turn
TURNS = 3

Said = tuple[int, int, int]  # start, end, label
State = dict[int, frozenset[Said]]  # turn -> what the person said of it


@dataclass
class Person:
    """What one person's layer must be: the state, its versions, and where undo and redo lead."""

    user: Any
    now: State
    versions: dict[int, int]
    undo: list[State] = field(default_factory=list)
    redo: list[State] = field(default_factory=list)

    def turn_to(self, state: State) -> None:
        for turn, said in state.items():
            self.versions[turn] += said != self.now[turn]
        self.now = state


@dataclass
class Window:
    """One of a person's windows: the versions that it shows, and the request that it sent last."""

    person: Person
    seen: dict[int, int]
    sent: Callable[[], Step] | None = None
    answer: int | None = None


def without(said: frozenset[Said], start: int, end: int) -> frozenset[Said]:
    return frozenset(each for each in said if not (each[0] < end and start < each[1]))


def expect(now: State, kind: str, turn: int, stretch: tuple[int, int], label: int) -> State | None:
    """The state that a step leads to; None where there is nothing to do."""
    start, end = stretch
    new = dict(now)
    if kind == "label":
        new[turn] = without(now[turn], start, end) | {(start, end, label)}
    elif kind == "clear":
        new[turn] = without(now[turn], start, end)
    elif kind == "move":
        old = min((each for each in now[turn] if each[:2] != stretch), default=None)
        if old is None:
            return None
        new[turn] = without(now[turn] - {old}, start, end) | {(start, end, old[2])}
    elif kind == "everywhere":
        for each in now:
            new[each] = without(now[each], start, end) | {(start, end, label)}
    return None if new == now else new


class Stage:
    """The dialogue, its people and their windows; every step is checked against the model."""

    def __init__(self, project: Any, people: list[Any]) -> None:
        Step.objects.all().delete()
        Reading.objects.all().delete()
        Span.objects.all().delete()
        self.turns = list(
            Turn.objects.filter(dialogue__external_id="property").select_related(
                "dialogue__project", "query_item__batch__project"
            )
        )
        self.dialogue = self.turns[0].dialogue
        self.labels = list(project.labels.all()[:2])
        pks = [turn.pk for turn in self.turns]
        self.people = [
            Person(user, dict.fromkeys(pks, frozenset()), dict.fromkeys(pks, 0)) for user in people
        ]
        self.windows = [
            Window(person, dict.fromkeys(pks, 0)) for person in self.people for _window in range(2)
        ]

    def request(
        self, window: Window, kind: str, turn: Turn, stretch: tuple[int, int], label: Label
    ) -> Callable[[], Step]:
        user, version = window.person.user, window.seen[turn.pk]
        step: dict[str, Any] = {"op_id": uuid.uuid4(), "version": version}
        start, end = stretch
        if kind in ("undo", "redo"):
            walk = steps.undo_step if kind == "undo" else steps.redo_step
            return lambda: walk(turn, user, **step)
        if kind == "label":
            return lambda: spans.add_span(turn, user, **step, start=start, end=end, label=label)
        if kind == "clear":
            return lambda: spans.clear_span(turn, user, **step, start=start, end=end)
        if kind == "move":
            said = window.person.now[turn.pk]
            old = min((each for each in said if each[:2] != stretch), default=(0, 1, 0))
            return lambda: spans.move_span(
                turn, user, **step, start=old[0], end=old[1], new_start=start, new_end=end
            )

        def change(rows: list[Any]) -> list[Any]:
            return spans.labelled(rows, start, end, label.pk, [])

        changes: dict[Turn, Change] = dict.fromkeys(self.turns, change)
        request = {"start": start, "end": end, "label": label.pk}
        return lambda: take_step(
            self.dialogue, user, "everywhere", changes,
            op_id=step["op_id"], request=request, seen={turn.pk: version},
        )  # fmt: skip

    def do(self, window: Window, kind: str, turn: Turn, stretch: tuple[int, int], n: int) -> None:
        person = window.person
        if kind == "repeat":
            return self.repeat(window)
        if kind == "look":
            window.seen = dict(person.versions)
            return self.check(person)
        if kind == "finish":
            return self.finish(window, turn)
        label = self.labels[n]
        send = self.request(window, kind, turn, stretch, label)
        try:
            window.sent, window.answer = send, send().pk
        except StaleVersion:
            assert window.seen[turn.pk] != person.versions[turn.pk]
            window.seen[turn.pk] = person.versions[turn.pk]  # the answer shows it
        except NothingToDo:
            assert self.target(person, kind, turn.pk, stretch, label.pk) is None
        else:
            assert window.seen[turn.pk] == person.versions[turn.pk], "a stale step was applied"
            state = self.target(person, kind, turn.pk, stretch, label.pk)
            assert state is not None
            self.walk(person, kind, state)
            window.seen = dict(person.versions)
        return self.check(person)

    def target(
        self, person: Person, kind: str, turn: int, stretch: tuple[int, int], label: int
    ) -> State | None:
        if kind in ("undo", "redo"):
            row = person.undo if kind == "undo" else person.redo
            return row[-1] if row else None
        return expect(person.now, kind, turn, stretch, label)

    def walk(self, person: Person, kind: str, state: State) -> None:
        if kind == "undo":
            person.redo.append(person.now)
            person.undo.pop()
        elif kind == "redo":
            person.undo.append(person.now)
            person.redo.pop()
        else:
            person.undo.append(person.now)
            person.redo.clear()
        person.turn_to(state)

    def repeat(self, window: Window) -> None:
        """The last request again, as after an answer that did not arrive: nothing changes."""
        if window.sent is not None and window.answer is not None:
            steps = Step.objects.count()
            assert window.sent().pk == window.answer
            assert Step.objects.count() == steps
        self.check(window.person)

    def finish(self, window: Window, turn: Turn) -> None:
        is_stale = window.seen[turn.pk] != window.person.versions[turn.pk]
        try:
            finish_item(turn.query_item, window.person.user, version=window.seen[turn.pk])
        except StaleVersion:
            assert is_stale
        else:
            assert not is_stale
        self.check(window.person)

    def check(self, person: Person) -> None:
        """The table holds what the model holds: each label once, counted, and no two overlap."""
        found: dict[int, list[Said]] = {turn.pk: [] for turn in self.turns}
        rows = Span.objects.filter(reading__reader=person.user)
        for turn, *said in rows.values_list("turn", "start", "end", "label"):
            found[turn].append(tuple(said))
        assert {turn: sorted(said) for turn, said in found.items()} == {
            turn: sorted(said) for turn, said in person.now.items()
        }
        readings = Reading.objects.filter(reader=person.user)
        for turn, version, count in readings.values_list("turn", "version", "label_count"):
            assert (version, count) == (person.versions[turn], len(person.now[turn]))
        assert steps_left(self.dialogue, person.user) == (bool(person.undo), bool(person.redo))

    def check_history(self) -> None:
        """The events alone, from the first to the last, tell the state as it is."""
        for person in self.people:
            told: dict[int, set[Said]] = {turn.pk: set() for turn in self.turns}
            for event in SpanEvent.objects.filter(step__author=person.user).select_related(
                "reading"
            ):
                said = told[event.reading.turn_id]
                said -= {tuple(row[:3]) for row in event.before}
                said |= {tuple(row[:3]) for row in event.after}
            assert told == {turn: set(said) for turn, said in person.now.items()}

    def undo_all(self) -> None:
        for window in self.windows[::2]:
            self.do(window, "look", self.turns[0], (0, 1), 0)
            while window.person.undo:
                self.do(window, "undo", self.turns[0], (0, 1), 0)
            assert not any(window.person.now.values())


@pytest.fixture
def cast(project: Any, batch: Any, annotator: Any, second_annotator: Any) -> list[Any]:
    from annotation.models import QueryItem

    dialogue = Dialogue.objects.create(project=project, external_id="property", position=9)
    for position in range(TURNS):
        turn = Turn.objects.create(dialogue=dialogue, position=position, text="a" * LENGTH)
        QueryItem.objects.create(batch=batch, turn=turn, rank=10 + position, readers=2)
    return [project, annotator, second_annotator]


KINDS = ["label"] * 4 + ["clear", "clear", "move", "undo", "undo", "redo", "redo"]
STEPS = st.lists(
    st.tuples(
        st.integers(0, 3),  # whose window
        st.sampled_from([*KINDS, "everywhere", "repeat", "repeat", "look", "finish"]),
        st.integers(0, TURNS - 1),
        st.integers(0, LENGTH - 1),
        st.integers(1, 5),
        st.integers(0, 1),  # which label
    ),
    min_size=1,
    max_size=16,
)


@settings(
    max_examples=SEQUENCES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_whatever_people_do_in_their_windows_nothing_is_lost(
    steps: list[tuple[int, str, int, int, int, int]], cast: list[Any]
) -> None:
    project, *people = cast
    stage = Stage(project, people)
    for who, kind, turn, start, length, label in steps:
        stretch = (start, min(start + length, LENGTH))
        stage.do(stage.windows[who], kind, stage.turns[turn], stretch, label)
    stage.check_history()
    stage.undo_all()
    for person in stage.people:
        stage.check(person)


def test_an_id_belongs_to_one_step(cast: list[Any]) -> None:
    project, annotator, _second = cast
    stage = Stage(project, [annotator])
    first, second, _third = stage.turns
    op_id, label = uuid.uuid4(), stage.labels[0]
    step = {"op_id": op_id, "version": 0, "start": 0, "end": 3, "label": label}
    spans.add_span(first, annotator, **step)
    with pytest.raises(Refused, match="another step") as refusal:
        spans.add_span(second, annotator, **step)
    assert refusal.value.code == "key_reuse"
    with pytest.raises(Refused):
        steps.undo_step(first, annotator, op_id=op_id, version=1)
    assert Span.objects.count() == 1


def test_a_step_on_many_turns_is_one_step(cast: list[Any]) -> None:
    project, annotator, _second = cast
    stage = Stage(project, [annotator])
    window = stage.windows[0]
    stage.do(window, "label", stage.turns[0], (0, 3), 0)
    stage.do(window, "everywhere", stage.turns[0], (0, 3), 0)  # the first turn has it already
    step = Step.objects.get(kind="everywhere")
    assert [event.reading.turn for event in step.events.all()] == stage.turns[1:]
    stage.do(window, "undo", stage.turns[2], (0, 1), 0)
    assert Span.objects.count() == 1
