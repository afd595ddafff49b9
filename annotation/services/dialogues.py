"""Dialogues and turns outside the queue: the list of a corpus, and who may label a turn unasked.

Called by the API; the pages hand out turns by `annotation.services.queue` instead.
"""

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _

from annotation.errors import Refused
from annotation.models import Dialogue, Project, QueryItem, Turn, User
from annotation.services.queue import assign_item


@dataclass(frozen=True, slots=True)
class DialogueRow:
    """A dialogue in the list, with the number of its turns."""

    dialogue: Dialogue
    turns: int


def list_dialogues(project: Project, *, page: int, size: int) -> tuple[list[DialogueRow], int]:
    """A page (1 = first) of the corpus in its order, and how many there are; three queries."""
    # What was imported beside the texts may be large, and is not in the list.
    dialogues = project.dialogues.defer("meta", "extra")
    rows = list(dialogues[(page - 1) * size : page * size])
    turns = Turn.objects.filter(dialogue__in=[row.pk for row in rows]).order_by()
    counts = dict(turns.values_list("dialogue").annotate(n=Count("pk")))
    return [DialogueRow(row, counts.get(row.pk, 0)) for row in rows], dialogues.count()


def hold_turn(turn: Turn, user: User) -> None:
    """Make sure that this person may label the turn: any turn to be labelled, asked or not.

    Only an asked turn can be with somebody else. Raises: Refused.
    """
    check_in_pool(turn)
    item: QueryItem | None = getattr(turn, "query_item", None)
    if item is not None and not assign_item(item, user):
        raise Refused(_("Another person has this turn."), code="held", status=409)


def check_in_pool(turn: Turn) -> None:
    """Raises Refused for a turn that is kept to measure the model."""
    if turn.dialogue.split != Dialogue.Split.POOL:
        raise Refused(
            _("This dialogue is kept to measure the model; it is not labelled."),
            code="not_in_pool",
        )
