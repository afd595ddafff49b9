"""Every table. The folder is flat: a module holds the few tables of one subject."""

from annotation.models.audit import AccessEvent, Alarm
from annotation.models.corpus import (
    BatchUnit,
    CostUnit,
    Dialogue,
    Enough,
    Invitation,
    LargeKind,
    Member,
    Project,
    ToolImport,
    Turn,
    User,
)
from annotation.models.departures import Bundle, BundleSignature, Departure, Terms
from annotation.models.erasure import Erasure
from annotation.models.evidence import Measurement, MeasurementPart
from annotation.models.glance import (
    UNCHECKED,
    DialogueFigures,
    DialogueWords,
    IssueCount,
    TouchedDialogue,
)
from annotation.models.guidance import Guideline, Note, Question
from annotation.models.hooks import Hook, HookDelivery
from annotation.models.imports import Import
from annotation.models.intruder import IntruderTry
from annotation.models.jobs import Job, JobStatus, Lane, Worker
from annotation.models.programs import ApiToken, OnceCall
from annotation.models.replacement import UNSIGNED, Decision, Export, LexiconRow, Signature
from annotation.models.second_readings import AuditDraw, AuditTurn
from annotation.models.shares import Allotment
from annotation.models.spans import (
    Identifier,
    Label,
    LayerKind,
    Reading,
    Span,
    SpanEvent,
    SpanRow,
    Step,
)
from annotation.models.training import (
    Assignment,
    Batch,
    QueryItem,
    SourceModel,
    SourceTraining,
    TrainingRun,
)

__all__ = [
    "UNCHECKED",
    "UNSIGNED",
    "AccessEvent",
    "Alarm",
    "Allotment",
    "ApiToken",
    "Assignment",
    "AuditDraw",
    "AuditTurn",
    "Batch",
    "BatchUnit",
    "Bundle",
    "BundleSignature",
    "CostUnit",
    "Decision",
    "Departure",
    "Dialogue",
    "DialogueFigures",
    "DialogueWords",
    "Enough",
    "Erasure",
    "Export",
    "Guideline",
    "Hook",
    "HookDelivery",
    "Identifier",
    "Import",
    "IntruderTry",
    "Invitation",
    "IssueCount",
    "Job",
    "JobStatus",
    "Label",
    "Lane",
    "LargeKind",
    "LayerKind",
    "LexiconRow",
    "Measurement",
    "MeasurementPart",
    "Member",
    "Note",
    "OnceCall",
    "Project",
    "QueryItem",
    "Question",
    "Reading",
    "Signature",
    "SourceModel",
    "SourceTraining",
    "Span",
    "SpanEvent",
    "SpanRow",
    "Step",
    "Terms",
    "ToolImport",
    "TouchedDialogue",
    "TrainingRun",
    "Turn",
    "User",
    "Worker",
]
