"""Turns utterances into arrays: word ids, plus one small CSR table of attributes for each slot.

A token's attributes are the union over slots of the table row of its key (its own word, the word
before, ...). Tables have one row for each *distinct* word, so 1.56M tokens cost 6 MB plus tables of
60k rows, and a model scores the pool by scoring the rows once and adding them up.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import scipy.sparse

from learning.features import EDGE, FAMILIES, VERSION
from learning.tokens import words
from learning.types import Ids, Ints, Progress, Utterance

PLACES = 16  # rows of the place table: 4 from the start x 4 from the end
_BEFORE_AFTER = {"0": 0, "-1": -1, "+1": 1, "-2": -2, "+2": 2}


@dataclass(frozen=True)
class Table:
    """CSR without values: row `k` holds `columns[bounds[k]:bounds[k + 1]]`, attribute ids."""

    bounds: Ints
    columns: Ids

    def row(self, key: int) -> Ids:
        return self.columns[self.bounds[key] : self.bounds[key + 1]]

    def matrix(self, width: int) -> scipy.sparse.csr_matrix:
        """The same as a SciPy matrix of ones, rows x `width`."""
        ones = np.ones(len(self.columns), np.float32)
        shape = (len(self.bounds) - 1, width)
        return scipy.sparse.csr_matrix((ones, self.columns, self.bounds), shape=shape)


@dataclass
class Encoding:
    """The features of a list of utterances under one family.

    starts: n + 1 token offsets; word_ids: one a token, into the rows of the word tables (row 0 is
    the edge); turn_ids: one an utterance, into the table "turn".
    """

    family: str
    starts: Ints
    word_ids: Ids
    turn_ids: Ids
    attributes: list[str]
    tables: dict[str, Table]
    _rows: dict[tuple[str, int], list[str]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def tokens(self) -> int:
        return int(self.starts[-1])

    @property
    def lengths(self) -> Ints:
        return np.diff(self.starts)

    def keys(self, places: Ints, offsets: Ints, sizes: Ints, turns: Ints) -> dict[str, Ints]:
        """The row of every slot's table for tokens given by place in the pool.

        `offsets` are their places in their utterance, `sizes` that utterance's length, `turns` its
        index; all of one length.
        """
        found: dict[str, Ints] = {}
        for slot in self.tables:
            if slot == "turn":
                found[slot] = self.turn_ids[turns].astype(np.int64)
            elif slot == "place":
                left = np.minimum(offsets, 3)
                found[slot] = 4 * left + np.minimum(sizes - 1 - offsets, 3)
            elif slot == "first":
                found[slot] = self.word_ids[places - offsets].astype(np.int64)
            else:
                shift = _BEFORE_AFTER[slot]
                inside = (offsets + shift >= 0) & (offsets + shift < sizes)
                safe = np.where(inside, places + shift, 0)
                found[slot] = np.where(inside, self.word_ids[safe], 0).astype(np.int64)
        return found

    def attribute_lists(self, row: int) -> list[list[str]]:
        """The attributes of each token of utterance `row`, as CRFsuite wants them for training."""
        begin, end = int(self.starts[row]), int(self.starts[row + 1])
        size = end - begin
        offsets = np.arange(size)
        keys = self.keys(begin + offsets, offsets, np.full(size, size), np.full(size, row))
        listed = {slot: column.tolist() for slot, column in keys.items()}
        return [
            [name for slot, column in listed.items() for name in self._names(slot, column[place])]
            for place in range(size)
        ]

    def _names(self, slot: str, key: int) -> list[str]:
        names = self._rows.get((slot, key))
        if names is None:
            names = [self.attributes[column] for column in self.tables[slot].row(key)]
            self._rows[slot, key] = names
        return names


class _Attributes:
    """Numbers attribute strings in order of appearance."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}

    def table(self, prefix: str, rows: Iterable[Sequence[str]]) -> Table:
        ids = self.ids
        columns: list[int] = []
        bounds = [0]
        for row in rows:
            columns += [ids.setdefault(prefix + name, len(ids)) for name in row]
            bounds.append(len(columns))
        return Table(np.asarray(bounds, np.int64), np.asarray(columns, np.int32))


def encode(
    utterances: Sequence[Utterance], family: str = "target", progress: Progress | None = None
) -> Encoding:
    """Extract the features of `utterances` once; the work grows with distinct words."""
    features = FAMILIES[family]
    vocabulary: dict[str, int] = {EDGE: 0}
    turns: dict[tuple[str, ...], int] = {}
    starts = np.zeros(len(utterances) + 1, np.int64)
    turn_ids = np.zeros(len(utterances), np.int32)
    chunks: list[Ids] = []
    pending: list[int] = []
    for row, utterance in enumerate(utterances):
        found = [vocabulary.setdefault(word, len(vocabulary)) for word in words(utterance.text)]
        pending += found
        starts[row + 1] = starts[row] + len(found)
        turn = tuple(features.turn(utterance.speaker, utterance.position))
        turn_ids[row] = turns.setdefault(turn, len(turns))
        if row % 4096 == 4095:
            chunks.append(np.asarray(pending, np.int32))
            pending = []
            if progress:
                progress(0.6 * (row + 1) / len(utterances), "features")
    chunks.append(np.asarray(pending, np.int32))
    tables, attributes = _tables(list(vocabulary), list(turns), family, progress)
    return Encoding(family, starts, np.concatenate(chunks), turn_ids, attributes, tables)


def _tables(
    vocabulary: Sequence[str],
    turns: Sequence[tuple[str, ...]],
    family: str,
    progress: Progress | None,
) -> tuple[dict[str, Table], list[str]]:
    attributes = _Attributes()
    tables: dict[str, Table] = {}
    slots = FAMILIES[family].slots
    for done, (slot, rule) in enumerate(slots.items(), start=1):
        tables[slot] = attributes.table(
            f"{slot}:", (_apply(rule, slot, each) for each in vocabulary)
        )
        if progress:
            progress(0.6 + 0.4 * done / len(slots), "features")
    places = [[f"l{key // 4}", f"r{key % 4}"] for key in range(PLACES)]
    tables["place"] = attributes.table("place:", places)
    tables["turn"] = attributes.table("turn:", turns or [()])
    return tables, list(attributes.ids)


def _apply(rule: Callable[[str], list[str]], slot: str, word: str) -> list[str]:
    # The edge is never a token itself, so its own row stays empty.
    return [] if word == EDGE and slot in {"0", "first"} else rule(word)


def version_of(family: str) -> str:
    """Name of a feature set as it stands now; saved models and cached pools must agree on it."""
    return f"{family}-{VERSION}"
