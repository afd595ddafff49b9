"""What the JSON columns of a `TrainingRun` hold: a frozen class for each, and for what lies inside.

Every key may be missing, for older versions wrote fewer; what is missing is None. Keys that no
class knows stay in `rest`, so that a row which is read and written again loses nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from dataclasses import replace as _replace
from typing import ClassVar, Self


@dataclass(frozen=True)
class Record:
    INSIDE: ClassVar[Mapping[str, "type[Record]"]] = {}  # fields that are objects
    ROWS: ClassVar[Mapping[str, "type[Record]"]] = {}  # lists of objects
    BY_NAME: ClassVar[Mapping[str, "type[Record]"]] = {}  # objects of objects

    rest: Mapping[str, object] = field(default_factory=dict, kw_only=True, repr=False)

    @classmethod
    def from_json(cls, row: Mapping[str, object] | None) -> Self:
        names = {each.name for each in fields(cls)} - {"rest"}
        known = {name: value for name, value in (row or {}).items() if name in names}
        known = {name: value for name, value in known.items() if value is not None}
        rest = {name: value for name, value in (row or {}).items() if name not in known}
        values = {name: cls._read(name, value) for name, value in known.items()}
        return _replace(cls(), rest=rest, **values)

    def to_json(self) -> dict[str, object]:
        names = [each.name for each in fields(self) if each.name != "rest"]
        values = {name: getattr(self, name) for name in names}
        written = {name: _plain(value) for name, value in values.items() if value is not None}
        return {**self.rest, **written}

    @classmethod
    def _read(cls, name: str, value: object) -> object:
        if (inside := cls.INSIDE.get(name)) and isinstance(value, Mapping):
            return inside.from_json(value)
        if (rows := cls.ROWS.get(name)) and isinstance(value, Sequence):
            return [rows.from_json(row) for row in value]
        if (named := cls.BY_NAME.get(name)) and isinstance(value, Mapping):
            return {key: named.from_json(row) for key, row in value.items()}
        return value


def _plain(value: object) -> object:
    if isinstance(value, Record):
        return value.to_json()
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value


# --- how good a model is -----------------------------------------------------------------------


@dataclass(frozen=True)
class LabelMetrics(Record):
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    support: int | None = None  # tokens of gold


@dataclass(frozen=True)
class Figures(Record):
    """What is found, whatever its label; with `_labels`, what is rightly named too."""

    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    f1_low: float | None = None  # of the 95 % interval
    f1_high: float | None = None
    precision_labels: float | None = None
    recall_labels: float | None = None
    f1_labels: float | None = None
    f1_labels_low: float | None = None
    f1_labels_high: float | None = None

    @property
    def is_measured(self) -> bool:
        return self.f1 is not None

    @property
    def measured_turns(self) -> int:
        return 0

    @property
    def gold_words(self) -> int:
        return 0


@dataclass(frozen=True)
class Metrics(Figures):
    """`TrainingRun.metrics`: the figures of a round's model."""

    BY_NAME = {"per_label": LabelMetrics}

    on: str | None = None  # "test", "held-out", "cross-validation" or "nothing"
    n: int | None = None  # turns measured
    per_label: Mapping[str, LabelMetrics] | None = None
    crf_f1: float | None = None  # of the small model, on the turns of a large one
    ahead_low: float | None = None  # 95 % interval of how far the large one is above that
    ahead_high: float | None = None  # both None where an older version compared them

    @property
    def basis(self) -> str:
        return self.on or ""

    @property
    def measured_turns(self) -> int:
        return int(self.n or 0)

    @property
    def gold_words(self) -> int:
        return sum(row.support or 0 for row in (self.per_label or {}).values())


@dataclass(frozen=True)
class Audit(Figures):
    """What the newest turns drawn by chance say of the models that proposed there."""

    turns: int = 0
    items: int = 0
    missed: int = 0
    per_100: float = 0.0  # items missed in 100 turns
    low: float = 0.0  # of `per_100`
    high: float = 0.0
    tokens: int = 0  # of gold

    @property
    def measured_turns(self) -> int:
        return self.turns

    @property
    def gold_words(self) -> int:
        return self.tokens

    @property
    def has_interval(self) -> bool:
        """Whether its version measured one, be it None for too few turns."""
        return self.f1_low is not None or "f1_low" in self.rest


# --- whether to go on --------------------------------------------------------------------------


@dataclass(frozen=True)
class LeftItems(Record):
    """`TrainingRun.left`: the unread turns, and the items that a model would miss there by a test.

    Of older versions also by cross-validation, which was never right: nothing reads that.
    """

    expected: float | None = None
    low: float | None = None
    high: float | None = None
    basis: str | None = None  # on what the model was measured
    n: int | None = None
    unread: int | None = None


@dataclass(frozen=True)
class StopRule(Record):
    """A published rule, and whether it says stop."""

    name: str = ""
    value: float | None = None
    threshold: float | None = None
    fires: bool | None = None


@dataclass(frozen=True)
class NextTurns(Record):
    """The price of so many more turns: what is expected to be found, of how many items in unread
    turns, and the seconds of people; the last two None of older versions."""

    turns: int = 0
    items: float = 0.0
    of: float | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Advice(Record):
    """`TrainingRun.advice`: see `learning.stopping.advice`."""

    INSIDE = {"next": NextTurns, "audit": Audit}
    ROWS = {"rules": StopRule}

    verdict: str | None = None
    why: str | None = None
    enough: Mapping[str, float] | None = None  # what it was judged by: "share" or "missed"
    loss: float | None = None  # share of the F1 of all labels that is missing
    rules: Sequence[StopRule] | None = None
    agreement: float | None = None
    same_tokens: float | None = None
    models: int | None = None
    bound: float | None = None
    left_per_100: float | None = None
    next: NextTurns | None = None
    audit: Audit | None = None
    signs: Mapping[str, object] | None = None  # what the next round's advice goes on from


@dataclass(frozen=True)
class Transfer(Record):
    """`TrainingRun.transfer`: what the source model deserved, and why."""

    trust: float | None = None
    listens: bool | None = None
    leans: bool | None = None
    signals: Mapping[str, object] | None = None
    source: int | None = None
    folder: str | None = None
    asked: bool | None = None  # whether the batch was chosen by what the source does not know
    prior_of: str | None = None  # where a source is several: whose prior the model begins at


# --- what is kept beside -----------------------------------------------------------------------


@dataclass(frozen=True)
class Cost(Record):
    """What labels have cost people: `seconds` on `timed` of `readings`."""

    edits: int | None = None
    seconds: float | None = None
    timed: int | None = None
    readings: int | None = None


@dataclass(frozen=True)
class Chance(Metrics):
    """What a model gives that learnt only from turns drawn by chance, and what those cost."""

    turns: int | None = None
    tokens: int | None = None
    edits: int | None = None
    seconds: float | None = None
    timed: int | None = None
    readings: int | None = None

    @property
    def cost(self) -> Cost:
        return Cost(self.edits, self.seconds, self.timed, self.readings)


@dataclass(frozen=True)
class Chosen(Record):
    """Who went back to a model, and when."""

    by: str | None = None
    at: str | None = None


@dataclass(frozen=True)
class NoExample(Record):
    """Labels without an example: the first by name, and how many more."""

    names: Sequence[str] = ()
    more: int = 0


@dataclass(frozen=True)
class Notes(Record):
    """What a run had to do without, or what was odd."""

    INSIDE = {"no_example": NoExample}

    pinned: int | None = None  # number of the damaged model that somebody went back to
    source: str | None = None  # why there is no source: "none", "damaged", "trouble"
    contradictory: int | None = None  # turns of one text with other labels
    no_example: NoExample | None = None
    last: int | None = None  # turns that were left to ask
    one_dialogue: bool | None = None
    one_class: bool | None = None


@dataclass(frozen=True)
class WeakLabel(Record):
    label: str = ""
    f1: float = 0.0
    n: int = 0  # tokens of gold


@dataclass(frozen=True)
class Details(Record):
    """`TrainingRun.details`: what the learning page shows of a round, and what became of it."""

    INSIDE = {"cost": Cost, "random": Chance, "chosen": Chosen, "notes": Notes}
    ROWS = {"weakest": WeakLabel}

    cost: Cost | None = None
    hardest: Sequence[int] | None = None  # ids of turns
    confusion: Mapping[str, Mapping[str, int]] | None = None  # tokens by gold, by predicted label
    weakest: Sequence[WeakLabel] | None = None
    counts: str | None = None  # packed, see `learning.metrics.counts`
    random: Chance | None = None
    notes: Notes | None = None
    chosen: Chosen | None = None
    removed: str | None = None  # why the model's files are gone: "old" or "erased"
    damaged: bool | None = None  # its files cannot be read
    ahead: bool | None = None  # the round began while people still read the last batch


@dataclass(frozen=True)
class Card(Record):
    """`TrainingRun.card`: what a tagger writes of itself."""

    kind: str | None = None
    device: str | None = None
    encoder: object = None  # a name, or an object with name, weights and licence
    utterances: int | None = None
    tokens: int | None = None
    items: int | None = None
    labels: object = None
    tags: Sequence[str] | None = None
    features: str | None = None
    attributes: int | None = None
    seconds: float | None = None
    bytes: int | None = None
    calibration: object = None
    learning_rate: float | None = None  # of a large one
    restarted: Mapping[str, float] | None = None  # the rate and the loss it was given up with
    stuck: bool | None = None  # its loss did not fall: it learnt next to nothing
    sha256: str | None = None
