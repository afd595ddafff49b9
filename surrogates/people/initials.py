"""Initials ("J. García", "Juan G."): whose they are, so that they follow the name.

Initials in a row, or behind a given name, are first of all a compound's ("J. M.", "José M."). An
initial belongs to the one name of the dialogue that it begins, first of all to one that stands in
brackets beside it or with the same other name. Where two people could own it, it is left apart and
reported.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_lowercase

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import words
from surrogates.languages.letters import AFTER_AN
from surrogates.people.compounds import name_parts
from surrogates.people.context.titled import is_titled
from surrogates.people.entities import Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

Units = dict[int, list[Unit]]
_ALPHABET = frozenset(ascii_lowercase)


def assign(scene: Scene, units: Units) -> None:
    """Gives each initial the role and key of its owner, where there is just one."""
    if not any(unit.role == "initial" for item_units in units.values() for unit in item_units):
        return
    items = {item.index: item for item in scene.items}
    beside = _companions(scene, units, items)
    whole = [
        u for item_units in units.values() for u in item_units if u.role != "initial" and not u.cut
    ]
    _assign_whole(units, whole)
    _assign_compounds(scene, units, whole, beside)
    for index, item_units in units.items():
        for position, unit in enumerate(item_units):
            if unit.role == "initial":
                role = _role(item_units, position, beside[index])
                if len(beside[index]) == 1 and is_titled(scene, unit.item):
                    role = "surname"  # "just call me Dr. A"
                if position and _is_middle(item_units, position):
                    role = "given"
                owner = _owner(scene, unit, role, whole, beside)
                if owner is not None:
                    part = _part(owner.key, unit.key)
                    item_units[position] = replace(unit, role=role, key=owner.key, initial=part)


def letters_of(scene: Scene, unit: Unit) -> frozenset[str]:
    """The letters that may stand where an initial stands: "an [A. Lund]", "a [T. Lund]"."""
    before = words(scene.before(unit.item))[-1:] if unit.start == 0 else ()
    if scene.lexicon.lang != "en" or before not in (("a",), ("an",)):
        return _ALPHABET
    return AFTER_AN if before == ("an",) else _ALPHABET - AFTER_AN


def _assign_whole(units: Units, whole: Sequence[Unit]) -> None:
    """Gives initials alone the keys of the one name whose words begin so: "T. O. L."."""
    names: dict[int, list[Unit]] = {}
    for unit in whole:
        names.setdefault(unit.item.index, []).append(unit)
    rows = [_words_of(row) for row in _in_a_row(names)]
    for item_units in units.values():
        if len(item_units) < 2 or any(unit.role != "initial" for unit in item_units):
            continue
        said = [unit.key.text for unit in item_units]
        fits = {
            tuple((unit.role, unit.key, part) for unit, part, _ in row): row
            for row in rows
            if [letter for _, _, letter in row] == said
        }
        if len(fits) != 1:
            continue
        for place, (unit, part, _) in enumerate(next(iter(fits.values()))):
            initial = replace(item_units[place], role=unit.role, key=unit.key, initial=part)
            item_units[place] = initial


def _in_a_row(names: Mapping[int, Sequence[Unit]]) -> Iterator[list[Unit]]:
    """The units of each mention, and of a given name with the surnames right behind it."""
    for index, row in sorted(names.items()):
        yield list(row)
        after = names.get(index + 1, ())
        beside = bool(after) and after[0].item.turn == row[0].item.turn
        roles = [{unit.role for unit in each} for each in (row, after)]
        if beside and roles == [{"given"}, {"surname"}]:
            yield [*row, *after]


def _words_of(row: Sequence[Unit]) -> list[tuple[Unit, int, str]]:
    """Each word of a name: its unit, which of its words, and its initial."""
    return [
        (unit, part, word[:1])
        for unit in row
        for part, word in enumerate(name_parts(unit.key.text.replace("-", " ")), start=1)
    ]


def _assign_compounds(
    scene: Scene,
    units: Units,
    whole: Sequence[Unit],
    beside: Mapping[int, Sequence[tuple[str, str]]],
) -> None:
    """Gives the initials of a compound its key: "J. M." and "José M." beside one José Manuel."""
    compounds = [u for u in whole if u.role == "given" and len(name_parts(u.key)) > 1]
    for run in _runs(scene, units) if compounds else ():
        for size in range(len(run), 1, -1):
            row = [units[index][position] for index, position in run[:size]]
            options = [u for u in compounds if _begins(name_parts(u.key), row)]
            near = {pair for index, _ in run for pair in beside[index] if pair[0] == "surname"}
            close = [u for u in options if near & set(beside[u.item.index])]
            keys = {u.key for u in close or options}
            if len(keys) != 1:
                continue
            for place, (index, position) in enumerate(run[:size], start=1):
                unit = units[index][position]
                if unit.role == "initial":
                    units[index][position] = replace(
                        unit, role="given", key=min(keys), initial=place
                    )
            break


def _runs(scene: Scene, units: Units) -> Iterator[list[tuple[int, int]]]:
    """(item, place in it) of given names and initials in a row, two or more, one an initial."""
    run: list[tuple[int, int]] = []
    last: Unit | None = None
    for index in sorted(units):
        for position, unit in enumerate(units[index]):
            apart = last is None or (
                last.item is not unit.item
                and (
                    last.item.turn != unit.item.turn
                    or bool(scene.between(last.item, unit.item).strip(" ."))
                )
            )
            if run and (apart or unit.role == "surname"):
                yield from _with_initial(units, run)
                run = []
            if unit.role != "surname" and not unit.cut:
                run.append((index, position))
            last = unit
    yield from _with_initial(units, run)


def _with_initial(units: Units, run: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    if len(run) > 1 and any(units[index][place].role == "initial" for index, place in run):
        yield run


def _begins(parts: Sequence[str], said: Sequence[Unit]) -> bool:
    """Whether names and initials are, one by one, the words that a compound begins with."""
    return len(said) <= len(parts) and all(
        part.startswith(unit.key) if unit.role == "initial" else part == unit.key
        for part, unit in zip(parts, said, strict=False)
    )


def _companions(
    scene: Scene, units: Units, items: Mapping[int, Item]
) -> dict[int, list[tuple[str, str]]]:
    """Item index -> (role, key) of the names in it and in the items right beside it."""
    names = {index: [(u.role, u.key) for u in item_units] for index, item_units in units.items()}
    more: dict[int, list[tuple[str, str]]] = {
        index: list(item_units) for index, item_units in names.items()
    }
    for one, two in pairwise(sorted(names)):
        a, b = items.get(one), items.get(two)
        if a is None or b is None or a.turn != b.turn or a.end > b.start:
            continue
        if not scene.between(a, b).strip(" ."):
            more[one] += names[two]
            more[two] += names[one]
    return more


def _role(item_units: Sequence[Unit], position: int, beside: Sequence[tuple[str, str]]) -> str:
    """ "surname" for an initial after a given name or alone with one, else "given"."""
    if position > 0 and item_units[position - 1].role in ("given", "surname"):
        return "surname"
    roles = {role for role, _ in beside}
    return "surname" if "given" in roles and "surname" not in roles else "given"


def _is_middle(item_units: Sequence[Unit], position: int) -> bool:
    """Whether an initial stands between another one and a surname: the R of "J. R. Whitmore"."""
    before, after = item_units[position - 1], item_units[position + 1 :]
    initial = before.role == "initial" or bool(before.initial)
    return initial and any(unit.role == "surname" and not unit.initial for unit in after)


def _part(name: str, letter: str) -> int:
    """Which word of a name an initial stands for, counted from one; 0 for none."""
    parts = name.split()
    return next((i + 1 for i, part in enumerate(parts) if part.startswith(letter)), 0)


def _owner(
    scene: Scene,
    unit: Unit,
    role: str,
    whole: Sequence[Unit],
    beside: Mapping[int, Sequence[tuple[str, str]]],
) -> Unit | None:
    options = [u for u in whole if u.role == role and _part(u.key, unit.key)]
    options = [u for u in options if u.item.index != unit.item.index]
    linked = {
        m
        for c in scene.constraints
        if c.kind == ConstraintKind.LINK and unit.item.key in c.mentions
        for m in c.mentions
    }
    chosen = [u for u in options if u.item.key in linked]
    other = {pair for pair in beside[unit.item.index] if pair[0] != role and len(pair[1]) > 1}
    close = [u for u in options if other & set(beside[u.item.index])]
    explained = [u for u in options if _explains(scene, unit.item, u.item)]
    for group in (chosen, explained, close, options):
        if len({u.key for u in group}) == 1:
            return group[0]
        if group:
            break
    if options and not any(
        c.kind in (ConstraintKind.LINK, ConstraintKind.SPLIT) and unit.item.key in c.mentions
        for c in scene.constraints
    ):
        pair = (options[0].item.key, unit.item.key)
        scene.raise_issue(notices.INITIAL_AMBIGUOUS, unit.item, pair)
    return None


def _explains(scene: Scene, initial: Item, name: Item) -> bool:
    """ "S. (Steffi)", "Steffi (S.)": one of the two stands in brackets behind the other."""
    first, last = sorted((initial, name), key=lambda item: item.index)
    if first.turn != last.turn or first.end > last.start:
        return False
    return scene.between(first, last).strip(" .") in ("(", "[")
