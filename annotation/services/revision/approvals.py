"""Which dialogues are approved as they are now, which is next, and how far a project is.

Called by the revision page, its list and the evidence for a release.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import BooleanField, Case, Count, Exists, OuterRef, Q, QuerySet, Value, When

from annotation.models import Dialogue, Project, Reading, Span, SpanEvent, Turn
from annotation.services.corpus.best_spans import next_after
from annotation.services.revision.coverage import NOBODY, UNSETTLED, with_reader

# Put together once: that takes longer than most queries.
_SINCE, _OWN = OuterRef("approved_at"), OuterRef("pk")
_CHANGED = (
    Q(Exists(SpanEvent.objects.filter(reading__turn__dialogue=_OWN, created_at__gt=_SINCE)))
    | Q(Exists(Reading.objects.filter(turn__dialogue=_OWN, is_gold=True, done_at__gt=_SINCE)))
    | Q(Exists(Span.objects.filter(turn__dialogue=_OWN, reading=None, created_at__gt=_SINCE)))
)
_APPROVED = Case(
    When(approved_at=None, then=Value(False)),
    When(_CHANGED, then=Value(False)),
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


def count_unread(dialogues: Sequence[Dialogue]) -> None:
    """Give each dialogue of a list its `unread`, turns that nobody has read, and its `unsettled`,
    those that people read and did not settle. One query."""
    if not dialogues:
        return
    turns = Turn.objects.filter(dialogue__in=dialogues)
    open_turns = with_reader(turns, dialogues[0].project).filter(read_by__in=[NOBODY, *UNSETTLED])
    counts = Counter(
        (pk, who == NOBODY) for pk, who in open_turns.values_list("dialogue_id", "read_by")
    )
    for dialogue in dialogues:
        dialogue.unread = counts[dialogue.pk, True]  # type: ignore[attr-defined]
        dialogue.unsettled = counts[dialogue.pk, False]  # type: ignore[attr-defined]


def next_dialogue(project: Project, after: Dialogue | None = None) -> Dialogue | None:
    """The next dialogue that is not approved, behind this one first."""
    return next_after(revisable(project).filter(approved=False), after)


def progress_of(project: Project) -> tuple[int, int]:
    """Dialogues approved, and dialogues."""
    counts = revisable(project).aggregate(
        done=Count("pk", filter=Q(approved=True)), total=Count("pk")
    )
    return counts["done"], counts["total"]
