"""The order of a project's dialogues, and the part of a list that begins behind one of them.

Called by the lists that programs read in parts: what is added or settled meanwhile moves nothing.
"""

from django.db.models import Q, QuerySet

from annotation.models import Dialogue

Place = tuple[int, int]  # position and id of a dialogue


def behind(dialogues: QuerySet[Dialogue], place: Place | None) -> QuerySet[Dialogue]:
    """Those behind the place (all where it is None), in order."""
    rows = dialogues.order_by("position", "pk")
    if place is None:
        return rows
    position, pk = place
    return rows.filter(Q(position__gt=position) | Q(position=position, pk__gt=pk))


def page_of(
    dialogues: QuerySet[Dialogue], *, page: int, size: int, after: Place | None = None
) -> list[Dialogue]:
    """A page (1 = first), or what comes behind `after`, whatever the number of the page."""
    first = 0 if after is not None else (page - 1) * size
    # What was imported beside the texts may be large, and is in no list.
    return list(behind(dialogues, after).defer("meta", "extra")[first : first + size])
