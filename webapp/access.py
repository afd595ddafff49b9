"""Fetch and authorise in one call: 404 to an outsider, 403 to a member without the right.

Every view that touches a project's objects gets them from here and from nowhere else.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from annotation.models import (
    AccessEvent,
    Alarm,
    Dialogue,
    Export,
    Guideline,
    Label,
    LexiconRow,
    Member,
    Project,
    QueryItem,
    Question,
    SourceModel,
    SourceTraining,
    Span,
    TrainingRun,
    Turn,
    User,
)
from annotation.services.projects import may_create
from annotation.services.source_trainings import removable

Role = Member.Role

# What each role may do; deny by default. "originals": see what was said beside its replacement.
RIGHTS: dict[str, frozenset[str]] = {
    Role.READER: frozenset({"overview"}),
    Role.ANNOTATOR: frozenset({"overview", "label"}),
    Role.CURATOR: frozenset({"overview", "label", "adjudicate", "revise", "originals", "train"}),
    Role.MANAGER: frozenset(
        {"overview", "label", "adjudicate", "revise", "originals", "train"}
        | {"import", "release", "manage"}
    ),
}


def project_for(request: HttpRequest, slug: str, right: str) -> Project:
    """The project, if the person is a member (else 404) whose role holds the right (else 403)."""
    try:
        member = Member.objects.select_related("project").get(
            project__slug=slug, user_id=request.user.pk or 0
        )
    except Member.DoesNotExist:
        raise Http404 from None
    if right not in RIGHTS[member.role]:
        raise PermissionDenied
    request.role = member.role  # type: ignore[attr-defined]
    request.rights = RIGHTS[member.role]  # type: ignore[attr-defined]
    return member.project


def _one(queryset: Any, **lookup: Any) -> Any:
    found = queryset.filter(**lookup).first()
    if found is None:
        raise Http404
    return found


def dialogue_for(request: HttpRequest, slug: str, pk: int, right: str) -> Dialogue:
    """A dialogue of a project that the person may use in this way."""
    project = project_for(request, slug, right)
    dialogue: Dialogue = _one(Dialogue.objects, project=project, pk=pk)
    dialogue.project = project
    return dialogue


def turn_for(request: HttpRequest, slug: str, pk: int, right: str) -> Turn:
    """A turn, its dialogue, project and query item loaded."""
    project = project_for(request, slug, right)
    turns = Turn.objects.select_related("dialogue", "query_item__batch")
    turn: Turn = _one(turns, dialogue__project=project, pk=pk)
    turn.dialogue.project = project
    return turn


def proposal_for(request: HttpRequest, slug: str, pk: int, span: int, right: str) -> Span:
    """A model's proposal on a turn (`pk`), its turn, dialogue and project loaded."""
    turn = turn_for(request, slug, pk, right)
    proposal: Span = _one(Span.objects, turn=turn, reading=None, pk=span)
    proposal.turn = turn
    return proposal


def item_for(request: HttpRequest, slug: str, pk: int, right: str) -> QueryItem:
    """A query item with its turn, dialogue and batch loaded."""
    project = project_for(request, slug, right)
    items = QueryItem.objects.select_related("turn__dialogue", "batch")
    item: QueryItem = _one(items, batch__project=project, pk=pk)
    item.batch.project = item.turn.dialogue.project = project
    return item


def label_for(request: HttpRequest, slug: str, pk: int, right: str) -> Label:
    """A label of the scheme, its group loaded."""
    project = project_for(request, slug, right)
    label: Label = _one(Label.objects.select_related("parent"), project=project, pk=pk)
    label.project = project
    return label


def guideline_for(request: HttpRequest, slug: str, version: int, right: str) -> Guideline:
    """A version of the guidelines."""
    project = project_for(request, slug, right)
    found: Guideline = _one(
        Guideline.objects.select_related("author"), project=project, version=version
    )
    found.project = project
    return found


def question_for(request: HttpRequest, slug: str, pk: int, right: str) -> Question:
    """A question with its turn and dialogue loaded."""
    project = project_for(request, slug, right)
    questions = Question.objects.select_related("turn__dialogue", "asked_by", "guideline")
    question: Question = _one(questions, turn__dialogue__project=project, pk=pk)
    question.turn.dialogue.project = project
    return question


def run_for(request: HttpRequest, slug: str, pk: int, right: str) -> TrainingRun:
    """A training run."""
    project = project_for(request, slug, right)
    run: TrainingRun = _one(TrainingRun.objects, project=project, pk=pk)
    run.project = project
    return run


def export_for(request: HttpRequest, slug: str, pk: int, right: str) -> Export:
    """An export."""
    project = project_for(request, slug, right)
    export: Export = _one(Export.objects, project=project, pk=pk)
    export.project = project
    return export


def lexicon_row_for(request: HttpRequest, slug: str, pk: int, right: str) -> LexiconRow:
    """A row of the project's lexicon, taken back or not."""
    project = project_for(request, slug, right)
    row: LexiconRow = _one(LexiconRow.objects, project=project, pk=pk)
    row.project = project
    return row


def source_maker(request: HttpRequest) -> User:
    """The person, if she may teach source models: who may make projects; else 403."""
    user = request.user
    if not isinstance(user, User) or not may_create(user):
        raise PermissionDenied
    return user


def source_for(request: HttpRequest, pk: int) -> SourceModel:
    """A source model, if the person may remove it (else 403)."""
    source: SourceModel = _one(SourceModel.objects, pk=pk)
    if pk not in removable(source_maker(request)):
        raise PermissionDenied
    return source


def source_training_for(request: HttpRequest, pk: int) -> SourceTraining:
    """The person's own training of a source model; somebody else's is a 404."""
    user = source_maker(request)
    training: SourceTraining = _one(
        SourceTraining.objects.select_related("project"), pk=pk, requested_by=user
    )
    return training


def alarm_for(request: HttpRequest, slug: str, pk: int, right: str) -> Alarm:
    """An alarm about labels that are missing."""
    project = project_for(request, slug, right)
    alarm: Alarm = _one(Alarm.objects, project=project, pk=pk)
    return alarm


def log_access(
    request: HttpRequest,
    project: Project,
    action: str,
    dialogue: Dialogue | None = None,
    **detail: Any,
) -> None:
    """Write down that this person was shown originals, or took something out."""
    AccessEvent.objects.create(
        user_id=request.user.pk, project=project, dialogue=dialogue, action=action, detail=detail
    )
