"""Reads the weights out of a CRFsuite model file without CRFsuite.

python-crfsuite ends the process on a damaged file, so nothing here hands a file to it: every
offset and count is checked against the size of the data, and `ModelDamaged` is raised instead.
Layout after the CRFsuite 0.12 sources [Okazaki07]: header, features, two string tables (CQDB).
"""

import struct
from dataclasses import dataclass

import numpy as np
import scipy.sparse

from learning.errors import ModelDamaged
from learning.types import Doubles, Ints

HEADER = struct.Struct("<4sI4s9I")
FEATURE = np.dtype([("kind", "<u4"), ("source", "<u4"), ("target", "<u4"), ("weight", "<f8")])
CQDB = struct.Struct("<4s5I")
BYTE_ORDER = 0x62445371


@dataclass(frozen=True)
class Weights:
    """A linear-chain CRF as arrays, L tags and A attributes."""

    tags: tuple[str, ...]  # L names
    attributes: dict[str, int]  # name -> row
    state: scipy.sparse.csr_matrix  # A x L
    transitions: Doubles  # L x L (from, to)


def read_weights(data: bytes) -> Weights:
    """The weights in a model file's bytes. Raises: ModelDamaged unless they are one whole model."""
    try:
        return _read(data)
    except (struct.error, ValueError, IndexError, UnicodeDecodeError, OverflowError) as error:
        raise ModelDamaged("The model file is damaged: its tables do not fit together.") from error


def _read(data: bytes) -> Weights:
    magic, size, form, _version, _count, tag_count, attribute_count, *offsets = HEADER.unpack_from(
        data
    )
    if magic != b"lCRF" or form != b"FOMC" or size != len(data):
        raise ModelDamaged("The model file is damaged or incomplete: its header is wrong.")
    features_at, tags_at, attributes_at = offsets[:3]
    tags = _strings(data, tags_at, tag_count)
    names = _strings(data, attributes_at, attribute_count)
    chunk, _length, count = struct.unpack_from("<4sII", data, features_at)
    if chunk != b"FEAT" or features_at + 12 + count * FEATURE.itemsize > len(data):
        raise ModelDamaged("The model file is damaged: its weights are cut off.")
    rows = np.frombuffer(data, FEATURE, count, features_at + 12)
    state, moves = rows[rows["kind"] == 0], rows[rows["kind"] == 1]
    if len(state) + len(moves) != count or not np.isfinite(rows["weight"]).all():
        raise ModelDamaged("The model file is damaged: it holds an impossible weight.")
    shape = (len(names), len(tags))
    matrix = scipy.sparse.csr_matrix(
        (state["weight"].astype(np.float64), (_ints(state["source"]), _ints(state["target"]))),
        shape=shape,
    )
    transitions = np.zeros((len(tags), len(tags)))
    transitions[_ints(moves["source"]), _ints(moves["target"])] = moves["weight"]
    return Weights(tuple(tags), {name: row for row, name in enumerate(names)}, matrix, transitions)


def _ints(column: "np.ndarray[tuple[int], np.dtype[np.uint32]]") -> Ints:
    return column.astype(np.int64)


def _strings(data: bytes, at: int, count: int) -> list[str]:
    """The strings of one CQDB chunk by their ids 0 .. count - 1."""
    chunk, size, _flag, order, table_size, table_at = CQDB.unpack_from(data, at)
    if chunk != b"CQDB" or order != BYTE_ORDER or at + size > len(data) or count > table_size:
        raise ModelDamaged("The model file is damaged: a table of names is unreadable.")
    places = np.frombuffer(data, "<u4", count, at + table_at)
    names: list[str] = []
    for place in places.tolist():
        number, length = struct.unpack_from("<II", data, at + place)
        begin = at + place + 8
        if number != len(names) or length == 0 or begin + length > at + size:
            raise ModelDamaged("The model file is damaged: a name is out of place.")
        names.append(data[begin : begin + length - 1].decode("utf-8"))
    return names
