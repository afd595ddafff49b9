"""Turns that a person should read first: what they tell outside every item. Called by `measuring`.

A point for each word that one dialogue alone says, three where it looks like a name, four for a
detail of a person that nobody labelled, and far more for a word to which a tagger trained on the
release points: half of those were missed items in `docs/results/attacks.md`. Half as many points
again where only a model has read the turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from annotation.evidence.remains.said import told_outside
from annotation.evidence.remains.types import Released, Turn
from annotation.evidence.remains.wording import Rare
from surrogates.languages import lexicon_for

MOST = 200  # turns in the list
WORD, NAME, DETAIL, SUSPECT, UNREAD = 1.0, 3.0, 4.0, 100.0, 1.5


@dataclass(frozen=True, slots=True)
class First:
    """A turn to read, with why: how many of what. `dialogue` and `turn` are the caller's keys."""

    dialogue: int
    turn: int
    place: int  # in its dialogue, from 0
    words: int  # that one dialogue alone says
    names: int  # of them, that look like a name
    details: int  # kinds of detail told without a label
    suspects: int  # words to which a tagger trained on the release points
    read: bool

    @property
    def score(self) -> float:
        points = WORD * (self.words - self.names) + NAME * self.names + DETAIL * self.details
        points += SUSPECT * self.suspects
        return points if self.read else UNREAD * points

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def read_first(
    dialogues: Sequence[Released],
    rare: Mapping[int, Sequence[Rare]],
    suspects: Mapping[int, int],
    most: int = MOST,
) -> list[First]:
    """The turns with most, the highest first; those that tell nothing are left out. rare, suspects:
    by the turn's key."""
    rows = [
        _first(dialogue, place, turn, rare.get(turn.key, ()), suspects.get(turn.key, 0))
        for dialogue in dialogues
        for place, turn in enumerate(dialogue.turns)
    ]
    told = [row for row in rows if row.score]
    return sorted(told, key=lambda row: (-row.score, row.dialogue, row.place))[:most]


def _first(
    dialogue: Released, place: int, turn: Turn, rare: Sequence[Rare], suspects: int
) -> First:
    names = sum(each.is_capital or bool(each.rank) for each in rare)
    details = len(told_outside(lexicon_for(dialogue.lang), turn).kinds)
    return First(dialogue.key, turn.key, place, len(rare), names, details, suspects, turn.read)
