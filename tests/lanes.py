"""Which process of a run takes which test. Called by conftest.py where xdist shares the run."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

LONG = (  # browsers, workers, clusters, servers of others: seconds each, much of it waiting
    "tests/flows/",
    "tests/chaos/",
    "tests/antifaz/test_spark.py",
    "tests/clients/test_label_studio.py",
)


def in_browser(nodeid: str) -> bool:
    return nodeid.startswith("tests/flows/") and "chromium" in nodeid


class Lanes(LoadScopeScheduling):  # type: ignore[misc]
    """A browser's test goes to whoever is free; the others go file by file, so that what a module
    shares is made once."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if in_browser(nodeid) else nodeid.split("::")[0]


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Long tests first, so that no process ends with one while the others have nothing to do."""
    return sorted(items, key=lambda item: not item.nodeid.startswith(LONG))


def make_scheduler(config: pytest.Config, log: Any) -> Lanes:
    config.option.loadscopereorder = False  # the order is ours
    return Lanes(config, log)
