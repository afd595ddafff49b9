"""Invented texts for the benchmark of annotating, the same for our server and for a rival's."""

from dataclasses import dataclass

import numpy as np

VOCABULARY = 4000  # words of five letters, so that a token's place is its number times six
WIDTH = 6
ORDINARY = 12  # tokens in a turn
ASKED = 60  # tokens in a turn that somebody labels all through


@dataclass(frozen=True, slots=True)
class Document:
    """Turns, and the labelled tokens of each: (turn, first character, one past the last)."""

    turns: tuple[str, ...]
    spans: tuple[tuple[int, int, int], ...]

    def as_one_text(self) -> tuple[str, list[tuple[int, int]]]:
        """The dialogue as tools without turns have it: lines, with offsets in the whole."""
        starts, place = [], 0
        for turn in self.turns:
            starts.append(place)
            place += len(turn) + 1
        return "\n".join(self.turns), [
            (starts[t] + low, starts[t] + high) for t, low, high in self.spans
        ]


def token(place: int) -> tuple[int, int]:
    """Where the token with this number begins and ends in a turn."""
    return WIDTH * place, WIDTH * place + WIDTH - 1


def make_turn(rng: np.random.Generator, tokens: int = ORDINARY) -> str:
    """Words drawn so that few are frequent and most are rare, as in speech."""
    ranks = np.minimum(rng.zipf(1.3, tokens), VOCABULARY) - 1
    return " ".join(f"w{rank:04}" for rank in ranks)


def make_document(turns: int, spans: int, *, seed: int = 0, without: int = -1) -> Document:
    """A dialogue with its labels spread evenly; the second and third token of each
    three stay free, and the turn `without`."""
    rng = np.random.default_rng(seed)
    texts = tuple(make_turn(rng) for _ in range(turns))
    free = [(turn, place) for place in range(0, ORDINARY, 3) for turn in range(turns)]
    free = [each for each in free if each[0] != without]
    step = max(1, turns // spans)
    chosen = free[::step][:spans]
    return Document(texts, tuple(sorted((turn, *token(place)) for turn, place in chosen)))
