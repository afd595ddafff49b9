"""The pool of a corpus: its utterances with their features, extracted once and kept on disk.

The cache is keyed by a hash of the content and the feature version, written to a temporary folder
and renamed, so that two workers may build it at once; reading it maps the arrays into memory.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from learning import storage
from learning.encoding import Encoding, Table, encode, version_of
from learning.types import Floats, Progress, Utterance
from learning.vectors import utterance_vectors

_ARRAYS = ("starts", "word_ids", "turn_ids")


class Pool:
    """Utterances by index, with their encodings; `target` is ready, `source` is made on demand."""

    def __init__(self, utterances: Sequence[Utterance], cache_dir: Path | None, key: str) -> None:
        self.utterances = utterances
        self.cache_dir = cache_dir
        self.key = key
        self._encodings: dict[str, Encoding] = {}

    def __len__(self) -> int:
        return len(self.utterances)

    def encoding(self, family: str = "target", progress: Progress | None = None) -> Encoding:
        """The features of every utterance under a family, from memory, disk, or made now."""
        if family not in self._encodings:
            self._encodings[family] = _open_encoding(self, family, progress)
        return self._encodings[family]

    @cached_property
    def vectors(self) -> Floats:
        """One short, unit-length vector an utterance (n x at most 50), for clustering."""
        folder = self._folder("target")
        if folder is None:
            return utterance_vectors(self.encoding("target"))
        path = folder / "vectors.npy"
        if path.exists():
            stored: Floats = np.load(path, mmap_mode="r")
            if len(stored) == len(self):
                return stored
        made = utterance_vectors(self.encoding("target"))
        _save_array(path, made)
        return made

    def _folder(self, family: str) -> Path | None:
        if self.cache_dir is None:
            return None
        return self.cache_dir / f"{version_of(family)}-{self.key}"


def open_pool(
    utterances: Sequence[Utterance], cache_dir: Path, progress: Progress | None = None
) -> Pool:
    """Open the pool of a corpus; its target features are read from `cache_dir` or made now.

    progress: called with the share done and "features" while they are made.
    """
    pool = Pool(utterances, Path(cache_dir), content_key(utterances))
    pool.encoding("target", progress)
    return pool


def memory_pool(utterances: Sequence[Utterance]) -> Pool:
    """A pool that writes nothing to disk, for simulations and tests."""
    return Pool(utterances, None, "")


def content_key(utterances: Sequence[Utterance]) -> str:
    """A hash of all that features depend on: texts, speakers, positions, and their order."""
    digest = hashlib.blake2b(digest_size=16)
    for each in utterances:
        line = f"{each.text}\x1f{each.speaker}\x1f{each.position:.4f}\x1e"
        digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _open_encoding(pool: Pool, family: str, progress: Progress | None) -> Encoding:
    folder = pool._folder(family)
    if folder is None:
        return encode(pool.utterances, family, progress)
    stored = _read(folder, family, len(pool))
    if stored is not None:
        return stored
    made = encode(pool.utterances, family, progress)
    with storage.staged_folder(folder) as stage:
        _write(stage, made)
    return _read(folder, family, len(pool)) or made


def _write(stage: Path, encoding: Encoding) -> None:
    for name in _ARRAYS:
        np.save(stage / f"{name}.npy", getattr(encoding, name))
    for slot, table in encoding.tables.items():
        np.save(stage / f"{slot}.bounds.npy", table.bounds)
        np.save(stage / f"{slot}.columns.npy", table.columns)
    lines = "\n".join(encoding.attributes).encode("utf-8", "surrogatepass")
    storage.write_synced(stage / "attributes.txt", lines)
    card = {
        "utterances": len(encoding),
        "tokens": encoding.tokens,
        "slots": list(encoding.tables),
        "attributes": len(encoding.attributes),
        "bytes": {path.name: path.stat().st_size for path in sorted(stage.iterdir())},
    }
    storage.write_synced(stage / "card.json", json.dumps(card).encode())


def _read(folder: Path, family: str, expected: int) -> Encoding | None:
    """The stored encoding, or None when there is none or a file does not have its size."""
    try:
        card = json.loads((folder / "card.json").read_text())
        if any((folder / name).stat().st_size != size for name, size in card["bytes"].items()):
            return None
        arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
        text = (folder / "attributes.txt").read_bytes().decode("utf-8", "surrogatepass")
        attributes = text.split("\n")
        tables = {
            slot: Table(
                np.load(folder / f"{slot}.bounds.npy"),
                np.load(folder / f"{slot}.columns.npy", mmap_mode="r"),
            )
            for slot in card["slots"]
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if len(arrays["starts"]) != expected + 1 or len(attributes) != card["attributes"]:
        return None
    return Encoding(
        family,
        np.array(arrays["starts"]),
        arrays["word_ids"],
        arrays["turn_ids"],
        attributes,
        tables,
    )


def _save_array(path: Path, array: Floats) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{np.random.default_rng().integers(1 << 48)}.npy")
        np.save(temporary, array)
        temporary.replace(path)
    except OSError:
        return  # only a cache: the vectors are made again next time
