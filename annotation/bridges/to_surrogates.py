"""Dialogues of files as those of `surrogates`, and a replacement as a span of a file.

Called by work on files; what rows need of it `annotation.convert` passes on. Knows no numpy.
"""

from annotation.formats.types import DialogueValue, SpanValue
from surrogates import types as surrogates


def surrogate_span(replacement: surrogates.Replacement) -> SpanValue:
    """Where a surrogate stands in the replaced text."""
    return SpanValue(replacement.new_start, replacement.new_end, replacement.label)


def surrogate_dialogue_of_file(dialogue: DialogueValue) -> surrogates.Dialogue:
    """A dialogue of a file; mention keys are "turn:start"."""
    return surrogates.Dialogue(
        id=dialogue.id,
        lang=dialogue.lang,
        turns=tuple(
            surrogates.Turn(
                turn.speaker,
                turn.text,
                tuple(
                    surrogates.Mention(s.start, s.end, s.label, f"{place}:{s.start}")
                    for s in turn.spans
                ),
            )
            for place, turn in enumerate(dialogue.turns)
        ),
        meta=dialogue.meta,
    )
