"""Dialogues of files as the utterances of `learning`, and a model's spans as a file keeps them.

Called by work on files; what rows need of it `annotation.convert` passes on.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotation.formats.types import DialogueValue, SpanValue
from learning import types as learning
from learning.tagger import Tagger

# Dialogues tagged at once. A large model reads several together, and what stands beside a turn may
# change its last decimals: the chunks are the same for any number of processes.
CHUNK = 200


def predicted_spans(spans: Iterable[learning.Span]) -> tuple[SpanValue, ...]:
    """A model's spans as a file keeps them: their scores have four decimals."""
    return tuple(
        SpanValue(s.start, s.end, s.label, s.confidence and round(s.confidence, 4), found_beside(s))
        for s in spans
    )


def found_beside(span: learning.Span) -> dict[str, object]:
    """The second confidence of a model's span, as files and rows keep it: how surely it is
    personal, whatever its label. Large models have none."""
    return {} if span.found is None else {"found": round(span.found, 4)}


def utterances_of_file(dialogues: Iterable[DialogueValue]) -> list[learning.Utterance]:
    """The turns of imported dialogues, in order, as instances."""
    return [
        learning.Utterance(
            text=turn.text,
            spans=tuple(learning.Span(s.start, s.end, s.label, s.confidence) for s in turn.spans),
            speaker=turn.speaker,
            dialogue=dialogue.id,
            position=place / max(1, len(dialogue.turns) - 1),
        )
        for dialogue in dialogues
        for place, turn in enumerate(dialogue.turns)
    ]


def tagged(tagger: Tagger, dialogues: Sequence[DialogueValue]) -> Iterator[DialogueValue]:
    """The dialogues with the tagger's spans in place of theirs; it reads all of them at once."""
    predictions = iter(tagger.predict(utterances_of_file(dialogues)))
    for dialogue in dialogues:
        turns = tuple(
            replace(turn, spans=predicted_spans(next(predictions))) for turn in dialogue.turns
        )
        yield replace(dialogue, turns=turns)
