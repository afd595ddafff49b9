"""Cuts our tokens into the sub-words of an encoder, and texts into windows that it can read.

Used by `bert`; the tokenizer comes from transformers, nothing here imports it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from learning.large.dataset import Window, windows

LONGEST_WORD = 16  # sub-words of a token that are read: an address of 500 signs says no more
BORDERS = 2  # sub-words that mark the two ends of a window


class Example(NamedTuple):
    """A window as the encoder reads it: sub-word ids, the place of the first sub-word of
    each token that it answers for, and the gold of those tokens (empty when unknown)."""

    ids: list[int]
    places: list[int]
    gold: list[int]
    owner: int  # index of the utterance
    first: int  # the first token that it answers for


class Cutter:
    """A tokenizer over single words, each cut once."""

    def __init__(self, tokenizer: Any, room: int) -> None:
        self.tokenizer = tokenizer
        self.room = room  # sub-words of a window, its borders not counted
        self.padding = _first(tokenizer.pad_token_id)
        self._begin = _first(tokenizer.cls_token_id, tokenizer.bos_token_id)
        self._end = _first(tokenizer.sep_token_id, tokenizer.eos_token_id)
        self._unknown = _first(tokenizer.unk_token_id, tokenizer.pad_token_id)
        self._pieces: dict[str, list[int]] = {}

    def pieces(self, text: Sequence[str]) -> list[list[int]]:
        """The sub-word ids of each token: at least one, at most `LONGEST_WORD`."""
        # One by one, so that a sub-word never belongs to two of our tokens.
        new = sorted(set(text) - self._pieces.keys())
        if new:
            cut = self.tokenizer(
                [[word] for word in new], is_split_into_words=True, add_special_tokens=False
            )["input_ids"]
            for word, ids in zip(new, cut, strict=True):
                # A sign that the tokenizer drops is still a token of ours.
                self._pieces[word] = ids[:LONGEST_WORD] or [self._unknown]
        return [self._pieces[word] for word in text]

    def examples(
        self,
        texts: Sequence[Sequence[str]],
        overlap: int,
        gold: Sequence[Sequence[int]] | None = None,
    ) -> Iterator[Example]:
        """The windows of texts given as tokens; `gold` holds a number for each token."""
        self.pieces([word for text in texts for word in text])
        for owner, text in enumerate(texts):
            pieces = self.pieces(text)
            for window in windows([len(each) for each in pieces], self.room, overlap):
                ids, places = self._read(pieces, window)
                right = gold[owner][window.first : window.last] if gold else ()
                yield Example(ids, places, list(right), owner, window.first)

    def _read(self, pieces: Sequence[list[int]], window: Window) -> tuple[list[int], list[int]]:
        ids, places = [self._begin], []
        for token in range(window.begin, window.end):
            if window.first <= token < window.last:
                places.append(len(ids))
            ids += pieces[token]
        return [*ids, self._end], places


def shuffled(
    examples: Sequence[Example], size: int, rng: np.random.Generator
) -> list[list[Example]]:
    """Batches in random order, each of examples of about one length: far less padding."""
    order = rng.permutation(len(examples)).tolist()
    shelf = 16 * size
    batches: list[list[Example]] = []
    for begin in range(0, len(order), shelf):
        some = sorted(order[begin : begin + shelf], key=lambda place: len(examples[place].ids))
        batches += [
            [examples[place] for place in some[first : first + size]]
            for first in range(0, len(some), size)
        ]
    return [batches[place] for place in rng.permutation(len(batches))]


def _first(*values: int | None) -> int:
    """The first id that there is: encoders name their border signs in different ways."""
    return next((value for value in values if value is not None), 0)
