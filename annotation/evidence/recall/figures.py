"""The figures of recall, as a measurement keeps them, of what was checked.

Counts, shares and names of labels; never a text. Called by `services.evidence.recall` and by the
benchmark that knows the truth.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from annotation.evidence.recall.items import STRATA, items_of
from annotation.evidence.recall.people import ROLES
from annotation.evidence.recall.shares import ENOUGH, Trial, share_found
from annotation.evidence.recall.types import Checked, Item, Known

Figures = dict[str, Any]


def figures_of(
    turns: Sequence[Checked], known: Known, labels: Collection[str] = (), *, whole: bool = True
) -> Figures:
    """What was found of the items of these turns.

    all, entity, dialogue, person: shares found (an entity, a dialogue or a person counts if nothing
    of it was missed); labels, strata, people: rows with a share each, the worst first; `few` marks
    rows of under 30, and `never` names the labels that were not met at all. `whole`: the turns are
    whole dialogues; else nothing is said of dialogues and persons.
    """
    items = list(items_of(turns, known))
    by_label = _grouped(items, lambda item: (item.label,))
    figures: Figures = {
        "turns": len(turns),
        "dialogues": len({turn.dialogue for turn in turns}),
        "items": len(items),
        "missed": sum(item.missed for item in items),
        "all": share_found((i.dialogue, i.missed, i.weight) for i in items).to_json(),
        "entity": share_found(_entities(items)).to_json(),
        "labels": _worst_first(by_label),
        "never": sorted(set(labels) - by_label.keys()),
        "strata": _worst_first(_grouped(items, lambda item: item.strata), STRATA),
        "dialogue": None,
        "people": [],
    }
    if whole:
        figures["dialogue"] = share_found(_dialogues(turns, items)).to_json()
        figures["people"] = _worst_first(_people(turns, items, known), ROLES)
    return figures


def _grouped(
    items: Iterable[Item], names: Callable[[Item], Iterable[str]]
) -> dict[str, list[Trial]]:
    groups: dict[str, list[Trial]] = {}
    for item in items:
        for name in names(item):
            groups.setdefault(name, []).append((item.dialogue, item.missed, item.weight))
    return groups


def _worst_first(groups: Mapping[str, Sequence[Trial]], order: Sequence[str] = ()) -> list[Figures]:
    """A row a group; those of which too little is known stand last."""
    rows = [
        {
            "name": name,
            "missed": sum(missed for _dialogue, missed, _weight in members),
            "few": len(members) < ENOUGH,
            **share_found(members).to_json(),
        }
        for name, members in groups.items()
    ]
    place = {name: at for at, name in enumerate(order)}
    return sorted(rows, key=lambda r: (r["few"], r["value"], place.get(r["name"], 0), r["name"]))


def _entities(items: Iterable[Item]) -> list[Trial]:
    """An entity of a dialogue is missed if any mention of it is [Emelyanov]; it weighs as much as
    the heaviest."""
    entities: dict[tuple[int, str, str], Trial] = {}
    for item in items:
        entity = (item.dialogue, item.label, item.wording)
        _dialogue, missed, weight = entities.get(entity, (item.dialogue, False, 0.0))
        entities[entity] = (item.dialogue, missed or item.missed, max(weight, item.weight))
    return list(entities.values())


def _dialogues(turns: Iterable[Checked], items: Iterable[Item]) -> list[Trial]:
    """One trial a dialogue, also of one without any item: nothing of it was missed."""
    missed = {turn.dialogue: False for turn in turns}
    for item in items:
        missed[item.dialogue] |= item.missed
    return [(dialogue, each, 1.0) for dialogue, each in missed.items()]


def _people(
    turns: Iterable[Checked], items: Iterable[Item], known: Known
) -> dict[str, list[Trial]]:
    """By role: whether any mention of a person of these dialogues was missed."""
    here = {turn.dialogue for turn in turns}
    missed = {(item.dialogue, item.key.partition(":")[2]) for item in items if item.missed}
    groups: dict[str, list[Trial]] = {}
    for dialogue, people in known.people.items():
        for role, mentions in people if dialogue in here else ():
            named = {key.partition(":")[2] for key in mentions}
            is_missed = any((dialogue, key) in missed for key in named)
            groups.setdefault(role, []).append((dialogue, is_missed, 1.0))
    return groups
