"""Cursors: where the next part of a long list begins, as a word that programs send back unread."""

import base64
import binascii

from annotation.refusals import Refused
from annotation.services.corpus.order import Place


def cursor_of(position: int, pk: int) -> str:
    return base64.urlsafe_b64encode(f"{position}:{pk}".encode()).decode().rstrip("=")


def place_of(cursor: str) -> Place | None:
    """Where the last row stands that was given. Raises Refused for what is no cursor of ours."""
    if not cursor:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        position, pk = text.decode("ascii").split(":")
        place = int(position), int(pk)
    except (binascii.Error, ValueError):
        raise Refused("This is no cursor of an answer.", code="bad_cursor") from None
    if not all(0 <= each < 2**63 for each in place):
        raise Refused("This is no cursor of an answer.", code="bad_cursor")
    return place
