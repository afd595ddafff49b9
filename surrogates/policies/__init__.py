"""The replacement strategies: one row each. A new one is a file with one function and a row here.

A strategy writes `scene.surrogates[item.index]` for the items that it is given; offsets,
constraints and issues are not its business. What people read of it stands in
`annotation.services.projects.choices`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from surrogates.policies import entity, generalise, indexed, named, redact, typed, word
from surrogates.policies import none as none_policy
from surrogates.rewrite import Item
from surrogates.scene import Scene


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to replace mentions."""

    name: str
    apply: Callable[[Scene, list[Item]], None]
    by_mention: bool = True  # q leaves whole mentions; else the strategy itself says what q leaves
    coheres: bool = False  # what was true of the originals stays true


# In the order in which they are applied to a dialogue whose labels have several.
_ROWS = (
    Strategy("redact", redact.apply),
    Strategy("typed", typed.apply),
    Strategy("named", named.apply),
    Strategy("indexed", indexed.apply),
    Strategy("word", word.apply, by_mention=False),  # q leaves words; reads the corpus, if given
    Strategy("generalise", generalise.apply),
    Strategy("entity", entity.apply, by_mention=False, coheres=True),  # q leaves entities
    Strategy("none", none_policy.apply, by_mention=False),  # leaves everything
)
STRATEGIES = {strategy.name: strategy for strategy in _ROWS}

__all__ = ["STRATEGIES", "Strategy"]
