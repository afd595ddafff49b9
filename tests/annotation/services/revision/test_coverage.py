"""Who has read the turns of a project: people, a model, or nobody."""

from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Dialogue, Reading, Span, TrainingRun, Turn
from annotation.refusals import Refused
from annotation.services.revision import issue_decisions
from annotation.services.revision.coverage import coverage_of
from tests.labelled import ITEMS, call, label, read, read_all


def test_coverage_counts_people_models_and_nobody(project: Any, annotator: Any) -> None:
    assert coverage_of(project).nobody == 7
    turns = list(Turn.objects.filter(dialogue=call(project)))
    read(turns[0], annotator)
    label(turns[1], None, ITEMS["call-1", 1])
    Span.objects.update(run=TrainingRun.objects.create(project=project, status="done"))
    seen = coverage_of(project)
    assert (seen.people, seen.machine, seen.nobody, seen.unread_dialogues) == (1, 1, 5, 2)


def test_turns_on_which_readers_differ_were_read_and_wait_for_a_word(
    project: Any, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    """Nobody says that nobody read them, no model settles them, and they hold the dialogue back."""
    read_all(project, annotator)
    turns = list(Turn.objects.filter(dialogue=call(project)))
    Reading.objects.filter(turn__in=turns[:2]).update(is_gold=False)  # one read it, one is to come
    read(turns[0], second_annotator, [])
    Reading.objects.filter(turn=turns[0]).update(is_gold=False)
    TrainingRun.objects.create(
        project=project, kind="tag", status="done", number=1, started_at=timezone.now()
    )
    seen = coverage_of(project)
    assert (seen.people, seen.machine, seen.nobody) == (5, 0, 0)
    assert (seen.differ, seen.waiting, seen.turns) == (1, 1, 7)
    now = issue_decisions.plan(call(project))
    assert ([t.pk for t in now.differing], [t.pk for t in now.waiting]) == (
        [turns[0].pk],
        [turns[1].pk],
    )
    with pytest.raises(Refused) as refused:
        issue_decisions.approve(call(project), curator)
    assert refused.value.code == "unsettled"


def test_a_tagging_run_has_read_what_was_there_when_it_began(project: Any) -> None:
    TrainingRun.objects.create(
        project=project, kind="tag", status="done", number=1, started_at=timezone.now()
    )
    assert coverage_of(project).nobody == 0
    late = Dialogue.objects.create(project=project, external_id="late", position=9)
    Turn.objects.create(dialogue=late, position=0, text="Soy Ana")
    assert coverage_of(project).nobody == 1
