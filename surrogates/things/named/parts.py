"""What stands for the parts of a thing's name that name it: a town, a person, a devotion, a word.

A part is drawn by what it is like. Where the dialogue says the same town or person elsewhere, it
becomes what that one became.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.inflection import inflection_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import (
    Demonym,
    demonym_of,
    has_demonym,
    put_demonym,
)
from surrogates.languages.places.landscape import landscape_names
from surrogates.scene import Scene
from surrogates.things.geography.areas import area_now, areas_of, is_within
from surrogates.things.named.pools import NO_CODES, Codes
from surrogates.things.named.rows import (
    acronyms,
    inflects,
    row_of,
    surnames,
    towns_among,
    towns_as_long,
    towns_of,
)
from surrogates.things.organisations import is_acronym, like_acronym
from surrogates.things.proper_parts import (
    FAMILY,
    Naming,
    Part,
    given_title,
    part_now,
    people_now,
)
from surrogates.things.telephones.towns_in_names import towns_dialled

_DAY = re.compile(r"\d{1,2} d(?:e |['’])([^\W\d_]+)")
# Endings of the word that an article goes with; names of towns and people take none.
_AFTER_ARTICLE = {
    "es": {"la": r"(?:[^s]|^)a", "las": r"as", "los": r"[oe]s", "el": "o", "del": "o", "al": "o",
           "da": r"(?:[^s]|^)a", "das": r"as", "dos": r"[oe]s", "do": "o"},
    "ca": {"la": r"(?:[^s]|^)a", "les": r"es", "els": r"[^e]s", "el": r"[^asl]", "del": r"[^asl]",
           "al": r"[^asl]", "dels": r"[^e]s"},
    "fr": {"les": "s"},
}  # fmt: skip
_NOUNS = ("fp", "fs", "mp", "ms", "np", "ns", "p", "s")
_ELIDES = frozenset({"fs", "ms"})
_BARE_REGIONS = ("de", "en", "es")  # languages in which regions mostly have no article
_PLURAL = {"de": ("en", "n")}  # how plurals end
# What stands before the names of French streets, by its last word.
_FRENCH_LEADS = {"du": "du ", "des": "des ", "la": "de la "}
_NAMED_AFTER = ("health", "street")  # of two unknown words, mostly somebody
_FAMILY = ("shop", "services", "food")  # mostly called after who has them
OF = {"es": "de", "ca": "de", "fr": "de", "en": ""}  # "": before the name
WHOLE = (
    "health",
    "public",
    "school",
    "site",
)  # sectors whose names are towns more often than words
# Articles that elide before a vowel, of those that are melted with a preposition too.
_BEFORE_CONSONANT = {
    "ca": frozenset({"el", "la", "del", "al", "pel"}), "fr": frozenset({"le", "la", "du", "au"}),
}  # fmt: skip
_POSSESSIVE = re.compile(r"['’]s$")


def name_parts(
    scene: Scene,
    parts: Sequence[Part],
    seed: bytes,
    *,
    sector: str,
    moved: Mapping[str, str],
    named: Naming,
    nouns: Sequence[str],
    fits: Callable[[Naming], bool],
    codes: Codes = NO_CODES,
    seats: Set[str] = frozenset(),
) -> Naming | None:
    """What stands for each part, the longest first; None where nothing is left.

    `moved`: folded places of the dialogue and what they became; `named`: what
    stands for parts of other names; `nouns`: what words are drawn from; `codes`: what numbers that
    are said with a folded town begin with; `seats`: folded towns that such a thing may be in.
    """
    naming: Naming = {}
    people = people_now(scene)
    # By what they are, not by where they came from: a set has another order in each process.
    # What a title tells ("St. Josef") or an article ("des Deux Vallées") counts for the same part
    # without it ("Josef-Krankenhaus").
    # What is said most is said alone, too ("Harlow's"), and asks more of its name.
    said = Counter(part.key for part in parts)
    in_order = sorted(set(parts), key=lambda part: (-len(part.key), -said[part.key], _rank(part)))
    for number, part in enumerate(in_order):
        if part_now(part, naming) != part.text:
            continue
        own = draw.entity_seed(seed, "part", sector, str(number))
        cut = scene.stems.thing(part.text, Kind.PLACE) if inflects(scene) else (part.text, "")
        owner = _owner(scene, part, people)
        stem, ending = (owner, "s") if owner else cut
        bare = replace(part, text=stem, title=part.title or given_title(owner, scene.lexicon))
        known = moved.get(" ".join(words(stem))) or _as_people(bare, people)
        known = known or naming.get(words(stem), "") or named.get(part.key, "")
        known = known or _of_longer_town(stem, part, sector, moved)
        dialled = [] if known else towns_dialled(scene, " ".join(words(stem)), codes)
        options = [known] if known else _options(scene, bare, own, sector, nouns, moved)
        if not known and seats & {key := " ".join(words(stem))}:
            around = area_now(scene.lexicon, key, moved)
            towns = towns_among(scene, seats, key)
            towns = [t for t in towns if not around or is_within(scene.lexicon, t, around)]
            options = chain(row_of(scene, own, [towns]), options)
        options = chain(row_of(scene, own, [dialled]), options) if dialled else options
        # "Österreichische Nationalbank", "Bank of Ireland"
        areas = areas_of(scene.lexicon)
        inland = bool(areas.above.get(areas.names.get(fold(stem), "")))  # "Wales"
        led = ending or (part.article == "of" and not inland)
        if led and not known and fold(stem) in scene.lexicon.country_keys:
            lands = [c for c in scene.lexicon.countries if scene.stems.regular(c, ending or "s")]
            options = chain(row_of(scene, own, [lands]), options)
        behind = _possessive(part.text)
        owned = (each.removesuffix(behind) + behind for each in options)
        for option in owned:
            now = {part.key: scene.stems.put(option, ending, part.text)}
            now |= {words(stem): option} if ending else {}  # it may be said without, too
            if suits_elision(part, now[part.key], scene.lexicon) and fits({**naming, **now}):
                naming |= now
                break
        else:
            return None
    return naming


def _owner(scene: Scene, part: Part, people: Mapping[str, str]) -> str:
    """Whose something is in German: the name of "[Müllers] Bäckerei"; or ""."""
    lexicon, stem = scene.lexicon, part.text.removesuffix("s")
    if lexicon.lang != "de" or part.start or stem == part.text:
        return ""

    def is_name(key: str) -> bool:
        return key in people or key in lexicon.name_by_key or key in surnames(lexicon)

    alone = fold(stem) in people or not is_name(fold(part.text))  # "Peters" is a name
    return stem if alone and is_name(fold(stem)) else ""


def _of_longer_town(stem: str, part: Part, sector: str, moved: Mapping[str, str]) -> str:
    """What became of the one town of the dialogue whose name goes on behind these words, where a
    thing is called after its town: "Hospital de [Medina]" beside Medina del Campo; or ""."""
    said, led = " ".join(words(stem)), bool(part.article) or sector in WHOLE
    longer = {moved[key] for key in moved if key.startswith(f"{said} ")}
    return longer.pop() if len(longer) == 1 and not part.title and led else ""


def _rank(part: Part) -> tuple[tuple[str, ...], bool, tuple[bool, str, bool, str], str]:
    telling = (not part.title, part.title, not part.article, part.article)
    return part.key, not part.joined, telling, part.text


def suits_elision(part: Part, new: str, lexicon: Lexicon) -> bool:
    """Whether the article before a part is written so before a new one: "del" or "de l'"."""
    inflection = inflection_of(lexicon.lang)
    whole = _BEFORE_CONSONANT.get(lexicon.lang)
    if whole is None or inflection is None or part.article not in {*whole, "l'"}:
        return True
    elides = inflection.put(new, "la") != f"la {new}"
    plural = lexicon.agreement.get(("noun", (words(new) or ("",))[0]), frozenset()) & {"mp", "fp"}
    return elides == (part.article == "l'") and not plural


def _as_people(part: Part, people: Mapping[str, str]) -> str:
    keys = [_POSSESSIVE.sub("", key) for key in part.key]  # "Sutton's Bakery"
    known = bool(keys) and all(key in people for key in keys) and part.title != "devotion"
    return " ".join(_as_name(people[key]) for key in keys) if known else ""


def _as_name(word: str) -> str:
    return word.capitalize() if word.isupper() or word.islower() else word


def _options(
    scene: Scene,
    part: Part,
    seed: bytes,
    sector: str,
    nouns: Sequence[str],
    moved: Mapping[str, str],
) -> Iterator[str]:
    """What may stand for a part, the best first: of its own kind, then any word."""
    lexicon, size = scene.lexicon, len(part.key)
    first = part.key[0] if part.key else ""
    if size == 1 and (demonym := demonym_of(lexicon, part.text)) is not None:
        yield from row_of(scene, seed, [_peoples(lexicon, demonym, part.text, moved)])
    if part.title == "devotion":
        devotions = lexicon.organisation_parts("devotion")
        led = [
            d for d in devotions if _led_by(d) == _led_by(part.text)
        ]  # "el [Rocío]" is said, too
        yield from row_of(scene, seed, [led])
        yield from row_of(scene, seed, [devotions])
    if part.title in ("man", "woman"):
        given = lexicon.organisation_parts("saint", part.title) or [
            n.text for n in lexicon.name_entries if n.gender == part.title[0].replace("w", "f")
            and n.kind == "full"]  # fmt: skip
        made = row_of(scene, seed, [given, *[lexicon.surnames] * (size - 1)])
        yield from (f"{name}{_possessive(part.text)}" for name in made)
    if is_acronym(part.text):
        drawn = acronyms(scene, seed, part.text.replace("&", "").replace("d", ""), tries=20)
        yield from (like_acronym(part.text, each) for each in drawn)
    day = _DAY.fullmatch(fold(part.text))
    if day is not None and day[1] in lexicon.month_numbers:
        stream = draw.Stream(seed, "day")
        months = [m for m in lexicon.months if fold(m) != day[1]]
        between = part.text[part.text.index(" ") :].rpartition(" ")[0]
        yield f"{1 + stream.below(28)}{between} {stream.choice(months)}"
    town = " ".join(words(part.text))
    # Where articles stand before regions, those of others may not suit.
    plain = lexicon.lang in _BARE_REGIONS or part.article == "l'"
    like = _regions_like(town, lexicon) if plain and sector != "street" else []
    if like:
        yield from row_of(scene, seed, [like])
    if part.purpose and town not in lexicon.known_places:
        yield from _purposes(scene, part, seed)
    led = _led_nouns(part, lexicon)
    if led:
        yield from row_of(scene, seed, [led])
    endings = _AFTER_ARTICLE.get(lexicon.lang, {})
    if part.article in endings:
        ending = re.compile(endings[part.article] + "$")
        yield from row_of(scene, seed, [[n for n in nouns if ending.search(fold(n).split()[0])]])
    if lexicon.lang == "fr" and part.article in _FRENCH_LEADS:
        lead = _FRENCH_LEADS[part.article]  # "la clinique [du Parc]" is no town's
        named = (n.removeprefix(lead) for n in lexicon.streets("name") if n.startswith(lead))
        yield from row_of(scene, seed, [list(named)])
    yield from _town_within(scene, part, seed, moved)
    joined = part.title == FAMILY or (part.joined and part.text not in nouns)
    joined = joined or bool(_possessive(part.text))  # "Hobson's Pharmacy" is somebody's
    # "Avenue Gambetta" is somebody's: other names of French streets have an article.
    joined = joined or (lexicon.lang == "fr" and sector == "street" and not part.article)
    if town in lexicon.known_places and not joined:
        around = area_now(lexicon, town, moved)
        within = [name for name in towns_of(scene) if around and is_within(lexicon, name, around)]
        cities = [name for name in within if lexicon.place_by_key[fold(name)].type == "city"]
        yield from row_of(scene, seed, [cities])  # "Universität"
        yield from row_of(scene, seed, [within])
        yield from row_of(scene, seed, [towns_as_long(scene, size)])
    elif size == 1 and (part.title == "surname" or joined):
        yield from row_of(scene, seed, [lexicon.surnames])
    elif size > 1 and (part.title or first in lexicon.name_by_key or sector in _NAMED_AFTER):
        given = [n.text for n in lexicon.name_entries if n.kind == "full"]
        yield from row_of(scene, seed, [given, *[lexicon.surnames] * (size - 1)])
    elif first in surnames(lexicon) or (
        size == 1 and not part.article and sector in _FAMILY and part.text not in nouns
    ):
        yield from row_of(scene, seed, [lexicon.surnames])
    elif sector in WHOLE:
        yield from _names_where_towns_are_said(scene, part, seed, moved)
        yield from row_of(scene, seed, [towns_as_long(scene, size)])
    yield from row_of(scene, seed, [nouns])  # several in a row look invented


def _led_by(name: str) -> str:
    """The small words that a name begins with: "de la" of "de la Esperanza"."""
    return name[: next((m.start() for m in re.finditer(r"\b[A-ZÀ-Ý]", name)), 0)].strip().lower()


def _town_within(scene: Scene, part: Part, seed: bytes, moved: Mapping[str, str]) -> Iterator[str]:
    """A town alone for one with more behind it: "CHU [Grenoble Alpes]"."""
    for size in range(len(part.key) - 1, 0, -1):
        town = " ".join(part.key[:size])
        if town in moved or town in scene.lexicon.own_places:
            yield from [moved[town]] if town in moved else []
            yield from row_of(scene, seed, [towns_as_long(scene, 1)])
            return


def _names_where_towns_are_said(
    scene: Scene, part: Part, seed: bytes, moved: Mapping[str, str]
) -> Iterator[str]:
    """Names of people for a word that is no town, beside towns of the dialogue: "Royal [Victoria]
    Infirmary in Newcastle" is of no other town."""
    lexicon = scene.lexicon
    if len(part.key) != 1 or part.article or not any(t in lexicon.place_by_key for t in moved):
        return
    name = lexicon.name_by_key.get(part.key[0])
    if name is not None:
        alike = (n for n in lexicon.name_entries if n.kind == "full" and n.gender == name.gender)
        yield from row_of(scene, seed, [[n.text for n in alike]])
    yield from row_of(scene, seed, [lexicon.surnames])


def _peoples(lexicon: Lexicon, demonym: Demonym, text: str, moved: Mapping[str, str]) -> list[str]:
    """ "Instituto [Vasco]": the adjectives of what its place became, or of places of its type."""
    types = dict.fromkeys(map(fold, lexicon.countries), "country")
    types |= {fold(row["name"]): row["kind"] for row in lexicon.rows("landscape")}
    types |= {key: place.type for key, place in lexicon.place_by_key.items()}
    own = fold(demonym.place)
    places = [row["place"] for row in lexicon.rows("demonyms")]
    places = [each for each in places if types.get(fold(each)) == types.get(own)]
    now = [moved[own]] if own in moved else [each for each in places if fold(each) != own]
    now = [each for each in now if has_demonym(lexicon, each, demonym)]
    return [put_demonym(lexicon, each, demonym, text) for each in now]


def _regions_like(key: str, lexicon: Lexicon) -> list[str]:
    """Other regions with the article of one: "Heimatverein [Vorpommern]"."""
    names, areas = landscape_names(lexicon), areas_of(lexicon)
    own, area = names.get(key, ("", "")), areas.names.get(key, "")
    if key in lexicon.own_places or (own[0] != "region" and not areas.above.get(area)):
        return []
    rows = (row["name"] for row in lexicon.rows("landscape") if row["kind"] == "region")
    if own[0] != "region":
        rows = (name for name, land in areas.above.items() if land == areas.above[area])
    return [name for name in rows if names.get(fold(name), own)[1] == own[1]]


def _purposes(scene: Scene, part: Part, seed: bytes) -> Iterator[str]:
    """What other organisations are for, that suits the article before: "para el [Ajedrez]"."""
    rows = [row for row in scene.lexicon.rows("organisations") if row["part"] == "purpose"]
    asked = scene.lexicon.agreement.get(("article", part.article), frozenset())
    fit = [row["form"] for row in rows if not row["sector"] or row["sector"] in asked]
    for form in row_of(scene, seed, [fit]):
        yield form[:1].lower() + form[1:] if part.text[:1].islower() else form


def _led_nouns(part: Part, lexicon: Lexicon) -> list[str]:
    """Nouns of the gender and number of the article before a part: "Las [Moreras]"."""
    if part.article in ("", "of"):
        return []
    of = {noun: g for g in _NOUNS for noun in lexicon.organisation_parts("noun", g)}
    key = part.key[-1] if part.key else ""
    asked = lexicon.agreement.get(("article", part.article), frozenset())
    if not of:
        return []
    many = "p" if key.endswith(_PLURAL.get(lexicon.lang, "s")) else "s"
    asked = asked or (_ELIDES if part.article == "l'" else frozenset({many}))
    own = next(({g} for noun, g in of.items() if fold(noun) == key), set())
    shown = (asked & own) or {g for g in asked if g.endswith(many)} or asked
    return [noun for noun, gender in of.items() if gender in shown]


def _possessive(text: str) -> str:
    """The ending of "St Brigid's", which the name of another saint has too; or ""."""
    ending = _POSSESSIVE.search(text)
    return ending[0] if ending else ""


def of_town(name: str, town: str, lexicon: Lexicon) -> str:
    """ "Hospital General" names none by itself: "Hospital General de Cuenca"."""
    inflection, of = inflection_of(lexicon.lang), OF[lexicon.lang]
    if not of:  # "the Bowling Club" -> "the Boston Bowling Club"
        the = re.match(r"the ", name, re.I)
        lead = the[0] if the else ""
        return f"{lead}{town} {name[len(lead) :]}"
    elides = inflection is not None and of in inflection.PROCLITICS
    put = inflection.put(town, of) if inflection and elides else f"{of} {town}"
    return f"{name} {put}"
