"""Keyed chance: every draw is a function of (key, dialogue, entity, candidate) and of nothing else.

The entity enters as the place where its name is first said, not as its text: a draw survives labels
that are given later, and whoever got hold of the key cannot invert a surrogate by trying every
name, for all of them give the same seed.
"""

import hashlib
import hmac
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

T = TypeVar("T")
Entrant = tuple[bytes, float, str]  # a candidate's bytes, its weight, itself
CHUNKS = 16
SEEDED_KEY = b"antifaz pseudonymise"  # public: what follows from it and a number is no secret
BAND_WEIGHT = {1: 1, 2: 2, 3: 3, 4: 5, 5: 8}
_BLOCK = 64  # bytes that SHA-256 takes in at once, and HMAC's inner and outer pads (RFC 2104)
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def _mac(key: bytes, *parts: str | bytes) -> bytes:
    message = b"".join(
        len(p).to_bytes(4, "big") + p
        for p in (q.encode() if isinstance(q, str) else q for q in parts)
    )
    return hmac.digest(key, message, "sha256")


def key_of_number(number: int) -> bytes:
    """The key of a number: quickly found by trying, so for research on invented texts alone."""
    return hmac.digest(SEEDED_KEY, str(number).encode(), hashlib.sha256)


def entity_seed(key: bytes, dialogue_id: str, kind: str, place: str, salt: str = "") -> bytes:
    """Thirty-two bytes for one entity of one dialogue; `salt` counts redraws and splits."""
    return _mac(key, "entity", dialogue_id, kind, place, salt)


def token_seed(key: bytes, dialogue_id: str, mention: str, start: int) -> bytes:
    """Thirty-two bytes for one token of one mention, independent of every other."""
    return _mac(key, "token", dialogue_id, mention, str(start))


def order_key(key: bytes, dialogue_id: str, text: str) -> bytes:
    """Where an entity stands among those equally constrained; tells nothing about its text."""
    return _mac(key, "order", dialogue_id, text)


def _macs(seed: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA256 of many messages under one seed, which is taken in once for all of them; written
    out, as `hmac` copies and wraps an object for each and takes nearly twice as long."""
    block = (seed if len(seed) <= _BLOCK else hashlib.sha256(seed).digest()).ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(_INNER))
    outer = hashlib.sha256(block.translate(_OUTER))

    def mac(message: bytes) -> bytes:
        own, whole = inner.copy(), outer.copy()
        own.update(message)
        whole.update(own.digest())
        return whole.digest()

    return mac


class Pool:
    """Candidates with weights, cut into chunks so that a draw need not rank them all."""

    def __init__(self, candidates: Iterable[tuple[str, float]]) -> None:
        self.weights: dict[str, float] = dict(candidates)

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def chunks(self) -> tuple[tuple[bytes, float, tuple[Entrant, ...]], ...]:
        """(name, total weight, candidates): which chunk a candidate is in depends on it alone."""
        count = CHUNKS if len(self.weights) > 64 else 1
        members: list[list[Entrant]] = [[] for _ in range(count)]
        for candidate, weight in self.weights.items():
            name = candidate.encode()
            members[hashlib.sha256(name).digest()[0] % count].append((name, weight, candidate))
        return tuple(
            (b"chunk%d" % i, sum(weight for _, weight, _ in group), tuple(group))
            for i, group in enumerate(members)
            if group
        )

    def ranked(self, seed: bytes) -> Iterator[str]:
        """All candidates, best first: a weighted exponential race over HMAC-SHA256."""
        for chunk in _first_chunks(self, seed):
            yield from _in_order(self, seed, chunk)


# A dialogue is drawn again and again while people revise it, and its draws hardly change.
@lru_cache(maxsize=8192)
def _first_chunks(pool: Pool, seed: bytes) -> tuple[int, ...]:
    """The places of a pool's chunks, in the order in which they arrive."""
    times = list(map(_arrivals(seed), pool.chunks))
    return tuple(sorted(range(len(times)), key=times.__getitem__))


@lru_cache(maxsize=8192)
def _in_order(pool: Pool, seed: bytes, chunk: int) -> tuple[str, ...]:
    """The candidates of a chunk, in the order in which they arrive."""
    group = sorted(pool.chunks[chunk][2], key=_arrivals(seed))
    return tuple(candidate for _, _, candidate in group)


def _arrivals(seed: bytes) -> Callable[[tuple[bytes, float, object]], float]:
    """When a name of some weight arrives: early where chance and weight are with it."""
    mac = _macs(seed)

    def arrival(entrant: tuple[bytes, float, object]) -> float:
        name, weight, _ = entrant
        number = int.from_bytes(mac(name)[:8], "big")
        return -math.log((number + 1) / 2.0**64) / weight

    return arrival


class Stream:
    """Endless keyed chance for one entity: HMAC in counter mode."""

    def __init__(self, seed: bytes, name: str = "") -> None:
        self._mac = _macs(seed)
        self._name = name.encode()
        self._count = 0

    def below(self, n: int) -> int:
        """A whole number in [0, n)."""
        self._count += 1
        return self._at(self._count - 1) % n

    def _at(self, count: int) -> int:
        message = self._name + b"#" + count.to_bytes(8, "big")
        return int.from_bytes(self._mac(message)[:16], "big")

    def unit(self) -> float:
        """A number in [0, 1)."""
        return self.below(2**53) / 2.0**53

    def choice(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        return list(self.in_order(options))

    def in_order(self, options: Sequence[T]) -> Iterator[T]:
        """The same order, of which no more is drawn than is asked for."""
        left, count = list(options), self._count
        self._count += len(left)
        return (left.pop(self._at(count + i) % len(left)) for i in range(len(left)))
