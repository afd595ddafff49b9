"""What a strategy is: one row with its function, what it looks at, and what stands in for it.

`queries` and `seeds` hold the rows; `rounds`, `simulation` and the services read them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from learning.errors import NoSource, UnknownStrategy

Function = TypeVar("Function")
Row = TypeVar("Row", bound="Strategy[Any]")


class Need(Enum):
    """What a strategy looks at besides the words, lengths and vectors of turns."""

    TARGET = "what the target model is unsure of"
    PATHS = "how likely the target model's best path is"
    SOURCE = "what the source model is unsure of; without one the strategy refuses"
    SOURCE_IF_ANY = "what the source model is unsure of, where there is one"
    TRANSFER = "a target model that uses the source where that pays (`transfer`)"


@dataclass(frozen=True)
class Strategy(Generic[Function]):
    """A strategy that chooses turns."""

    name: str
    function: Function
    needs: frozenset[Need] = frozenset()
    without_source: str = ""  # the strategy that stands in where there is no source model
    is_offered: bool = False  # on the settings page; `simulate` knows all

    @property
    def needs_source(self) -> bool:
        return Need.SOURCE in self.needs

    @property
    def asks_source(self) -> bool:
        """Whether it looks at what the source model is unsure of."""
        return bool(self.needs & {Need.SOURCE, Need.SOURCE_IF_ANY})

    @property
    def stand_in(self) -> str:
        """The name of what chooses without a source model: another strategy, or this one."""
        return self.without_source or self.name

    def check_source(self, has_source: bool) -> None:
        """Raises: NoSource where the strategy needs a source model and has none."""
        if self.needs_source and not has_source:
            raise NoSource("This strategy needs a source model; the project has none.")


def by_name(rows: Iterable[Row]) -> dict[str, Row]:
    return {row.name: row for row in rows}


def find_strategy(kind: str, rows: Mapping[str, Row], name: str) -> Row:
    """Raises: UnknownStrategy, naming those that exist."""
    if name not in rows:
        known = ", ".join(sorted(rows))
        raise UnknownStrategy(f"No {kind} strategy is called {name!r}; there are: {known}.")
    return rows[name]
