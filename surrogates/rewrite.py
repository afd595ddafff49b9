"""Which mentions of a dialogue are replaced, with their offsets checked once, and what is between.

Nested mentions: the longest wins and the inner ones vanish with the text that they stood on.
Crossing mentions cannot be replaced without a guess, so they are refused by name.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from surrogates.errors import CrossingMentions, OffsetInvalid
from surrogates.labels import Kind, is_room_label, kind_of, says_given
from surrogates.types import Dialogue, Mention, Turn

# Lengths of time in units shorter than years, classes of school, minutes behind an hour.
LENGTH, CLASS, MINUTES = "length", "class", "minutes"
READ_OUT = "read out"  # the cue of a mention that says signs of a code


@dataclass(frozen=True, slots=True)
class Item:
    """A mention as the engine works on it."""

    index: int  # counts over the whole dialogue
    turn: int
    start: int
    end: int
    label: str
    kind: Kind
    text: str
    key: str
    speaker: str
    cue: str = ""  # what a word before it says that a number is: "ssn", "plate"
    stays: str = ""  # what a number says that is left as it was: LENGTH and the like

    @property
    def is_given(self) -> bool:
        """Whether it is a given name alone, as its label says and its words allow."""
        return self.kind is Kind.GIVEN and says_given(self.label)


def collect(dialogue: Dialogue) -> tuple[list[Item], list[Item]]:
    """Mentions in order of appearance: those to replace, and the nested ones that were dropped.

    Raises OffsetInvalid and CrossingMentions; messages name turn and offsets, never text.
    """
    items: list[Item] = []
    nested: list[Item] = []
    index = 0
    for number, turn in enumerate(dialogue.turns):
        last_end = 0
        last_start = -1
        for mention in sorted(turn.mentions, key=lambda m: (m.start, -m.end)):
            _check(dialogue, number, turn, mention)
            item = Item(
                index=index,
                turn=number,
                start=mention.start,
                end=mention.end,
                label=mention.label,
                kind=_kind(mention.label, turn.text[mention.start : mention.end]),
                text=turn.text[mention.start : mention.end],
                key=mention.key or f"{number}:{mention.start}",
                speaker=turn.speaker,
            )
            if mention.start < last_end:
                if mention.end > last_end:
                    raise CrossingMentions(
                        f"dialogue {dialogue.id!r}, turn {number}: mentions "
                        f"{last_start}-{last_end} and {mention.start}-{mention.end} cross; "
                        "expected nested or separate mentions"
                    )
                nested.append(item)
                continue
            items.append(item)
            index += 1
            last_start, last_end = mention.start, mention.end
    return items, nested


def outside(dialogue: Dialogue, items: Iterable[Item]) -> Iterator[tuple[int, int, str]]:
    """(turn, start, text) of each stretch between the labels."""
    by_turn: dict[int, list[Item]] = {}
    for item in items:
        by_turn.setdefault(item.turn, []).append(item)
    for number, turn in enumerate(dialogue.turns):
        at = 0
        for item in by_turn.get(number, ()):
            if at < item.start:
                yield number, at, turn.text[at : item.start]
            at = item.end
        if at < len(turn.text):
            yield number, at, turn.text[at:]


def _kind(label: str, text: str) -> Kind:
    """The label's kind; a "place" of figures only is a postal code in several schemes, a "room" of
    figures a number."""
    kind = kind_of(label)
    if is_room_label(label) and text.strip().isdecimal():
        return Kind.NUMBER
    return Kind.ZIP if kind is Kind.PLACE and text.strip().isdecimal() else kind


def _check(dialogue: Dialogue, number: int, turn: Turn, mention: Mention) -> None:
    if not 0 <= mention.start < mention.end <= len(turn.text):
        raise OffsetInvalid(
            f"dialogue {dialogue.id!r}, turn {number}: mention {mention.start}-{mention.end}; "
            f"expected 0 <= start < end <= {len(turn.text)}"
        )
