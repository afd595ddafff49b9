"""What a source told, kept by the content of the turn, so that a slow one is asked once for each.

A store holds keyed hashes of texts and figures, never a text. Called by the service of training
and by benchmarks.
"""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from learning.tokens import words
from learning.told import Source, Told, checked
from learning.types import Card, Floats, Progress, Utterance

ASKED_AT_ONCE = 500  # distinct texts, after which what was told is kept
_WAIT = 30.0  # seconds for another process that writes


class Store(Protocol):
    """Answers of one version of one source, by key."""

    def get(self, keys: Collection[bytes]) -> dict[bytes, bytes]: ...
    def put(self, answers: dict[bytes, bytes]) -> None: ...


class MemoryStore:
    """For simulations and tests."""

    def __init__(self) -> None:
        self.answers: dict[bytes, bytes] = {}

    def get(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        return {key: self.answers[key] for key in keys if key in self.answers}

    def put(self, answers: dict[bytes, bytes]) -> None:
        self.answers |= answers


@dataclass(frozen=True)
class FileStore:
    """A SQLite file; one that is damaged, or a full disk, costs time and nothing else."""

    path: Path

    def get(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as base:
            for key in keys:
                row = base.execute("SELECT answer FROM told WHERE turn = ?", (key,)).fetchone()
                if row is not None:
                    found[key] = row[0]
        return found

    def put(self, answers: dict[bytes, bytes]) -> None:
        try:
            with self._open() as base, base:
                base.executemany("INSERT OR REPLACE INTO told VALUES (?, ?)", answers.items())
        except sqlite3.DatabaseError:
            self.path.unlink(missing_ok=True)
        except OSError:
            return

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        base = sqlite3.connect(self.path, timeout=_WAIT)
        try:
            base.execute("CREATE TABLE IF NOT EXISTS told (turn BLOB PRIMARY KEY, answer BLOB)")
            yield base
        finally:
            base.close()


@dataclass(frozen=True)
class Remembered:
    """A source that is asked only for texts that the store does not have.

    secret: key of the hashes, at most 64 bytes: without it nobody can try texts against a store.
    """

    source: Source
    store: Store
    secret: bytes = b""

    @property
    def card(self) -> Card:
        return self.source.card

    @property
    def version(self) -> str:
        return self.source.version

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        keys = [self._key(utterance.text) for utterance in utterances]
        known = self.store.get(set(keys))
        known = {key: answer for key, answer in known.items() if _opened(answer) is not None}
        missing = {
            key: each for key, each in zip(keys, utterances, strict=True) if key not in known
        }
        asked = list(missing)
        for begin in range(0, len(asked), ASKED_AT_ONCE):
            part = asked[begin : begin + ASKED_AT_ONCE]

            def report(share: float, phase: str, first: int = begin, n: int = len(part)) -> None:
                if progress:
                    progress((first + n * share) / len(asked), phase)

            turns = [missing[key] for key in part]
            told = checked(self.source.tell(turns, report), turns)
            fresh = {key: _packed(told, place) for place, key in enumerate(part)}
            self.store.put(fresh)
            known |= fresh
        return checked(_unpacked([known[key] for key in keys]), utterances)

    def _key(self, text: str) -> bytes:
        spoken = f"{self.version}\x1f{text}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(spoken, digest_size=16, key=self.secret).digest()


def _packed(told: Told, turn: int) -> bytes:
    """Labels, then one row a token: the probability (below 0: not read) and the labels' shares."""
    names = list(told.labels) if told.labels else []
    first = np.where(told.read[turn], told.sensitive[turn], -1.0)[:, None]
    rows = np.hstack([first, told.shares[turn]]) if names else first
    return json.dumps(names).encode() + b"\n" + rows.astype("<f2").tobytes()


def _opened(answer: bytes) -> tuple[list[str], Floats] | None:
    head, _line, data = answer.partition(b"\n")
    try:
        names = json.loads(head)
        rows = np.frombuffer(data, "<f2").reshape(-1, 1 + len(names)).astype(np.float32)
    except (ValueError, TypeError):
        return None  # damaged: it is asked again
    return names, rows


def _unpacked(answers: Sequence[bytes]) -> Told:
    tables = [table for table in map(_opened, answers) if table is not None]
    labels = tuple(sorted({name for names, _rows in tables for name in names}))
    sensitive, read, shares = [], [], []
    for names, rows in tables:
        sensitive.append(rows[:, 0].clip(0, 1))
        read.append(rows[:, 0] >= 0)
        table = np.zeros((len(rows), len(labels)), np.float32)
        for place, name in enumerate(names):
            # Two bytes a figure round: a sum of shares may come to a little more than 1.
            table[:, labels.index(name)] = rows[:, 1 + place].clip(0, 1)
        shares.append(table)
    return Told(sensitive, read, labels, shares if labels else ())


@dataclass(frozen=True)
class Limited:
    """A source that is asked for no more than `most` turns of a pool, always the same; of the
    others it has told nothing."""

    source: Source
    most: int

    @property
    def card(self) -> Card:
        return self.source.card

    @property
    def version(self) -> str:
        return self.source.version

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        order = sorted(range(len(utterances)), key=lambda place: _lot(utterances[place].text))
        chosen = sorted(order[: self.most])
        turns = [utterances[place] for place in chosen]
        told = checked(self.source.tell(turns, progress), turns)
        sizes = [len(words(utterance.text)) for utterance in utterances]
        sensitive: list[Floats] = [np.zeros(size, np.float32) for size in sizes]
        read = [np.zeros(size, np.bool_) for size in sizes]
        shares = [np.zeros((size, len(told.labels)), np.float32) for size in sizes]
        for place, turn in enumerate(chosen):
            sensitive[turn], read[turn] = told.sensitive[place], told.read[place]
            if told.labels:
                shares[turn] = np.asarray(told.shares[place], np.float32)
        return Told(sensitive, read, told.labels, shares if told.labels else ())


def _lot(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
