"""A released dialogue beside what was replaced in it, and what it still tells. Used by all here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Ages = tuple[int, int]  # from, to: both in it


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a turn as it was, and what stands for it at [start, end) of the released text."""

    start: int
    end: int
    label: str
    original: str
    shown: str
    strategy: str = "entity"

    @property
    def stays(self) -> bool:
        return self.shown == self.original


@dataclass(frozen=True, slots=True)
class Turn:
    """What leaves of a turn; `key` is the caller's own, `read` whether a person has read it."""

    key: int
    text: str
    items: tuple[Item, ...] = ()
    read: bool = True
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Released:
    """What leaves of a dialogue; `key` is the caller's own number of it."""

    key: int
    lang: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What a dialogue still tells of somebody; empty: nothing of the kind.

    All of it is taken to be about one person, and several values of a kind to be a choice: "in
    Soria ... from Ávila" fits the people of both. `others`: (label, folded text) of items that
    stay as they were and that no table counts.
    """

    ages: frozenset[Ages] = frozenset()
    sexes: frozenset[str] = frozenset()  # f, m
    provinces: frozenset[str] = frozenset()
    trades: frozenset[str] = frozenset()  # groups of the professions
    families: frozenset[str] = frozenset()  # groups of the relations, and `groups.PARENT`, `OF_TWO`
    others: frozenset[tuple[str, str]] = frozenset()

    def __or__(self, other: "Told") -> "Told":
        return Told(
            self.ages | other.ages,
            self.sexes | other.sexes,
            self.provinces | other.provinces,
            self.trades | other.trades,
            self.families | other.families,
            self.others | other.others,
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """Names of the kinds of detail that are told."""
        names = ("ages", "sexes", "provinces", "trades", "families", "others")
        return tuple(name for name in names if getattr(self, name))


# Label -> direct, quasi or none, where somebody chose it.
Identifiers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """All dialogues that leave, with what was chosen for their labels."""

    dialogues: Sequence[Released]
    identifiers: Identifiers = field(default_factory=dict)
