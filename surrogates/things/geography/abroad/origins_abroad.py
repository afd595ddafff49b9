"""Towns of other countries that somebody comes from: "colombiana, de [Medellín]", "in [India], in
[Kolkata]", "he is [Ghanaian], born in [Kumasi]".

Such a town becomes one of the country that was drawn; where somebody moved to ("moved to [Leeds]
from [Poland]") is no town of it. Called by `areas` before areas are drawn.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import is_nationality
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.demonyms import people_said
from surrogates.things.groups import Group

_JOINED = 12  # signs between a town and its country where prepositions stand between them
_BEFORE = 4  # words before a town that may say that somebody was born there
_AFTER = 2  # and behind it
_BORN, _COME = "born", "come"  # what the cue `native` says; who came, came from there
_OWN = 2  # words that a town and who is of its country may have between them: "y soy de"


def is_joined(scene: Scene, town: Group, country: Group) -> bool:
    """Whether a country follows a town behind a preposition ("Tolosa, a França") that says no
    other way ("to [Leeds] from [Poland]"), or the town follows it ("in [India], in [Kolkata]")."""
    away = _away(scene.lexicon)
    leads = _leads(scene.lexicon)
    at_home = any(key.text in scene.lexicon.own_places for key in town.keys)
    for one in town.items:
        for other in country.items:
            if one.turn != other.turn:
                continue
            said = words(scene.between(*sorted((one, other), key=lambda item: item.start)))
            if not all(word in leads for word in said):
                continue
            if 0 <= other.start - one.end <= _JOINED and not (away - PARTICLES & {*said}):
                return True
            led = 0 <= one.start - other.end <= _JOINED and said and not at_home
            if led and not _is_of_people(scene, other):
                return True
    return False


def country_of_birth(
    scene: Scene, town: Group, countries: Sequence[tuple[Group, str]], wholes: Mapping[str, str]
) -> str:
    """The country or nation that is said of somebody who comes from a town, where no table has the
    town elsewhere; or "". `countries`: groups and what they name; `wholes`: what folded parts of
    countries lie in."""
    told: list[tuple[int, int, str]] = []
    for own in town.items:
        for group, land in countries:
            if not _may_lie_in(scene.lexicon, town, land, wholes):
                continue
            for other in group.items:
                if _is_native(scene, own, other):
                    told.append((own.turn - other.turn, abs(own.start - other.start), land))
    return min(told, default=(0, 0, ""))[-1]


@lru_cache(maxsize=16)
def _away(lexicon: Lexicon) -> frozenset[str]:
    """Words before a place that somebody comes from."""
    return frozenset(word for word, way in lexicon.cues("distance").items() if way == "from")


@lru_cache(maxsize=16)
def _leads(lexicon: Lexicon) -> frozenset[str]:
    articles = (form for kind, form in lexicon.agreement if kind == "article")
    return frozenset({*lexicon.signs("preposition"), "of", *articles})


@lru_cache(maxsize=16)
def _lands(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded town -> its country, also where a town at home has that name."""
    return {name_key(row["name"]): row["country"] for row in lexicon.all_rows("abroad")}


def _may_lie_in(lexicon: Lexicon, town: Group, land: str, wholes: Mapping[str, str]) -> bool:
    known = {_lands(lexicon).get(name_key(key.text), "") for key in town.keys} - {""}
    if known:
        return land in known or wholes.get(fold(land), "") in known
    return not any(key.text in lexicon.own_places for key in town.keys)


def _is_native(scene: Scene, town: Item, other: Item) -> bool:
    """Whether who is said to be of a country, or to come from it, is said to be of a town."""
    if not 0 <= town.turn - other.turn <= 1:
        return False
    lexicon = scene.lexicon
    away = _away(lexicon)
    before = words(scene.before(town))[-_BEFORE:]
    after = words(scene.after(town))[:_AFTER]
    told = {lexicon.cues("native").get(word, "") for word in (*before, *after)}
    # "[Kumasitik] etorri", "de [Medellín]"
    from_there = (before[-1:] and before[-1] in away) or (
        scene.stems.inflection is not None and (lexicon.lang == "eu" and town.text.endswith("ik"))
    )
    if _BORN in told or (_COME in told and from_there):
        return True
    if town.turn != other.turn or not _is_of_people(scene, other) or town.start < other.end:
        return False
    said = words(scene.between(other, town))
    return bool(from_there) and 0 < len(said) <= _OWN and said[-1] in away


def _is_of_people(scene: Scene, item: Item) -> bool:
    return is_nationality(item.label) or people_said(scene, item) is not None
