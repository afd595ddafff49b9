"""Checked turns in short: marks in a text say what it holds and what was found."""

from annotation.evidence.recall.types import Checked
from learning.types import Span


def checked(
    text: str,
    gold: list[tuple[str, str]],
    found: list[str],
    *,
    dialogue: int = 1,
    turn: int = 0,
    speaker: str = "a",
    reader: int = 0,
) -> Checked:
    """A turn with items (words, label), and the words that were found of them."""

    def span(words: str, label: str) -> Span:
        start = text.index(words)
        return Span(start, start + len(words), label)

    return Checked(
        dialogue,
        turn,
        speaker,
        text,
        tuple(span(*each) for each in gold),
        tuple(span(words, "?") for words in found),
        reader,
    )
