"""Regions, rivers, mountains and islands: each becomes another of its kind that goes with the
article before it ("in der [Pfalz]", "por el río [Miño]").

Called by `draws`; the names are the table `landscape` of each language.
"""

from collections.abc import Callable, Mapping

from surrogates import draw
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import Kind, is_town_label
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.landscape import landscape_cues, landscape_names
from surrogates.languages.places.streets import HEAD_LAST
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import OF_PLACE, is_led, word_before
from surrogates.things.geography.areas import Areas, areas_of
from surrogates.things.geography.lands import land_asked
from surrogates.things.geography.regions import counties_of, is_called_province
from surrogates.things.groups import Group, thing_key, without_article

# What the articles before a place are, where towns have none; with prepositions in them, too.
_BEFORE_PLACE = {
    "de": {
        **dict.fromkeys(("der", "die"), "die"), "das": "das", "ins": "das", "den": "der",
        **dict.fromkeys(("dem", "im"), "der das"),
    },
    "en": {"the": "the"},
}  # fmt: skip
_AT_WATER = frozenset({("am",), ("an", "der")})
_ON_MOUNTAINS = frozenset({("auf", "dem"), ("auf", "den"), ("uber", "den")})
_OF_TOWNS = ("mountain", "range", "region")  # many are called after a town in them
_WIDE = ("state", "region", "county")  # what no label of towns holds
_ON = ("auf",)
_BEFORE = 40  # characters before an item in which it is said what it is


def kind_of_landscape(scene: Scene, group: Group) -> tuple[str, str] | None:
    """(kind, article) of what a group names, by the list or the word before it; None for towns
    and for provinces that nothing calls anything else."""
    names, cues = landscape_names(scene.lexicon), landscape_cues(scene.lexicon)
    if all(is_town_label(item.label) for item in group.items):
        names = {key: known for key, known in names.items() if known[0] not in _WIDE}
    keys = [without_article(key) for key in group.keys]
    known = [names[key] for key in keys if key in names]
    before = [word_before(scene, item) for item in group.items]
    said = [_word_that_says(scene, item) for item in group.items]
    county = any(key in counties_of(scene.lexicon) for key in keys)
    last = (key.split()[-1] for key in group.keys if " " in key)  # "the [Ohio River]"
    said += list(last) if scene.lexicon.lang in HEAD_LAST else []
    kind = next((cues[word] for word in said if word in cues), "")
    called = any(is_called_province(scene, item) for item in group.items)
    if called and not county and kind != "rural_district":
        return None
    if kind in _OF_TOWNS and _is_town_too(scene, group, cues):
        return None
    if kind:
        return kind, next((article for k, article in known if k == kind), "")
    if group.region:
        return next((one for one in known if one[0] == "river" and one[1] in before), None)
    if not (county and called) and any(key in scene.lexicon.own_places for key in group.keys):
        return None
    quarter = ("quarter", "") if any(_is_joined(scene, item) for item in group.items) else None
    return next(iter(known), None) or quarter or _told_by_article(scene, group)


def _is_town_too(scene: Scene, group: Group, cues: Mapping[str, str]) -> bool:
    """Whether a mention without such a word is a town: "[Cazorla], en la sierra de [Cazorla]"."""
    return any(
        thing_key(scene, item) in scene.lexicon.own_places
        and _word_that_says(scene, item) not in cues
        for item in group.items
    )


def _is_joined(scene: Scene, item: Item) -> bool:
    """Whether a place is written behind a town with a hyphen: "[Hamburg]-[Ottensen]"."""
    row = scene.items_by_turn.get(item.turn, [])
    before = next((i for i in row if i.end == item.start - 1 and i.kind is Kind.PLACE), None)
    return before is not None and scene.between(before, item) == "-"


def _told_by_article(scene: Scene, group: Group) -> tuple[str, str] | None:
    """What nobody knows and an article stands before ("in der [Wiehre]") is a quarter of the town
    that is said, else a region; where towns have articles, too ("el [Prat]"), a quarter alone."""
    lexicon, lang = scene.lexicon, scene.lexicon.lang
    articles = {**OF_PLACE.get(lang, {}), **_BEFORE_PLACE.get(lang, {})}
    said = (_article_before(scene, item, articles) for item in group.items)
    article = next(filter(None, said), "")
    if lang == "de":
        led = {tuple(words(scene.before(item))[-2:]) for item in group.items}
        if any(lead[-1:] in _AT_WATER or lead in _AT_WATER for lead in led):
            return "river", "die" if ("an", "der") in led else "der"  # "am [Bodensee]"
        if led & _ON_MOUNTAINS:
            return "mountain", "der"  # "über den [Brenner]"
        if any(lead[-1:] == _ON for lead in led) and not _is_listed(lexicon, group):
            return "island", ""  # "auf [Pellworm]"
    named = any(is_led(lexicon, article, key) for key in group.keys)
    if not article or named or _is_listed(lexicon, group):
        return None
    keys = {thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE)}
    if keys - set(group.keys) - landscape_names(lexicon).keys() - lexicon.country_keys:
        return "quarter", article
    return ("region", article) if lang in _BEFORE_PLACE else None


def _is_listed(lexicon: Lexicon, group: Group) -> bool:
    return any(key in lexicon.known_places for key in group.keys)


def _article_before(scene: Scene, item: Item, articles: Mapping[str, str]) -> str:
    """The articles that the word before a place may be, with blanks between; or ""."""
    before = words(scene.before(item))[-2:]
    word = word_before(scene, item)
    led = word in ("im", "ins") or before[:1] in (("aus",), ("in",), ("von",))
    return articles.get(word, "") if led or scene.lexicon.lang != "de" else ""


def _word_that_says(scene: Scene, item: Item) -> str:
    """The folded word before an item and its particles: "barrio" of "el barrio de la [Paz]"."""
    text = scene.before(item)
    before = words(text[max(map(text.rfind, ",.;:¿?!")) + 1 :][-_BEFORE:])
    return next((word for word in reversed(before) if word not in PARTICLES), "")


def landscape_like(lexicon: Lexicon, kind: str, article: str) -> tuple[tuple[str, ...], ...]:
    """Names of a kind: those with the same article, then all."""
    states = of_states(lexicon)
    rows = [row for row in lexicon.rows("landscape") if row["kind"] == kind]
    rows = [row for row in rows if row["name"] not in states]
    asked = article.split() or [""]
    alike = tuple(row["name"] for row in rows if row["value"] in asked)
    return alike, tuple(row["name"] for row in rows)


def draw_county(scene: Scene, group: Group, seed: bytes, fits: Callable[[str], bool]) -> str | None:
    """An American county for one that is said as such, of the state that was drawn, else of any:
    "[Mendocino County]"; its last word says what it is and stays."""
    lexicon, areas = scene.lexicon, areas_of(scene.lexicon)
    heads = {key.split()[-1] for key in group.keys if " " in key} & landscape_cues(lexicon).keys()
    if not heads or not (group.within in areas.codes or land_asked(scene, group) == _land(areas)):
        return None
    bare = {name.rpartition(" ")[0]: name for name in of_states(lexicon)
            if fold(name).split()[-1] in heads}  # fmt: skip
    own = [one for one, name in bare.items() if areas.of.get(fold(name)) == group.within]
    for names in (own, list(bare)):
        pool = draw.Pool((name, 1.0) for name in names)
        drawn = scene.first_allowed(seed, pool, lambda name: fits(bare[name]))
        if drawn is not None:
            for item in group.items:
                scene.told[item.index] = frozenset(heads)
            return bare[drawn]
    return None


def of_states(lexicon: Lexicon) -> tuple[str, ...]:
    """What lies in a state that has a short form: "Kern County", in CA."""
    areas = areas_of(lexicon)
    rows = (row["name"] for row in lexicon.rows("landscape") if row["kind"] == "region")
    return tuple(name for name in rows if areas.of.get(fold(name), "") in areas.codes)


def _land(areas: Areas) -> str:
    """The country whose states have short forms."""
    return next((areas.above.get(area, "") for area in areas.codes), "")
