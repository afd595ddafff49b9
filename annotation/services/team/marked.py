"""Turns that people flagged for a curator, or skipped: what stands behind the team page's counts.

Called by the team views. The number of queries does not depend on the corpus. `only` leaves out
every turn that this person was not given, and what others did with hers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, QuerySet, Subquery

from annotation.models import Assignment, Project, QueryItem, User
from annotation.services.corpus.differences import unsettled
from annotation.services.labelling.pieces import Stretch, turn_stretches

FLAGGED, SKIPPED = "flagged", "skipped"
SHOWN = 160  # characters of a turn: enough to know it by


@dataclass(frozen=True, slots=True)
class Given:
    name: str
    state: str  # how she left the turn
    at: datetime  # when she last took it up


@dataclass(frozen=True, slots=True)
class MarkedTurn:
    item: QueryItem
    stretches: list[Stretch]  # of its first words
    is_cut: bool
    given: list[Given]
    waits: bool  # for adjudication

    @property
    def at(self) -> datetime | None:
        """When it was last taken up; a flag may stand on a turn that nobody was given."""
        return max((each.at for each in self.given), default=None)


def marked_items(project: Project, kind: str, only: User | None = None) -> QuerySet[QueryItem]:
    """Flagged or skipped turns of the project, those first that were taken up last."""
    given = Assignment.objects.filter(item=OuterRef("pk"))
    items = QueryItem.objects.filter(batch__project=project)
    if only is not None:
        given = given.filter(reader=only)
    if kind == SKIPPED:
        given = given.filter(status=QueryItem.Status.SKIPPED)
    if kind == FLAGGED:
        items = items.filter(is_flagged=True)
    elif only is None:  # a turn that another person read is not skipped
        items = items.filter(status=QueryItem.Status.SKIPPED)
    latest = given.order_by("-assigned_at").values("assigned_at")[:1]
    items = items.select_related("turn__dialogue").annotate(taken_at=Subquery(latest))
    if only is not None:
        items = items.filter(taken_at__isnull=False)
    return items.order_by(F("taken_at").desc(nulls_last=True), "-pk")


def count_marked(project: Project, only: User | None = None) -> dict[str, int]:
    return {kind: marked_items(project, kind, only).count() for kind in (FLAGGED, SKIPPED)}


def show_marked(
    project: Project, items: Iterable[QueryItem], only: User | None = None
) -> list[MarkedTurn]:
    """Items with the first words of their turns and who was given them; two queries more."""
    rows = list(items)
    given: dict[int, list[Given]] = {row.pk: [] for row in rows}
    assignments = Assignment.objects.filter(item__in=rows).select_related("reader")
    if only is not None:
        assignments = assignments.filter(reader=only)
    for each in assignments.order_by("assigned_at", "pk"):
        name, state = each.reader.get_username(), each.get_status_display()
        given[each.item_id].append(Given(name, str(state), each.assigned_at))
    turns = [row.turn_id for row in rows]
    waiting = set(unsettled(project).filter(turn__in=turns).values_list("turn", flat=True))
    return [_shown(row, given[row.pk], row.turn_id in waiting) for row in rows]


def _shown(item: QueryItem, given: Sequence[Given], waits: bool) -> MarkedTurn:
    text = item.turn.text
    is_cut = len(text) > SHOWN
    if is_cut:
        space = text.rfind(" ", SHOWN // 2, SHOWN)
        text = text[: space if space > 0 else SHOWN]
    stretches = turn_stretches(text, (), tokens=False)
    return MarkedTurn(item, stretches, is_cut, list(given), waits)
