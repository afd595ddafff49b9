"""What the laboratory is given: dialogues with what there is to learn, ways of replacing them, and
how the work is done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from learning.large.finetuning import LargeSettings
from surrogates.own_values import OwnValues
from surrogates.types import Dialogue

LABELS, INTENT, DIALOGUE_ACT = "labels", "intent", "dialogue-act"
TASKS = (LABELS, INTENT, DIALOGUE_ACT)
AT = "@"  # "word@.9": the strategy with nine tenths of the items replaced
ORIGINAL = "none"  # the strategy that replaces nothing: what the others are compared with


@dataclass(frozen=True, slots=True)
class Example:
    """A dialogue with its labels; `answers` says what each turn is for, "" where nobody says."""

    dialogue: Dialogue
    answers: tuple[str, ...] = ()

    def asked(self) -> Iterator[tuple[int, str]]:
        """(turn, answer) of each turn that has one."""
        return ((turn, answer) for turn, answer in enumerate(self.answers) if answer)


@dataclass(frozen=True, slots=True)
class Way:
    """A strategy, with what it draws from besides the public tables."""

    name: str
    engine: str  # the strategy of the engine that does it
    corpus: Mapping[str, Mapping[str, int]] | None = None  # words that dissociation draws
    values: OwnValues | None = None  # own values of labels that name no known kind
    p: float = 1.0  # share of items that are replaced; the rest stay as they were, for the curve


@dataclass(frozen=True, slots=True)
class Material:
    """What every part works on."""

    train: tuple[Example, ...]
    test: tuple[Example, ...]
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the work is done. Each repeat draws its own training dialogues and its own surrogates."""

    task: str = LABELS
    repeats: int = 3
    seed: int = 0
    dialogues: int | None = None  # to learn from; None: all of them, each time
    tagger: str = "crf"
    large: LargeSettings | None = None  # of a large tagger
    classifier: str = "linear"


class Counted(NamedTuple):
    """Of so many items, or turns, so many were found, or named rightly."""

    found: int
    n: int


@dataclass(frozen=True, slots=True)
class Score:
    """One model asked about one test: span F1 of labels, accuracy of answers.

    by_label: items of each label found whole and rightly named; of answers, turns that hold an
    item of the label and were answered rightly. by_answer: turns of each answer.
    """

    value: float
    n: int  # items, or turns
    f1: Mapping[str, float] = field(default_factory=dict)  # of each label
    by_label: Mapping[str, Counted] = field(default_factory=dict)
    by_answer: Mapping[str, Counted] = field(default_factory=dict)
