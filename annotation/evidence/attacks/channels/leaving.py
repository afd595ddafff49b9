"""Whether what leaves is known by its lines, with ids, order and keys of its own. Called by the
attacks of this room: a release that was only drawn has none yet."""

from annotation.evidence.attacks.types import Target
from annotation.translatable import N_


def has_lines(target: Target) -> bool:
    """Whether every released dialogue was read from a line of the file that leaves."""
    lines = {pair.released.line for pair in target.pairs} - {0}
    return bool(lines) and len(lines) == len(target.pairs)


NO_FILE = N_("The file that leaves is not at hand.")
