"""What the tests of the labelling pages share: how a step is sent, what is on a turn."""

import uuid
from typing import Any

from django.test import Client

from annotation.models import QueryItem, Reading, Span

HTMX = {"HX-Request": "true"}


def page_url(item: QueryItem, path: str = "") -> str:
    """Of the item's page, or of what is done with the item."""
    return f"/p/support/label/{item.pk}" + (f"/{path}" if path else "")


def turn_url(item: QueryItem, path: str = "") -> str:
    """Of the item's turn, or of a step on it."""
    return f"/p/support/turns/{item.turn_id}" + (f"/{path}" if path else "")


def post(client: Client, item: QueryItem, path: str, **fields: Any) -> Any:
    """A step on the asked turn, or `finish`, `skip`, `flag`, `reopen`."""
    of_item = path in {"finish", "skip", "flag", "reopen"}
    url = page_url(item, path) if of_item else turn_url(item, path)
    reader = int(client.session["_auth_user_id"])
    reading = Reading.objects.filter(turn=item.turn, reader=reader).first()
    version = reading.version if reading else 0
    step = {"op_id": uuid.uuid4(), "version": version, "reader": reader, "item": item.pk} | fields
    return client.post(url, step, headers=HTMX)


def label(item: QueryItem, key: str) -> int:
    return item.batch.project.labels.get(key=key).pk


def propose(item: QueryItem, key: str = "P", start: int = 27, end: int = 33) -> Span:
    return Span.objects.create(
        turn=item.turn,
        start=start,
        end=end,
        label_id=label(item, key),
        status="proposed",
        confidence=0.924,
    )


def own(item: QueryItem) -> list[tuple[int, int, str]]:
    """What people said of the turn: start, end, status."""
    spans = Span.objects.filter(turn=item.turn, reading__isnull=False).order_by("pk")
    return list(spans.values_list("start", "end", "status"))
