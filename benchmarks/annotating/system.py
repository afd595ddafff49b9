"""One annotation server as the comparison sees it: ours or a rival's, asked for the same work."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from annotating.calls import spread, together

PEOPLE = 10  # clients of the comparison


@dataclass(frozen=True, slots=True)
class System:
    """`save(person, dense)` labels one more token and gives the milliseconds; `dense`: in the
    dialogue of 1,000 turns with 2,000 labels, else in the person's own ordinary one. `seen`: CSS of
    what is on the page once its labels are."""

    name: str
    save: Callable[..., float]
    open_dense: Callable[[], float]
    cookies: Mapping[str, str]
    dense_page: str
    ordinary_page: str
    seen: str


def server_figures(system: System, *, quick: bool = False) -> dict[str, float]:
    """Saving with one client and with ten, and opening; nothing else is asked of the server."""
    times = 10 if quick else 40
    together(system.save, PEOPLE, 3)  # every process of the server has loaded what it needs
    system.open_dense()
    one = [system.save(0) for _ in range(times)]
    dense = [system.save(0, True) for _ in range(times)]
    ten = together(system.save, PEOPLE, times // 5 or 1)
    opened = [system.open_dense() for _ in range(max(4, times // 2))]
    return {
        **spread("one_save", one, 50, 95),
        **spread("ten_save", ten, 50, 95),
        **spread("dense_save", dense, 50, 95),
        **spread("dense_whole_open", opened, 50, 95),
    }
