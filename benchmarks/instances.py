"""Turns of dialogues as a tagger learns them, as `annotation.convert` has them, without Django."""

from collections.abc import Iterable

from annotation.formats.types import DialogueValue
from learning.types import Span, Utterance


def utterances(dialogues: Iterable[DialogueValue]) -> list[Utterance]:
    """The turns of dialogues, in order, with their spans."""
    return [
        Utterance(
            turn.text,
            tuple(Span(s.start, s.end, s.label) for s in turn.spans),
            turn.speaker,
            dialogue.id,
            place / max(1, len(dialogue.turns) - 1),
        )
        for dialogue in dialogues
        for place, turn in enumerate(dialogue.turns)
    ]
