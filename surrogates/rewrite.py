"""Offsets, done once: which mentions are replaced, and the text that comes of it.

Nested mentions: the longest wins and the inner ones vanish with the text that they stood on.
Crossing mentions cannot be replaced without a guess, so they are refused by name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from surrogates.errors import CrossingMentions, OffsetInvalid
from surrogates.labels import Kind, kind_of
from surrogates.types import Dialogue, Mention, Turn


@dataclass(frozen=True, slots=True)
class Item:
    """A mention as the engine works on it: `index` counts over the whole dialogue."""

    index: int
    turn: int
    start: int
    end: int
    label: str
    kind: Kind
    text: str
    key: str
    speaker: str


@dataclass(frozen=True, slots=True)
class Written:
    """One item in the new text: (start, end) are its new offsets."""

    item: Item
    start: int
    end: int
    surrogate: str


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


def _kind(label: str, text: str) -> Kind:
    """The label's kind; a "place" of figures only is a postal code in several schemes."""
    kind = kind_of(label)
    return Kind.ZIP if kind is Kind.PLACE and text.strip().isdecimal() else kind


def _check(dialogue: Dialogue, number: int, turn: Turn, mention: Mention) -> None:
    if not 0 <= mention.start < mention.end <= len(turn.text):
        raise OffsetInvalid(
            f"dialogue {dialogue.id!r}, turn {number}: mention {mention.start}-{mention.end}; "
            f"expected 0 <= start < end <= {len(turn.text)}"
        )


def rewrite(
    dialogue: Dialogue, items: Sequence[Item], surrogates: Mapping[int, str]
) -> tuple[Dialogue, list[Written]]:
    """Replaces each item by `surrogates[item.index]`; everything else stays byte for byte."""
    by_turn: dict[int, list[Item]] = {}
    for item in items:
        by_turn.setdefault(item.turn, []).append(item)
    turns: list[Turn] = []
    written: list[Written] = []
    for number, turn in enumerate(dialogue.turns):
        found = by_turn.get(number)
        if found is None:
            turns.append(turn)
            continue
        text = turn.text
        for item in reversed(found):
            text = text[: item.start] + surrogates[item.index] + text[item.end :]
        shift = 0
        mentions: list[Mention] = []
        for item in found:
            surrogate = surrogates[item.index]
            start = item.start + shift
            end = start + len(surrogate)
            shift += len(surrogate) - (item.end - item.start)
            written.append(Written(item, start, end, surrogate))
            if surrogate:
                mentions.append(Mention(start, end, item.label, item.key))
        turns.append(replace(turn, text=text, mentions=tuple(mentions)))
    return replace(dialogue, turns=tuple(turns)), written
