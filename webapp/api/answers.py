"""What the API says of projects and of work in the background. `of` makes an answer from a row."""

from typing import Self

from django.urls import reverse
from pydantic import BaseModel, ConfigDict

from annotation.models import Export, JobStatus, TrainingRun
from annotation.services.labelling.queue import BatchProgress
from annotation.services.projects.creation import ProjectCard
from webapp.api.bodies import Answer


class ProjectOut(BaseModel):
    """A project of yours; turns are those to be labelled, `waiting` are left in the batch."""

    slug: str
    name: str
    lang: str
    role: str
    dialogues: int
    turns: int
    labelled: int
    waiting: int

    @classmethod
    def of(cls, card: ProjectCard) -> Self:
        return cls(
            slug=card.project.slug,
            name=card.project.name,
            lang=card.project.lang,
            role=card.role,
            dialogues=card.dialogues,
            turns=card.turns,
            labelled=card.labelled,
            waiting=card.batch_left,
        )


class CountsOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    dialogues: int
    turns: int
    test_turns: int
    labelled: int
    flagged: int


class LabelOut(BaseModel):
    """A label, and how often people gave it."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    key: str
    count: int


class BatchOut(BaseModel):
    """How far the newest batch is."""

    number: int
    total: int
    done: int

    @classmethod
    def of(cls, progress: BatchProgress) -> Self:
        return cls(number=progress.batch.number, total=progress.total, done=progress.done)


class RunOut(Answer):
    """A piece of learning: `kind` is seed, round or tag; `progress` is in 0..1."""

    id: int
    kind: TrainingRun.Kind
    number: int
    status: JobStatus
    progress: float
    phase: str
    error: str

    @classmethod
    def of(cls, run: TrainingRun) -> Self:
        return cls.made_of(run, error=run.error_words)


class ProjectState(BaseModel):
    """How far a project is: its corpus, its labels, the batch, the newest run."""

    slug: str
    name: str
    lang: str
    role: str
    counts: CountsOut
    labels: list[LabelOut]
    batch: BatchOut | None
    run: RunOut | None
    worker_alive: bool
    may_start: bool  # a run would have something to do


class ExportOut(Answer):
    """An export; what it holds is known, and `download` is there, once its status is done.

    `held_back` gives ids of dialogues and why each stayed out: leak, known (it says without a label
    what another dialogue labels), block or unread. `q` below 1: originals were left in the file on
    purpose, `left` of them. `lost`: how much the format had no place for, by kind.
    """

    id: int
    format: str
    strategy: str
    spans: str
    q: float
    status: JobStatus
    progress: float
    error: str
    dialogues: int | None
    replaced: int | None
    left: int | None
    held_back: dict[int, list[str]]
    lost: dict[str, int]
    sha256: str
    download: str | None

    @classmethod
    def of(cls, export: Export) -> Self:
        download = reverse("download-export", args=[export.project.slug, export.pk])
        return cls.made_of(
            export,
            error=export.error_words,
            dialogues=export.summary.get("dialogues"),
            replaced=export.summary.get("replaced"),
            left=export.summary.get("left"),
            held_back=export.summary.get("held_back", {}),
            lost=export.summary.get("lost", {}),
            download=download if export.status == JobStatus.DONE else None,
        )
