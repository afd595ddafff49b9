"""The price of coherence: whether a missed name stands alone among surrogates that repeat, the
objection to consistent surrogates [Osborne25]. The table of attacks takes `ROWS`."""

from annotation.evidence.attacks.coherence.said_once import said_once
from annotation.evidence.attacks.coherence.variants import variants
from annotation.evidence.attacks.types import Attack

ROWS: dict[str, Attack] = {"said-once": said_once, "variants": variants}
