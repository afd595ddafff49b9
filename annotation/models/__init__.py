"""Every table, one module a subject."""

from annotation.models.audit import AccessEvent, Alarm
from annotation.models.corpus import Dialogue, Member, Project, Turn, User
from annotation.models.guidance import Guideline, Question
from annotation.models.jobs import Job, JobStatus
from annotation.models.replacement import Decision, Export
from annotation.models.spans import Label, LayerKind, Reading, Span, SpanEvent, Step
from annotation.models.training import Assignment, Batch, QueryItem, SourceModel, TrainingRun

__all__ = [
    "AccessEvent",
    "Alarm",
    "Assignment",
    "Batch",
    "Decision",
    "Dialogue",
    "Export",
    "Guideline",
    "Job",
    "JobStatus",
    "Label",
    "LayerKind",
    "Member",
    "Project",
    "QueryItem",
    "Question",
    "Reading",
    "SourceModel",
    "Span",
    "SpanEvent",
    "Step",
    "TrainingRun",
    "Turn",
    "User",
]
