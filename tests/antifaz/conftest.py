"""Models of these tests are tried in this process."""

from tests.processes.probing import no_probe  # noqa: F401 (a fixture)
