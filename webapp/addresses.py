"""Where a request comes from, for the counting of tries at signing in."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The peer's address, or what our own proxy says it was.

    Without a proxy the header is the client's own claim and counts for nothing; behind one, the
    peer is always the proxy, and five slips of one person would lock her name for everybody.
    """
    if settings.BEHIND_PROXY and (address := request.headers.get("X-Real-IP")):
        return str(address)
    peer = request.META.get("REMOTE_ADDR")
    return None if peer is None else str(peer)
