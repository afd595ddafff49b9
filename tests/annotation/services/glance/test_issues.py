"""Open issues are counted also where nobody has opened a dialogue: once, and again when they may
differ."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import (
    DialogueFigures,
    Export,
    IssueCount,
    JobStatus,
    LexiconRow,
    Project,
    User,
)
from annotation.refusals import JobLost, Refused
from annotation.services.glance import issues
from annotation.services.glance.following import follow_changes
from annotation.services.glance.issues import ask_for_counts, count_issues
from annotation.services.glance.listing import Asked, choose_rows, list_rows
from annotation.services.jobs.fairness import claim_next, others_wait, queue_of
from annotation.services.jobs.lifecycle import cancel_job, run_job
from annotation.services.jobs.line import newest_jobs
from annotation.services.revision import decisions
from annotation.services.revision.page import page_of, warm_page
from annotation.services.revision.plans import Plan
from tests.labelled import call, label

Planned = list[str]


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Planned:
    """The names of the dialogues that a count replaces, in order."""
    names: Planned = []
    whole = issues.plan_all

    def plan_all(project: Project, dialogues: Any) -> Any:
        for now in whole(project, dialogues):
            names.append(now.dialogue.external_id)
            yield now

    monkeypatch.setattr(issues, "plan_all", plan_all)
    return names


def sweep() -> int:
    follow_changes()
    return ask_for_counts()


def work() -> None:
    job = claim_next("files")
    assert isinstance(job, IssueCount)
    count_issues(job, lambda share, phase: None)


def rest() -> None:
    IssueCount.objects.update(finished_at=timezone.now() - timedelta(hours=2))


def figures(name: str) -> DialogueFigures:
    return DialogueFigures.objects.get(dialogue__external_id=name)


def test_a_fresh_corpus_is_counted_and_sorted_though_nobody_opened_it(
    labelled: Project, planned: Planned
) -> None:
    label(call(labelled).turns.first(), None, [("Buenos", "place")])
    assert sweep() == 1
    work()
    assert planned == ["call-1", "call-2"]
    for name in planned:
        row, counts = figures(name), page_of(call(labelled, name)).counts
        assert {"block": row.blocks, "warn": row.warns, "info": row.notes} == counts
        assert not row.issues_old
    gravest = choose_rows(list_rows(labelled), Asked(sort="issues"))
    weights = [(row.blocks, row.warns, row.notes) for row in gravest]
    assert weights == sorted(weights, reverse=True)
    assert sweep() == 0


def test_only_what_changed_is_counted_again_and_after_a_rest(
    labelled: Project, planned: Planned
) -> None:
    sweep()
    work()
    planned.clear()
    label(call(labelled).turns.first(), None, [("Buenos", "place")])
    assert sweep() == 0  # it ended a moment ago
    rest()
    assert sweep() == 1
    assert sweep() == 0  # it waits already
    work()
    assert planned == ["call-1"]
    assert not figures("call-1").issues_old
    assert IssueCount.objects.count() == 1


def test_what_somebody_opened_meanwhile_is_not_counted_twice(
    labelled: Project, planned: Planned
) -> None:
    sweep()
    warm_page(call(labelled))
    assert figures("call-1").issues_at
    work()
    assert planned == ["call-2"]


def test_other_settings_and_a_taught_word_make_all_counts_old(
    labelled: Project, planned: Planned, curator: User
) -> None:
    sweep()
    work()
    planned.clear()
    Project.objects.filter(pk=labelled.pk).update(replacement="typed")
    rest()
    assert sweep() == 1
    work()
    assert planned == ["call-1", "call-2"]
    LexiconRow.objects.create(
        project=labelled, kind=LexiconRow.Kind.NOBODY, lang="es", form="router", added_by=curator
    )
    rest()
    assert sweep() == 1
    work()
    assert planned == ["call-1", "call-2"] * 2
    rest()
    assert sweep() == 0


def test_old_counts_stay_old_until_they_are_made_anew(labelled: Project, curator: User) -> None:
    sweep()
    work()
    decisions.record_beside(call(labelled), curator, [], code="known_elsewhere")
    assert (figures("call-1").issues_old, figures("call-2").issues_old) == (True, False)
    labelled.dialogues.update(approved_at=None)  # counted anew, with no label changed
    follow_changes()
    assert figures("call-1").issues_old


def test_a_count_that_is_broken_off_goes_on_with_the_rest(
    labelled: Project, planned: Planned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(issues, "TOGETHER", 1)
    monkeypatch.setattr(issues, "PIECE", 0)
    sweep()

    def stop(share: float, phase: str) -> None:
        if share == 1:
            raise JobLost

    run_job(IssueCount, IssueCount.objects.get().pk, lambda job, report: count_issues(job, stop))
    assert planned == ["call-1", "call-2"]
    assert (figures("call-1").issues_at is None, figures("call-2").issues_at is None) == (
        False,
        True,
    )
    IssueCount.objects.update(status=JobStatus.QUEUED)
    work()
    assert planned == ["call-1", "call-2", "call-2"]


def test_a_dialogue_that_cannot_be_replaced_does_not_stop_the_others(
    labelled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, told = issues.plan_all, []

    def plan_all(project: Project, dialogues: Any) -> Any:
        for now in whole(project, dialogues):
            if now.dialogue.external_id == "call-1":
                told.append(now)
                raise Refused("no", code="no")
            yield now

    monkeypatch.setattr(issues, "plan_all", plan_all)
    sweep()
    work()
    assert figures("call-1").blocks is None
    assert figures("call-2").blocks is not None
    rest()
    assert sweep() == 0
    assert len(told) == 1


def test_a_label_that_comes_while_it_counts_makes_the_count_old(
    labelled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = issues.plan_all

    def plan_all(project: Project, dialogues: Any) -> Any:
        now: Plan
        for now in whole(project, dialogues):
            if now.dialogue.external_id == "call-1":
                label(now.turns[0], None, [("Buenos", "place")])
            yield now

    monkeypatch.setattr(issues, "plan_all", plan_all)
    sweep()
    work()
    assert (figures("call-1").issues_old, figures("call-2").issues_old) == (True, False)


def test_it_comes_after_what_people_wait_for_and_gives_way_to_it(labelled: Project) -> None:
    sweep()
    job = claim_next("files")
    assert isinstance(job, IssueCount) and job.gives_way
    assert not others_wait(job)
    export = Export.objects.create(project=labelled, format="jsonl", strategy="typed")
    a_moment_ago = timezone.now() - timedelta(milliseconds=5)  # SQLite counts no finer
    Export.objects.update(queued_at=a_moment_ago)
    assert others_wait(job)
    IssueCount.objects.update(status=JobStatus.QUEUED)
    assert queue_of("files") == [export, job]
    assert newest_jobs(labelled) == [export]  # the line about work tells what people asked for
    cancel_job(export)


def test_a_count_that_failed_is_tried_again_much_later(labelled: Project) -> None:
    sweep()
    IssueCount.objects.update(status=JobStatus.FAILED, finished_at=timezone.now())
    assert sweep() == 0
    rest()
    assert sweep() == 1
