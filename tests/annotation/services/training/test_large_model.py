"""The large model behind the rounds: when it is queued, that it gives way at once, when it takes
over the proposals, and what people are told when it cannot."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.models import (
    Assignment,
    JobStatus,
    Member,
    Project,
    QueryItem,
    Reading,
    SourceModel,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.jobs.lifecycle import run_job
from annotation.services.runs.current import (
    active_run,
    large_run,
    latest_model,
    latest_run,
    model_in_charge,
)
from annotation.services.runs.starting import give_way, start_run
from annotation.services.team.activity import list_activity
from annotation.services.training import large_model
from annotation.services.training.encoders import encoder_folder
from annotation.services.training.large_model import queue_large
from annotation.services.training.loop import work_on_run
from learning import errors
from learning.large.process import LargeJob, LargeResult
from learning.types import Span as LearningSpan
from tests.labelled import add_calls

HTMX = {"HX-Request": "true"}


@dataclass
class Child:
    """Stands for the child process: what it was asked, and what it answers."""

    better: bool = True
    error: Exception | None = None
    during: Callable[[], Any] | None = None
    jobs: list[tuple[str, LargeJob]] = field(default_factory=list)

    def __call__(self, work: str, job: LargeJob, progress: Any = None) -> LargeResult:
        self.jobs.append((work, job))
        if self.error and work == "learn":
            raise self.error
        if self.during:
            self.during()
        progress(0.5, "training")
        spans = [(LearningSpan(0, 4, "female name", 0.75),) for _ in job.ask]
        if work == "propose":
            return LargeResult(True, {}, {"kind": "bert"}, spans)
        if self.better:
            Path(job.folder).mkdir()
        metrics = {"f1": 0.9, "crf_f1": 0.8 if self.better else 0.95, "on": "held-out", "n": 20}
        metrics |= {"ahead_low": 0.02 if self.better else -0.1, "ahead_high": 0.2}
        card = {"kind": job.kind, "tokens": 99, "encoder": {"name": "e5", "weights": "4-bit"}}
        return LargeResult(self.better, metrics, card, spans if self.better else [])


@pytest.fixture
def corpus(project: Project, annotator: Any, data_dir: Path) -> Project:
    """Sixty short calls more, of which the first thirty-five are read."""
    add_calls(project, 60, annotator, read=35)
    project.encoder = "e5"
    project.audit_percent = 0
    project.save()
    return project


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Child:
    found = Child()
    monkeypatch.setattr(large_model, "run_apart", found)
    return found


@pytest.fixture
def work(corpus: Project) -> Callable[..., TrainingRun]:
    def run(kind: str) -> TrainingRun:
        job = large_run(corpus) if kind == "large" else start_run(corpus, kind=kind)
        assert job is not None
        run_job(TrainingRun, job.pk, work_on_run)
        job.refresh_from_db()
        return job

    return run


def test_it_is_queued_behind_a_round_and_takes_over_when_it_is_better(
    work: Any, corpus: Project, child: Child, data_dir: Path
) -> None:
    assert work("seed").error == ""
    assert large_run(corpus) is None  # nothing was measured yet
    first = work("round")
    waiting = large_run(corpus)
    assert waiting is not None and waiting.number == first.number
    assert active_run(corpus) is None and latest_run(corpus) == first  # nobody waits for it
    large = work("large")
    assert (large.status, large.error) == (JobStatus.DONE, "")
    assert large.card["kind"] == "bert" and large.card["encoder"]["weights"] == "4-bit"
    assert large.labelled_turns == first.labelled_turns == 70
    assert (data_dir / large.folder).is_dir()
    assert model_in_charge(corpus) == large == latest_model(corpus)
    batch = corpus.batches.latest("number")
    proposed = Span.objects.filter(turn__query_item__batch=batch, reading=None)
    assert {span.run for span in proposed} == {large}
    assert proposed.count() == batch.items.count()
    (_, job) = child.jobs[0]
    assert len(job.labelled) == 70 and not job.test and job.settings.encoder == "e5"
    assert (job.small, job.prior) == (str(data_dir / first.folder), "")  # what it is to beat


@pytest.mark.parametrize("leans", [True, False])
def test_it_is_compared_with_all_that_the_rounds_model_had(
    work: Any, corpus: Project, child: Child, data_dir: Path, leans: bool
) -> None:
    """A round's CRF that leans on the project's source is not compared without its prior."""
    work("seed")
    first = work("round")
    source = SourceModel.objects.create(name="Hotels", lang="en", folder="models/hotels")
    Project.objects.filter(pk=corpus.pk).update(source_model=source)
    told = {"leans": leans, "source": source.pk, "folder": source.folder}
    TrainingRun.objects.filter(pk=first.pk).update(transfer=told)
    work("large")
    (_, job) = child.jobs[0]
    assert job.prior == (str(data_dir / "models/hotels") if leans else "")
    other = SourceModel.objects.create(name="Shops", lang="en", folder="models/shops")
    Project.objects.filter(pk=corpus.pk).update(source_model=other)  # the round knew another
    corpus.refresh_from_db()
    assert large_model._small(corpus) == (str(data_dir / first.folder), "")


def test_one_that_is_not_better_changes_nothing(work: Any, corpus: Project, child: Child) -> None:
    child.better = False
    work("seed")
    first = work("round")
    before = list(Span.objects.filter(reading=None).values_list("pk", flat=True))
    large = work("large")
    assert (large.status, large.folder) == (JobStatus.DONE, "")
    assert large.metrics["crf_f1"] > large.metrics["f1"]
    assert model_in_charge(corpus) is None and latest_model(corpus) == first
    assert list(Span.objects.filter(reading=None).values_list("pk", flat=True)) == before
    assert queue_large(corpus) is None  # it had its turn after this round


def test_a_round_never_waits_for_it(work: Any, corpus: Project, child: Child) -> None:
    work("seed")
    work("round")
    started: list[TrainingRun] = []
    child.during = lambda: started.append(start_run(corpus, kind="round"))
    behind = large_run(corpus)
    assert behind is not None
    run_job(TrainingRun, behind.pk, work_on_run)
    behind.refresh_from_db()
    assert (behind.status, behind.folder) == (JobStatus.CANCELLED, "")
    assert [(run.kind, run.status) for run in started] == [("round", JobStatus.QUEUED)]
    child.during = None
    assert work("round").pk == started[0].pk  # it was there, and works
    again = large_run(corpus)
    assert again is not None and again.pk > behind.pk


def test_tagging_and_importing_do_not_wait_either(work: Any, corpus: Project, child: Child) -> None:
    work("seed")
    work("round")
    assert large_run(corpus)
    run = work("tag")
    assert (run.kind, run.status, run.error) == ("tag", JobStatus.DONE, "")
    assert large_run(corpus) is not None  # and it gets its turn after that
    assert give_way(corpus) and not give_way(corpus)


def test_in_charge_it_proposes_for_the_next_batch_before_it_learns(
    work: Any, corpus: Project, child: Child, annotator: Any
) -> None:
    work("seed")
    work("round")
    large = work("large")
    work("round")
    child.error = errors.OneClassOnly("x")
    batch = corpus.batches.latest("number")
    held = batch.items.first()
    Assignment.objects.create(item=held, reader=annotator, assigned_at=timezone.now())
    work("large")
    assert [each for each, _ in child.jobs] == ["learn", "propose", "learn"]
    assert len(child.jobs[1][1].ask) == batch.items.count() - 1 + len(batch.spare)
    free = Span.objects.filter(turn__query_item__batch=batch, reading=None).exclude(turn=held.turn)
    assert {span.run for span in free} == {large}


def test_turns_drawn_by_chance_keep_the_small_models_proposals(
    work: Any, corpus: Project, child: Child
) -> None:
    work("seed")
    work("round")
    batch = corpus.batches.latest("number")
    batch.items.filter(rank__lt=3).update(reason="audit")
    work("large")
    assert len(child.jobs[0][1].ask) == batch.items.count() - 3 + len(batch.spare)


def test_the_child_is_told_what_chance_drew_and_what_nobody_read(
    work: Any, corpus: Project, child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    work("seed")
    work("round")
    read = Reading.objects.filter(turn__dialogue__project=corpus, is_gold=True)
    turns = list(read.order_by("turn__dialogue__position", "turn__position")[:4])
    batch = corpus.batches.earliest("number")
    reasons = ("audit", "random", "target", "long")
    for rank, (reading, reason) in enumerate(zip(turns, reasons, strict=True)):
        QueryItem.objects.filter(turn=reading.turn).delete()
        QueryItem.objects.create(batch=batch, turn=reading.turn, rank=900 + rank, reason=reason)
    QueryItem.objects.exclude(rank__gte=900).filter(reason="random").update(reason="target")
    work("large")
    job = child.jobs[0][1]
    assert [job.labelled[at].text for at in job.drawn] == [each.turn.text for each in turns[:2]]
    pool = Turn.objects.filter(dialogue__project=corpus, dialogue__split="pool").count()
    assert len(job.unread) == pool - len(job.labelled) > 7
    monkeypatch.setattr(large_model, "UNREAD", 7)  # of a large corpus only some
    assert 3 < len(large_model._unread(corpus, set())) <= 7


def test_flair_can_be_chosen(work: Any, corpus: Project, child: Child) -> None:
    Project.objects.filter(pk=corpus.pk).update(large_kind="flair")
    large = [work(kind) for kind in ("seed", "round", "large")][-1]
    assert (child.jobs[0][1].kind, model_in_charge(corpus)) == ("flair", large)


def test_somebody_who_went_back_to_a_model_keeps_it(
    work: Any, corpus: Project, child: Child
) -> None:
    work("seed")
    corpus.model = work("round")
    corpus.save()
    large = work("large")
    assert large.folder and not Span.objects.filter(run=large).exists()


def test_its_word_gets_old(work: Any, corpus: Project, child: Child) -> None:
    work("seed")
    first = work("round")
    large = work("large")
    TrainingRun.objects.filter(pk=first.pk).update(labelled_turns=2 * large.labelled_turns + 1)
    assert model_in_charge(corpus) is None
    TrainingRun.objects.filter(pk=first.pk).update(labelled_turns=2 * large.labelled_turns)
    assert model_in_charge(corpus) == large
    corpus.encoder = ""
    assert model_in_charge(corpus) is None


def test_a_damaged_one_is_let_go(work: Any, corpus: Project, child: Child) -> None:
    work("seed")
    work("round")
    large = work("large")
    work("round")

    def damaged(work: str, job: LargeJob, progress: Any) -> LargeResult:
        if work == "propose":
            raise errors.ModelDamaged("x")
        return Child.__call__(child, work, job, progress)

    large_model.run_apart = damaged  # the fixture puts the real one back
    newer = work("large")
    large.refresh_from_db()
    assert (large.folder, newer.status) == ("", JobStatus.DONE)
    assert model_in_charge(corpus) == newer


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errors.ExtraMissing("x"), "make setup EXTRAS=bert"),
        (errors.WeightsMissing("x"), "weights of the large model were not found"),
        (errors.MemoryShort("x"), "not enough memory"),
        (errors.OneClassOnly("x"), "Too little is labelled"),
        (
            errors.TooFewDrawn("x"),
            "can only be told on turns that nobody chose",
        ),
    ],
)
def test_what_cannot_be_done_is_said_and_the_loop_goes_on(
    work: Any, corpus: Project, child: Child, error: Exception, words: str
) -> None:
    child.error = error
    work("seed")
    work("round")
    large = work("large")
    assert large.status == JobStatus.FAILED and words in large.error
    assert work("round").status == JobStatus.DONE
    assert large_run(corpus) is not None  # tried again with more labels


def test_without_an_encoder_nothing_is_queued(work: Any, corpus: Project, child: Child) -> None:
    corpus.encoder = ""
    corpus.save()
    work("seed")
    work("round")
    assert large_run(corpus) is None and child.jobs == []


def test_only_the_newest_two_stay_on_the_disk(
    work: Any, corpus: Project, child: Child, data_dir: Path
) -> None:
    work("seed")
    folders = []
    for _ in range(3):
        work("round")
        folders.append(work("large").folder)
    assert [(data_dir / each).exists() for each in folders] == [False, True, True]
    kept = corpus.runs.filter(kind="large").order_by("pk").values_list("folder", flat=True)
    assert list(kept) == ["", *folders[1:]]


def test_encoders_in_the_data_folder_go_by_their_name(corpus: Project, data_dir: Path) -> None:
    folder = data_dir / "encoders" / "e5"
    folder.mkdir(parents=True)
    assert encoder_folder("e5") == str(folder)
    assert encoder_folder("owner/e5") == "owner/e5"
    assert encoder_folder("") == ""


def test_the_page_tells_what_came_of_it_and_not_how_often_it_gave_way(
    work: Any, corpus: Project, child: Child
) -> None:
    work("seed")
    work("round")
    work("round")  # the large one gave way
    work("large")
    texts = [event.text for event in list_activity(corpus)]
    assert sum("was trained and finds more: .90" in text for text in texts) == 1
    assert not any("cancelled" in text for text in texts)


@pytest.mark.parametrize(
    ("metrics", "words"),
    [
        ({"f1": 0.9, "crf_f1": 0.8, "ahead_low": -0.01, "ahead_high": 0.2}, "can be chance"),
        ({"f1": 0.9, "crf_f1": 0.8, "ahead_low": 0.01, "ahead_high": 0.2}, "and finds more: .90"),
        ({"f1": 0.7, "crf_f1": 0.8, "ahead_low": -0.2, "ahead_high": 0.1}, "does not find more"),
        ({"f1": 0.9, "crf_f1": 0.8}, "and finds more: .90"),  # of an older version
    ],
)
def test_the_page_says_why_it_did_not_take_over(
    work: Any, corpus: Project, child: Child, metrics: dict[str, float], words: str
) -> None:
    for kind in ("seed", "round"):
        work(kind)
    TrainingRun.objects.filter(pk=work("large").pk).update(metrics=metrics)
    assert sum(words in event.text for event in list_activity(corpus)) == 1


def test_a_large_model_that_cannot_be_opened_leaves_the_reading_to_the_small_one(
    work: Any, corpus: Project, child: Child
) -> None:
    work("seed")
    first = work("round")
    large = work("large")  # its folder is empty
    run = work("tag")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    machine = Span.objects.filter(reading=None, turn__text__startswith="hola")
    assert machine.exists() and not machine.filter(run__in=[first, large]).exists()


def test_the_overview_says_that_it_learns_and_lets_one_cancel_it(
    work: Any, corpus: Project, child: Child, manager: Any, client: Any
) -> None:
    Member.objects.get_or_create(project=corpus, user=manager, defaults={"role": "manager"})
    client.force_login(manager)
    work("seed")
    work("round")
    url = reverse("show-status", args=[corpus.slug])
    page = client.get(url).content.decode()
    assert "The large model waits to learn" in page
    assert 'data-run-status="done"' in page  # nothing that anybody waits for
    waiting = large_run(corpus)
    assert waiting is not None
    client.post(reverse("cancel-training", args=[corpus.slug, waiting.pk]), headers=HTMX)
    assert large_run(corpus) is None
    assert "large model" not in client.get(url).content.decode()
    child.error = errors.MemoryShort("x")
    work("round")
    work("large")
    assert "not enough memory" in client.get(url).content.decode()
