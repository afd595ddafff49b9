"""Whether a name is an animal's: "unser Kater Moritz", "Biscuit, our spaniel", "Beltz txakurra".

It becomes another animal's name, and nobody is asked whether it is a woman's.
"""

import re
from collections.abc import Sequence

from surrogates.folding import PARTICLES, words
from surrogates.people.entities import Cluster
from surrogates.rewrite import Item
from surrogates.scene import Scene

_SENTENCE = re.compile(r"[.;:?!]")
# Between commas: "Marta, mi perro no come" speaks to Marta.
_APPOSED = re.compile(r",\s(?P<lead>(?:[^\W\d_]+\s){0,2})(?P<word>[^\W\d_]+)(?=[.,;?!]|$)")
_DETERMINERS = ("determiner", "indefinite", "mine", "possessive")
_REACH = 30  # characters beside a name


def pet_gender(scene: Scene, cluster: Cluster) -> str | None:
    """m, f or u where the word for an animal stands beside a name of the cluster, else None."""
    cues = scene.lexicon.cues("pet")
    said = (word for item in cluster.items for word in _beside(scene, item)) if cues else ()
    return next((cues[word] for word in said if word in cues), None)


def _beside(scene: Scene, item: Item) -> list[str]:
    before = words(_SENTENCE.split(scene.before(item)[-_REACH:])[-1])[-1:]
    after = scene.after(item)[:_REACH]
    apposed = _APPOSED.match(after)
    behind = words(after)[:1] if scene.lexicon.lang == "eu" and after.startswith(" ") else ()
    told = apposed is not None and _is_led(scene, words(apposed["lead"]))
    return [*before, *behind, *(words(apposed["word"]) if apposed and told else ())]


def _is_led(scene: Scene, lead: Sequence[str]) -> bool:
    """Whether the words before a word for an animal begin as its own do: "our old", not "I bring
    the"."""
    cues = (scene.lexicon.cues(kind) for kind in _DETERMINERS)
    articles = ("article", lead[0]) in scene.lexicon.agreement if lead else True
    return not lead or articles or lead[0] in PARTICLES or any(lead[0] in cue for cue in cues)
