"""Two files of the same dialogues with other draws: what differs was replaced, what is the same was
not. A row of the registry; the attacker has both files, and neither marks a span."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from annotation.evidence.attacks.alignment import align
from annotation.evidence.attacks.items import items_in, turns_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.shares import by_dialogue, share_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report
from annotation.formats.types import TurnValue
from learning.tokens import tokenise
from surrogates.types import N_

RARE = 3  # dialogues: a word of fewer that is the same in both files may be a real name


def two_files(target: Target, _rng: np.random.Generator, report: Report) -> Finding:
    """Words that differ are claimed to be surrogates; success is the share of surrogate words that
    are told. Of a project, the other file is what is remembered of those that left. Raises
    EvidenceError where there is none."""
    if not target.other and target.departed:
        return _remembered(target.departed)
    if not target.other:
        raise EvidenceError(N_("No other file of these dialogues is known; the attack needs two."))
    if len(target.other) != len(target.pairs):
        raise EvidenceError(N_("The other file does not have the same dialogues."))
    claimed: Counter[int] = Counter()
    right: Counter[int] = Counter()
    truly: Counter[int] = Counter()
    words = 0
    same: list[tuple[int, str, bool]] = []
    for turned in turns_of(target.pairs):
        report(turned.dialogue / len(target.pairs), "")
        second = target.other[turned.dialogue].released.turns[turned.turn]
        text = turned.released.text
        differs = align(TurnValue("", text), TurnValue("", second.text))
        left = [part for item in items_in(turned) for part in item.parts]
        for token in tokenise(text):
            word = text[token.start : token.end]
            if not word.isalnum():
                continue
            words += 1
            is_claim = any(s.start < token.end and token.start < s.end for s in differs)
            is_made = any(
                s.new_start < token.end and token.start < s.new_end for s in turned.stretches
            )
            claimed[turned.dialogue] += is_claim
            truly[turned.dialogue] += is_made
            right[turned.dialogue] += is_claim and is_made
            if not is_claim and word.isalpha():
                real = any(a < token.end and token.start < b for a, b in left)
                same.append((turned.dialogue, word.casefold(), real))
    return _finding(claimed, right, truly, same, claimed.total() / max(1, words))


def _remembered(departed: Sequence[tuple[int, int]]) -> Finding:
    """The same by what is remembered of files that left: no text, so that only what was replaced
    is known to differ, and nothing is said of the rest."""
    shown, made = sum(row[0] for row in departed), sum(row[1] for row in departed)
    return Finding(
        "two-files",
        "survivors",
        TOLD if shown else HELD,
        N_("A diff with a file that left before tells %(right)s of %(made)s replaced words.")
        if shown
        else N_("The files that left before say the same in every place, and tell nothing."),
        {"right": shown, "made": made},
        share_of(departed),
        0.0,
        made,
    )


def _finding(
    claimed: Counter[int],
    right: Counter[int],
    truly: Counter[int],
    same: list[tuple[int, str, bool]],
    chance: float,  # of as many claims made blindly
) -> Finding:
    recall = share_of((right[d], truly[d]) for d in truly)
    precision = share_of((right[d], claimed[d]) for d in claimed)
    where: dict[str, set[int]] = {}
    for dialogue, word, _real in same:
        where.setdefault(word, set()).add(dialogue)
    rare = ((d, real) for d, word, real in same if len(where[word]) < RARE)
    left = share_of(by_dialogue(rare))
    told = claimed.total() > 0
    return Finding(
        "two-files",
        "survivors",
        TOLD if told else HELD,
        N_(
            "A second file with other surrogates tells %(right)s of %(made)s replaced words by "
            "what differs; of %(claimed)s differing words that many were replaced."
        )
        if told
        else N_("The other file says the same in every place, and tells nothing."),
        {"right": right.total(), "made": truly.total(), "claimed": claimed.total()},
        recall,
        chance,
        claimed.total(),
        rows=(
            {"what": "differing words that were replaced", **precision.to_json()},
            {"what": "rare equal words that are real", **left.to_json()},
        ),
    )
