"""Dialogues' names without what all of them begin with: "007" of "support-calls-007".

Pure; called by the pages that list dialogues under each other.
"""

from collections.abc import Collection
from itertools import takewhile


def shorten_names(names: Collection[str]) -> dict[str, str]:
    """Each name and what tells it from the others; whole, where nothing is left of one of them.

    >>> shorten_names(["calls-007", "calls-012"])
    {'calls-007': '007', 'calls-012': '012'}
    """
    different = sorted(set(names))
    if len(different) < 2:
        return {name: name for name in different}
    pairs = zip(different[0], different[-1], strict=False)  # all others lie between them
    alike = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    while alike and alike[-1].isalnum():  # "call-10" and "call-12" begin with "call-", not "call-1"
        alike.pop()
    size = len(alike)
    if any(len(name) == size for name in different):
        size = 0
    return {name: name[size:] for name in different}
