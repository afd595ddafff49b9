"""Writes weights as a CRFsuite model file, so that any CRFsuite can read what `descent` trained.

The counterpart of `modelfile`; layout after the CRFsuite 0.12 sources [Okazaki07]: header,
features, two string tables (CQDB, found by Bob Jenkins' lookup3 hash [Jenkins06]), references.
"""

import struct
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from learning.crf.modelfile import BYTE_ORDER, CQDB, FEATURE, HEADER, Weights

_TABLES = 256  # hash tables of a string table; a key's is its hash modulo this
_ROTATIONS = (4, 6, 8, 16, 19, 4)
_LAST_ROTATIONS = (14, 11, 25, 16, 4, 14, 24)

Words = npt.NDArray[np.uint32]


def write_weights(weights: Weights) -> bytes:
    """The bytes of a model file with these weights; `modelfile.read_weights` reads them back."""
    names = sorted(weights.attributes, key=weights.attributes.__getitem__)
    features = _features(weights)
    states = features[features["kind"] == 0]
    moves = features[features["kind"] == 1]
    parts = [
        struct.pack("<4sII", b"FEAT", 12 + features.nbytes, len(features)) + features.tobytes(),
        _strings(weights.tags),
        _strings(names),
    ]
    places = [HEADER.size]
    for part in parts:
        places.append(places[-1] + len(part))
    places[-1] = _aligned(places[-1])  # the string tables end anywhere, references do not begin so
    labels = _references(b"LFRF", moves["source"], len(weights.tags), 2, places[3], len(states))
    places.append(_aligned(places[3] + len(labels)))
    parts += [labels, _references(b"AFRF", states["source"], len(names), 0, places[4], 0)]
    size = places[4] + len(parts[-1])
    body = bytearray(size)
    for place, part in zip(places, parts, strict=True):
        body[place : place + len(part)] = part
    counts = (100, 0, len(weights.tags), len(names))
    HEADER.pack_into(body, 0, b"lCRF", size, b"FOMC", *counts, *places)
    return bytes(body)


def _features(weights: Weights) -> "np.ndarray[tuple[int], np.dtype[np.void]]":
    """State weights by attribute, then transitions by the tag before."""
    state = weights.state.tocoo()
    order = np.lexsort((state.col, state.row))
    begin, end = np.nonzero(weights.transitions)
    rows = np.zeros(state.nnz + len(begin), FEATURE)
    rows["kind"][state.nnz :] = 1
    rows["source"] = np.concatenate((state.row[order], begin))
    rows["target"] = np.concatenate((state.col[order], end))
    rows["weight"] = np.concatenate((state.data[order], weights.transitions[begin, end]))
    return rows


def _aligned(size: int) -> int:
    return size + -size % 4


def _references(
    name: bytes, owners: npt.NDArray[np.uint32], count: int, extra: int, at: int, first: int
) -> bytes:
    """Which features each label (or attribute) has: `owners` is sorted, numbered from `first`.

    CRFsuite keeps `extra` empty places for the ends of a sequence; offsets count from the file.
    """
    sizes = np.bincount(owners.astype(np.int64), minlength=count)[:count]
    begins = np.concatenate(([0], np.cumsum(sizes)))
    offsets = at + 12 + 4 * (count + extra) + 4 * (begins[:-1] + np.arange(count))
    body = np.empty(count + len(owners), "<u4")
    heads = begins[:-1] + np.arange(count)
    body[heads] = sizes
    rest = np.ones(len(body), bool)
    rest[heads] = False
    body[rest] = first + np.arange(len(owners))
    table = np.concatenate((offsets, np.zeros(extra))).astype("<u4")
    size = 12 + table.nbytes + body.nbytes
    head = struct.pack("<4sII", name, size, count + extra)
    return head + table.tobytes() + body.tobytes()


def _strings(names: Sequence[str]) -> bytes:
    """A CQDB chunk: the strings with their ids 0 .. n - 1, findable both ways."""
    keys = [name.encode() + b"\0" for name in names]
    head = CQDB.size + 8 * _TABLES
    sizes = np.asarray([len(key) + 8 for key in keys], np.int64)
    offsets = head + np.concatenate(([0], np.cumsum(sizes)[:-1])) if keys else np.zeros(0, np.int64)
    data = b"".join(struct.pack("<II", n, len(key)) + key for n, key in enumerate(keys))
    hashes = hash_keys(keys)
    buckets: list[list[int]] = [[] for _ in range(_TABLES)]
    for key, table in enumerate((hashes % _TABLES).tolist()):
        buckets[table].append(key)
    at = head + len(data)
    references, tables = [], []
    for own in buckets:
        table = _table(hashes[own].tolist(), offsets[own].tolist())
        references.append(struct.pack("<II", at if own else 0, 2 * len(own)))
        tables.append(table)
        at += len(table)
    backward = offsets.astype("<u4").tobytes()
    size = at + len(backward)
    header = CQDB.pack(b"CQDB", size, 0, BYTE_ORDER, len(keys), at)
    return b"".join((header, *references, data, *tables, backward))


def _table(hashes: Sequence[int], offsets: Sequence[int]) -> bytes:
    """One hash table with open addressing, twice as many places as keys."""
    size = 2 * len(hashes)
    places = [0] * (2 * size)
    for key, offset in zip(hashes, offsets, strict=True):
        place = (key >> 8) % size
        while places[2 * place + 1]:
            place = (place + 1) % size
        places[2 * place] = key
        places[2 * place + 1] = offset
    return struct.pack(f"<{len(places)}I", *places)


def hash_keys(keys: Sequence[bytes]) -> Words:
    """lookup3 `hashlittle` with seed 0 of each key (none empty), all at once [Jenkins06]."""
    sizes = np.asarray([len(key) for key in keys], np.int64)
    blocks = -(-sizes // 12)
    hashes = np.zeros(len(keys), np.uint32)
    for count in np.unique(blocks).tolist():
        chosen = np.flatnonzero(blocks == count)
        padded = b"".join(keys[place].ljust(12 * count, b"\0") for place in chosen.tolist())
        words = np.frombuffer(padded, "<u4").reshape(len(chosen), count, 3)
        start = (sizes[chosen] + 0xDEADBEEF).astype(np.uint32)
        three = [start, start.copy(), start.copy()]
        for block in range(count):
            three = [values + words[:, block, part] for part, values in enumerate(three)]
            three = _finish(*three) if block == count - 1 else _mix(*three)
        hashes[chosen] = three[2]
    return hashes


def _rotate(values: Words, bits: int) -> Words:
    turned: Words = (values << np.uint32(bits)) | (values >> np.uint32(32 - bits))
    return turned


def _mix(a: Words, b: Words, c: Words) -> list[Words]:
    for bits in _ROTATIONS:
        a = (a - c) ^ _rotate(c, bits)
        c = c + b
        a, b, c = b, c, a  # the same step, one place on
    return [a, b, c]


def _finish(a: Words, b: Words, c: Words) -> list[Words]:
    for bits in _LAST_ROTATIONS:
        c = (c ^ b) - _rotate(b, bits)
        a, b, c = b, c, a
    return [c, a, b]
