"""`generalise`: what is true and says less: "un hospital de Aragón", "30-39 años", "mayo de 2016".

For quasi-identifiers, label by label beside other strategies. The truth is kept on purpose; what a
coarser value must not say is an original of another item. Names, numbers and addresses have nothing
coarser: a placeholder stands there, and an issue says so.
"""

from collections.abc import Callable, Iterator

from surrogates import notices
from surrogates.coarser.ages import coarser_ages
from surrogates.coarser.dates import coarser_dates
from surrogates.coarser.people import coarser_professions, coarser_relations
from surrogates.coarser.phrases import Coarser
from surrogates.coarser.places import (
    coarser_codes,
    coarser_organisations,
    coarser_places,
    coarser_streets,
)
from surrogates.folding import fold, words
from surrogates.labels import Kind, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene

_COARSER: dict[Kind, Callable[[Scene, Item], Iterator[Coarser]]] = {
    Kind.AGE: coarser_ages,
    Kind.DATE: coarser_dates,
    Kind.PLACE: coarser_places,
    Kind.COUNTRY: coarser_places,
    Kind.ORG: coarser_organisations,
    Kind.ZIP: coarser_codes,
    Kind.STREET: coarser_streets,
    Kind.PROFESSION: coarser_professions,
    Kind.RELATION: coarser_relations,
}


def apply(scene: Scene, items: list[Item]) -> None:
    """Writes the finest coarser value that shows no original; else a placeholder, with an issue."""
    for item in items:
        candidates = _COARSER[item.kind](scene, item) if item.kind in _COARSER else iter(())
        found = next((each for each in candidates if _may_be_said(scene, item, each)), None)
        if found is None:
            scene.surrogates[item.index] = f"[{type_name(item.label)}]"
            scene.raise_issue(notices.NOTHING_COARSER, item)
        else:
            scene.surrogates[item.index] = found.text
            scene.told[item.index] = found.told


def _may_be_said(scene: Scene, item: Item, coarser: Coarser) -> bool:
    """Whether a text is another one and shows no original but with the words of the tables."""
    if not coarser.text or fold(coarser.text) == fold(item.text):
        return False
    shown = [word for word in words(coarser.text) if word not in coarser.told]
    if any(word in scene.originals or word in scene.related for word in shown):
        return False
    return " ".join(shown) not in scene.related
