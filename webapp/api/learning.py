"""What the API says of learning: every finished round with its cost and its score."""

from datetime import datetime

from ninja import Router
from pydantic import BaseModel

from annotation.services.learning.rows import list_runs as read_runs
from webapp import access
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest

router = Router(tags=["learning"])


class LabelScore(BaseModel):
    """Token figures of a label; `support` is its tokens of gold."""

    precision: float
    recall: float
    f1: float
    support: float


class PointOut(BaseModel):
    """What was measured, and what the labels behind it cost.

    `f1`, `precision`, `recall`: what is found, whatever the label; `f1_labels`: what is found and
    rightly named, micro over labels (null where an older version did not measure it). `bound` says
    whether they are an "estimate", with 95 % intervals, or "at least" so much, without. `edits` are
    spans set right, `seconds` those of people as far as they were measured; `measured_on` is
    "test", "held-out" or "cross-validation".
    """

    turns: int
    tokens: int
    edits: int | None
    seconds: float | None
    precision: float
    recall: float
    f1: float | None
    f1_low: float | None
    f1_high: float | None
    f1_labels: float | None
    f1_labels_low: float | None
    f1_labels_high: float | None
    bound: str
    measured_on: str
    measured_turns: int


class AuditOut(BaseModel):
    """How the models did on turns drawn by chance before they learnt from them: token figures with
    the 95 % interval of F1, on so many turns and tokens of gold; items, missed: what they held."""

    turns: int
    tokens: int
    items: int
    missed: int
    precision: float
    recall: float
    f1: float
    f1_low: float
    f1_high: float
    f1_labels: float | None
    f1_labels_low: float | None
    f1_labels_high: float | None


class HeadlineOut(BaseModel):
    """What is known best of a model, as the pages tell it: F1 of what is found, whatever the label,
    and of what is found and rightly named (null where an older version did not measure it).

    `basis`: "test" (finished turns), "chance" (turns drawn by chance), "held-out" or
    "cross-validation"; `bound`: "estimate", or "at least" for the last, which has no interval.
    """

    basis: str
    bound: str
    found: float
    found_low: float | None
    found_high: float | None
    named: float | None
    named_low: float | None
    named_high: float | None
    measured_turns: int


class RunFigures(PointOut):
    """A finished round. `chance` is what a model learns from the turns drawn by chance alone, where
    it was measured; `audit` the newest of those turns as a test, null as long as they are too few;
    `headline` what is known best; `current` says whether this model is the one that is to propose,
    `proposes` whether it also finds enough to do so."""

    id: int
    number: int
    kind: str
    finished_at: datetime | None
    proposes: bool
    current: bool
    headline: HeadlineOut | None
    chance: PointOut | None
    audit: AuditOut | None
    labels: dict[str, LabelScore]


@router.get("/projects/{slug:slug}/runs", response=list[RunFigures])
@needs("read")
def list_runs(request: PersonRequest, slug: str) -> list[RunFigures]:
    """The project's learning curve: its finished rounds, oldest first. Holds no text."""
    project = access.project_for(request, slug, "overview")
    return [RunFigures.model_validate(row) for row in read_runs(project)]
