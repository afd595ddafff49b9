"""What a format has no place for, counted, so that an export can say what it left out.

Called by the export for each dialogue that it writes; `registry.Format.drops` names the kinds.
"""

from collections import Counter

from annotation.formats.corpora.standoff import events_of, utterances_of
from annotation.formats.corpora.transcripts.times import time_of
from annotation.formats.types import DialogueValue

LABELS, OVERLAPS, EVENTS, LANGUAGES, TIMES = "labels", "overlaps", "events", "languages", "times"
ALL = frozenset({LABELS, OVERLAPS, EVENTS, LANGUAGES, TIMES})


def count_losses(dialogue: DialogueValue, drops: frozenset[str]) -> Counter[str]:
    """How many labels, overlapping turns, events, language switches and turns with times a dialogue
    has, of the kinds in `drops`; those it has none of are not in the answer."""
    found: Counter[str] = Counter()
    if not drops:
        return found
    for turn in dialogue.turns:
        size = len(turn.text)
        kinds = [event.kind for event in events_of(turn.extra, size)]
        found[LABELS] += len(turn.spans)
        found[OVERLAPS] += len({each.speaker for each in utterances_of(turn.extra, size)}) > 1
        found[EVENTS] += kinds.count("event")
        found[LANGUAGES] += kinds.count("language")
        found[TIMES] += time_of(turn.extra, "start") is not None
    return Counter({kind: n for kind, n in found.items() if n and kind in drops})
