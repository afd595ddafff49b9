"""The advice of real rounds on rows: audit turns measured before they are learnt from, signs that
any worker can go on with, and the words that pages show."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone, translation

from annotation.models import (
    Batch,
    Project,
    QueryItem,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.jobs.lifecycle import run_job
from annotation.services.labelling.spans import layer_of
from annotation.services.learning.advice_words import (
    WHY,
    advice_reasons,
    advice_sentence,
    advice_signs,
    price_sentence,
)
from annotation.services.runs.starting import start_run
from annotation.services.team.overview import read_overview
from annotation.services.training.advice import LOOK_FILE, read_outcomes
from annotation.services.training.loop import work_on_run
from tests.labelled import add_calls


def read(turn: Turn, reader: Any) -> None:
    """Label a turn of the corpus rightly and finish it."""
    own, _ = Reading.objects.get_or_create(turn=turn, reader=reader)
    Reading.objects.filter(pk=own.pk).update(status="done", is_gold=True, done_at=timezone.now())
    if turn.text.startswith("hola"):
        label = turn.dialogue.project.labels.get(name="female name")
        end = turn.text.index(" y ")
        Span.objects.create(turn=turn, start=14, end=end, label=label, reading=own)


@pytest.fixture
def corpus(project: Project, annotator: Any, data_dir: Path) -> Project:
    """Sixty short calls, of which the first twelve are read."""
    project.dialogues.all().delete()
    add_calls(project, 60, annotator, read=12)
    project.batch_size, project.audit_percent = 10, 20
    project.save()
    return project


@pytest.fixture
def work(corpus: Project) -> Callable[[str], TrainingRun]:
    def run(kind: str) -> TrainingRun:
        job = start_run(corpus, kind=kind)
        run_job(TrainingRun, job.pk, work_on_run)
        job.refresh_from_db()
        assert job.error == ""
        return job

    return run


def finish_batch(project: Project, reader: Any) -> None:
    batch = project.batches.last()
    assert batch is not None
    for item in batch.items.select_related("turn__dialogue__project"):
        read(item.turn, reader)
    batch.items.update(status="done")


def test_rounds_advise_and_go_on_where_the_last_one_was(
    work: Any, corpus: Project, annotator: Any, data_dir: Path
) -> None:
    work("seed")
    assert set(audits(corpus, 1).values_list("priority", flat=True)) == {-1.0}  # no model yet
    finish_batch(corpus, annotator)
    first = work("round")
    assert (first.advice["verdict"], first.advice["why"]) == ("go_on", "few")
    assert first.advice["audit"] is None and first.advice["next"]["turns"] > 0
    assert first.advice["signs"]["labelled"] == first.advice["signs"]["base"] == 34
    assert (data_dir / first.folder / LOOK_FILE).stat().st_size < 20_000
    assert audits(corpus, 2).count() == 2
    assert set(audits(corpus, 2).values_list("proposals", flat=True)) <= {"hidden", "early"}
    assert all(priority >= 0 for priority in audits(corpus, 2).values_list("priority", flat=True))

    finish_batch(corpus, annotator)
    second = work("round")  # nothing but rows and files is left of the first
    assert second.advice["signs"]["labelled"] == second.advice["signs"]["base"] == 44
    assert second.advice["agreement"] is not None and second.advice["models"] == 2
    assert second.advice["audit"]["turns"] == 2  # those of the seed were tried on no model

    (data_dir / second.folder / LOOK_FILE).write_bytes(b"broken")
    finish_batch(corpus, annotator)
    third = work("round")
    assert third.advice["agreement"] is None  # a new row of comparisons begins


def audits(project: Project, number: int) -> Any:
    return QueryItem.objects.filter(batch__project=project, batch__number=number, reason="audit")


def test_an_audit_turn_is_measured_by_what_the_model_said_before(
    work: Any, corpus: Project, annotator: Any
) -> None:
    run = work("round")
    item = audits(corpus, 1).select_related("turn").first()
    assert item is not None
    machine = Span.objects.filter(turn=item.turn, reading=None)
    assert all(span.run_id == run.pk for span in machine)
    # Whoever labels the turn sees nothing of that.
    assert list(layer_of(item.turn, annotator).proposals) == []
    machine.delete()
    label = corpus.labels.get(name="female name")
    Turn.objects.filter(pk=item.turn_id).update(text="hola me llamo Ana y soy Eva Gil")
    own = Reading.objects.create(turn=item.turn, reader=annotator, status="done", is_gold=True)
    for start, end in ((14, 17), (24, 31)):
        Span.objects.create(turn=item.turn, start=start, end=end, label=label, reading=own)
    # The model had proposed "Ana" and half of "Eva Gil": one of two items is missed.
    for start, end in ((14, 17), (24, 27)):
        Span.objects.create(turn=item.turn, start=start, end=end, label=label, run=run)
    (outcome,) = read_outcomes(corpus)
    assert (outcome.items, outcome.missed) == (2, 1)
    assert (outcome.correct, outcome.proposed, outcome.gold) == (2, 2, 3)
    assert outcome.expected == pytest.approx(item.priority)


def test_unsettled_and_skipped_audit_turns_do_not_count(
    corpus: Project, annotator: Any, django_assert_num_queries: Any
) -> None:
    batch = Batch.objects.create(project=corpus, number=1)
    turns = list(Turn.objects.filter(readings=None)[:4])
    for rank, turn in enumerate(turns):
        QueryItem.objects.create(batch=batch, turn=turn, rank=rank, reason="audit", priority=0.2)
    read(turns[0], annotator)
    Reading.objects.create(turn=turns[1], reader=annotator, status="skipped")
    Reading.objects.create(turn=turns[2], reader=annotator, status="done", is_gold=False)
    with django_assert_num_queries(3):
        assert len(read_outcomes(corpus)) == 1


# --- words ------------------------------------------------------------------------------------

ADVICE: dict[str, Any] = {
    "verdict": "stop",
    "why": "enough",
    "enough": {"share": 0.99},
    "loss": 0.0068,
    "rules": [
        {"name": "stabilising", "value": 0.993, "threshold": 0.99, "fires": True},
        {"name": "max_confidence", "value": 0.3, "threshold": 0.05, "fires": False},
    ],
    "agreement": 0.99312,
    "same_tokens": 0.99296,
    "models": 4,
    "bound": 0.0141,
    "left_per_100": 0.43,
    "next": {"turns": 60, "items": 12.3, "of": 4021.5, "seconds": 1493.0},
    "audit": {"turns": 80, "items": 31, "missed": 2, "low": 0.3, "high": 8.7},
}


UNREAD: dict[str, Any] = {"unread": 20_000}
METRICS: dict[str, Any] = {"f1": 0.6, "recall": 0.4426, "on": "test", "n": 90}


def test_the_sentence_and_its_reasons() -> None:
    run = TrainingRun(advice=ADVICE, metrics=METRICS, left=UNREAD)
    assert advice_sentence(run) == (
        "You may stop labelling: more of it would hardly change the model. The model finds about "
        "44 of 100 personal words."
    )
    why, reached, left, kappa, audit = advice_reasons(run)
    assert why.startswith("The newest models hardly differ")
    assert "about 99.3" in reached and "99.0" in reached
    assert "about 86 items, by what the last rounds changed" in left  # of 20,000 turns
    assert "at least .993" in kappa and "more than 1.4 points" in kappa
    assert "80 turns drawn by chance" in audit and "missed 2 of 31 items: 0.3 to 8.7" in audit
    assert advice_signs(run) == [
        ("stable predictions", True),
        ("certainty about every turn", False),
    ]


def test_halves_tell_the_least_that_the_model_finds() -> None:
    run = TrainingRun(advice=ADVICE, metrics=METRICS | {"on": "cross-validation"})
    assert advice_sentence(run).endswith("The model finds at least 44 of 100 personal words.")


COUNTED = {"basis": "test", "expected": 1222.8, "low": 1042.2, "high": 1430.1, "unread": 3519}


def test_the_price_is_one_sentence() -> None:
    """1,493 s are 25 minutes."""
    run = TrainingRun(advice=ADVICE)
    price = "The next 60 turns, about 25\N{NO-BREAK SPACE}min, would find about 12 of 4,000 items."
    assert price_sentence(run) == f"{price} Stop?"
    assert price_sentence(TrainingRun(advice=ADVICE | {"verdict": "go_on"})) == price
    with translation.override("es"):
        assert price_sentence(run).endswith("¿Parar?")


@pytest.mark.parametrize(
    "lack", [{"loss": None}, {"next": {"turns": 200, "items": 3.2}}, {"next": None}, {"why": "x"}]
)
def test_what_is_not_known_has_no_price(lack: dict[str, Any]) -> None:
    """Too few models; a round of before; and one whose decision nobody knows still has one."""
    told = price_sentence(TrainingRun(advice=ADVICE | lack))
    assert bool(told) == (lack == {"why": "x"})


def test_misses_are_told_where_they_are_what_is_enough() -> None:
    run = TrainingRun(advice=ADVICE | {"enough": {"missed": 2.5}}, left=UNREAD)
    assert "about 0.4 items in 100 unread turns; at most 2.5 are enough" in advice_reasons(run)[1]


def test_a_few_turns_drawn_by_chance_have_no_interval() -> None:
    """Under 80 its interval holds the truth more often than it says."""
    few = ADVICE | {"audit": ADVICE["audit"] | {"turns": 79}}
    told = advice_reasons(TrainingRun(advice=few, left=UNREAD))[-1]
    assert told.endswith("missed 2 of 31 items.")


def test_what_a_test_counts_is_told_as_counted() -> None:
    """The few turns drawn by chance say less than a test, and are not told beside it."""
    run = TrainingRun(advice=ADVICE | {"left_per_100": 34.7}, left=COUNTED)
    _why, _reached, left, kappa = advice_reasons(run)
    assert "about 1,200 items, as it does in the turns kept to measure" in left
    assert "kappa" in kappa


def test_words_before_there_is_anything_to_compare() -> None:
    early = ADVICE | {
        "verdict": "go_on",
        "why": "few",
        "loss": None,
        "agreement": None,
        "same_tokens": None,
        "bound": None,
        "audit": None,
    }
    run = TrainingRun(advice=early, left=UNREAD)
    assert advice_sentence(run) == "Go on labelling."
    _why, audit = advice_reasons(run)
    assert "No turn drawn by chance" in audit


def test_no_advice_no_words() -> None:
    assert advice_sentence(TrainingRun()) == "" and advice_reasons(TrainingRun()) == []
    done = TrainingRun(advice={"verdict": "stop", "why": "read"})
    assert advice_sentence(done).startswith("Every turn was read") and advice_reasons(done) == []


@pytest.mark.parametrize("why", WHY)
def test_every_decision_is_explained(why: str) -> None:
    reasons = advice_reasons(TrainingRun(advice=ADVICE | {"why": why}, left=UNREAD))
    assert len(reasons) == 5
    assert reasons[0] == WHY[why]
    with translation.override("es"):
        assert len(advice_reasons(TrainingRun(advice=ADVICE | {"why": why}, left=UNREAD))) == 5


def test_the_overview_says_it(project: Project) -> None:
    TrainingRun.objects.create(
        project=project,
        number=1,
        status="done",
        labelled_turns=90,
        metrics={"f1": 0.9, "recall": 0.9, "on": "cross-validation", "n": 90},
        left={"unread": 2000, "basis": "cross-validation"},
        advice=ADVICE,
    )
    seen = read_overview(project)
    assert seen.verdict.startswith("You may stop labelling") and len(seen.reasons) == 5
    assert seen.left is not None  # 0.43 in 100 of 2,000
    assert (seen.left.expected, seen.left.basis) == (9, "changes")
    assert "would find about 12 of 4,000 items. Stop?" in seen.advice
