"""The only bridge between rows and the value types of learning and surrogates.

For dialogues of files there is `annotation.bridges`, whose functions are passed on here.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from annotation.bridges.to_learning import found_beside, predicted_spans, utterances_of_file
from annotation.bridges.to_surrogates import surrogate_dialogue_of_file, surrogate_span
from annotation.formats.other_tools.placeholders import is_placeholder
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from annotation.models import Dialogue, Span, ToolImport, Turn
from learning import types as learning
from surrogates import types as surrogates

__all__ = [
    "dialogue_value",
    "found_beside",
    "instance",
    "label_span",
    "label_spans",
    "labels_by_owner",
    "mention_key",
    "mention_of",
    "mention_spans",
    "predicted_spans",
    "surrogate_dialogue",
    "surrogate_dialogue_of_file",
    "surrogate_span",
    "utterance_of",
    "utterances_of_file",
]


def utterance_of(turn: Turn, last: int, spans: Iterable[Span] = ()) -> learning.Utterance:
    """A turn row as an instance; `last` is the position of the last turn of its dialogue."""
    return instance(
        turn.text,
        label_spans(spans),
        speaker=turn.speaker,
        dialogue=turn.dialogue_id,
        position=turn.position / max(1, last),
    )


def instance(
    text: str,
    spans: Iterable[learning.Span] = (),
    *,
    speaker: str = "",
    dialogue: int | None = None,
    position: float = 0.0,
) -> learning.Utterance:
    """Columns of a turn as an instance; `dialogue` is the id of its row."""
    owner = "" if dialogue is None else str(dialogue)
    return learning.Utterance(text, tuple(spans), speaker, owner, position)


def label_spans(spans: Iterable[Span]) -> tuple[learning.Span, ...]:
    """Span rows as the labels that they are, whoever set them."""
    return tuple(label_span(s.start, s.end, s.label.name) for s in spans)


def label_span(start: int, end: int, label: str) -> learning.Span:
    """Columns of a span row as a label."""
    return learning.Span(start, end, label)


def labels_by_owner(rows: Iterable[tuple[int, int, int, str]]) -> dict[int, list[learning.Span]]:
    """Rows of (owner, start, end, label) as labels, by their owner: a reading or a turn."""
    labels: defaultdict[int, list[learning.Span]] = defaultdict(list)
    for owner, start, end, label in rows:
        labels[owner].append(label_span(start, end, label))
    return labels


def mention_spans(mentions: Iterable[surrogates.Mention]) -> list[learning.Span]:
    """Mentions of the engine as labels."""
    return [label_span(m.start, m.end, m.label) for m in mentions]


def mention_key(turn: int, start: int, end: int) -> str:
    """The name of a mention: its place."""
    return f"{turn}:{start}-{end}"


def mention_of(turn: int, start: int, end: int, label: str) -> surrogates.Mention:
    """A stretch of a turn row (its id) as a mention."""
    return surrogates.Mention(start, end, label, mention_key(turn, start, end))


def surrogate_dialogue(
    dialogue: Dialogue, turns: Sequence[Turn], spans: Mapping[int, Sequence[Span]]
) -> surrogates.Dialogue:
    """A dialogue row with the spans to be replaced (by turn id).

    Mentions are named by their place ("turn:start-end"): a proposal keeps the decisions about it
    when a person accepts it.
    """
    # A placeholder that another tool left stands for no original that we know: it stays.
    tool = dialogue.tool_import
    names = tool.names if tool is not None and tool.kind == ToolImport.Kind.PLACEHOLDERS else None
    return surrogates.Dialogue(
        id=str(dialogue.pk),
        lang=dialogue.lang,
        turns=tuple(
            surrogates.Turn(
                turn.speaker,
                turn.text,
                tuple(
                    mention_of(turn.pk, s.start, s.end, s.label.name)
                    for s in spans.get(turn.pk, ())
                    if names is None
                    or not is_placeholder(turn.text[s.start : s.end], [s.label.name, *names])
                ),
            )
            for turn in turns
        ),
        meta=dialogue.meta,
    )


def dialogue_value(
    dialogue: Dialogue, turns: Sequence[Turn], spans: Mapping[int, Sequence[Span]]
) -> DialogueValue:
    """A dialogue row as its interchange value, unknown keys included."""
    return DialogueValue(
        id=dialogue.external_id,
        lang=dialogue.lang,
        meta=dialogue.meta,
        extra=dialogue.extra,
        turns=tuple(
            TurnValue(
                speaker=turn.speaker,
                text=turn.text,
                extra=turn.extra,
                spans=tuple(
                    SpanValue(s.start, s.end, s.label.name, s.confidence, s.extra)
                    for s in sorted(spans.get(turn.pk, ()), key=lambda s: (s.start, s.end))
                ),
            )
            for turn in turns
        ),
    )
