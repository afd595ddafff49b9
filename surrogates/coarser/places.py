"""Towns as regions, postal codes as areas, streets as "a street", organisations as what they are.

A region is told of an organisation where its own name holds a place; one that stands right behind
it says where by itself.
"""

import re
from collections.abc import Iterator

from surrogates.coarser.phrases import Coarser, determined, phrase, phrases, wider, with_article
from surrogates.folding import fold, words
from surrogates.labels import Kind, canonical
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import demonym_of
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import asked_gender
from surrogates.things.named.organisations import SECTOR_OF_LABEL

_SHOWN = 2  # first figures of a postal code that stay: a province or the like
_ZIP = re.compile(r"\d{5}")
_LONGEST_PLACE = 4  # words
_BETWEEN = frozenset({"de", "en", "in", "of", "a"})  # words between parts of an address
_PLACED = (Kind.PLACE, Kind.ZIP, Kind.COUNTRY, Kind.STREET)
_GENDERS = ("f", "m", "n")


def coarser_places(scene: Scene, item: Item) -> Iterator[Coarser]:
    """The area that a place lies in, and wider ones."""
    if demonym_of(scene.lexicon, item.text) is None:
        yield from map(Coarser, _areas(scene.lexicon, " ".join(words(item.text))))


def coarser_codes(scene: Scene, item: Item) -> Iterator[Coarser]:
    """The first figures of a postal code of five."""
    text = item.text.strip()
    if _ZIP.fullmatch(text):
        yield Coarser(text[:_SHOWN] + "x" * (len(text) - _SHOWN))


def coarser_streets(scene: Scene, item: Item) -> Iterator[Coarser]:
    """ "A street", where the mention says that it is one, else "an address"."""
    said = " ".join(words(item.text))
    rows = [
        row
        for row in phrases(scene.lexicon, "street", "said")
        # German and Basque write the type into the name ("Hauptstraße").
        if fold(row["form"]) in (said if scene.lexicon.lang in ("de", "eu") else said.split())
    ]
    rows += phrases(scene.lexicon, "street", "any")
    for row in _of_gender(scene, item, rows):
        text = with_article(scene, item, row["form"], row["gender"], row["form"])
        yield Coarser(text, frozenset(words(text)))


def coarser_organisations(scene: Scene, item: Item) -> Iterator[Coarser]:
    """What an organisation is, with the region where that is known: "un hospital de Aragón"."""
    for noun, gender in _nouns(scene, item):
        told = frozenset(words(with_article(scene, item, noun, gender, noun)))
        for region in dict.fromkeys(_regions(scene, item)):
            form = phrase(scene.lexicon, "within")
            if form:
                said = form.format(noun=noun, region=region)
                joint = frozenset(words(form.format(noun="", region="")))
                yield Coarser(with_article(scene, item, noun, gender, said), told | joint)
        yield Coarser(with_article(scene, item, noun, gender, noun), told)


def _areas(lexicon: Lexicon, key: str) -> Iterator[str]:
    """What a place lies in, the nearest first; a province only where no town is called so."""
    place = lexicon.place_by_key.get(key)
    if place is None:
        yield from wider(lexicon, key)
        return
    province = place.province
    if province and fold(province) not in lexicon.place_by_key:
        yield province
    yield from wider(lexicon, province or key)


def _nouns(scene: Scene, item: Item) -> Iterator[tuple[str, str]]:
    """Nouns for an organisation and their gender: one that its name says, else its sector's."""
    lexicon, said = scene.lexicon, " ".join(words(item.text))
    rows = sorted(phrases(lexicon, "org"), key=lambda row: -len(row["form"]))
    for row in rows:
        noun = " ".join(words(row["form"]))
        # A Basque noun has an ending there ("ospitalea").
        if f" {noun} " in f" {said} " or (lexicon.lang == "eu" and f" {noun}" in f" {said}"):
            yield row["form"], row["gender"]
            break
    heads = (lexicon.sector_of_head[w] for w in said.split() if w in lexicon.sector_of_head)
    sector = next(heads, "") or SECTOR_OF_LABEL.get(canonical(item.label), "")
    # An "institution" of a scheme is a firm as often as an office.
    sector = "" if sector == "public" else sector
    for value in (sector, "any"):
        for row in _of_gender(scene, item, list(phrases(lexicon, "sector", value))):
            yield row["form"], row["gender"]


def _of_gender(scene: Scene, item: Item, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """The rows that suit the article before a mention."""
    asked = asked_gender(scene, [item]) if determined(scene, item) else None
    shown = {value[0] for value in asked or ()}
    if not shown:
        return rows
    return [row for row in rows if row["gender"] not in _GENDERS or row["gender"] in shown]


def _regions(scene: Scene, item: Item) -> Iterator[str]:
    """Areas of the place in an organisation's name, unless the place is said right behind it."""
    after = (i for i in scene.items_by_turn.get(item.turn, ()) if i.index > item.index)
    behind = next(after, None)
    placed = behind is not None and behind.kind in _PLACED
    if behind is not None and placed and _BETWEEN.issuperset(words(scene.between(item, behind))):
        return
    parts = words(item.text)
    for size in range(_LONGEST_PLACE, 0, -1):
        for at in range(1, len(parts) - size + 1):
            key = " ".join(parts[at : at + size])
            said_of = parts[at - 1] in _BETWEEN or key not in scene.lexicon.surname_keys
            if key in scene.lexicon.place_by_key and said_of:
                areas = _areas(scene.lexicon, key)
                # Of a continent nothing is said.
                yield from (area for area in areas if next(wider(scene.lexicon, area), ""))
