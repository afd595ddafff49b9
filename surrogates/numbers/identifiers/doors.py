"""Letters of doors, houses and groups of a school: "2º [B]", "12[a]", "[be]"."""

import re

from surrogates import draw
from surrogates.labels import Kind
from surrogates.scene import Scene

CUE = "house"  # of a mention that is a house number, a floor or a door
GROUP = "class"  # of one that is a class of a school that is not named
LETTERS = "abcdefgh"
_DRAWN = "abcde"  # a school has no more groups
_ALONE = re.compile(r"(?<![^\W\d_])([a-z])(?![^\W_])", re.IGNORECASE)


def other_letter(scene: Scene, letter: str) -> str:
    """Another letter, and none that a letter said before it has become."""
    known, key = _letters_said(scene), letter.lower()
    before = known[: known.index(key)] if key in known else []
    taken = {other_letter(scene, each) for each in before[: len(_DRAWN) - 2]}
    left = [each for each in _DRAWN if each != key and each not in taken]
    new = draw.Stream(scene.seed("house letter", key)).choice(left)
    return new.upper() if letter.isupper() else new


def _letters_said(scene: Scene) -> list[str]:
    """The letters of the doors of a dialogue, each once."""
    doors = (item for item in scene.items if item.kind is Kind.STREET or item.cue in (CUE, GROUP))
    said = (letter.lower() for item in doors for letter in _ALONE.findall(item.text))
    return list(dict.fromkeys(said))
