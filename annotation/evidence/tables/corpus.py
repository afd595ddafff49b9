"""What a corpus holds, as Table 2 of [GarciaSardina18] counts it, and its items by label [Eder20].

Words are tokens with a letter or a figure in them; a turn overlaps where two speakers have a part
of it; a filler is written <%so>; a switch is a stretch in another language.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotation.evidence.tables.table import Table
from annotation.formats.corpora.standoff import events_of, utterances_of
from annotation.formats.types import DialogueValue, TurnValue
from annotation.translatable import N_
from learning.tokens import words

_LANGUAGE = "language"  # the kind of an event
_FILLER = re.compile(r"<%[^<>\s]+>")


@dataclass
class _Counts:
    dialogues: int = 0
    turns: int = 0
    words: int = 0
    overlaps: int = 0
    fillers: Counter[str] = field(default_factory=Counter)
    types: set[str] = field(default_factory=set)
    switches: int = 0
    foreign: int = 0
    events: int = 0
    items: Counter[str] = field(default_factory=Counter)
    item_words: Counter[str] = field(default_factory=Counter)
    item_types: dict[str, set[str]] = field(default_factory=dict)
    item_dialogues: dict[str, set[int]] = field(default_factory=dict)


def corpus_tables(dialogues: Iterable[DialogueValue]) -> list[Table]:
    """Two tables: the corpus as a whole, and its items by label, the commonest first."""
    counts = _Counts()
    for dialogue in dialogues:
        counts.dialogues += 1
        for turn in dialogue.turns:
            _count(counts, turn)
    return [_whole(counts), _labels(counts)]


def _count(counts: _Counts, turn: TurnValue) -> None:
    size = len(turn.text)
    said = _said(turn.text)
    counts.turns += 1
    counts.words += len(said)
    counts.types.update(word.casefold() for word in said)
    counts.fillers.update(filler.casefold() for filler in _FILLER.findall(turn.text))
    parts = {each.speaker for each in utterances_of(turn.extra, size) if each.start < each.end}
    counts.overlaps += len(parts) > 1
    for event in events_of(turn.extra, size):
        if event.kind == _LANGUAGE:
            counts.switches += 1
            counts.foreign += len(_said(turn.text[event.start : event.end]))
        else:
            counts.events += 1
    for span in turn.spans:
        text = turn.text[span.start : span.end]
        counts.items[span.label] += 1
        counts.item_words[span.label] += len(_said(text))
        counts.item_types.setdefault(span.label, set()).add(" ".join(text.casefold().split()))
        counts.item_dialogues.setdefault(span.label, set()).add(counts.dialogues)


def _said(text: str) -> list[str]:
    return [word for word in words(text) if any(map(str.isalnum, word))]


def _whole(counts: _Counts) -> Table:
    rows: list[tuple[str, int | float]] = [
        (N_("dialogues"), counts.dialogues),
        (N_("turns"), counts.turns),
        (N_("turns in a dialogue"), counts.turns / max(1, counts.dialogues)),
        (N_("words"), counts.words),
        (N_("words in a turn"), counts.words / max(1, counts.turns)),
        (N_("different words"), len(counts.types)),
        (N_("turns in which two speak at once"), counts.overlaps),
        (N_("fillers"), counts.fillers.total()),
        (N_("different fillers"), len(counts.fillers)),
        (N_("switches of language"), counts.switches),
        (N_("words in another language"), counts.foreign),
        (N_("other events"), counts.events),
        (N_("items"), counts.items.total()),
        (N_("words in items"), counts.item_words.total()),
    ]
    return Table("corpus", N_("The corpus"), ("", N_("number")), tuple(rows))


def _labels(counts: _Counts) -> Table:
    total = counts.items.total()
    rows = tuple(
        (
            label,
            n,
            n / total,
            counts.item_words[label],
            len(counts.item_types[label]),
            len(counts.item_dialogues[label]),
        )
        for label, n in sorted(counts.items.items(), key=lambda each: (-each[1], each[0]))
    )
    columns = (
        N_("label"), N_("items"), N_("share"), N_("words"), N_("different items"), N_("dialogues"),
    )  # fmt: skip
    return Table("labels", N_("Items by label"), columns, rows)
