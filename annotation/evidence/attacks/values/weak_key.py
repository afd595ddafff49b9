"""A key that is a number, or else easily thought of, is found by trying. A row of the registry.

The attacker has the tool, and one dialogue both as it was said and as it left. The search is
bounded; what a search of a million numbers would take is told from its speed.
"""

import time
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from annotation.evidence.attacks.items import items_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Pair, Report, Share
from annotation.formats.types import DialogueValue
from learning.metrics.intervals import clopper_pearson
from surrogates import pseudonymise
from surrogates.draw import SEEDED_KEY, key_of_number
from surrogates.errors import SurrogateError
from surrogates.types import N_, Dialogue, Mention, Turn

TRIES = 2_000
SECONDS = 15.0  # of trying, whatever has been tried by then
PLANTED = 7  # the number that the attack must find in a release of its own
MILLION = 1_000_000
SHORTEST = 6  # characters of the surrogates together: less is drawn alike by chance
CANDIDATES = 200  # dialogues looked at for the shortest
DEFAULT = "entity"
# What somebody writes where a key is wanted.
OBVIOUS: tuple[bytes, ...] = (
    b"", bytes(32), b"\xff" * 32, bytes(range(32)), b"0" * 32, b"secret", b"key", b"a key",
    b"password", b"test", b"antifaz", SEEDED_KEY,
)  # fmt: skip


def weak_key(target: Target, _rng: np.random.Generator, report: Report) -> Finding:
    """Redo one known dialogue with keys of small numbers and obvious ones. Raises EvidenceError
    where no dialogue can be redone: then a search that finds nothing would say nothing."""
    pair, planted = _known(target)
    wanted = _texts(pair.released)
    began, tried, found = time.perf_counter(), 0, False
    for tried, key in enumerate(_keys(), 1):
        if tried % 50 == 1:
            report(tried / TRIES, "")
        if _redone(pair.original, target.strategies, key) == wanted:
            found = True
            break
        if tried >= TRIES or time.perf_counter() - began > SECONDS:
            break
    rate = tried / max(1e-9, time.perf_counter() - began)
    share = Share(found / tried, *clopper_pearson(int(found), tried), tried)
    values = {
        "tried": tried,
        "rate": round(rate),
        "hours": round(MILLION / rate / 3600, 2),
        "planted": planted,
    }
    sentence = (
        N_("The key is weak: it fell after %(tried)s tries, %(rate)s a second.")
        if found
        else N_(
            "None of %(tried)s keys that are easily thought of redoes a known dialogue; a planted "
            "one fell after %(planted)s tries. A million numbers take %(hours)s hours."
        )
    )
    return Finding(
        "weak-key", "values", TOLD if found else HELD, sentence, values, share, 0.0, tried
    )  # fmt: skip


def _keys() -> Iterator[bytes]:
    yield from OBVIOUS
    yield from (key_of_number(number) for number in range(TRIES))


def _known(target: Target) -> tuple[Pair, int]:
    """The shortest dialogue that tells one key from another, and after how many tries a number
    planted in it falls; first of those without an item that was missed, which no key redoes."""
    able = []
    for pair in target.pairs:
        changed = sum(
            len(new) for old, new in zip(_texts(pair.original), _texts(pair.released), strict=True)
            if old != new
        )  # fmt: skip
        if changed >= SHORTEST:
            stays = any(not item.is_replaced for item in items_of([pair]))
            able.append((stays, sum(map(len, _texts(pair.original))), pair))
            if len(able) >= CANDIDATES:
                break
    for *_why, pair in sorted(able, key=lambda row: row[:2])[:20]:
        mine = _redone(pair.original, target.strategies, key_of_number(PLANTED))
        other = _redone(pair.original, target.strategies, key_of_number(PLANTED + 1))
        if mine is None or other is None or mine == other:
            continue
        for tried, key in enumerate(_keys(), 1):
            if _redone(pair.original, target.strategies, key) == mine:
                return pair, tried
    raise EvidenceError(N_("No released dialogue could be redone with a key of the attack's own."))


def _texts(dialogue: DialogueValue) -> list[str]:
    return [turn.text for turn in dialogue.turns]


def _redone(
    original: DialogueValue, strategies: Mapping[str, str], key: bytes
) -> Sequence[str] | None:
    """The dialogue replaced with a key, as the tool would; None where it refuses."""
    turns = tuple(
        Turn(
            turn.speaker,
            turn.text,
            tuple(Mention(s.start, s.end, s.label, f"{number}:{s.start}") for s in turn.spans),
        )
        for number, turn in enumerate(original.turns)
    )
    labels = {span.label for turn in original.turns for span in turn.spans}
    chosen = {label: strategies.get(label, DEFAULT) for label in labels}
    try:
        result = pseudonymise(
            Dialogue(original.id, original.lang, turns, dict(original.meta)),
            strategy=chosen,
            key=key,
        )
    except (SurrogateError, ValueError):
        return None
    return [turn.text for turn in result.draft.turns]
