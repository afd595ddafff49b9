"""The replacement strategies by name; a new one is a file with one function and a line here.

A policy writes `scene.surrogates[item.index]` for the items that it is given; offsets, constraints
and issues are not its business.
"""

from collections.abc import Callable, Mapping

from surrogates.policies import entity, indexed, named, redact, typed, word
from surrogates.policies import none as none_policy
from surrogates.rewrite import Item
from surrogates.scene import Scene

Counts = Mapping[str, Mapping[str, int]]  # label -> token -> how often
Policy = Callable[[Scene, list[Item], Counts | None], None]

STRATEGIES: dict[str, Policy] = {
    "redact": redact.apply,
    "typed": typed.apply,
    "named": named.apply,
    "indexed": indexed.apply,
    "word": word.apply,
    "entity": entity.apply,
    "none": none_policy.apply,
}

__all__ = ["STRATEGIES", "Counts", "Policy"]
