"""What endings inside a span, and the text glued to it, ask of the surrogate in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from surrogates.folding import WORD, fold
from surrogates.labels import Kind
from surrogates.languages.inflection import Glue
from surrogates.languages.inflection.sounds import doubtful_onset
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.articles import article_of, with_blank
from surrogates.people.entities import Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

STRICT, GLUE, FREE = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Facet:
    """The form with this key has an ending inside its span, or text that sounds with it outside."""

    key: str
    ending: str = ""
    glue: tuple[Glue, ...] = ()
    article: str = ""  # it has melted into a preposition outside: "al [Prat]" is El Prat
    articles: frozenset[str] = frozenset()  # those that a country may have

    @property
    def asks(self) -> bool:
        return bool(self.ending or self.glue or self.article or self.articles)


def facet_of(scene: Scene, key: str, unit: Unit) -> Facet:
    """The facet of a name's form where a unit stands."""
    return facet(scene, key, unit.item, unit.start, unit.end, unit.ending)


def facet(scene: Scene, key: str, item: Item, start: int, end: int, ending: str) -> Facet:
    """The facet of a form at [start, end) of an item's text."""
    if scene.stems.inflection is None:
        return Facet(key)
    before = scene.before(item) if start == 0 and not ending else ""
    after = scene.after(item) if end == len(item.text) and not ending else ""
    return Facet(key, ending, scene.stems.glue(before, item.text[start:end], after))


def facets_of_firms(scene: Scene, units: Iterable[tuple[str, Unit]]) -> list[Facet]:
    """What the places of firms ask that begin with a name of the dialogue: "de [Kerbrat et Fils]";
    `units`, each behind its key."""
    of = {fold(unit.bare): key for key, unit in units}
    firms = ((item, WORD.match(item.text)) for item in scene.of_kind(scene.items, Kind.ORG))
    led = ((item, word) for item, word in firms if word is not None and fold(word[0]) in of)
    return [facet(scene, of[fold(word[0])], item, 0, word.end(), "") for item, word in led]


def met(scene: Scene, facets: Iterable[Facet], forms: Mapping[str, str], level: int) -> bool:
    """Whether forms suit their places: STRICT also wants endings that leave the form as it is."""
    stems = scene.stems
    if level == FREE or stems.inflection is None:
        return True
    facets = list(facets)
    wavering = _wavering(facets)
    for one in facets:
        form = forms.get(one.key, "")
        if one.article:
            lead = with_blank(one.article)
            if not form.lower().startswith(lead):
                return False
            form = form[len(lead) :]
        wavers = one.key in wavering
        if wavers and level == STRICT and not doubtful_onset(form):
            return False
        glued = [g for g in one.glue if not wavers or _elided(g)]
        if not form or not all(glue.fits(stems.inflection, form) for glue in glued):
            return False
        if one.articles and article_of(scene.lexicon, form) not in one.articles:
            return False
        people = one.ending in stems.inflection.OF_PLACES
        country = people and name_key(form) in _lands(scene.lexicon)
        if country and not stems.regular(form, one.ending):
            return False  # nobody says "Portugaler": its people are listed, or are not made
        # "l'[Hospital] de Vic" begins as it did: what stands before it is right.
        begins_so = name_key(form).split()[:1] == one.key.split()[:1]
        glue = (g for g in glued if not (wavers or (g.before and begins_so)))
        endings = [one.ending, *(g.ending for g in glue)]
        if one.ending and scene.inflects_original(stems.put(form, one.ending, "")):
            return False  # "Jonek" may be Jone's, and Jon's as well
        if level == STRICT and not all(stems.regular(form, e) for e in endings if e):
            return False
    return True


def contradict(scene: Scene, facets: Iterable[Facet]) -> bool:
    """Whether no form meets them but FREE: before one key stands "el" in one place and "la" in
    another."""
    leads: dict[str, set[str]] = {}
    for one in facets:
        if one.article:
            leads.setdefault(one.key, set()).add(with_blank(one.article))
    apart = (not b.startswith(a) for row in leads.values() for a, b in pairwise(sorted(row)))
    return scene.stems.inflection is not None and any(apart)


@lru_cache(maxsize=16)
def _lands(lexicon: Lexicon) -> frozenset[str]:
    """Folded countries, and regions of others, whose people are listed or not made."""
    regions = (name_key(row["region"]) for row in lexicon.rows("regions_abroad"))
    return lexicon.country_keys.union(regions)


def _elided(glue: Glue) -> bool:
    return glue.before.endswith("'")


def _wavering(facets: Iterable[Facet]) -> frozenset[str]:
    """Keys before which a word elides in one place and not in another: "de Hélène", "d'Hélène";
    not "d'Issoudun", "à Issoudun"."""
    glued = [(one.key, glue) for one in facets for glue in one.glue if glue.before]
    said = {(key, glue.ending, _elided(glue)) for key, glue in glued}
    return frozenset(k for k, ending, elided in said if elided and (k, ending, False) in said)
