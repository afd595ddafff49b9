"""How long a dialogue may be: pages, models and memory are made for this. Called by `registry`.

How long a turn may be is asked of each reader, which knows its place in the file (`checks`).
"""

from annotation.formats import faults
from annotation.formats.errors import Fault, FormatError
from annotation.formats.types import DialogueValue, ReadOptions


def check_caps(dialogue: DialogueValue, options: ReadOptions, *, file: str) -> None:
    """Raises FormatError too_many_turns or too_many_words, with the cap."""
    if len(dialogue.turns) > options.max_turns:
        raise _too_long(
            faults.TOO_MANY_TURNS, len(dialogue.turns), options.max_turns, dialogue, file
        )
    if sum(len(turn.text) for turn in dialogue.turns) <= options.max_words:
        return  # fewer characters than that have fewer words
    words = sum(len(turn.text.split()) for turn in dialogue.turns)
    if words > options.max_words:
        raise _too_long(faults.TOO_MANY_WORDS, words, options.max_words, dialogue, file)


def _too_long(fault: Fault, n: int, most: int, dialogue: DialogueValue, file: str) -> FormatError:
    return FormatError(fault, file=file, line=dialogue.line, n=n, most=most)
