"""The parts of a project's utility laboratory, done by every worker that is free.

A row is a part (`MeasurementPart`): names, places and scores, no text. The worker that has the
measurement does the parts that nobody else does, so it never waits for another's start; a part
whose worker died is queued again as any job is. Called by `utility`.
"""

import hashlib
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models.functions import Now

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.figures import Figures, Run, summarise
from annotation.evidence.utility.laboratory import (
    REPLACING,
    TRAINING,
    count_parts,
    places_of,
    run_of,
    to_learn,
)
from annotation.evidence.utility.parts import (
    Answer,
    Learnt,
    Left,
    NotRun,
    Replaced,
    from_json,
    learn_part,
    replace_part,
    to_json,
    tried,
)
from annotation.evidence.utility.types import ORIGINAL, Material, Plan
from annotation.models import JobStatus, Measurement, MeasurementPart
from annotation.models.jobs import NUMBER
from annotation.refusals import JobLost
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.failures import trouble_of
from annotation.services.jobs.lifecycle import (
    Report,
    claim_job,
    finish_job,
    keep_alive,
    mine,
    put_off_job,
    return_job,
    settle_job,
)
from annotation.services.jobs.workers import count_workers

LOOK = 0.5  # seconds between two looks at what others do
LEFT_TO_ITS_OWN = timedelta(days=1)  # parts that other workers cannot do are put off so long

Tell = Callable[[float], None]


def share_utility(row: Measurement, material: Material, plan: Plan, report: Report) -> Figures:
    """The laboratory's figures, the same however many workers do the parts.

    Raises: EvidenceError as the laboratory does; JobLost once it is cancelled or taken over.
    """
    work = _Shared(row, material, plan, report)
    try:
        work.begin()
        while work.step():
            pass
        return summarise(material, plan, [work.run(repeat) for repeat in range(plan.repeats)])
    except EvidenceError:
        row.parts.all().delete()
        raise


def do_part(part: MeasurementPart, material: Material, plan: Plan, report: Report) -> bool:
    """Do a part for another's measurement; False where that was begun on another material."""
    if digest_of(material, plan) != part.material:
        return False
    hands = _Hands(material, plan)
    answer = tried(lambda: hands.do(part, lambda share: report(share, part.stage)))
    finish_job(part, figures=to_json(answer))
    return True


def leave_parts(part: MeasurementPart) -> None:
    """Leave this part, and those that wait, to the worker that has the measurement."""
    waiting = MeasurementPart.objects.filter(measurement=part.measurement_id)
    waiting.filter(status=JobStatus.QUEUED).update(not_before=Now() + LEFT_TO_ITS_OWN)
    put_off_job(part, LEFT_TO_ITS_OWN)


def digest_of(material: Material, plan: Plan) -> str:
    """Of all that parts have to work on alike."""
    names = [way.name for way in material.ways]
    digest = hashlib.sha256(repr((plan, names)).encode())
    for example in (*material.train, None, *material.test):
        digest.update(repr(example).encode())
    return digest.hexdigest()


def left_in(parts: Iterable[MeasurementPart], repeat: int) -> dict[str, Left | NotRun]:
    """What each strategy lets out in a repeat, of those that have ended."""
    return _answers(parts, REPLACING, repeat, Left)


def _answers(
    parts: Iterable[MeasurementPart], stage: str, repeat: int, kind: type[Answer]
) -> dict[str, Answer | NotRun]:
    found: dict[str, Answer | NotRun] = {}
    for part in parts:
        if (part.stage, part.repeat) == (stage, repeat) and not part.is_active:
            answer = from_json(part.figures) if part.status == JobStatus.DONE else _failed(part)
            assert isinstance(answer, kind | NotRun)
            found[part.strategy] = answer
    return found


def _failed(part: MeasurementPart) -> NotRun:
    sentence, _sign, number = part.error.partition(NUMBER)
    return NotRun(sentence.replace("%(number)s", number))


@dataclass(slots=True)
class _Hands:
    """Does parts on the material; keeps what it replaced itself in the repeat that is at work."""

    material: Material
    plan: Plan
    repeat: int = 0
    kept: dict[str, Replaced] = field(default_factory=dict)

    def turn_to(self, repeat: int) -> None:
        if repeat != self.repeat:
            self.repeat, self.kept = repeat, {}

    def do(self, part: MeasurementPart, tell: Tell) -> Left | Learnt:
        """Raises: EvidenceError, LearningError, and what `tell` raises."""
        if part.stage == REPLACING:
            return self.replaced(part, tell).left
        others = MeasurementPart.objects.filter(measurement=part.measurement_id)
        places = places_of(left_in(others, part.repeat))
        sides = None if part.strategy == ORIGINAL else self.replaced(part, tell)
        return learn_part(self.material, self.plan, part.repeat, sides, places)

    def replaced(self, part: MeasurementPart, tell: Tell) -> Replaced:
        if part.repeat == self.repeat and part.strategy in self.kept:
            return self.kept[part.strategy]
        sides = replace_part(self.material, self.plan, part.repeat, part.strategy, tell)
        if part.repeat == self.repeat:
            self.kept[part.strategy] = sides
        return sides


class _Shared:
    """The measurement's own worker: lays parts out, and does those that nobody has taken."""

    def __init__(self, row: Measurement, material: Material, plan: Plan, report: Report) -> None:
        self.row, self.plan, self.report = row, plan, report
        self.strategies = [way.name for way in material.ways]
        self.digest = digest_of(material, plan)
        self.hands = _Hands(material, plan)
        self.total = count_parts(material, plan)
        self.parts: list[MeasurementPart] = []

    def begin(self) -> None:
        """Forget what an attempt on another gold, or another measurement, left; keep the parts
        that an attempt finished whose worker died."""
        with transaction.atomic():
            self._hold()
            ours = MeasurementPart.objects.filter(measurement__project=self.row.project)
            ours.exclude(measurement=self.row, material=self.digest).delete()
        for repeat in range(self.plan.repeats):
            self._lay_out(REPLACING, repeat, self.strategies)
        self.look()

    def look(self) -> None:
        self.parts = list(self.row.parts.order_by("repeat", "pk"))

    def step(self) -> bool:
        """Do one part, or wait a moment for those that others do; False when all have ended."""
        self.tell(self.parts[0].stage)
        for repeat in range(self.plan.repeats):
            self._train_on(repeat)
        left = [part for part in self.parts if part.is_active]
        if not left:
            return False
        self.hands.turn_to(left[0].repeat)
        if not any(self.do(part) for part in left if part.status == JobStatus.QUEUED):
            self.tell(left[0].stage)
            time.sleep(LOOK)
        self.look()
        return True

    def do(self, part: MeasurementPart) -> bool:
        """Whether this process was the one to do it."""
        job = claim_job(MeasurementPart, part.pk)
        if job is None:
            return False
        assert isinstance(job, MeasurementPart)
        try:
            with keep_alive(job):
                tell = partial(self.tell, job.stage)
                answer = tried(lambda: self.hands.do(job, tell))
        except JobLost:
            return_job(job)
            raise
        except Exception as error:
            settle_job(job, trouble_of(error))
            return True
        with suppress(JobLost):  # this process hung, and somebody else has it by now
            finish_job(job, figures=to_json(answer))
        return True

    def tell(self, phase: str, more: float = 0.0) -> None:
        done = sum(not part.is_active for part in self.parts)
        self.report(min(1.0, (done + more) / self.total), phase)

    def run(self, repeat: int) -> Run:
        return run_of(left_in(self.parts, repeat), _answers(self.parts, TRAINING, repeat, Learnt))

    def _train_on(self, repeat: int) -> None:
        """Lay out a repeat's trainings once all strategies have replaced."""
        left = left_in(self.parts, repeat)
        laid = any((part.stage, part.repeat) == (TRAINING, repeat) for part in self.parts)
        if laid or len(left) < len(self.strategies):
            return
        places_of(left)
        self._lay_out(TRAINING, repeat, to_learn(left))
        self.look()

    def _lay_out(self, stage: str, repeat: int, strategies: Iterable[str]) -> None:
        parts = [
            MeasurementPart(
                measurement=self.row,
                stage=stage,
                repeat=repeat,
                strategy=name,
                material=self.digest,
            )
            for name in strategies
        ]
        with transaction.atomic():
            self._hold()
            MeasurementPart.objects.bulk_create(parts, ignore_conflicts=True)
            for _worker in range(count_workers(MeasurementPart.lane) - 1):
                send_job(parts[0])

    def _hold(self) -> None:
        """Whoever cancels comes before this transaction or after it. Raises: JobLost."""
        if not mine(self.row).update(heartbeat_at=Now()):
            raise JobLost
