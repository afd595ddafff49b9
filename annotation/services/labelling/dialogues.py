"""Dialogues and turns outside the queue: the list of a corpus, and who may label a turn unasked.

Called by the pages of turns and the API; `queue` says which turn is next.
"""

from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Assignment, Dialogue, QueryItem, Turn, User
from annotation.refusals import Refused
from annotation.services.corpus.order import Place, page_of
from annotation.services.labelling.queue import assign_item


@dataclass(frozen=True, slots=True)
class DialogueRow:
    dialogue: Dialogue
    turns: int


def list_dialogues(
    dialogues: QuerySet[Dialogue], *, page: int, size: int, after: Place | None = None
) -> tuple[list[DialogueRow], int]:
    """A page (1 = first) of dialogues in their order, and how many there are; three queries.

    after: position and id of the dialogue after which the page begins, whatever its number.
    """
    rows = page_of(dialogues, page=page, size=size, after=after)
    turns = Turn.objects.filter(dialogue__in=[row.pk for row in rows]).order_by()
    counts = dict(turns.values_list("dialogue").annotate(n=Count("pk")))
    return [DialogueRow(row, counts.get(row.pk, 0)) for row in rows], dialogues.count()


def take_turn(turn: Turn, user: User) -> Assignment | None:
    """The one rule of site and API for a turn that is about to be labelled, asked or not.

    An asked one is hers from now on, if it has a free seat. Raises: Refused.
    """
    check_in_pool(turn)
    item: QueryItem | None = getattr(turn, "query_item", None)
    # None where others have all seats: her labels are kept as hers all the same. They may have been
    # made without a connection, and nobody's labels change another's.
    return assign_item(item, user) if item is not None else None


def check_in_pool(turn: Turn) -> None:
    """Raises Refused for a turn that is kept to measure the model."""
    if turn.dialogue.split != Dialogue.Split.POOL:
        raise Refused(
            _("This dialogue is kept to measure the model; it is not labelled."),
            code="not_in_pool",
        )
