"""Which of a project's runs works, is the newest, or left the model that proposes. Only reads.

Called by whatever shows or follows learning; `starting` queues runs.
"""

from dataclasses import dataclass

from annotation.models import JobStatus, Project, TrainingRun
from annotation.models.run_records import Details

ACTIVE = (JobStatus.QUEUED, JobStatus.RUNNING)
TRUSTED = 2  # a large model is in charge until that many times its labels are there


def active_run(project: Project) -> TrainingRun | None:
    """The run that waits or works, if any (at most one per project); not the large model's, which
    works behind and makes nobody wait."""
    active = project.runs.filter(status__in=ACTIVE)
    return active.exclude(kind=TrainingRun.Kind.LARGE).first()


def latest_run(project: Project) -> TrainingRun | None:
    """The newest run, whatever its state; not the large model's."""
    return project.runs.exclude(kind=TrainingRun.Kind.LARGE).order_by("-pk").first()


def latest_model(project: Project) -> TrainingRun | None:
    """The large model while it is in charge, else the newest finished round that left a model."""
    large = model_in_charge(project)
    rounds = project.runs.filter(status=JobStatus.DONE).exclude(kind=TrainingRun.Kind.LARGE)
    return large or rounds.exclude(folder="").order_by("-pk").first()


def current_model(project: Project) -> TrainingRun | None:
    """The model that proposes: the newest, or the earlier one to which somebody went back, as long
    as its files can be read."""
    chosen = project.model
    return chosen if chosen is not None and can_propose(chosen) else latest_model(project)


def can_propose(run: TrainingRun) -> bool:
    """Whether the run left a model, and its files were not found damaged."""
    return bool(run.folder) and not Details.from_json(run.details).damaged


# --- the large model ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Behind:
    """The large model's run that waits or works, or the one that failed last, for the pages."""

    run: TrainingRun

    @property
    def percent(self) -> int:
        return round(100 * self.run.progress)

    @property
    def error(self) -> str:
        return self.run.error_words


def behind_status(project: Project) -> Behind | None:
    """What there is to say of the large model; None without one, or when all is well."""
    if not project.encoder:
        return None
    run = project.runs.filter(kind=TrainingRun.Kind.LARGE).order_by("-pk").first()
    shown_states = {JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.FAILED}
    return Behind(run) if run is not None and run.status in shown_states else None


def large_run(project: Project) -> TrainingRun | None:
    return project.runs.filter(kind=TrainingRun.Kind.LARGE, status__in=ACTIVE).first()


def model_in_charge(project: Project) -> TrainingRun | None:
    """The large model that proposes instead of the CRF: the newest one, if it was the better of the
    two when both were measured, and its labels are not old."""
    if not project.encoder:
        return None
    large = newest_measured(project, TrainingRun.Kind.LARGE)
    newest = newest_measured(project, TrainingRun.Kind.ROUND)
    if large is None or not large.folder:
        return None
    if newest is not None and newest.labelled_turns > TRUSTED * large.labelled_turns:
        return None
    return large


def newest_measured(project: Project, kind: str) -> TrainingRun | None:
    runs = project.runs.filter(kind=kind, status=JobStatus.DONE, metrics__has_key="f1")
    return runs.order_by("-pk").first()
