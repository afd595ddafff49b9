"""Texts that a tool hands over as dialogues of the learner, and what it finds back on the texts.

Called by every guest. Offsets are code points, ends exclusive.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import tee
from os import PathLike

from annotation.formats.corpora.lines import cut_lines
from antifaz.tagging import tag
from antifaz.values import Dialogue, Refused, Span, Turn

Bounds = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Text:
    """A text, its labels, and what of it is a turn; without `bounds` each line is one."""

    text: str
    spans: tuple[Span, ...] = ()
    lang: str = "es"
    bounds: Bounds | None = None
    speakers: tuple[str, ...] = ()  # of the turns; () where nobody is named

    def turns(self) -> list[tuple[int, int]]:
        """Start and end of what is a turn: those that hold more than blanks."""
        bounds = self.bounds
        if bounds is None:
            bounds = [(line.start, line.end) for line in cut_lines(self.text)]
        return [each for each in bounds if self.text[each[0] : each[1]].strip()]

    def dialogue(self, name: str) -> Dialogue:
        """As a dialogue; a label over the end of a turn is one in each. Raises Refused."""
        try:
            self.text.encode()
        except UnicodeEncodeError:
            raise Refused("a text holds half a character", code="half_character") from None
        names = self.speakers or ("",) * len(self.turns())
        return Dialogue(
            name,
            self.lang,
            tuple(
                Turn(speaker, self.text[start:end], tuple(self._within(start, end)))
                for speaker, (start, end) in zip(names, self.turns(), strict=True)
            ),
        )

    def _within(self, start: int, end: int) -> Iterator[Span]:
        last = start
        for span in sorted(self.spans, key=lambda each: (each.start, -each.end)):
            low, high = max(span.start, last), min(span.end, end)
            if low < high and self.text[low:high].strip():
                yield replace(span, start=low - start, end=high - start)
                last = high  # of labels that overlap the one that begins first counts


def found(
    texts: Iterable[Text], model: str | PathLike[str], *, threshold: float | None = None
) -> Iterator[tuple[Span, ...]]:
    """What the model finds on each text, in order. Raises what `antifaz.tag` does, Refused."""
    given, again = tee(texts)
    dialogues = (each.dialogue(str(number)) for number, each in enumerate(given, 1))
    for text, dialogue in zip(again, tag(dialogues, model, threshold=threshold), strict=True):
        yield tuple(
            replace(span, start=start + span.start, end=start + span.end)
            for (start, _end), turn in zip(text.turns(), dialogue.turns, strict=True)
            for span in turn.spans
        )
