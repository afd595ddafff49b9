"""Articles outside the spans: the gender they show, and the place that they are a part of.

"la [Caja Rural]" wants another feminine word; "al [Prat]" and "la [Coruña]" are El Prat and La
Coruña, whose article is not in the span.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from surrogates.folding import PARTICLES, PARTICLES_OF, fold, words
from surrogates.labels import Kind
from surrogates.languages.common_parts import kinds_of_thing
from surrogates.languages.inflection.sounds import vowel_onset
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.articles import articles_after, with_blank
from surrogates.languages.places.landscape import landscape_cues, landscape_names
from surrogates.languages.places.streets import HEAD_LAST
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.demonyms import people_said
from surrogates.things.geography.abroad.neighbour_regions import region_named
from surrogates.things.geography.abroad.regions_abroad import countries_of_regions
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.regions import counties_of
from surrogates.things.groups import thing_key, without_article

_IBERIAN = {"al": "el", "del": "el", "als": "els", "dels": "els"}
OF_PLACE = {
    "ca": {**_IBERIAN, "el": "el", "la": "la", "els": "els", "les": "les"},
    "es": {"al": "el", "del": "el", "el": "el", "la": "la", "los": "los", "las": "las"},
    "fr": {"au": "le", "du": "le", "aux": "les", "des": "les"},
}
_FRENCH = frozenset({"le", "la", "les"})  # before a region, too, where they stay
_BEFORE_COUNTRY = 12  # characters in which the word before a country stands
_WORDS_AND_BLANKS = re.compile(r"([^\W\d_]+)\s+")
_ARTICLE = re.compile(r"[dl]['’]|[^\W\d_]{2,3}\s+")
_CUE = re.compile(r"([^\W\d_]+)\s+(?:(?:de|du|des)\s+|d['’])?(?=\w)")
_BLANK = re.compile(r"\s+")
_L = re.compile(r"(?<!\w)l['’]$", re.IGNORECASE)
_ELIDED = re.compile(r"[dl]['’]")
_BEFORE_NOUN = re.compile(r"(?<!\w)l['’](?=\w)", re.IGNORECASE)
_LAST_WORD = re.compile(r"([^\W\d_]+(?:·[^\W\d_]+)?)\s+$")


def word_before(scene: Scene, item: Item) -> str:
    """The folded word before an item, where nothing but blanks stands between; or ""."""
    word = _LAST_WORD.search(scene.before(item)[-30:])
    return fold(word.group(1)) if word else ""


def asked_gender(scene: Scene, items: Iterable[Item]) -> frozenset[str] | None:
    """Genders and numbers ("fs") that suit the articles before all mentions; None without one."""
    agreement = scene.lexicon.agreement
    genders: frozenset[str] | None = None
    for item in items:
        numbered = item.text[:1].isdecimal()  # "au [12 rue Monge]"
        shown = None if numbered else agreement.get(("article", word_before(scene, item)))
        if shown is not None:
            own = _gender_of(scene.lexicon, item.text)
            shown = shown & own if own and shown & own else shown  # "der" is of more than one
            # Empty where articles differ: only a word without gender will do.
            genders = shown if genders is None else genders & shown
    return genders


def articles_asked(scene: Scene, item: Item, key: str) -> frozenset[str]:
    """Articles of the countries that the word before this one fits; empty where any will do."""
    if item.kind not in (Kind.PLACE, Kind.COUNTRY) or key not in scene.lexicon.country_keys:
        return frozenset()
    own = words(item.text)
    inside = own[:1] if own[1:] and own[0] in scene.lexicon.signs("preposition") else ()
    word = " ".join(inside or words(scene.before(item)[-_BEFORE_COUNTRY:])[-1:])
    return articles_after(scene.lexicon, word, key)


def agrees(
    lexicon: Lexicon, genders: frozenset[str] | None, name: str, *, sure: bool = False
) -> bool:
    """Whether the word that a name begins with (in German, ends with) suits the articles; a word
    whose gender is unknown does, unless it has to be `sure`."""
    if genders is None:
        return True
    shown = _gender_of(lexicon, name)
    return not sure if shown is None else bool(shown & genders)


def kind_before(scene: Scene, item: Item) -> str:
    """The folded word before an organisation that says what it is: "al hospital [La Fe]"; or ""."""
    word = word_before(scene, item)
    return (
        word
        if word in scene.lexicon.sector_of_head or word in kinds_of_thing(scene.lexicon)
        else ""
    )


def own_article(lexicon: Lexicon, said: str) -> str:
    """The article that the span of a region or a river begins with: "[la Garrotxa]"; or ""."""
    lead, key = _ARTICLE.match(said), without_article(fold(said))
    named = lead is not None and key != fold(said) and key in landscape_names(lexicon)
    return lead[0] if lead is not None and named else ""


def with_article(lexicon: Lexicon, said: str, name: str) -> str:
    """A new region or river, with the article of the span where both have the same one."""
    names = landscape_names(lexicon)
    one, other = (names.get(key, ("", ""))[1] for key in (without_article(fold(said)), fold(name)))
    return own_article(lexicon, said) + name if one and one == other else name


def lead_of(scene: Scene, item: Item) -> str:
    """The prepositions and articles that a span begins with, which stay: "in der [Parkstraße]",
    "l'[hôpital Saint-Joseph]". A particle of the name itself is a part of it: "calle [de Alcalá]",
    "[La Caixa]". So does what says that a province follows: "Co. [Kerry]".
    """
    if item.kind is Kind.PLACE:
        return _county(scene.lexicon, item.text) or _cue(scene.lexicon, item.text)
    if item.kind is Kind.STREET:
        return _lead(scene.lexicon, item.text)
    elided = _ELIDED.match(item.text)
    lead = _lead(scene.lexicon, item.text) or (elided[0] if elided else "")
    kind = words(item.text[len(lead) :])[:1]
    return lead if kind and kind[0] in kinds_of_thing(scene.lexicon) else ""


def _county(lexicon: Lexicon, text: str) -> str:
    """ "Co. ", "province of ": what says that a province or a county follows."""
    for cut in _BLANK.finditer(text):
        before, rest = text[: cut.end()], name_key(text[cut.end() :])
        known = rest in lexicon.province_by_key or rest in counties_of(lexicon)
        district = landscape_cues(lexicon).get(name_key(before)) == "rural_district"
        if district or (known and name_key(before) in lexicon.signs("province")):
            return before
    return ""


def lead_now(lexicon: Lexicon, lead: str, name: str) -> str:
    """What leads a name now: a county of England is called one by its name alone."""
    led, areas = lexicon.signs("county_led"), areas_of(lexicon)
    above = areas.above.get(name, "") or areas.provinces.get(fold(name), "")
    county = led and name_key(lead) in lexicon.signs("province") and above
    return "" if county and name_key(above) not in led else lead


def _cue(lexicon: Lexicon, text: str) -> str:
    """ "río ", "barrio de ": what says what the name after it is; "" in a name of its own."""
    names = landscape_names(lexicon)
    named = name_key(text) in lexicon.known_places or name_key(text) in names
    cue = None if named else _CUE.match(text)
    if cue is None or fold(cue[1]) not in landscape_cues(lexicon):
        return ""
    own = f"{fold(cue[1])} "  # "Mount Hood": the name has it
    return "" if any(name.startswith(own) for name in names) else cue[0]


def _lead(lexicon: Lexicon, text: str) -> str:
    end, leads = 0, False
    for word in _WORDS_AND_BLANKS.finditer(text):
        key = fold(word[1])
        preposition = key in lexicon.signs("preposition")
        article = ("article", key) in lexicon.agreement or (leads and key in PARTICLES)
        if word.start() != end or word.end() == len(text) or not (preposition or article):
            break
        end, leads = word.end(), leads or article or key not in PARTICLES_OF["fr"]
    return text[:end] if leads else ""


def suits_article(lexicon: Lexicon, said: str, name: str) -> bool:
    """Whether a new name of a street suits the article inside it: "calle [del Pino]"."""
    lead = [w for w in words(said)[:-1] if ("article", w) in lexicon.agreement][:1]
    elided = (
        _BEFORE_NOUN.search(name) if lexicon.lang == "ca" and _BEFORE_NOUN.search(said) else None
    )
    if elided is not None and fold(noun := name[elided.end() :]) not in lexicon.known_places:
        return agrees(lexicon, frozenset({"fs", "ms"}), noun, sure=True)  # no "de l'Ample"
    rest = name
    while (first := rest.partition(" ")) and fold(first[0]) in PARTICLES and first[2]:
        rest = first[2]
    if not lead or rest == name:
        return True
    elides = lexicon.lang == "ca" and vowel_onset(rest)  # "de l'Estret"
    return not elides and agrees(lexicon, lexicon.agreement[("article", lead[0])], rest, sure=True)


def _gender_of(lexicon: Lexicon, name: str) -> frozenset[str] | None:
    """What its first word, or in German the end of its last, may be; None where nobody knows."""
    parts = words(name)
    if not parts:
        return None
    if lexicon.lang not in HEAD_LAST:
        return lexicon.agreement.get(("noun", parts[0]))
    # "Uniklinik Strausberg" is no mountain: what it is stands first.
    head = parts[0] if parts[0] in kinds_of_thing(lexicon) else parts[-1]
    endings = (head[i:] for i in range(len(head) - 1))
    nouns = (lexicon.agreement.get(("noun", ending)) for ending in endings)
    return next((noun for noun in nouns if noun is not None), None)


def is_led(lexicon: Lexicon, article: str, key: str) -> bool:
    """Whether a table has a town, or the beginning of its name, with an article: "el [Prat]"."""
    name = with_blank(article) + key
    return any(known == name or known.startswith(f"{name} ") for known in _led(lexicon))


@lru_cache(maxsize=16)
def _led(lexicon: Lexicon) -> tuple[str, ...]:
    """Folded towns with an article of their own."""
    return tuple(key for key in sorted(lexicon.own_places) if without_article(key) != key)


@lru_cache(maxsize=16)
def _is_bare(lexicon: Lexicon) -> bool:
    """Whether the quarters of the tables stand without their articles."""
    rows = (row for row in lexicon.rows("landscape") if row["kind"] == "quarter")
    names = (fold(row["name"]) for row in rows)
    return all(without_article(name) == name for name in names)


def _is_melted(scene: Scene, key: str) -> bool:
    """Whether a town is said behind "au" or "du" elsewhere: "au [Puy-en-Velay] ... le [Puy]"."""
    places = scene.of_kind(scene.items, Kind.PLACE)
    melted = (item for item in places if word_before(scene, item) in ("au", "du"))
    return any(f"{thing_key(scene, item)} ".startswith(f"{key} ") for item in melted)


def article_of_place(scene: Scene, item: Item) -> str:
    """The article of a place that stands before it: "al [Prat]" -> "el"; or ""."""
    key = thing_key(scene, item)
    if item.kind is not Kind.PLACE or people_said(scene, item) is not None:
        return ""
    if without_article(key) != key:
        return ""
    articles = OF_PLACE.get(scene.dialogue.lang.split("-")[0], {})
    article = articles.get(word_before(scene, item), "")
    if (word := word_before(scene, item)) in _FRENCH and "aux" in articles:
        led = is_led(scene.lexicon, word, key) or (word == "le" and _is_melted(scene, key))
        article = word if led else ""  # "depuis le [Mans]"
    if not article and articles and _L.search(scene.before(item)):
        # A Catalan town that no table has can but have the article of its name.
        sure = scene.lexicon.lang == "ca" or is_led(scene.lexicon, "l'", key)
        article = "l'" if sure else ""
    kind, own = landscape_names(scene.lexicon).get(key, ("quarter", ""))
    # "El Raval" has it in its name, a French quarter in the table alone.
    plain = (
        key in scene.lexicon.country_keys
        or key in countries_of_regions(scene.lexicon)
        or region_named(scene.lexicon, key)
        or kind != "quarter"
        or (bool(own) and _is_bare(scene.lexicon))
    )
    return "" if plain else article
