"""Streets that are called in another language than the dialogue's: "la [Nafarroa kalea 23]" in
Spanish, "a la [calle Mayor 5]" in Catalan.

Each becomes a street of that language, with the word for its kind as it was said. Called by
`replacement`; the words are cues, with the language that they are of.
"""

from functools import partial

from surrogates import draw
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages import languages, load_lexicon
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import (
    HEAD_LAST,
    is_type,
    joined,
    name_of,
    street_key,
    type_said,
    written,
)
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.named.streets import other_number, with_article

_LEADS = ("de ", "del ", "dels ", "d'", "do ", "da ", "dos ", "das ")


def replace_foreign(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of such streets; returns the items that are none."""
    rest: list[Item] = []
    named: dict[str, str] = {}
    for item in items:
        lexicon = _lexicon_of(scene.lexicon, item) if item.kind is Kind.STREET else None
        if lexicon is None:
            rest.append(item)
            continue
        kind, _ = type_said(item.text, lexicon)
        key = street_key(item.text, lexicon).partition("|")[0]
        if key not in named:
            pool = draw.Pool((name, 1.0) for name in lexicon.streets("name"))
            name = scene.first_allowed(scene.seed("foreign street", key), pool)
            if name is None:
                rest.append(item)
                continue
            led = fold(name_of(item.text, lexicon)).startswith(_LEADS)
            named[key] = with_article(f"de {name}", lexicon) if led else name
            scene.take(named[key])
        form = joined(named[key], kind.lower(), lexicon)
        scene.surrogates[item.index] = written(
            item.text, form, lexicon, partial(other_number, scene)
        )
        scene.told[item.index] = frozenset({fold(kind)})
        scene.add_card(str(item.kind), [item], scene.surrogates[item.index])
    return rest


def _lexicon_of(lexicon: Lexicon, item: Item) -> Lexicon | None:
    """The other language whose word for a kind of street an item says, where it says none of the
    dialogue's own."""
    ways = lexicon.cues("way")
    for lang in languages() if ways else ():
        if lang == lexicon.lang or lang not in ways.values():
            continue
        other = load_lexicon(lang)
        word, _ = type_said(item.text, other)
        # Where names stand first, the word follows one.
        first = fold(item.text).startswith(fold(word)) if word else False
        placed = bool(word) and first != (lang in HEAD_LAST)
        if placed and ways.get(fold(word)) == lang and not is_type(word, lexicon):
            return other
    return None
