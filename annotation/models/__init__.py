"""Every table, one module a subject."""

from annotation.models.audit import AccessEvent
from annotation.models.corpus import Dialogue, Member, Project, Turn, User
from annotation.models.jobs import Job, JobStatus
from annotation.models.replacement import Decision, Export
from annotation.models.spans import Label, Reading, Span, SpanEvent
from annotation.models.training import Batch, QueryItem, SourceModel, TrainingRun

__all__ = [
    "AccessEvent",
    "Batch",
    "Decision",
    "Dialogue",
    "Export",
    "Job",
    "JobStatus",
    "Label",
    "Member",
    "Project",
    "QueryItem",
    "Reading",
    "SourceModel",
    "Span",
    "SpanEvent",
    "TrainingRun",
    "Turn",
    "User",
]
