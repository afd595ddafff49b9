"""Fetch and authorise in one call: 404 to an outsider, 403 to a member without the right.

Every view that touches a project's objects gets them from here and from nowhere else. An annotator
gets those of dialogues that she is asked about; what shows text is written into the record here.
"""

from collections.abc import Collection, Iterable
from typing import TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from annotation.models import (
    Alarm,
    ApiToken,
    Dialogue,
    Erasure,
    Export,
    Guideline,
    Hook,
    Import,
    IntruderTry,
    Invitation,
    Label,
    LexiconRow,
    Measurement,
    Member,
    Note,
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
from annotation.refusals import Refused
from annotation.services.access import record
from annotation.services.access.reach import dialogues_of, may_read, within_reach
from annotation.services.projects.creation import may_create
from annotation.services.sources.trainings import removable
from webapp.addresses import client_address

Role = Member.Role
Rows = TypeVar("Rows", bound=Model)

# What each role may do; deny by default. "originals": see what was said beside its replacement;
# "corpus": read every dialogue of the project, not only those that one is asked about; "map": see
# where each dialogue stands, without its text; "assign": say which of them wait for whom;
# "evidence": see what is known of a release and take its files; "record": see who saw what. Who
# signs a release does not make it, and sees no text. "seal": sign a bundle by name. "intrude": read
# dialogues as they would leave, one by one, and say who it is; nothing else.
RIGHTS: dict[str, frozenset[str]] = {
    Role.VIEWER: frozenset({"overview"}),
    Role.INTRUDER: frozenset({"intrude"}),
    Role.STEWARD: frozenset({"overview", "map", "evidence", "sign", "seal", "record"}),
    Role.ANNOTATOR: frozenset({"overview", "label"}),
    Role.CURATOR: frozenset(
        {"overview", "label", "map", "corpus", "adjudicate", "revise", "originals", "train"}
        | {"assign"}
    ),
    Role.MANAGER: frozenset(
        {"overview", "label", "map", "corpus", "adjudicate", "revise", "originals", "train"}
        | {"assign", "import", "release", "manage", "evidence", "seal", "record"}
    ),
}


def project_for(request: HttpRequest, slug: str, right: str) -> Project:
    """The project, if the person is a member (else 404) whose role holds the right (else 403).

    A program's token may be for one project alone: 403 for any other. Its use is written down.
    """
    token = getattr(request, "token", None)
    if token is not None and token.project is not None and token.project.slug != slug:
        raise Refused(_("This token is for another project."), code="token_project", status=403)
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
    if token is not None:
        record.write_use(member.project, _viewer(request))
    return member.project


def only_project(request: HttpRequest) -> int | None:
    """The id of the one project that a program's token opens; None where it opens all."""
    token = getattr(request, "token", None)
    return token.project_id if token is not None else None


def token_for(request: HttpRequest, pk: int) -> ApiToken:
    """The person's own token; somebody else's is a 404."""
    return _one(ApiToken.objects.all(), pk=pk, owner=request.user.pk)


def rights_everywhere(request: HttpRequest) -> dict[int, frozenset[str]]:
    """What the person may do, by the id of each project that she is in."""
    members = Member.objects.filter(user_id=request.user.pk or 0, project__staged_at=None)
    return {pk: RIGHTS[role] for pk, role in members.values_list("project", "role")}


def managers_for(request: HttpRequest, slug: str) -> list[str]:
    """Who may change what the person may do in the project; nobody for who is not a member."""
    members = Member.objects.filter(project__slug=slug).select_related("user")
    if not members.filter(user_id=request.user.pk or 0).exists():
        return []
    managers = members.filter(role=Role.MANAGER, user__is_active=True)
    return [each.user.get_full_name() or each.user.username for each in managers.order_by("pk")]


def record_of(request: HttpRequest, slug: str) -> Project:
    """The project whose access record the person may read: a manager or steward hers, an
    administrator any."""
    if not request.user.is_superuser:
        return project_for(request, slug, "record")
    member = Member.objects.filter(project__slug=slug, user_id=request.user.pk).first()
    request.rights = RIGHTS[member.role] if member else frozenset()  # type: ignore[attr-defined]
    return _one(Project.objects.all(), slug=slug)


def records_of(request: HttpRequest) -> QuerySet[Project]:
    """Every project, for an administrator; for others there is nothing here."""
    if not request.user.is_superuser:
        raise Http404
    return Project.objects.order_by("name")


def limited_to(request: HttpRequest) -> User | None:
    """The person whose dialogues alone may be shown; None for who may read the whole project."""
    if "corpus" in request.rights:  # type: ignore[attr-defined]
        return None
    return request.user  # type: ignore[return-value]


def readable(
    request: HttpRequest, rows: QuerySet[Rows], dialogue: str = "dialogue"
) -> QuerySet[Rows]:
    """Those of a project's rows whose dialogue the person may read."""
    only = limited_to(request)
    return rows if only is None else within_reach(rows, only, dialogue)


def check_reach(request: HttpRequest, dialogue: Dialogue) -> None:
    """Raises Http404 for a dialogue that the person may not read."""
    only = limited_to(request)
    if only is not None and not may_read(dialogue, only):
        raise Http404


def readable_dialogues(request: HttpRequest, project: Project) -> QuerySet[Dialogue]:
    only = limited_to(request)
    return project.dialogues.all() if only is None else dialogues_of(project.dialogues.all(), only)


def _one(rows: QuerySet[Rows], **lookup: object) -> Rows:
    row = rows.filter(**lookup).first()
    if row is None:
        raise Http404
    return row


def _row_for(
    request: HttpRequest, slug: str, right: str, rows: QuerySet[Rows], **lookup: object
) -> Rows:
    """A row that belongs to a project, the project set on it."""
    project = project_for(request, slug, right)
    row = _one(rows, project=project, **lookup)
    row.project = project  # type: ignore[attr-defined]
    return row


def dialogue_for(request: HttpRequest, slug: str, pk: int, right: str) -> Dialogue:
    dialogue = _row_for(request, slug, right, Dialogue.objects.all(), pk=pk)
    check_reach(request, dialogue)
    return dialogue


def turn_for(request: HttpRequest, slug: str, pk: int, right: str) -> Turn:
    """A turn, its dialogue, project and query item loaded."""
    project = project_for(request, slug, right)
    turns = Turn.objects.select_related("dialogue", "query_item__batch")
    turn = _one(turns, dialogue__project=project, pk=pk)
    check_reach(request, turn.dialogue)
    turn.dialogue.project = project
    return turn


def turns_for(request: HttpRequest, project: Project, pks: Collection[int]) -> dict[int, Turn]:
    """Turns of a project that `project_for` gave, by id, as `turn_for` gives one. Raises Http404
    where one of them is not there, or not the person's to read."""
    turns = Turn.objects.select_related("dialogue", "query_item__batch")
    found = {turn.pk: turn for turn in turns.filter(dialogue__project=project, pk__in=set(pks))}
    dialogues = {turn.dialogue_id for turn in found.values()}
    open_ones = readable_dialogues(request, project).filter(pk__in=dialogues)
    if len(found) < len(set(pks)) or open_ones.count() < len(dialogues):
        raise Http404
    for turn in found.values():
        turn.dialogue.project = project
    return found


def proposal_for(request: HttpRequest, slug: str, pk: int, span: int, right: str) -> Span:
    """A model's proposal on a turn (`pk`), its turn, dialogue and project loaded."""
    turn = turn_for(request, slug, pk, right)
    proposal = _one(Span.objects.all(), turn=turn, reading=None, pk=span)
    proposal.turn = turn
    return proposal


def item_for(request: HttpRequest, slug: str, pk: int, right: str) -> QueryItem:
    """A query item with its turn, dialogue and batch loaded."""
    project = project_for(request, slug, right)
    items = QueryItem.objects.select_related("turn__dialogue", "batch")
    item = _one(items, batch__project=project, pk=pk)
    check_reach(request, item.turn.dialogue)
    item.batch.project = item.turn.dialogue.project = project
    return item


def label_for(request: HttpRequest, slug: str, pk: int, right: str) -> Label:
    """A label of the scheme, its group loaded."""
    return _row_for(request, slug, right, Label.objects.select_related("parent"), pk=pk)


def guideline_for(request: HttpRequest, slug: str, version: int, right: str) -> Guideline:
    guidelines = Guideline.objects.select_related("author")
    return _row_for(request, slug, right, guidelines, version=version)


def question_for(request: HttpRequest, slug: str, pk: int, right: str) -> Question:
    """A question with its turn and dialogue loaded."""
    project = project_for(request, slug, right)
    questions = Question.objects.select_related("turn__dialogue", "asked_by", "guideline")
    question = _one(questions, turn__dialogue__project=project, pk=pk)
    check_reach(request, question.turn.dialogue)
    question.turn.dialogue.project = project
    return question


def note_for(request: HttpRequest, slug: str, pk: int, right: str) -> Note:
    """A version of a note, its dialogue and turn loaded; whose it is, the service asks."""
    project = project_for(request, slug, right)
    notes = Note.objects.select_related("dialogue", "turn")
    note = _one(notes, dialogue__project=project, pk=pk)
    check_reach(request, note.dialogue)
    note.dialogue.project = project
    return note


def run_for(request: HttpRequest, slug: str, pk: int, right: str) -> TrainingRun:
    return _row_for(request, slug, right, TrainingRun.objects.all(), pk=pk)


def member_for(request: HttpRequest, slug: str, pk: int, right: str) -> Member:
    """A member of the project, disabled or not."""
    members = Member.everything.select_related("user")
    return _row_for(request, slug, right, members, pk=pk)


def invitation_for(request: HttpRequest, slug: str, pk: int, right: str) -> Invitation:
    return _row_for(request, slug, right, Invitation.objects.all(), pk=pk)


def export_for(request: HttpRequest, slug: str, pk: int, right: str) -> Export:
    return _row_for(request, slug, right, Export.objects.all(), pk=pk)


def measurement_for(request: HttpRequest, slug: str, pk: int, right: str) -> Measurement:
    return _row_for(request, slug, right, Measurement.objects.all(), pk=pk)


def try_for(request: HttpRequest, slug: str, pk: int, right: str) -> IntruderTry:
    """What an intruder found out, its dialogue loaded; 404 before she has answered."""
    tries = IntruderTry.objects.select_related("dialogue").exclude(answered_at=None)
    row = _row_for(request, slug, right, tries, pk=pk)
    check_reach(request, row.dialogue)
    row.dialogue.project = row.project
    return row


def own_try_for(request: HttpRequest, slug: str, pk: int, right: str) -> IntruderTry:
    """The person's own try of a dialogue; somebody else's is a 404."""
    tries = IntruderTry.objects.select_related("dialogue").filter(intruder=request.user.pk)
    row = _row_for(request, slug, right, tries, pk=pk)
    row.dialogue.project = row.project
    return row


def erasure_for(request: HttpRequest, slug: str, pk: int, right: str) -> Erasure:
    return _row_for(request, slug, right, Erasure.objects.all(), pk=pk)


def import_for(request: HttpRequest, slug: str, pk: int, right: str) -> Import:
    return _row_for(request, slug, right, Import.objects.all(), pk=pk)


def hook_for(request: HttpRequest, slug: str, pk: int, right: str) -> Hook:
    return _row_for(request, slug, right, Hook.objects.all(), pk=pk)


def lexicon_row_for(request: HttpRequest, slug: str, pk: int, right: str) -> LexiconRow:
    """A row of the project's lexicon, taken back or not."""
    return _row_for(request, slug, right, LexiconRow.objects.all(), pk=pk)


def project_maker(request: HttpRequest) -> User:
    """The person, if she may make projects, and her token is for no one project; else 403."""
    if only_project(request) is not None:
        raise Refused(_("This token is for another project."), code="token_project", status=403)
    return source_maker(request)


def source_maker(request: HttpRequest) -> User:
    """The person, if she may teach source models: who may make projects; else 403."""
    user = request.user
    if not isinstance(user, User) or not may_create(user):
        raise PermissionDenied
    return user


def source_for(request: HttpRequest, pk: int) -> SourceModel:
    """A source model, if the person may remove it (else 403)."""
    source = _one(SourceModel.objects.all(), pk=pk)
    if pk not in removable(source_maker(request)):
        raise PermissionDenied
    return source


def source_training_for(request: HttpRequest, pk: int) -> SourceTraining:
    """The person's own training of a source model; somebody else's is a 404."""
    user = source_maker(request)
    return _one(SourceTraining.objects.select_related("project"), pk=pk, requested_by=user)


def alarm_for(request: HttpRequest, slug: str, pk: int, right: str) -> Alarm:
    return _row_for(request, slug, right, Alarm.objects.all(), pk=pk)


def log_access(request: HttpRequest, project: Project, purpose: str, **detail: object) -> None:
    """Write down what was done with the project as a whole: an export, a download."""
    record.write_view(project, _viewer(request), purpose, [None], **detail)


def log_hook(request: HttpRequest, hook: Hook, did: str) -> None:
    """Write down that somebody changed who is told of the project."""
    host = urlsplit(hook.address).hostname  # the rest of an address may hold a password
    log_access(request, hook.project, "hook", hook=hook.pk, host=host, did=did)


def log_use(request: HttpRequest, project: Project, purpose: str) -> None:
    """Write down, once in half an hour, for what the project was used without showing its texts."""
    record.write_use(project, _viewer(request), purpose)


def log_view(
    request: HttpRequest, project: Project, purpose: str, dialogues: Iterable[int], **detail: object
) -> None:
    """Write down that a page (or an answer) is opened that shows text of these dialogues."""
    record.write_view(project, _viewer(request), purpose, dialogues, **detail)


def log_part(
    request: HttpRequest,
    project: Project,
    purpose: str,
    dialogues: Iterable[int],
    *,
    within: Iterable[str] = (),
) -> None:
    """Write down that a part of a page shows text, unless a view covers it that is written down
    already: of this purpose, or of one in `within`."""
    record.write_part(project, _viewer(request), purpose, dialogues, within=within)


def _viewer(request: HttpRequest) -> record.Viewer:
    token = getattr(request, "token", None)
    address = client_address(request) or ""
    prefix = token.prefix if token is not None else ""
    agent, tool = getattr(request, "agent", ""), getattr(request, "tool", "")
    return record.Viewer(request.user.pk, address, prefix, agent, tool)
