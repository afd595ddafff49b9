"""Regions, rivers, mountains and islands: each becomes another of its kind that goes with the
article before it ("in der [Pfalz]", "por el río [Miño]").

Called by `draws`; the names are the table `landscape` of each language.
"""

from surrogates.folding import PARTICLES, words
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.landscape import landscape_cues, landscape_names
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import word_before
from surrogates.things.groups import Group, without_article
from surrogates.things.regions import counties_of, is_called_province

_BEFORE = 40  # characters before an item in which it is said what it is


def kind_of_landscape(scene: Scene, group: Group) -> tuple[str, str] | None:
    """(kind, article) of what a group names, by the list or the word before it; None for towns
    and for provinces that nothing calls anything else."""
    names, cues = landscape_names(scene.lexicon), landscape_cues(scene.lexicon)
    keys = [without_article(key) for key in group.keys]
    known = [names[key] for key in keys if key in names]
    before = [word_before(scene, item) for item in group.items]
    said = [_word_that_says(scene, item) for item in group.items]
    county = any(key in counties_of(scene.lexicon) for key in keys)
    if not county and any(is_called_province(scene, item) for item in group.items):
        return None
    kind = next((cues[word] for word in said if word in cues), "")
    if kind:
        return kind, next((article for k, article in known if k == kind), "")
    if group.region:
        return next((one for one in known if one[0] == "river" and one[1] in before), None)
    called = county and any(is_called_province(scene, item) for item in group.items)
    if not called and any(key in scene.lexicon.own_places for key in group.keys):
        return None
    return next(iter(known), None)


def _word_that_says(scene: Scene, item: Item) -> str:
    """The folded word before an item and its particles: "barrio" of "el barrio de la [Paz]"."""
    text = scene.before(item)
    before = words(text[max(map(text.rfind, ",.;:¿?!")) + 1 :][-_BEFORE:])
    return next((word for word in reversed(before) if word not in PARTICLES), "")


def landscape_like(lexicon: Lexicon, kind: str, article: str) -> tuple[tuple[str, ...], ...]:
    """Names of a kind: those with the same article, then all."""
    rows = [row for row in lexicon.rows("landscape") if row["kind"] == kind]
    alike = tuple(row["name"] for row in rows if row["value"] == article)
    return alike, tuple(row["name"] for row in rows)
