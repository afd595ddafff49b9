"""What all tests of `annotation` share."""

from tests.probing import no_probe

__all__ = ["no_probe"]  # a fixture
