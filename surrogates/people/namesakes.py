"""Names of two people of one dialogue are no variants of each other: "Ainhize", "Ainize".

Called where names are drawn; a name that was heard wrong (`linking.slips`) does not ask.
"""

from collections.abc import Iterator

from surrogates.folding import PARTICLES, words
from surrogates.scene import Scene

SHORTEST = 2  # letters of a tag that may be a code


def take_names(scene: Scene, *names: str) -> None:
    """Takes names, and with them all that are too much like one of them."""
    scene.take(*names)
    scene.namesakes.add(*(word for name in names for word in _naming(name)))


def take_tags(scene: Scene) -> None:
    """Takes the names in the tags of who speaks: they stay, and nobody else is called so."""
    scene.namesakes.add(*(tag for tag in tags(scene) if len(tag) > SHORTEST))


def tags(scene: Scene) -> frozenset[str]:
    """The folded words by which a dialogue tells who speaks."""
    return frozenset(word for turn in scene.dialogue.turns for word in words(turn.speaker))


def takes_after(scene: Scene, name: str) -> bool:
    """Whether a name is too much like one that somebody else has."""
    return any(map(scene.namesakes.has, _naming(name)))


def _naming(name: str) -> Iterator[str]:
    return (word for word in words(name) if word not in PARTICLES)
