"""What recall is counted on: checked turns, their items, and groups of them by dialogue.

`items` makes the items, `shares` and `survivors` count them, `figures` puts all together.
"""

from dataclasses import dataclass, field

from learning.types import Span


@dataclass(frozen=True, slots=True)
class Checked:
    """A turn of which the items are known, and what was found in it by what is measured."""

    dialogue: int
    turn: int  # its place in the dialogue
    speaker: str
    text: str
    gold: tuple[Span, ...]  # every item that it holds, as far as people know
    found: tuple[Span, ...]  # of the model, or of one reader
    reader: int = 0  # whose reading it is: one turn may be checked once for each
    weight: float = 1.0  # for how many turns it stands, where strata were drawn unevenly


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a checked turn."""

    dialogue: int
    label: str
    missed: bool  # any character of it stays
    wording: str  # folded; with its label an entity of the dialogue [Emelyanov]
    strata: tuple[str, ...] = ()  # see `strata`
    key: str = ""  # its place: "reader:turn:start"
    weight: float = 1.0  # of its turn


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the corpus beside the checked turns."""

    learnt: frozenset[tuple[str, str]] = frozenset()  # (label, wording) that training has seen
    long: frozenset[int] = frozenset()  # dialogues longer than three quarters of all
    # Roles of the persons of a dialogue, each with the keys of the items that name them.
    people: dict[int, list[tuple[str, frozenset[str]]]] = field(default_factory=dict)
