"""The initials of somebody in a code, where the dialogue speaks of initials: "HI-KW 482. KW sind
Ihre Initialen, Frau [Karin Wolter]". They are those of the surrogate."""

import re
from collections.abc import Mapping, Sequence

from surrogates.folding import PARTICLES, words
from surrogates.labels import NAMES, Kind
from surrogates.numbers.identifiers.plates import is_plate, signs_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

_LETTERS = re.compile(r"[^\W\d_]+")
ANY = "?"
LEAST = 2
Starts = Mapping[int, tuple[str, str]]


def with_initials(scene: Scene, items: Sequence[Item], starts: Starts) -> Starts:
    """What codes start with, as `lettered_starts` tells it, and the initials that they go on
    with; any sign where neither says one. Those of a plate may be of a name in its turn."""
    said = initials_now(scene)
    found = dict(starts)
    for item in items:
        initials = said or (_of_plate(scene, item) if is_plate(signs_of(item.text)) else {})
        old, new = found.get(item.index, ("", ""))
        for run in _LETTERS.finditer(item.text) if item.kind is Kind.ID else ():
            at = sum(map(str.isalnum, item.text[: run.start()]))
            letters = initials.get(run[0].upper(), "")
            if letters and at >= len(new):
                found[item.index] = (old, new.ljust(at, ANY) + letters)
                break
    return found


def _of_plate(scene: Scene, plate: Item) -> dict[str, str]:
    """Initials of the people of a plate's turn, and of a turn that says letters of it: "Der Fahrer
    heißt [Kai Lamprecht], drum wohl das [KL]"."""
    found = _of_turn(scene, plate.turn)
    runs = {run.upper() for run in _LETTERS.findall(plate.text)}
    for item in scene.of_kind(scene.items, Kind.LETTER):
        letters = "".join(_LETTERS.findall(item.text)).upper()
        if letters in runs and letters not in found:
            now = _of_turn(scene, item.turn).get(letters, "")
            found |= {letters: now} if now else {}
    return found


def initials_now(scene: Scene) -> dict[str, str]:
    """Initials of people -> those of their surrogates, where the text says the word."""
    if not scene.says(scene.lexicon.signs("initials")):
        return {}
    found: dict[str, str] = {}
    for turn in scene.items_by_turn:
        found = _of_turn(scene, turn) | found
    return found


def _of_turn(scene: Scene, turn: int) -> dict[str, str]:
    """The same of the people that a turn names."""
    found: dict[str, str] = {}
    row = scene.items_by_turn[turn]
    for at, item in enumerate(row):
        if item.kind in NAMES:
            named = [item]
            for other in row[at + 1 :]:
                if other.kind not in NAMES or scene.between(named[-1], other).strip():
                    break
                named.append(other)
            old = _initials(" ".join(i.text for i in named))
            new = _initials(" ".join(scene.surrogates.get(i.index, "") for i in named))
            for was, now in ((old, new), (old[:1] + old[-1:], new[:1] + new[-1:])):
                if len(was) == len(now) >= LEAST and now.isascii():
                    found.setdefault(was, now)
    return found


def _initials(name: str) -> str:
    return "".join(word[0] for word in words(name) if word not in PARTICLES).upper()
