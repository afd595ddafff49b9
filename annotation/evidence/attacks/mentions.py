"""Every mention as a reader of the release meets it: what was replaced, also where it was labelled
by mistake, and what stayed of items. Called by the attacks of coherence, people and channels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.evidence.attacks.alignment import Stretch, align
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Pair, Report
from annotation.formats.other_tools.placeholders import is_placeholder
from annotation.formats.types import SpanValue, TurnValue
from surrogates.folding import fold, words
from surrogates.labels import CLOSED, TRAITS, Kind, kind_of

# Dates, numbers, ages, sexes and relations identify nobody alone, and stay near or as they are by
# design.
NAMING = frozenset(Kind) - CLOSED - TRAITS
# Strategies that put another value in the place of an item; the others put a sign that says so.
WITH_VALUES = frozenset({"entity", "word", "dissociation", "named", "generalise"})


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention in the released turn; `released` is `original` where it stayed."""

    turn: int
    start: int  # in the released turn
    label: str
    original: str
    released: str

    @property
    def stays(self) -> bool:
        """Whether a reader of the release still sees the original, in whatever case."""
        return fold(self.original) == fold(self.released)

    @property
    def form(self) -> str:
        """The words that a reader sees, folded."""
        return form_of(self.released)


def form_of(text: str) -> str:
    """A form as mentions are compared: folded words, or the signs where there are no words."""
    return " ".join(words(text)) or text.strip()


def mentions_of(target: Target, report: Report, end: float = 0.5) -> list[list[Mention]]:
    """The mentions of each dialogue, in order, of labels that name somebody or something and are
    replaced by other values: of those that get a placeholder, all that is no placeholder is real
    anyhow. `end` is the share of the work that this is. Raises EvidenceError as `aligned_turns`.
    """
    every = []
    for number, pair in enumerate(target.pairs, 1):
        if number % 50 == 1:
            report(end * number / len(target.pairs), "")
        every.append(mentions_in(pair, number))
    valued = {
        mention.label
        for mentions in every
        for mention in mentions
        if not mention.stays
        and kind_of(mention.label) in NAMING
        and target.strategies.get(mention.label, "entity") in WITH_VALUES
        and not is_placeholder(mention.released, [mention.label])
    }
    return [
        [
            mention
            for mention in mentions
            if mention.label in valued
            and (mention.stays or not is_placeholder(mention.released, [mention.label]))
        ]
        for mentions in every
    ]


def mentions_in(pair: Pair, number: int = 1) -> list[Mention]:
    """Every mention of a dialogue in order: what was replaced, and what should have been.

    Of an item that was replaced in part, what is left is a mention of its own. `number` names the
    dialogue in errors. Raises EvidenceError as `aligned_turns`.
    """
    return [
        mention
        for place, (before, after, stretches) in enumerate(aligned_turns(pair, number))
        for mention in sorted(
            (*_replaced(place, before, after, stretches), *_left(place, before, stretches)),
            key=lambda each: each.start,
        )
    ]


def aligned_turns(
    pair: Pair, number: int = 1
) -> Iterator[tuple[TurnValue, TurnValue, Sequence[Stretch]]]:
    """Turns before and after, with what was replaced. Raises EvidenceError where one side has more
    turns."""
    before, after = pair.original.turns, pair.released.turns
    if len(before) != len(after):
        raise EvidenceError(
            f"Dialogue {number} has {len(before)} turns before and {len(after)} after; "
            "expected as many."
        )
    for one, other in zip(before, after, strict=True):
        yield one, other, align(one, other)


def left_outside(text: str, stretches: Sequence[Stretch]) -> str:
    """A released turn without what was replaced, a blank in the place of each stretch."""
    parts, place = [], 0
    for each in stretches:
        parts.append(text[place : each.new_start])
        place = max(place, each.new_end)
    return " ".join([*parts, text[place:]])


def _replaced(
    place: int, before: TurnValue, after: TurnValue, stretches: Sequence[Stretch]
) -> Iterator[Mention]:
    for each in stretches:
        label = _label(each.start, each.end, before.spans) or _label(
            each.new_start, each.new_end, after.spans
        )
        yield Mention(
            place,
            each.new_start,
            label,
            before.text[each.start : each.end],
            after.text[each.new_start : each.new_end],
        )


def _label(start: int, end: int, spans: Sequence[SpanValue]) -> str:
    return next((s.label for s in spans if s.start < end and start < s.end), "")


def _left(place: int, before: TurnValue, stretches: Sequence[Stretch]) -> Iterator[Mention]:
    """The parts of items that no stretch covers."""
    for span in before.spans:
        start = span.start
        inside = [s for s in stretches if s.end > span.start and s.start < span.end]
        for end, following in [*((s.start, s.end) for s in inside), (span.end, span.end)]:
            said = before.text[start:end]
            if start < end and words(said):
                moved = sum(
                    (s.new_end - s.new_start) - (s.end - s.start)
                    for s in stretches
                    if s.end <= start
                )
                yield Mention(place, start + moved, span.label, said, said)
            start = max(start, following)
