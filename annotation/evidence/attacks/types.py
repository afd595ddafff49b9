"""What an attack is given."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from annotation.evidence.types import Finding, Pair, Report
from learning.types import Floats

# Texts -> a row of floats for each. Raises LearningError.
Encode = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True, slots=True)
class Target:
    """A release, and what its holder knows besides. The attacker's own knowledge is only what an
    attack's docstring says; the truth is there to count how often the attacker was right.

    strategies: label -> how its items were replaced. spans_marked: whether spans leave with it.
    other: the same dialogues replaced once more with other draws, in the same order; () where
    nobody made them. departed: of each dialogue that left before in another file: words of its
    surrogates that a diff of both shows, and all of them; () where none left, and no text is
    remembered. file: the bytes of the file that leaves, named `file_name`; b"" where there is
    none. report: what is written beside it, as JSON. evidence: findings and figures that travel
    with it, as JSON. encode: texts to vectors, by an encoder that the operator has; None without.
    no_encoder: why there is none, where one was chosen.
    """

    pairs: Sequence[Pair]
    strategies: Mapping[str, str] = field(default_factory=dict)
    spans_marked: bool = False
    other: Sequence[Pair] = ()
    departed: Sequence[tuple[int, int]] = ()
    file: bytes = b""
    file_name: str = ""
    report: Mapping[str, object] | None = None
    evidence: Mapping[str, object] | None = None
    encode: Encode | None = None
    no_encoder: str = ""


Attack = Callable[[Target, np.random.Generator, Report], Finding]
