"""Edits made on texts, as the engine makes them: what the tests of exports begin with."""

from collections.abc import Mapping, Sequence

from annotation.formats.corpora.replacing import Edit, replaced_dialogue
from annotation.formats.types import DialogueValue


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text with every edit made. Raises ValueError for edits out of order or out of range."""
    pieces, at = [], 0
    for start, end, new in edits:
        if not at <= start < end <= len(text):
            raise ValueError("edits must be sorted, must not overlap and must lie in the text")
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])


def edited(dialogue: DialogueValue, edits: Mapping[int, Sequence[Edit]]) -> DialogueValue:
    """The dialogue replaced, with the texts that the edits of each turn make."""
    texts = [apply_edits(turn.text, edits.get(i, ())) for i, turn in enumerate(dialogue.turns)]
    return replaced_dialogue(dialogue, texts, edits)
