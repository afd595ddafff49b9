"""What this process remembers of texts: words that it folded, readings, replacements."""

import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any

import annotation
import learning
import surrogates
from annotation.services.revision.known import FOUND, KEPT
from annotation.services.revision.plans import LATELY
from annotation.services.revision.rules import COUNTED

PACKAGES = tuple(f"{each.__name__}." for each in (annotation, learning, surrogates))


def forget_texts() -> None:
    """Nothing that was computed from texts stays here; what follows from no text is made anew."""
    for kept in (LATELY, COUNTED, KEPT, FOUND):
        kept.forget()
    for cache in caches():
        cache.cache_clear()


def caches() -> "Iterator[_lru_cache_wrapper[Any]]":
    """Every cache of a function of ours, for which of them see texts changes with their callers."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(PACKAGES):
            for each in list(vars(module).values()):
                if isinstance(each, _lru_cache_wrapper):
                    yield each
