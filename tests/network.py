"""No test leaves this machine, and only those of services, workers and browsers use TCP on it."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

REACHING = ("browser", "services", "worker", "loopback")
_may_reach = False


def _guarded(connect: Callable[[socket.socket, Any], Any]) -> Callable[[socket.socket, Any], Any]:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family != socket.AF_UNIX:
            host = str(address[0])
            here = host in {"localhost", "::1"} or host.startswith("127.")
            if not (here and _may_reach):
                pytest.fail(f"A connection to {address}: only tests marked {REACHING} have any.")
        return connect(self, address)

    return guarded


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
        yield


@pytest.fixture(autouse=True)
def _reach(request: pytest.FixtureRequest, no_network: None) -> None:
    global _may_reach
    _may_reach = any(request.node.get_closest_marker(name) for name in REACHING)
