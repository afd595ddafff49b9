"""How many examples the tests try that work by chance: few in every run, many before a release.

`ANTIFAZ_FUZZ=deep` before pytest or behind `make test` tries many.
"""

import os

DEEP = os.environ.get("ANTIFAZ_FUZZ") == "deep"


def tries(quick: int, deep: int) -> int:
    return deep if DEEP else quick
