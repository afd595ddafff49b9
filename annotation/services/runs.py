"""Which of a project's runs works, is the newest, or left the model that proposes. Only reads."""

from annotation.models import JobStatus, Project, TrainingRun
from annotation.services import large_model


def active_run(project: Project) -> TrainingRun | None:
    """The run that waits or works, if any (at most one a project); not the large model's, which
    works behind and makes nobody wait."""
    active = project.runs.filter(status__in=[JobStatus.QUEUED, JobStatus.RUNNING])
    return active.exclude(kind=TrainingRun.Kind.LARGE).first()


def latest_run(project: Project) -> TrainingRun | None:
    """The newest run, whatever its state; not the large model's."""
    return project.runs.exclude(kind=TrainingRun.Kind.LARGE).order_by("-pk").first()


def latest_model(project: Project) -> TrainingRun | None:
    """The large model while it is in charge, else the newest finished round that left a model."""
    large = large_model.model_in_charge(project)
    rounds = project.runs.filter(status=JobStatus.DONE).exclude(kind=TrainingRun.Kind.LARGE)
    return large or rounds.exclude(folder="").order_by("-pk").first()


def current_model(project: Project) -> TrainingRun | None:
    """The model that proposes: the newest, or the earlier one to which somebody went back, as long
    as its files can be read."""
    chosen = project.model
    return chosen if chosen is not None and can_propose(chosen) else latest_model(project)


def can_propose(run: TrainingRun) -> bool:
    """Whether the run left a model, and its files were not found damaged."""
    return bool(run.folder) and not run.details.get("damaged")
