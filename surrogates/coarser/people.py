"""Professions as fields of work, relations as "a relative"."""

from collections.abc import Iterator

from surrogates.attributes.professions import IN_LIFE, profession_said
from surrogates.attributes.relations import shapes_of
from surrogates.attributes.sounds import sound_fits
from surrogates.attributes.staying import cased_like
from surrogates.coarser.phrases import Coarser, phrases
from surrogates.folding import words
from surrogates.languages.entries import sector_of
from surrogates.rewrite import Item
from surrogates.scene import Scene


def coarser_professions(scene: Scene, item: Item) -> Iterator[Coarser]:
    """The field that a profession is in, in its gender."""
    said = profession_said(scene, [item])
    group = "status" if said.group in IN_LIFE else sector_of(said.group)
    for row in phrases(scene.lexicon, "trade", group) if group else ():
        suits = row["gender"] in (said.gender, "u") or not said.gender
        if suits and sound_fits(scene, item, row["form"]):
            text = cased_like(row["form"], item.text)
            yield Coarser(text, frozenset(words(text)))


def coarser_relations(scene: Scene, item: Item) -> Iterator[Coarser]:
    """ "Relative", in the number and gender of the only relation that a mention says."""
    shapes = list(dict.fromkeys(shapes_of(scene, item)))
    if len(shapes) != 1:
        return
    shape, gender = shapes[0]
    for row in phrases(scene.lexicon, "relative", shape):
        fits = row["gender"] in (gender, "u") or gender == "u"
        if fits and row["form"].casefold() != item.text.casefold():
            text = cased_like(row["form"], item.text)
            yield Coarser(text, frozenset(words(text)))
