"""Turns utterances into arrays: word ids, plus one small CSR table of attributes for each slot.

A token's attributes are the union over slots of the table row of its key (its own word, the word
before, ...). Tables have one row for each *distinct* word, so 1.56M tokens cost 6 MB plus tables of
60k rows, and a model scores the pool by scoring the rows once and adding them up.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import scipy.sparse

from learning.features.attributes import BANDS, EDGE, FAMILIES, VERSION
from learning.features.second_stage import CODES, SecondStage, second_stage_attributes
from learning.features.wordclasses import WordClasses, learn_classes
from learning.tokens import words
from learning.types import Flags, Floats, Ids, Ints, Progress, Utterance

PLACES = 16  # rows of the place table: 4 from the start x 4 from the end
_BEFORE_AFTER = {"0": 0, "-1": -1, "+1": 1, "-2": -2, "+2": 2}
# The names of these slots stand in saved models.
_SOURCE_SLOTS = {"told0": 0, "told-1": -1, "told+1": 1}
_SECOND_STAGE_SLOT = "believed"


@dataclass(frozen=True)
class Table:
    """CSR without values: row `k` holds `columns[bounds[k]:bounds[k + 1]]`, attribute ids."""

    bounds: Ints
    columns: Ids

    def row(self, key: int) -> Ids:
        return self.columns[self.bounds[key] : self.bounds[key + 1]]

    def only(self, kept: Flags) -> "Table":
        """The same rows without the attributes whose flag is not set."""
        there = kept[self.columns]
        counts = np.concatenate(([0], np.cumsum(there)))
        return Table(counts[self.bounds].astype(np.int64), self.columns[there])

    def matrix(self, width: int) -> scipy.sparse.csr_matrix:
        """The same as a SciPy matrix of ones, rows x `width`."""
        ones = np.ones(len(self.columns), np.float32)
        shape = (len(self.bounds) - 1, width)
        return scipy.sparse.csr_matrix((ones, self.columns, self.bounds), shape=shape)


@dataclass
class Encoding:
    """The features of a list of utterances under one family."""

    family: str
    starts: Ints  # n + 1 token offsets
    word_ids: Ids  # one per token, into the rows of the word tables (row 0 is the edge)
    turn_ids: Ids  # one per utterance, into the table "turn"
    attributes: list[str]
    tables: dict[str, Table]
    classes: WordClasses | None = None  # learnt from a corpus
    bands: Ids | None = None  # one per token, of what a source model says (`with_source_features`)
    source_tagger: object = None  # the source tagger that `bands` come from
    second_stage: SecondStage | None = None  # (`with_second_stage`)
    word_codes: Ids | None = None  # its code for each row of the word tables
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
        keys: dict[str, Ints] = {}
        for slot in self.tables:
            if slot == "turn":
                keys[slot] = self.turn_ids[turns].astype(np.int64)
            elif slot == _SECOND_STAGE_SLOT:
                assert self.word_codes is not None
                keys[slot] = self.word_codes[self.word_ids[places]].astype(np.int64)
            elif slot == "place":
                left = np.minimum(offsets, 3)
                keys[slot] = 4 * left + np.minimum(sizes - 1 - offsets, 3)
            elif slot == "first":
                keys[slot] = self.word_ids[places - offsets].astype(np.int64)
            else:
                shift = _BEFORE_AFTER[slot] if slot in _BEFORE_AFTER else _SOURCE_SLOTS[slot]
                column = self.word_ids if slot in _BEFORE_AFTER else self.bands
                assert column is not None
                inside = (offsets + shift >= 0) & (offsets + shift < sizes)
                safe = np.where(inside, places + shift, 0)
                keys[slot] = np.where(inside, column[safe], 0).astype(np.int64)
        return keys

    def with_source_features(self, probabilities: Floats, source_tagger: object) -> "Encoding":
        """The same utterances with source features: what a source tagger says of each token.

        probabilities: one per token, that it is sensitive (0..1).
        """
        # 0 stands beside the text, else 1 and how many of `BANDS` the probability passes.
        rows = [[f"t={band}"] for band in range(len(BANDS) + 2)]
        tables, names = self._grown(dict.fromkeys(_SOURCE_SLOTS, rows))
        bands = (1 + np.searchsorted(BANDS, probabilities)).astype(np.int32)
        return replace(
            self,
            attributes=names,
            tables=tables,
            bands=bands,
            source_tagger=source_tagger,
            _rows={},
        )

    def _grown(self, slots: dict[str, list[list[str]]]) -> tuple[dict[str, Table], list[str]]:
        """The tables with those of new slots, and the names of all attributes."""
        attributes, tables, first = _Attributes(), dict(self.tables), len(self.attributes)
        for slot, rows in slots.items():
            table = attributes.table(f"{slot}:", rows)
            tables[slot] = Table(table.bounds, table.columns + np.int32(first))
        return tables, [*self.attributes, *attributes.ids]

    def with_second_stage(self, second_stage: SecondStage) -> "Encoding":
        """The same utterances with second-stage features."""
        words, numbers = self.masked_words()
        codes = np.append(second_stage.codes(words), np.int32(0))  # the edge's, at the end
        rows = [second_stage_attributes(code) for code in range(CODES)]
        tables, names = self._grown({_SECOND_STAGE_SLOT: rows})
        return replace(
            self,
            attributes=names,
            tables=tables,
            second_stage=second_stage,
            word_codes=codes[numbers],
            _rows={},
        )

    def masked_words(self) -> tuple[list[str], Ints]:
        """Distinct words in lower case with digits masked, and for each row of the word tables
        the number of its own (-1: the edge)."""
        masked = self.masked_ids()
        used, number = np.unique(masked, return_inverse=True)
        edge = int(used[0] < 0)  # row 0 has no word
        names = [self.attributes[column] for column in used[edge:].tolist()]
        return [name.removeprefix("first:w=") for name in names], number - edge

    def masked_ids(self) -> Ints:
        """For each row of the word tables the attribute that is its masked form (-1: the edge)."""
        table = self.tables["first"]  # one attribute a word
        masked = np.full(len(table.bounds) - 1, -1, np.int64)
        filled = np.diff(table.bounds) > 0
        masked[filled] = table.columns[table.bounds[:-1][filled]]
        return masked

    def only(self, kept: Flags) -> "Encoding":
        """The same utterances with some attributes; kept: one flag an attribute."""
        tables = {slot: table.only(kept) for slot, table in self.tables.items()}
        return replace(self, tables=tables, _rows={})

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
    utterances: Sequence[Utterance],
    family: str = "target",
    progress: Progress | None = None,
    *,
    classes: WordClasses | None = None,  # of the corpus that the model was trained on
    learn: bool = False,  # find classes in these utterances, where the family uses them
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
        numbers = [vocabulary.setdefault(word, len(vocabulary)) for word in words(utterance.text)]
        pending += numbers
        starts[row + 1] = starts[row] + len(numbers)
        turn = tuple(features.turn(utterance.speaker, utterance.position))
        turn_ids[row] = turns.setdefault(turn, len(turns))
        if row % 4096 == 4095:
            chunks.append(np.asarray(pending, np.int32))
            pending = []
            if progress:
                progress(0.6 * (row + 1) / len(utterances), "features")
    chunks.append(np.asarray(pending, np.int32))
    word_ids = np.concatenate(chunks)
    if learn and features.classed:
        classes = learn_classes(list(vocabulary), word_ids, starts)
    tables, attributes = _tables(list(vocabulary), list(turns), family, classes, progress)
    return Encoding(family, starts, word_ids, turn_ids, attributes, tables, classes)


def _tables(
    vocabulary: Sequence[str],
    turns: Sequence[tuple[str, ...]],
    family: str,
    classes: WordClasses | None,
    progress: Progress | None,
) -> tuple[dict[str, Table], list[str]]:
    attributes = _Attributes()
    tables: dict[str, Table] = {}
    slots, classed = FAMILIES[family].slots, FAMILIES[family].classed
    for done, (slot, rule) in enumerate(slots.items(), start=1):
        used = classes if slot in classed else None
        tables[slot] = attributes.table(
            f"{slot}:", (_apply(rule, slot, word, used) for word in vocabulary)
        )
        if progress:
            progress(0.6 + 0.4 * done / len(slots), "features")
    places = [[f"l{key // 4}", f"r{key % 4}"] for key in range(PLACES)]
    tables["place"] = attributes.table("place:", places)
    tables["turn"] = attributes.table("turn:", turns or [()])
    return tables, list(attributes.ids)


def _apply(
    rule: Callable[[str], list[str]], slot: str, word: str, classes: WordClasses | None
) -> list[str]:
    if word == EDGE:  # never a token itself, so its own row stays empty
        return [] if slot in {"0", "first"} else rule(word)
    return rule(word) + classes.names(word) if classes else rule(word)


def version_of(family: str) -> str:
    """Name of a feature set as it stands now; saved models and cached pools must agree on it."""
    return f"{family}-{VERSION}"
