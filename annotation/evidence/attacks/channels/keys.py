"""What stands beside the turns and came along from the source: keys of dialogues, turns and spans.

Called by the table of attacks.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from annotation.evidence.attacks.channels.leaving import NO_FILE, has_lines
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run, single_share
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.formats.types import DialogueValue
from annotation.translatable import N_

NAME, GROUP = "keys", "channels"
# What a transcript says of its text (overlaps, laughter, languages): no other knowledge than the
# text, of which `fragment` asks what it tells.
OF_THE_TEXT = frozenset({"utterances", "events"})


def keys(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    """Success: dialogues that a key of the source names alone, its values being those of no other;
    chance: 0. Keys are counted and not named. Not run where the lines that leave are not
    known."""
    if not has_lines(target):
        return not_run(NAME, GROUP, NO_FILE)
    values: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for number, pair in enumerate(target.pairs):
        before, after = _beside(pair.original), _beside(pair.released)
        for path in before.keys() & after.keys():
            if before[path] == after[path]:
                values[path][number] = json.dumps(after[path], sort_keys=True, default=str)
    named: set[int] = set()
    for of_path in values.values():
        times = Counter(of_path.values())
        named |= {number for number, value in of_path.items() if times[value] == 1}
    tried = len(target.pairs)
    return Finding(
        NAME,
        GROUP,
        TOLD if named else HELD,
        sentence=SENTENCE,
        values={"keys": len(values), "named": len(named), "tried": tried},
        success=single_share(len(named), tried),
        chance=0.0,
        tried=tried,
    )


def _beside(dialogue: DialogueValue) -> Mapping[str, list[object]]:
    """Path of a key -> its values in order, with the turn where it stands."""
    found: defaultdict[str, list[object]] = defaultdict(list)
    for path, value in _every(dialogue):
        found[path].append(value)
    return found


def _every(dialogue: DialogueValue) -> Iterator[tuple[str, object]]:
    for key, value in (*dialogue.meta.items(), *dialogue.extra.items()):
        yield f"dialogue {key}", value
    for place, turn in enumerate(dialogue.turns):
        for key, value in turn.extra.items():
            # Nor is the place of a turn in its dialogue, counted from 0 or from 1.
            is_place = key == "turn" and value in (place, place + 1)
            if key not in OF_THE_TEXT and not is_place:
                yield f"turn {key}", [place, value]
        for span in turn.spans:
            for key, value in span.extra.items():
                yield f"span {key}", [place, value]


SENTENCE = N_(
    "%(keys)s keys beside the turns came along from the source; their values name %(named)s of "
    "%(tried)s dialogues."
)
