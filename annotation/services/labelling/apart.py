"""Turns that no round chose are asked for in a batch apart, which none takes along or waits for.

Called where turns are drawn for a second reading, and where those that should be read first are.
"""

from collections.abc import Mapping
from typing import Any

from annotation.models import Batch, Project, QueryItem

FIRST = "first"  # the reason of a turn that somebody should read before the batch
PIECE = 500  # rows of one statement


def ask_apart(project: Project, turns: Mapping[int, Mapping[str, Any]], reason: str) -> None:
    """Queue turns that were never asked for; `turns`: their fields of a query item besides."""
    if not turns:
        return
    apart, _new = Batch.objects.get_or_create(
        project=project, number=Batch.APART, defaults={"strategy": reason}
    )
    rank = apart.items.count()
    QueryItem.objects.bulk_create(
        (
            QueryItem(batch=apart, turn_id=turn, rank=rank + place, reason=reason, **fields)
            for place, (turn, fields) in enumerate(turns.items())
        ),
        batch_size=PIECE,
    )
