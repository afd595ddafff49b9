"""The pool of a corpus: its utterances with their features, extracted once and kept on disk.

The cache is keyed by a hash of the content and the feature version, written to a temporary folder
and renamed, so that two workers may build it at once; reading it maps the arrays into memory.
"""

import hashlib
import json
from collections.abc import Sequence, Set
from functools import cached_property
from pathlib import Path

import numpy as np

from learning import storage
from learning.crf.modelfile import Weights
from learning.crf.tagger import CrfTagger, sensitivity
from learning.features.encoding import Encoding, Table, encode, version_of
from learning.features.second_stage import SecondStage
from learning.features.vectors import utterance_vectors
from learning.features.wordclasses import CLASSES_FILE, WordClasses
from learning.threads import one_thread
from learning.told import Source, checked
from learning.types import Flags, Floats, Ints, Progress, Utterance

_ARRAYS = ("starts", "word_ids", "turn_ids")


class Pool:
    """Utterances by index, with their encodings; `target` is ready, `source` is made on demand."""

    def __init__(self, utterances: Sequence[Utterance], cache_dir: Path | None, key: str) -> None:
        self.utterances = utterances
        self.cache_dir = cache_dir
        self.key = key
        self.prior: Weights | None = None  # where its taggers' weights begin (`transfer`)
        self.taught: dict[str, Weights] = {}  # priors that answers about it taught (`student`)
        self._encodings: dict[str, Encoding] = {}
        self.has_second_stage = True  # whether a first stage tags its unread turns (`first_stage`)
        self._with_source: Encoding | None = None
        self._with_second_stage: Encoding | None = None
        self._source_answers: list[tuple[Source, Floats, Flags]] = []  # of all that were asked

    def __len__(self) -> int:
        return len(self.utterances)

    def texts(self, indices: Sequence[int]) -> list[str]:
        """The texts of some utterances, read together where they come from a database."""
        load = getattr(self.utterances, "load", None)
        if load is not None:
            load(indices)
        return [self.utterances[index].text for index in indices]

    def encoding(self, family: str = "target", progress: Progress | None = None) -> Encoding:
        """The features of every utterance under a family, from memory, disk, or made now."""
        # Source features and second-stage features are part of it, once the pool has them.
        if family == "target":
            for grown in (self._with_second_stage, self._with_source):
                if grown is not None:
                    return grown
        return self._stored(family, progress)

    def plain_encoding(self) -> Encoding:
        """The target features without source features and second-stage features."""
        return self._stored("target", None)

    def first_stage_encoding(self) -> Encoding:
        """The target features without second-stage features: what a first stage learns from."""
        return self.plain_encoding() if self._with_source is None else self._with_source

    def _stored(self, family: str, progress: Progress | None) -> Encoding:
        if family not in self._encodings:
            self._encodings[family] = _open_encoding(self, family, progress)
        return self._encodings[family]

    def use_source_features(
        self, source: CrfTagger | None, progress: Progress | None = None
    ) -> None:
        """From now on the target features hold source features; None: they do not."""
        self._with_source = self._with_second_stage = None
        if source is not None:
            chances = self.source_probabilities(source, progress)
            self._with_source = self.plain_encoding().with_source_features(chances, source)

    def use_second_stage(self, words: SecondStage | None) -> None:
        """From now on the target features hold second-stage features; None: they do not."""
        self._with_second_stage = None
        if words is not None:
            self._with_second_stage = self.first_stage_encoding().with_second_stage(words)

    def source_probabilities(self, source: Source, progress: Progress | None = None) -> Floats:
        """The probability of each token that it is sensitive by `source`; 0 where it told nothing.

        Raises: as `told_by`.
        """
        return self.told_by(source, progress)[0]

    def told_by(self, source: Source, progress: Progress | None = None) -> tuple[Floats, Flags]:
        """The same, and whether the source has read the token; asked once.

        Raises: what the source's `tell` raises; SourceMalformed.
        """
        for asked, chances, read in self._source_answers:
            if asked is source:
                return chances, read
        if isinstance(source, CrfTagger):
            chances = self._marginals_of(source, progress)
            read = np.ones(len(chances), np.bool_)
        else:
            chances, read = checked(source.tell(self.utterances, progress), self.utterances).flat()
        self._source_answers.append((source, chances, read))
        return chances, read

    def _marginals_of(self, source: CrfTagger, progress: Progress | None) -> Floats:
        encoding = self.encoding(source.features, progress)
        # Neither pool nor source changes from round to round: kept here and on disk.
        path = self.side_file(f"told-{source.version[:32]}.npy") if source.version else None
        chances = read_array(path, (encoding.tokens,)) if path else None
        if chances is None:
            chances = sensitivity(encoding, source.finder_weights)
            if path:
                save_array(path, chances)
        return chances

    @cached_property
    def vectors(self) -> Floats:
        """One short, unit-length vector per utterance (n x at most 50), for clustering."""
        folder = self._folder("target")
        if folder is None:
            return utterance_vectors(self.encoding("target"))
        path = folder / "vectors.npy"
        stored = read_array(path)
        if stored is not None and len(stored) == len(self):
            return stored
        vectors = utterance_vectors(self.encoding("target"))
        save_array(path, vectors)
        return vectors

    def side_file(self, name: str) -> Path | None:
        """A file beside the cached features, for what was learnt from this very pool; None when
        nothing is kept on disk."""
        folder = self._folder("target")
        return folder / name if folder else None

    def _folder(self, family: str) -> Path | None:
        if self.cache_dir is None:
            return None
        return self.cache_dir / f"{version_of(family)}-{self.key}"


def candidates(pool: Pool, taken: Set[int]) -> Ints:
    """Indices that may still be chosen: not taken, and with at least one token."""
    free = pool.encoding("target").lengths > 0
    if taken:
        free[np.fromiter(taken, np.int64, len(taken))] = False
    return np.flatnonzero(free)


@one_thread()
def open_pool(
    utterances: Sequence[Utterance],
    cache_dir: Path,
    progress: Progress | None = None,
    key: str | None = None,  # stands for the content where it is known; else that is hashed
) -> Pool:
    """Open the pool of a corpus; its target features are read from `cache_dir` or made now."""
    pool = Pool(utterances, Path(cache_dir), key or content_key(utterances))
    pool.encoding("target", progress)
    return pool


def memory_pool(utterances: Sequence[Utterance], *, learn: bool = True) -> Pool:
    """A pool that writes nothing to disk, for simulations and tests; learn: from its unread
    text (word classes, second-stage features) too."""
    pool = Pool(utterances, None, "")
    pool.has_second_stage = learn
    if not learn:
        pool._encodings["target"] = encode(utterances)
    return pool


def content_key(utterances: Sequence[Utterance]) -> str:
    """A hash of all that features depend on: texts, speakers, positions, and their order."""
    digest = hashlib.blake2b(digest_size=16)
    for utterance in utterances:
        line = f"{utterance.text}\x1f{utterance.speaker}\x1f{utterance.position:.4f}\x1e"
        digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _open_encoding(pool: Pool, family: str, progress: Progress | None) -> Encoding:
    folder = pool._folder(family)
    if folder is None:
        return encode(pool.utterances, family, progress, learn=True)
    stored = _read(folder, family, len(pool))
    if stored is not None:
        return stored
    encoding = encode(pool.utterances, family, progress, learn=True)
    with storage.staged_folder(folder) as stage:
        _write(stage, encoding)
    return _read(folder, family, len(pool)) or encoding


def _write(stage: Path, encoding: Encoding) -> None:
    for name in _ARRAYS:
        np.save(stage / f"{name}.npy", getattr(encoding, name))
    for slot, table in encoding.tables.items():
        np.save(stage / f"{slot}.bounds.npy", table.bounds)
        np.save(stage / f"{slot}.columns.npy", table.columns)
    lines = "\n".join(encoding.attributes).encode("utf-8", "surrogatepass")
    storage.write_synced(stage / "attributes.txt", lines)
    if encoding.classes is not None:
        storage.write_synced(stage / CLASSES_FILE, encoding.classes.to_lines())
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
        classes = None
        if CLASSES_FILE in card["bytes"]:
            classes = WordClasses.from_lines((folder / CLASSES_FILE).read_bytes())
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
        classes,
    )


def read_array(path: Path, shape: tuple[int, ...] | None = None) -> Floats | None:
    """An array kept beside a pool, mapped into memory; None when there is none of this shape."""
    try:
        stored: Floats = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError):
        return None
    return stored if shape is None or stored.shape == shape else None


def save_array(path: Path, array: Floats) -> None:
    """Keep an array beside a pool; a full disk costs time later, not the round."""
    temporary = path.with_name(f".{path.name}.{np.random.default_rng().integers(1 << 48)}.npy")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(temporary, array)
        temporary.replace(path)
    except OSError:  # only a cache: the vectors are made again next time
        temporary.unlink(missing_ok=True)
