"""Reads the plan files: a tiny template language in which the invented dialogues are written.

A file holds plans and fragments (both are lists of steps):

    == no_connection          a plan: one kind of dialogue
    ++ greeting               a fragment, included by plans
    need caller compound      the caller must have a compound first name
    @greeting                 include a fragment; `@a | b | -` one of the two, or nothing
    @greeting?                include it in half of the cases
    @shuffle a b c            include all three, in any order
    A: Hello, {agent} speaking
      | Good (morning|evening)     another phrasing of the same turn
    C?: Thank you             a turn that is left out at times
    C+A: wait a moment // yes yes       two speakers at once

Inside a phrase `(a|b|)` is a choice (it nests), `{slot}` a fact of the dialogue, `%word` the
filler `<%word>`, and `#` opens a comment line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.demo.errors import PlanError


class Choice(NamedTuple):
    """One of several node sequences."""

    options: tuple["Nodes", ...]


class Slot(NamedTuple):
    """A fact to be filled in by the scene: `{name}`."""

    name: str


Node = str | Choice | Slot
Nodes = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class TurnStep:
    """One turn: who speaks (two letters: an overlap) and its phrasings."""

    speakers: tuple[str, ...]
    phrasings: tuple[Nodes, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class IncludeStep:
    """One of `names` (or all of them, shuffled) stands here; "" means nothing."""

    names: tuple[str, ...]
    all_shuffled: bool = False


@dataclass(frozen=True, slots=True)
class NeedStep:
    """A demand on the cast, such as ("caller", "compound")."""

    role: str
    facet: str


Step = TurnStep | IncludeStep | NeedStep


@dataclass(slots=True)
class PlanBook:
    """All plans and fragments of one corpus, by name."""

    plans: dict[str, list[Step]] = field(default_factory=dict)
    fragments: dict[str, list[Step]] = field(default_factory=dict)


def parse_phrase(text: str, where: str = "phrase") -> Nodes:
    """The nodes of one phrasing; raises PlanError on an unbalanced bracket."""
    nodes, place = _parse_nodes(text, 0, where)
    if place != len(text):
        raise PlanError(f"{where}: stray '{text[place]}' in: {text}")
    return nodes


def _parse_nodes(text: str, place: int, where: str) -> tuple[Nodes, int]:
    nodes: list[Node] = []
    literal = ""
    while place < len(text) and text[place] not in "|)":
        sign = text[place]
        if sign not in "({":
            literal += sign
            place += 1
            continue
        if literal:
            nodes.append(literal)
            literal = ""
        if sign == "{":
            end = text.find("}", place)
            if end < 0:
                raise PlanError(f"{where}: '{{' without '}}' in: {text}")
            nodes.append(Slot(text[place + 1 : end]))
            place = end + 1
        else:
            choice, place = _parse_choice(text, place + 1, where)
            nodes.append(choice)
    if literal:
        nodes.append(literal)
    return tuple(nodes), place


def _parse_choice(text: str, place: int, where: str) -> tuple[Choice, int]:
    options: list[Nodes] = []
    while True:
        nodes, place = _parse_nodes(text, place, where)
        options.append(nodes)
        if place >= len(text):
            raise PlanError(f"{where}: '(' without ')' in: {text}")
        if text[place] == ")":
            return Choice(tuple(options)), place + 1
        place += 1


def choose(nodes: Nodes, rng: Random) -> list[str | Slot]:
    """The phrase with every choice made: literals and slots in order."""
    chosen: list[str | Slot] = []
    for node in nodes:
        if isinstance(node, Choice):
            chosen += choose(rng.choice(node.options), rng)
        else:
            chosen.append(node)
    return chosen


def read_plans(folder: Path) -> PlanBook:
    """All plan files of a folder, by name; raises PlanError with file and line."""
    book = PlanBook()
    for path in sorted(folder.glob("*.txt")):
        _read_file(path.read_text(encoding="utf-8").splitlines(), path.name, book)
    return book


def _read_file(lines: Iterable[str], name: str, book: PlanBook) -> None:
    steps: list[Step] = []
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        where = f"{name}:{number}"
        if not line or line.startswith("#"):
            continue
        if line[:2] in {"==", "++"}:
            steps = []
            shelf = book.plans if line[:2] == "==" else book.fragments
            title = line[2:].strip()
            if title in shelf:
                raise PlanError(f"{where}: '{title}' is defined twice")
            shelf[title] = steps
        elif line.startswith("|"):
            _add_phrasing(steps, line[1:], where)
        else:
            steps.append(_parse_step(line, where))


def _add_phrasing(steps: list[Step], text: str, where: str) -> None:
    last = steps[-1] if steps else None
    if not isinstance(last, TurnStep):
        raise PlanError(f"{where}: '|' must follow a turn")
    phrasings = (*last.phrasings, parse_phrase(text.strip(), where))
    steps[-1] = TurnStep(last.speakers, phrasings, last.optional)


def _parse_step(line: str, where: str) -> Step:
    if line.startswith("need "):
        role, facet = line.split()[1:]
        return NeedStep(role, facet)
    if line.startswith("@shuffle "):
        return IncludeStep(tuple(line.split()[1:]), all_shuffled=True)
    if line.startswith("@"):
        names = [each.strip() for each in line[1:].rstrip("?").split("|")]
        # A question mark makes "nothing" one more choice, as likely as all the others together.
        return IncludeStep((*names, *[""] * len(names)) if line.endswith("?") else tuple(names))
    head, colon, text = line.partition(":")
    if not colon or head.rstrip("?").strip("ACO+"):
        raise PlanError(f"{where}: expected 'A:', 'C:', 'O:', '@', 'need', '==' or '++'")
    speakers = tuple(head.rstrip("?").split("+"))
    return TurnStep(speakers, (parse_phrase(text.strip(), where),), head.endswith("?"))


def flatten(
    steps: Iterable[Step],
    fragments: Mapping[str, list[Step]],
    rng: Random,
    used: set[str] | None = None,
) -> tuple[list[TurnStep], list[NeedStep]]:
    """The turns of one dialogue: fragments included, optional turns kept or dropped.

    A choice between fragments never takes one that the dialogue has had already (`used`).
    """
    used = set() if used is None else used
    turns: list[TurnStep] = []
    needs: list[NeedStep] = []
    for step in steps:
        if isinstance(step, NeedStep):
            needs.append(step)
        elif isinstance(step, TurnStep):
            if not step.optional or rng.random() < 0.6:
                turns.append(step)
        else:
            for name in _chosen_names(step, rng, used):
                if name not in fragments:
                    raise PlanError(f"no fragment '{name}'")
                more_turns, more_needs = flatten(fragments[name], fragments, rng, used)
                turns += more_turns
                needs += more_needs
    return turns, needs


def _chosen_names(step: IncludeStep, rng: Random, used: set[str]) -> list[str]:
    if step.all_shuffled:
        return rng.sample(step.names, len(step.names))
    if len(step.names) == 1:
        return list(step.names)
    name = rng.choice([each for each in step.names if each not in used] or ["-"])
    if name in {"", "-"}:
        return []
    used.add(name)
    return [name]
