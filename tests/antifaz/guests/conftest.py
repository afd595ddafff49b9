"""A model that a guest is started with, and servers asked without a socket."""

from pathlib import Path

import pytest

import antifaz
from antifaz.guests.models import Models
from tests.annotation.services.sources.test_registry import bookings
from tests.processes.probing import no_probe, without_child  # noqa: F401 (a fixture)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It knows the names of those who book a room: the label NAME."""
    folder = tmp_path_factory.mktemp("guests") / "model"
    with without_child():
        antifaz.train(bookings(), folder)
    return folder


@pytest.fixture
def models(model: Path, tmp_path: Path) -> Models:
    return Models(tmp_path / "models", model)
