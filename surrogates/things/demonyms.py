"""Inhabitants under a label of places: "Lyonnais", "madrileño", "Londoner", "Français".

What only the words around tell is decided here: "soy [navarra]" is a woman of it, "en [navarra]"
the place. Where a language's inflection cannot make such a word from a surrogate, a place stands
for it, and a curator is told.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.labels import Kind, is_nationality
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import (
    Demonym,
    as_asked,
    demonym_by_ending,
    demonym_of_namesake,
    is_place,
    people_named,
    place_of_people,
)
from surrogates.rewrite import Item
from surrogates.scene import Scene

# Prepositions that no table of them has, as they are particles of names, or hold an article.
_MELTED_TEXT = "a al als au aux d de del dels du of pel pels"
_MELTED = frozenset(_MELTED_TEXT.split())
_REACH = 20  # characters in which the word before a mention stands
_SENTENCE_END = re.compile(r"[.!?;:¿¡]")


def is_inhabitant(lexicon: Lexicon, word: str) -> bool:
    """Whether a word is no place, but the start of one with the suffix of its inhabitants."""
    key = fold(word)
    if is_place(lexicon, key) or is_place(lexicon, f"l'{key}") or not key.isalpha():
        return False
    if word.islower() and key.endswith(tuple(lexicon.signs("adjective"))):
        return True  # "preußische"
    return bool(place_of_people(lexicon, key)[0])


def people_said(scene: Scene, item: Item) -> Demonym | None:
    """What a mention of inhabitants says, in the forms that its article has; None for a place."""
    if item.kind is not Kind.PLACE:
        return None
    demonym = people_named(scene.lexicon, item.text, nationality=is_nationality(item.label))
    demonym = demonym or _told_around(scene, item) or _of_unknown(scene, item)
    if demonym is None:
        return None
    before = words(scene.before(item)[-_REACH:])
    demonym = as_asked(scene.lexicon, demonym, before)
    asked = scene.lexicon.agreement.get(("article", before[-1])) if before else None
    if asked is None:
        return demonym
    # "un [Néerlandais]" is one, "les [Néerlandais]" are several.
    slots = tuple(slot for slot in demonym.slots if slot.partition(".")[0] in asked)
    if not slots and demonym.place == item.text.casefold():
        return None  # "una [urbanización]" has but the ending of a man's
    return replace(demonym, slots=slots) if slots else demonym


def people_in(scene: Scene, items: Iterable[Item]) -> dict[str, tuple[Item, Demonym]]:
    """Mentions of inhabitants among those of a place, one for each text, in all their forms."""
    people: dict[str, tuple[Item, Demonym]] = {}
    for item in items:
        each = people_said(scene, item)
        if each is not None:
            known = people.get(item.text, (item, each))[1].slots
            slots = tuple(dict.fromkeys((*known, *each.slots)))
            people[item.text] = item, replace(each, slots=slots)
    return people


def _told_around(scene: Scene, item: Item) -> Demonym | None:
    """A word that only its place in the sentence shows to be of people: "soy [argentina]", "je suis
    [vallinquier]", "a [Yorkshireman]"."""
    lexicon, text = scene.lexicon, item.text
    if not text.isalpha() or _is_behind_preposition(scene, item):
        return None
    before = words(scene.before(item)[-_REACH:])[-1:]
    one = bool(before) and before[0] in lexicon.cues("indefinite")
    if is_place(lexicon, fold(text)):
        deliberate = text.islower() and not scene.dialogue.turns[item.turn].text.islower()
        told = deliberate or (text.islower() and _is_said_to_be(scene, item))
        demonym = demonym_of_namesake(lexicon, text)
        if told or demonym is None:
            return demonym if told else None
        # "wir sind [Sachsen]": many people have the name of their land.
        many = "mp" in demonym.slots and before and before[0] in lexicon.cues("being")
        return replace(demonym, slots=("mp",)) if many else None
    # "es una [gasolinera]": in small letters it may be a thing, unless somebody is it.
    lead = words(scene.before(item)[-_REACH:])[-2:-1] if one else ()
    somebody = not one or (bool(lead) and lexicon.cues("being").get(lead[0]) == "person")
    told = (text.islower() and somebody and _is_said_to_be(scene, item)) or (
        one and not text.islower()
    )
    return demonym_by_ending(lexicon, text) if told else None


def is_unknown_people(scene: Scene, item: Item) -> bool:
    """Whether a label says that a word of no table is a nationality: "half [Maori]"."""
    named = people_named(scene.lexicon, item.text, nationality=True)
    known = named or is_place(scene.lexicon, fold(item.text)) or " " in item.text
    return item.kind is Kind.PLACE and is_nationality(item.label) and not known


def _of_unknown(scene: Scene, item: Item) -> Demonym | None:
    """A nationality of no table, by its ending, or in English by what stands around it: "an
    [Albertan]." is somebody, "an [Albertan] farmer" has an adjective."""
    if not is_unknown_people(scene, item):
        return None
    if scene.lexicon.lang != "en":
        return demonym_by_ending(scene.lexicon, item.text)
    before = words(scene.before(item)[-_REACH:])[-1:]
    one = bool(before) and before[0] in scene.lexicon.cues("indefinite")
    after = words(scene.after(item)[:_REACH])[:1]
    alone = not scene.after(item)[:2].strip().isalpha() or after[0] in _leads(scene.lexicon)
    return Demonym(fold(item.text), ("ms",) if one and alone else ("adjective",))


@lru_cache(maxsize=16)
def _leads(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(lexicon.signs("preposition")) | {"and", "or", "but", "who"}


def _is_behind_preposition(scene: Scene, item: Item) -> bool:
    """Whether a preposition stands before a mention, or before its article."""
    before = words(scene.before(item))[-2:]
    if len(before) == 2 and before[1] not in _MELTED:
        article = before[1] == "l" or ("article", before[1]) in scene.lexicon.agreement
        before = before[:1] if article else before
    leads = scene.lexicon.signs("preposition").keys() | _MELTED
    return bool(before) and before[-1] in leads


def _is_said_to_be(scene: Scene, item: Item) -> bool:
    """Whether the sentence says what somebody is: "soy", "¿es usted", "je suis"."""
    sentence = _SENTENCE_END.split(scene.before(item))[-1]
    return not scene.lexicon.cues("being").keys().isdisjoint(words(sentence))


def flag_inhabitants(scene: Scene, items: list[Item]) -> None:
    """Raises CONSTRAINT_RELAXED for inhabitants for whom a place will stand."""
    for item in items:
        if item.kind is not Kind.PLACE or scene.constraint_for(ConstraintKind.SURROGATE, item):
            continue
        known = scene.stems.thing(item.text, item.kind)[1] or people_said(scene, item)
        if known or not (_is_inhabitant_here(scene, item) or is_unknown_people(scene, item)):
            continue
        scene.raise_issue(notices.INHABITANTS, item)


def _is_inhabitant_here(scene: Scene, item: Item) -> bool:
    """Whether a mention that no table has is of people, by itself or by the article before it."""
    lexicon, before = scene.lexicon, words(scene.before(item)[-_REACH:])[-1:]
    # "un [jardin]" in small letters is a thing, and told as a word that is no name.
    plain = item.text.islower() and not scene.dialogue.turns[item.turn].text.islower()
    one = bool(before) and before[0] in lexicon.cues("indefinite") and not plain
    unknown = item.text.isalpha() and not is_place(lexicon, fold(item.text))
    if before and before[0] in lexicon.cues("being") and not unknown:
        cuts = scene.stems.inflection.cut(item.text, place=True) if scene.stems.inflection else ()
        return any(fold(stem) == fold(item.text) for stem, _ in cuts)  # "sind [Polen]"
    endings = tuple(lexicon.signs("inhabitant"))
    told = fold(item.text).endswith(endings) and _is_said_to_be(scene, item)
    # "soy [maño]", "ich bin [...]": nobody is a town.
    told = told or (bool(before) and lexicon.cues("being").get(before[0]) == "person")
    told = one or (told and not _is_behind_preposition(scene, item))
    return is_inhabitant(lexicon, item.text) or (unknown and told)
