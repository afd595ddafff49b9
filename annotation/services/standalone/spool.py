"""Dialogues that wait in a private temporary file: input that is read twice, output put in order.

Called by `pseudonyms`. The files have no name (they are unlinked at once), are readable by their
owner alone, and are gone with the process; one dialogue at a time is in memory.
"""

import hashlib
import hmac
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from annotation.formats.corpora.jsonl import iter_jsonl
from annotation.formats.types import DialogueValue
from annotation.services.storage.files import read_dialogues


@contextmanager
def read_again(path: str) -> Iterator[Callable[[], Iterator[DialogueValue]]]:
    """A call that reads the dialogues from the beginning, as often as it is made.

    Standard input is kept meanwhile. The readers raise FormatError and OSError.
    """
    if path != "-":
        yield lambda: read_dialogues(path)
        return
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)

        def again() -> Iterator[DialogueValue]:
            kept.seek(0)
            return iter_jsonl(kept, filename="stdin")

        yield again


def in_drawn_order(
    named: Iterable[tuple[str, bytes]], key: bytes
) -> Iterator[tuple[int, str, bytes]]:
    """Each dialogue's place in the input and its bytes, as d0001, d0002... in an order that the
    key draws.

    Neither the order nor a gap says which dialogues were left out, nor where one stood before.
    """
    with tempfile.TemporaryFile() as kept:
        places: list[tuple[bytes, int, int, int]] = []  # draw, place in the input, offset, bytes
        for number, (name, data) in enumerate(named):
            draw = hmac.digest(key, b"order " + name.encode(), hashlib.sha256)
            places.append((draw, number, kept.tell(), len(data)))
            kept.write(data)
        for running, (_draw, number, start, size) in enumerate(sorted(places), 1):
            kept.seek(start)
            yield number, f"d{running:04d}", kept.read(size)
