"""Whether a test file holds dialogues of the training file: then it measures memory, not use.

Called by the service behind `manage.py utility`. People say short things alike: a request that
stands in both files by chance is no overlap, and how many there are is said with the figures.
"""

from collections.abc import Iterable, Sequence

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.types import Example

LONG = 30  # words that no two dialogues of several turns have in common by chance
MOST = 0.5  # of the test's dialogues; more are no chance, whatever their names


def refuse_overlap(train: Iterable[Example], test: Sequence[Example], file: str) -> None:
    """Raises EvidenceError with the number of turns of the dialogues that stand in both."""
    both = overlapping(train, test)
    if both:
        turns = sum(len(each.dialogue.turns) for each in both)
        raise EvidenceError(
            f"{file}: {turns} turns of {len(both)} dialogues stand in the training file as well; "
            "expected dialogues that are in one of the two"
        )


def overlapping(train: Iterable[Example], test: Sequence[Example]) -> list[Example]:
    """The test dialogues that are training dialogues: alike in all words and in name, or alike in
    many words, or all that are alike where these are more than half of the test."""
    names: dict[tuple[str, ...], set[str]] = {}
    for each in train:
        names.setdefault(_texts(each), set()).add(each.dialogue.id)
    alike = [each for each in test if _texts(each) in names]
    if len(alike) > MOST * len(test):
        return alike
    return [each for each in alike if each.dialogue.id in names[_texts(each)] or _is_long(each)]


def _texts(example: Example) -> tuple[str, ...]:
    return tuple(turn.text for turn in example.dialogue.turns)


def _is_long(example: Example) -> bool:
    texts = _texts(example)
    return len(texts) > 1 and sum(len(text.split()) for text in texts) >= LONG
