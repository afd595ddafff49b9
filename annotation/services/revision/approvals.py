"""Which dialogues are approved as they are now, how far a project is, and how many issues were open
when somebody last looked.

Called by the revision page, its list and the evidence for a release.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, Case, Count, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from annotation.models import (
    UNCHECKED,
    Dialogue,
    DialogueFigures,
    Project,
    Reading,
    Span,
    SpanEvent,
    TouchedDialogue,
)


def _changed_since(moment: str) -> Q:
    """A label changed, a turn read or a proposal made in a dialogue since one of its moments."""
    since, own = OuterRef(moment), OuterRef("pk")
    return (
        Q(Exists(SpanEvent.objects.filter(reading__turn__dialogue=own, created_at__gt=since)))
        | Q(Exists(Reading.objects.filter(turn__dialogue=own, is_gold=True, done_at__gt=since)))
        | Q(Exists(Span.objects.filter(turn__dialogue=own, reading=None, created_at__gt=since)))
    )


# Put together once: that takes longer than most queries.
_CHECKED_BEFORE = _changed_since("figures__issues_at")
_APPROVED = Case(
    When(approved_at=None, then=Value(False)),
    When(_changed_since("approved_at"), then=Value(False)),
    default=Value(True),
    output_field=BooleanField(),
)


def revisable(project: Project) -> QuerySet[Any]:
    """The project's dialogues in reading order, each with `approved`: as it is now, not as it was.

    A label changed, a turn read or a proposal made after the approval takes it back.
    """
    return project.dialogues.order_by("position", "pk").annotate(approved=_APPROVED)


def is_approved(dialogue: Dialogue) -> bool:
    """Whether a dialogue, as it was loaded, is approved as it is now."""
    if dialogue.approved_at is None:
        return False
    return revisable(dialogue.project).filter(pk=dialogue.pk, approved=True).exists()


def note_issues(dialogue: Dialogue, counts: Mapping[str, int]) -> None:
    """Keep how many issues of each severity are open now, for the lists; what was never counted
    there is left to whoever counts."""
    known = DialogueFigures.objects.filter(dialogue=dialogue)
    blocks = known.values_list("blocks", flat=True).first()
    known.update(**_as_of(timezone.now(), counts))
    if dialogue.approved_at and bool(blocks) != bool(counts["block"]):
        TouchedDialogue.objects.create(
            dialogue_id=dialogue.pk
        )  # it is to approve again now, or no more


def unchecked(project: Project) -> QuerySet[DialogueFigures]:
    """Of the dialogues whose open issues are to be counted: they never were, or changed since."""
    return DialogueFigures.objects.filter(UNCHECKED, dialogue__project=project)


def make_old(dialogues: Iterable[int] | QuerySet[Any, Any]) -> None:
    """Their open issues, where they were counted, are to be counted anew."""
    counted = DialogueFigures.objects.filter(dialogue__in=dialogues, issues_at__isnull=False)
    counted.update(issues_old=True)


def note_found(
    project: Project, found: Mapping[int, Mapping[str, int] | None], at: datetime
) -> None:
    """Keep the counts of dialogues, by id, as they were then, where they are to be counted; None
    for one that cannot be replaced as it is."""
    if not found:
        return
    with transaction.atomic():
        known = unchecked(project).filter(dialogue__id__range=(min(found), max(found)))
        blocked = dict(known.values_list("dialogue_id", "blocks"))
        pks = blocked.keys() & found.keys()
        for pk in pks:
            counts = found[pk]
            row = DialogueFigures.objects.filter(UNCHECKED, dialogue_id=pk)
            blocks = bool(counts and counts["block"])
            if row.update(**_as_of(at, counts)) and bool(blocked[pk]) != blocks:
                TouchedDialogue.objects.create(
                    dialogue_id=pk
                )  # if approved, to approve again or no more
        make_old(changed_since_checked(pks))


def _as_of(at: datetime, counts: Mapping[str, int] | None) -> dict[str, Any]:
    """The columns of figures that say which issues are open."""
    names = {"blocks": "block", "warns": "warn", "notes": "info"}
    open_ = {column: counts[name] if counts else None for column, name in names.items()}
    return {**open_, "issues_at": at, "issues_old": False}


def changed_since_checked(dialogues: Iterable[int]) -> set[int]:
    """Of dialogues by id, those whose labels changed after their issues were counted; one query."""
    checked = Dialogue.objects.filter(pk__in=dialogues, figures__issues_at__isnull=False)
    return set(checked.filter(_CHECKED_BEFORE).order_by().values_list("pk", flat=True))


def progress_of(project: Project) -> tuple[int, int]:
    """Dialogues approved, and dialogues."""
    counts = revisable(project).aggregate(
        done=Count("pk", filter=Q(approved=True)), total=Count("pk")
    )
    return counts["done"], counts["total"]
