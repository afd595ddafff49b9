"""A project whose calls one person has read, and what a second reader says of the drawn turns."""

from typing import Any

from annotation.models import AuditTurn, Project, QueryItem, Span, Turn
from annotation.services.labelling import queue
from tests.labelled import add_calls, finish, label

NAME = slice(14, None)  # where `add_calls` has its name


def read_calls(project: Project, user: Any, number: int) -> None:
    """So many short calls more, of two turns each; the first of each says a name, and the person
    has found it."""
    add_calls(project, number, user, read=number)


def second_items(project: Project) -> list[QueryItem]:
    items = QueryItem.objects.filter(batch__project=project, second__isnull=False)
    return list(items.select_related("turn__dialogue__project", "batch").order_by("second", "pk"))


def read_again(project: Project, user: Any, *, found: Any = None, most: int | None = None) -> int:
    """The person reads what *Label* gives her until nothing is left; how many turns. `found`: from
    a turn the words and labels that she marks; the first reader's items, if not given."""
    count = 0
    while most is None or count < most:
        item = queue.next_item(project, user)
        if item is None or item.second is None:
            break
        items = found(item.turn) if found else first_items(item.turn)
        label(item.turn, user, items)
        finish(item, user, seconds=10.0)
        count += 1
    return count


def first_items(turn: Turn) -> list[tuple[str, str]]:
    """What the first reading held when the turn was drawn."""
    row = AuditTurn.objects.get(turn=turn)
    return [(turn.text[start:end], "female name") for start, end in row.first]


def spans_of(turn: Turn, user: Any) -> list[tuple[int, int]]:
    spans = Span.objects.filter(turn=turn, reading__reader=user, reading__layer="reader")
    return list(spans.order_by("start").values_list("start", "end"))
