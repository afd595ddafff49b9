"""How work on files says how far it is. Called by the services beside it."""

from collections.abc import Callable

Tell = Callable[[str, int, int | None], None]  # phase, dialogues done, of how many where known


def silently(phase: str, done: int, total: int | None = None) -> None:
    """For callers who do not want to know."""
