"""Sources for tests: a teller that knows the spans, and what it can do wrong."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.told import Told
from learning.types import Card, Flags, Floats, Progress, Span, Utterance


def gold(utterance: Utterance) -> Flags:
    tags = spans_to_tags(tokenise(utterance.text), utterance.spans)
    return np.asarray([tag != OUTSIDE for tag in tags], np.bool_)


@dataclass(frozen=True, eq=False)
class Teller:
    """Answers with what `says` makes of a turn's gold; counts how many turns it was asked for."""

    says: Callable[[Flags], Floats] = lambda flags: np.where(flags, 0.9, 0.1).astype(np.float32)
    reads: Callable[[Flags], Flags] = lambda flags: np.ones(len(flags), np.bool_)
    version: str = "teller"
    asked: list[str] = field(default_factory=list)

    @property
    def card(self) -> Card:
        return {"kind": "teller", "name": "teller"}

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        self.asked.extend(each.text for each in utterances)
        if progress:
            progress(1.0, "source")
        flags = [gold(each) for each in utterances]
        return Told([self.says(each) for each in flags], [self.reads(each) for each in flags])


def strangers(count: int, seed: int = 0) -> list[Utterance]:
    """Turns whose names nobody tells from other words without knowing them: few labels teach
    little of the two hundred names, and whoever knows them helps much."""
    fixed = random.Random(1)
    spoken = sorted({"".join(fixed.choices("bdlmnrst", k=1) + fixed.choices("aeiou", k=1)) * 1 +
                     "".join(fixed.choices("bdlmnrstaeiou", k=4)) for _ in range(400)})  # fmt: skip
    fixed.shuffle(spoken)
    names, others = spoken[:200], spoken[200:]
    rng = random.Random(seed)
    turns = []
    for place in range(count):
        word = rng.choice(names if rng.random() < 0.5 else others)
        text = rng.choice(("hoy digo {} otra vez", "y {} viene", "no , {}")).format(word)
        start = text.index(word)
        spans = (Span(start, start + len(word), "NAME"),) if word in names else ()
        turns.append(Utterance(text, spans, "client", f"call-{place // 8}", place % 8 / 7))
    return turns
