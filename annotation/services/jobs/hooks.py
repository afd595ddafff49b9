"""Hooks: a signed POST to addresses that the operator names, when an import, an export or a piece
of learning has ended or waits for somebody. Called by a worker (`children.attend_job`).

Bodies hold ids and states, no text. Where a name leads is looked up once and that is called; a
private network is not, unless the operator names it; no redirect is followed.
"""

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
import time
import uuid
from typing import Annotated, TypedDict
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils import timezone

from annotation.models import Import, Job, JobStatus
from annotation.shapes import says

log = logging.getLogger("antifaz.hooks")
NAMES = {"import": "import", "export": "export", "trainingrun": "training"}
_EVENTS = rf"^({'|'.join(NAMES.values())})\.[a-z]+$"
TOLD = {JobStatus.DONE, JobStatus.FAILED, JobStatus.CANCELLED, Import.DRAFT}
SECONDS = 10.0  # for one try, from the look-up of the name to the answer's status
PAUSES = (0.0, 5.0, 30.0)  # seconds before each try


class HookBody(TypedDict):
    """What an address is told of a job."""

    event: Annotated[str, says("What it was, a full stop, how it stands.", pattern=_EVENTS)]
    id: Annotated[int, says("Its number.", minimum=1)]
    project: Annotated[str, says("Short name of the project.")]
    at: Annotated[str, says("The moment, with its zone.", format="date-time")]


class HookRefused(Exception):
    """The address is none that may be called."""


def tell_hooks(job: Job) -> threading.Thread | None:
    """Tell the addresses of the settings how a job stands, beside the work; None where there is
    nothing to tell, or nobody."""
    name = NAMES.get(str(job._meta.model_name))
    if name is None or not settings.HOOKS:
        return None
    job.refresh_from_db(fields=["status"])
    if job.status not in TOLD:
        return None
    body: HookBody = {
        "event": f"{name}.{job.status}",
        "id": job.pk,
        "project": job.project.slug,  # type: ignore[attr-defined]
        "at": timezone.now().isoformat(timespec="seconds"),
    }
    thread = threading.Thread(target=_deliver_all, args=(body,), name="hooks", daemon=True)
    thread.start()
    return thread


def _deliver_all(body: HookBody) -> None:
    data, delivery = json.dumps(body).encode(), str(uuid.uuid4())
    for number, url in enumerate(settings.HOOKS, 1):
        for pause in PAUSES:
            time.sleep(pause)
            try:
                status = deliver(url, data, delivery)
            except HookRefused as refused:
                log.error("hook %s is not called: %s", number, str(refused))
                break
            except (OSError, http.client.HTTPException, ValueError) as error:
                log.warning("hook %s: no answer (%s)", number, type(error).__name__)
                continue
            if 200 <= status < 300:
                break
            log.warning("hook %s: status %s", number, status)


def signature(secret: str, moment: int, data: bytes) -> str:
    """`t=MOMENT,v1=HEX`: HMAC-SHA256 of the moment, a full stop and the body."""
    digest = hmac.digest(secret.encode(), f"{moment}.".encode() + data, hashlib.sha256).hex()
    return f"t={moment},v1={digest}"


def deliver(url: str, data: bytes, delivery: str) -> int:
    """One try; the status of the answer. Raises HookRefused, OSError, HTTPException."""
    parts = check_url(url)
    host = str(parts.hostname)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    spot = _spot_of(host, port)
    headers = {
        "Content-Type": "application/json",
        "Antifaz-Delivery": delivery,
        "Antifaz-Signature": signature(settings.HOOK_SECRET, int(time.time()), data),
    }
    connection = (_PinnedTls if parts.scheme == "https" else _Pinned)(host, port, timeout=SECONDS)
    connection.spot = spot
    # An answer that comes byte by byte would never run into a socket's own time limit.
    timer = threading.Timer(SECONDS, connection.hang_up)
    timer.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, data, headers)
        return connection.getresponse().status
    finally:
        timer.cancel()
        connection.close()


def check_url(url: str) -> SplitResult:
    """Raises HookRefused for what is no plain http(s) address."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 (it raises for a port that is none)
    except ValueError:
        raise HookRefused("it is no address") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
        raise HookRefused("it is no address")
    return parts


def _spot_of(host: str, port: int) -> str:
    """What the name stands for now. Raises HookRefused where any of it is in a private network that
    the operator did not name."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for spot in found:
        if not may_call(spot):
            raise HookRefused("it leads into a private network that HOOK_NETWORKS does not name")
    return found[0]


def may_call(spot: str) -> bool:
    address = ipaddress.ip_address(spot.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_global and not address.is_multicast:
        return True
    networks = [ipaddress.ip_network(each, strict=False) for each in settings.HOOK_NETWORKS]
    return any(address in network for network in networks)


class _Pinned(http.client.HTTPConnection):
    """Calls the spot that was checked, under the name that was given."""

    spot = ""

    def connect(self) -> None:
        self.sock = socket.create_connection((self.spot, self.port), self.timeout)

    def hang_up(self) -> None:
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


class _PinnedTls(_Pinned):
    def connect(self) -> None:
        super().connect()
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
