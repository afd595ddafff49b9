"""What a format cannot carry of a dialogue, counted, so that an export can say so.

Called by the export for each dialogue that it writes; holds kinds and counts, never a text.
"""

from collections import Counter
from collections.abc import Iterable

from annotation.formats.corpora.lines import one_line
from annotation.formats.corpora.standoff import events_of, utterances_of
from annotation.formats.corpora.tools.layout import CONLL, KEPT
from annotation.formats.corpora.tools.texts import JOINED, cut_tokens
from annotation.formats.corpora.transcripts.times import time_of
from annotation.formats.corpora.transcripts.turns import KINDS
from annotation.formats.types import DialogueValue, TurnValue

# Kinds: turns without a text; turns whose line ends became blanks, or whose blanks changed; spans
# that are missing, or that lost their score, or have no word to stand on; turns with several
# speakers; events and changes of language; turns with times; turns and spans with other keys.
EMPTY, LINE_ENDS, SPACING = "empty_turns", "line_ends", "spacing"
LABELS, SCORES, SPANS, KEYS = "labels", "scores", "spans", "keys"
OVERLAPS, EVENTS, LANGUAGES, TIMES = "overlaps", "events", "languages", "times"
SPEAKERS = "speakers"  # turns whose speaker is not told
_SAID = frozenset({OVERLAPS, EVENTS, LANGUAGES, TIMES})
_TASK = _SAID | {EMPTY, LINE_ENDS, KEYS}  # of a format with a line a turn, as labelling tools have
_LOSES: dict[str, frozenset[str]] = {
    "brat": _TASK | {SCORES},
    "esport": frozenset({SCORES}),
    "plain": _SAID | {LABELS, LINE_ENDS, KEYS},
    "csv": _SAID | {LABELS, KEYS},
    "xlsx": _SAID | {LABELS, KEYS},
    "trs": frozenset({SCORES, KEYS}),
    "textgrid": frozenset({EMPTY, LABELS, OVERLAPS, EVENTS, LANGUAGES, KEYS}),
    "eaf": frozenset({EMPTY, LABELS, OVERLAPS, EVENTS, LANGUAGES, KEYS}),
    "whisper": frozenset({LABELS, OVERLAPS, EVENTS, LANGUAGES, KEYS}),
    "vtt": frozenset({LABELS, OVERLAPS, EVENTS, KEYS}),
    "srt": frozenset({LABELS, OVERLAPS, EVENTS, LANGUAGES, KEYS}),
    "conll": _SAID | {EMPTY, SPACING, SCORES, SPANS, KEYS},
    "docbin": _SAID | {EMPTY, SCORES, SPANS, KEYS},
    "label-studio": _TASK,
    "doccano": _TASK | {SCORES},
    "prodigy": _TASK,
    "tab": _TASK | {SCORES},
    "i2b2": _TASK | {SCORES, SPEAKERS},
    "webanno": _SAID | {EMPTY, SCORES, SPANS, SPEAKERS, KEYS},
    "xmi": _TASK | {SCORES, SPEAKERS},
    "cas-json": _TASK | {SCORES, SPEAKERS},
}
_CARRIED = KEPT | {JOINED, "crlf", "blank", "crlf_blank", "utterances", "events", "start", "end"}
# Keys that a format has a place for: of its turns, of its spans.
_TURN_KEYS = {
    "csv": frozenset({"cells"}),
    "xlsx": frozenset({"cells"}),
    "trs": frozenset({*KINDS, "section", "syncs", "marks"}),
    "vtt": frozenset({"cue"}),
    "srt": frozenset({"cue"}),
    "whisper": frozenset({"bare"}),
}
_OWN_KEYS = {
    "doccano": frozenset({"id"}),
    "tab": frozenset({"identifier", "entity"}),
    "i2b2": frozenset({"category"}),
}
_SPAN_KEYS = frozenset({"text", "surface"})  # made anew by each format that has them


def losses(format: str, dialogue: DialogueValue) -> Counter[str]:
    """How much of each kind a dialogue loses in a format; nothing for one that keeps all."""
    kinds = _LOSES.get(format, frozenset())
    table = dialogue.extra.get("table")
    if format in ("csv", "xlsx") and isinstance(table, dict) and "spans" in table:
        kinds -= {LABELS}
    found: Counter[str] = Counter()
    for turn in dialogue.turns if kinds else ():
        found.update(kind for kind in _of_turn(format, turn) if kind in kinds)
    return found


def _of_turn(format: str, turn: TurnValue) -> Iterable[str]:
    if format == "conll":
        bounds = cut_tokens(turn.text, turn.spans)
        words = [turn.text[start:end] for start, end in bounds]
        yield from [EMPTY] * (not words)
        is_kept = isinstance(turn.extra.get(CONLL), dict) and "words" in turn.extra[CONLL]  # type: ignore[operator]
        yield from [SPACING] * (bool(words) and not is_kept and " ".join(words) != turn.text)
        for span in turn.spans:
            yield from [SPANS] * (not turn.text[span.start : span.end].strip())
    elif format == "docbin":
        yield from [EMPTY] * (not turn.text)
        yield from [SPANS] * sum(not turn.text[s.start : s.end].strip() for s in turn.spans)
    elif format == "webanno":
        yield from [EMPTY] * (not turn.text.strip())
        yield from [SPANS] * sum(not turn.text[s.start : s.end].strip() for s in turn.spans)
    else:
        yield from [EMPTY] * (not turn.text)
    yield from [SPEAKERS] * bool(turn.speaker)
    yield from [LINE_ENDS] * (one_line(turn.text) != turn.text)
    yield from [LABELS] * len(turn.spans)
    yield from [SCORES] * sum(span.confidence is not None for span in turn.spans)
    size = len(turn.text)
    yield from [OVERLAPS] * (len({each.speaker for each in utterances_of(turn.extra, size)}) > 1)
    for event in events_of(turn.extra, size):
        yield LANGUAGES if event.kind == "language" else EVENTS
    yield from [TIMES] * (time_of(turn.extra, "start") is not None)
    carried = _CARRIED | _TURN_KEYS.get(format, frozenset())
    yield from [KEYS] * bool(turn.extra.keys() - carried)
    if format != "prodigy" and carries_labels(format):  # else they went with the labels
        own = _CARRIED | _SPAN_KEYS | _OWN_KEYS.get(format, frozenset())
        yield from [KEYS] * sum(bool(span.extra.keys() - own) for span in turn.spans)


def carries_labels(format: str) -> bool:
    """Whether a format has a place for labels."""
    return LABELS not in _LOSES.get(format, frozenset())
