"""Whether what leaves is known as a file, with its own ids, order and keys. Called by the attacks
of this room: a release that was only drawn has none yet."""

from annotation.evidence.attacks.types import Target
from annotation.translatable import N_


def leaves_as_file(target: Target) -> bool:
    """Whether the released dialogues were read from the file that leaves, or it lies beside."""
    return bool(target.pairs) and (bool(target.file) or has_lines(target))


def has_lines(target: Target) -> bool:
    """Whether every released dialogue stands in a line of its own."""
    lines = {pair.released.line for pair in target.pairs} - {0}
    return bool(lines) and len(lines) == len(target.pairs)


NO_FILE = N_("The file that leaves is not at hand.")
