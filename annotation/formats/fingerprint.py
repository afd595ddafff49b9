"""A number for the text of a dialogue, the same however it is cut, cased, spaced or encoded.

Called by the import, to name a dialogue that is there already under another id or file name.
"""

import hashlib
import unicodedata
from collections.abc import Iterable

FEWEST_WORDS = 5  # shorter ones repeat by nature: "Hola, buenos días"


def fingerprint(texts: Iterable[str]) -> int | None:
    """A signed 64-bit number for the words of all turns; None where there are too few to tell.

    Speakers do not count: two programs may name them differently.
    """
    words = unicodedata.normalize("NFC", " ".join(texts)).casefold().split()
    if len(words) < FEWEST_WORDS:
        return None
    digest = hashlib.blake2b(" ".join(words).encode("utf-8", "replace"), digest_size=8)
    return int.from_bytes(digest.digest(), "big", signed=True)
