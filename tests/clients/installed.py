"""Clients that may not be here: without one its tests are skipped, unless clients are required."""

import importlib
import os
import warnings
from types import ModuleType

import pytest

REQUIRED = os.environ.get("REQUIRE_CLIENTS") == "1"


def client(name: str, package: str = "") -> ModuleType:
    """The module of a client. Skips the whole file where it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # theirs
            return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if REQUIRED or missing.name != name.partition(".")[0]:
            raise
        reason = f"{package or name} is not installed: make test-clients has it"
        pytest.skip(reason, allow_module_level=True)
