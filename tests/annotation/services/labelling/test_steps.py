"""Random interleavings of two people with two windows each, and of a model that proposes at any
moment: no step lost, none applied twice, nobody held up by a proposal that she cannot see.

A plain model in this file says what every step must lead to. The suite runs a few sequences;
`ANTIFAZ_SEQUENCES=10000` runs as many as that.
"""

import os
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import (
    Assignment,
    Dialogue,
    Label,
    QueryItem,
    Reading,
    Span,
    SpanEvent,
    SpanRow,
    Step,
    TrainingRun,
    Turn,
)
from annotation.refusals import NothingToDo, StaleVersion, UndecidedProposals
from annotation.services.labelling import spans, steps
from annotation.services.labelling.pieces import turn_stretches
from annotation.services.labelling.queue import finish_item
from annotation.services.labelling.steps import (
    ACCEPTED,
    REJECTED,
    Change,
    Terms,
    steps_left,
    take_step,
)
from annotation.services.training.proposals import save_proposals
from learning.types import Span as LearningSpan
from tests.effort import tries

SEQUENCES = int(os.environ.get("ANTIFAZ_SEQUENCES", tries(25, 1000)))
LENGTH = 12  # characters of each turn
TURNS = 3

State = dict[int, frozenset[SpanRow]]  # turn -> what the person said of it
Offers = dict[int, list[SpanRow]]  # turn -> what the model proposes: rows as one would reject it


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


def without(said: frozenset[SpanRow], start: int, end: int) -> frozenset[SpanRow]:
    """What is left beside a stretch: decisions against proposals, and labels elsewhere."""
    return frozenset(
        each for each in said if each[3] == REJECTED or not (each[0] < end and start < each[1])
    )


def labelled(
    said: frozenset[SpanRow],
    stretch: tuple[int, int],
    label: int,
    offers: list[SpanRow],
    old: Any = None,
) -> frozenset[SpanRow]:
    start, end = stretch
    kept, same = without(said, start, end), None
    for offer in offers:
        if offer[4] in {row[4] for row in kept}:
            continue
        if offer[:3] == (start, end, label):
            same = offer[4]
        elif offer[4] == old or (offer[0] < end and start < offer[1]):
            kept |= {offer}
    return kept | {(start, end, label, ACCEPTED, same)}


def visible(said: frozenset[SpanRow], offers: list[SpanRow]) -> list[SpanRow]:
    """What a person is asked about: not decided, and no label of hers stands there."""
    own = [row for row in said if row[3] == ACCEPTED]
    return [
        offer
        for offer in offers
        if offer[4] not in {row[4] for row in said}
        and not any(row[0] < offer[1] and offer[0] < row[1] for row in own)
    ]


def movable(said: frozenset[SpanRow], stretch: tuple[int, int]) -> SpanRow | None:
    """The label that a move takes: the first one that stands elsewhere."""
    own = (row for row in said if row[3] == ACCEPTED and row[:2] != stretch)
    return min(own, default=None, key=lambda row: row[:2])


def expect(
    now: State, kind: str, turn: int, stretch: tuple[int, int], label: int, offers: Offers
) -> State | None:
    """The state that a step leads to; None where there is nothing to do."""
    start, end = stretch
    new, here = dict(now), offers.get(turn, [])
    if kind == "label":
        if any(row[:4] == (start, end, label, ACCEPTED) for row in now[turn]):
            return None
        new[turn] = labelled(now[turn], stretch, label, here)
    elif kind == "clear":
        new[turn] = without(now[turn], start, end)
    elif kind == "move":
        if (old := movable(now[turn], stretch)) is None:
            return None
        new[turn] = labelled(now[turn] - {old}, stretch, old[2], here, old[4])
    elif kind == "everywhere":
        new = {each: labelled(said, stretch, label, []) for each, said in now.items()}
    elif kind == "accept all":
        new[turn] |= {(*offer[:3], ACCEPTED, offer[4]) for offer in visible(now[turn], here)}
    elif kind == "reject":
        new[turn] |= {offer for offer in here if offer[4] not in {row[4] for row in now[turn]}}
    return None if new == now else new


class Stage:
    """The dialogue, its people and their windows; every step is checked against the model."""

    def __init__(self, project: Any, people: list[Any]) -> None:
        Step.objects.all().delete()
        Reading.objects.all().delete()
        Span.objects.all().delete()
        Assignment.objects.all().delete()
        QueryItem.objects.update(status="open")
        self.run = TrainingRun.objects.get(number=7)
        self.offers: Offers = {}
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
        if kind == "accept all":
            return lambda: spans.accept_proposals(turn, user, **step)
        if kind == "reject":
            proposal = Span.objects.filter(turn=turn, reading=None).get()
            step |= {"proposal": proposal, "accept": False}
            return lambda: spans.decide_proposal(turn, user, **step)
        if kind == "move":
            old = movable(window.person.now[turn.pk], stretch) or (0, 1)
            return lambda: spans.move_span(
                turn, user, **step, start=old[0], end=old[1], to=(start, end)
            )

        def change(rows: list[Any]) -> list[Any]:
            return spans.labelled(rows, start, end, label.pk, [])

        changes: dict[Turn, Change] = dict.fromkeys(self.turns, change)
        request = {"start": start, "end": end, "label": label.pk}
        return lambda: take_step(
            self.dialogue, user, "everywhere", changes,
            op_id=step["op_id"], request=request, terms=Terms({turn.pk: version}),
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
        if kind == "propose":
            return self.propose(turn, stretch, label)
        if kind == "reject" and not self.offers.get(turn.pk):
            return None
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
        return expect(person.now, kind, turn, stretch, label, self.offers)

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

    def propose(self, turn: Turn, stretch: tuple[int, int], label: Label) -> None:
        """A model reads the turn, whatever people have said there; once, for what it says stays."""
        if self.offers.get(turn.pk):
            return
        save_proposals(self.run, {turn.pk: [LearningSpan(*stretch, label.name, 0.9)]})
        found = Span.objects.filter(turn=turn, reading=None)
        self.offers[turn.pk] = [
            (*row, REJECTED, pk) for *row, pk in found.values_list("start", "end", "label", "pk")
        ]
        assert self.offers[turn.pk] or Assignment.objects.filter(item__turn=turn).exists()

    def finish(self, window: Window, turn: Turn) -> None:
        is_stale = window.seen[turn.pk] != window.person.versions[turn.pk]
        asked = visible(window.person.now[turn.pk], self.offers.get(turn.pk, []))
        try:
            finish_item(turn.query_item, window.person.user, version=window.seen[turn.pk])
        except UndecidedProposals:
            assert asked
        except StaleVersion:
            assert is_stale and not asked
        else:
            assert not is_stale and not asked
        self.check(window.person)
        self.check_page(window.person)

    def check_page(self, person: Person) -> None:
        """She is asked about what is drawn, and about nothing else."""
        for turn in self.turns:
            layer = spans.layer_of(turn, person.user)
            drawn = turn_stretches(turn.text, [*layer.spans, *layer.proposals])
            asked = visible(person.now[turn.pk], self.offers.get(turn.pk, []))
            assert [each.pk for each in layer.proposals] == [offer[4] for offer in asked]
            assert [each.span for each in drawn if each.is_proposal] == layer.proposals

    def check(self, person: Person) -> None:
        """The table holds what the model holds: each label once, counted, and no two overlap."""
        found: dict[int, list[SpanRow]] = {turn.pk: [] for turn in self.turns}
        rows = Span.objects.filter(reading__reader=person.user)
        for turn, *said in rows.values_list("turn", *steps.FIELDS):
            found[turn].append(tuple(said))
        for turn, here in found.items():
            assert len(here) == len(person.now[turn]) and set(here) == person.now[turn]
            own = sorted(row[:2] for row in here if row[3] == ACCEPTED)
            assert all(one[1] <= other[0] for one, other in pairwise(own))
        readings = Reading.objects.filter(reader=person.user)
        for turn, version, count in readings.values_list("turn", "version", "label_count"):
            labels = sum(row[3] == ACCEPTED for row in person.now[turn])
            assert (version, count) == (person.versions[turn], labels)
        assert steps_left(self.dialogue, person.user) == (bool(person.undo), bool(person.redo))

    def check_history(self) -> None:
        """The events alone, from the first to the last, tell the state as it is."""
        for person in self.people:
            told: dict[int, set[SpanRow]] = {turn.pk: set() for turn in self.turns}
            for event in SpanEvent.objects.filter(step__author=person.user).select_related(
                "reading"
            ):
                rows = told[event.reading.turn_id]
                rows -= {tuple(row) for row in event.before}
                rows |= {tuple(row) for row in event.after}
            assert told == {turn: set(said) for turn, said in person.now.items()}

    def undo_all(self) -> None:
        for window in self.windows[::2]:
            self.check_page(window.person)
            self.do(window, "look", self.turns[0], (0, 1), 0)
            while window.person.undo:
                self.do(window, "undo", self.turns[0], (0, 1), 0)
            assert not any(window.person.now.values())


@pytest.fixture
def cast(project: Any, batch: Any, annotator: Any, second_annotator: Any) -> list[Any]:
    TrainingRun.objects.create(
        project=project, kind="round", number=7, status="done", metrics={"f1": 1.0}
    )
    dialogue = Dialogue.objects.create(project=project, external_id="property", position=9)
    for position in range(TURNS):
        turn = Turn.objects.create(dialogue=dialogue, position=position, text="a" * LENGTH)
        QueryItem.objects.create(batch=batch, turn=turn, rank=10 + position, readers=2)
    return [project, annotator, second_annotator]


KINDS = ["label"] * 4 + ["clear", "clear", "move", "undo", "undo", "redo", "redo"]
MACHINE = ["propose", "propose", "accept all", "reject"]
STEPS = st.lists(
    st.tuples(
        st.integers(0, 3),  # whose window
        st.sampled_from([*KINDS, *MACHINE, "everywhere", "repeat", "repeat", "look", "finish"]),
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
