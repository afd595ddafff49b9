"""Which addresses may be told, and where a name may lead.

Called when a manager names one (`own`), and again by every delivery (`sending`): what the operator
allowed then may be closed now.
"""

import ipaddress
import socket
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop

NO_ADDRESS = gettext_noop("It is no address that can be called.")
INSIDE = gettext_noop("It leads into a private network that HOOK_NETWORKS does not name.")


class HookRefused(Exception):
    """The address is none that may be called; `str()` is a sentence to be translated."""


def check_url(url: str) -> SplitResult:
    """Raises HookRefused for what is no plain http(s) address."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 (it raises for a port that is none)
    except ValueError:
        raise HookRefused(NO_ADDRESS) from None
    plain = url.isascii() and url.isprintable() and not set(url) & set(" \\#")
    if parts.scheme not in {"http", "https"} or not parts.hostname or not plain:
        raise HookRefused(NO_ADDRESS)
    if parts.username is not None or ".." in unquote(parts.path).split("/"):
        raise HookRefused(NO_ADDRESS)
    return parts


def port_of(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def is_allowed(url: str) -> bool:
    """Whether it is one of `HOOK_ADDRESSES`, or lies below one. Raises HookRefused."""
    return any(_is_below(check_url(url), check_url(each)) for each in settings.HOOK_ADDRESSES)


def _is_below(parts: SplitResult, allowed: SplitResult) -> bool:
    same = ((each.scheme, each.hostname, port_of(each)) for each in (parts, allowed))
    folder = allowed.path.rstrip("/")
    return len(set(same)) == 1 and (parts.path == folder or parts.path.startswith(f"{folder}/"))


def spot_of(host: str, port: int) -> str:
    """What the name stands for now. Raises HookRefused where any of it is in a private network that
    the operator did not name."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(map(may_call, found)):
        raise HookRefused(INSIDE)
    return found[0]


def may_call(spot: str) -> bool:
    address = ipaddress.ip_address(spot.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_global and not address.is_multicast:
        return True
    networks = [ipaddress.ip_network(each, strict=False) for each in settings.HOOK_NETWORKS]
    return any(address in network for network in networks)
