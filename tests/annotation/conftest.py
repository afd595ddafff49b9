"""What all tests of `annotation` share."""

from tests.processes.probing import no_probe

__all__ = ["no_probe"]  # a fixture
