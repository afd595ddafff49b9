"""The parts of the utility laboratory among workers: the same figures whoever does them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.evidence.utility import laboratory
from annotation.models import JobStatus, Lane, Measurement, MeasurementPart, Project, Reading
from annotation.refusals import JobLost
from annotation.services.evidence.measurements import work_on_measurement
from annotation.services.evidence.use import sharing, utility
from annotation.services.jobs.fairness import claim_next
from annotation.services.jobs.lifecycle import cancel_job, claim_job, finish_job, recover_jobs
from tests.labelled import NAMES, add_calls

FEW = {"strategies": ["entity", "typed"], "repeats": 2, "task": "labels"}
PARTS = 2 * (2 + 3)


def quietly(_share: float, _phase: str) -> None:
    pass


@pytest.fixture
def calls(project: Project, annotator: Any, monkeypatch: pytest.MonkeyPatch) -> Project:
    add_calls(project, 12, annotator, read=12)
    monkeypatch.setattr(sharing, "LOOK", 0)
    return project


def begun(project: Project) -> Measurement:
    row = Measurement.objects.create(project=project, kind="utility", options=FEW)
    claimed = claim_job(Measurement, row.pk)
    assert isinstance(claimed, Measurement)
    return claimed


def work(row: Measurement, meanwhile: Callable[[], object] = lambda: None) -> dict[str, Any]:
    """The figures of its job; at each report of its own worker something else happens."""
    work_on_measurement(row, lambda share, phase: meanwhile() and None)
    row.refresh_from_db()
    assert row.status == JobStatus.DONE and not MeasurementPart.objects.exists()
    return row.figures


def help_once() -> MeasurementPart | None:
    """What the lane of another worker does."""
    part = claim_next(Lane.MEASURES)
    if part is not None:
        assert isinstance(part, MeasurementPart)
        utility.work_on_part(part, quietly)
    return part


def test_the_figures_are_the_same_whoever_does_the_parts(
    calls: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = utility.measure_utility(calls, FEW, quietly)
    helped: list[MeasurementPart] = []
    rows = []
    row = begun(calls)
    monkeypatch.setattr(sharing._Shared, "do", own := Watched(sharing._Shared.do))

    def helping() -> None:
        if part := help_once():
            helped.append(part)
            rows.extend(MeasurementPart.objects.values())

    assert work(row, helping) == alone
    assert {part.stage for part in helped} == {laboratory.REPLACING, laboratory.TRAINING}
    assert len(helped) + own.done == PARTS  # none twice
    assert not any(name in repr(rows) for name in NAMES)


class Watched:
    """A method, and how often it said yes."""

    def __init__(self, method: Callable[..., bool]) -> None:
        self.method, self.done = method, 0

    def __get__(self, owner: Any, _kind: Any) -> Callable[..., bool]:
        def called(*args: Any) -> bool:
            did = self.method(owner, *args)
            self.done += did
            return did

        return called


def test_a_part_whose_worker_died_is_done_by_another(calls: Project) -> None:
    alone = utility.measure_utility(calls, FEW, quietly)
    dead: list[int] = []
    attempts = []

    def die() -> None:
        if not dead:  # it takes a part, and is killed
            part = claim_next(Lane.MEASURES)
            assert part is not None
            dead.append(part.pk)
        elif not MeasurementPart.objects.filter(status=JobStatus.QUEUED).exists():
            silent = MeasurementPart.objects.filter(pk=dead[0], status=JobStatus.RUNNING)
            if silent.update(heartbeat_at=Now() - timedelta(hours=1)):
                assert recover_jobs() == 1  # as every worker's sweep does
        attempts.extend(MeasurementPart.objects.values_list("pk", "attempts"))

    assert work(begun(calls), die) == alone
    assert (dead[0], 2) in attempts and max(count for _pk, count in attempts) == 2


def test_a_measurement_whose_worker_died_goes_on_where_it_was(
    calls: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = utility.measure_utility(calls, FEW, quietly)
    row = begun(calls)

    def die() -> None:
        if MeasurementPart.objects.filter(status=JobStatus.DONE).count() == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(row, die)
    assert MeasurementPart.objects.filter(status=JobStatus.DONE).count() == 4
    own = Watched(sharing._Shared.do)
    monkeypatch.setattr(sharing._Shared, "do", own)
    Measurement.objects.update(status=JobStatus.QUEUED, claim="")
    MeasurementPart.objects.exclude(status=JobStatus.DONE).update(status=JobStatus.QUEUED)
    again = claim_job(Measurement, row.pk)
    assert isinstance(again, Measurement)
    assert work(again) == alone
    assert own.done == PARTS - 4


def test_cancelled_stops_every_part(calls: Project) -> None:
    row = begun(calls)
    other: list[MeasurementPart] = []

    def cancel() -> None:
        if not other:
            part = claim_next(Lane.MEASURES)
            assert isinstance(part, MeasurementPart)
            other.append(part)
            assert cancel_job(Measurement.objects.get(pk=row.pk))
        else:
            raise JobLost  # as a worker's report does

    with pytest.raises(JobLost):
        work(row, cancel)
    assert set(MeasurementPart.objects.values_list("status", flat=True)) == {JobStatus.CANCELLED}
    assert claim_next(Lane.MEASURES) is None
    with pytest.raises(JobLost):  # what comes late does not count
        finish_job(other[0])
    # The next one begins anew.
    work(begun(calls))


def test_a_part_of_what_is_over_is_not_begun(calls: Project) -> None:
    row = begun(calls)
    material, plan, _kept = utility.material_of(calls, FEW)
    sharing._Shared(row, material, plan, quietly).begin()
    Measurement.objects.update(status=JobStatus.FAILED)
    assert help_once() is not None
    assert MeasurementPart.objects.filter(status=JobStatus.CANCELLED).count() == 1


def test_where_the_gold_is_another_its_own_worker_goes_on_alone(calls: Project) -> None:
    alone = utility.measure_utility(calls, FEW, quietly)
    asked = []

    def change() -> None:
        if not asked:
            reading = Reading.objects.filter(turn__dialogue__external_id="c3").first()
            assert reading is not None
            Reading.objects.filter(pk=reading.pk).update(is_gold=False)
            asked.append(help_once())
            assert claim_next(Lane.MEASURES) is None

    assert work(begun(calls), change) == alone
    assert asked[0] is not None


def test_a_part_that_fails_says_why_and_the_others_stand(
    calls: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = sharing.replace_part

    def full(material: Any, plan: Any, repeat: int, strategy: str, tell: Any) -> Any:
        if strategy == "typed":
            raise MemoryError
        return plain(material, plan, repeat, strategy, tell)

    monkeypatch.setattr(sharing, "replace_part", full)
    original, entity, typed = work(begun(calls))["rows"]
    assert typed["state"] == "not run" and "more memory than it may take" in typed["why"]
    assert original["original"]["repeats"] == entity["original"]["repeats"] == 2
