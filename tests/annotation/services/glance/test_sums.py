"""What is kept of each dialogue adds up to what a look at all turns says, whatever was done."""

import contextlib
import random
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import (
    AuditDraw,
    AuditTurn,
    Dialogue,
    DialogueFigures,
    JobStatus,
    Project,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.refusals import NothingToDo
from annotation.services.evidence.measurements import stamp_of
from annotation.services.glance import following
from annotation.services.glance.following import counted_sums, follow_changes
from annotation.services.glance.sums import Counted, Live
from annotation.services.release.now import Now
from tests.labelled import call, label, label_gold, read, read_all

WHAT = ("labels", "readings", "settled", "twice", "singles")


def check_same(project: Project) -> None:
    live, counted = Live(project), counted_sums(project)
    assert isinstance(counted, Counted)
    assert {what: getattr(counted, what) for what in WHAT} == {
        what: getattr(live, what) for what in WHAT
    }
    assert sorted(counted.readers) == sorted(live.readers)
    assert Now(project, counted=True).stamp == stamp_of(project)


class Chance:
    """Somebody does something to some turn."""

    def __init__(self, project: Project, seed: int, *people: Any) -> None:
        self.project, self.by, self.people = project, random.Random(seed), people
        self.turns = list(Turn.objects.filter(dialogue__project=project).order_by("pk"))
        self.draw = AuditDraw.objects.create(
            project=project, seed=1, recall=0.9, confidence=0.9, turns=0
        )

    def step(self) -> None:
        self.by.choice([
            self.label, self.propose, self.read, self.read, self.open, self.forget, self.decide,
            self.draw_turn, self.keep, self.tag, self.give_up,
        ])()  # fmt: skip

    @property
    def turn(self) -> Turn:
        return self.by.choice(self.turns)

    def label(self) -> None:
        turn = self.turn
        label(turn, self.by.choice(self.people), [(self.by.choice(turn.text.split()), "place")])

    def propose(self) -> None:
        turn = self.turn
        label(turn, None, [(turn.text.split()[0], "place")])

    def read(self) -> None:
        turn = self.turn
        Reading.objects.filter(turn=turn).update(is_gold=False)  # one word counts
        read(turn, self.by.choice(self.people))

    def open(self) -> None:
        Reading.objects.filter(turn=self.turn).update(status="open", is_gold=False)

    def forget(self) -> None:
        Span.objects.filter(turn=self.turn).delete()

    def decide(self) -> None:
        turn, place = self.turn, self.project.labels.get(name="place")
        with contextlib.suppress(NothingToDo):
            label_gold(turn, self.people[0], 0, len(turn.text.split()[0]), place)

    def draw_turn(self) -> None:
        AuditTurn.objects.get_or_create(
            turn=self.turn,
            defaults={"draw": self.draw, "stratum": "rest", "weight": 1.0, "sheet": 1},
        )

    def keep(self) -> None:
        split = self.by.choice(Dialogue.Split.values)
        Dialogue.objects.filter(pk=self.turn.dialogue_id).update(split=split)

    def tag(self) -> None:
        runs = TrainingRun.objects
        run = runs.create(project=self.project, kind="tag", started_at=timezone.now())
        runs.filter(pk=run.pk).update(status=JobStatus.DONE)

    def give_up(self) -> None:
        Reading.objects.filter(turn=self.turn).delete()


@pytest.mark.parametrize("seed", range(3))
def test_both_say_the_same_after_whatever_was_done(
    seed: int, project: Project, annotator: Any, second_annotator: Any
) -> None:
    chance = Chance(project, seed, annotator, second_annotator)
    for _round in range(8):
        for _step in range(5):
            chance.step()
        check_same(project)


def test_nothing_is_labelled_yet(project: Project) -> None:
    Turn.objects.filter(dialogue=call(project, "call-2")).delete()
    check_same(project)
    Dialogue.objects.filter(project=project).delete()
    check_same(project)


def test_pages_look_at_no_turn_of_what_is_counted(
    labelled: Project, client_of: Any, manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow_changes()

    def refuse(*_given: object) -> None:
        raise AssertionError("all turns are looked at")

    for what in WHAT:
        monkeypatch.setattr(Live, what, property(refuse))
    monkeypatch.setattr(Live, "readers", property(refuse))
    for page in ("release", "evidence"):
        assert client_of(manager).get(f"/p/{labelled.slug}/{page}").status_code == 200


def test_where_much_changed_pages_look_at_all_turns(
    labelled: Project, client_of: Any, manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "AT_ONCE", 0)
    assert counted_sums(labelled) is None
    assert isinstance(Now(labelled, counted=True).sums, Live)
    assert client_of(manager).get(f"/p/{labelled.slug}/release").status_code == 200


def test_of_an_older_version_nothing_is_kept(labelled: Project, annotator: Any) -> None:
    read_all(labelled, annotator)
    follow_changes()
    DialogueFigures.objects.update(sums={})
    assert counted_sums(labelled) is None


def test_who_signs_or_hands_out_rests_on_the_turns(labelled: Project) -> None:
    assert isinstance(Now(labelled).sums, Live)
