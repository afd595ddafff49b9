"""The items of checked turns: which of them stay readable, and how hard each was to find.

Strata, of which an item may have several: "seen" or "unseen" in training, "lower" case, "spelled"
out letter by letter, in a "long" dialogue. Called by `figures`.
"""

import re
from collections.abc import Iterable, Iterator

from annotation.evidence.recall.types import Checked, Item, Known
from learning.metrics.precision_recall import covered
from learning.types import Span

SEEN, UNSEEN, LOWER, SPELLED, LONG = "seen", "unseen", "lower", "spelled", "long"
STRATA = (UNSEEN, SEEN, LOWER, SPELLED, LONG)
# Three single letters in a row: "G, A, R", "g a r", "J.L.M.".
_LETTERS = re.compile(r"(?<!\w)[^\W\d_](?:[\s.,;:-]+[^\W\d_](?!\w)){2,}")


def items_of(turns: Iterable[Checked], known: Known) -> Iterator[Item]:
    """Every item of the turns, missed if any character but white space of it was not found."""
    for turn in turns:
        spelled = [match.span() for match in _LETTERS.finditer(turn.text)]
        for span in turn.gold:
            wording = folded(turn.text[span.start : span.end])
            strata = [SEEN if (span.label, wording) in known.learnt else UNSEEN]
            if _is_lower(turn.text[span.start : span.end]):
                strata.append(LOWER)
            if any(span.start < end and start < span.end for start, end in spelled):
                strata.append(SPELLED)
            if turn.dialogue in known.long:
                strata.append(LONG)
            yield Item(
                turn.dialogue,
                span.label,
                not covered(turn.text, span, turn.found),
                wording,
                tuple(strata),
                key_of(turn.turn, span, turn.reader),
                turn.weight,
            )


def key_of(turn: int, span: Span, reader: int = 0) -> str:
    """The name of an item in its dialogue."""
    return f"{reader}:{turn}:{span.start}"


def folded(wording: str) -> str:
    """A wording whatever its case and its white space: by this an entity is told."""
    return " ".join(wording.casefold().split())


def _is_lower(wording: str) -> bool:
    return any(sign.isalpha() for sign in wording) and wording == wording.lower()
