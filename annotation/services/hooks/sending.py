"""One try to tell one address: a signed POST. Called by `queue`.

Bodies hold ids and states, no text. Where a name leads is looked up once and that is called; a
private network is not, unless the operator names it; no redirect is followed.
"""

import contextlib
import hashlib
import hmac
import http.client
import socket
import ssl
import threading
import time

from annotation.services.hooks.addresses import check_url, port_of, spot_of

SECONDS = 10.0  # for one try, from the look-up of the name to the answer's status


def signature(secret: str, moment: int, data: bytes) -> str:
    """`t=MOMENT,v1=HEX`: HMAC-SHA256 of the moment, a full stop and the body."""
    digest = hmac.digest(secret.encode(), f"{moment}.".encode() + data, hashlib.sha256).hex()
    return f"t={moment},v1={digest}"


def send(url: str, data: bytes, delivery: str, secret: str) -> int:
    """One try; the status of the answer. Nothing is sent later than so many seconds after the call.

    Raises HookRefused, OSError, HTTPException.
    """
    began = time.monotonic()
    parts = check_url(url)
    host, port = str(parts.hostname), port_of(parts)
    spot = spot_of(host, port)
    left = SECONDS - (time.monotonic() - began)
    if left <= 0:  # a look-up cannot be broken off
        raise TimeoutError
    headers = {
        "Content-Type": "application/json",
        "Antifaz-Delivery": delivery,
        "Antifaz-Signature": signature(secret, int(time.time()), data),
    }
    connection = (_PinnedTls if parts.scheme == "https" else _Pinned)(host, port, timeout=left)
    connection.spot = spot
    # An answer that comes byte by byte would never run into a socket's own time limit.
    timer = threading.Timer(left, connection.hang_up)
    timer.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, data, headers)
        return connection.getresponse().status
    finally:
        timer.cancel()
        connection.close()


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
