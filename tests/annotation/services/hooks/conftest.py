from collections.abc import Iterator
from typing import Any

import pytest

from tests.annotation.services.hooks.listening import Listener, listening


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    settings.HOOK_NETWORKS = ["127.0.0.0/8"]
    with listening() as server:
        settings.HOOK_ADDRESSES = [server.base]
        yield server
