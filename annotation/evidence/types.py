"""The values that evidence is made of: pairs of dialogues before and after, and measured shares.

Everything that measures takes these and gives these; nothing in a result repeats a text.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from annotation.formats.types import DialogueValue

# How far a piece of work is: a share from 0 to 1, and a word for the phase. Raises to stop it.
Report = Callable[[float, str], None]


def quietly(_share: float, _phase: str) -> None:
    """A report that nobody reads."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A dialogue as it was said, with every item that it really holds, and as it left.

    Turns correspond one to one. Spans of `original` are the truth (gold) where `is_gold`, told by
    others than what was replaced by, so that they say what was missed; else the best that is known.
    Those of `released` mark what was replaced, at its new offsets, whether or not they leave with
    the file. `source` is its name in the source, where `original.id` is the name by which the
    engine knew it.
    """

    original: DialogueValue
    released: DialogueValue
    is_gold: bool = True
    source: str = ""

    @property
    def name(self) -> str:
        """What the source calls it."""
        return self.source or self.original.id


@dataclass(frozen=True, slots=True)
class Share:
    """A measured share with its 95 % interval, on `n` trials; `low` and `high` may be 0 and 1."""

    value: float
    low: float
    high: float
    n: int

    def to_json(self) -> dict[str, float | int]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one attack found: its success beside what chance alone gives.

    state: "held" where success is within chance or below the attack's own limit, "told" where the
    release gives something away, "not run" where `why` says what was missing. `sentence` is English
    with named places ("%(tried)s"), filled from `values` and translated where it is shown.
    """

    name: str
    group: str  # survivors, values, coherence, people or channels
    state: str
    sentence: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    success: Share | None = None
    chance: float | None = None
    tried: int = 0
    why: str = ""
    rows: tuple[Mapping[str, object], ...] = ()  # the same by kind, label or property

    def to_json(self) -> dict[str, object]:
        row = asdict(self)
        return row | {"values": dict(self.values), "rows": [dict(each) for each in self.rows]}
